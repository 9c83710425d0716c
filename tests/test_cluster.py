"""Training and matches with Ray, on several raylets of this machine, of which some die."""

import contextlib
import json
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyspiel
import pytest

import trictrac_spiel
from helpers import killed_after, ray_workers, trictrac
from trictrac_spiel import RunError, TrictracError, play_match
from trictrac_spiel._src.cluster import connection, crew
from trictrac_spiel._src.players import bots
from trictrac_spiel._src.train.alphazero import NativeAlphaZeroConfig
from trictrac_spiel._src.train.run_directory import Checkpoint
from trictrac_spiel._src.train.td import TdConfig

cluster_utils = pytest.importorskip("ray.cluster_utils")

NODE = {"num_cpus": 1, "object_store_memory": 80 * 2**20}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two raylets with a processor each."""
    assert not pytest.importorskip("ray").is_initialized()
    os.environ.update(connection.SETTINGS)
    made = cluster_utils.Cluster(
        initialize_head=True, head_node_args={**NODE, "include_dashboard": False}
    )
    made.add_node(**NODE)
    yield made
    made.shutdown()


def td(path: Path, **changes: object) -> TdConfig:
    """A run of seconds."""
    few = {"games_per_step": 600, "max_steps": 2, "threads": 1, "evaluation_games": 0}
    return TdConfig.preset("smoke", path=str(path), **{**few, **changes})


def alphazero(path: Path, **changes: object) -> NativeAlphaZeroConfig:
    """Another one."""
    few = {"games_per_step": 60, "max_steps": 2, "evaluation_freq": 0}
    return NativeAlphaZeroConfig.preset("smoke", path=str(path), **{**few, **changes})


def learned(path: Path) -> dict[str, bytes]:
    """All that a run's latest step holds beside its record."""
    folder = Checkpoint.find(path).folder
    return {
        file.name: file.read_bytes() for file in folder.iterdir() if file.name != "checkpoint.json"
    }


