"""The board as a picture: an SVG that a notebook shows by itself."""

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

import pyspiel

from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.people.view import FIELDS, BoardView, view_of

if TYPE_CHECKING:
    from trictrac_spiel._src.position.engine import Engine

# Measures of the drawing, whose width is 800; everything else follows from them.
_WIDTH = 800
_PANEL = 62  # a player's line above or below the board
_STATUS = 78
_FRAME = 48  # the rail, with its holes and numbers
_BAR = 26
_FIELD = (_WIDTH - 20 - 2 * _FRAME - _BAR) / 12
_DEPTH = 522  # of the inside of the board
_ARROW = 178
_CHECKER = 25  # radius
_PILE = 208  # how far a pile may reach into the board
_COUNTED = 3  # larger piles show their number
_TOKEN = 12  # radius
_PEGS = 12
_LONGEST_NAME = 15  # letters
_WIDEST = 100_000  # pixels

_TOP = _PANEL + _FRAME  # upper edge of the inside
_BOTTOM = _TOP + _DEPTH
_MIDDLE = _TOP + _DEPTH / 2
_LEFT = 10 + _FRAME
_RIGHT = _WIDTH - 10 - _FRAME
_HEIGHT = _BOTTOM + _FRAME + _PANEL + _STATUS

# Every rule is for this picture only: in a notebook the styles of all pictures meet.
_RULES = {
    "text": "font-family: Georgia, 'DejaVu Serif', 'Times New Roman', serif",
    ".page": "fill: #f5ecd9",
    ".frame": "fill: #5d3a1f; stroke: #2f1c0e; stroke-width: 3",
    ".inlay": "fill: none; stroke: #b98b4e; stroke-width: 1.5",
    ".felt": "fill: #23483b; stroke: #2f1c0e; stroke-width: 2",
    ".light": "fill: #d8bd86; stroke: #8d713d",
    ".dark": "fill: #8c2f22; stroke: #571a12",
    ".corner": "fill: none; stroke: #f6d77a; stroke-width: 2.5",
    ".number": "fill: #f3e3c3; font-size: 22px; text-anchor: middle",
    ".hole": "fill: #26160a; stroke: #8d6436; stroke-width: 1",
    ".p0": "fill: #fbf5e6; stroke: #3b2c1a; stroke-width: 2",
    ".p1": "fill: #231f1d; stroke: #d9c9a8; stroke-width: 2",
    ".r0": "fill: none; stroke: #b3a07c; stroke-width: 1.6",
    ".r1": "fill: none; stroke: #6f6459; stroke-width: 1.6",
    ".t0": "fill: #2b2016",
    ".t1": "fill: #fbf5e6",
    ".count": "font-size: 27px; font-weight: bold; text-anchor: middle",
    ".moved": "fill: none; stroke: #f2a51c; stroke-width: 4.5",
    ".left": "fill: none; stroke: #f2a51c; stroke-width: 2.5; stroke-dasharray: 6 5",
    ".way": "fill: none; stroke: #f2a51c; stroke-width: 3.5; stroke-opacity: .8; "
    "stroke-linecap: round",
    ".name": "fill: #2b2016; font-size: 29px; font-weight: bold",
    ".marks": "fill: #2b2016; font-size: 27px; text-anchor: end",
    ".status": "fill: #2b2016; font-size: 26px; text-anchor: middle",
    ".played": "fill: #5b4a35; font-size: 25px; font-style: italic; text-anchor: middle",
    ".engraved": "fill: #b98b4e; font-size: 21px; letter-spacing: 2px; text-anchor: middle",
    ".pole": "stroke: #d9c9a8; stroke-width: 3.5; stroke-linecap: round",
    ".flag": "fill: #d3202f; stroke: #f5ecd9; stroke-width: 1.5; stroke-linejoin: round",
}
_STYLE = "\n".join(f".trictrac {what} {{ {how} }}" for what, how in _RULES.items())


class Svg(str):
    """The text of an SVG file, which IPython and Jupyter show as a picture."""

    def _repr_svg_(self) -> str:
        return str(self)


def board_svg(
    state: "pyspiel.State | Engine | str",
    *,
    player: int = 0,
    names: tuple[str, str] | None = None,
    width: int | None = None,
) -> Svg:
    """Draws the board with checkers, marks, dice and the last play.

    In a notebook the last line ``board_svg(state)`` shows the picture; ``open(file,
    "w").write(...)`` makes it a file. It can be drawn at every node, also after the game.

    Args:
      state: a state of the game, an ``Engine`` or a position text.
      player: who sits below, 0 or 1. Fields are numbered as this player counts them.
      names: what to call players 0 and 1; White and Black by default.
      width: in pixels; by default the picture takes the room it is given.
    """
    return draw(view_of(state, player, names), width)


