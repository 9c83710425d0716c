"""``python -m trictrac_spiel.run``: unmodified programs, with the game registered."""

from pathlib import Path

import pytest

from helpers import run_python

PROGRAM = '''
"""A program that knows nothing of Trictrac."""
import multiprocessing
import sys
import pyspiel

def short_name(text):
    return pyspiel.load_game(text).get_type().short_name

if __name__ == "__main__":
    with multiprocessing.get_context(sys.argv[2]).Pool(1) as pool:
        print(__doc__, sys.argv, pool.apply(short_name, (sys.argv[1],)))
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "program.py").write_text(PROGRAM)
    return tmp_path


@pytest.mark.parametrize("method", ["spawn", "fork", "forkserver"])
@pytest.mark.parametrize("program", ["package/program.py", "package.program"])
def test_program_and_its_workers_have_the_game(program: str, method: str, folder: Path) -> None:
    result = run_python("-m", "trictrac_spiel.run", program, "trictrac", method, cwd=folder)
    file = program if program.endswith(".py") else str(folder / "package" / "program.py")
    expected = f"A program that knows nothing of Trictrac. {[file, 'trictrac', method]} trictrac\n"
    assert result.stdout == expected, result.stderr


def test_runs_open_spiels_own_example() -> None:
    module = "open_spiel.python.examples.example"
    result = run_python("-m", "trictrac_spiel.run", module, "--game_string=trictrac")
    assert result.returncode == 0, result.stderr
    assert "Utility for player 1" in result.stdout + result.stderr


@pytest.mark.parametrize("arguments", [[], ["missing.py"], ["no.such.module"], ["pyspiel"]])
def test_what_can_not_be_run_exits_2(arguments: list[str], tmp_path: Path) -> None:
    result = run_python("-m", "trictrac_spiel.run", *arguments, cwd=tmp_path)
    assert result.returncode == 2
    assert "usage: python -m trictrac_spiel.run" in result.stderr


def test_exit_status_is_the_programs(folder: Path) -> None:
    (folder / "ends.py").write_text("raise SystemExit(7)")
    assert run_python("-m", "trictrac_spiel.run", folder / "ends.py").returncode == 7
