"""What a training tells while it goes on, and when it has ended."""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple


class Workers(NamedTuple):
    """Who plays the games of a training on a cluster."""

    alive: int
    wanted: int
    games_per_second: float
    """Of the last seconds."""


@dataclass(frozen=True, kw_only=True)
class TrainingStep:
    """A finished step of a run. What a method does not measure is no number (``nan``)."""

    step: int
    max_steps: int
    """0 when the run goes on until it is stopped."""
    games: int
    """Self-play games that the learner has seen since the run began."""
    states: int
    """States that the learner has seen since the run began."""
    states_per_second: float
    """Of this step, learning included."""
    policy_loss: float = math.nan
    value_loss: float = math.nan
    l2_loss: float = math.nan
    game_length: float = math.nan
    """Decisions in a game, on average."""
    evaluation: tuple[float, ...] = ()
    """Mean result against the method's opponents, from -1 to 1; 0 before the first game."""
    evaluation_games: int = 0
    """Games behind `evaluation` since this session began, for each opponent."""
    seconds: float
    """Of this session so far."""
    remaining_seconds: float | None
    """Estimate; None when the run has no end."""
    checkpoint: Path
    record: dict[str, Any]
    """The method's record, the line of learner.jsonl."""


@dataclass(frozen=True)
class TrainingResult:
    """How a call of `train` ended, other than by an exception."""

    path: Path
    last_step: int
    """The last finished step, 0 for none."""
    finished: bool
    """Whether `max_steps` steps are done; otherwise the callback stopped the run, or its minutes
    were over."""
