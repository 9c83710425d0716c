"""Step through a game that was written down, with the reason of every mark.

Records come from `trictrac play --save FILE` or from `GameRecord` in Python, as text or as
JSON. At a terminal, Enter goes on, `q` stops; with `--all` or in a pipe everything is shown
at once. Fields are numbered as White counts them, who sits below.

    trictrac replay game.txt
    trictrac replay --from 20 --to 24 --all game.json
    trictrac replay --svg pictures game.txt       one picture for each turn
    trictrac replay --html game.html game.txt     a page to step through the game
    trictrac replay --gif game.gif game.txt       a moving picture (.svg, .gif, .png, .webp)
"""

import argparse
import json
import sys
from pathlib import Path

from trictrac_spiel._src.cli.arguments import (
    add_display,
    file_name,
    wants_color,
    wants_unicode,
    whole_number,
)
from trictrac_spiel._src.drawing import animation, board_svg
from trictrac_spiel._src.drawing.frames import frames
from trictrac_spiel._src.drawing.stepper import game_page
from trictrac_spiel._src.drawing.themes import THEMES
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.files import write_file
from trictrac_spiel._src.people import board_text
from trictrac_spiel._src.people.commentary import Speaker, marks
from trictrac_spiel._src.people.course import Course, Turn, decided
from trictrac_spiel._src.people.grammar import called, counted
from trictrac_spiel._src.people.harmless import harmless
from trictrac_spiel._src.people.language import gettext as _
from trictrac_spiel._src.people.language import ngettext
from trictrac_spiel._src.people.prose import wrapped
from trictrac_spiel._src.people.records import SEATS, GameRecord
from trictrac_spiel._src.people.sheet import told_marque
from trictrac_spiel._src.people.terminal import line_width
from trictrac_spiel._src.people.view import BoardView


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``trictrac replay``."""
    parser.add_argument("file", type=file_name, metavar="FILE", help="a record, text or JSON")
    parser.add_argument(
        "--from", dest="first", type=whole_number(1), default=1, metavar="N", help="first turn"
    )
    parser.add_argument("--to", dest="last", type=whole_number(1), metavar="N", help="last turn")
    parser.add_argument("--all", action="store_true", help="do not stop after each turn")
    parser.add_argument(
        "--svg", type=file_name, metavar="FOLDER", help="write a picture of the end of each turn"
    )
    parser.add_argument(
        "--html",
        type=file_name,
        metavar="FILE",
        help="write one page that steps through the game, and nothing else",
    )
    parser.add_argument(
        "--gif",
        type=file_name,
        metavar="FILE",
        help="write a moving picture and nothing else; a name in .svg makes it SVG, in .png APNG, "
        "in .webp WebP (all but SVG need: pip install cairosvg pillow)",
    )
    parser.add_argument(
        "--theme",
        choices=tuple(THEMES),
        default="wood",
        help="of the pictures (default: %(default)s)",
    )
    parser.add_argument(
        "--width",
        type=whole_number(50, 4000),
        default=480,
        metavar="PIXELS",
        help="of the moving picture (default: %(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="print the record as one JSON object")
    add_display(parser)


def run(args: argparse.Namespace) -> None:
    """Shows the game."""
    record = GameRecord.load(args.file)
    count = len(record.turns)
    last = count if args.last is None else min(args.last, count)
    turns = ngettext("{word} turn", "{word} turns", count).format(word=counted(count), number=count)
    if args.first > max(count, 1):
        raise TrictracError(
            f"--from {args.first}: the game has {count} {'turn' if count == 1 else 'turns'}"
        )
    if args.last is not None and args.last < args.first:
        raise TrictracError(
            f"--from {args.first} --to {args.last}: the last turn is before the first"
        )
    if args.json:
        print(json.dumps(json.loads(record.to_json()), ensure_ascii=False))
        return
    if args.html is not None or args.gif is not None:
        _write(args, record, last)
        return
    folder = None if args.svg is None else Path(args.svg)
    if folder is not None:
        folder.mkdir(exist_ok=True)
    stepping = not args.all and sys.stdin.isatty() and sys.stdout.isatty()
    unicode, color = wants_unicode(args, sys.stdout), wants_color(args)
    white, black = record.names
    heading = _("White ({white}) against Black ({black}), {game}, {turns}")
    heading = heading.format(white=white, black=black, game=record.game, turns=turns)
    width = line_width()
    print(wrapped(harmless(heading), width))
    before = Course(record.initial_state()).view()
    for number, (turn, rolled, after) in enumerate(record.courses(), 1):
        middle, drawn = rolled.view(), after.view()
        if args.first <= number <= last:
            print(f"\n{number:>3}. {called(SEATS[turn.player])}  {_played(turn, drawn)}")
            lines = _told(turn, rolled, (before, middle, drawn))
            if after.marque_ended is not None:
                lines.append(told_marque(after.marque_ended, SEATS))
            for line in lines:
                print(wrapped(f"     {line}", width))
            print()
            print(board_text.draw(drawn, unicode=unicode, color=color, columns=width))
            if folder is not None:
                picture = board_svg.draw(drawn, theme=args.theme)
                write_file(folder / f"turn-{number:03}.svg", picture)
            if stepping and number < last and _wants_to_stop():
                return
        before = drawn


def _played(turn: Turn, after: BoardView) -> str:
    """A turn's dice and its play, fields numbered as White counts, who sits below."""
    dice = "-".join(map(str, turn.dice))
    done = decided(turn, after)
    return f"{dice}: {done}" if done else dice


def _told(turn: Turn, rolled: Course, views: tuple[BoardView, BoardView, BoardView]) -> list[str]:
    """Why points were marked in a turn, and what that did to the scores."""
    before, middle, after = views
    lines: list[str] = []
    if turn.dice:
        speaker = Speaker(
            SEATS[turn.player],
            SEATS[1 - turn.player],
            lambda field: before.seen_field(turn.player, field),
        )
        lines += speaker.sentences(rolled.reasons[-1])
    for old, new, player in (
        (before, middle, turn.player),
        # At the roll, when it bears off the last checker.
        (before, middle, 1 - turn.player),
        # After it, when he has claimed them.
        (middle, after, turn.player),
        (middle, after, 1 - turn.player),
    ):
        lines += marks(old, new, player, SEATS)
    return lines


def _write(args: argparse.Namespace, record: GameRecord, last: int) -> None:
    """The page and the moving picture that are asked for."""
    if args.gif is not None:
        animation.check(args.gif)
    shown = list(frames(record, args.first, last))
    if args.html is not None:
        white, black = record.names
        title = _("Trictrac: {white} against {black}")
        title = title.format(white=called(white), black=called(black))
        page = game_page(title, shown, theme=args.theme)
        write_file(args.html, page)
    if args.gif is not None:
        animation.write(shown, args.gif, width=args.width, theme=args.theme)


def _wants_to_stop() -> bool:
    try:
        return input(_("-- Enter: next turn, q: stop -- ")).strip().lower() in ("q", "quit")
    except EOFError:
        print()
        return True
