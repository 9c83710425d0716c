"""The board as a picture: an SVG that a notebook shows by itself."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

import pyspiel

from trictrac_spiel._src.drawing import geometry
from trictrac_spiel._src.drawing.arrows import Arrow, Route, color, field, route
from trictrac_spiel._src.drawing.geometry import (
    BAR,
    BOTTOM,
    CHECKER,
    COUNTED,
    DEPTH,
    DIE,
    FIELD,
    FRAME,
    HEIGHT,
    LEFT,
    MARGIN,
    PANEL,
    PEGS,
    RIGHT,
    STATUS,
    TOKEN,
    TOP,
    WIDTH,
)
from trictrac_spiel._src.drawing.themes import THEMES, style
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.people.grammar import called
from trictrac_spiel._src.people.harmless import harmless
from trictrac_spiel._src.people.language import gettext as _
from trictrac_spiel._src.people.language import ngettext
from trictrac_spiel._src.people.view import FIELDS, BoardView, view_of

if TYPE_CHECKING:
    from trictrac_spiel._src.position.engine import Engine

_LONGEST_NAME = 15  # letters
_WIDEST = 100_000  # pixels


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
    arrows: Iterable[Arrow | Sequence[int]] = (),
    highlight: Iterable[int] | Mapping[int, str | None] = (),
    size: int | None = None,
    coordinates: bool = True,
    orientation: int | None = None,
    theme: str = "wood",
) -> Svg:
    """Draws the board with checkers, marks, dice and the last play.

    In a notebook the last line ``board_svg(state)`` shows the picture; ``open(file,
    "w").write(...)`` makes it a file. It can be drawn at every node, also after the game.

    Args:
      state: a state of the game, an ``Engine`` or a position text.
      player: who sits below, 0 or 1. Fields are numbered as this player counts them.
      names: what to call players 0 and 1; White and Black by default.
      width: in pixels; by default the picture takes the room it is given.
      arrows: pairs of fields ``(from, to)``, ``to`` 0 for off the board, or ``Arrow`` values with
        a label or a colour of their own.
      highlight: fields to light up; a mapping gives each its colour.
      size: the same as ``width``, under the name that drawings of chess boards use.
      coordinates: whether the fields' numbers are drawn.
      orientation: the same as ``player``, likewise.
      theme: ``wood``, ``dark`` or ``print`` (black on white).

    Raises:
      TrictracError: one of these is not what is said here.
    """
    if size is not None and width is not None and size != width:
        raise TrictracError(f"size={size} and width={width} say the same thing; give one of them")
    below = player if orientation is None else orientation
    return draw(
        view_of(state, below, names),
        width if size is None else size,
        arrows=arrows,
        highlight=highlight,
        coordinates=coordinates,
        theme=theme,
    )


def draw(
    view: BoardView,
    width: int | None = None,
    *,
    arrows: Iterable[Arrow | Sequence[int]] = (),
    highlight: Iterable[int] | Mapping[int, str | None] = (),
    coordinates: bool = True,
    theme: str = "wood",
    for_hands: bool = False,
    caption: bool = True,
) -> Svg:
    """Draws a view; `for_hands` adds what a page needs to let checkers be moved by hand.

    Without `caption` the two lines below the board are left out, for a page that tells them.

    Raises:
      TrictracError: a number, a colour or the theme is none.
    """
    if theme not in THEMES:
        raise TrictracError(f"there is no theme {theme!r}; the themes are {', '.join(THEMES)}")
    if width is not None:
        _check_width(width)
    height = HEIGHT if caption else HEIGHT - STATUS
    scaled = "" if width is None else f' width="{width}" height="{round(width * height / WIDTH)}"'
    description = _quoted(_description(view))
    role = "group" if for_hands else "img"  # An image has no parts that could be chosen.
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="trictrac trictrac-{theme}" '
        f'viewBox="0 0 {WIDTH} {height:g}"{scaled} role="{role}" aria-label="{description}">',
        f"<title>{description}</title>",
        f"<style>{style(theme)}</style>",
        *still(coordinates, height),
        *moving(view, arrows, highlight, caption=caption),
        *(_places(view) if for_hands else ()),
        "</svg>",
    ]
    return Svg("\n".join(parts) + "\n")


def _check_width(width: float) -> None:
    is_number = isinstance(width, (int, float)) and not isinstance(width, bool)
    if not is_number or not 1 <= width <= _WIDEST:
        raise TrictracError(
            f"width is {width!r}, but it must be a number of pixels, 1 to {_WIDEST}"
        )


def still(coordinates: bool = True, height: float = HEIGHT) -> list[str]:
    """What is the same in every picture: page, rail, fields, numbers and peg holes."""
    return [
        f'<rect class="page" width="{WIDTH}" height="{height:g}" rx="10"/>',
        *_board(),
        *(_numbers() if coordinates else ()),
        *_engravings(),
    ]


def moving(
    view: BoardView,
    arrows: Iterable[Arrow | Sequence[int]] = (),
    highlight: Iterable[int] | Mapping[int, str | None] = (),
    *,
    caption: bool = True,
) -> list[str]:
    """What changes from picture to picture."""
    return [
        *_highlights(highlight),
        *_pegs(view),
        *_trays(view),
        *_checkers(view),
        *_tokens(view),
        *_dice(view),
        *_last_play(view),
        *_arrows(view, arrows),
        *_panel(view, 1 - view.player, 0),
        *_panel(view, view.player, BOTTOM + FRAME),
        *(_story(view) if caption else ()),
    ]


def _text(text: str) -> str:
    return escape(harmless(text))


def _quoted(text: str) -> str:
    return escape(harmless(text), {'"': "&quot;"})


def _description(view: BoardView) -> str:
    marks = "; ".join(
        f"{called(view.names[player])}: {_holes(score.holes)}, {_points(score.points)}"
        for player, score in enumerate(view.scores)
    )
    return _("Trictrac board. {marks}. {status}").format(marks=marks, status=view.status())


def _story(view: BoardView) -> list[str]:
    """Two lines below everything: what was played last, and what happens next."""
    *played, status = view.story()
    y = HEIGHT - 50
    return [
        *(_line("played", y, line) for line in played),
        _line("status", y + 32, status),
    ]


def _line(kind: str, y: float, text: str) -> str:
    text = harmless(text)
    # A line that is too long for the picture is set narrower.
    squeezed = ""
    if len(text) * 14.5 > WIDTH:
        squeezed = f' textLength="{WIDTH - 40}" lengthAdjust="spacingAndGlyphs"'
    return f'<text class="{kind}" x="{WIDTH / 2:g}" y="{y:g}"{squeezed}>{escape(text)}</text>'


def _board() -> list[str]:
    half = 6 * FIELD
    height = DEPTH + 2 * FRAME
    parts = [
        f'<rect class="frame" x="{MARGIN}" y="{PANEL}" width="{WIDTH - 2 * MARGIN}" '
        f'height="{height}" rx="8"/>',
        f'<rect class="inlay" x="{MARGIN + 6}" y="{PANEL + 6}" width="{WIDTH - 2 * MARGIN - 12}" '
        f'height="{height - 12}" rx="5"/>',
    ]
    for left in (LEFT, LEFT + half + BAR):
        parts.append(
            f'<rect class="felt" x="{left:g}" y="{TOP}" width="{half:g}" height="{DEPTH}"/>'
        )
    for number in range(1, FIELDS + 1):
        edge, inward = geometry.side(number)
        x, tip = geometry.column(number), edge + inward * geometry.ARROW
        shade = "light" if number % 2 else "dark"
        parts.append(
            f'<path class="{shade}" d="M{x - FIELD / 2 + 2:g} {edge:g}H{x + FIELD / 2 - 2:g}'
            f'L{x:g} {tip:g}Z"/>'
        )
        if number in (12, 13):
            parts.append(_corner_mark(x, edge + inward * (geometry.PILE + 17)))
    for is_below in (True, False):
        places = [(LEFT - FRAME / 2, geometry.rail(is_below))]
        places += [(geometry.column(n), geometry.rail(is_below)) for n in range(1, PEGS + 1)]
        parts += [f'<circle class="hole" cx="{x:g}" cy="{y:g}" r="4.5"/>' for x, y in places]
    return parts


def _corner_mark(x: float, y: float) -> str:
    """A lozenge beyond the arrow's tip marks a rest corner."""
    told = _("rest corner")
    return (
        f'<path class="corner" d="M{x:g} {y - 10:g}l10 10l-10 10l-10 -10z">'
        f"<title>{_text(told)}</title></path>"
    )