def draw(view: BoardView, width: int | None = None) -> Svg:
    """Draws a view."""
    if width is not None:
        _check_width(width)
    size = "" if width is None else f' width="{width}" height="{round(width * _HEIGHT / _WIDTH)}"'
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" class="trictrac" '
        f'viewBox="0 0 {_WIDTH} {_HEIGHT:g}"{size} '
        f'role="img" aria-label="{_quoted(_description(view))}">',
        f"<title>{escape(_description(view))}</title>",
        f"<style>{_STYLE}</style>",
        f'<rect class="page" width="{_WIDTH}" height="{_HEIGHT:g}" rx="10"/>',
        *_board(),
        *_numbers(),
        *_names(),
        *_pegs(view),
        *_checkers(view),
        *_tokens(view),
        *_last_play(view),
        *_dice(view),
        *_panel(view, 1 - view.player, 0),
        *_panel(view, view.player, _BOTTOM + _FRAME),
        *_story(view),
        "</svg>",
    ]
    return Svg("\n".join(parts) + "\n")


def _check_width(width: float) -> None:
    is_number = isinstance(width, (int, float)) and not isinstance(width, bool)
    if not is_number or not 1 <= width <= _WIDEST:
        raise TrictracError(
            f"width is {width!r}, but it must be a number of pixels, 1 to {_WIDEST}"
        )


def _quoted(text: str) -> str:
    return escape(text, {'"': "&quot;"})


def _description(view: BoardView) -> str:
    marks = "; ".join(
        f"{view.names[player]}: {score.holes} holes, {score.points} points"
        for player, score in enumerate(view.scores)
    )
    return f"Trictrac board. {marks}. {view.status()}"


def _story(view: BoardView) -> list[str]:
    """Two lines below everything: what was played last, and what happens next."""
    *played, status = view.story()
    middle, y = _WIDTH / 2, _HEIGHT - 50
    return [
        *(
            f'<text class="played" x="{middle:g}" y="{y:g}">{escape(line)}</text>'
            for line in played
        ),
        f'<text class="status" x="{middle:g}" y="{y + 32:g}">{escape(status)}</text>',
    ]


def _x(field: int) -> float:
    """The middle of a field, counted from the one who sits below."""
    column = field - 1 if field <= 12 else FIELDS - field
    return _LEFT + (column + 0.5) * _FIELD + (_BAR if column >= 6 else 0)


def _side(field: int) -> tuple[float, int]:
    """The edge that a field starts from, and the direction into the board."""
    return (_BOTTOM, -1) if field <= 12 else (_TOP, 1)


def _board() -> list[str]:
    half = 6 * _FIELD
    parts = [
        f'<rect class="frame" x="10" y="{_PANEL}" width="{_WIDTH - 20}" '
        f'height="{_DEPTH + 2 * _FRAME}" rx="8"/>',
        f'<rect class="inlay" x="16" y="{_PANEL + 6}" width="{_WIDTH - 32}" '
        f'height="{_DEPTH + 2 * _FRAME - 12}" rx="5"/>',
    ]
    for left in (_LEFT, _LEFT + half + _BAR):
        parts.append(
            f'<rect class="felt" x="{left:g}" y="{_TOP}" width="{half:g}" height="{_DEPTH}"/>'
        )
    for field in range(1, FIELDS + 1):
        edge, inward = _side(field)
        x, tip = _x(field), edge + inward * _ARROW
        shade = "light" if field % 2 else "dark"
        parts.append(
            f'<path class="{shade}" d="M{x - _FIELD / 2 + 2:g} {edge:g}H{x + _FIELD / 2 - 2:g}'
            f'L{x:g} {tip:g}Z"/>'
        )
        if field in (12, 13):
            parts.append(_corner_mark(x, tip + inward * 15))
    return parts


def _names() -> list[str]:
    """The names of the first and the twelfth field, engraved in the rail beside them."""
    parts = []
    for edge, inward in ((_BOTTOM, -1), (_TOP, 1)):
        for x, y, name in (
            (_LEFT - _FRAME / 2 + 7, edge + inward * 150, "talon"),
            (_RIGHT + _FRAME / 2 + 7, edge + inward * 90, "rest corner"),
        ):
            parts.append(
                f'<text class="engraved" x="{x:g}" y="{y:g}" '
                f'transform="rotate(-90 {x:g} {y:g})">{name}</text>'
            )
    return parts


