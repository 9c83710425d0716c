#!/usr/bin/env python3
"""Counts the instructions of a fixed workload of the engine, and guards the figure.

Instruction counts do not depend on what else the machine is doing, so they show a
slowdown that no clock could show on a shared machine. The workload is the example
program `playouts` with a fixed number of games and seed, under valgrind's callgrind.

The committed figure in bench/instructions.json belongs to one compiler: another one
generates other code. With another compiler the count is printed and not judged.

Options:
  --check    compare with the committed figure; exit 1 if it is off by more than 3 %
  --update   write the count as the new figure
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIGURE = ROOT / "bench" / "instructions.json"
VALGRIND = ROOT / ".cache" / "valgrind"
WORKLOAD = ("--games", "300", "--seed", "1")
TOLERANCE = 0.03


def valgrind() -> tuple[str, dict[str, str]]:
    """The valgrind to use with its environment: an installed one, or the distribution's package."""
    installed = shutil.which("valgrind")
    if installed:
        return installed, {}
    unpacked = VALGRIND / "usr" / "bin" / "valgrind.bin"
    if not unpacked.exists():
        print("==> valgrind: unpacking the distribution's package into .cache", flush=True)
        subprocess.run([ROOT / "scripts" / "debian-package.sh", "valgrind", VALGRIND], check=True)
    return str(unpacked), {"VALGRIND_LIB": str(VALGRIND / "usr" / "libexec" / "valgrind")}


def compiler() -> str:
    """The version of rustc and its target, which the count belongs to."""
    text = subprocess.run(["rustc", "-vV"], check=True, capture_output=True, text=True).stdout
    release = re.search(r"^release: (.*)$", text, re.MULTILINE)
    host = re.search(r"^host: (.*)$", text, re.MULTILINE)
    if not release or not host:
        sys.exit(f"instructions: rustc -vV said neither release nor host:\n{text}")
    return f"rustc {release[1]} {host[1]}"


def count() -> int:
    """How many instructions the workload takes."""
    subprocess.run(
        [
            "cargo",
            "build",
            "--release",
            "--locked",
            "--quiet",
            "-p",
            "trictrac-store",
            "--example",
            "playouts",
        ],
        cwd=ROOT,
        check=True,
    )
    program, environment = valgrind()
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.run(
            [
                program,
                "--tool=callgrind",
                f"--callgrind-out-file={folder}/out",
                str(ROOT / "target" / "release" / "examples" / "playouts"),
                *WORKLOAD,
            ],
            env={"PATH": "/usr/bin:/bin", **environment},
            capture_output=True,
            text=True,
            check=False,
        )
    found = re.search(r"refs: +([0-9,]+)", process.stderr)
    if process.returncode or not found:
        sys.exit(f"instructions: valgrind failed:\n{process.stderr}")
    return int(found[1].replace(",", ""))


def judge(found: int, figures: dict[str, int], by: str) -> tuple[bool, str]:
    """Whether the count is as committed, and a sentence about it."""
    text = f"{found:,} instructions for playouts {' '.join(WORKLOAD)}, {by}"
    if by not in figures:
        known = ", ".join(figures) or "none"
        return True, f"{text}: not judged, there are figures for {known}"
    change = found / figures[by] - 1
    text += f": {change:+.2%} against the committed {figures[by]:,}"
    if abs(change) <= TOLERANCE:
        return True, text
    advice = "find out why" if change > 0 else "lower the figure"
    return False, f"{text}, more than {TOLERANCE:.0%}: {advice} (bench/instructions.py --update)"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="fail when the count has moved")
    parser.add_argument("--update", action="store_true", help="write the count as the new figure")
    arguments = parser.parse_args()
    by = compiler()
    figures = json.loads(FIGURE.read_text()) if FIGURE.exists() else {}
    found = count()
    if arguments.update:
        FIGURE.write_text(json.dumps({**figures, by: found}, indent=2, sort_keys=True) + "\n")
    as_committed, sentence = judge(found, figures, by)
    print(sentence)
    return int(arguments.check and not as_committed)


if __name__ == "__main__":
    sys.exit(main())
