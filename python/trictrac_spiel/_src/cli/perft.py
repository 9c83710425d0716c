"""Count the sequences of transitions of the game, to compare implementations.

A roll is one transition and counts once for each order of its dice, a decision is another.
Equal counts at every depth are strong evidence that two implementations have the same
rules; `--divide` splits a count by the first transition, to find where they differ.

    trictrac perft --depth 4
    trictrac perft --depth 3 --divide "tt1 p0 roll 1:13,5:1,7:1 1:13,6:1,7:1 0/0 0/0 1,1 2"
"""

import argparse
import json
import time

from trictrac_spiel._src.cli.arguments import add_game, add_position, load_game, whole_number
from trictrac_spiel._src.position.position import Position
from trictrac_spiel._src.position.reading import read_position


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``trictrac perft``."""
    add_position(parser, "where to start")
    parser.add_argument(
        "--depth",
        type=whole_number(1, 20),
        default=4,
        metavar="N",
        help="count up to this many transitions (default: %(default)s)",
    )
    parser.add_argument("--divide", action="store_true", help="split the last count")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_game(parser)


def run(args: argparse.Namespace) -> None:
    """Counts."""
    game = load_game(args.game, args.holes)
    position = Position.of(read_position(" ".join(args.position), game))
    counts = []
    if not args.json:
        print("depth               count   seconds")
    for depth in range(1, args.depth + 1):
        begun = time.perf_counter()
        counts.append(sum(_split(position, depth).values()))
        if not args.json:
            print(f"{depth:>5}  {counts[-1]:>18}  {time.perf_counter() - begun:>8.3f}", flush=True)
    split = _split(position, args.depth) if args.divide else {}
    if args.json:
        result = {"position": position.text, "counts": counts}
        print(json.dumps({**result, "divide": split} if args.divide else result))
    else:
        for transition, count in split.items():
            print(f"{transition:<20} {count}")


def _split(position: Position, depth: int) -> dict[str, int]:
    """The count of each first transition; between them the program can be interrupted."""
    split = {}
    for play in position.legal_plays:
        split[play.text] = position.apply(play).perft(depth - 1)
    for (high, low), _ in position.possible_rolls:
        weight = 1 if high == low else 2
        split[f"{high}-{low}"] = weight * position.roll((high, low)).perft(depth - 1)
    return split