def _corner_mark(x: float, y: float) -> str:
    """A lozenge beyond the arrow's tip marks a rest corner."""
    return (
        f'<path class="corner" d="M{x:g} {y - 11:g}l11 11l-11 11l-11 -11z">'
        "<title>rest corner</title></path>"
    )


def _numbers() -> list[str]:
    parts = []
    for field in range(1, FIELDS + 1):
        edge, inward = _side(field)
        y = edge - inward * 32 + 7
        parts.append(f'<text class="number" x="{_x(field):g}" y="{y:g}">{field}</text>')
    return parts


def _pegs(view: BoardView) -> list[str]:
    """The holes in the rails: one for the start, beside the talon, and twelve along the arrows."""
    parts = []
    for player in (0, 1):
        score = view.scores[player]
        places = [(_LEFT - _FRAME / 2, _rail(view, player))]
        places += [
            (_x(view.seen_field(player, field)), _rail(view, player))
            for field in range(1, _PEGS + 1)
        ]
        parts += [f'<circle class="hole" cx="{x:g}" cy="{y:g}" r="4.5"/>' for x, y in places]
        # Beyond twelve holes the peg starts another round; the number stands in the panel.
        place = (score.holes - 1) % _PEGS + 1 if score.holes else 0
        x, y = places[place]
        parts.append(
            f"<g><title>{_quoted(view.names[player])}: {score.holes} holes</title>"
            f'<circle class="p{player}" cx="{x:g}" cy="{y:g}" r="10"/>'
            f'<circle class="r{player}" cx="{x:g}" cy="{y:g}" r="4.5"/></g>'
        )
    if view.flag is not None:
        parts += _flag(_LEFT - _FRAME / 2, _rail(view, view.flag), view, view.flag)
    return parts


def _rail(view: BoardView, player: int) -> float:
    return _BOTTOM + 12 if player == view.player else _TOP - 12


def _flag(x: float, y: float, view: BoardView, player: int) -> list[str]:
    inward = -1 if player == view.player else 1
    foot, top = y + inward * 14, y + inward * 84
    cloth = top if inward < 0 else top - 28
    return [
        f"<g><title>{_quoted(view.names[player])} holds the flag</title>"
        f'<path class="pole" d="M{x:g} {foot:g}V{top:g}"/>'
        f'<path class="flag" d="M{x:g} {cloth:g}l20 7l-6 7l6 7l-20 7z"/></g>'
    ]


def _pile(count: int) -> list[float]:
    """How far from the edge the middles of a pile's checkers lie."""
    first = _CHECKER + 3
    if count < 2:
        return [first] * count
    step = min(2 * _CHECKER + 1, (_PILE - first - _CHECKER) / (count - 1))
    return [first + index * step for index in range(count)]


def _checkers(view: BoardView) -> list[str]:
    parts = []
    for field in range(1, FIELDS + 1):
        signed = view.count(field)
        if not signed:
            continue
        owner = view.player if signed > 0 else 1 - view.player
        count = abs(signed)
        edge, inward = _side(field)
        x = _x(field)
        parts.append(f"<g><title>{_quoted(view.names[owner])}: {count} on field {field}</title>")
        for distance in _pile(count):
            y = edge + inward * distance
            parts.append(
                f'<circle class="p{owner}" cx="{x:g}" cy="{y:g}" r="{_CHECKER}"/>'
                f'<circle class="r{owner}" cx="{x:g}" cy="{y:g}" r="{_CHECKER - 7}"/>'
            )
        if count > _COUNTED:
            y = edge + inward * _pile(count)[-1]
            parts.append(
                f'<circle class="p{owner}" cx="{x:g}" cy="{y:g}" r="{_CHECKER}"/>'
                f'<text class="count t{owner}" x="{x:g}" y="{y + 9:g}">{count}</text>'
            )
        parts.append("</g>")
    return parts


def _tokens(view: BoardView) -> list[str]:
    """The tokens that count points, before the tip of the field of that number."""
    parts = []
    for player in (0, 1):
        score = view.scores[player]
        own = player == view.player
        inward = -1 if own else 1
        edge = _BOTTOM if own else _TOP
        y = edge + inward * (_PILE + _TOKEN + 4)
        # A player without points has the token at the end of the board, by the talon.
        x = _LEFT + _TOKEN + 4 if score.points == 0 else _x(score.points)
        spread = (_TOKEN + 1) if view.has_double_token(player) else 0
        parts.append(f"<g><title>{_quoted(_marks(view, player))}</title>")
        for shift in sorted({-spread, spread}):
            parts.append(
                f'<circle class="p{player}" cx="{x + shift:g}" cy="{y:g}" '
                f'r="{_TOKEN}"/><path class="r{player}" '
                f'd="M{x + shift - 5:g} {y:g}h10m-5 -5v10"/>'
            )
        parts.append("</g>")
    return parts


