"""A game as a series of pictures: the beginning, then each roll and each play."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass, replace

from trictrac_spiel._src.drawing.arrows import Arrow
from trictrac_spiel._src.drawing.ways import arrows_of, lit_fields
from trictrac_spiel._src.people.commentary import Speaker, marks
from trictrac_spiel._src.people.course import Course, decided
from trictrac_spiel._src.people.grammar import called
from trictrac_spiel._src.people.records import SEATS, GameRecord
from trictrac_spiel._src.people.sheet import told_marque
from trictrac_spiel._src.people.view import BoardView


@dataclass(frozen=True)
class Frame:
    """One picture of a game, with what is to be told beside it."""

    turn: int
    """From 1; 0 at the beginning."""
    caption: str
    lines: tuple[str, ...]
    """Why points were marked, and what that did to the score."""
    view: BoardView
    arrows: tuple[Arrow, ...] = ()
    """The ways in which a roll scores."""
    lit: tuple[int, ...] = ()
    """The fields of hit checkers."""


def frames(record: GameRecord, first: int = 1, last: int | None = None) -> Iterator[Frame]:
    """The pictures of turns `first` to `last` of a record, after one of what was before them.

    Raises:
      TrictracError: a turn is against the rules; the message says which.
    """
    names = _names(record)
    before = Course(record.initial_state()).view(names=names)
    if first == 1:
        yield Frame(0, "", (), before)
    for number, (turn, rolled, after) in enumerate(record.courses(), 1):
        middle, end = rolled.view(names=names), after.view(names=names)
        if number == first - 1:
            yield Frame(number, "", (), end)
        elif first <= number <= (last or number):
            caption = f"{called(SEATS[turn.player])}  {'-'.join(map(str, turn.dice))}"
            if turn.dice:
                speaker = Speaker(
                    SEATS[turn.player],
                    SEATS[1 - turn.player],
                    functools.partial(middle.seen_field, turn.player),
                )
                lines = speaker.sentences(rolled.reasons[-1])
                for player in (turn.player, 1 - turn.player):
                    lines += marks(before, middle, player, SEATS)
                found = rolled.reasons[-1]
                arrows = tuple(arrows_of(found, middle, turn.player))
                lit = tuple(lit_fields(found, middle, turn.player))
                # The arrows of the play before would stand between those of the ways.
                board = replace(middle, last=None) if arrows else middle
                yield Frame(number, caption, tuple(lines), board, arrows, lit)
            if turn.play is not None:
                # The roller marks after his roll only what he has claimed.
                lines = marks(middle, end, turn.player, SEATS)
                lines += marks(middle, end, 1 - turn.player, SEATS)
                if after.marque_ended is not None:
                    lines.append(told_marque(after.marque_ended, SEATS))
                yield Frame(number, f"{caption}: {decided(turn, end)}", tuple(lines), end)
        before = end


def _names(record: GameRecord) -> tuple[str, str]:
    white, black = (
        seat if name in (seat, "human") else f"{called(seat)} ({name})"
        for seat, name in zip(SEATS, record.names, strict=True)
    )
    return white, black
