"""What an AlphaZero run is made of: OpenSpiel's options, checked, with presets.

OpenSpiel's C++ checks almost none of them: a wrong value ends in a division by zero, a
full memory or a network of garbage size. Every such value is refused here, before
anything is written.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import pyspiel

from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.train.run_config import RunConfig, option

PRESETS: Mapping[str, Mapping[str, Any]] = {
    "smoke": {
        "nn_width": 64,
        "nn_depth": 1,
        "train_batch_size": 128,
        "replay_buffer_size": 2**13,
        "max_simulations": 12,
        "evaluation_window": 10,
        "max_steps": 5,
    },
    "laptop": {"max_steps": 300},
    "server": {
        "nn_width": 512,
        "nn_depth": 4,
        "train_batch_size": 1024,
        "inference_batch_size": 32,
        "inference_threads": 4,
        "inference_cache": 2**20,
        "replay_buffer_size": 2**20,
        "max_simulations": 100,
        "actors": 64,
        "evaluators": 4,
        "eval_levels": 3,
        "evaluation_window": 100,
        "max_steps": 0,
    },
}
"""Fields that differ from the defaults, by preset."""

# The largest values that are no slip of the keyboard. Beyond them lie full memories and
# machines that stop answering, so a larger machine is no reason to raise them alone.
LARGEST = {
    "init_games": 2**17,
    "nn_width": 2**14,
    "nn_depth": 2**8,
    "train_batch_size": 2**20,
    "replay_buffer_size": 2**26,
    "replay_buffer_reuse": 2**20,
    "inference_batch_size": 2**14,
    "inference_threads": 2**10,
    "inference_cache": 2**26,
    "checkpoint_freq": 2**31 - 1,
    "evaluation_window": 2**20,
    "max_simulations": 2**20,
    "actors": 2**12,
    "evaluators": 2**10,
    "eval_levels": 8,
    "max_steps": 2**31 - 1,
}

MOST_WEIGHTS = 2**28
"""Of a network's layers: 1 GB, and thrice that while it learns."""


def layers_weights(model: str, width: int, depth: int) -> int:
    """How many weights the layers of a network have, not counting inputs and heads."""
    # A block of a resnet is two convolutions of 3 x 3.
    return depth * width**2 * (18 if model == "resnet" else 1)


