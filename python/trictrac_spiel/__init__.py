"""Trictrac for OpenSpiel: importing this package registers the game ``trictrac``."""

import pyspiel  # noqa: F401  (the registry that _core adds the game to)

from trictrac_spiel import _core

__version__: str = _core.engine_version()

__all__ = ["__version__"]
