"""Asks the engine about boards and rolls: what they score, and how they can be played.

Questions are JSON objects, one a line, such as

    {"id": 1, "board": [15, 0, ... 0, -15], "dice": [6, 1]}

with the board in the roller's view (his checkers positive), and optionally "rolls" (his rolls since
the setting), "mover" and "opponent" (points, holes, bredouille) and "options" (contested rules by
name). Answers come in order, one a line; the answer to a line that is no question has "error".
"""

import json
import operator
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, TextIO

from trictrac_spiel import _core
from trictrac_spiel._src.errors import TrictracError

if TYPE_CHECKING:
    import argparse

# Whole numbers are handed on within these bounds; beyond them nothing is accepted anyway.
_LARGEST = 2**31 - 1


@dataclass(frozen=True)
class Side:
    """One player's score towards the next hole.

    ``bredouille`` is true while the present points are uninterrupted. A question ignores it at 0
    points; an answer says false there.
    """

    points: int = 0
    holes: int = 0
    bredouille: bool = True


@dataclass(frozen=True)
class Event:
    """A reason for points: which jan, in how many ways, and who marks them.

    ``field`` is where the hit checker stands, in the roller's numbering, else None.
    """

    jan: str
    ways: int
    points: int
    to: str
    field: int | None


@dataclass(frozen=True)
class Play:
    """A legal play: action id, text, and steps ``(from, to)`` with ``to`` 0 for off the board."""

    action: int
    text: str
    steps: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Analysis:
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
    after_marking: dict[str, Side]


def analyse(
    board: Sequence[int],
    dice: Sequence[int],
    rolls: int = 1,
    mover: Side | Mapping[str, Any] | None = None,
    opponent: Side | Mapping[str, Any] | None = None,
    **options: Any,
) -> Analysis:
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
    return Analysis(
        legal=tuple(map(tuple, answer["legal"])),
        plays=tuple(
            Play(play["action"], play["text"], tuple(map(tuple, play["steps"])))
            for play in answer["plays"]
        ),
        events=tuple(Event(**event) for event in answer["events"]),
        mover_points=answer["mover_points"],
        opponent_points=answer["opponent_points"],
        numbers_played=answer["numbers_played"],
        exit=answer["exit"],
        after_marking={side: Side(**score) for side, score in answer["after_marking"].items()},
    )


def _ask(
    board: Any, dice: Any, rolls: Any, mover: Any, opponent: Any, options: Mapping[str, Any]
) -> dict[str, Any]:
    """The answer as it is written in JSON."""
    try:
        return _core.analyse(
            _numbers("board", board),
            _numbers("dice", dice),
            _number("rolls", rolls),
            _side("mover", mover),
            _side("opponent", opponent),
            [(name, _option(name, value)) for name, value in options.items()],
        )
    except TrictracError:
        raise
    except ValueError as error:
        raise TrictracError(str(error)) from None


def _number(name: str, value: Any) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TrictracError(f"{name} is {value!r}, but it must be a whole number")
    return max(-_LARGEST, min(_LARGEST, operator.index(value)))


def _numbers(name: str, values: Any) -> list[int]:
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
        raise TrictracError(f"{name} is {values!r}, but it must be a list of whole numbers")
    return [_number(f"a number of {name}", value) for value in values]


def _side(name: str, side: Side | Mapping[str, Any] | None) -> tuple[int, int, bool]:
    if isinstance(side, Side):
        side = asdict(side)
    fields: Mapping[str, Any] = {} if side is None else side
    if not isinstance(fields, Mapping):
        raise TrictracError(f"{name} is {side!r}, but it must have points, holes and bredouille")
    unknown = set(fields) - {"points", "holes", "bredouille"}
    if unknown:
        raise TrictracError(
            f"{name} has {sorted(map(str, unknown))}, but only points, holes and bredouille count"
        )
    bredouille = fields.get("bredouille", True)
    if not isinstance(bredouille, bool):
        raise TrictracError(f"{name}.bredouille is {bredouille!r}, but it must be true or false")
    return (
        _number(f"{name}.points", fields.get("points", 0)),
        _number(f"{name}.holes", fields.get("holes", 0)),
        bredouille,
    )


def _option(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, str)):
        return str(value)
    raise TrictracError(f"{name} is {value!r}, but it must be a word, a number, true or false")


_QUESTION = {"id", "board", "dice", "rolls", "options", "mover", "opponent"}


def answer_line(line: str) -> dict[str, Any]:
    """Answers one question written as JSON; what is wrong with it becomes its ``error``."""
    identity = None
    try:
        question = json.loads(line)
        if not isinstance(question, dict):
            raise TrictracError("a question is a JSON object with a board and dice")
        identity = question.get("id")
        return {"id": identity, **_answer(question)}
    except (TrictracError, json.JSONDecodeError, RecursionError) as error:
        return {"id": identity, "error": str(error)}


def _answer(question: dict[str, Any]) -> dict[str, Any]:
    unknown = set(question) - _QUESTION
    if unknown:
        raise TrictracError(f"unknown {sorted(unknown)}; a question has {sorted(_QUESTION)}")
    missing = {"board", "dice"} - set(question)
    if missing:
        raise TrictracError(f"a question needs {' and '.join(sorted(missing))}")
    options = question.get("options", {})
    if not isinstance(options, dict):
        raise TrictracError(f"options is {options!r}, but it must be an object of names and values")
    return _ask(
        question["board"],
        question["dice"],
        question.get("rolls", 1),
        question.get("mover"),
        question.get("opponent"),
        options,
    )


def add_arguments(parser: "argparse.ArgumentParser") -> None:
    """The arguments of ``trictrac analyse``."""
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help="questions, one JSON object a line (default: standard input)",
    )


def run(arguments: "argparse.Namespace") -> int:
    """Answers every line of the file, in order."""
    if arguments.file is None:
        return _answer_all(sys.stdin)
    with open(arguments.file, encoding="utf-8", errors="replace") as questions:
        return _answer_all(questions)


def _answer_all(questions: TextIO) -> int:
    for line in questions:
        if line.strip():
            print(json.dumps(answer_line(line), ensure_ascii=False), flush=True)
    return 0
