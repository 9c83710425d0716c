#!/usr/bin/env python3
"""Where we stand: the engine by itself, and the game side by side with OpenSpiel's own games.

`make bench` runs it. Contestants take turns in every round, on one pinned core; the table
shows the best and the median round. Everything measured goes to bench/results as JSON,
with a description of the machine.

Options:
  --seconds S   how long a measurement takes (default 0.5)
  --rounds N    how often everything is measured (default 5)
"""

import argparse
import datetime
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

import instructions
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results"
BUILD = ROOT / "build" / "cmake"
GAMES = ("trictrac", "backgammon", "connect_four", "pig")
IMPORTS = ("import pyspiel", "import pyspiel, trictrac_spiel")

Measurements = dict[str, dict[str, list[float]]]


def machine() -> dict[str, str | int]:
    """What the figures were measured on."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    models = (line.partition(": ")[2] for line in lines if line.startswith("model name"))
    return {
        "processor": next(models, platform.machine()),
        "cores": os.cpu_count() or 1,
        "system": platform.platform(),
        "python": platform.python_version(),
        "rust": instructions.compiler(),
        "load": f"{os.getloadavg()[0]:.1f}",
    }


def pin() -> None:
    """Keeps everything that is measured on one core, the last one of those allowed."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def json_lines(command: list[str | Path], into: Measurements) -> None:
    """Runs a program that prints one measurement a line."""
    process = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, preexec_fn=pin)
    for line in process.stdout.splitlines():
        found = json.loads(line)
        into[found["what"]][found["game"]].append(found["value"])


def measure_cpp(seconds: float, rounds: int) -> Measurements:
    """OpenSpiel's C++ API: all games in one process."""
    found: Measurements = defaultdict(lambda: defaultdict(list))
    json_lines([BUILD / "openspiel_bench", str(seconds), str(rounds), *GAMES], found)
    return found


def measure_python(seconds: float, rounds: int) -> Measurements:
    """The `pyspiel` API, and what an import takes."""
    found: Measurements = defaultdict(lambda: defaultdict(list))
    script = ROOT / "bench" / "python_api.py"
    for _ in range(rounds):
        for game in GAMES:
            json_lines([sys.executable, script, game, str(seconds)], found)
        for statement in IMPORTS:
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", statement], check=True, preexec_fn=pin)
            milliseconds = 1000 * (time.perf_counter() - start)
            found["milliseconds_to_start"][statement].append(milliseconds)
    return found


def measure_engine() -> dict[str, dict[str, float]]:
    """The engine's own benches: nanoseconds for one element, best and median sample."""
    subprocess.run(
        [
            *[
                "cargo",
                "bench",
                "--quiet",
                "--locked",
                "-p",
                "trictrac-store",
                "--bench",
                "engine",
                "--",
            ],
            *["--noplot", "--quiet", "--warm-up-time", "0.5", "--measurement-time", "2"],
        ],
        cwd=ROOT,
        check=True,
        stdout=subprocess.DEVNULL,
        preexec_fn=pin,
    )
    found = {}
    for path in sorted((ROOT / "target" / "criterion").glob("*/*/new/benchmark.json")):
        benchmark = json.loads(path.read_text())
        sample = json.loads(path.with_name("sample.json").read_text())
        elements = benchmark["throughput"]["Elements"]
        nanoseconds = [
            time / iterations / elements
            for time, iterations in zip(sample["times"], sample["iters"], strict=True)
        ]
        found[benchmark["full_id"]] = {
            "best_nanoseconds": min(nanoseconds),
            "median_nanoseconds": statistics.median(nanoseconds),
        }
    return found


def amount(value: float) -> str:
    """The value with three digits that count."""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.3g}"


def peers_table(title: str, found: Measurements) -> Table:
    """Best (median) of each game, and our best against backgammon's and connect_four's."""
    table = Table("measurement", *GAMES, "x backgammon", "x connect_four", title=title)
    for what, by_game in found.items():
        if not set(GAMES) <= set(by_game):
            continue
        best = {game: max(by_game[game]) for game in GAMES}
        cells = [
            amount(best[game])
            if len(by_game[game]) == 1
            else f"{amount(best[game])} ({amount(statistics.median(by_game[game]))})"
            for game in GAMES
        ]
        ratios = (best["trictrac"] / best[peer] for peer in ("backgammon", "connect_four"))
        table.add_row(what.replace("_", " "), *cells, *(f"{ratio:.2f}" for ratio in ratios))
    return table


def engine_table(found: dict[str, dict[str, float]]) -> Table:
    """Best and median nanoseconds, and how many a second the best makes."""
    table = Table("engine", "best ns", "median ns", "best a second", title="Rust engine, one core")
    for name, figures in found.items():
        best = figures["best_nanoseconds"]
        table.add_row(
            name, f"{best:.1f}", f"{figures['median_nanoseconds']:.1f}", amount(1e9 / best)
        )
    return table


def imports_table(found: Measurements) -> Table:
    """How long a Python program takes to start."""
    table = Table("program", "best ms", "median ms", title="Start of a Python program")
    for statement, times in found["milliseconds_to_start"].items():
        table.add_row(statement, f"{min(times):.0f}", f"{statistics.median(times):.0f}")
    return table


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=0.5, help="length of a measurement")
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is measured")
    arguments = parser.parse_args()
    console = Console()
    described = machine()
    console.print("[bold]machine[/]", ", ".join(f"{key} {described[key]}" for key in described))
    with console.status("the engine's own benches"):
        engine = measure_engine()
    console.print(engine_table(engine))
    with console.status("instructions of a fixed workload"):
        by, counted = instructions.compiler(), instructions.count()
    console.print(f"{counted:,} instructions, {by}")
    with console.status("OpenSpiel's C++ API"):
        cpp = measure_cpp(arguments.seconds, arguments.rounds)
    console.print(peers_table("OpenSpiel's C++ API: best (median) of the rounds", cpp))
    with console.status("the Python API"):
        python = measure_python(arguments.seconds, arguments.rounds)
    console.print(peers_table("pyspiel: best (median) of the rounds", python))
    console.print(imports_table(python))
    RESULTS.mkdir(exist_ok=True)
    moment = datetime.datetime.now().astimezone()
    path = RESULTS / f"{moment:%Y-%m-%d-%H%M%S}.json"
    result = {
        "measured_at": moment.isoformat(timespec="seconds"),
        "machine": described,
        "seconds_a_measurement": arguments.seconds,
        "rounds": arguments.rounds,
        "engine": engine,
        "instructions": {by: counted},
        "cpp": cpp,
        "python": python,
    }
    path.write_text(json.dumps(result, indent=2) + "\n")
    console.print(f"written to {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
