"""Let a player play games against itself, and write every decision as data to learn from.

The folder gets shards in Parquet or npz, `data.json`, which says what they are, and a card,
`README.md`. A run that was broken off goes on when the same command is given again.

    trictrac generate games --games 10000 --player careful
"""

import argparse
import sys

from trictrac_spiel._src.cli.arguments import add_game, file_name, load_game, whole_number
from trictrac_spiel._src.data.generate import generate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``trictrac generate``."""
    parser.add_argument("path", type=file_name, metavar="FOLDER", help="where the games go")
    parser.add_argument(
        "--games",
        type=whole_number(1, 10**9),
        default=1000,
        metavar="N",
        help="how many (default: %(default)s)",
    )
    parser.add_argument(
        "--player",
        default="careful",
        metavar="PLAYER",
        help="who plays both sides (default: %(default)s)",
    )
    parser.add_argument(
        "--seed",
        type=whole_number(0, 2**31 - 1),
        default=0,
        metavar="S",
        help="of dice and players (default: %(default)s)",
    )
    parser.add_argument(
        "--shard-games",
        type=whole_number(1, 10**6),
        default=1000,
        metavar="N",
        help="games in a file (default: %(default)s)",
    )
    parser.add_argument("--format", choices=["parquet", "npz"], help="of the files")
    add_game(parser)


def run(args: argparse.Namespace) -> None:
    """Plays and writes."""
    written = generate(
        args.games,
        args.player,
        args.path,
        game=load_game(args.game, args.holes),
        seed=args.seed,
        shard_games=args.shard_games,
        format=args.format,
        on_shard=lambda done, count: print(f"{done}/{count} files", file=sys.stderr, flush=True),
    )
    print(f"{written.games} games, {written.rows} decisions in {written.path}")
