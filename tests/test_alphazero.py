"""Training, checkpoints, evaluation and plots with the native module."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from statistics import fmean

import pyspiel
import pytest

import trictrac_spiel  # noqa: F401  (registers the game)
from helpers import started, trictrac
from trictrac_spiel._src.errors import RunError, TrictracError
from trictrac_spiel._src.train import native_alphazero
from trictrac_spiel._src.train.alphazero_config import AlphaZeroConfig
from trictrac_spiel._src.train.checkpoint import load_checkpoint
from trictrac_spiel._src.train.run_directory import Checkpoint, RunDirectory
from trictrac_spiel._src.train.training import train

try:
    native_alphazero.load()
except RunError as missing:
    pytest.skip(str(missing), allow_module_level=True)

TINY = {
    "game": "trictrac(holes=1)",
    "nn_width": 16,
    "nn_depth": 1,
    "max_simulations": 4,
    "actors": 2,
    "inference_batch_size": 2,
    "inference_threads": 1,
    "evaluators": 1,
    "replay_buffer_size": 512,
    "train_batch_size": 32,
    "max_steps": 3,
}


def tiny(path, **changes):
    return AlphaZeroConfig(path=str(path), **{**TINY, **changes})


def start_tiny(path, **changes):
    """A training in a process of its own, without an end."""
    file = path.with_suffix(".json")
    file.write_text(tiny(path, max_steps=0, **changes).to_json())
    return started("train", path, "--config", file)


def wait_for_step(path, step):
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if path.is_dir() and (latest := RunDirectory(path).latest()) and latest.step >= step:
            return
        time.sleep(0.02)
    raise AssertionError(f"step {step} did not come")


def steps_of(path):
    return [json.loads(line)["step"] for line in (path / "learner.jsonl").read_text().splitlines()]


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A finished run, to read from."""
    path = tmp_path_factory.mktemp("finished") / "run"
    train(tiny(path))
    return path


def test_a_run_tells_its_steps_and_leaves_everything_to_repeat_it(tmp_path):
    path = tmp_path / "run"
    steps, starts = [], []
    result = train(tiny(path, seed=3), on_start=starts.append, on_step=steps.append)
    assert starts == [0]
    assert (result.finished, result.last_step) == (True, 3)
    assert [step.step for step in steps] == [1, 2, 3] == steps_of(path)
    assert all(step.states_per_second > 0 and step.policy_loss > 0 for step in steps)
    assert [step.remaining_seconds > 0 for step in steps] == [True, True, False]
    assert steps[-1].checkpoint.is_dir()
    assert AlphaZeroConfig.load(path / "config.json", path=str(path)) == tiny(path, seed=3)
    run = json.loads((path / "run.json").read_text())
    assert run["seed"] == 3
    assert set(run["sessions"][0]["versions"]) >= {"trictrac_spiel", "open_spiel", "libtorch"}
    assert not (path / "work").exists()


def test_a_resnet_learns_from_planes_and_plays(tmp_path):
    game = "trictrac(holes=1,observation=planes)"
    config = tiny(tmp_path / "run", game=game, nn_model="resnet", nn_width=4, max_steps=1)
    assert train(config).finished
    match = ("match", f"az:{tmp_path / 'run'}", "random", "--games", "2", "--json")
    played = trictrac(*match, "--game", game)
    assert json.loads(played.stdout)["games"] == 2, played.stderr
    other_encoding = trictrac(*match)
    assert other_encoding.returncode == 2
    assert f'Its own game is "{game}"' in other_encoding.stderr


def test_the_seed_fixes_the_initial_weights(tmp_path):
    """A network that learns nothing stays the initial one."""

    def network(name, seed):
        path = tmp_path / name
        train(tiny(path, seed=seed, learning_rate=1e-30, max_steps=1))
        state = pyspiel.load_game(TINY["game"]).new_initial_state()
        state.apply_action(1)
        return load_checkpoint(path).evaluator.policy(state)

    assert network("a", 1) == network("b", 1)
    assert network("c", 2) != network("a-again", 1)


def test_a_callback_stops_a_run_that_can_be_resumed(tmp_path):
    config = tiny(tmp_path / "run", max_steps=5)
    result = train(config, on_step=lambda step: step.step == 2)
    assert (result.finished, result.last_step) == (False, 2)
    with pytest.raises(TrictracError, match="holds a run already"):
        train(config)
    steps = []
    assert train(config, resume=True, on_step=steps.append).finished
    assert [step.step for step in steps] == [3, 4, 5]
    assert steps_of(tmp_path / "run") == [1, 2, 3, 4, 5]
    assert train(config, resume=True).finished
    assert train(config.with_changes(max_steps=6), resume=True).last_step == 6


