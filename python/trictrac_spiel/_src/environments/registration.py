"""Tells Gymnasium of the environments, whichever of the two packages is imported first."""

import importlib.util
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

ID = "trictrac_spiel/Trictrac-v0"
_HOME = "trictrac_spiel._src.environments.gymnasium_env"


def register() -> None:
    """Registers the environments now if Gymnasium is loaded, else as soon as it is.

    It is not loaded here: it costs time, and few need it.
    """
    if "gymnasium" in sys.modules:
        _register()
    elif not any(isinstance(finder, _AfterGymnasium) for finder in sys.meta_path):
        sys.meta_path.insert(0, _AfterGymnasium())


def _register() -> None:
    from gymnasium.envs import registration

    if ID not in registration.registry:
        registration.register(
            ID,
            entry_point=f"{_HOME}:TrictracEnv",
            vector_entry_point=f"{_HOME}:TrictracVectorEnv",
            # It draws random actions, most of which are illegal.
            disable_env_checker=True,
        )


class _AfterGymnasium:
    """Finds gymnasium like everybody else, then adds a step to its loading."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Nothing but gymnasium is of interest, and it once."""
        if fullname != "gymnasium":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(fullname)
        if spec is not None and spec.loader is not None:
            load = spec.loader.exec_module

            def load_and_register(module: ModuleType) -> None:
                load(module)
                _register()

            spec.loader.exec_module = load_and_register  # type: ignore[method-assign]
        return spec
