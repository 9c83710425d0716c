#!/usr/bin/env python3
"""Uniform random games through the table of C, side by side with the same games in pure Rust.

`make bench` runs it, and builds what it needs before. Both take turns on one core; the second line
rolls its dice one after the other, as C does, so that both walk the same tree. Results go to
bench/results/c_interface.json.

Options:
  --games N   games of a measurement (default 50000)
"""

import argparse
import json
import os
import statistics
import subprocess
from pathlib import Path

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results" / "c_interface.json"
RUST = ROOT / "target" / "release" / "examples" / "random_games"
C = ROOT / "build" / "capi" / "c_interface_bench"
ROUNDS = 5
# What the interface is asked for, as a part of the speed of Rust.
AT_LEAST = 0.6


def games_a_second(command: list[str | Path]) -> float:
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return float(json.loads(output)["games_per_second"])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=50_000)
    games = str(parser.parse_args().games)
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    contestants: dict[str, list[str | Path]] = {
        "Rust": [RUST, "--games", games],
        "Rust, one die after the other": [RUST, "--games", games, "--dice", "sequential"],
        "C": [C, games],
    }
    found: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(ROUNDS):
        for name, command in contestants.items():
            found[name].append(games_a_second(command))
    table = Table("Random games a second", "best", "median", "part of Rust, same dice")
    same_dice = max(found["Rust, one die after the other"])
    for name, rates in found.items():
        cells = (max(rates), statistics.median(rates))
        share = f"{max(rates) / same_dice:.2f}"
        table.add_row(name, *(f"{cell:,.0f}" for cell in cells), share)
    console = Console()
    console.print(table)
    part = max(found["C"]) / same_dice
    console.print(
        f"C plays at {part:.0%} of the speed of Rust; at least {AT_LEAST:.0%} are asked for"
    )
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps({"games_a_second": found, "c_of_rust": part}, indent=2) + "\n")


if __name__ == "__main__":
    main()
