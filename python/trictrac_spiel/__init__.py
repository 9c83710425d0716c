"""Trictrac for OpenSpiel: importing this package registers the game ``trictrac``."""

from trictrac_spiel import _build_info
from trictrac_spiel._src.registration import register as _register

__version__ = _build_info.VERSION

_register()

__all__ = ["__version__"]
