"""Registers the game Trictrac as soon as a program imports pyspiel.

Written by `trictrac autoload --enable`; remove it with `trictrac autoload --disable`.
Costs nothing in programs that do not import pyspiel.
"""

import importlib.abc
import importlib.machinery
import importlib.util
import sys
import warnings


class _AfterPyspiel(importlib.abc.MetaPathFinder):
    """Finds pyspiel like everybody else, then adds a step to its loading."""

    def find_spec(self, fullname, path=None, target=None):  # type: ignore[no-untyped-def]
        if fullname != "pyspiel":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(fullname)
        if spec is None:
            sys.meta_path.insert(0, self)
        elif spec.loader is not None:
            load = spec.loader.exec_module

            def load_and_register(module):  # type: ignore[no-untyped-def]
                load(module)
                try:
                    import trictrac_spiel  # noqa: F401
                except ModuleNotFoundError as error:
                    if error.name != "trictrac_spiel":
                        raise
                except ImportError as error:
                    warnings.warn(f"Trictrac is not registered: {error}", stacklevel=2)

            spec.loader.exec_module = load_and_register  # type: ignore[method-assign]
        return spec


sys.meta_path.insert(0, _AfterPyspiel())
