"""Unmodified programs of OpenSpiel run on the game, through ``python -m trictrac_spiel.run``.

``example.py`` is run in ``test_run.py``; the C++ programs are run by CTest (``cmake/Tests.cmake``).
"""

from pathlib import Path

import pytest

from helpers import run_python

SHORT_GAME = "trictrac(max_turns=6)"

PROGRAMS = [
    (
        "mcts",
        [
            "--game=trictrac",
            "--player1=mcts",
            "--player2=random",
            "--max_simulations=5",
            "--num_games=1",
            "--quiet",
        ],
        "Number of games played: 1",
    ),
    (
        "play_via_console_example",
        [f"--game_string={SHORT_GAME}", "--player0_type=uniform", "--player1_type=uniform"],
        "Returns: ",
    ),
    ("playthrough", [f"--game={SHORT_GAME}", "--alsologtostdout"], "IsTerminal() = True"),
    ("rl_example", [f"--game={SHORT_GAME}"], "Action taken"),
    ("benchmark_games", ["--games=trictrac", "--time_limit=0.5"], "msec/rollout"),
]


def run(program: str, *arguments: str) -> str:
    module = f"open_spiel.python.examples.{program}"
    result = run_python("-m", "trictrac_spiel.run", module, *arguments)
    assert result.returncode == 0, result.stderr
    return result.stdout + result.stderr


@pytest.mark.parametrize(("program", "arguments", "said"), PROGRAMS, ids=lambda value: str(value))
def test_python_program(program: str, arguments: list[str], said: str) -> None:
    assert said in run(program, *arguments)


def test_python_alpha_zero(tmp_path: Path) -> None:
    run(
        "alpha_zero",
        f"--game={SHORT_GAME}",
        f"--path={tmp_path}",
        "--nn_model=mlp",
        "--nn_width=8",
        "--nn_depth=1",
        "--max_simulations=2",
        "--train_batch_size=4",
        "--replay_buffer_size=64",
        "--actors=1",
        "--evaluators=0",
        "--eval_levels=2",
        "--max_steps=1",
        "--checkpoint_freq=1",
    )
    assert (tmp_path / "checkpoint-1").exists()
