"""Play a game in the terminal, or watch one.

The board is drawn before every decision, and every mark is explained. A play is entered
by its number in the list, or in words: `1/7 1/5` moves one checker from field 1 to 7 and
one from 1 to 5, `1/11` moves one checker by both dice, `20/off` takes one off the board,
`pass` plays nothing. If a play is not allowed you are told which rule forbids it.

    trictrac play                               against `careful`, as White
    trictrac play --level champion              against the strongest player there is
    trictrac play --against mcts:400 --seat black
    trictrac play --against human               two people at one terminal
    trictrac play --white careful --black greedy     two players to watch
    trictrac play --dice typed                  with real dice beside the screen
    trictrac play --schools                     claim your points yourself
    trictrac play --marques 4                   à écrire: four marqués for tokens
    trictrac play --lang fr                     in French
    trictrac play --save game.txt               kept up to date after every turn
    trictrac play --resume game.txt             goes on with it
    trictrac play "tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 first"      from a position
    trictrac play --board 13,0,0,0,1,0,1,0,0,0,0,0,0,0,0,0,0,-1,-1,0,0,0,0,-13 --dice 6-5

At the prompt, `help` lists what else can be said: hint, undo, all, why, rules, save, quit.
"""

import argparse
import shlex
import sys
from pathlib import Path

