"""What several tests share: running programs with the installed package."""

import os
import subprocess
import sys
from pathlib import Path

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
