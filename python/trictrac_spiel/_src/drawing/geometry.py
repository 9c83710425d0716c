"""Measures of the drawn board: where fields, checkers, tokens, pegs and dice lie.

Fields are those of the player who sits below. A place is (x, y); the picture is 800 wide.
"""

from trictrac_spiel._src.people.view import FIELDS, BoardView

Place = tuple[float, float]

WIDTH = 800
PANEL = 62  # a player's line above or below the board
STATUS = 78
FRAME = 52  # the rail, with its holes and numbers
BAR = 26
MARGIN = 10
FIELD = (WIDTH - 2 * MARGIN - 2 * FRAME - BAR) / 12
DEPTH = 522  # of the inside of the board
ARROW = 172
CHECKER = 24.5  # radius
PILE = 196  # how far a pile may reach into the board
COUNTED = 3  # larger piles show their number
TOKEN = 12.5  # radius
DIE = 46
PEGS = 12

TOP = PANEL + FRAME  # upper edge of the inside
BOTTOM = TOP + DEPTH
MIDDLE = TOP + DEPTH / 2
LEFT = MARGIN + FRAME
RIGHT = WIDTH - MARGIN - FRAME
HEIGHT = BOTTOM + FRAME + PANEL + STATUS

_TRAY_STEP = 8


def column(field: int) -> float:
    """The middle of a field."""
    index = field - 1 if field <= 12 else FIELDS - field
    return LEFT + (index + 0.5) * FIELD + (BAR if index >= 6 else 0)


def side(field: int) -> tuple[float, int]:
    """The edge that a field starts from, and the direction into the board."""
    return (BOTTOM, -1) if field <= 12 else (TOP, 1)


def pile(count: int) -> list[float]:
    """How far from the edge the middles of a pile's checkers lie."""
    first = CHECKER + 3
    if count < 2:
        return [first] * count
    step = min(2 * CHECKER + 1, (PILE - first - CHECKER) / (count - 1))
    return [first + index * step for index in range(count)]


def checker(view: BoardView, field: int, index: int) -> Place:
    """Where a checker of a field lies, counted from the edge; -1 is the last one."""
    edge, inward = side(field)
    return column(field), edge + inward * pile(abs(view.count(field)))[index]


def next_place(view: BoardView, field: int) -> Place:
    """Where one more checker would lie, the others being as they are."""
    edge, inward = side(field)
    count = abs(view.count(field))
    if not count:
        return column(field), edge + inward * pile(1)[0]
    distance = min(pile(count)[-1] + 2 * CHECKER + 1, PILE - CHECKER)
    return column(field), edge + inward * distance


def pile_top(view: BoardView, field: int) -> Place:
    """The point of a field's pile that lies farthest inside the board."""
    edge, inward = side(field)
    count = abs(view.count(field))
    distance = pile(count)[-1] + CHECKER if count else pile(1)[0]
    return column(field), edge + inward * distance


def rail(is_below: bool) -> float:
    """The line of a player's peg holes."""
    return BOTTOM + 12 if is_below else TOP - 12


def token(is_below: bool, points: int) -> Place:
    """Where a player's token lies: by the talon without points, else at that field's tip."""
    inward = -1 if is_below else 1
    edge = BOTTOM if is_below else TOP
    x = LEFT + TOKEN + 4 if points == 0 else column(points)
    return x, edge + inward * (PILE + TOKEN + 3)


def tray(is_below: bool, index: int) -> Place:
    """Where a borne-off checker stands on edge: in the rail beside the player's field 24."""
    inward = 1 if is_below else -1
    foot = MIDDLE - inward * 10
    return MARGIN + FRAME / 2 + 3, foot - inward * index * _TRAY_STEP


def dice(is_below: bool, index: int, count: int) -> Place:
    """The middle of a die, on the half where its player holds his hand."""
    middle = column(9 if is_below else 3) + FIELD / 2
    return middle + (index - (count - 1) / 2) * (DIE + 12), MIDDLE
