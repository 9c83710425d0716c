"""What positions and plays are worth: winning chances and holes, by the players ``td``."""

import math
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import fmean, variance
from typing import TYPE_CHECKING, TypeAlias

from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.players import td_bot
from trictrac_spiel._src.position.position import Position

if TYPE_CHECKING:
    import pyspiel

    from trictrac_spiel._src.position.engine import Engine

    Judgeable: TypeAlias = "pyspiel.State | Engine | Position"

PLAYER = "td:2"
"""Who judges, if nobody else is named."""

_Z95 = 1.959964


@dataclass(frozen=True)
class Evaluation:
    """What a position promises."""

    win: float
    """Player 0's probability of winning the game, a draw counting half."""
    margin: float
    """Holes that player 0 is expected to have more than player 1 at the end."""
    mover: int
    """Who rolls or decides; after the end, who did so last."""

    @property
    def mover_win(self) -> float:
        """The mover's probability of winning."""
        return self.win if self.mover == 0 else 1 - self.win

    @property
    def mover_margin(self) -> float:
        """The holes that the mover is expected to have more."""
        return self.margin if self.mover == 0 else -self.margin


@dataclass(frozen=True)
class RankedPlay:
    """A legal action as an analyst sees it, from the side of the player who decides."""

    action: int
    text: str
    win: float
    """Probability of winning the game after it, a draw counting half."""
    loss: float
    """Winning chances lost against the best action; 0 for that."""
    margin: float
    """Holes expected more than the other's at the end."""


@dataclass(frozen=True)
class RolloutResult:
    """What came of playing a position out many times; for player 0."""

    win: float
    """The share of games won; a game that was cut short counts what it promised then."""
    win_ci95: tuple[float, float]
    margin: float
    """Holes more than player 1, on average."""
    margin_ci95: tuple[float, float]
    games: int
    decisions: int
    seconds: float
    wins: tuple[float, ...] = field(repr=False)
    """Each game's share of the win. With the same seed, games of one number share their dice."""
    margins: tuple[float, ...] = field(repr=False)
    """Each game's holes more."""

    @property
    def decisions_per_second(self) -> float:
        """How quickly it went."""
        return self.decisions / self.seconds

    def win_more_than(self, other: "RolloutResult") -> tuple[float, tuple[float, float]]:
        """How much more than another rollout's the win is, and the 95 % interval of that.

        Rollouts with the same seed shared their dice, so the difference is surer than either.
        """
        return _difference(self.wins, other.wins)

    def margin_more_than(self, other: "RolloutResult") -> tuple[float, tuple[float, float]]:
        """The same of the margin, in holes."""
        return _difference(self.margins, other.margins)


def evaluate(state: "Judgeable", player: str = PLAYER) -> Evaluation:
    """What any position promises: before a roll, at a decision, or after the end.

    Of a written game it is what an ordinary one with this board and these points would promise.

    Example:
      >>> import pyspiel
      >>> state = pyspiel.load_game("trictrac").new_initial_state()
      >>> 0.45 < evaluate(state).win < 0.55
      True

    Args:
      state: a state of Trictrac, an ``Engine`` or a ``Position``.
      player: who judges: ``td``, or ``td:PLIES`` for how many plays it looks ahead.

    Raises:
      TrictracError: the state is of another game, or the player does not judge winning chances.
    """
    plies = td_bot.plies_of(player)
    position = Position.of(state)
    win, margin = td_bot.network().evaluate(position._value, plies)
    return Evaluation(win, margin, position.mover)


def best_plays(
    state: "Judgeable", player: str = PLAYER, limit: int | None = None
) -> list[RankedPlay]:
    """The legal actions from the best one down; none where nobody decides.

    Those of a written game are judged as in an ordinary one with this board and these points.

    Args:
      state: a state of Trictrac, an ``Engine`` or a ``Position``.
      player: who judges, as in ``evaluate``.
      limit: at most so many.

    Raises:
      TrictracError: the state is of another game, or the player does not judge winning chances.
    """
    plies = td_bot.plies_of(player)
    if limit is not None and (type(limit) is not int or limit < 1):
        raise TrictracError(f"limit: must be a whole number of 1 or more, or None, not {limit!r}")
    position = Position.of(state)
    ranked = td_bot.network().rank(position._value, plies)
    return [
        RankedPlay(action, position.action_text(action), win, loss, margin)
        for action, win, loss, margin in ranked[:limit]
    ]


def rollout(
    state: "Judgeable",
    games: int = 1296,
    player: str = "td:1",
    *,
    rolls: int | None = 15,
    seed: int = 0,
    threads: int | None = None,
    on_progress: Callable[[int], object] | None = None,
) -> RolloutResult:
    """Plays a position out many times, with the network on both sides.

    The first roll of the games goes through all 36 in turn, so that it brings no luck; a number of
    games that 36 divides uses that fully.

    Args:
      state: a state of Trictrac, an ``Engine`` or a ``Position``.
      games: how many.
      player: who plays both sides, ``td`` or ``td:PLIES``.
      rolls: a game is cut short after so many, and counts what it promises then; None plays on to
        the end.
      seed: of the dice. Two rollouts with the same seed meet the same dice.
      threads: games at the same time, by default one for each processor; without influence on the
        result.
      on_progress: called now and then with the number of games so far.

    Raises:
      TrictracError: an argument makes no sense.
    """
    plies = td_bot.plies_of(player)
    for name, value, least in (("games", games, 1), ("rolls", rolls, 0), ("seed", seed, 0)):
        if value is None and name == "rolls":
            continue
        if type(value) is not int or not least <= value < 2**63:
            raise TrictracError(f"{name}: must be a whole number from {least} on, not {value!r}")
    threads = threads or os.cpu_count() or 1
    position = Position.of(state)
    begun = time.monotonic()
    # Small enough to hear Ctrl-C soon, large enough to keep the threads busy.
    chunk = max(4 * threads, 36) if plies == 1 else threads
    played: list[tuple[float, float, int]] = []
    while len(played) < games:
        count = min(chunk, games - len(played))
        played += td_bot.network().rollout(
            position._value, len(played), count, rolls, plies, seed, threads
        )
        if on_progress is not None:
            on_progress(len(played))
    wins = [win for win, _, _ in played]
    margins = [margin for _, margin, _ in played]
    return RolloutResult(
        fmean(wins),
        _interval(wins),
        fmean(margins),
        _interval(margins),
        games,
        sum(decisions for _, _, decisions in played),
        max(time.monotonic() - begun, 1e-9),
        tuple(wins),
        tuple(margins),
    )


def _difference(
    values: Sequence[float], others: Sequence[float]
) -> tuple[float, tuple[float, float]]:
    """The mean difference of what shared its luck, and its 95 % interval."""
    differences = [value - other for value, other in zip(values, others, strict=True)]
    return fmean(differences), _interval(differences)


def _interval(values: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of a mean, by the scatter of the values."""
    if len(values) < 2:
        return -math.inf, math.inf
    mean = fmean(values)
    half = _Z95 * math.sqrt(variance(values, mean) / len(values))
    return mean - half, mean + half