def _engravings() -> list[str]:
    """The names of the first and the twelfth field, engraved in the rail beside them."""
    parts = []
    name = _("rest corner")
    for is_below in (True, False):
        edge, inward = (BOTTOM, -1) if is_below else (TOP, 1)
        x, y = RIGHT + FRAME / 2 + 7, edge + inward * 112
        parts.append(
            f'<text class="engraved" x="{x:g}" y="{y:g}" '
            f'transform="rotate(-90 {x:g} {y:g})">{_text(name)}</text>'
        )
    return parts


def _numbers() -> list[str]:
    parts = []
    for number in range(1, FIELDS + 1):
        edge, inward = geometry.side(number)
        y = edge - inward * 35 + 8
        parts.append(
            f'<text class="number" x="{geometry.column(number):g}" y="{y:g}">{number}</text>'
        )
    return parts


def _highlights(given: Iterable[int] | Mapping[int, str | None]) -> list[str]:
    colors = dict(given) if isinstance(given, Mapping) else dict.fromkeys(given)
    parts = []
    for number, name in colors.items():
        edge, inward = geometry.side(field(number))
        paint = color(name)
        own = "" if paint is None else f' style="fill: {paint}; stroke: {paint}"'
        y = min(edge, edge + inward * geometry.PILE)
        told = _("field {number}").format(number=number)
        parts.append(
            f'<rect class="lit" x="{geometry.column(number) - FIELD / 2 + 1:g}" y="{y:g}" '
            f'width="{FIELD - 2:g}" height="{geometry.PILE}" rx="6"{own}>'
            f"<title>{_text(told)}</title></rect>"
        )
    return parts


