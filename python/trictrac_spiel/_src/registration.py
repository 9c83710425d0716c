"""Puts the game into pyspiel's registry, or says exactly why it can't be there."""

import importlib
import importlib.util
import os.path  # and not pathlib, which would be half the cost of the import
import sys

from trictrac_spiel import _build_info

_INSTALL = f"{sys.executable} -m pip install open_spiel=={_build_info.OPEN_SPIEL_VERSION}"
_REINSTALL = (
    f"{sys.executable} -m pip install --force-reinstall "
    f"open_spiel=={_build_info.OPEN_SPIEL_VERSION} trictrac-spiel"
)


def register() -> None:
    """Registers the game; doing it again changes nothing.

    Raises:
        ImportError: open_spiel is missing, or is another one than this package
            was built for. The message says what to install.
    """
    try:
        import pyspiel
    except ModuleNotFoundError as error:
        if error.name != "pyspiel":
            raise
        raise ImportError(
            f"trictrac_spiel needs open_spiel, which is not installed. Install it: {_INSTALL}",
            name="pyspiel",
        ) from error

    version = getattr(pyspiel, "__version__", "of unknown version")
    if version != _build_info.OPEN_SPIEL_VERSION:
        raise ImportError(
            f"trictrac_spiel {_build_info.VERSION} is built for open_spiel "
            f"{_build_info.OPEN_SPIEL_VERSION}, but {pyspiel.__file__} is {version}: the layout "
            f"of C++ classes differs between versions. Install the right one: {_INSTALL}",
            name="pyspiel",
        )
    _check_same_folder(pyspiel.__file__)

    try:
        importlib.import_module("trictrac_spiel._core")  # its loading registers the game
    except ImportError as error:
        raise ImportError(
            f"{pyspiel.__file__} does not fit trictrac_spiel, although its version does "
            f"({error}): it was not built like the wheel on PyPI, or the installation is "
            f"damaged. Install both again: {_REINSTALL}",
            name="pyspiel",
        ) from error
    if "trictrac" not in pyspiel.registered_names():
        raise ImportError(
            f"the game was registered with another pyspiel.so than {pyspiel.__file__}. "
            f"Install both packages again in one environment: {_REINSTALL}",
            name="pyspiel",
        )


def _check_same_folder(pyspiel_file: str) -> None:
    """Checks that the imported pyspiel is the one that _core will load.

    _core finds pyspiel.so in the folder above its own, site-packages. If another one
    has been imported, two registries of games would live side by side.
    """
    core = importlib.util.find_spec("trictrac_spiel._core")
    if core is None or core.origin is None:
        raise ImportError(
            "trictrac_spiel has no compiled module: this looks like its source tree, or like an "
            "installation for another Python. Install it: "
            f"{sys.executable} -m pip install TRICTRAC_SPIEL_FOLDER",
            name="trictrac_spiel._core",
        )
    above = os.path.dirname(os.path.dirname(core.origin))
    expected = os.path.join(_build_info.EDITABLE_SITE_PACKAGES or above, "pyspiel.so")
    if not os.path.exists(expected) or not os.path.samefile(expected, pyspiel_file):
        raise ImportError(
            f"trictrac_spiel must be installed beside open_spiel: it needs {expected}, but "
            f"pyspiel comes from {pyspiel_file}. Remove that one from the path, or install both "
            f"packages in one environment: {_REINSTALL}",
            name="pyspiel",
        )
