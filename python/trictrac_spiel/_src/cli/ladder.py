"""Measure players against one another, each against the one before it.

Without PLAYERS it is the ladder of docs/ladder.md: all players of the package, which takes an hour
on two cores. With PLAYERS it is theirs, the weakest first. Matches are those of `trictrac match`:
the same seed gives the same games, however many jobs or workers there are. 191 points of Elo more
win three games of four.

    trictrac ladder --games 100
    trictrac ladder greedy careful az:runs/first --games 400 --jobs 2
    trictrac ladder --ray auto
"""

import argparse
import json
import sys
from typing import Any

from trictrac_spiel._src.cli.arguments import (
    add_cluster,
    add_game,
    check_cluster,
    load_game,
    whole_number,
)
from trictrac_spiel._src.cluster.connection import kept
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.match.facts import facts
from trictrac_spiel._src.match.ladder import RUNGS, WRITTEN_RUNGS, elo, rungs_of
from trictrac_spiel._src.match.matches import GameResult, play_match
from trictrac_spiel._src.people.progress import ProgressBar
from trictrac_spiel._src.players import bots

_GAMES = 400


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``trictrac ladder``."""
    parser.epilog = "players:\n" + bots.descriptions()
    parser.add_argument("players", nargs="*", metavar="PLAYER", help="a player, the weakest first")
    parser.add_argument(
        "--games",
        type=whole_number(1, 10_000_000),
        metavar="N",
        help=f"single games of each match (default: {_GAMES}, or as many as docs/ladder.md has; "
        "of its matches those that have fewer keep them)",
    )
    parser.add_argument(
        "--jobs", type=whole_number(1, 1024), metavar="K", help="games at a time (default: 1)"
    )
    add_cluster(parser)
    add_game(parser)
    parser.add_argument(
        "--seed",
        type=whole_number(0),
        default=1,
        metavar="N",
        help="of dice and players (default: %(default)s)",
    )
    parser.add_argument(
        "--json", action="store_true", help="print a JSON object for each match and nothing else"
    )


def run(args: argparse.Namespace) -> None:
    """Plays the matches and prints a line for each."""
    check_cluster(args)
    game = load_game(args.game, args.holes)
    if len(args.players) == 1:
        raise TrictracError(f"{args.players[0]}: a ladder has two players or more")
    if args.players:
        rungs = rungs_of(args.players, args.games or _GAMES)
    else:
        is_written = game.get_parameters()["format"] == "written"
        rungs = [
            (better, other, min(args.games or most, most))
            for better, other, most in (WRITTEN_RUNGS if is_written else RUNGS)
        ]
    makers = {name: bots.maker(name) for better, other, _ in rungs for name in (better, other)}
    width = max(len(name) for name in makers)
    if not args.json:
        print(f"{'player':<{width}} {'against':<{width}}   games  win rate        Elo ahead")
    done = 0
    games_of_all = sum(games for _, _, games in rungs)
    with kept(args.ray, args.workers), ProgressBar(sys.stderr, games_of_all) as bar:
        for better, other, games in rungs:
            text = f"{better} against {other}"

            def on_game(result: GameResult, text: str = text) -> None:
                nonlocal done
                done += 1
                bar.show(done, text)

            bar.show(done, text)
            result = play_match(
                game,
                makers[better],
                makers[other],
                games,
                seed=args.seed,
                jobs=args.jobs or 1,
                ray=args.ray,
                workers=args.workers,
                on_game=on_game,
                on_notice=lambda sentence: bar.print(f"Note: {sentence}"),
            )
            told = facts(result, better, other) | {"game": str(game)}
            print(json.dumps(told) if args.json else _line(told, width), flush=True)


def _line(told: dict[str, Any], width: int) -> str:
    low, high = told["win_rate_ci95"]
    return (
        f"{told['a']:<{width}} {told['b']:<{width}} {told['games']:>7}  "
        f"{100 * told['win_rate']:>5.1f} % ({100 * low:.1f} to {100 * high:.1f})  "
        f"{elo(told['win_rate'])} ({elo(low)} to {elo(high)})"
    )
