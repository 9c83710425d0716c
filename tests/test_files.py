"""Files that cannot be written: the message names the one that was given, and none is left."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from helpers import trictrac
from trictrac_spiel import GameRecord, GameSession
from trictrac_spiel._src.files import write_file


def on_a_full_disk(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Runs the program where no file can grow."""
    program = [sys.executable, "-B", "-m", "trictrac_spiel", *arguments]
    return subprocess.run(
        ["sh", "-c", 'ulimit -f 0; exec "$@"', "sh", *program],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=120,
        cwd=cwd,
    )


@pytest.fixture
def game(tmp_path: Path) -> str:
    session = GameSession(("careful", "greedy"), game="trictrac(holes=1)", seed=1)
    for _ in range(9):
        session.step()
    session.record().save(tmp_path / "game.txt")
    return "game.txt"


@pytest.mark.parametrize(
    ("arguments", "file"),
    [
        (["show", "--svg", "b.svg"], "b.svg"),
        (["replay", "--all", "--svg", "pictures", "game.txt"], "pictures/turn-001.svg"),
        (["replay", "--html", "g.html", "game.txt"], "g.html"),
        (["play", "--seed", "1", "--save", "new.txt"], "new.txt"),
        (["generate", "games", "--player", "random", "--games", "2"], "games/data.json"),
    ],
)
def test_a_full_disk(arguments: list[str], file: str, game: str, tmp_path: Path) -> None:
    failed = on_a_full_disk(*arguments, cwd=tmp_path)
    assert failed.returncode == 1, failed.stderr
    assert failed.stderr.splitlines()[-1].startswith(f"trictrac: {file}: ")
    assert "unfinished" not in failed.stderr
    left = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert left == {game}


def test_a_folder_that_refuses(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        folder = "/proc/self"  # Where not even root makes files.
    else:
        (tmp_path / "closed").mkdir(mode=0o500)
        folder = str(tmp_path / "closed")
    for arguments in (["show", "--svg"], ["play", "--save"]):
        failed = trictrac(*arguments, f"{folder}/b.svg", cwd=tmp_path)
        assert failed.returncode in (1, 2)
        assert f"{folder}/b.svg: " in failed.stderr
        assert "unfinished" not in failed.stderr
        assert "Traceback" not in failed.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "--svg", ""],
        ["show", "--png", ""],
        ["replay", "--svg", "", "game.txt"],
        ["replay", "--html", "", "game.txt"],
        ["replay", "--gif", "", "game.txt"],
        ["replay", ""],
        ["query", ""],
        ["analyse", ""],
        ["play", "--save", ""],
        ["play", "--resume", ""],
        ["train", ""],
        ["evaluate", ""],
        ["plot", ""],
        ["generate", ""],
        ["serve", "--save", ""],
    ],
)
def test_an_empty_name_is_no_file(arguments: list[str], game: str, tmp_path: Path) -> None:
    refused = trictrac(*arguments, cwd=tmp_path)
    assert refused.returncode == 2
    assert "'' is no name of a file" in refused.stderr
    assert {path.name for path in tmp_path.iterdir()} == {game}


def test_pipes_and_devices_are_written_to() -> None:
    shown = trictrac("show", "--svg", "/dev/stdout")
    assert shown.returncode == 0, shown.stderr
    assert "</svg>" in shown.stdout


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    write_file(tmp_path / "a", "long text")
    write_file(tmp_path / "a", b"new")
    assert (tmp_path / "a").read_bytes() == b"new"
    with pytest.raises(IsADirectoryError) as caught:
        write_file(tmp_path, "text")
    assert caught.value.filename == str(tmp_path)


def test_a_record_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.txt").mkdir()
    with pytest.raises(IsADirectoryError):
        GameRecord.load(tmp_path / "x.txt")
