"""The program ``trictrac``: finds the sub-command, and decides the exit status.

A sub-command is a module of its own with two functions,

    def add_arguments(parser: argparse.ArgumentParser) -> None: ...
    def run(args: argparse.Namespace) -> int | None: ...

and one line in ``COMMANDS``. The module is imported only when its sub-command is
used, so ``trictrac --help`` stays fast and torch or matplotlib cost nobody who does
not ask for them. The module's docstring is the text above its ``--help``.

Exit status, the same for every sub-command, decided here and nowhere else:

    0    ``run`` returned None or 0
    2    bad arguments (argparse), ``TrictracError``, and a path that is missing,
         unreadable or unwritable (the matching kinds of ``OSError``)
    1    the run failed: ``RunError``, ``pyspiel.SpielError``, any other ``OSError`` (a
         full disk), memory exhausted, and bugs, which keep their traceback;
         also when ``run`` returns 1 because the answer is "no"
    130  Ctrl-C

So a sub-command catches nothing only to print it: it raises ``TrictracError`` for
what the caller can correct, ``RunError`` for what went wrong on the way, and lets
``open()`` speak for itself.
"""

import argparse
import errno
import importlib
import os
import sys
from collections.abc import Sequence
from typing import NamedTuple

import pyspiel

from trictrac_spiel._build_info import OPEN_SPIEL_VERSION, VERSION
from trictrac_spiel._src.errors import RunError, TrictracError, message_of
from trictrac_spiel._src.people.harmless import harmless_lines
from trictrac_spiel._src.people.language import speaking


class Command(NamedTuple):
    """A sub-command: its module within `_src`, and its line in ``trictrac --help``."""

    module: str
    summary: str


COMMANDS: dict[str, Command] = {
    "play": Command("cli.play", "play a game in the terminal, or watch one"),
    "serve": Command("cli.serve", "play in a browser, by yourself or with a friend"),
    "learn": Command("cli.learn", "learn the game by short lessons"),
    "show": Command("cli.show", "show a position, its plays and its points"),
    "replay": Command("cli.replay", "step through a game that was written down"),
    "rules": Command("cli.rules", "print the rules of the game, or one of them"),
    "match": Command("cli.match", "let two players play a match"),
    "ladder": Command("cli.ladder", "measure players, each against a weaker one"),
    "train": Command("cli.train", "train a network"),
    "evaluate": Command("cli.evaluate", "measure a trained network"),
    "plot": Command("cli.plot", "draw how a training run went"),
    "export": Command("cli.export", "write a trained network as an ONNX file"),
    "analyse": Command("cli.analyse", "say what each choice of a game was worth, and its luck"),
    "query": Command("cli.query", "say what rolls score and how they can be played (JSON lines)"),
    "generate": Command("cli.generate", "write games as data to learn from"),
    "perft": Command("cli.perft", "count the game's tree, to compare rules"),
    "bench": Command("cli.bench", "measure how fast the game is here"),
    "doctor": Command("cli.doctor", "say what is installed and what is missing"),
    "autoload": Command("cli.autoload", "make plain `import pyspiel` know the game, or stop it"),
}

_BAD_PATH = {
    errno.ENOENT,
    errno.EEXIST,
    errno.ENOTDIR,
    errno.EISDIR,
    errno.EACCES,
    errno.EPERM,
    errno.EROFS,
    errno.ENAMETOOLONG,
    errno.ELOOP,
}


def _parser(chosen: str | None) -> argparse.ArgumentParser:
    """Builds the parser; only the chosen sub-command's module is imported."""
    parser = argparse.ArgumentParser(
        prog="trictrac", description="Trictrac, the classic French board game, for OpenSpiel."
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"trictrac-spiel {VERSION} (open_spiel {OPEN_SPIEL_VERSION})",
    )
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, command in COMMANDS.items():
        subparser = subparsers.add_parser(
            name, help=command.summary, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        if name == chosen:
            module = importlib.import_module(f"trictrac_spiel._src.{command.module}")
            subparser.description = module.__doc__
            module.add_arguments(subparser)
            subparser.set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the program and returns its exit status (argparse may exit by itself)."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if not arguments:  # Who does not know what to say learns it.
        _parser(None).print_help(sys.stderr)
        return 2
    chosen = next((word for word in arguments if not word.startswith("-")), None)
    if sys.stdout is None:
        return _report("standard output is closed", 1)
    try:
        args = _parser(chosen).parse_args(arguments)
        with speaking(getattr(args, "lang", "en")):
            status = args.run(args)
        sys.stdout.flush()
        return int(status or 0)
    except TrictracError as error:
        return _report(error, 2)
    except BrokenPipeError:
        # The reader, such as `head`, has seen enough. Python would complain when it
        # flushes at exit, so what is left goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        return _report(error, 2 if error.errno in _BAD_PATH else 1)
    except (RunError, pyspiel.SpielError) as error:
        return _report(error, 1)
    except MemoryError:
        return _report("not enough memory", 1)
    except KeyboardInterrupt:
        print("trictrac: interrupted", file=sys.stderr)
        return 130


def _report(error: Exception | str, status: int) -> int:
    told = error if isinstance(error, str) else message_of(error)
    # It may quote a file from a stranger.
    print(f"trictrac: {harmless_lines(told)}", file=sys.stderr)
    return status