@dataclass(frozen=True, kw_only=True)
class AlphaZeroConfig(RunConfig):
    """The options of OpenSpiel's C++ AlphaZero, under its names, and a seed.

    The defaults suit Trictrac on a machine with two to four cores. A config is valid as
    soon as it exists: creating one raises ``TrictracError`` (a ``ValueError``) that names
    the field and what it accepts.

        >>> config = AlphaZeroConfig.preset("smoke", path="runs/first", seed=7)
        >>> config.with_changes(nn_width=64).nn_width
        64
    """

    method: ClassVar[str] = "openspiel"
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = PRESETS
    changeable: ClassVar[frozenset[str]] = frozenset(
        [
            "path",
            "devices",
            "explicit_learning",
            "inference_batch_size",
            "inference_threads",
            "inference_cache",
            "checkpoint_freq",
            "evaluation_window",
            "actors",
            "evaluators",
            "eval_levels",
            "max_steps",
        ]
    )

    game: str = option("trictrac", "game, with its parameters: utility=win or utility=margin")
    path: str = option("", "the run's directory (RUN_DIR)")
    graph_def: str = option(
        "",
        "file that describes an existing network's shape (the vpnet.pb of a checkpoint), "
        "instead of nn_model, nn_width and nn_depth",
    )
    init: str = option(
        "",
        "what step 1 begins with instead of random weights: td, games of the player td:1, or a "
        "checkpoint (its folder, or that of a run)",
    )
    init_games: int = option(1000, "games of td:1 that are learned from with init=td")
    nn_model: str = option("mlp", "kind of network: mlp or resnet (wants observation=planes)")
    nn_width: int = option(128, "units of a layer, or channels of a resnet")
    nn_depth: int = option(2, "hidden layers, or blocks of a resnet")
    devices: str = option("cpu:0", "LibTorch's devices, comma-separated; the first one learns")
    explicit_learning: bool = option(
        False, "keep the first of several devices free of inference while it learns"
    )

    learning_rate: float = option(0.001, "Adam's step size")
    weight_decay: float = option(0.0001, "weight of the L2 loss")
    train_batch_size: int = option(
        256, "states in a batch; at most replay_buffer_size / replay_buffer_reuse"
    )
    inference_batch_size: int = option(
        8, "states that wait for one another before the network sees them"
    )
    inference_threads: int = option(2, "threads that collect such batches, if larger than 1")
    inference_cache: int = option(2**17, "states whose value and policy are remembered")
    replay_buffer_size: int = option(2**15, "states the learner draws its batches from")
    replay_buffer_reuse: int = option(
        4, "times a state is used; a step ends after size / reuse new states"
    )
    checkpoint_freq: int = option(10, "keep the checkpoint of every so many steps")
    evaluation_window: int = option(50, "games that the evaluation is averaged over")

    uct_c: float = option(2.0, "exploration in the search")
    max_simulations: int = option(25, "simulations for each decision")
    policy_alpha: float = option(0.5, "Dirichlet noise at the root; 0 for none")
    policy_epsilon: float = option(0.25, "share of that noise in the root's policy, 0 to 1")
    temperature: float = option(1.0, "spread of the actions chosen in self-play")
    temperature_drop: float = option(
        60, "from this action of a game on (rolls count), the most visited one is played"
    )
    cutoff_probability: float = option(
        0.0, "share of the games that may stop when they seem decided, 0 to 1"
    )
    cutoff_value: float = option(0.95, "value beyond which a game seems decided, 0 to 1")

    actors: int = option(16, "threads that play against themselves")
    evaluators: int = option(1, "threads that play against MCTS with random rollouts")
    eval_levels: int = option(
        1, "strengths of that MCTS: each has 3.16 times the simulations of the one before"
    )
    max_steps: int = option(100, "steps of the run; 0 to go on until it is stopped")

    seed: int = option(
        0, "seed of the initial weights; OpenSpiel seeds the dice of self-play from the clock"
    )

    def __post_init__(self) -> None:
        self.check_types()
        self._check_ranges()
        self._check_devices()
        self._check_game()

    @property
    def states_per_step(self) -> int:
        """New states that end a step."""
        return self.replay_buffer_size // self.replay_buffer_reuse

    def _check_ranges(self) -> None:
        for name in (
            *("nn_width", "nn_depth", "train_batch_size", "replay_buffer_size"),
            *("replay_buffer_reuse", "inference_batch_size", "inference_threads"),
            *("checkpoint_freq", "evaluation_window", "eval_levels", "actors"),
        ):
            self.need_between(name, 1, LARGEST[name])
        self.need_between("init_games", 1, LARGEST["init_games"])
        for name in ("inference_cache", "evaluators", "max_steps"):
            self.need_between(name, 0, LARGEST[name])
        self.need(self.nn_model in ("mlp", "resnet"), "nn_model", "mlp or resnet")
        weights = layers_weights(self.nn_model, self.nn_width, self.nn_depth)
        if weights > MOST_WEIGHTS:
            raise TrictracError(
                f"nn_width: {self.nn_width} with nn_depth {self.nn_depth} makes a {self.nn_model} "
                f"of {weights} weights; at most {MOST_WEIGHTS} are accepted"
            )
        self.need(0 <= self.seed < 2**63, "seed", "0 or more, below 2^63")
        # A search of one simulation has no visits to learn a policy from.
        self.need_between("max_simulations", 2, LARGEST["max_simulations"])
        self.need(0 < self.learning_rate < 1, "learning_rate", "between 0 and 1")
        for name in ("weight_decay", "policy_alpha"):
            self.need(0 <= getattr(self, name) < 1e6, name, "0 or more, below a million")
        self.need(0 < self.uct_c < 1e6, "uct_c", "greater than 0, below a million")
        self.need(0 < self.temperature < 1e6, "temperature", "greater than 0, below a million")
        self.need(0 <= self.temperature_drop < 2**31, "temperature_drop", "0 or more, below 2^31")
        for name in ("policy_epsilon", "cutoff_probability", "cutoff_value"):
            self.need(0 <= getattr(self, name) <= 1, name, "from 0 to 1")
        # The first step learns from its own states only, and needs a whole batch.
        self.need(
            self.train_batch_size <= self.states_per_step,
            "train_batch_size",
            f"at most replay_buffer_size / replay_buffer_reuse ({self.states_per_step})",
        )

    def _check_devices(self) -> None:
        devices = self.devices.split(",")
        for device in devices:
            if not re.fullmatch(r"/?(cpu|cuda)(:[0-9]+)?", device):
                raise TrictracError(
                    f"devices: must be names such as cpu:0 or cuda:0,cuda:1, not {self.devices!r}"
                )
        if self.explicit_learning and len(devices) < 2:
            raise TrictracError("explicit_learning: needs at least two devices")

    def _check_game(self) -> None:
        kind = self.load_game().get_type()
        for fine, needed in (
            (kind.utility == pyspiel.GameType.Utility.ZERO_SUM, "a zero-sum utility"),
            (
                kind.reward_model == pyspiel.GameType.RewardModel.TERMINAL,
                "rewards at the end of the game only",
            ),
        ):
            if not fine:
                raise TrictracError(
                    f"game: AlphaZero needs {needed} (utility=win or utility=margin); "
                    f"{self.game} has not"
                )
        if self.init and self.graph_def:
            raise TrictracError("graph_def: init says already which network to begin with")
        if self.init == "td" and self.load_game().get_parameters()["utility"] != "win":
            raise TrictracError("init: the games of td teach the result of a game: utility=win")
        if self.init == "td" and self.load_game().get_parameters()["observation"] != "features":
            raise TrictracError("init: the games of td are seen as observation=features")
