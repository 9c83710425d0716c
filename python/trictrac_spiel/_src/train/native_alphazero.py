"""The door to the optional module ``_alphazero``, with a message when it is shut."""

import importlib
import importlib.util
import sys
from types import ModuleType

from trictrac_spiel._src.errors import RunError


def load() -> ModuleType:
    """Returns the native module.

    Raises:
        RunError: it was not built, or LibTorch is missing; the message says what to do.
    """
    if importlib.util.find_spec("trictrac_spiel._alphazero") is None:
        raise RunError(
            "this installation has no AlphaZero: LibTorch was not found when trictrac_spiel was "
            "built. Install torch, then trictrac_spiel again: "
            f"{sys.executable} -m pip install --force-reinstall --no-deps TRICTRAC_SPIEL_FOLDER "
            "(docs/training.md names a torch of a quarter of the size)"
        )
    importlib.import_module("pyspiel")  # before the module that extends its classes
    try:
        return importlib.import_module("trictrac_spiel._alphazero")
    except ImportError as error:
        raise RunError(
            f"AlphaZero needs the LibTorch that trictrac_spiel was built with, which cannot be "
            f"loaded ({error}). Install torch in this environment, or build trictrac_spiel again "
            "(docs/training.md)"
        ) from error
