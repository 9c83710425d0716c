#!/usr/bin/env python3
"""Builds what a release consists of, and checks it: `make release`.

Into build/release go the source distribution and a wheel for this machine's Python, repaired
by auditwheel as scripts/setup.py does it. The wheel is then installed into an environment that
has nothing else, where the game is played and the server answers. Wheels for other Pythons and
machines are built by .github/workflows/ci.yml.
"""

import contextlib
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tomllib
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ROOT / ".venv" / "bin" / "python"
RELEASE = ROOT / "build" / "release"
EMPTY = ROOT / "build" / "release-check"

_PLAY = """
import pyspiel, trictrac_spiel
pyspiel.random_sim_test(pyspiel.load_game("trictrac"), 2, True, False)
position = trictrac_spiel.Position()
assert trictrac_spiel.board_svg(position.text)
assert 0.4 < trictrac_spiel.evaluate(position).win < 0.6
print(trictrac_spiel.__version__)
"""


def say(text: str) -> None:
    print(f"==> {text}", flush=True)


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    """Runs a command; ends with its output if it fails."""
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, capture_output=True, text=True, timeout=3600
    )
    if done.returncode != 0:
        sys.exit(f"release: {' '.join(map(str, command))} failed\n{done.stdout}{done.stderr}")
    return done.stdout


def version() -> str:
    """The version of the workspace, which is everybody's."""
    manifest = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
    found: str = manifest["workspace"]["package"]["version"]
    return found


def build() -> tuple[Path, Path]:
    """The source distribution and the wheel."""
    shutil.rmtree(RELEASE, ignore_errors=True)
    RELEASE.mkdir(parents=True)
    say("the source distribution")
    run(
        PYTHON,
        "-c",
        "from scikit_build_core.build import build_sdist; import sys; build_sdist(sys.argv[1])",
        RELEASE,
    )
    say("the wheel")  # As `make setup` has built and repaired it.
    (wheel,) = (ROOT / "dist").glob("*.whl")
    shutil.copy2(wheel, RELEASE)
    (source,) = RELEASE.glob("*.tar.gz")
    return source, RELEASE / wheel.name


def check_source(source: Path) -> None:
    """Is everything in it that a build needs, and nothing that was built?"""
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for needed in ("Cargo.lock", "LICENSE", "README.md", "rust/store/src/lib.rs", "docs/rules.md"):
        if needed not in names:
            sys.exit(f"release: {source.name} lacks {needed}")
    strangers = sorted(name for name in names if name.endswith((".so", ".whl", ".pyc")))
    if strangers:
        sys.exit(f"release: {source.name} has {', '.join(strangers[:5])}")


def check_wheel(wheel: Path) -> None:
    """Plays and serves in an environment that has nothing but the wheel and what it needs."""
    shutil.rmtree(EMPTY, ignore_errors=True)
    run(PYTHON, "-m", "venv", EMPTY)
    python = EMPTY / "bin" / "python"
    say("the wheel in an empty environment")
    run(python, "-m", "pip", "install", "--quiet", "--only-binary", ":all:", wheel, cwd=EMPTY)
    found = run(python, "-c", _PLAY, cwd=EMPTY).split()[-1]
    if found != version():
        sys.exit(f"release: the wheel says that it is {found}, not {version()}")
    with serving(EMPTY / "bin" / "trictrac") as address:
        request = urllib.request.Request(
            f"{address}api/games",
            json.dumps({"against": "champion", "seed": 1}).encode(),
            {"Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                game = json.load(answer)
        except urllib.error.HTTPError as error:
            sys.exit(f"release: the server of the wheel says {error.read().decode()}")
        with urllib.request.urlopen(address, timeout=60) as answer:
            page = answer.read()
    if not game["legal"] or b"Trictrac" not in page:
        sys.exit("release: the server of the wheel does not serve the game")


@contextlib.contextmanager
def serving(program: Path) -> Iterator[str]:
    """The server of the wheel, and its address."""
    with subprocess.Popen(
        [program, "serve", "--port", "0", "--no-browser"],
        stdout=subprocess.PIPE,
        text=True,
        cwd=EMPTY,
    ) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip()
        finally:
            process.terminate()
            process.wait(timeout=20)


def main() -> None:
    source, wheel = build()
    check_source(source)
    check_wheel(wheel)
    shutil.rmtree(EMPTY)
    for file in (source, wheel):
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        print(f"{digest}  {file.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
