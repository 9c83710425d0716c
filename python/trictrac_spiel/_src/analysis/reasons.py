"""Why one play is better than another, in words: what can be seen on the board after them."""

from collections.abc import Iterator

from trictrac_spiel import _engine
from trictrac_spiel._src.people.language import gettext as _
from trictrac_spiel._src.people.language import ngettext
from trictrac_spiel._src.position.position import Position

_CORNER = 12
_BIG_JAN = range(7, 13)
_RETURN_JAN = range(19, 25)
_HIT_WORTH_NAMING = 0.3
"""Points on average."""


def reasons(position: Position, better: int, other: int) -> list[str]:
    """What speaks for an action against another one, most important first; may be nothing.

    Args:
      position: a decision.
      better: a legal action.
      other: another one.
    """
    if better == 1 or other == 1:
        return [
            _("a new setting is worth more") if better == 1 else _("the position is worth more")
        ]
    player = position.mover
    return list(_differences(player, position.apply(better), position.apply(other)))


def _differences(player: int, better: Position, other: Position) -> Iterator[str]:
    given, given_by_other = _hits(better, 1 - player), _hits(other, 1 - player)
    if given < given_by_other - _HIT_WORTH_NAMING:
        yield _("leaves fewer hits: {fewer:.1f} points on average, not {more:.1f}").format(
            fewer=given, more=given_by_other
        )
    own, own_of_other = _own(better, player), _own(other, player)
    if own.get(_CORNER, 0) >= 2 > own_of_other.get(_CORNER, 0):
        yield _("holds the rest corner")
    for jan, name in ((_BIG_JAN, _("big jan")), (_RETURN_JAN, _("return jan"))):
        lacking, lacking_of_other = _lacking(own, jan), _lacking(own_of_other, jan)
        if lacking < lacking_of_other and lacking <= 4:
            if lacking == 0:
                yield _("keeps or fills the {jan}").format(jan=name)
            else:
                lacks = ngettext(
                    "the {jan} lacks {fewer} checker, not {more}",
                    "the {jan} lacks {fewer} checkers, not {more}",
                    lacking,
                )
                yield lacks.format(jan=name, fewer=lacking, more=lacking_of_other)
    hits, hits_of_other = _hits(better, player), _hits(other, player)
    if hits > hits_of_other + _HIT_WORTH_NAMING:
        yield _("threatens more hits: {more:.1f} points on average, not {fewer:.1f}").format(
            more=hits, fewer=hits_of_other
        )
    back, back_of_other = _furthest_back(own), _furthest_back(own_of_other)
    if back > back_of_other:
        yield _("keeps more in hand: {more} checkers on the first six fields, not {fewer}").format(
            more=back, fewer=back_of_other
        )


def _own(position: Position, player: int) -> dict[int, int]:
    """The player's checkers by field, in his own numbering."""
    counts = position.board if player == 0 else [-count for count in reversed(position.board)]
    return {field: count for field, count in enumerate(counts, 1) if count > 0}


def _lacking(own: dict[int, int], jan: range) -> int:
    return sum(2 - min(own.get(field, 0), 2) for field in jan)


def _furthest_back(own: dict[int, int]) -> int:
    return sum(count for field, count in own.items() if field <= 6)


def _hits(position: Position, roller: int) -> float:
    """Points that a roll of this player would bring by true hits, on average."""
    scored, _given = _engine.hit_prospects(position._value, roller)
    return scored