def _pegs(view: BoardView) -> list[str]:
    """The pegs in the rails: at the start beside the talon, or as many holes along the fields."""
    parts = []
    for player in (0, 1):
        holes = view.scores[player].holes
        y = geometry.rail(player == view.player)
        # Beyond twelve holes the peg starts another round; the number stands in the panel.
        place = (holes - 1) % PEGS + 1 if holes else 0
        x = geometry.column(place) if place else LEFT - FRAME / 2
        title = f"{called(view.names[player])}: {_holes(holes)}"
        if view.written is None:
            title += f" / {view.target}"
        parts.append(
            f"<g><title>{_quoted(title)}</title>"
            f'<circle class="p{player}" cx="{x:g}" cy="{y:g}" r="9"/>'
            f'<circle class="r{player}" cx="{x:g}" cy="{y:g}" r="4"/></g>'
        )
    if view.flag is not None:
        parts.append(_flag(view, view.flag))
    return parts


def _flag(view: BoardView, player: int) -> str:
    is_below = player == view.player
    x, inward = RIGHT + FRAME / 2 - 5, -1 if is_below else 1
    foot = geometry.rail(is_below)
    top = foot + inward * 34
    cloth = top if inward < 0 else top - 22
    told = _(
        "{name} holds the flag: a run of holes, begun after the other player's, that nobody "
        "has interrupted"
    ).format(name=called(view.names[player]))
    return (
        f"<g><title>{_text(told)}</title>"
        f'<path class="pole" d="M{x:g} {foot:g}V{top:g}"/>'
        f'<path class="flag" d="M{x:g} {cloth:g}l18 5l-5 6l5 6l-18 5z"/></g>'
    )


