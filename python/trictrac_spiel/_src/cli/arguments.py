"""Arguments that several sub-commands share, with messages for people."""

import argparse
import os
import sys
from collections.abc import Callable
from typing import TextIO

import pyspiel

from trictrac_spiel._src.cluster.connection import (
    ADDRESS_HELP,
    MOST_WORKERS,
    OFF,
    WORKERS_HELP,
    check_address,
)
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.people.language import LANGUAGES
from trictrac_spiel._src.position.reading import load_trictrac, proposed_position
from trictrac_spiel._src.whole_numbers import read_whole_number


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """An argparse type: a whole number within bounds, the upper one 2^63 - 1 if none is given."""
    largest = 2**63 - 1 if most is None else most
    bounds = f"{least} or more" if most is None else f"{least} to {most}"

    def parse(text: str) -> int:
        number = read_whole_number(text)
        if number is None:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number, {bounds}")
        if number < least:
            raise argparse.ArgumentTypeError(f"{text!r} is too small: {bounds} is accepted")
        if number > largest:
            raise argparse.ArgumentTypeError(
                f"{text!r} is too large: {least} to {largest} is accepted"
            )
        return number

    return parse


def file_name(text: str) -> str:
    """An argparse type: the name of a file or folder, which is not empty."""
    if not text or "\0" in text:
        raise argparse.ArgumentTypeError(f"{text!r} is no name of a file")
    return text


def add_seed(parser: argparse.ArgumentParser, what: str) -> None:
    """Adds ``--seed``, of which the help says what it fixes."""
    parser.add_argument("--seed", type=whole_number(0), metavar="N", default=None, help=what)


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """Adds ``--ray`` and ``--workers``."""
    parser.add_argument("--ray", metavar="ADDRESS", default=OFF, help=ADDRESS_HELP)
    parser.add_argument(
        "--workers",
        type=whole_number(0, MOST_WORKERS),
        default=0,
        metavar="N",
        help=f"{WORKERS_HELP} (default: %(default)s)",
    )


def check_cluster(args: argparse.Namespace) -> None:
    """Refuses an address that is none, and options that contradict one another.

    Raises:
      TrictracError: the message says what is accepted.
    """
    check_address("--ray", args.ray)
    if args.ray == OFF and args.workers:
        raise TrictracError("--workers: of a cluster, so --ray must name one; see also --jobs")
    if args.ray != OFF and args.jobs is not None:
        raise TrictracError("--jobs: of this machine; with --ray it is --workers")


def add_game(parser: argparse.ArgumentParser) -> None:
    """Adds ``--game`` and ``--holes``."""
    parser.add_argument(
        "--game",
        default="trictrac",
        metavar="GAME",
        help='the game with its parameters, such as "trictrac(exit_rule=sequential)"',
    )
    parser.add_argument(
        "--holes", type=whole_number(1, 100), metavar="N", help="how many holes win, instead of 12"
    )


def load_game(
    name: str, holes: int | None = None, *, marques: int | None = None, schools: bool = False
) -> pyspiel.Game:
    """The game that ``--game``, ``--holes``, ``--marques`` and ``--schools`` ask for.

    Raises:
      TrictracError: there is no such game, or it is another one than trictrac.
    """
    try:
        more: dict[str, int | str | bool] = {} if holes is None else {"holes": holes}
        if marques is not None:
            more |= {"format": "written", "marques": marques}
        return load_trictrac(name, **more | ({"schools": True} if schools else {}))
    except TrictracError as error:
        raise TrictracError(f"--game: {error}") from None


def add_position(parser: argparse.ArgumentParser, what: str) -> None:
    """Adds ``POSITION``, a list of words, of which the help says what it is for."""
    parser.add_argument(
        "position",
        nargs="*",
        metavar="POSITION",
        help=f"{what}: position text (quotes may be left out) or id (default: the start of a game)",
    )


def add_language(parser: argparse.ArgumentParser) -> None:
    """Adds ``--lang``."""
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        default="en",
        help="the language of what is told (default: %(default)s)",
    )


def add_display(parser: argparse.ArgumentParser) -> None:
    """Adds ``--ascii``, ``--color`` and ``--lang``."""
    add_language(parser)
    parser.add_argument(
        "--ascii", action="store_true", help="draw with ASCII only (chosen by itself if need be)"
    )
    add_color(parser)


def add_board(parser: argparse.ArgumentParser) -> None:
    """Adds ``--board``, ``--scores`` and ``--turn``: a position in parts."""
    parser.add_argument(
        "--board",
        metavar="LIST",
        help="24 counts of checkers in White's numbering, White's positive, such as "
        "15,0,...,-15, instead of POSITION (write --board=-1,... if the first one is negative)",
    )
    parser.add_argument(
        "--scores",
        metavar="LIST",
        help="with --board: White's and Black's points/holes, such as 4/2,0/1, or 4x/2,2/1x with x "
        "for a run that the other one has interrupted (default: 0/0,0/0)",
    )
    parser.add_argument(
        "--turn", choices=("white", "black"), help="with --board: who is to roll (default: white)"
    )


def position_given(args: argparse.Namespace, game: pyspiel.Game) -> str:
    """The position text or id that the arguments ask for; empty for the start.

    Raises:
      TrictracError: the arguments contradict each other, or are no board or scores.
    """
    if args.board is None:
        for option in ("scores", "turn"):
            if getattr(args, option) is not None:
                raise TrictracError(f"--{option} goes with --board, which is missing")
        return " ".join(args.position)
    if args.position:
        raise TrictracError("--board says what the position is; leave POSITION out")
    mover = ("white", "black").index(args.turn or "white")
    return proposed_position(args.board, args.scores or "0/0,0/0", mover, game=game)


def add_color(parser: argparse.ArgumentParser) -> None:
    """Adds ``--color``."""
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colours: when the terminal has them, always or never (default: %(default)s)",
    )


def wants_unicode(args: argparse.Namespace, stream: TextIO) -> bool:
    """Can and may the stream show more than ASCII?"""
    try:
        "○●◇◆△▲▽▼┌─┬┐│└┴┘∘⚑".encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return not args.ascii and os.environ.get("TERM") != "dumb"


def wants_color(args: argparse.Namespace, stream: TextIO | None = None) -> bool:
    """Can and may the stream show colours?"""
    stream = stream or sys.stdout
    if args.color != "auto":
        return bool(args.color == "always")
    dumb = os.environ.get("TERM", "dumb") in ("dumb", "")
    return stream.isatty() and not dumb and not os.environ.get("NO_COLOR")
