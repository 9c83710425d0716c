"""What an AlphaZero run is made of: OpenSpiel's options, checked, with presets.

OpenSpiel's C++ checks almost none of them: a wrong value ends in a division by zero, a
full memory or a network of garbage size. Every such value is refused here, before
anything is written.
"""

import dataclasses
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyspiel

from trictrac_spiel._src.errors import TrictracError


def _option(default: Any, text: str) -> Any:
    """A field with its default and its explanation, which ``--help`` shows."""
    return dataclasses.field(default=default, metadata={"help": text})


@dataclass(frozen=True, kw_only=True)
class AlphaZeroConfig:
    """The options of OpenSpiel's C++ AlphaZero, under its names, and a seed.

    The defaults suit Trictrac on a machine with two to four cores. A config is valid as
    soon as it exists: creating one raises ``TrictracError`` (a ``ValueError``) that names
    the field and what it accepts.

        >>> config = AlphaZeroConfig.preset("smoke", path="runs/first", seed=7)
        >>> config.with_changes(nn_width=64).nn_width
        64
    """

    game: str = _option(
        "trictrac", "game, with its parameters: two players, zero-sum, rewards at the end"
    )
    path: str = _option("", "the run's directory (RUN_DIR)")
    graph_def: str = _option(
        "",
        "file that describes an existing network's shape (the vpnet.pb of a checkpoint), "
        "instead of nn_model, nn_width and nn_depth",
    )
    nn_model: str = _option("mlp", "kind of network: mlp or resnet (wants observation=planes)")
    nn_width: int = _option(128, "units of a layer, or channels of a resnet")
    nn_depth: int = _option(2, "hidden layers, or blocks of a resnet")
    devices: str = _option("cpu:0", "LibTorch's devices, comma-separated; the first one learns")
    explicit_learning: bool = _option(
        False, "keep the first of several devices free of inference while it learns"
    )

    learning_rate: float = _option(0.001, "Adam's step size")
    weight_decay: float = _option(0.0001, "weight of the L2 loss")
    train_batch_size: int = _option(
        256, "states in a batch; at most replay_buffer_size / replay_buffer_reuse"
    )
    inference_batch_size: int = _option(
        8, "states that wait for one another before the network sees them"
    )
    inference_threads: int = _option(2, "threads that collect such batches, if larger than 1")
    inference_cache: int = _option(2**17, "states whose value and policy are remembered")
    replay_buffer_size: int = _option(2**15, "states the learner draws its batches from")
    replay_buffer_reuse: int = _option(
        4, "times a state is used; a step ends after size / reuse new states"
    )
    checkpoint_freq: int = _option(10, "keep the checkpoint of every so many steps")
    evaluation_window: int = _option(50, "games that the evaluation is averaged over")

    uct_c: float = _option(2.0, "exploration in the search")
    max_simulations: int = _option(25, "simulations for each decision")
    policy_alpha: float = _option(0.5, "Dirichlet noise at the root; 0 for none")
    policy_epsilon: float = _option(0.25, "share of that noise in the root's policy, 0 to 1")
    temperature: float = _option(1.0, "spread of the actions chosen in self-play")
    temperature_drop: float = _option(
        60, "from this action of a game on (rolls count), the most visited one is played"
    )
    cutoff_probability: float = _option(
        0.0, "share of the games that may stop when they seem decided, 0 to 1"
    )
    cutoff_value: float = _option(0.95, "value beyond which a game seems decided, 0 to 1")

    actors: int = _option(16, "threads that play against themselves")
    evaluators: int = _option(1, "threads that play against MCTS with random rollouts")
    eval_levels: int = _option(
        1, "strengths of that MCTS: each has 3.16 times the simulations of the one before"
    )
    max_steps: int = _option(100, "steps of the run; 0 to go on until it is stopped")

    seed: int = _option(
        0, "seed of the initial weights; OpenSpiel seeds the dice of self-play from the clock"
    )

    def __post_init__(self) -> None:
        self._check_types()
        self._check_ranges()
        self._check_devices()
        self._check_game()

    @classmethod
    def preset(cls, name: str, **changes: Any) -> "AlphaZeroConfig":
        """``smoke`` (is everything in place?), ``laptop`` (an hour or so) or ``server`` (days)."""
        if name not in PRESETS:
            raise TrictracError(f"preset: must be one of {', '.join(PRESETS)}, not {name!r}")
        return cls.from_dict({**PRESETS[name], **changes})

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "AlphaZeroConfig":
        """From a mapping such as ``to_dict`` returns; missing fields keep their defaults."""
        known = {field.name for field in dataclasses.fields(cls)}
        for name in values:
            if name not in known:
                raise TrictracError(
                    f"{name}: there is no such option; the options are {', '.join(sorted(known))}"
                )
        return cls(**values)

    @classmethod
    def load(cls, file: str | Path, **changes: Any) -> "AlphaZeroConfig":
        """From a JSON file such as ``save`` writes and each run directory holds."""
        text = Path(file).read_text(encoding="utf-8")
        try:
            values = json.loads(text)
        except ValueError as error:
            raise TrictracError(f"{file}: this is not JSON: {error}") from error
        if not isinstance(values, dict):
            raise TrictracError(f"{file}: must hold one JSON object with AlphaZero's options")
        try:
            return cls.from_dict({**values, **changes})
        except TrictracError as error:
            raise TrictracError(f"{file}: {error}") from error

    def with_changes(self, **changes: Any) -> "AlphaZeroConfig":
        """A copy with some fields changed."""
        return self.from_dict({**self.to_dict(), **changes})

    def to_dict(self) -> dict[str, Any]:
        """All fields by name, ready for JSON."""
        return dataclasses.asdict(self)

    def to_json(self) -> str:
        """One JSON object, a field on each line, without ``path``: a run is where its file is."""
        fields = self.to_dict()
        del fields["path"]
        return json.dumps(fields, indent=2) + "\n"

    @property
    def states_per_step(self) -> int:
        """New states that end a step."""
        return self.replay_buffer_size // self.replay_buffer_reuse

    def load_game(self) -> pyspiel.Game:
        """The game that is learned."""
        return pyspiel.load_game(self.game)

    def _check_types(self) -> None:
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            accepted = {
                bool: "true or false",
                int: "a whole number",
                float: "a number",
                str: "a text",
            }[field.type]  # type: ignore[index]
            if field.type is float and type(value) is int:
                object.__setattr__(self, field.name, float(value))
            elif type(value) is not field.type:
                raise TrictracError(f"{field.name}: must be {accepted}, not {value!r}")

    def _check_ranges(self) -> None:
        def need(fine: bool, name: str, accepted: str) -> None:
            if not fine:
                raise TrictracError(f"{name}: must be {accepted}, not {getattr(self, name)!r}")

        for name in (
            *("nn_width", "nn_depth", "train_batch_size", "replay_buffer_size"),
            *("replay_buffer_reuse", "inference_batch_size", "inference_threads"),
            *("checkpoint_freq", "evaluation_window", "eval_levels", "actors"),
        ):
            need(1 <= getattr(self, name) < 2**31, name, "1 or more")
        for name in ("inference_cache", "evaluators", "max_steps"):
            need(0 <= getattr(self, name) < 2**31, name, "0 or more")
        need(self.nn_model in ("mlp", "resnet"), "nn_model", "mlp or resnet")
        need(0 <= self.seed < 2**63, "seed", "0 or more, below 2^63")
        # A search of one simulation has no visits to learn a policy from.
        need(2 <= self.max_simulations < 2**31, "max_simulations", "2 or more")
        need(0 < self.learning_rate < 1, "learning_rate", "between 0 and 1")
        for name in ("weight_decay", "policy_alpha"):
            need(0 <= getattr(self, name) < 1e6, name, "0 or more")
        need(0 < self.uct_c < 1e6, "uct_c", "greater than 0")
        need(0 < self.temperature < 1e6, "temperature", "greater than 0")
        need(0 <= self.temperature_drop < 2**31, "temperature_drop", "0 or more")
        for name in ("policy_epsilon", "cutoff_probability", "cutoff_value"):
            need(0 <= getattr(self, name) <= 1, name, "from 0 to 1")
        # The first step learns from its own states only, and needs a whole batch.
        need(
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
        try:
            game = self.load_game()
        except pyspiel.SpielError as error:
            # The first line names the fault; the rest lists all games of OpenSpiel.
            raise TrictracError(f"game: {str(error).splitlines()[0]}") from error
        kind = game.get_type()
        for fine, needed in (
            (game.num_players() == 2, "two players"),
            (kind.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL, "players who take turns"),
            (kind.utility == pyspiel.GameType.Utility.ZERO_SUM, "a zero-sum utility"),
            (
                kind.reward_model == pyspiel.GameType.RewardModel.TERMINAL,
                "rewards at the end of the game only",
            ),
            (kind.provides_observation_tensor, "an observation tensor"),
        ):
            if not fine:
                hint = " (utility=win or utility=margin)" if kind.short_name == "trictrac" else ""
                raise TrictracError(f"game: AlphaZero needs {needed}{hint}; {self.game} has not")


PRESETS: dict[str, dict[str, Any]] = {
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
