"""Trictrac behind the interfaces that libraries of reinforcement learning expect.

Each class needs its library, which is an optional extra of this package: ``TrictracVectorEnv`` and
``TrictracEnv`` (``gymnasium``), ``TrictracAEC`` (``pettingzoo``), ``TrictracMultiAgentEnv``
(``rllib``), ``TrictracTorchEnv`` (``torchrl``).
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trictrac_spiel._src.environments.gymnasium_env import TrictracEnv, TrictracVectorEnv
    from trictrac_spiel._src.environments.pettingzoo_env import TrictracAEC
    from trictrac_spiel._src.environments.rllib_env import TrictracMultiAgentEnv
    from trictrac_spiel._src.environments.torchrl_env import TrictracTorchEnv

# Where each class is, and the extra that brings its library.
_HOMES = {
    "TrictracAEC": ("pettingzoo_env", "pettingzoo"),
    "TrictracEnv": ("gymnasium_env", "gymnasium"),
    "TrictracMultiAgentEnv": ("rllib_env", "rllib"),
    "TrictracTorchEnv": ("torchrl_env", "torchrl"),
    "TrictracVectorEnv": ("gymnasium_env", "gymnasium"),
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, extra = _HOMES[name]
    try:
        return getattr(importlib.import_module(f"trictrac_spiel._src.environments.{module}"), name)
    except ModuleNotFoundError as error:
        raise ImportError(
            f"{name} needs {error.name}, which is not installed: "
            f"pip install 'trictrac-spiel[{extra}]'",
            name=error.name,
        ) from error


__all__ = [
    "TrictracAEC",
    "TrictracEnv",
    "TrictracMultiAgentEnv",
    "TrictracTorchEnv",
    "TrictracVectorEnv",
]
