"""What a drawing shows of a state, as plain values; the rules stay in the engine."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pyspiel

from trictrac_spiel import _core
from trictrac_spiel._src.errors import InvalidPositionError, TrictracError
from trictrac_spiel._src.people.grammar import YOU, told
from trictrac_spiel._src.people.harmless import harmless
from trictrac_spiel._src.people.language import gettext as _
from trictrac_spiel._src.position.game import play_steps, play_text, position_text, replay

if TYPE_CHECKING:
    from trictrac_spiel._src.position.engine import Engine

FIELDS = 24
CHECKERS = 15


@dataclass(frozen=True)
class Score:
    """One player's marks."""

    points: int
    """Towards the next hole, 0 to 10."""
    holes: int
    points_cut: bool
    """The other player has interrupted this run of points."""
    holes_cut: bool
    """The other player has interrupted this run of holes."""


@dataclass(frozen=True)
class LastPlay:
    """The last decision made: who, what, and where checkers went."""

    player: int
    text: str
    steps: tuple[tuple[int, int], ...]
    """From and to in the numbering of the player who played; to is 0 for off the board."""


@dataclass(frozen=True)
class BoardView:
    """Everything a drawing needs, from the side of one player, who sits below.

    Fields are numbered as this player counts them, whoever's turn it is.
    """

    text: str
    """The position text."""
    player: int
    """Who sits below: 0 or 1."""
    mover: int
    phase: str
    """``roll``, ``hold-or-go``, ``move``, ``last-go`` or ``over``."""
    dice: tuple[int, ...]
    counts: tuple[int, ...]
    """24 counts: positive for the player who sits below, negative for the other one."""
    scores: tuple[Score, Score]
    """Player 0's and player 1's."""
    flag: int | None
    """Who holds the flag."""
    target: int
    """How many holes win."""
    first_roll: bool
    winner: int | None
    """None too for a draw."""
    names: tuple[str, str]
    last: LastPlay | None
    reader: int | None = None
    """The player whom sentences call you, if one of them reads the drawing."""

    def count(self, field: int) -> int:
        """The signed count of a field, 1 to 24."""
        return self.counts[field - 1]

    def has_double_token(self, player: int) -> bool:
        """Does this player's token stand double: did he interrupt the other one's points?"""
        own, other = self.scores[player], self.scores[1 - player]
        return own.points > 0 and not own.points_cut and other.points_cut

    def counts_double(self, player: int) -> bool:
        """Would the next hole of a player who has points count double?"""
        return self.scores[player].points > 0 and not self.scores[player].points_cut

    def seen_field(self, player: int, field: int) -> int:
        """A player's field in the numbering of the one who sits below; 0, off, stays 0."""
        return field if field == 0 or player == self.player else FIELDS + 1 - field

    def seen_play(self, play: LastPlay) -> str:
        """A play in the numbering of the one who sits below."""
        if play.player == self.player or not play.steps:
            return play.text
        words: list[str] = []
        standing = None
        for start, end in play.steps:
            to = str(self.seen_field(play.player, end)) if end else "off"
            if start == standing:
                words[-1] += f"/{to}"
            else:
                words.append(f"{self.seen_field(play.player, start)}/{to}")
            standing = end
        return f"{play.text.partition(': ')[0]}: {' '.join(words)}"

    def off(self, player: int) -> int:
        """How many of a player's fifteen checkers have left the board."""
        sign = 1 if player == self.player else -1
        return CHECKERS - sum(count * sign for count in self.counts if count * sign > 0)

    def story(self) -> list[str]:
        """What was played last, if anything, and what happens next, as sentences."""
        if self.last is None:
            return [self.status()]
        name, text = self._called(self.last.player), self.last.text
        if not self.last.steps and text == "Go":
            if self.phase == "over":
                return [self.status()]  # This Go has closed the game; nothing moved.
            went = told(name, _("{name} went, for a new setting"), _("You went, for a new setting"))
            return [went, self.status()]
        play = self.seen_play(self.last)
        return [
            told(name, _("{name} played {play}"), _("You played {play}"), play=play),
            self.status(),
        ]

    def status(self) -> str:
        """What happens next, as a sentence."""
        mover, dice = self._called(self.mover), "-".join(map(str, self.dice))
        match self.phase:
            case "roll" if self.dice:
                return told(
                    mover,
                    _("{name} has rolled {dice} and rolls the second die"),
                    _("You have rolled {dice} and roll the second die"),
                    dice=dice,
                )
            case "roll" if self.first_roll:
                return told(mover, _("{name} rolls first"), _("You roll first"))
            case "roll":
                return told(mover, _("{name} is to roll"), _("You are to roll"))
            case "move":
                return told(mover, _("{name} plays {dice}"), _("You play {dice}"), dice=dice)
            case "hold-or-go":
                return told(
                    mover,
                    _("{name} has made a hole with {dice}: hold, or go?"),
                    _("You have made a hole with {dice}: hold, or go?"),
                    dice=dice,
                )
            case "last-go":
                return told(
                    mover,
                    _("{name} has rolled {dice}, which ends the game"),
                    _("You have rolled {dice}, which ends the game"),
                    dice=dice,
                )
        if self.winner is None:
            return _("The game is over: a draw")
        return told(
            self._called(self.winner),
            _("The game is over: {name} has won"),
            _("The game is over: you have won"),
        )

    def _called(self, player: int) -> str:
        return YOU if player == self.reader else self.names[player]


