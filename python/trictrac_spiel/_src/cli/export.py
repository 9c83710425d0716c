"""Write a trained network as an ONNX file, for runtimes of others.

    trictrac export RUN_DIR network.onnx

Of networks of `--method alphazero`. The input `observation` has a row of features for each
position, as the player sees it who decides or rolls; the outputs are the `logits` of all
actions (softmax over the legal ones is the policy), the `value` and the `result` expected, from
-1 to 1 (docs/alphazero.md).
"""

import argparse
from pathlib import Path

from trictrac_spiel._src.cli.arguments import file_name
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.files import write_file
from trictrac_spiel._src.train.onnx_file import onnx_of
from trictrac_spiel._src.train.run_directory import Checkpoint


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``trictrac export``."""
    parser.add_argument(
        "checkpoint",
        metavar="CHECKPOINT_OR_RUN_DIR",
        help="a run's directory (its latest step), or a folder of its checkpoints/",
    )
    parser.add_argument(
        "output", type=file_name, metavar="FILE", help="what to write; its name ends in .onnx"
    )


def run(args: argparse.Namespace) -> None:
    """Writes the file."""
    if Path(args.output).suffix.lower() != ".onnx":
        raise TrictracError(f"FILE: {args.output!r} does not end in .onnx")
    checkpoint = Checkpoint.find(args.checkpoint)
    checkpoint.check_files()
    if checkpoint.method != "alphazero":
        raise TrictracError(
            f"{args.checkpoint}: only networks of --method alphazero can be exported, "
            f"not of {checkpoint.method}"
        )
    write_file(args.output, onnx_of(checkpoint))
    print(args.output)
