"""Trictrac for OpenSpiel: importing this package registers the game ``trictrac``."""

from trictrac_spiel._build_info import VERSION as __version__
from trictrac_spiel._src.registration import register as _register

_register()

__all__ = ["__version__"]
