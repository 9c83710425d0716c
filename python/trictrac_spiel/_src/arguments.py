"""Arguments that several sub-commands share, with messages for people."""

import argparse
import os
import sys
from collections.abc import Callable
from typing import TextIO

import pyspiel

from trictrac_spiel._src.errors import TrictracError


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """An argparse type: a whole number within bounds."""
    bounds = f"{least} or more" if most is None else f"{least} to {most}"

    def parse(text: str) -> int:
        plain = text.removeprefix("-")
        number = int(text) if plain.isdecimal() and plain.isascii() and len(plain) < 20 else None
        if number is None or number < least or (most is not None and number > most):
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number, {bounds}")
        return number

    return parse


def add_seed(parser: argparse.ArgumentParser, what: str) -> None:
    """Adds ``--seed``, of which the help says what it fixes."""
    parser.add_argument("--seed", type=whole_number(0), metavar="N", default=None, help=what)


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


def load_game(name: str, holes: int | None = None) -> pyspiel.Game:
    """The game that ``--game`` and ``--holes`` ask for.

    Raises:
      TrictracError: there is no such game, or it is another one than trictrac.
    """
    try:
        parameters = pyspiel.game_parameters_from_string(name)
        if holes is not None:
            parameters["holes"] = holes
        game = pyspiel.load_game(str(parameters.pop("name", name)), parameters)
    except pyspiel.SpielError as error:
        raise TrictracError(f"--game {name!r}: {str(error).splitlines()[0]}") from None
    if game.get_type().short_name != "trictrac":
        raise TrictracError(f"--game: {name!r} is not trictrac, such as 'trictrac(holes=6)'")
    return game


def add_display(parser: argparse.ArgumentParser) -> None:
    """Adds ``--ascii`` and ``--color``."""
    parser.add_argument(
        "--ascii", action="store_true", help="draw with ASCII only (chosen by itself if need be)"
    )
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