@pytest.fixture(scope="module")
def undisturbed(cluster: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What two workers and a learner make of the run `td` when nothing happens to them."""
    run = tmp_path_factory.mktemp("undisturbed")
    told: list[tuple[int, int, float]] = []
    result = trictrac_spiel.train(
        td(run, ray=cluster.address, workers=2), on_workers=lambda *now: told.append(now)
    )
    assert result.finished
    assert told[-1][:2] == (2, 2)
    assert told[-1][2] > 0
    return learned(run)


def test_an_actor_and_a_node_that_die_lose_only_games_in_flight(
    cluster: Any, undisturbed: dict[str, bytes], tmp_path: Path
) -> None:
    first, second = cluster.list_all_nodes()
    notices: list[str] = []

    def kill_a_worker() -> None:
        os.kill(ray_workers(first)[0], signal.SIGKILL)

    def kill_a_node_and_let_another_join() -> None:
        cluster.remove_node(second, allow_graceful=False)
        cluster.add_node(**NODE)

    disasters: list[tuple[int, Callable[[], None]]] = [
        (150, kill_a_worker),
        (700, kill_a_node_and_let_another_join),
    ]

    def on_progress(games: int) -> None:
        if disasters and games >= disasters[0][0]:
            disasters.pop(0)[1]()

    config = td(tmp_path / "run", ray=cluster.address, workers=2)
    result = trictrac_spiel.train(config, on_progress=on_progress, on_notice=notices.append)
    assert result.finished
    assert not disasters
    assert len([notice for notice in notices if "was lost" in notice]) >= 2
    assert learned(tmp_path / "run") == undisturbed


def test_a_learner_that_is_killed_goes_on_from_its_checkpoint(
    cluster: Any, undisturbed: dict[str, bytes], tmp_path: Path
) -> None:
    run = tmp_path / "run"
    options = ["--method", "td", "--preset", "smoke", "--games-per-step", "600", "--max-steps", "2"]
    more = ["--threads", "1", "--evaluation-games", "0", "--ray", cluster.address, "--workers", "2"]
    killed_after("     1     600", "train", run, *options, *more)
    assert Checkpoint.find(run).step == 1
    resumed = trictrac("train", run, "--resume")
    assert resumed.returncode == 0, resumed.stderr
    assert not resumed.stderr
    assert "workers games/s" in resumed.stdout
    assert learned(run) == undisturbed


def test_alphazero_learns_the_same_with_workers_as_without(cluster: Any, tmp_path: Path) -> None:
    trictrac_spiel.train(alphazero(tmp_path / "here"))
    killed: list[int] = []

    def on_workers(alive: int, wanted: int, games_per_second: float) -> None:
        if alive and not killed:
            node = next(node for node in cluster.list_all_nodes() if ray_workers(node))
            killed.extend(ray_workers(node))
            os.kill(killed[0], signal.SIGKILL)

    config = alphazero(tmp_path / "there", ray=cluster.address, workers=2)
    trictrac_spiel.train(config, on_step=lambda step: True, on_workers=on_workers)
    assert killed
    trictrac_spiel.train(config.with_changes(workers=1), resume=True)
    assert learned(tmp_path / "there") == learned(tmp_path / "here")


def test_a_match_on_the_cluster_is_the_same_match(cluster: Any, tmp_path: Path) -> None:
    trictrac_spiel.train(td(tmp_path / "run", max_steps=1, games_per_step=50))
    game = pyspiel.load_game("trictrac(holes=2)")
    trained, careful = bots.maker(f"az:{tmp_path / 'run'}"), bots.maker("careful")
    seen: list[object] = []
    here = play_match(game, trained, careful, 61, seed=3)
    there = play_match(
        game, trained, careful, 61, seed=3, ray=cluster.address, workers=2, on_game=seen.append
    )
    assert there.games == here.games
    assert len(seen) == 61


def test_a_ladder_on_the_cluster_is_the_same_ladder(cluster: Any) -> None:
    ladder = ["ladder", "random", "greedy", "careful", "--games", "20", "--holes", "2", "--json"]
    here, there = trictrac(*ladder), trictrac(*ladder, "--ray", cluster.address)
    told = [[json.loads(line) for line in run.stdout.splitlines()] for run in (here, there)]
    for rung in told[0] + told[1]:
        del rung["games_per_second"]
    assert told[0] == told[1]
    assert [(rung["a"], rung["b"]) for rung in told[0]] == [
        ("greedy", "random"),
        ("careful", "greedy"),
    ]
    assert not there.stderr


def test_fewer_workers_than_asked_for_are_enough(
    cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "_BETWEEN_COUNTS", 0.1)
    notices: list[str] = []
    play_match(
        pyspiel.load_game("trictrac"),
        *(bots.maker("careful"), bots.maker("careful")),
        *(400,),
        ray=cluster.address,
        workers=5,
        on_notice=notices.append,
    )
    assert any(" of 5 workers are there; more join when" in notice for notice in notices)


def test_workers_with_another_version_are_refused(
    cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "VERSION", "9.9.9")
    careful = bots.maker("careful")
    with pytest.raises(RunError, match=r"has trictrac_spiel [\d.]+, and this machine 9\.9\.9"):
        play_match(pyspiel.load_game("trictrac"), careful, careful, 2, ray=cluster.address)


def test_work_that_fails_says_why(cluster: Any) -> None:
    def fails(game: pyspiel.Game, player_id: int, seed: int) -> pyspiel.Bot:
        raise ValueError("no such player today")

    game = pyspiel.load_game("trictrac")
    with pytest.raises(RunError, match="has failed: no such player today"):
        play_match(game, fails, fails, 2, ray=cluster.address, workers=1)
    with socket.socket() as unsendable, pytest.raises(TrictracError, match="cannot be sent"):
        play_match(game, lambda *_: unsendable, fails, 2, ray=cluster.address, workers=1)


def test_a_ray_that_is_not_there_is_a_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(connection, "_SECONDS_TO_CONNECT", 3)
    with contextlib.ExitStack() as stack:
        silent = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        closed = socket.create_server(("127.0.0.1", 0))
        addresses = [sock.getsockname()[1] for sock in (closed, silent)]
        closed.close()
        for port, told in zip(addresses, ("refused", "says nothing"), strict=True):
            run = tmp_path / str(port)
            with pytest.raises(RunError, match=f"no Ray at 127.0.0.1:{port}: .*{told}"):
                trictrac_spiel.train(td(run, games_per_step=50, ray=f"127.0.0.1:{port}"))
            assert not run.exists()
            trictrac_spiel.train(td(run, games_per_step=50), on_step=lambda step: True)
            with pytest.raises(RunError, match="no Ray"):
                trictrac_spiel.train(
                    td(run, games_per_step=50, ray=f"127.0.0.1:{port}"), resume=True
                )
            assert trictrac_spiel.train(td(run, games_per_step=50), resume=True).finished
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(RunError, match="pip install"):
        trictrac_spiel.train(td(tmp_path / "none", ray="local"))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["train", "run", "--ray", "local"], "--ray is no option of --method openspiel, but of"),
        (["train", "run", "--method", "td", "--ray", "moon"], "--ray: must be off, local, auto"),
        (["train", "run", "--method", "td", "--ray", "host:70000"], "--ray: must be off, local"),
        (["train", "run", "--method", "td", "--ray", "ray://host:1"], "Ray's client"),
        (["train", "run", "--method", "td", "--workers", "2"], "--workers: of a cluster"),
        (["train", "run", "--method", "td", "--ray", "local", "--workers", "-1"], "--workers: "),
        (["match", "random", "random", "--ray", "moon"], "--ray: must be off, local, auto"),
        (["ladder", "random"], "a ladder has two players"),
        (["ladder", "random", "greedy", "--ray", "moon"], "--ray: must be off, local, auto"),
        (["match", "random", "random", "--workers", "2"], "--workers: of a cluster"),
        (["match", "random", "random", "--ray", "local", "--jobs", "2"], "--jobs: of this machine"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    from trictrac_spiel._src.cli.main import main

    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_arguments_of_a_match_that_make_no_sense_are_refused() -> None:
    game, careful = pyspiel.load_game("trictrac"), bots.maker("careful")
    for name, wrong in (
        ("ray", {"ray": "moon"}),
        ("workers", {"ray": "local", "workers": -1}),
        ("workers", {"workers": 2}),
        ("jobs", {"ray": "local", "jobs": 2}),
    ):
        with pytest.raises(TrictracError, match=name):
            play_match(game, careful, careful, 2, **wrong)
