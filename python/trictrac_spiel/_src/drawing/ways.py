"""The ways in which a roll scores, as arrows: which checker, by which die, to which target."""

from collections.abc import Iterable
from typing import Any

from trictrac_spiel._src.drawing.arrows import Arrow
from trictrac_spiel._src.people.view import BoardView

_FOR_THE_OTHER = "#e0523a"  # a false hit scores for the other player
_MOST = 8  # more arrows than that explain nothing


def arrows_of(events: Iterable[Any], view: BoardView, roller: int) -> list[Arrow]:
    """The arrows of a roll's events.

    Args:
      events: with ``jan``, ``to`` and ``ways_detail``, fields in the roller's numbering.
      view: the board that the arrows are for.
      roller: whose dice they are.
    """
    arrows: dict[tuple[int, int, str], Arrow] = {}
    for event in events:
        for way in getattr(event, "ways_detail", None) or ():
            for move in way:
                if move["from"] is None or move["to"] is None:
                    continue
                start = view.seen_field(roller, move["from"])
                end = view.seen_field(roller, move["to"])
                label = "+".join(map(str, move["dice"]))
                arrows[start, end, label] = Arrow(
                    start,
                    end,
                    label,
                    None if event.to == "mover" else _FOR_THE_OTHER,
                    title=f"{event.jan.replace('_', ' ')}: {event.points}",
                    below=roller == view.player,
                )
    return list(arrows.values())[:_MOST]


def lit_fields(events: Iterable[Any], view: BoardView, roller: int) -> list[int]:
    """The fields of hit checkers."""
    return [view.seen_field(roller, event.field) for event in events if event.field is not None]
