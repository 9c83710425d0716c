"""The sheet of a written game: what each marqué has brought."""

from collections.abc import Sequence
from dataclasses import dataclass

from trictrac_spiel._src.people.grammar import called, told
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
    """What it has brought, before anything is settled at the end."""


def ended_marque(before: Position, after: Position) -> Marque | None:
    """The marqué that ended between two positions of a game, if one did."""
    old, new = before.written, after.written
    if old is None or new is None or (old.wins, old.refaits) == (new.wins, new.refaits):
        return None
    if after.is_over and "settlement" in before.options:
        # Of the last one, what is paid for itself: the queue and the paris are a line of their own.
        unsettled = Position.from_text(before.text.replace(" settlement=full", ""))
        return ended_marque(unsettled, unsettled.apply("Go"))
    won = [now > then for then, now in zip(old.wins, new.wins, strict=True)]
    white, black = (now - then for then, now in zip(old.tokens, new.tokens, strict=True))
    winner = won.index(True) if any(won) else None
    return Marque(old.marque, before.holes, winner, (white, black))


def left_marque(position: Position) -> Marque | None:
    """The marqué that a Go would end now, with what it would bring; None when it ends none."""
    if position.written is None or position.phase != "hold-or-go":
        return None
    return ended_marque(position, position.apply("Go"))


def settled(sheet: Sequence[Marque], tokens: Sequence[int]) -> tuple[int, int]:
    """What the tokens hold beyond the marqués on the sheet: the settlement, or an earlier part."""
    white, black = (tokens[player] - sum(m.tokens[player] for m in sheet) for player in (0, 1))
    return white, black


def leaving(marque: Marque, player: int) -> str:
    """What it means for a player to end a marqué by going, as a sentence for him."""
    own, other = marque.holes[player], marque.holes[1 - player]
    if marque.winner is None:
        going = _(
            "To go ends the marqué, {own} holes to {other}: a refait, nobody wins, and it is "
            "played again."
        )
    elif marque.winner == player:
        going = _("To go ends the marqué, {own} holes to {other}: you win {tokens} tokens.")
    else:
        going = _("To go ends the marqué, {own} holes to {other}: you lose {tokens} tokens.")
    return going.format(own=own, other=other, tokens=abs(marque.tokens[player]))


def told_marque(marque: Marque, names: Sequence[str]) -> str:
    """What a marqué that has ended brought, as a sentence; `names` as in `grammar.told`."""
    if marque.winner is None:
        again = _("A refait, {own} holes each: nobody is paid, and the marqué is played again.")
        return again.format(own=marque.holes[0])
    return told(
        names[marque.winner],
        _("{name} wins the marqué, {own} holes to {other}, and {tokens} tokens."),
        _("You win the marqué, {own} holes to {other}, and {tokens} tokens."),
        own=marque.holes[marque.winner],
        other=marque.holes[1 - marque.winner],
        tokens=marque.tokens[marque.winner],
    )


def is_settled(position: Position) -> bool:
    """Have queue and paris been settled?"""
    return position.is_over and position.options.get("settlement") == "full"


def sheet_lines(
    sheet: Sequence[Marque],
    names: Sequence[str],
    tokens: Sequence[int] | None = None,
    *,
    is_settled: bool = False,
) -> list[str]:
    """The sheet as lines of a table, the sums below.

    Args:
      sheet: the marqués that have ended.
      names: of players 0 and 1.
      tokens: all that they have; by default what is on the sheet.
      is_settled: whether queue and paris are among them.
    """
    white, black = (called(name) for name in names)
    rows: list[tuple[str, ...]] = [
        (_("marqué"), _("holes"), _("won by"), f"{_('tokens')} {white}", black)
    ]
    for marque in sheet:
        by = _("refait") if marque.winner is None else (white, black)[marque.winner]
        holes = f"{marque.holes[0]} : {marque.holes[1]}"
        rows.append((str(marque.number), holes, by, *(f"{paid:+}" for paid in marque.tokens)))
    if tokens is None:
        tokens = [sum(marque.tokens[player] for marque in sheet) for player in (0, 1)]
    rest = settled(sheet, tokens)
    if rest != (0, 0):
        what = _("settled") if is_settled else _("before")
        row = (what, "", "", *(f"{paid:+}" for paid in rest))
        rows.insert(len(rows) if is_settled else 1, row)
    rows.append((_("together"), "", "", *(f"{total:+}" for total in tokens)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
