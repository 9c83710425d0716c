#!/usr/bin/env python3
"""Where we stand: the engine by itself, and the game side by side with OpenSpiel's own games.

`make bench` runs it. All but self-play runs on one core, to which it is pinned. The contestants
take turns in every round, and the tables show the best and the median round. Everything
measured goes to bench/results as JSON, with a description of the machine.

Options:
  --seconds S   how long a measurement takes (default 0.5)
  --rounds N    how often everything is measured (default 5)
  --page        also write the tables to docs/performance.md
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
from collections.abc import Sequence
from pathlib import Path

import instructions
import page
import tables
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results"
PLAYOUTS = instructions.WORKLOADS["engine"]
OPENSPIEL_BENCH = instructions.BUILD / "openspiel_bench"
PYTHON_API: list[str | Path] = [sys.executable, ROOT / "bench" / "python_api.py"]
STARTS = ("pass", "import pyspiel", "import pyspiel, trictrac_spiel")

Found = defaultdict[str, defaultdict[str, list[float]]]


def machine() -> dict[str, str | int]:
    """What the figures are measured on."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    models = (line.partition(": ")[2] for line in lines if line.startswith("model name"))
    return {
        "processor": next(models, platform.machine()),
        "cores": os.cpu_count() or 1,
        "system": platform.platform(),
        "python": platform.python_version(),
        "tools": instructions.rust_and_cpp(),
        "load before": f"{os.getloadavg()[0]:.1f}",
    }