from trictrac_spiel._src.analysis.judging import PLAYER
from trictrac_spiel._src.cli.arguments import (
    add_board,
    add_display,
    add_game,
    add_position,
    add_seed,
    file_name,
    load_game,
    position_given,
    wants_color,
    wants_unicode,
    whole_number,
)
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.people.records import GameRecord
from trictrac_spiel._src.people.session import HUMAN, GameSession, known_seats
from trictrac_spiel._src.people.terminal import Terminal
from trictrac_spiel._src.people.terminal_game import Manners, TerminalGame
from trictrac_spiel._src.players import bots, td_bot
from trictrac_spiel._src.players.levels import LEVELS
from trictrac_spiel._src.position.dice import parse_dice
from trictrac_spiel._src.position.reading import parameters_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``trictrac play``."""
    parser.epilog = "players:\n    human\n" + bots.descriptions()
    add_position(parser, "where to start")
    add_board(parser)
    parser.add_argument(
        "--against", metavar="NAME", help="who plays the other side (default: careful)"
    )
    parser.add_argument(
        "--level",
        choices=tuple(LEVELS),
        help="the same by strength: "
        + "; ".join(f"{name} is {level.player}" for name, level in LEVELS.items()),
    )
    parser.add_argument(
        "--player",
        default=PLAYER,
        metavar="NAME",
        help="who gives hints, td or td:PLIES (default: %(default)s)",
    )
    parser.add_argument(
        "--seat",
        choices=("white", "black"),
        default="white",
        help="your side; White rolls first (default: %(default)s)",
    )
    parser.add_argument("--white", metavar="NAME", help="who plays White, instead of you")
    parser.add_argument("--black", metavar="NAME", help="who plays Black")
    parser.add_argument(
        "--dice",
        type=_dice,
        default="rolled",
        metavar="DICE",
        help="rolled: by the program; typed: as real dice show; or the first roll of the game, "
        "such as 6-4, the others by the program (default: %(default)s)",
    )
    add_game(parser)
    parser.add_argument(
        "--marques",
        type=whole_number(2, 48),
        metavar="N",
        help="play a written game (à écrire) of so many marqués, an even number, for tokens",
    )
    parser.add_argument(
        "--schools",
        action="store_true",
        help="claim your points yourself, and pay for what you claim wrongly",
    )
    add_seed(
        parser,
        "of the dice and the players: fixes the dice of every roll of the game, also after undo "
        "and with --resume, and what players that use chance choose, up to the first undo or "
        "--resume (default: another game each time; with --resume the record's)",
    )
    parser.add_argument(
        "--save", type=file_name, metavar="FILE", help="write the game down after every turn"
    )
    parser.add_argument(
        "--resume", type=file_name, metavar="FILE", help="go on with a game written down"
    )
    parser.add_argument(
        "--delay",
        type=_seconds,
        default=0.0,
        metavar="SECONDS",
        help="pause after each turn of a program",
    )
    add_display(parser)


def _dice(text: str) -> str | tuple[int, int]:
    if text in ("rolled", "typed"):
        return text
    try:
        return parse_dice(text)
    except TrictracError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is neither rolled nor typed nor two dice such as 6-4"
        ) from None


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds, 0 to 3600")
    return seconds


def run(args: argparse.Namespace) -> None:
    """Plays the game."""
    record = GameRecord.load(args.resume) if args.resume else None
    seats = _seats(args, record)
    for name in seats:
        if name != HUMAN:
            bots.check(name)
    td_bot.plies_of(args.player)
    session = _started(args, seats) if record is None else _resumed(args, seats, record)
    for file in (args.save, args.resume):
        if file is not None and not Path(file).absolute().parent.is_dir():
            raise TrictracError(f"{file}: there is no such folder to save in")
    if args.save is not None and record is None:
        _refuse_a_game_written_down(args.save)
    terminal = Terminal(unicode=wants_unicode(args, sys.stdout), color=wants_color(args))
    file = args.resume if args.save is None else args.save
    manners = Manners(file, record, args.seed, args.delay, args.player)
    TerminalGame(session, terminal, manners).play()


def _resumed(args: argparse.Namespace, seats: tuple[str, str], record: GameRecord) -> GameSession:
    if args.position or args.board is not None:
        raise TrictracError("--resume says where the game goes on; leave POSITION out")
    if args.dice not in ("rolled", "typed"):
        raise TrictracError("--resume goes on with the record's dice; --dice is rolled or typed")
    if (args.holes, args.marques, args.schools, args.game) != (None, None, False, "trictrac"):
        raise TrictracError(
            "--game, --holes, --marques and --schools are those of the record with --resume"
        )
    return GameSession.resume(record, seats, seed=args.seed, typed_dice=args.dice == "typed")


def _started(args: argparse.Namespace, seats: tuple[str, str]) -> GameSession:
    """A new game.

    Raises:
      TrictracError: the position is none to play on from, or not of the game that is asked for.
    """
    game = load_game(args.game, args.holes, marques=args.marques, schools=args.schools)
    session = GameSession(
        seats,
        game=game,
        position=position_given(args, game),
        seed=args.seed,
        typed_dice=args.dice == "typed",
        first_dice=None if args.dice in ("rolled", "typed") else args.dice,
    )
    wanted = set(parameters_of(args.game))
    if args.holes is not None:
        wanted.add("holes")
    if args.marques is not None:
        wanted |= {"format", "marques"}
    if args.schools:
        wanted.add("schools")
    asked, found = game.get_parameters(), session.state.get_game().get_parameters()
    for name in sorted(wanted):
        if asked[name] != found[name]:
            raise TrictracError(
                f"{name}={asked[name]} is asked for, but the position is of a game with "
                f"{name}={found[name]}"
            )
    return session


def _refuse_a_game_written_down(file: str) -> None:
    """Raises TrictracError if a new game would take the file of another one."""
    if not Path(file).is_file():
        return
    try:
        GameRecord.load(file)
    except TrictracError:
        return  # The first attempt to save says what is wrong with it.
    raise TrictracError(
        f"--save: {file} holds a game already. Go on with it: "
        f"trictrac play --resume {shlex.quote(file)}\n"
        "For a new game choose another name, or remove the file first"
    )


def _seats(args: argparse.Namespace, record: GameRecord | None) -> tuple[str, str]:
    """Who plays White and Black: as asked for, else as in the record, else you and careful."""
    you = ("white", "black").index(args.seat)
    chosen: list[str | None] = [args.white, args.black]
    against = args.against
    if args.level is not None:
        if against is not None:
            raise TrictracError("--level: the other side is given by --against already")
        against = LEVELS[args.level].player
    if against is not None:
        if chosen[1 - you] is not None:
            option = "--against" if args.level is None else "--level"
            raise TrictracError(f"{option}: that side is taken by --white or --black already")
        chosen[1 - you] = against
    if record is not None:
        known = known_seats(record.names)
        chosen = [name or seat for name, seat in zip(chosen, known, strict=True)]
    if chosen == [None, None]:
        chosen[1 - you] = "careful"
    white, black = (name or HUMAN for name in chosen)
    return white, black
