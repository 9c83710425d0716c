"""The program ``trictrac``."""

import argparse
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    from trictrac_spiel import __version__

    parser = argparse.ArgumentParser(prog="trictrac")
    parser.add_argument("--version", action="version", version=f"trictrac-spiel {__version__}")
    parser.parse_args(argv)
    return 0
