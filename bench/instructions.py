#!/usr/bin/env python3
"""Counts the instructions of fixed workloads, and guards the figures.

Instruction counts do not depend on what else the machine is doing, so they show a
slowdown that no clock could show on a shared machine. There are two workloads of uniform
random games, under valgrind's callgrind:

  engine     the engine's example program `playouts`
  openspiel  the same through OpenSpiel's C++ API: what bridge and adapter add

The committed figures in bench/instructions.json belong to the compilers that are named
there: others generate other code. With others the count is printed and not judged.

Options:
  --check    compare with the committed figures; exit 1 if one is off by more than 3 %
  --update   write the counts as the new figures
"""

import argparse
import json
import platform
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import callgrind

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "cmake"
FIGURES = ROOT / "bench" / "instructions.json"
TOLERANCE = 0.03
# How many games each workload plays.
GAMES = 300


class Workload(NamedTuple):
    """A program to count: what builds it, what runs it, and what its code depends on."""

    build: list[str | Path]
    run: list[str | Path]
    only_in: str | None
    tools: Callable[[], str]


def rust() -> str:
    """The version of rustc and its target."""
    text = subprocess.run(["rustc", "-vV"], check=True, capture_output=True, text=True).stdout
    release = re.search(r"^release: (.*)$", text, re.MULTILINE)
    host = re.search(r"^host: (.*)$", text, re.MULTILINE)
    if not release or not host:
        sys.exit(f"instructions: rustc -vV said neither release nor host:\n{text}")
    return f"rustc {release[1]} {host[1]}"


def rust_and_cpp() -> str:
    """Rust, and everything that C++ code and its memory depend on."""
    cache = (BUILD / "CMakeCache.txt").read_text()
    compiler = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.*)$", cache, re.MULTILINE)
    if not compiler:
        sys.exit(f"instructions: {BUILD} names no C++ compiler; make setup configures it")
    text = subprocess.run([compiler[1], "--version"], check=True, capture_output=True, text=True)
    cpp = text.stdout.splitlines()[0]
    libc = " ".join(platform.libc_ver())
    return f"{rust()}, {cpp}, {libc}, open_spiel {version('open_spiel')}"


WORKLOADS = {
    "engine": Workload(
        build=[
            *("cargo", "build", "--release", "--locked", "--quiet"),
            *("-p", "trictrac-play", "--example", "playouts"),
        ],
        run=[ROOT / "target/release/examples/playouts", "--games", str(GAMES), "--seed", "1"],
        only_in=None,
        tools=rust,
    ),
    "openspiel": Workload(
        build=["cmake", "--build", BUILD, "--target", "openspiel_bench"],
        run=[BUILD / "openspiel_bench", "playouts", str(GAMES), "trictrac"],
        only_in="FixedPlayouts",
        tools=rust_and_cpp,
    ),
}


def count(workload: Workload) -> Counter[callgrind.Place]:
    """How many instructions the workload takes, by the place in the code."""
    built = subprocess.run(workload.build, cwd=ROOT, check=False, capture_output=True, text=True)
    if built.returncode:
        sys.exit(f"instructions: the build failed:\n{built.stdout}{built.stderr}")
    return callgrind.instructions(workload.run, workload.only_in)


def judge(name: str, found: int, figures: dict[str, int], tools: str) -> tuple[bool, str]:
    """Whether the count is as committed, and a sentence about it."""
    text = f"{name}: {found:,} instructions, {tools}"
    if tools not in figures:
        known = "; ".join(figures) or "no tools"
        return True, f"{text}: not judged, there are figures for {known}"
    change = found / figures[tools] - 1
    text += f": {change:+.2%} against the committed {figures[tools]:,}"
    if abs(change) <= TOLERANCE:
        return True, text
    advice = "find out why" if change > 0 else "lower the figure"
    return False, f"{text}, more than {TOLERANCE:.0%}: {advice} (bench/instructions.py --update)"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="fail when a count has moved")
    parser.add_argument("--update", action="store_true", help="write the counts as new figures")
    arguments = parser.parse_args()
    figures = json.loads(FIGURES.read_text()) if FIGURES.exists() else {}
    all_as_committed = True
    for name, workload in WORKLOADS.items():
        found, tools = count(workload).total(), workload.tools()
        known = figures.setdefault(name, {})
        if arguments.update:
            known[tools] = found
        as_committed, sentence = judge(name, found, known, tools)
        all_as_committed &= as_committed
        print(sentence, flush=True)
    if arguments.update:
        FIGURES.write_text(json.dumps(figures, indent=2, sort_keys=True) + "\n")
    return int(arguments.check and not all_as_committed)


if __name__ == "__main__":
    sys.exit(main())
