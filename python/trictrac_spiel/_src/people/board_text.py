"""The board as text: 80 columns, in Unicode or ASCII, with colours for terminals that have them."""

from typing import TYPE_CHECKING, NamedTuple

import pyspiel

from trictrac_spiel._src.people.grammar import called
from trictrac_spiel._src.people.language import gettext as _
from trictrac_spiel._src.people.language import ngettext
from trictrac_spiel._src.people.prose import wrapped
from trictrac_spiel._src.people.view import FIELDS, BoardView, view_of

if TYPE_CHECKING:
    from trictrac_spiel._src.position.engine import Engine

_ROWS = 5  # of checkers; the last one shows the size of a larger pile
_CELL = 4  # columns of a field
_PEGS = 12
_WIDTH = 80


class _Signs(NamedTuple):
    """The characters of a drawing."""

    checkers: str
    """Of players 0 and 1."""
    tokens: str
    arrows_below: str
    """Of odd and even fields."""
    arrows_above: str
    horizontal: str
    vertical: str
    corners: str
    """Left, middle and right of the upper edge, then of the lower one."""
    peg_hole: str
    flag: str


_UNICODE = _Signs("○●", "◇◆", "△▲", "▽▼", "─", "│", "┌┬┐└┴┘", "∘", "⚑")
_ASCII = _Signs("OX", "**", "^:", "v:", "-", "|", "++++++", ".", "P")

_DIM, _YELLOW = "2", "1;33"
_PLAYER_STYLES = ("1;97", "1;31")


def board_text(
    state: "pyspiel.State | Engine | str",
    *,
    player: int = 0,
    names: tuple[str, str] | None = None,
    unicode: bool = True,
    color: bool = False,
) -> str:
    """Draws the board, all marks and the last play in at most 80 columns.

    The checkers are ``○`` and ``●`` (ASCII: ``O`` and ``X``) for players 0 and 1. Pegs in the
    edge count holes; a token (``◇``, ``◆``, ASCII ``*``) before a field counts that many points,
    a doubled one will bring two holes.

    Args:
      state: a state of the game, an ``Engine`` or a position text.
      player: who sits below, 0 or 1. Fields are numbered as this player counts them.
      names: what to call players 0 and 1; White and Black by default.
      unicode: use more than ASCII.
      color: use ANSI escape sequences.
    """
    return draw(view_of(state, player, names), unicode=unicode, color=color)


def draw(
    view: BoardView, *, unicode: bool = True, color: bool = False, columns: int = _WIDTH
) -> str:
    """Draws a view; in fewer than 80 columns, 60 at least, the marks stand above and below."""
    return _Drawing(view, _UNICODE if unicode else _ASCII, color, columns).text()