def _trays(view: BoardView) -> list[str]:
    """The checkers that have left the board, on edge in the rail where they left it."""
    parts = []
    for player in (0, 1):
        count = view.off(player)
        if not count:
            continue
        told = ngettext(
            "{name}: {number} checker off the board",
            "{name}: {number} checkers off the board",
            count,
        ).format(name=called(view.names[player]), number=count)
        parts.append(f'<g class="off"><title>{_quoted(told)}</title>')
        for index in range(count):
            x, y = geometry.tray(player == view.player, index)
            parts.append(
                f'<rect class="p{player}" x="{x - 17:g}" y="{y - 4:g}" width="34" height="8" '
                'rx="2.5"/>'
            )
        parts.append("</g>")
    return parts


def _checkers(view: BoardView) -> list[str]:
    parts = []
    for number in range(1, FIELDS + 1):
        signed = view.count(number)
        if not signed:
            continue
        owner = view.player if signed > 0 else 1 - view.player
        count = abs(signed)
        told = _("{name}: {count} on field {number}").format(
            name=called(view.names[owner]), count=count, number=number
        )
        parts.append(f'<g class="pile" data-field="{number}"><title>{_quoted(told)}</title>')
        for index in range(count):
            x, y = geometry.checker(view, number, index)
            parts.append(_checker(owner, x, y))
        if count > COUNTED:
            x, y = geometry.checker(view, number, -1)
            parts.append(
                f'<circle class="p{owner}" cx="{x:g}" cy="{y:g}" r="{CHECKER - 5}"/>'
                f'<text class="count t{owner}" x="{x:g}" y="{y + 9:g}">{count}</text>'
            )
        parts.append("</g>")
    return parts


def _checker(owner: int, x: float, y: float) -> str:
    return (
        f'<circle class="p{owner}" cx="{x:g}" cy="{y:g}" r="{CHECKER:g}"/>'
        f'<circle class="r{owner}" cx="{x:g}" cy="{y:g}" r="{CHECKER - 7:g}"/>'
    )


def _tokens(view: BoardView) -> list[str]:
    """The tokens that count points, before the tip of the field of that number.

    They are milled coins with a spot of the player's colour; two overlap when they stand double.
    """
    parts = []
    for player in (0, 1):
        x, y = geometry.token(player == view.player, view.scores[player].points)
        shifts = (-TOKEN * 0.62, TOKEN * 0.62) if view.has_double_token(player) else (0.0,)
        told = f"{called(view.names[player])}: {_points(view.scores[player].points)}"
        if len(shifts) == 2:
            told += _(", double token: the hole would count two")
        elif view.counts_double(player):
            told += _(", not yet interrupted: the hole would count two")
        parts.append(f'<g class="token"><title>{_quoted(told)}</title>')
        for shift in shifts:
            at = f'cx="{x + shift:g}" cy="{y:g}"'
            parts.append(
                f'<circle class="coin" {at} r="{TOKEN}"/>'
                f'<circle class="milling" {at} r="{TOKEN - 2.4}"/>'
                f'<circle class="p{player}" {at} r="5"/>'
            )
        parts.append("</g>")
    return parts


