"""AlphaZero in Rust, driven from Python: runs, players, and games to learn from."""

import json
import shutil
import signal

import numpy as np
import pyspiel
import pytest

from helpers import REPOSITORY, run_python, started, trictrac
from trictrac_spiel import _engine
from trictrac_spiel._src import strict_json
from trictrac_spiel._src.errors import RunError, TrictracError
from trictrac_spiel._src.train import methods
from trictrac_spiel._src.train.alphazero import NativeAlphaZeroConfig
from trictrac_spiel._src.train.checkpoint import load_checkpoint
from trictrac_spiel._src.train.run_directory import Checkpoint, RunDirectory
from trictrac_spiel._src.train.sealed import seal_of, sealed_text
from trictrac_spiel._src.train.training import train

TINY = {
    "game": "trictrac(holes=1)",
    "nn_width": 16,
    "nn_depth": 1,
    "max_simulations": 4,
    "games_per_step": 6,
    "batch_size": 32,
    "evaluation_freq": 2,
    "evaluation_games": 4,
    "evaluation_against": "random",
    "max_steps": 3,
}


def tiny(path, **changes):
    return NativeAlphaZeroConfig(path=str(path), **{**TINY, **changes})


def network_of(path):
    return (Checkpoint.find(path).folder / "network.safetensors").read_bytes()


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A finished run, to read from."""
    path = tmp_path_factory.mktemp("native") / "run"
    train(tiny(path))
    return path


def test_a_run_tells_its_steps(tmp_path):
    steps = []
    result = train(tiny(tmp_path / "run"), on_step=steps.append)
    assert result.finished
    assert [step.step for step in steps] == [1, 2, 3]
    assert [step.games for step in steps] == [6, 12, 18]
    assert [bool(step.evaluation) for step in steps] == [False, True, True]
    record = json.loads((tmp_path / "run" / "learner.jsonl").read_text().splitlines()[-1])
    assert record["loss"]["policy"] > 0
    assert record["total_states"] == steps[-1].states


def test_the_same_seed_makes_the_same_network_with_any_threads_and_interruptions(
    finished, tmp_path
):
    train(tiny(tmp_path / "one", threads=1))
    assert network_of(tmp_path / "one") == network_of(finished)
    train(tiny(tmp_path / "two"), on_step=lambda step: step.step == 1)
    train(tiny(tmp_path / "two"), resume=True)
    assert network_of(tmp_path / "two") == network_of(finished)
    train(tiny(tmp_path / "other", seed=1))
    assert network_of(tmp_path / "other") != network_of(finished)


def test_minutes_end_a_session_after_a_step(tmp_path):
    short = tiny(tmp_path / "run", minutes=1e-6)
    result = train(short)
    assert (result.last_step, result.finished) == (1, False)
    result = train(short, resume=True)
    assert (result.last_step, result.finished) == (2, False)
    assert train(tiny(tmp_path / "run", minutes=0.0), resume=True).finished


def test_a_killed_run_goes_on(finished, tmp_path):
    path = tmp_path / "run"
    file = tmp_path / "config.json"
    file.write_text(tiny(path, max_steps=0).to_json())
    with started("train", path, "--method", "alphazero", "--config", file) as process:
        while not (path.is_dir() and RunDirectory(path).latest()):
            assert process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
    done = RunDirectory(path).latest().step
    result = trictrac("train", path, "--resume", "--max-steps", str(done + 2))
    assert result.returncode == 0, result.stderr
    assert RunDirectory(path).latest().step == done + 2
    steps = [json.loads(line)["step"] for line in (path / "learner.jsonl").read_text().splitlines()]
    assert steps == list(range(1, done + 3))


def test_the_program_trains_evaluates_and_draws(finished, tmp_path):
    evaluated = trictrac("evaluate", finished, "--games", "6", "--json")
    assert evaluated.returncode == 0, evaluated.stderr
    report = json.loads(evaluated.stdout)
    assert (report["games"], report["step"], report["simulations"]) == (6, 3, 4)
    played = trictrac("match", f"az:{finished}", "random", "--games", "4", "--holes", "1")
    assert played.returncode == 0, played.stderr
    drawn = trictrac("plot", finished, "--output", tmp_path / "learner.png")
    assert drawn.returncode == 0, drawn.stderr
    assert (tmp_path / "learner.png").read_bytes().startswith(b"\x89PNG")


def test_a_player_is_repeated_by_its_seed_and_refuses_what_it_cannot(finished):
    game = pyspiel.load_game("trictrac(holes=1)")
    state = game.new_initial_state()
    first, second = (load_checkpoint(finished, game=game, seed=5) for _ in range(2))
    with pytest.raises(TrictracError, match="the dice are to be rolled"):
        first.step(state)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.legal_actions()[7 % len(state.legal_actions())])
            continue
        policy, action = first.step_with_policy(state)
        assert (policy, action) == second.step_with_policy(state)
        assert [entry[0] for entry in policy] == state.legal_actions()
        assert sum(probability for _, probability in policy) == pytest.approx(1, abs=1e-4)
        value = first.evaluator.value(state)
        assert -1 <= value <= 1
        assert sum(first.evaluator.policy(state).values()) == pytest.approx(1, abs=1e-4)
        state.apply_action(action)
    assert first.evaluator.value(state) == state.returns()[0]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"max_simulations": 0}, "max_simulations: must be 1 to"),
        ({"td_lambda": 1.5}, "td_lambda: must be 0 to 1"),
        ({"nn_model": "transformer"}, "nn_model: must be mlp or residual"),
        ({"max_simulations": 10**11}, "max_simulations: must be a whole number, 0 to 4294967295"),
        ({"learning_rate": float("inf")}, "learning_rate: must be a number, not inf"),
        # 70 GB, which nothing may try to take.
        ({"nn_width": 2**14, "nn_depth": 64}, "at most 268435456 are accepted"),
        ({"evaluation_against": "nobody"}, "evaluation_against: must be one of random, greedy"),
        ({"game": "backgammon"}, "game: 'backgammon' is not trictrac"),
        ({"game": "trictrac(utility=win)"}, 'game: there is no option "utility"'),
        ({"games_per_step": 0}, "games_per_step: must be 1 to"),
        ({"threads": 1.0}, "threads: must be a whole number"),
        ({"minutes": -1.0}, "minutes: must be 0 to"),
    ],
)
def test_options_that_cannot_be_are_named(changes, words):
    with pytest.raises(TrictracError, match=words):
        NativeAlphaZeroConfig(**changes)


def test_presets_are_those_of_rust():
    for name in NativeAlphaZeroConfig.presets:
        options = json.loads(_engine.alphazero_preset(name))
        own = json.loads(NativeAlphaZeroConfig.preset(name).native_options())
        own["method"], own["threads"] = options["method"], options["threads"]
        assert own == options


def test_damaged_networks_are_refused(finished, tmp_path):
    data = network_of(finished)
    options = NativeAlphaZeroConfig(**TINY).native_options()
    _engine.AlphaZeroNetwork(data, options)
    for wrong in (b"", data[:-1], data[:100], b"\xff" * len(data)):
        with pytest.raises(RunError):
            _engine.AlphaZeroNetwork(wrong, options)
    with pytest.raises(RunError, match="shape"):
        _engine.AlphaZeroNetwork(
            data, NativeAlphaZeroConfig(**TINY | {"nn_width": 32}).native_options()
        )


def test_a_game_is_written_as_everywhere():
    config = NativeAlphaZeroConfig(game=" trictrac( holes = 2 , margot=True )")
    assert json.loads(config.native_options())["game"] == "trictrac(holes=2,margot=true)"


@pytest.mark.parametrize("name", ["network.safetensors", "optimizer.safetensors", "replay.bin"])
@pytest.mark.parametrize("forgery", ["other numbers", "no numbers"])
def test_forged_files_with_right_checksums_are_refused(finished, tmp_path, name, forgery):
    run = shutil.copytree(finished, tmp_path / "run")
    folder = Checkpoint.find(run).folder
    data = (folder / name).read_bytes()
    forged = data[: len(data) // 2] + b"\xff" * (len(data) - len(data) // 2)
    (folder / name).write_bytes(forged if forgery == "other numbers" else data[:64])
    reseal(folder)
    before = {file: file.read_bytes() for file in run.rglob("*") if file.is_file()}
    refused = trictrac("train", run, "--resume", "--max-steps", 9)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert f"{folder / name} is refused: " in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert {file: file.read_bytes() for file in run.rglob("*") if file.is_file()} == before


def test_a_forged_size_takes_no_memory(finished, tmp_path):
    run = shutil.copytree(finished, tmp_path / "run")
    folder = Checkpoint.find(run).folder
    data = (folder / "network.safetensors").read_bytes()
    width = '\\"width\\":16,'
    assert width in data[:4096].decode("ascii", "replace")
    # 1 GB, of which the file has none.
    larger = data[8:].replace(width.encode(), b'\\"width\\":9999,', 1)
    length = int.from_bytes(data[:8], "little") + 2
    (folder / "network.safetensors").write_bytes(length.to_bytes(8, "little") + larger)
    reseal(folder)
    with pytest.raises(RunError, match="numbers instead of the"):
        load_checkpoint(run)


def reseal(folder):
    """Gives forged files of a checkpoint the checksums that are right for them."""
    file = folder / "checkpoint.json"
    manifest = json.loads(file.read_text())
    del manifest["sha256"]
    for files in (manifest["files"], manifest["resume_files"]):
        files |= {name: seal_of(folder / name) for name in files}
    file.write_text(sealed_text(manifest))


def test_numpy_gets_the_same_numbers_from_the_weights(finished):
    result = run_python(REPOSITORY / "examples" / "network_in_numpy.py", finished)
    assert result.returncode == 0, result.stderr
    assert "the same numbers" in result.stdout


@pytest.mark.parametrize("changes", [{}, {"nn_model": "residual", "nn_depth": 2}])
def test_onnx_runtime_gets_the_same_numbers(changes, tmp_path):
    train(tiny(tmp_path / "run", max_steps=1, evaluation_freq=0, **changes))
    example = REPOSITORY / "examples" / "network_in_onnxruntime.py"
    result = run_python(example, tmp_path / "run")
    assert result.returncode == 0, result.stderr
    assert "the same numbers" in result.stdout


def test_only_networks_of_this_method_are_exported(finished, tmp_path):
    for run, file, words in (
        (finished, "network.pt", "does not end in .onnx"),
        (tmp_path, "network.onnx", "no"),
        (REPOSITORY / "tests" / "data" / "runs" / "0.1", "network.onnx", "not of openspiel"),
    ):
        result = trictrac("export", run, tmp_path / file)
        assert result.returncode == 2
        assert words in result.stderr
        assert not (tmp_path / file).exists()


def test_games_of_the_shipped_player_can_be_learned_from():
    taught = _engine.taught_decisions("trictrac(holes=2)", 4, 1, 2)
    again = _engine.taught_decisions("trictrac(holes=2)", 4, 1, 1)
    assert all(np.array_equal(taught[name], again[name]) for name in taught)
    rows = len(taught["ends"])
    assert taught["observations"].shape == (rows, 217)
    assert rows > 40
    assert taught["ends"][-1] == len(taught["actions"]) == len(taught["policy"])
    assert np.abs(taught["values"]).max() <= 1.01
    starts = np.concatenate([[0], taught["ends"][:-1]])
    sums = np.add.reduceat(taught["policy"], starts[taught["ends"] > starts])
    np.testing.assert_allclose(sums, 1, atol=0.01)


def test_a_network_taught_by_the_shipped_player_wins(tmp_path):
    path = tmp_path / "run"
    config = NativeAlphaZeroConfig(
        path=str(path),
        taught_steps=2,
        games_per_step=60,
        max_steps=2,
        evaluation_freq=2,
        evaluation_games=40,
        reuse=4.0,
        evaluation_against="random",
    )
    steps = []
    train(config, on_step=steps.append)
    assert steps[-1].evaluation[0] > 0.6


def test_every_method_is_described():
    assert "alphazero" in methods.METHODS
    shown = trictrac("train", "--help").stdout
    assert "alphazero" in shown
    assert "--td-lambda" in shown


def test_strict_reading_accepts_what_rust_writes(finished):
    for file in (finished / "run.json", Checkpoint.find(finished).folder / "checkpoint.json"):
        assert strict_json.load_object(file)["method"] == "alphazero"