def test_an_exception_of_a_callback_passes_and_the_run_can_be_resumed(tmp_path):
    config = tiny(tmp_path / "run", max_steps=2)

    def fail(step):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        train(config, on_step=fail)
    assert train(config, resume=True).finished


def test_a_step_in_progress_is_told_of(tmp_path):
    """A thread of the worker tells it, which gets its turns only if OpenSpiel holds no GIL."""
    told = []
    config = tiny(tmp_path / "run", replay_buffer_size=2**12, replay_buffer_reuse=1)
    train(config, on_progress=lambda games: told.append(games), on_step=lambda step: True)
    games = [number for number in told if number > 0]
    assert games
    assert games == sorted(games)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_stopped_process_leaves_a_run_that_can_be_resumed(tmp_path, how):
    path = tmp_path / "run"
    with start_tiny(path) as process:
        wait_for_step(path, 2)
        process.send_signal(how)
        assert process.wait(30) == (130 if how == signal.SIGINT else -signal.SIGKILL)
    last = RunDirectory(path).latest().step
    result = trictrac("train", path, "--resume", "--max-steps", last + 1)
    assert result.returncode == 0, result.stderr
    assert steps_of(path) == list(range(1, last + 2))
    again = trictrac("train", path, "--resume")
    assert again.returncode == 0
    assert "finished" in again.stdout


def test_kills_at_random_moments_lose_at_most_a_step(tmp_path):
    path = tmp_path / "run"
    luck = random.Random(5)
    with start_tiny(path) as process:
        wait_for_step(path, 1)
        process.kill()
    for _ in range(4):
        before = RunDirectory(path).latest().step
        with started("train", path, "--resume") as process:
            wait_for_step(path, before + 1)
            time.sleep(luck.uniform(0, 0.3))
            process.kill()
        assert RunDirectory(path).latest().step > before
        assert steps_of(path)[:before] == list(range(1, before + 1))


def test_a_run_is_measured_while_it_trains(tmp_path):
    """Each step drops the one before, which must not pull it from under a match."""
    path = tmp_path / "run"
    with start_tiny(path, checkpoint_freq=1000) as process:
        wait_for_step(path, 1)
        against_itself = ("match", f"az:{path}", f"az:{path}", "--game", TINY["game"])
        for command in (("evaluate", path), against_itself):
            before = RunDirectory(path).latest().step
            result = trictrac(*command, "--games", 8, "--jobs", 2, "--json")
            assert result.returncode == 0, result.stderr
            assert json.loads(result.stdout)["games"] == 8
            wait_for_step(path, before + 2)
        assert process.poll() is None


def test_a_second_run_in_the_directory_is_refused(tmp_path):
    path = tmp_path / "run"
    with start_tiny(path):
        wait_for_step(path, 1)
        result = trictrac("train", path, "--resume")
    assert result.returncode == 2
    assert "another run is going on" in result.stderr


def test_a_killed_worker_is_reported_with_how_to_go_on(tmp_path):
    path = tmp_path / "run"
    with start_tiny(path) as process:
        wait_for_step(path, 1)
        (worker,) = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        os.kill(int(worker), signal.SIGKILL)
        assert process.wait(30) == 1
        errors = process.stderr.read()
    assert "SIGKILL" in errors
    assert "--resume" in errors


def test_a_full_disk_is_reported_and_the_run_can_be_resumed(tmp_path):
    """A limit on the size of files stands for the disk: the replay buffer outgrows it."""
    path = tmp_path / "run"
    config = tiny(path, replay_buffer_size=8192, replay_buffer_reuse=64, max_steps=30)
    file = tmp_path / "config.json"
    file.write_text(config.to_json())
    limited = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, resource.RLIM_INFINITY))\n"
        "from trictrac_spiel._src.cli.main import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", limited, "train", str(path), "--config", str(file)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert result.returncode == 1
    assert "cannot write" in result.stderr
    assert "replay_buffer.data" in result.stderr
    assert "Traceback" not in result.stderr
    last = RunDirectory(path).latest().step
    assert f"step {last} is safe" in result.stderr
    assert train(config.with_changes(max_steps=last + 1), resume=True).finished