def _last_play(view: BoardView) -> list[str]:
    """Marks the checkers of the last play, unless a new setting has taken them away."""
    last = view.last
    if last is None or not last.steps or view.counts == _START:
        return []
    parts = []
    left: dict[int, int] = {}
    arrived: dict[int, int] = {}
    for start, end in last.steps:
        left[start] = left.get(start, 0) + 1
        if end:
            arrived[end] = arrived.get(end, 0) + 1
    for start, end in _drawn_together(last.steps):
        arrow = Arrow(
            view.seen_field(last.player, start),
            view.seen_field(last.player, end),
            below=last.player == view.player,
        )
        parts += _drawn(arrow, route(view, _departure(view, arrow.start), arrow))
    for number in sorted(left.keys() - arrived.keys()):
        seen = view.seen_field(last.player, number)
        if abs(view.count(seen)) <= COUNTED:
            x, y = geometry.next_place(view, seen)
            parts.append(f'<circle class="left" cx="{x:g}" cy="{y:g}" r="{CHECKER - 3:g}"/>')
    for number, count in arrived.items():
        seen = view.seen_field(last.player, number)
        for index in range(min(count, abs(view.count(seen)))):
            x, y = geometry.checker(view, seen, -1 - index)
            parts.append(f'<circle class="moved" cx="{x:g}" cy="{y:g}" r="{CHECKER - 1:g}"/>')
    told = _text(
        _("{name} played {play}").format(
            name=called(view.names[last.player]), play=view.seen_play(last)
        )
    )
    return [f'<g class="last-play"><title>{told}</title>', *parts, "</g>"]


_START = (15, *[0] * (FIELDS - 2), -15)


