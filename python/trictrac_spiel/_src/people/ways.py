"""The ways of a scoring event in words: which checker, by which number or both, to where."""

from collections.abc import Callable, Mapping
from typing import Any

from trictrac_spiel._src.people.language import gettext as _
from trictrac_spiel._src.position.values import Event


def way_sentences(event: Event, field: Callable[[int], int]) -> list[str]:
    """A line for each way of an event that checkers explain.

    Args:
      event: with ``ways_detail``.
      field: the roller's number of a field, as it is to be told.
    """
    lines = []
    for way in event.ways_detail:
        moves = [_move(move, field) for move in way]
        if len(moves) == 2:
            lines.append(_("{one}, and {other}").format(one=moves[0], other=moves[1]))
        elif moves:
            lines.append(moves[0])
    return lines


def _move(move: Mapping[str, Any], field: Callable[[int], int]) -> str:
    dice, start, end, rests = move["dice"], move["from"], move["to"], move["rests"]
    if start is None:
        return _("the number {number}").format(number=dice[0])
    message = _("from {start} to {end} by {numbers}, resting on {rests}")
    if not end:
        message = _("the checker on {start} leaves the board by {numbers}")
    elif len(dice) == 1:
        message = _("from {start} to {end} by the {numbers}")
    elif not rests:
        message = _("from {start} to {end} by {numbers}, both ways barred")
    return message.format(
        start=field(start),
        end=field(end) if end else 0,
        numbers=" + ".join(map(str, dice)),
        rests=_(" or ").join(map(str, sorted(map(field, rests)))),
    )