def test_a_step_whose_losses_explode_is_not_kept(tmp_path):
    """Whether the learner notices first or a search that finds no best action."""
    description = tmp_path / "vpnet.pb"
    description.write_text("217 1 1 514 1 16 1e+30 0.0001 mlp")
    config = tiny(tmp_path / "run", graph_def=str(description))
    with pytest.raises(RunError, match="learning_rate"):
        train(config)
    assert RunDirectory(config.path).latest() is None


def test_a_device_that_is_not_there_is_named(tmp_path):
    with pytest.raises(RunError, match="cuda:63 is not available"):
        train(tiny(tmp_path / "run", devices="cuda:63"))


def test_a_truncated_replay_buffer_is_refused_and_nothing_is_overwritten(tmp_path):
    config = tiny(tmp_path / "run", max_steps=2)
    train(config, on_step=lambda step: True)
    buffer = Checkpoint.find(config.path).folder / "replay_buffer.data"
    os.truncate(buffer, buffer.stat().st_size // 2)
    result = trictrac("train", config.path, "--resume")
    assert result.returncode == 1
    assert "replay_buffer.data is damaged" in result.stderr
    assert buffer.exists()


def test_two_actions_and_observations_do_not_mix(finished):
    with pytest.raises(TrictracError, match="another game or encoding"):
        load_checkpoint(finished, game=pyspiel.load_game("trictrac(observation=planes)"))


def test_a_damaged_checkpoint_is_refused(tmp_path):
    config = tiny(tmp_path / "run", max_steps=1)
    train(config)
    network = Checkpoint.find(config.path).folder / "network.safetensors"
    os.truncate(network, 100)
    with pytest.raises(RunError, match=r"network\.safetensors is damaged"):
        load_checkpoint(config.path)
    result = trictrac("evaluate", config.path, "--games", 2)
    assert (result.returncode, result.stdout) == (1, "")
    assert "damaged" in result.stderr


def test_the_bot_plays_and_the_evaluator_judges(finished):
    bot = load_checkpoint(finished, simulations=8)
    state = bot.game.new_initial_state()
    with pytest.raises(TrictracError, match="dice are to be rolled"):
        bot.step(state)
    with pytest.raises(TrictracError, match="dice are to be rolled"):
        bot.evaluator.policy(state)
    value = bot.evaluator.value(state)
    outcomes = state.chance_outcomes()
    assert value == pytest.approx(
        sum(p * bot.evaluator.value(state.child(outcome)) for outcome, p in outcomes)
    )
    state.apply_action(3)
    assert bot.step(state) in state.legal_actions()
    policy = bot.evaluator.policy(state)
    assert set(policy) == set(state.legal_actions())
    assert sum(policy.values()) == pytest.approx(1, abs=1e-4)
    value = bot.evaluator.value(state)
    assert -1 <= value <= 1
    assert bot.evaluator.evaluate(state) == [value, -value]
    assert bot.evaluator.native.evaluate(state)[0] == pytest.approx(value)
    with pytest.raises(TrictracError, match="was loaded for"):
        bot.evaluator.value(pyspiel.load_game("tic_tac_toe").new_initial_state())
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        else:
            state.apply_action(bot.step(state))
    assert bot.evaluator.value(state) == state.returns()[0]


def test_same_seed_same_play(finished):
    state = pyspiel.load_game(TINY["game"]).new_initial_state()
    state.apply_action(2)

    def policy(seed):
        return load_checkpoint(finished, simulations=40, seed=seed).get_policy(state)

    assert policy(1) == policy(1)


def test_evaluate_prints_one_json_object(finished):
    result = trictrac("evaluate", finished, "--games", 6, "--jobs", 2, "--seed", 4, "--json")
    assert result.returncode == 0, result.stderr
    report = json.loads(result.stdout)
    assert report["games"] == report["wins"] + report["losses"] + report["draws"] == 6
    assert report["win_rate_ci95"][0] <= report["win_rate"] <= report["win_rate_ci95"][1]
    again = json.loads(trictrac("evaluate", finished, "--games", 6, "--seed", 4, "--json").stdout)
    for varying in (report, again):
        del varying["games_per_second"]
    assert report == again


@pytest.mark.parametrize("against", ["rollouts:3", "az:{run}"])
def test_evaluate_takes_other_opponents(finished, against):
    against = against.format(run=finished)
    result = trictrac("evaluate", finished, "--games", 2, "--against", against)
    assert result.returncode == 0, result.stderr
    assert "2 games" in result.stdout


def test_plot_draws_a_png(finished, tmp_path):
    output = tmp_path / "plot.png"
    result = trictrac("plot", finished, "--output", output)
    assert result.returncode == 0, result.stderr
    assert output.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "words",
    [
        ["train", "{tmp}/run", "--actors", "0"],
        ["train", "{tmp}/run", "--preset", "huge"],
        ["train", "{tmp}/run", "--config", "{tmp}/nothing.json"],
        ["train", "{tmp}/run", "--resume"],
        ["train", "{run}"],
        ["train", "{run}", "--resume", "--nn-width", "9"],
        ["train", "/proc/run"],
        ["evaluate", "{tmp}"],
        ["evaluate", "{tmp}/nothing"],
        ["evaluate", "{run}", "--against", "grandmaster"],
        ["evaluate", "{run}", "--games", "0"],
        ["evaluate", "{run}", "--simulations", "0"],
        ["plot", "{tmp}"],
    ],
)
def test_wrong_words_end_with_status_2_and_a_message(finished, tmp_path, words):
    result = trictrac(*(word.format(run=finished, tmp=tmp_path) for word in words))
    assert (result.returncode, result.stdout) == (2, "")
    assert "Traceback" not in result.stderr
    assert result.stderr.strip()
    assert not (tmp_path / "run").exists()


