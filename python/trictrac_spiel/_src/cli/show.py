"""Show a position: the board, what can be played, and what dice would score.

A position is one line of text, as states, errors and records print it, or an id of 18
characters:

    trictrac show "tt1 p0 move:6-4 1:15 1:15 0/0 0/0 1,0 1"
    trictrac show --dice 6-5 "tt1 p0 roll 1:13,5:1,7:1 1:13,6:1,7:1 0/0 0/0 1,1 2"
    trictrac show --svg board.svg --player 1 POSITION
    trictrac show --board 13,0,0,0,1,0,1,0,0,0,0,0,0,0,0,0,0,-1,-1,0,0,0,0,-13 --dice 6-5

With `--json` it prints one JSON object and nothing else.
"""

import argparse
import importlib
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import pyspiel

from trictrac_spiel._src.analysis.judging import PLAYER, best_plays, evaluate
from trictrac_spiel._src.cli.arguments import (
    add_board,
    add_display,
    add_game,
    add_position,
    file_name,
    load_game,
    position_given,
    wants_color,
    wants_unicode,
    whole_number,
)
from trictrac_spiel._src.drawing import board_svg
from trictrac_spiel._src.drawing.themes import THEMES
from trictrac_spiel._src.drawing.ways import arrows_of, lit_fields
from trictrac_spiel._src.errors import RunError, TrictracError
from trictrac_spiel._src.files import write_file
from trictrac_spiel._src.people import board_text
from trictrac_spiel._src.people.commentary import Speaker
from trictrac_spiel._src.people.grammar import called
from trictrac_spiel._src.people.language import gettext as _
from trictrac_spiel._src.people.prose import wrapped
from trictrac_spiel._src.people.terminal import line_width
from trictrac_spiel._src.people.view import FIELDS, view_of
from trictrac_spiel._src.players import td_bot
from trictrac_spiel._src.position.dice import apply_dice, parse_dice
from trictrac_spiel._src.position.game import (
    events,
    play_steps,
    play_text,
    position_id,
    position_text,
)
from trictrac_spiel._src.position.position import Position
from trictrac_spiel._src.position.reading import read_position
from trictrac_spiel._src.position.values import Event


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``trictrac show``."""
    add_position(parser, "what to show")
    add_board(parser)
    parser.add_argument("--dice", metavar="DICE", help="roll these first, such as 6-4")
    parser.add_argument(
        "--player",
        action=_Player,
        default=0,
        metavar="P",
        help="who sits below, 0 (White) or 1 (Black) (default: %(default)s); or who judges the "
        f"plays, td or td:PLIES (default: {PLAYER}); give it twice for both",
    )
    parser.set_defaults(judge=PLAYER)
    parser.add_argument("--svg", type=file_name, metavar="FILE", help="write a picture")
    parser.add_argument(
        "--png",
        type=file_name,
        metavar="FILE",
        help="write a picture as PNG (needs: pip install cairosvg)",
    )
    parser.add_argument(
        "--width",
        type=whole_number(50, 10000),
        default=800,
        metavar="PIXELS",
        help="of the picture (default: %(default)s)",
    )
    parser.add_argument(
        "--theme",
        choices=tuple(THEMES),
        default="wood",
        help="of the picture (default: %(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_game(parser)
    add_display(parser)


class _Player(argparse.Action):
    """A seat, or the name of a player who judges."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        text = str(values)
        if text.startswith("td"):
            td_bot.plies_of(text)
            namespace.judge = text
            return
        try:
            namespace.player = whole_number(0, 1)(text)
        except argparse.ArgumentTypeError as error:
            raise argparse.ArgumentError(self, f"{error}, or td or td:PLIES") from None


