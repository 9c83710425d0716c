"""Trainings and matches with Ray that lose more: machines in the middle, and all of it at once."""

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyspiel
import pytest

import trictrac_spiel
from helpers import killed_after, trictrac
from trictrac_spiel import RunError, play_match
from trictrac_spiel._src.cluster import connection, crew
from trictrac_spiel._src.players import bots
from trictrac_spiel._src.train.alphazero import NativeAlphaZeroConfig
from trictrac_spiel._src.train.run_directory import Checkpoint

cluster_utils = pytest.importorskip("ray.cluster_utils")

NODE = {"num_cpus": 1, "object_store_memory": 80 * 2**20}
HEAD = {**NODE, "num_cpus": 0, "include_dashboard": False}


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A head that plays nothing, so that every worker can be lost."""
    assert not pytest.importorskip("ray").is_initialized()
    os.environ.update(connection.SETTINGS)
    made = cluster_utils.Cluster(initialize_head=True, head_node_args=HEAD)
    yield made
    made.shutdown()


def learned(run: Path) -> dict[str, bytes]:
    """All that a run's latest step holds beside its record."""
    folder = Checkpoint.find(run).folder
    return {
        file.name: file.read_bytes() for file in folder.iterdir() if file.name != "checkpoint.json"
    }


def alphazero(path: Path, **changes: object) -> NativeAlphaZeroConfig:
    """A run of four steps."""
    few = {"games_per_step": 150, "max_steps": 4, "evaluation_freq": 0, "max_simulations": 16}
    return NativeAlphaZeroConfig.preset("smoke", path=str(path), **{**few, **changes})


def test_every_machine_is_lost_and_others_join(cluster: Any, tmp_path: Path) -> None:
    trictrac_spiel.train(alphazero(tmp_path / "here"))
    nodes = [cluster.add_node(**NODE), cluster.add_node(**NODE)]
    seen: list[int] = []
    notices: list[str] = []

    def on_step(step: trictrac_spiel.TrainingStep) -> None:
        # One machine after the first step, the other one after the second.
        if step.step <= 2:
            cluster.remove_node(nodes.pop(), allow_graceful=False)

    def on_workers(alive: int, wanted: int, games_per_second: float) -> None:
        seen.append(alive)
        if not nodes and not alive:
            nodes.append(cluster.add_node(**NODE))

    config = alphazero(tmp_path / "there", ray=cluster.address)
    result = trictrac_spiel.train(
        config, on_step=on_step, on_workers=on_workers, on_notice=notices.append
    )
    assert result.finished
    assert max(seen) == 2
    assert 0 in seen[seen.index(2) :]
    assert len([notice for notice in notices if "was lost" in notice]) >= 2
    assert learned(tmp_path / "there") == learned(tmp_path / "here")


def test_a_match_goes_on_without_a_machine(cluster: Any) -> None:
    game, careful = pyspiel.load_game("trictrac"), bots.maker("careful")
    here = play_match(game, careful, careful, 400, seed=2, jobs=2)
    cluster.add_node(**NODE)
    lost = cluster.add_node(**NODE)
    left = [lost]

    def on_game(result: object) -> None:
        if left:
            cluster.remove_node(left.pop(), allow_graceful=False)

    there = play_match(
        game, careful, careful, 400, seed=2, ray=cluster.address, workers=2, on_game=on_game
    )
    assert not left
    assert there.games == here.games


def test_a_machine_without_the_package_is_named(cluster: Any, tmp_path: Path) -> None:
    package = tmp_path / "trictrac_spiel"
    package.mkdir()
    (package / "__init__.py").write_text("raise ImportError('not on this machine')")
    cluster.add_node(**NODE, env_vars={"PYTHONPATH": str(tmp_path)})
    careful = bots.maker("careful")
    with pytest.raises(RunError, match=r"has no trictrac_spiel \(not on this machine\)"):
        play_match(pyspiel.load_game("trictrac"), careful, careful, 2, ray=cluster.address)


def test_a_cluster_without_room_is_waited_for_and_then_given_up(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crew, "_SECONDS_WITHOUT_ANYBODY", 4)
    monkeypatch.setattr(crew, "_BETWEEN_COUNTS", 0.5)
    notices: list[str] = []
    config = alphazero(tmp_path, ray=cluster.address)
    with pytest.raises(RunError, match="no worker has come for 4 seconds"):
        trictrac_spiel.train(config, on_notice=notices.append)
    assert notices == ["0 of 1 workers are there; more join when the cluster has room for them"]


def test_a_killed_run_takes_its_local_cluster_along(tmp_path: Path) -> None:
    options = ["--method", "alphazero", "--preset", "smoke", "--games-per-step", "300"]
    more = ["--evaluation-freq", "0", "--max-simulations", "16", "--workers", "2"]
    whole = trictrac("train", tmp_path / "whole", *options, *more[:-2])
    assert whole.returncode == 0, whole.stderr
    run = tmp_path / "run"
    killed_after("     1     300", "train", run, *options, *more, "--ray", "local")
    deadline = time.monotonic() + 60
    while remains_of_ray():
        assert time.monotonic() < deadline, remains_of_ray()
        time.sleep(0.5)
    resumed = trictrac("train", run, "--resume")
    assert (resumed.returncode, resumed.stderr) == (0, "")
    assert not remains_of_ray()
    assert learned(run) == learned(tmp_path / "whole")


def remains_of_ray() -> str:
    """Processes of local clusters that `trictrac` has started."""
    listed = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True)
    return "\n".join(line for line in listed.stdout.splitlines() if "/trictrac-ray-" in line)
