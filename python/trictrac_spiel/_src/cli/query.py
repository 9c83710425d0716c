"""Ask the engine about boards and rolls: what they score, and how they can be played.

Questions are JSON objects, one a line, such as

    {"id": 1, "board": [15, 0, ... 0, -15], "dice": [6, 1]}

with the board in the roller's view (his checkers positive), and optionally "rolls" (his rolls since
the setting), "mover" and "opponent" (points, holes, bredouille) and "options" (contested rules by
name). Answers come in order, one a line; the answer to a line that is no question has "error".
"""

import argparse
import io
import json
import sys
from typing import Any, TextIO

from trictrac_spiel._src.cli.arguments import file_name
from trictrac_spiel._src.position.query import answer_line


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``trictrac query``."""
    parser.add_argument(
        "file",
        type=file_name,
        metavar="FILE",
        nargs="?",
        help="questions, one JSON object a line (default: standard input)",
    )


def run(arguments: argparse.Namespace) -> None:
    """Answers every line of the file, in order."""
    if arguments.file is not None:
        with open(arguments.file, encoding="utf-8", errors="replace") as questions:
            _answer_all(questions)
        return
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    _answer_all(sys.stdin)


def _answer_all(questions: TextIO) -> None:
    for number, line in enumerate(questions, start=1):
        if line.strip():
            print(_written(answer_line(line, number)), flush=True)


def _written(answer: dict[str, Any]) -> str:
    text = json.dumps(answer, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:  # An id with half a character, or a terminal without accents.
        return json.dumps(answer)
    return text
