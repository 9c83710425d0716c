"""What a drawing shows of a state, as plain values; the rules stay in the engine."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pyspiel

from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.people.grammar import YOU, told
from trictrac_spiel._src.people.harmless import harmless
from trictrac_spiel._src.people.language import gettext as _
from trictrac_spiel._src.position.game import play_steps, play_text, replay
from trictrac_spiel._src.position.position import Position
from trictrac_spiel._src.position.values import WrittenScore

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
    """``roll``, ``claim``, ``hold-or-go``, ``move``, ``claim-received``, ``last-go``, ``over``."""
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
    written: WrittenScore | None = None
    """How the marqués of a written game stand."""
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
            if self.written is not None and not any(score.holes for score in self.scores):
                # Whoever goes has made a hole, unless a new marqué has begun with it.
                went = told(
                    name, _("{name} went, for a new marqué"), _("You went, for a new marqué")
                )
                return [went, self.status()]
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
            case "claim":
                return told(
                    mover,
                    _("{name} claims the points of {dice}"),
                    _("You claim the points of {dice}"),
                    dice=dice,
                )
            case "claim-received":
                return told(
                    self._called(1 - self.mover),
                    _("{name} claims what {dice} has left to him"),
                    _("You claim what {dice} has left to you"),
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
    state: "pyspiel.State | Engine | Position | str",
    player: int = 0,
    names: tuple[str, str] | None = None,
) -> BoardView:
    """The view of a state, a ``Position``, an ``Engine`` or a position text.

    Args:
      state: what to look at; only a ``pyspiel.State`` knows the last play.
      player: who sits below.
      names: what to call players 0 and 1.

    Raises:
      TrictracError: there is no such player, or the text is no position.
    """
    if player not in (0, 1):
        raise TrictracError(f"player {player!r} does not exist: players are 0 and 1")
    called = _checked_names(names)
    position = Position.from_text(state) if isinstance(state, str) else Position.of(state)
    view = _read(position, player, called)
    if isinstance(state, pyspiel.State):
        return replace(view, last=last_play(state))
    return view


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


def _read(position: Position, player: int, names: tuple[str, str]) -> BoardView:
    board = position.board
    white, black = zip(
        position.points,
        position.holes,
        position.bredouille,
        position.grande_bredouille,
        strict=True,
    )
    return BoardView(
        text=position.text,
        player=player,
        mover=position.mover,
        phase=position.phase,
        dice=position.dice,
        counts=board if player == 0 else tuple(-count for count in reversed(board)),
        scores=(_score(*white), _score(*black)),
        flag=position.flag,
        target=position.target,
        first_roll=position.first_roll,
        winner=position.outcome[0],
        names=names,
        last=None,
        written=position.written,
    )


def _score(points: int, holes: int, bredouille: bool, grande_bredouille: bool) -> Score:
    return Score(points, holes, points_cut=not bredouille, holes_cut=not grande_bredouille)
