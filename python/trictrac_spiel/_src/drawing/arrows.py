"""Arrows over the drawn board: curves with a head, laid so that they go round the checkers."""

import itertools
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from trictrac_spiel._src.drawing import geometry
from trictrac_spiel._src.drawing.geometry import Place
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.people.view import FIELDS, BoardView

_HEAD = 17  # length
_ROOM = 4  # between an arrow and what it goes round
_AT = 22  # so near is at an end of an arrow
_COLOR = re.compile(r"[a-z]{1,30}|#[0-9a-f]{3}(?:[0-9a-f]{3})?", re.IGNORECASE)
_SAMPLES = 40
_PLAIN = 12  # of the flattest curves, which are tried first
_SHARES = (0.5, 0.65, 0.8, 0.95, 1.1, 1.3, 1.5, 1.9, 2.4)
# How far a curve across the board goes straight on at its two ends, from the flattest.
_BENDS = sorted(itertools.product(_SHARES, repeat=2), key=sum)


@dataclass(frozen=True)
class Arrow:
    """An arrow from one field to another, in the numbering of the player who sits below.

    Attributes:
      start: 1 to 24.
      end: 1 to 24, or 0 for off the board.
      label: a few letters in the middle of the arrow, such as the die that it stands for.
      color: a colour of SVG; the theme's own by default.
      title: what is told when a pointer rests on it.
      below: whose checker it is: of the player below, which decides where it leaves the board.
    """

    start: int
    end: int
    label: str = ""
    color: str | None = None
    title: str = ""
    below: bool = True

    @staticmethod
    def of(given: "Arrow | Sequence[int]") -> "Arrow":
        """An arrow from what a caller gives, which may be a pair of fields.

        Raises:
          TrictracError: it leads from or to no field, or its colour is none.
        """
        if not isinstance(given, Arrow):
            pair = tuple(given) if isinstance(given, Iterable) else ()
            if len(pair) != 2:
                raise TrictracError(f"{given!r} is no arrow: a pair of fields or an Arrow")
            given = Arrow(*pair)
        field(given.start)
        if given.end != 0:
            field(given.end)
        color(given.color)
        return given


def field(number: object) -> int:
    """A field, checked.

    Raises:
      TrictracError: there is no such field.
    """
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= FIELDS:
        raise TrictracError(f"{number!r} is no field: fields are 1 to {FIELDS}")
    return number


def color(name: object) -> str | None:
    """A colour, checked: nothing else can come into the picture through it.

    Raises:
      TrictracError: it is none.
    """
    if name is None:
        return None
    if not isinstance(name, str) or not _COLOR.fullmatch(name):
        raise TrictracError(f"{name!r} is no colour: a name such as gold, or such as #d02020")
    return name


@dataclass(frozen=True)
class Route:
    """The way of an arrow: a cubic curve, then a head that points straight on."""

    curve: tuple[Place, Place, Place, Place]
    tip: Place

    @property
    def path(self) -> str:
        """As the attribute ``d`` of a path."""
        start, *rest = (f"{x:.1f} {y:.1f}" for x, y in self.curve)
        return f"M{start}C{' '.join(rest)}"

    @property
    def head(self) -> str:
        """The head's triangle, as the attribute ``d`` of a path."""
        (x, y), (base_x, base_y) = self.tip, self.curve[3]
        side_x, side_y = (base_y - y) * 0.5, (x - base_x) * 0.5
        return (
            f"M{x:.1f} {y:.1f}L{base_x + side_x:.1f} {base_y + side_y:.1f}"
            f"L{base_x - side_x:.1f} {base_y - side_y:.1f}Z"
        )

    def at(self, share: float) -> Place:
        """The point after a share of the way, 0 to 1."""
        return _point(self.curve, share)

    def stays_inside(self) -> bool:
        """Does it stay on the felt?"""
        ys = [self.at(index / _SAMPLES)[1] for index in range(_SAMPLES + 1)]
        return min(ys) > geometry.TOP and max(ys) < geometry.BOTTOM

    def touches(self, obstacles: Iterable[tuple[float, float, float]]) -> bool:
        """Does it touch one of these circles (x, y, radius)?"""
        points = [_point(self.curve, index / _SAMPLES) for index in range(_SAMPLES + 1)]
        ends = (self.curve[0], self.tip)
        # What an arrow begins or ends at is no obstacle to it there.
        between = [point for point in points if all(math.dist(point, end) > _AT for end in ends)]
        return any(
            math.dist(point, (x, y)) < radius + _ROOM
            for x, y, radius in obstacles
            for point in between
        )


def route(view: BoardView, start: Place, arrow: Arrow) -> Route:
    """The shortest curve that goes round all checkers, and round tokens and dice if it can.

    Args:
      view: what lies on the board.
      start: where the arrow begins.
      arrow: where it leads to.
    """
    checkers, others = list(_checkers(view)), list(_tokens_and_dice(view))
    found = [candidate for candidate in _routes(view, start, arrow) if candidate.stays_inside()]
    # A curve across a die is better than one that goes far round it.
    for candidates in (found[:_PLAIN], found):
        for obstacles in (checkers + others, checkers):
            for candidate in candidates:
                if not candidate.touches(obstacles):
                    return candidate
    return found[-1]


def _routes(view: BoardView, start: Place, arrow: Arrow) -> Iterator[Route]:
    """Curves from the flattest to the highest."""
    x, y = start
    _, inward = geometry.side(arrow.start)
    if arrow.end == 0:
        to_x, to_y = geometry.tray(arrow.below, view.off(_owner(view, arrow)))
        tip = (to_x + 20, to_y)
        for rise in range(30, 241, 15):
            yield Route(((x, y), (x, y + inward * rise), (to_x + 90, to_y), (to_x + 37, to_y)), tip)
        return
    top_x, top_y = geometry.pile_top(view, arrow.end)
    _, to_inward = geometry.side(arrow.end)
    tip = (top_x, top_y + to_inward * 2)
    foot = (top_x, tip[1] + to_inward * _HEAD)
    if inward == to_inward:
        highest = max(y * inward, foot[1] * inward) * inward
        for rise in range(25, 420, 15):
            level = highest + inward * rise
            yield Route(((x, y), (x, level), (top_x, level), foot), tip)
    else:
        gap = foot[1] - y
        for share, to_share in _BENDS:
            bends = (x, y + gap * share), (top_x, foot[1] - gap * to_share)
            yield Route(((x, y), *bends, foot), tip)


def _owner(view: BoardView, arrow: Arrow) -> int:
    return view.player if arrow.below else 1 - view.player


def _checkers(view: BoardView) -> Iterator[tuple[float, float, float]]:
    for number in range(1, FIELDS + 1):
        edge, inward = geometry.side(number)
        for distance in geometry.pile(abs(view.count(number))):
            yield geometry.column(number), edge + inward * distance, geometry.CHECKER


def _tokens_and_dice(view: BoardView) -> Iterator[tuple[float, float, float]]:
    for player in (0, 1):
        yield *geometry.token(player == view.player, view.scores[player].points), geometry.TOKEN
    for index in range(len(view.dice)):
        place = geometry.dice(view.mover == view.player, index, len(view.dice))
        yield *place, geometry.DIE * 0.6


def _point(curve: Sequence[Place], share: float) -> Place:
    rest = 1 - share
    weights = (rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3)
    return (
        sum(weight * place[0] for weight, place in zip(weights, curve, strict=True)),
        sum(weight * place[1] for weight, place in zip(weights, curve, strict=True)),
    )
