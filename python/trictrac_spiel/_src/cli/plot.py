"""Draw how a training run went, from its learner.jsonl, as a PNG.

Four panels over the steps: losses, how often the search's value had the right sign (at the
beginning, in the middle and late in the games), results against MCTS, game length. Another
method than OpenSpiel's draws what it measures.
"""

import argparse
from pathlib import Path

from trictrac_spiel._src.cli.arguments import file_name
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.train.records import plot


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``trictrac plot``."""
    parser.add_argument("run_dir", type=file_name, metavar="RUN_DIR", help="a run's directory")
    parser.add_argument(
        "--output", metavar="FILE", help="the PNG file (default: RUN_DIR/learner.png)"
    )


def run(args: argparse.Namespace) -> None:
    """Draws."""
    default = Path(args.run_dir) / "learner.png"
    output = default if args.output is None else Path(args.output)
    if output.suffix.lower() != ".png" or output.is_dir():
        raise TrictracError(f"--output: {args.output!r} is no file name that ends in .png")
    plot(Path(args.run_dir), output)
    print(output)
