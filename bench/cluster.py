#!/usr/bin/env python3
"""Trains with Ray on this machine with 1, 2 and 4 workers, and says where the time goes.

    python bench/cluster.py --steps 3 --repeat 3

For docs/scaling.md. Each line is one training of its own, in a process of its own. Processor time
is told beside the time on the clock, because it hardly changes when the machine has other work to
do. Everything is printed as JSON lines, too, with --json.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import trictrac_spiel
from trictrac_spiel._src.train import methods

SIZES: dict[str, dict[str, Any]] = {
    "td": {"minutes": 0.0, "games_per_step": 1000, "threads": 1, "evaluation_games": 0},
    "alphazero": {"games_per_step": 200, "evaluation_freq": 0, "threads": 2},
}
WORKERS = (0, 1, 2, 4)
"""0: without Ray, with as many threads as the run has."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=3, help="of each training, the first not told")
    parser.add_argument("--repeat", type=int, default=3, help="trainings of each kind")
    parser.add_argument("--method", choices=SIZES, action="append")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        print(json.dumps(measure(**json.loads(arguments.one))))
        return
    for method in arguments.method or SIZES:
        found: dict[int, list[dict[str, float]]] = {workers: [] for workers in WORKERS}
        for _ in range(arguments.repeat):
            for workers in WORKERS:
                order = {"method": method, "workers": workers, "steps": arguments.steps}
                command = [sys.executable, __file__, "--one", json.dumps(order)]
                told = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
                measured = json.loads(told.stdout.splitlines()[-1])
                if arguments.json:
                    print(json.dumps(order | measured), flush=True)
                found[workers].append(measured)
        print(
            f"{method}: the median of {arguments.repeat} and, in brackets, the least and the most"
        )
        for workers in WORKERS:
            print(f"  {workers} workers" if workers else "  without Ray")
            for name in found[workers][0]:
                values = [measured[name] for measured in found[workers]]
                print(
                    f"    {name:<38} {statistics.median(values):>10,.4g}"
                    f"   ({min(values):,.4g} to {max(values):,.4g})"
                )


def measure(method: str, workers: int, steps: int) -> dict[str, float]:
    """One training: games a second, and what each part of it took, the first step left out."""
    config_type = methods.method(method).config_type
    more = {"ray": "local", "workers": workers} if workers else {}
    processor: list[tuple[float, float]] = []
    with tempfile.TemporaryDirectory() as folder:
        config = config_type.from_dict(
            {**SIZES[method], **more, "path": folder, "max_steps": steps}
        )

        def on_step(step: trictrac_spiel.TrainingStep) -> None:
            processor.append((own_processor_seconds(), ray_processor_seconds()))

        trictrac_spiel.train(config, on_step=on_step)
        lines = (Path(folder) / "learner.jsonl").read_text().splitlines()
        records = [json.loads(line) for line in lines][1:]
    own = processor[-1][0] - processor[0][0]
    others = processor[-1][1] - processor[0][1]
    games = SIZES[method]["games_per_step"] * len(records)
    if not workers:
        seconds = sum(record["seconds"] for record in records)
        if method == "alphazero":
            seconds = sum(
                record["seconds_playing"] + record["seconds_learning"] for record in records
            )
        return {"games a second": games / seconds, "processor ms a game": 1000 * own / games}
    clusters = [record["cluster"] for record in records]

    def total(name: str) -> float:
        return float(sum(cluster[name] for cluster in clusters))

    learning = sum(
        record.get("seconds_learning", record["cluster"].get("seconds_learning"))
        for record in records
    )
    playing = total("processor_seconds_playing")
    games = int(total("games"))
    return {
        "games a second": games / total("seconds"),
        "share of the clock: learning": learning / total("seconds"),
        "share of the clock: waiting for games": total("seconds_waiting") / total("seconds"),
        "share of the clock: sending networks": total("seconds_sending") / total("seconds"),
        "processor ms a game: playing": 1000 * playing / games,
        "processor ms a game: learner": 1000 * own / games,
        "processor ms a game: Ray": 1000 * max(0.0, others - playing) / games,
        "bytes a game": total("game_bytes") / games,
        "games a message": games / total("messages"),
        "bytes a network": total("network_bytes") / total("networks"),
        "games a network": games / total("networks"),
    }


def own_processor_seconds() -> float:
    """Of this process, all its threads."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def ray_processor_seconds() -> float:
    """Of all processes below this one: Ray's own and its workers."""
    parents, ticks = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # It has ended meanwhile.
            continue
        parents[int(folder.name)] = int(fields[1])
        ticks[int(folder.name)] = int(fields[11]) + int(fields[12])

    def is_below(process: int) -> bool:
        while process in parents:
            process = parents[process]
            if process == os.getpid():
                return True
        return False

    below = sum(count for process, count in ticks.items() if is_below(process))
    return below / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
