"""What several tests share: running programs with the installed package."""

import contextlib
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parent.parent


def run_python(
    *arguments: str | Path, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Runs this Python in a process of its own; the caller looks at the exit status."""
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=300,
        cwd=cwd,
        env=os.environ | environment,
    )


def trictrac(*arguments: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs the program ``trictrac``."""
    return run_python("-m", "trictrac_spiel", *arguments, cwd=cwd)


@contextlib.contextmanager
def started(*arguments: str | Path, cwd: Path | None = None) -> Iterator[subprocess.Popen[str]]:
    """The program ``trictrac`` while it runs; a test that fails leaves none behind."""
    with subprocess.Popen(
        [sys.executable, "-m", "trictrac_spiel", *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def read_until(process: subprocess.Popen[str], words: str) -> None:
    """Reads the lines that the program prints, to the first with these words."""
    assert process.stdout is not None
    for line in process.stdout:
        if words in line:
            return
    raise AssertionError(f'the program ended and did not print "{words}"')


def killed_after(words: str, *arguments: str | Path) -> None:
    """Starts the program and kills it, as nothing can be ready for, when it prints these words."""
    with started(*arguments) as process:
        read_until(process, words)
        process.kill()


def ray_workers(node: Any) -> list[int]:
    """The processes of the actors on a node of Ray's `Cluster`, by their numbers."""
    raylets = {str(entry.process.pid) for entry in node.all_processes["raylet"]}
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # It has ended meanwhile.
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            command = (folder / "cmdline").read_text()
            if parent in raylets and command.startswith("ray::Worker"):
                found.append(int(folder.name))
    return found


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """Runs a command as a user would, with nothing of this environment; returns its output."""
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    result = subprocess.run(
        [str(word) for word in command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=cwd,
        env=clean,
    )
    assert result.returncode == 0, result.stdout[-5000:]
    return result.stdout


def unpack_sdist(folder: Path) -> Path:
    """Makes the source distribution and unpacks it into a folder."""
    run(
        *(sys.executable, "-c"),
        f"from scikit_build_core.build import build_sdist; build_sdist({str(folder)!r})",
        cwd=REPOSITORY,
    )
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz")
