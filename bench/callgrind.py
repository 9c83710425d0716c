"""Runs a program under valgrind's callgrind and says which code its instructions belong to."""

import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
VALGRIND = ROOT / ".cache" / "valgrind"

# A line that names something: `fn=(7) main` the first time, `fn=(7)` from then on.
NAME = re.compile(r"^(ob|fl|fi|fe|fn)=\((\d+)\)(?: (.*))?$")
COST = re.compile(r"^[+\-*\d]\S* (\d+)$")


class Place(NamedTuple):
    """Where an instruction is: in which binary, source file and function."""

    binary: str
    file: str
    function: str


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


def instructions(command: Iterable[str | Path], only_in: str | None = None) -> Counter[Place]:
    """How many instructions the program executes at each place, in the named function or in all."""
    program, environment = valgrind()
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "callgrind.out"
        options = ["--tool=callgrind", f"--callgrind-out-file={output}"]
        if only_in:
            options.append(f"--toggle-collect={only_in}")
        process = subprocess.run(
            [program, *options, *map(str, command)],
            env={"PATH": "/usr/bin:/bin", **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        if process.returncode:
            sys.exit(f"valgrind failed:\n{process.stderr}")
        return parse(output.read_text().splitlines())


def parse(lines: Iterable[str]) -> Counter[Place]:
    """Reads what callgrind writes; what a function's callees cost is left to them."""
    names: dict[tuple[str, str], str] = {}
    binary = file = function = ""
    counts: Counter[Place] = Counter()
    after_call = False
    for line in lines:
        if match := NAME.match(line):
            kind, number, name = match.groups()
            shared = "file" if kind in {"fl", "fi", "fe"} else kind
            if name is not None:
                names[shared, number] = name
            known = names[shared, number]
            if shared == "ob":
                binary = known
            elif shared == "file":
                file = known
            else:
                function = known
        elif called := re.match(r"^(cob|cfi|cfl|cfn)=\((\d+)\) (.*)$", line):
            kind = {"cob": "ob", "cfn": "fn"}.get(called[1], "file")
            names[kind, called[2]] = called[3]
        elif line.startswith("calls="):
            after_call = True
        elif cost := COST.match(line):
            if not after_call:
                counts[Place(binary, file, function)] += int(cost[1])
            after_call = False
    return counts
