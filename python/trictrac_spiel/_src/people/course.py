"""A game as it goes: its turns with the reasons of every mark, kept up with each action."""

from dataclasses import dataclass, replace

import pyspiel

from trictrac_spiel._src.people.language import gettext as _
from trictrac_spiel._src.people.sheet import Marque, ended_marque
from trictrac_spiel._src.people.view import BoardView, LastPlay, view_of
from trictrac_spiel._src.position.dice import dice_of
from trictrac_spiel._src.position.position import Position
from trictrac_spiel._src.position.values import Event

DECISIONS = ", "
"""What stands between the decisions of one turn."""

_CLAIM = "Claim "


def claimed_points(decision: str) -> int | None:
    """The points that a decision claims; None if it is none that does."""
    return int(decision.removeprefix(_CLAIM)) if decision.startswith(_CLAIM) else None


@dataclass(frozen=True)
class Turn:
    """A roll and what its player did with it."""

    player: int
    dice: tuple[int, ...]
    """One die when the second one has not fallen yet; none when they lay on the table already."""
    play: str | None
    """Without the dice, such as ``1/7 1/5`` or ``Go``; None when nothing was decided (yet).

    With schools a turn has several decisions, such as ``Claim 4, 1/7 1/5, Claim 0``, of which the
    last one is the other player's.
    """


def decided(turn: Turn, after: BoardView) -> str:
    """What was decided in a turn, fields as the one counts who sits below, without empty claims.

    Args:
      turn: a turn of a game.
      after: the board after it.
    """
    told = []
    for text in turn.play.split(DECISIONS) if turn.play else ():
        points = claimed_points(text)
        if points:
            told.append(_("claim {points}").format(points=points))
        elif points is None and after.last is not None and after.last.steps:
            told.append(after.seen_play(after.last).partition(": ")[2])
        elif points is None:
            told.append(text)
    return DECISIONS.join(told)


@dataclass(frozen=True)
class Happening:
    """A roll or a decision, and the positions before and after it."""

    player: int
    dice: tuple[int, ...]
    """What lies on the table, the higher die first; one die while the second has not fallen."""
    events: tuple[Event, ...]
    """What the roll has scored; none for a decision."""
    play: LastPlay | None
    """The decision; None for a roll."""
    before: str
    """A position text."""
    after: str

    @property
    def is_roll(self) -> bool:
        """Has it been a roll?"""
        return self.play is None

    @property
    def claimed(self) -> int | None:
        """The points that its player has claimed, in a game with schools; None for all else."""
        return None if self.play is None else claimed_points(self.play.text)

    @property
    def is_go(self) -> bool:
        """Has its player gone?"""
        return self.play is not None and self.play.text == "Go"

    @property
    def closes(self) -> bool:
        """Is it the forced Go after which the game is over, and which moves nothing?"""
        before = self.before.split()
        return self.is_go and before[2].startswith("last-go")

    def views(self, player: int = 0) -> tuple[BoardView, BoardView]:
        """The boards before and after it, a player sitting below."""
        return view_of(self.before, player), view_of(self.after, player)


@dataclass(frozen=True)
class Course:
    """A game from its start to one of its moments; an action makes a new course."""

    state: pyspiel.State
    """The moment. It is not to be changed."""
    turns: tuple[Turn, ...] = ()
    reasons: tuple[tuple[Event, ...], ...] = ()
    """The events of each turn's roll."""
    rolls: int = 0
    """How many chance nodes the game has passed."""
    last: Happening | None = None
    last_play: LastPlay | None = None
    sheet: tuple[Marque, ...] = ()
    """The marqués of a written game that have ended."""
    marque_ended: Marque | None = None
    """The one that the last action has ended."""

    @staticmethod
    def of(state: pyspiel.State) -> "Course":
        """The course of a state's history.

        Raises:
          TrictracError: this is no state of Trictrac.
        """
        Position.of(state)  # which refuses what is none
        started = state.starting_state()
        course = Course(
            state.get_game().new_initial_state() if started is None else started.clone()
        )
        for taken in state.full_history():
            course = course.after(taken.action)
        return course

    def after(self, action: int) -> "Course":
        """The course with one more legal action, of chance or of a player."""
        position = Position.of(self.state)
        chance = self.state.is_chance_node()
        state = self.state.clone()
        state.apply_action(action)
        ended = ended_marque(position, Position.of(state))
        now = replace(
            self,
            state=state,
            sheet=self.sheet if ended is None else (*self.sheet, ended),
            marque_ended=ended,
        )
        return now._rolled(self, position, action) if chance else now._decided(position, action)

    def view(
        self, player: int = 0, names: tuple[str, str] | None = None, reader: int | None = None
    ) -> BoardView:
        """The board at this moment with the last play."""
        view = view_of(Position.of(self.state), player, names)
        return replace(view, last=self.last_play, reader=reader)

    def _rolled(self, before: "Course", position: Position, action: int) -> "Course":
        lying = position.dice
        dice = tuple(sorted([*lying, *dice_of(action, before.state)], reverse=True))
        events = tuple(position.events(dice)) if len(dice) == 2 else ()
        completed = 1 if lying else 0  # The turn that has half of these dice.
        kept = len(self.turns) - completed
        return replace(
            self,
            turns=(*self.turns[:kept], Turn(position.mover, dice, None)),
            reasons=(*self.reasons[:kept], events),
            rolls=self.rolls + 1,
            last=Happening(
                position.mover, dice, events, None, position.text, Position.of(self.state).text
            ),
        )

    def _decided(self, position: Position, action: int) -> "Course":
        text = position.action_text(action)
        dice, colon, played = text.partition(": ")
        decided = played if colon else dice
        now = self.turns[-1] if self.turns else None
        if now is not None and now.play is None:  # The turn waits for its play.
            turns = (*self.turns[:-1], replace(now, play=decided))
        elif now is not None and self.last is not None and not self.last.is_roll:
            # With schools several decisions belong to one roll.
            turns = (*self.turns[:-1], replace(now, play=f"{now.play}{DECISIONS}{decided}"))
        else:  # The game begins with dice on the table.
            turns = (*self.turns, Turn(position.current_player, (), decided))
        reasons = (*self.reasons, ()) if len(turns) > len(self.turns) else self.reasons
        claims = text.startswith(_CLAIM)
        steps = () if claims else position.steps(action)
        play = LastPlay(position.current_player, text, steps)
        return replace(
            self,
            turns=turns,
            reasons=reasons,
            last=Happening(
                position.current_player,
                position.dice,
                (),
                play,
                position.text,
                Position.of(self.state).text,
            ),
            last_play=self.last_play if claims else play,
        )