def _last_play(view: BoardView) -> list[str]:
    """Marks the checkers of the last play, unless a new setting has taken them away."""
    last = view.last
    if last is None or view.counts == _START:
        return []
    parts = []
    left: dict[int, int] = {}
    arrived: dict[int, int] = {}
    for start, end in last.steps:
        left[start] = left.get(start, 0) + 1
        if end:
            arrived[end] = arrived.get(end, 0) + 1
    for start, end in last.steps:
        x, y = _place(view, last.player, start, 0)
        to_x, to_y = _place(view, last.player, end, -1)
        bend = _MIDDLE + (y + to_y - 2 * _MIDDLE) * 0.1
        parts.append(
            f'<path class="way" d="M{x:g} {y:g}Q{(x + to_x) / 2:g} {bend:g} {to_x:g} {to_y:g}"/>'
        )
    for field in sorted(left.keys() - arrived.keys()):
        if abs(view.count(view.seen_field(last.player, field))) > _COUNTED:
            continue  # The pile is as high as it was.
        x, y = _place(view, last.player, field, 0)
        parts.append(f'<circle class="left" cx="{x:g}" cy="{y:g}" r="{_CHECKER - 3}"/>')
    for field, count in arrived.items():
        for index in range(min(count, abs(view.count(view.seen_field(last.player, field))))):
            x, y = _place(view, last.player, field, -1 - index)
            parts.append(f'<circle class="moved" cx="{x:g}" cy="{y:g}" r="{_CHECKER - 1}"/>')
    title = escape(f"{view.names[last.player]} played {view.seen_play(last)}")
    return [f"<g><title>{title}</title>", *parts, "</g>"]


_START = (15, *[0] * (FIELDS - 2), -15)


def _place(view: BoardView, player: int, field: int, index: int) -> tuple[float, float]:
    """A checker's place: -1 is the last one of a pile, 0 the first free place; field 0 is off."""
    if field == 0:
        below = player == view.player
        return _LEFT - 16, _TOP + 60 if below else _BOTTOM - 60
    seen = view.seen_field(player, field)
    edge, inward = _side(seen)
    count = abs(view.count(seen))
    distances = _pile(count + 1) if index == 0 else _pile(count)
    distance = distances[-1 if index == 0 else index] if distances else _CHECKER + 3
    return _x(seen), edge + inward * distance


_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
_DIE = 46


def _dice(view: BoardView) -> list[str]:
    """The dice on the table, in the mover's colour and on the half where he holds his hand."""
    column = 9 if view.mover == view.player else 3
    middle = _LEFT + column * _FIELD + (_BAR if column > 6 else 0)
    parts = []
    for index, number in enumerate(view.dice):
        x = middle + (index - (len(view.dice) - 1) / 2) * (_DIE + 12)
        parts.append(
            f'<g><title>{number}</title><rect class="p{view.mover}" x="{x - _DIE / 2:g}" '
            f'y="{_MIDDLE - _DIE / 2:g}" width="{_DIE}" height="{_DIE}" rx="9"/>'
        )
        parts += [
            f'<circle class="t{view.mover}" cx="{x + 13 * right:g}" '
            f'cy="{_MIDDLE + 13 * down:g}" r="4.8"/>'
            for right, down in _PIPS[number]
        ]
        parts.append("</g>")
    return parts


def _marks(view: BoardView, player: int) -> str:
    score = view.scores[player]
    points = _plural(score.points, "point")
    if view.counts_double(player):
        points += ", double"
    marks = [points, f"{score.holes}/{view.target} holes"]
    if off := view.off(player):
        marks.append(f"{off} off")
    return " · ".join(marks)


def _plural(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _panel(view: BoardView, player: int, top: float) -> list[str]:
    y = top + _PANEL / 2
    name = view.names[player]
    if len(name) > _LONGEST_NAME:
        name = name[: _LONGEST_NAME - 1] + "…"
    return [
        f'<circle class="p{player}" cx="32" cy="{y:g}" r="16"/>'
        f'<circle class="r{player}" cx="32" cy="{y:g}" r="11"/>',
        f'<text class="name" x="58" y="{y + 10:g}">{escape(name)}</text>',
        f'<text class="marks" x="{_WIDTH - 14}" y="{y + 10:g}">{escape(_marks(view, player))}'
        "</text>",
    ]
