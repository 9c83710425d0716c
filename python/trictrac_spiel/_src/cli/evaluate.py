"""Measure a trained network against another player.

Both players get the same dice in turn, from both seats; the interval holds the true win
rate with a probability of 95 %. A draw counts half. The same seed gives the same games.

    trictrac evaluate RUN_DIR
    trictrac evaluate RUN_DIR/checkpoints/step-000010 --against az:RUN_DIR --games 400 --jobs 2
"""

import argparse
import json
import sys
from typing import Any

from trictrac_spiel._src.cli.arguments import file_name, whole_number
from trictrac_spiel._src.match.facts import facts
from trictrac_spiel._src.match.matches import GameResult, play_match
from trictrac_spiel._src.people.progress import ProgressBar
from trictrac_spiel._src.players import bots
from trictrac_spiel._src.position.reading import load_trictrac
from trictrac_spiel._src.train.checkpoint import HeldNetwork


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "checkpoint",
        type=file_name,
        metavar="CHECKPOINT_OR_RUN_DIR",
        help="a run's directory (its latest step), or a folder of its checkpoints/",
    )
    parser.epilog = "players:\n" + bots.descriptions()
    parser.add_argument(
        "--against",
        metavar="NAME",
        default="random",
        help="the other player (default: %(default)s)",
    )
    parser.add_argument(
        "--games",
        type=whole_number(1, 10_000_000),
        default=200,
        metavar="N",
        help="single games (default: %(default)s)",
    )
    parser.add_argument(
        "--jobs",
        type=whole_number(1, 1024),
        default=1,
        metavar="K",
        help="games at a time (default: %(default)s)",
    )
    parser.add_argument(
        "--simulations",
        type=whole_number(1, 2**20),
        metavar="N",
        help="of the network's search, for each action; 1 for none (default: as in its training)",
    )
    parser.add_argument(
        "--seed",
        type=whole_number(0),
        default=0,
        metavar="N",
        help="of dice and players; the same seed plays the same games (default: 0)",
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object and nothing else"
    )


def run(args: argparse.Namespace) -> None:
    held = HeldNetwork(args.checkpoint, args.simulations)
    found = held.checkpoint
    game = load_trictrac(found.game_string)
    name = f"az:{found.origin}"
    simulations = args.simulations or found.config.get("max_simulations")
    held(game, 0, 0)  # A network that cannot play is refused before any game.
    other = bots.maker(args.against)
    wins = {1.0: 0, 0.5: 0, 0.0: 0}
    with ProgressBar(sys.stderr, args.games) as bar:

        def on_game(result: GameResult) -> None:
            wins[result.score_of_a] += 1
            bar.show(
                sum(wins.values()),
                f"{sum(wins.values())} of {args.games} games: "
                f"{wins[1.0]} won, {wins[0.5]} drawn, {wins[0.0]} lost",
            )

        result = play_match(
            game, held, other, args.games, seed=args.seed, jobs=args.jobs, on_game=on_game
        )
    report = {
        **facts(result, name, args.against),
        "game": str(game),
        "step": found.step,
        "simulations": simulations,
    }
    print(json.dumps(report) if args.json else _text(report))


def _text(report: dict[str, Any]) -> str:
    low, high = (100 * bound for bound in report["win_rate_ci95"])
    searches = f", {report['simulations']} simulations" if report["simulations"] else ""
    lines = [
        f"{report['a']} (step {report['step']}{searches}) against {report['b']}, {report['game']}",
        f"{report['games']} games: {report['wins']} won, {report['draws']} drawn, "
        f"{report['losses']} lost",
        f"win rate {100 * report['win_rate']:.1f} %, 95 % interval {low:.1f} to {high:.1f} %",
    ]
    for unit in ("hole", "token"):
        if report.get(f"{unit}_margin") is not None:
            lines.append(f"{report[f'{unit}_margin']:+.2f} {unit}s a game")
    return "\n".join(lines)