def view_of(
    state: "pyspiel.State | Engine | _core.Position | str",
    player: int = 0,
    names: tuple[str, str] | None = None,
) -> BoardView:
    """The view of a state, an ``Engine``, a position or its text.

    Args:
      state: what to look at; only a ``pyspiel.State`` knows the last play.
      player: who sits below.
      names: what to call players 0 and 1.

    Raises:
      TrictracError: there is no such player, or the text is no position.
    """
    if player not in (0, 1):
        raise TrictracError(f"player {player!r} does not exist: players are 0 and 1")
    view = _read(_position(state), player, _checked_names(names))
    if isinstance(state, pyspiel.State):
        return replace(view, last=last_play(state))
    return view


def _position(state: "pyspiel.State | Engine | _core.Position | str") -> _core.Position:
    if isinstance(state, _core.Position):
        return state
    try:
        return _core.Position.from_text(state if isinstance(state, str) else position_text(state))
    except ValueError as error:
        raise InvalidPositionError(str(error)) from None


def _checked_names(names: Sequence[str] | None) -> tuple[str, str]:
    if names is None:
        return ("White", "Black")
    is_pair = isinstance(names, Sequence) and not isinstance(names, str) and len(names) == 2
    if not is_pair or not all(isinstance(name, str) for name in names):
        raise TrictracError(f"names is {names!r}, but it must be two texts: player 0's, player 1's")
    return harmless(names[0]), harmless(names[1])


def last_play(state: pyspiel.State) -> LastPlay | None:
    """The last decision in the history of a state, if there is one."""
    history = state.full_history()
    for index in reversed(range(len(history))):
        taken = history[index]
        if taken.player >= 0:
            past = replay(state, history[:index])
            return LastPlay(
                taken.player,
                play_text(past, taken.action),
                tuple(play_steps(past, taken.action)),
            )
    return None


def _read(position: _core.Position, player: int, names: tuple[str, str]) -> BoardView:
    _, mover, phase, white, black, *rest = position.text.split()
    name, _, dice = phase.partition(":")
    checkers = (_checkers(white), _checkers(black))
    own, other = checkers[player], checkers[1 - player]
    options = dict(word.split("=", 1) for word in rest if "=" in word)
    return BoardView(
        text=position.text,
        player=player,
        mover=int(mover[1]),
        phase=name,
        dice=tuple(map(int, dice.split("-"))) if dice else (),
        counts=tuple(
            own.get(field, 0) - other.get(FIELDS + 1 - field, 0) for field in range(1, FIELDS + 1)
        ),
        scores=(_score(rest[0]), _score(rest[1])),
        flag=position.flag,
        target=int(options.get("holes", 12)),
        first_roll="first" in rest,
        winner=position.outcome()[0],
        names=names,
        last=None,
    )


def _checkers(word: str) -> dict[int, int]:
    if word == "-":
        return {}
    pairs = (pair.split(":") for pair in word.split(","))
    return {int(field): int(count) for field, count in pairs}


def _score(word: str) -> Score:
    points, holes = word.split("/")
    return Score(
        points=int(points.rstrip("x")),
        holes=int(holes.rstrip("x")),
        points_cut=points.endswith("x"),
        holes_cut=holes.endswith("x"),
    )
