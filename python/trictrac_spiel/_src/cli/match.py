"""Let two players play a match, and say how sure the result is.

Every sequence of dice is used for two games, with seats changed, so luck falls to both
sides alike. `--games` counts single games; a draw counts half. The interval holds the true
win rate with a probability of 95 %. With the same seed the same games are played, however
many jobs or workers there are, unless a player thinks by the clock. The number after "±" is
what the true mean of holes a game (of a written game: tokens) may differ by, also with a
probability of 95 %.

    trictrac match careful greedy --games 400
    trictrac match mcts:400 careful --games 100 --jobs 2 --json
    trictrac match az:runs/first careful
    trictrac match td careful --game "trictrac(format=written)"
    trictrac match td:2 careful --games 10000 --ray auto
"""

import argparse
import json
import math
import random
import sys

from trictrac_spiel._src.cli.arguments import (
    add_cluster,
    add_game,
    add_seed,
    check_cluster,
    load_game,
    whole_number,
)
from trictrac_spiel._src.match.facts import facts, margin, margin_interval
from trictrac_spiel._src.match.matches import GameResult, MatchResult, play_match
from trictrac_spiel._src.people.progress import ProgressBar
from trictrac_spiel._src.players import bots


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``trictrac match``."""
    parser.epilog = "players:\n" + bots.descriptions()
    parser.add_argument("a", metavar="A", help="a player")
    parser.add_argument("b", metavar="B", help="the other player")
    parser.add_argument(
        "--games",
        type=whole_number(1, 10_000_000),
        default=100,
        metavar="N",
        help="single games (default: %(default)s)",
    )
    parser.add_argument(
        "--jobs",
        type=whole_number(1, 1024),
        metavar="K",
        help="games at a time (default: 1)",
    )
    add_cluster(parser)
    add_game(parser)
    add_seed(
        parser,
        "of dice and players; the same seed makes the same match (default: another one each time)",
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object and nothing else"
    )


def run(args: argparse.Namespace) -> None:
    """Plays the match."""
    check_cluster(args)
    game = load_game(args.game, args.holes)
    make_a, make_b = bots.maker(args.a), bots.maker(args.b)
    seed = random.SystemRandom().randrange(2**31) if args.seed is None else args.seed
    score = {1.0: 0, 0.5: 0, 0.0: 0}
    with ProgressBar(sys.stderr, args.games) as bar:

        def show_score() -> None:
            bar.show(
                sum(score.values()),
                f"{sum(score.values())} of {args.games} games: {args.a} won {score[1.0]}, "
                f"drew {score[0.5]}, lost {score[0.0]}",
            )

        def on_game(result: GameResult) -> None:
            score[result.score_of_a] += 1
            show_score()

        show_score()
        result = play_match(
            game,
            make_a,
            make_b,
            args.games,
            seed=seed,
            jobs=args.jobs or 1,
            ray=args.ray,
            workers=args.workers,
            on_game=on_game,
            on_notice=lambda sentence: bar.print(f"Note: {sentence}"),
        )
    if args.json:
        print(json.dumps(facts(result, args.a, args.b) | {"game": str(game)}))
    else:
        print(_table(result, args.a, args.b, str(game)))


def _seats(games: int) -> str:
    """Which sequences of dice were played from which seats."""
    if games == 1:
        return "from one seat only"
    every = "every sequence of dice from both seats"
    return every if games % 2 == 0 else every + " but the last one"


def _rate(per_second: float) -> str:
    """Three digits of a small number, all of a large one: 0.125, 3.21, 2,184."""
    return f"{per_second:,.0f}" if per_second >= 100 else f"{per_second:.3g}"


def _table(result: MatchResult, a: str, b: str, game: str) -> str:
    low, high = result.win_rate_ci95
    spread = margin_interval(result)
    ahead, unit = margin(result) or (None, "holes")
    shown = "" if ahead is None else f"{ahead:+.2f}"
    rows = [
        ("players", f"{a} against {b}"),
        ("game", game),
        ("games", f"{len(result.games)}, {_seats(len(result.games))}"),
        ("won, drawn, lost", f"{result.wins}, {result.draws}, {result.losses}"),
        (
            "win rate",
            f"{100 * result.win_rate:.1f} %   (95 % interval {100 * low:.1f} to "
            f"{100 * high:.1f} %)",
        ),
        (f"{unit} a game", shown + ("" if math.isinf(spread) else f"   (± {spread:.2f})")),
        ("speed", f"{_rate(result.games_per_second)} games a second"),
        ("seed", str(result.seed)),
    ]
    return "\n".join(f"{name:<17} {value}" for name, value in rows)
