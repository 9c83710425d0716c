"""The sheet of a written game: what each marqué has brought."""

from collections.abc import Sequence
from dataclasses import dataclass

from trictrac_spiel._src.people.grammar import called
from trictrac_spiel._src.people.language import gettext as _
from trictrac_spiel._src.position.position import Position


@dataclass(frozen=True)
class Marque:
    """A marqué that has ended; pairs are player 0's and player 1's."""

    number: int
    """From 1; a refait has the number of the marqué that is played again."""
    holes: tuple[int, int]
    winner: int | None
    """None for a refait."""
    tokens: tuple[int, int]
    """What it has brought; after the last one, with what was settled at the end."""


def ended_marque(before: Position, after: Position) -> Marque | None:
    """The marqué that ended between two positions of a game, if one did."""
    old, new = before.written, after.written
    if old is None or new is None or (old.wins, old.refaits) == (new.wins, new.refaits):
        return None
    won = [now > then for then, now in zip(old.wins, new.wins, strict=True)]
    white, black = (now - then for then, now in zip(old.tokens, new.tokens, strict=True))
    winner = won.index(True) if any(won) else None
    return Marque(old.marque, before.holes, winner, (white, black))


def sheet_lines(sheet: Sequence[Marque], names: Sequence[str]) -> list[str]:
    """The sheet as lines of a table, the sums below."""
    white, black = (called(name) for name in names)
    tokens = _("tokens")
    rows: list[tuple[str, ...]] = [
        (_("marqué"), _("holes"), _("won by"), f"{tokens} {white}", black)
    ]
    for marque in sheet:
        by = _("refait") if marque.winner is None else (white, black)[marque.winner]
        holes = f"{marque.holes[0]} : {marque.holes[1]}"
        rows.append((str(marque.number), holes, by, *(f"{paid:+}" for paid in marque.tokens)))
    sums = [sum(marque.tokens[player] for marque in sheet) for player in (0, 1)]
    rows.append((_("together"), "", "", *(f"{total:+}" for total in sums)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