def _drawn_together(steps: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The steps, those of one checker as one."""
    if len(steps) == 2 and steps[0][1] == steps[1][0]:
        return [(steps[0][0], steps[1][1])]
    return list(steps)


def _departure(view: BoardView, number: int) -> geometry.Place:
    """Where the arrow of a checker that has left begins."""
    if abs(view.count(number)) > COUNTED:
        return geometry.pile_top(view, number)
    x, y = geometry.next_place(view, number)
    return x, y + geometry.side(number)[1] * (CHECKER - 3)


def _arrows(view: BoardView, given: Iterable[Arrow | Sequence[int]]) -> list[str]:
    """The arrows, and above them all their labels."""
    arrows = list(map(Arrow.of, given))
    ways = [route(view, geometry.pile_top(view, arrow.start), arrow) for arrow in arrows]
    lines = [part for arrow, way in zip(arrows, ways, strict=True) for part in _drawn(arrow, way)]
    return [*lines, *_labels(view, arrows, ways)]


def _drawn(arrow: Arrow, way: Route) -> list[str]:
    line = "" if arrow.color is None else f' style="stroke: {arrow.color}"'
    fill = "" if arrow.color is None else f' style="fill: {arrow.color}"'
    return [
        f'<g class="arrow"><title>{_text(arrow.title)}</title>' if arrow.title else "<g>",
        f'<path class="way" d="{way.path}"{line}/><path class="head" d="{way.head}"{fill}/></g>',
    ]


def _labels(view: BoardView, arrows: Sequence[Arrow], ways: Sequence[Route]) -> list[str]:
    """The labels, each where its arrow passes no die and no other label if it can be."""
    parts: list[str] = []
    taken = [
        geometry.dice(view.mover == view.player, index, len(view.dice))
        for index in range(len(view.dice))
    ]
    for arrow, way in zip(arrows, ways, strict=True):
        if not arrow.label:
            continue
        label = harmless(arrow.label)
        places = [way.at(share) for share in (0.5, 0.36, 0.64, 0.24, 0.76, 0.14, 0.86)]
        free = (place for place in places if all(math.dist(place, at) > 48 for at in taken))
        x, y = next(free, places[0])
        taken.append((x, y))
        half = 9 + 5.5 * len(label)
        parts.append(
            f'<rect class="tag" x="{x - half:.1f}" y="{y - 14:.1f}" width="{2 * half:g}" '
            f'height="28" rx="9"/><text class="label" x="{x:.1f}" y="{y + 7:.1f}">'
            f"{escape(label)}</text>"
        )
    return parts


_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
_ROLLED = re.compile(r"([1-6])-([1-6]):")


def _dice(view: BoardView) -> list[str]:
    """The dice in the mover's colour; those of the last play, paler, until others fall."""
    dice, roller, faded = view.dice, view.mover, ""
    if not dice and view.last is not None and (found := _ROLLED.match(view.last.text)):
        dice, roller, faded = (int(found[1]), int(found[2])), view.last.player, " last"
    if not dice:
        return []
    told = _("{name} rolled {dice}").format(
        name=called(view.names[roller]), dice="-".join(map(str, dice))
    )
    parts = [f'<g class="dice{faded}"><title>{_quoted(told)}</title>']
    for index, number in enumerate(dice):
        x, y = geometry.dice(roller == view.player, index, len(dice))
        parts.append(
            f'<rect class="p{roller}" x="{x - DIE / 2:g}" y="{y - DIE / 2:g}" width="{DIE}" '
            f'height="{DIE}" rx="9"/>'
        )
        parts += [
            f'<circle class="t{roller}" cx="{x + 13 * right:g}" cy="{y + 13 * down:g}" r="4.8"/>'
            for right, down in _PIPS[number]
        ]
    return [*parts, "</g>"]


def _marks(view: BoardView, player: int) -> str:
    score = view.scores[player]
    points = _points(score.points)
    if view.counts_double(player):
        points += _(", double")
    if view.written is None:
        holes = _("{holes}/{target} holes").format(holes=score.holes, target=view.target)
    else:
        holes = _holes(score.holes)
    marks = [points, holes]
    if view.written is not None:
        tokens = view.written.tokens[player]
        marks.append(
            ngettext("{number:+} token", "{number:+} tokens", abs(tokens)).format(number=tokens)
        )
    if off := view.off(player):
        marks.append(_("{number} off").format(number=off))
    return " · ".join(marks)


def _points(number: int) -> str:
    return ngettext("{number} point", "{number} points", number).format(number=number)


def _holes(number: int) -> str:
    return ngettext("{number} hole", "{number} holes", number).format(number=number)


def _panel(view: BoardView, player: int, top: float) -> list[str]:
    y = top + PANEL / 2
    name = harmless(called(view.names[player]))
    if len(name) > _LONGEST_NAME:
        name = name[: _LONGEST_NAME - 1] + "…"
    marks = _marks(view, player)
    # Marks that are too long beside the name are set smaller.
    share = (WIDTH - 86 - 17.5 * len(name)) / (13.5 * len(marks))
    smaller = f' style="font-size: {27 * share:.1f}px"' if share < 1 else ""
    return [
        f'<circle class="p{player}" cx="32" cy="{y:g}" r="16"/>'
        f'<circle class="r{player}" cx="32" cy="{y:g}" r="11"/>',
        f'<text class="name" x="58" y="{y + 10:g}">{escape(name)}</text>',
        f'<text class="marks" x="{WIDTH - 14}" y="{y + 10:g}"{smaller}>{_text(marks)}</text>',
    ]


def _places(view: BoardView) -> list[str]:
    """Invisible shapes over the fields, with the place where one more checker would lie."""
    parts = []
    for number in range(1, FIELDS + 1):
        edge, inward = geometry.side(number)
        x, y = geometry.next_place(view, number)
        top = min(edge, edge + inward * (geometry.PILE + 30))
        parts.append(
            f'<rect class="place" data-field="{number}" data-x="{x:g}" data-y="{y:g}" '
            f'data-inward="{inward}" x="{geometry.column(number) - FIELD / 2:g}" y="{top:g}" '
            f'width="{FIELD:g}" height="{geometry.PILE + 30}" fill="transparent"/>'
        )
    for is_below in (True, False):
        x, y = geometry.tray(is_below, 0)
        inward = -1 if is_below else 1
        top = min(y - inward * 8, y + inward * 130)
        parts.append(
            f'<rect class="place" data-field="0" data-below="{int(is_below)}" data-x="{x:g}" '
            f'data-y="{y:g}" data-inward="{inward}" x="{MARGIN}" y="{top:g}" width="{FRAME}" '
            'height="138" fill="transparent"/>'
        )
    return parts