class _Drawing:
    def __init__(self, view: BoardView, signs: _Signs, color: bool, columns: int) -> None:
        self._view = view
        self._columns = columns
        self._signs = signs
        self._color = color
        last = view.last
        self._arrived = (
            set()
            if last is None
            else {view.seen_field(last.player, to) for _, to in last.steps if to}
        )

    def text(self) -> str:
        above, below = range(FIELDS, 12, -1), range(1, 13)
        upper, lower = 1 - self._view.player, self._view.player
        lines = [
            self._edge(upper, 0),
            *(self._row(above, row) for row in range(_ROWS)),
            self._tokens(upper),
            self._dice(),
            self._tokens(lower),
            *(self._row(below, row) for row in reversed(range(_ROWS))),
            self._edge(lower, 3),
        ]
        board = [f"   {line}" for line in lines]
        head, foot = self._notes(upper), self._notes(lower)
        if self._columns >= _WIDTH:
            rows = range(len(board))
            beside = dict(zip(rows[1:], head, strict=False))
            beside |= dict(zip(rows[-1 - len(foot) : -1], foot, strict=True))
            board = [f"{line}  {beside.get(row, '')}".rstrip() for row, line in enumerate(board)]
            head = foot = []
        story = [wrapped(sentence, self._columns) for sentence in self._view.story()]
        numbered = [self._numbers(above), *board, self._numbers(below)]
        return "\n".join([*self._lines(head), *numbered, *self._lines(foot), *story])

    def _lines(self, notes: list[str]) -> list[str]:
        """A player's notes in lines of their own: the name and the score, then what is rare."""
        if not notes:
            return []
        name, holes, points, *rare = (note.strip() for note in notes)
        lines = [f"{name}: {holes}, {points}"]
        return [*lines, "  " + ", ".join(rare)] if rare else lines

    def _paint(self, text: str, style: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self._color else text

    def _numbers(self, fields: range) -> str:
        cells = [f"{field:>{_CELL}}" for field in fields]
        return "   " + "".join(cells[:6]) + "  " + "".join(cells[6:])

    def _edge(self, player: int, corner: int) -> str:
        """A rail with its peg holes; hole 0, the start, stands before the first field."""
        view, signs = self._view, self._signs
        holes = view.scores[player].holes
        # Beyond twelve holes the peg starts another round.
        place = (holes - 1) % _PEGS + 1 if holes else 0
        peg = self._paint(signs.checkers[player], _PLAYER_STYLES[player])
        marks = [peg if field == place else signs.peg_hole for field in range(_PEGS + 1)]
        cells = [signs.horizontal * (_CELL - 1) + mark for mark in marks[1:]]
        left, middle, right = list(signs.corners[corner : corner + 3])
        flag = self._paint(signs.flag, _YELLOW) if view.flag == player else signs.horizontal
        start = marks[0] + flag + cells[0][2:]
        return (
            left
            + start
            + "".join(cells[1:6])
            + signs.horizontal
            + middle
            + "".join(cells[6:])
            + signs.horizontal
            + right
        )

    def _row(self, fields: range, row: int) -> str:
        cells = [" " * (_CELL - 2) + self._cell(field, row) for field in fields]
        wall = self._signs.vertical
        return f"{wall}{''.join(cells[:6])} {wall}{''.join(cells[6:])} {wall}"

    def _cell(self, field: int, row: int) -> str:
        """Two columns of a field, `row` checkers away from the edge."""
        signed = self._view.count(field)
        count = abs(signed)
        if row == _ROWS - 1 and count > _ROWS:
            sign = f"{count:>2}"
        elif row < count:
            owner = self._view.player if signed > 0 else 1 - self._view.player
            sign = " " + self._signs.checkers[owner]
        elif row == 0:
            arrows = self._signs.arrows_below if field <= 12 else self._signs.arrows_above
            return " " + self._paint(arrows[field % 2 - 1], _DIM)
        else:
            return "  "
        owner = self._view.player if signed > 0 else 1 - self._view.player
        moved = field in self._arrived and row == min(count, _ROWS) - 1
        return self._paint(sign, _YELLOW if moved else _PLAYER_STYLES[owner])

    def _tokens(self, player: int) -> str:
        """The line before the arrows' tips, where a token counts the points."""
        score = self._view.scores[player]
        token = self._signs.tokens[player] * (2 if self._view.has_double_token(player) else 1)
        cells = [" " * _CELL] * 12
        place = max(score.points, 1) - 1
        # Without points the token waits at the talon's end of the board.
        cell = f"{token:<{_CELL}}" if score.points == 0 else f"{token:>{_CELL}}"
        cells[place] = cell.replace(token, self._paint(token, _PLAYER_STYLES[player]))
        wall = self._signs.vertical
        return f"{wall}{''.join(cells[:6])} {wall}{''.join(cells[6:])} {wall}"

    def _dice(self) -> str:
        half = 6 * _CELL + 1
        wall = self._signs.vertical
        dice = " ".join(f"[{number}]" for number in self._view.dice)
        shown = self._paint(dice, _PLAYER_STYLES[self._view.mover]) if dice else ""
        room = half - len(dice)
        cast = " " * (room // 2) + shown + " " * (room - room // 2)
        halves = [" " * half, cast]
        if self._view.mover != self._view.player:
            halves.reverse()
        return f"{wall}{halves[0]}{wall}{halves[1]}{wall}"

    def _notes(self, player: int) -> list[str]:
        """What stands beside a player's side of the board, at most 22 columns wide."""
        view = self._view
        score = view.scores[player]
        sign = self._paint(self._signs.checkers[player], _PLAYER_STYLES[player])
        notes = [f"{sign} {called(view.names[player])[:20]}"]
        if view.written is None:
            holes = ngettext("{holes} of {target} hole", "{holes} of {target} holes", view.target)
            notes.append("  " + holes.format(holes=score.holes, target=view.target))
        else:
            holes = ngettext("{holes} hole", "{holes} holes", score.holes)
            notes.append("  " + holes.format(holes=score.holes))
        points = ngettext("{points} point", "{points} points", score.points)
        if view.counts_double(player):
            points = _("{points} points, double")
        notes.append("  " + points.format(points=score.points))
        if view.flag == player:
            notes.append("  " + self._paint(_("holds the flag"), _YELLOW))
        if off := view.off(player):
            notes.append("  " + _("{number} off the board").format(number=off))
        if view.written is not None:
            wins, tokens = view.written.wins[player], view.written.tokens[player]
            won = ngettext("{won} marqué, {tokens:+}", "{won} marqués, {tokens:+}", wins)
            notes.append("  " + won.format(won=wins, tokens=tokens))
        return notes