def run(args: argparse.Namespace) -> None:
    """Shows the position."""
    game = load_game(args.game, args.holes)
    state = read_position(position_given(args, game), game)
    if args.dice is not None:
        apply_dice(state, parse_dice(args.dice))
    view = view_of(state, args.player)
    found = events(state) if state.current_player() >= 0 else []
    picture = board_svg.draw(
        view,
        args.width,
        arrows=arrows_of(found, view, view.mover),
        highlight=lit_fields(found, view, view.mover),
        theme=args.theme,
    )
    if args.svg is not None:
        write_file(args.svg, picture)
    if args.png is not None:
        write_png(picture, args.png)
    if args.json:
        print(json.dumps(_facts(state, args.judge), ensure_ascii=False))
        return
    columns = line_width()
    unicode, color = wants_unicode(args, sys.stdout), wants_color(args)
    print(board_text.draw(view, unicode=unicode, color=color, columns=columns))
    print(f"\ntext  {position_text(state)}")
    try:
        print(f"id    {position_id(state)}")
    except TrictracError as error:
        print(wrapped(f"id    ({error})", columns))
    promise = evaluate(state, args.judge)
    chances = (
        _("{name} wins with a probability of {percent:.0f} %, says {player}")
        if view.written is None
        else _(
            "{name} would win an ordinary game with a probability of {percent:.0f} %, says {player}"
        )
    )
    print(
        chances.format(
            name=called(view.names[args.player]),
            percent=100 * (promise.win if args.player == 0 else 1 - promise.win),
            player=args.judge,
        )
    )
    if found:
        mover = view.mover
        speaker = Speaker(
            view.names[mover],
            view.names[1 - mover],
            lambda field: field if mover == args.player else FIELDS + 1 - field,
        )
        print("\n" + _("The roll scores:"))
        for line in speaker.explained(found):
            print(wrapped(f"  {line}", columns))
    if Position.of(state).due is not None:
        print("\n" + _("Every claim is legal: 0, 2, 4 to 126 points."))
    elif state.current_player() >= 0:
        heading = _("Legal plays, fields as {name} counts them, and what they lose:").format(
            name=called(view.names[view.mover])
        )
        print("\n" + wrapped(heading, columns))
        losses = {play.action: play.loss for play in best_plays(state, args.judge)}
        texts = {action: play_text(state, action) for action in state.legal_actions()}
        width = max(map(len, texts.values()))
        for action, text in texts.items():
            lost = f"{100 * losses[action]:.1f} %" if losses[action] else "*"
            print(f"  {action:>3}  {text:<{width}}  {lost:>6}")


def write_png(picture: str, file: str) -> None:
    """Writes an SVG as PNG.

    Raises:
      TrictracError: the library that can do it is not installed.
      RunError: it cannot draw.
    """
    try:
        cairosvg: Any = importlib.import_module("cairosvg")
    except ModuleNotFoundError:
        raise TrictracError(
            f"--png needs the library cairosvg: {sys.executable} -m pip install cairosvg; "
            "--svg needs nothing"
        ) from None
    except OSError as error:
        raise RunError(f"cairosvg does not find the library cairo: {error}") from None
    write_file(file, cairosvg.svg2png(bytestring=picture.encode()))


def _id(state: pyspiel.State) -> str | None:
    """The position's id; None if an id cannot hold it."""
    try:
        return position_id(state)
    except TrictracError:
        return None


def _facts(state: pyspiel.State, judge: str) -> dict[str, Any]:
    deciding = state.current_player() >= 0
    promise = evaluate(state, judge)
    judged = {play.action: play for play in best_plays(state, judge)}
    found: list[Event] = events(state) if deciding else []
    return {
        "position": position_text(state),
        "id": _id(state),
        "state": json.loads(state.to_json()),
        "events": [asdict(event) for event in found],
        "evaluation": {"player": judge, "win": promise.win, "margin": promise.margin},
        "plays": [
            {
                "action": action,
                "text": play_text(state, action),
                "steps": play_steps(state, action),
                # Of claims only the one that is due is judged.
                "win": judged[action].win if action in judged else None,
                "loss": judged[action].loss if action in judged else None,
            }
            for action in (state.legal_actions() if deciding else [])
        ],
    }
