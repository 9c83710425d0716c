"""One question about any board and dice: what the roll scores, and how it can be played.

A question is wider than a position of the game: checkers may be missing, and nobody asks whether
play can reach the board. As JSON it is one object, such as

    {"id": 1, "board": [15, 0, ... 0, -15], "dice": [6, 1]}
"""

import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from trictrac_spiel import _engine
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.position.options import named_options, shown
from trictrac_spiel._src.position.values import Event, Play, Side
from trictrac_spiel._src.strict_json import check_texts, read_json


class AfterMarking(dict[str, Side]):
    """Both scores once both have marked, by name (``["mover"]``) and as attributes."""

    @property
    def mover(self) -> Side:
        """The roller's."""
        return self["mover"]

    @property
    def opponent(self) -> Side:
        """The other player's."""
        return self["opponent"]


@dataclass(frozen=True)
class Answer:
    """What a roll is worth and how it can be played.

    Attributes:
      legal: the distinct boards after a play, the roller's view, in the order of ``plays``.
      plays: the legal plays, ascending by action.
      events: everything that scores, for either side.
      mover_points: the sum of the roller's events.
      opponent_points: the sum of the opponent's.
      numbers_played: how many of the two numbers can be played, the same for every play.
      exit: the roller's last checker leaves; ``legal`` is then the one board after it.
      after_marking: ``mover`` and ``opponent`` after both have marked and the roller holds.
    """

    legal: tuple[tuple[int, ...], ...]
    plays: tuple[Play, ...]
    events: tuple[Event, ...]
    mover_points: int
    opponent_points: int
    numbers_played: int
    exit: bool
    after_marking: AfterMarking


def query(
    board: Sequence[int],
    dice: Sequence[int],
    rolls: int = 1,
    mover: Side | Mapping[str, Any] | None = None,
    opponent: Side | Mapping[str, Any] | None = None,
    **options: Any,
) -> Answer:
    """Says what a roll scores on a board, how it can be played, and why.

    Args:
      board: 24 counts in the roller's numbering, his checkers positive, the opponent's negative;
        what is missing from fifteen is off the board.
      dice: the two numbers, in either order.
      rolls: the roller's rolls since the setting, this one included.
      mover: the roller's score, as a ``Side`` or a mapping with some of its fields.
      opponent: the same of the other player.
      **options: contested rules by their names, such as ``exit_rule="min_overflow"``.

    Raises:
      TrictracError: what was asked is not a position and a roll; the text says why.
    """
    answer = _ask(board, dice, rolls, mover, opponent, options)
    return Answer(
        legal=tuple(map(tuple, answer["legal"])),
        plays=tuple(
            Play(play["action"], play["text"], tuple(play["steps"])) for play in answer["plays"]
        ),
        events=tuple(Event(**event) for event in answer["events"]),
        mover_points=answer["mover_points"],
        opponent_points=answer["opponent_points"],
        numbers_played=answer["numbers_played"],
        exit=answer["exit"],
        after_marking=AfterMarking(
            (side, Side(**score)) for side, score in answer["after_marking"].items()
        ),
    )


def _ask(
    board: Any, dice: Any, rolls: Any, mover: Any, opponent: Any, options: Mapping[str, Any]
) -> dict[str, Any]:
    """The answer as it is written in JSON."""
    return _engine.query(
        _numbers("board", board),
        _numbers("dice", dice),
        _number("rolls", rolls),
        _side("mover", mover),
        _side("opponent", opponent),
        named_options(options),
    )


def _number(name: str, value: Any) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TrictracError(f"{name} is {shown(value)}, but it must be a whole number")
    return operator.index(value)


def _numbers(name: str, values: Any) -> list[int]:
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise TrictracError(f"{name} is {shown(values)}, but it must be a list of whole numbers")
    return [_number(f"a number of {name}", value) for value in values]


def _side(name: str, side: Side | Mapping[str, Any] | None) -> tuple[int, int, bool]:
    if isinstance(side, Side):
        side = asdict(side)
    fields: Mapping[str, Any] = {} if side is None else side
    if not isinstance(fields, Mapping):
        raise TrictracError(
            f"{name} is {shown(side)}, but it must have points, holes and bredouille"
        )
    unknown = set(fields) - {"points", "holes", "bredouille"}
    if unknown:
        raise TrictracError(
            f"{name} has {sorted(map(str, unknown))}, but only points, holes and bredouille count"
        )
    bredouille = fields.get("bredouille", True)
    if not isinstance(bredouille, bool):
        raise TrictracError(
            f"{name}.bredouille is {shown(bredouille)}, but it must be true or false"
        )
    return (
        _number(f"{name}.points", fields.get("points", 0)),
        _number(f"{name}.holes", fields.get("holes", 0)),
        bredouille,
    )


_QUESTION = {"id", "board", "dice", "rolls", "options", "mover", "opponent"}


def answer_line(line: str, number: int) -> dict[str, Any]:
    """Answers one question written as JSON; what is wrong with it becomes its ``error``.

    Args:
      line: the question.
      number: of the line in its file, which the error names.
    """
    identity = None
    try:
        question = read_json(line)
        check_texts(question)
        if not isinstance(question, dict):
            raise TrictracError("a question is a JSON object with a board and dice")
        identity = question.get("id")
        return {"id": identity, **_answer(question)}
    except TrictracError as error:
        return {"id": identity, "error": f"line {number}: {error}"}


def _answer(question: dict[str, Any]) -> dict[str, Any]:
    unknown = set(question) - _QUESTION
    if unknown:
        raise TrictracError(f"unknown {sorted(unknown)}; a question has {sorted(_QUESTION)}")
    missing = {"board", "dice"} - set(question)
    if missing:
        raise TrictracError(f"a question needs {' and '.join(sorted(missing))}")
    options = question.get("options", {})
    if not isinstance(options, dict):
        raise TrictracError(
            f"options is {shown(options)}, but it must be an object of names and values"
        )
    return _ask(
        question["board"],
        question["dice"],
        question.get("rolls", 1),
        question.get("mover"),
        question.get("opponent"),
        options,
    )
