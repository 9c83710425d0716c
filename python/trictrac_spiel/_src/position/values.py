"""What the engine answers with: events, plays and scores, as plain values."""

import dataclasses
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Side:
    """One player's score towards the next hole.

    ``bredouille`` is true while the present points are uninterrupted. A question ignores it at 0
    points; an answer says false there.
    """

    points: int = 0
    holes: int = 0
    bredouille: bool = True


@dataclass(frozen=True)
class Event:
    """A reason for points: which jan, in how many ways, and who marks them.

    Attributes:
      jan: what scores, such as ``small_jan_filled``.
      ways: in how many ways.
      points: what they bring together.
      to: who marks them, ``mover`` or ``opponent``.
      field: where the hit checker stands, in the roller's numbering, else None.
      ways_detail: the ways one by one, each a list of what checkers do in it: ``from``, ``dice``
        (one number, or both for their sum), ``rests`` (the fields between) and ``to``; ``from`` and
        ``to`` are None where no checker is meant, ``to`` is 0 for off the board.
    """

    jan: str
    ways: int
    points: int
    to: str
    field: int | None
    ways_detail: list[list[dict[str, Any]]] = dataclasses.field(
        default_factory=list, repr=False, hash=False
    )


@dataclass(frozen=True)
class Play:
    """A legal play: action id, text, and steps ``(from, to)`` with ``to`` 0 for off the board."""

    action: int
    text: str
    steps: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class WrittenScore:
    """How the marqués of a written game stand; pairs are player 0's and player 1's."""

    marque: int
    """The number of the present marqué, from 1; after the last one, its number."""
    refaits: int
    """Refaits since the last marqué that was won."""
    starter: int
    """Who rolled first in the present marqué, 0 or 1."""
    wins: tuple[int, int]
    """Marqués won."""
    tokens: tuple[int, int]
    """After the game, what they are when it is settled."""
