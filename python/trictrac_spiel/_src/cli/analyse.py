"""Go through a game that was written down: what each choice lost, and what the dice brought.

    trictrac analyse game.txt
    trictrac analyse game.json --player td:3 --html analysis.html
    trictrac analyse game.txt --json
    trictrac analyse game.txt --lang fr

A choice is marked `?!` when it loses 1 % of the winning chances or more, `?` from 2.5 % and
`??` from 5 %. With `--json` it prints one JSON object and nothing else.
"""

import argparse
import json
import sys

from trictrac_spiel._src.analysis import games, report
from trictrac_spiel._src.analysis.judging import PLAYER
from trictrac_spiel._src.cli.arguments import add_language, file_name
from trictrac_spiel._src.files import write_file
from trictrac_spiel._src.people.language import gettext as _
from trictrac_spiel._src.people.progress import ProgressBar
from trictrac_spiel._src.people.prose import wrapped
from trictrac_spiel._src.people.records import GameRecord
from trictrac_spiel._src.people.terminal import line_width


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``trictrac analyse``."""
    parser.add_argument("record", type=file_name, metavar="RECORD", help="the game, text or JSON")
    parser.add_argument(
        "--player", default=PLAYER, help="who judges: td or td:PLIES (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--html", type=file_name, metavar="FILE", help="write a page with boards and a graph"
    )
    add_language(parser)


def run(args: argparse.Namespace) -> None:
    """Analyses the game."""
    record = GameRecord.load(args.record)
    with ProgressBar(sys.stderr, len(record.turns)) as bar:
        analysis = games.analyse_game(
            record, args.player, lambda turn: bar.show(turn, _("turn {number}").format(number=turn))
        )
    if args.html is not None:
        first, second = record.names
        title = _("{first} against {second}").format(first=first, second=second)
        write_file(args.html, report.page(analysis, title))
    if args.json:
        print(json.dumps(analysis.to_dict(), ensure_ascii=False))
        return
    for line in report.lines(analysis):
        # Whole in a file or a pipe, where programs look for lines.
        print(wrapped(line, line_width()) if sys.stdout.isatty() else line)