def pin() -> None:
    """Keeps everything that is measured on one core, the last one of those allowed."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def output_of(command: Sequence[str | Path]) -> str:
    process = subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.PIPE, text=True)
    if process.returncode:
        sys.exit(f"bench: {' '.join(map(str, command))} ended with {process.returncode}")
    return process.stdout


def read_lines(command: Sequence[str | Path], into: Found) -> None:
    """Runs a program that prints one measurement a line."""
    for line in output_of(command).splitlines():
        found = json.loads(line)
        into[found["what"]][found["game"]].append(found["value"])


def nothing_found() -> Found:
    return defaultdict(lambda: defaultdict(list))


class Bench:
    """All measurements: first what is made once, then the rounds."""

    def __init__(self, seconds: float, rounds: int) -> None:
        self.seconds = seconds
        self.rounds = rounds
        self.engine: dict[str, tuple[float, float]] = {}
        self.native, self.cpp, self.python = nothing_found(), nothing_found(), nothing_found()
        self.cpp_memory, self.python_memory = nothing_found(), nothing_found()
        self.starts: defaultdict[str, list[float]] = defaultdict(list)
        self.cores = os.sched_getaffinity(0)

    def measure(self, progress: Progress) -> None:
        """Does it all, and says how far it is."""
        once = [
            ("the engine's own benches", self.measure_engine),
            ("instructions", self.count_instructions),
            ("memory", self.measure_memory),
            ("self-play of AlphaZero", self.measure_self_play),
        ]
        a_round = [
            ("Rust playouts", self.measure_playouts),
            ("OpenSpiel's C++ API", self.measure_cpp),
            ("pyspiel", self.measure_python),
            ("starts of programs", self.measure_starts),
        ]
        task = progress.add_task("", total=len(once) + self.rounds * len(a_round))
        for name, measurement in once + self.rounds * a_round:
            progress.update(task, description=name)
            measurement()
            progress.advance(task)

    def measure_engine(self) -> None:
        """Runs Criterion and reads the samples that it leaves."""
        command = "cargo bench --quiet --locked -p trictrac-play --bench engine --"
        options = "--noplot --quiet --warm-up-time 0.5 --measurement-time 2"
        subprocess.run(
            [*command.split(), *options.split()],
            cwd=ROOT,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for name in tables.ENGINE_LABELS:
            results = ROOT / "target" / "criterion" / name / "new"
            elements = json.loads((results / "benchmark.json").read_text())["throughput"]
            sample = json.loads((results / "sample.json").read_text())
            nanoseconds = [
                time / iterations / elements["Elements"]
                for time, iterations in zip(sample["times"], sample["iters"], strict=True)
            ]
            self.engine[name] = min(nanoseconds), statistics.median(nanoseconds)

    def count_instructions(self) -> None:
        """Runs the fixed workloads of bench/instructions.py."""
        self.instructions = {
            name: instructions.count(workload) for name, workload in instructions.WORKLOADS.items()
        }

    def measure_memory(self) -> None:
        """Asks both programs what states and search nodes take."""
        read_lines([OPENSPIEL_BENCH, "memory", *tables.GAMES], self.cpp_memory)
        for game in tables.GAMES:
            read_lines([*PYTHON_API, "memory", game], self.python_memory)

    def measure_self_play(self) -> None:
        """Runs OpenSpiel's AlphaZero and ours, one after the other, on all cores."""
        program = ROOT / "bench" / "alphazero_selfplay.py"
        pinned = os.sched_getaffinity(0)
        os.sched_setaffinity(0, self.cores)
        try:
            command: list[str | Path] = [sys.executable, program, "--games", "trictrac", "--json"]
            self.self_play = json.loads(output_of(command))
        finally:
            os.sched_setaffinity(0, pinned)

    def measure_playouts(self) -> None:
        """Plays uniform random games in Rust."""
        # About two seconds' worth, whatever the machine.
        found = json.loads(output_of([PLAYOUTS.run[0], "--games", "100000", "--seed", "1"]))
        for what in ("games", "decisions"):
            self.native[what]["trictrac"].append(found[what] / found["seconds"])

    def measure_cpp(self) -> None:
        """One round of OpenSpiel's C++ API, all games in one process."""
        read_lines([OPENSPIEL_BENCH, "speed", str(self.seconds), *tables.GAMES], self.cpp)

    def measure_python(self) -> None:
        """One round of `pyspiel`, a process for each game."""
        for game in tables.GAMES:
            read_lines([*PYTHON_API, "speed", str(self.seconds), game], self.python)

    def measure_starts(self) -> None:
        """How long Python takes to start and import."""
        for program in STARTS:
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", program], check=True)
            self.starts[program].append(1000 * (time.perf_counter() - start))

    def tables(self) -> dict[str, tables.Table]:
        """What was measured, for people."""
        a_game = {what: tables.best(self.cpp, what, "trictrac") for what in ("decisions", "games")}
        counted = instructions.GAMES * a_game["decisions"] / a_game["games"]
        return {
            "goals": tables.goals(self.engine, self.native, self.cpp),
            "playouts": tables.playouts(self.native),
            "engine": tables.engine(self.engine),
            "cpp": tables.rates("OpenSpiel's C++ API", self.cpp),
            "cpp_memory": tables.memory("Memory in C++", self.cpp_memory),
            "shares": tables.shares(self.instructions["openspiel"], counted),
            "python": tables.rates("pyspiel", self.python),
            "python_memory": tables.memory("Memory in Python", self.python_memory),
            "starts": tables.starts(self.starts),
            "self_play": tables.self_play(self.self_play),
        }

    def as_json(self) -> dict[str, object]:
        """What was measured, for programs."""
        counts = {name: count.total() for name, count in self.instructions.items()}
        return {
            "seconds_a_measurement": self.seconds,
            "rounds": self.rounds,
            "engine_nanoseconds_best_and_median": self.engine,
            "instructions": counts,
            "rust_a_second": self.native,
            "cpp_a_second": self.cpp,
            "cpp_bytes": self.cpp_memory,
            "python_a_second": self.python,
            "python_bytes": self.python_memory,
            "milliseconds_to_start": self.starts,
            "self_play": self.self_play,
        }


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=0.5, help="length of a measurement")
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is measured")
    parser.add_argument("--page", action="store_true", help="write docs/performance.md")
    arguments = parser.parse_args()
    console = Console()
    if not console.is_terminal:
        # In a log a wide table is better than a folded one.
        console = Console(width=160)
    moment = datetime.datetime.now().astimezone()
    described = machine()
    console.print(tables.bullets(described), "")
    bench = Bench(arguments.seconds, arguments.rounds)
    pin()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), console=console) as progress:
        bench.measure(progress)
    found = bench.tables()
    for table in found.values():
        console.print(table, "")
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{moment:%Y-%m-%d-%H%M%S}.json"
    result = {"measured_at": moment.isoformat(timespec="seconds"), "machine": described}
    path.write_text(json.dumps(result | bench.as_json(), indent=2) + "\n")
    console.print(f"written to {path.relative_to(ROOT)}")
    if arguments.page:
        page.write(moment.date(), described, found)
        console.print(f"written to {page.PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
