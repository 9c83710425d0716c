"""Training the value network from Python: the method ``td``."""

import json
from pathlib import Path

import pyspiel
import pytest

import trictrac_spiel
from helpers import trictrac
from trictrac_spiel import RunError, TrictracError
from trictrac_spiel._src.cli.main import main
from trictrac_spiel._src.train import methods
from trictrac_spiel._src.train.run_directory import Checkpoint, RunDirectory
from trictrac_spiel._src.train.td import WEIGHTS, TdConfig


def options(path: Path, **changes: object) -> TdConfig:
    """A run of seconds."""
    few = {"games_per_step": 50, "max_steps": 2, "threads": 1, "evaluation_games": 4}
    return TdConfig.preset("smoke", path=str(path), **{**few, **changes})


def weights(path: Path) -> bytes:
    """Those of a run's latest step."""
    return (Checkpoint.find(path).folder / WEIGHTS).read_bytes()


def records(path: Path) -> list[dict[str, object]]:
    """The lines of learner.jsonl."""
    return [json.loads(line) for line in (path / "learner.jsonl").read_text().splitlines()]


def test_a_run_learns_and_can_be_repeated(tmp_path: Path) -> None:
    told: list[int] = []
    result = trictrac_spiel.train(
        options(tmp_path / "one"), on_step=lambda step: told.append(step.games)
    )
    assert result.finished
    assert told == [50, 100]
    lines = records(tmp_path / "one")
    assert [line["step"] for line in lines] == [1, 2]
    assert all(line["evaluation"] for line in lines)
    trictrac_spiel.train(options(tmp_path / "two"))
    assert weights(tmp_path / "one") == weights(tmp_path / "two")
    trictrac_spiel.train(options(tmp_path / "three", seed=2))
    assert weights(tmp_path / "one") != weights(tmp_path / "three")


def test_a_stopped_run_goes_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    trictrac_spiel.train(options(tmp_path / "whole"))
    stopped = trictrac_spiel.train(options(tmp_path / "cut"), on_step=lambda step: True)
    assert (stopped.last_step, stopped.finished) == (1, False)
    trictrac_spiel.train(options(tmp_path / "cut"), resume=True)
    assert weights(tmp_path / "cut") == weights(tmp_path / "whole")
    assert [line["games"] for line in records(tmp_path / "cut")] == [50, 100]


def test_minutes_divide_into_steps(tmp_path: Path) -> None:
    config = options(tmp_path, minutes=0.02, max_steps=2, evaluation_games=0)
    assert trictrac_spiel.train(config).finished
    assert all(line["seconds"] >= 0.6 for line in records(tmp_path))  # type: ignore[operator]


def test_options_that_make_no_sense_are_refused(tmp_path: Path) -> None:
    for wrong in (
        {"threads": -1},
        {"games_per_step": 0},
        {"max_steps": 0},
        {"minutes": 141.0, "max_steps": 140},
        {"minutes": float("nan")},
        {"first_rate": 0.0},
        {"last_rate": 1.0},
        {"evaluation_freq": 0},
        {"seed": -1},
        {"game": "tic_tac_toe"},
    ):
        with pytest.raises(TrictracError, match=next(iter(wrong))):
            options(tmp_path, **wrong)
    trictrac_spiel.train(options(tmp_path / "run"), on_step=lambda step: True)
    with pytest.raises(TrictracError, match="first_rate"):
        trictrac_spiel.train(options(tmp_path / "run", first_rate=0.02), resume=True)


def test_a_damaged_network_is_refused(tmp_path: Path) -> None:
    trictrac_spiel.train(options(tmp_path, max_steps=1))
    file = Checkpoint.find(tmp_path).folder / WEIGHTS
    file.write_bytes(file.read_bytes()[:-1] + b"\0")
    with pytest.raises(RunError, match=WEIGHTS):
        trictrac_spiel.load_checkpoint(tmp_path)


def test_its_network_plays(tmp_path: Path) -> None:
    trictrac_spiel.train(options(tmp_path, max_steps=1))
    game = pyspiel.load_game("trictrac")
    state = game.new_initial_state("tt1 p0 move:6-4 1:15 1:15 0/0 0/0 1,0 1")
    for bot in (
        trictrac_spiel.load_checkpoint(tmp_path),
        trictrac_spiel.make_bot(f"az:{tmp_path}", game),
    ):
        assert bot.step(state) in state.legal_actions()
    with pytest.raises(TrictracError, match="without"):
        trictrac_spiel.load_checkpoint(tmp_path, simulations=10)


def test_the_program_trains_resumes_and_plots(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "run"
    words = ["--method", "td", "--minutes", "0", "--games-per-step", "50", "--threads", "1"]
    few = ["--max-steps", "1", "--evaluation-games", "2", "--evaluation-freq", "1"]
    assert main(["train", str(run), *words, *few]) == 0
    printed = capsys.readouterr().out
    assert "vs careful" in printed
    assert "%" in printed
    assert main(["train", str(run), "--resume"]) == 0
    assert "finished" in capsys.readouterr().out
    assert main(["plot", str(run), "--output", str(tmp_path / "plot.png")]) == 0
    assert (tmp_path / "plot.png").stat().st_size > 1000
    assert RunDirectory(run).method_name() == "td"


@pytest.mark.parametrize("name", ["config.json", "run.json", "learner.jsonl"])
def test_a_finished_run_is_looked_at_too(tmp_path: Path, name: str) -> None:
    run = tmp_path / "run"
    trictrac_spiel.train(options(run, max_steps=2))
    file = run / name
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 3])
    refused = trictrac("train", run, "--resume")
    assert refused.returncode in (1, 2)
    assert refused.stderr.startswith(f"trictrac: {file}")
    assert refused.stderr.count(str(file)) == 1
    assert file.read_bytes() == whole[: len(whole) // 3]
    file.unlink()
    repaired = trictrac("train", run, "--resume")
    assert repaired.returncode == 0, repaired.stderr
    assert f"Note: {file} was missing" in repaired.stdout
    assert "this run is finished, with 2 steps" in repaired.stdout
    assert trictrac("train", run, "--resume").stdout.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "left"),
    [
        (["--method", "openspiel", "--init", "nowhere"], []),
        (["--method", "openspiel", "--graph-def", "nowhere"], []),
        (["--method", "td"], ["run/thesis.tex"]),
    ],
)
def test_what_is_refused_leaves_nothing_behind(
    tmp_path: Path, words: list[str], left: list[str]
) -> None:
    for name in left:
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).touch()
    refused = trictrac("train", "run", *words, cwd=tmp_path)
    assert refused.returncode in (1, 2)
    assert [
        str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*") if file.is_file()
    ] == left
    assert (tmp_path / "run").exists() == bool(left)


def test_the_method_is_one_of_those_that_are_listed() -> None:
    assert methods.method("td").config_type is TdConfig