def test_print_config_prints_json_that_config_takes_back(tmp_path):
    path = tmp_path / "run"
    printed = trictrac("train", path, "--preset", "server", "--nn-width", 99, "--print-config")
    assert not path.exists()
    file = tmp_path / "config.json"
    file.write_text(printed.stdout)
    again = trictrac("train", path, "--config", file, "--print-config")
    assert again.stdout == printed.stdout
    assert json.loads(printed.stdout)["nn_width"] == 99


def outcome_and_values(evaluator, game, games, seed):
    """(seat to move, value, result) at the last decisions of random games."""
    luck = random.Random(seed)
    for _ in range(games):
        state = game.new_initial_state()
        decisions = []
        while not state.is_terminal():
            if not state.is_chance_node():
                decisions.append(state.clone())
            state.apply_action(luck.choice(state.legal_actions()))
        result = state.returns()[0]
        if result:
            for decision in decisions[-6:]:
                yield decision.current_player(), evaluator.value(decision), result


def test_the_value_head_learns_in_both_seats(tmp_path):
    """The value is player 0's, whoever moves: it must be higher where player 0 wins.

    Were the tensor without the seat, a state and its mirror image would look the same while
    their targets differ in sign: what is right for one seat would be wrong for the other.
    """
    config = tiny(
        tmp_path / "run",
        game="trictrac(holes=2)",
        nn_width=64,
        actors=8,
        inference_batch_size=4,
        evaluators=0,
        replay_buffer_size=8192,
        train_batch_size=128,
        learning_rate=0.003,
        max_steps=10,
    )
    train(config)
    evaluator = load_checkpoint(config.path).evaluator
    rows = list(outcome_and_values(evaluator, config.load_game(), 150, seed=9))
    for seat in (0, 1):
        won, lost = (
            [value for mover, value, result in rows if (mover, result) == (seat, winner)]
            for winner in (1, -1)
        )
        assert min(len(won), len(lost)) > 50
        assert fmean(won) > fmean(lost) + 0.15, f"player {seat} to move"


def test_a_run_can_begin_with_what_the_shipped_player_knows(tmp_path):
    path = tmp_path / "run"
    changes = {"init": "td", "init_games": 60, "max_steps": 2, "nn_width": 64}
    steps = []
    train(tiny(path, **changes), on_step=steps.append)
    assert [step.step for step in steps] == [1, 2]
    assert steps[0].games == 60
    assert "init" in steps[0].record
    assert "init" not in steps[1].record
    assert steps[1].states > steps[0].states

    taken = tmp_path / "taken"
    train(tiny(taken, init=str(path), max_steps=1, nn_width=64))
    weights = [
        (Checkpoint.find(run).folder / "network.safetensors").read_bytes() for run in (path, taken)
    ]
    assert weights[0] == weights[1]
    drawn = trictrac("plot", path, "--output", tmp_path / "learner.png")
    assert drawn.returncode == 0, drawn.stderr


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"init": "td", "game": "trictrac(utility=margin)"}, "utility=win"),
        ({"init": "td", "game": "trictrac(observation=planes)"}, "observation=features"),
        ({"init": "td", "init_games": 0}, "init_games"),
        ({"init": "td", "graph_def": "vpnet.pb"}, "graph_def: init says already"),
    ],
)
def test_an_init_that_cannot_be_is_refused(changes, words):
    with pytest.raises(TrictracError, match=words):
        AlphaZeroConfig(**TINY | changes)
