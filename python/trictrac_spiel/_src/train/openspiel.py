"""The method ``openspiel``: OpenSpiel's own C++ AlphaZero, in a process of its own.

That process may be killed at any time: only complete steps count. worker.py is its inside.
"""

import collections
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

import trictrac_spiel
from trictrac_spiel import _engine
from trictrac_spiel._src.errors import RunError, TrictracError
from trictrac_spiel._src.position.reading import load_trictrac, parameters_of
from trictrac_spiel._src.train import native_alphazero, openspiel_files
from trictrac_spiel._src.train.alphazero_config import AlphaZeroConfig
from trictrac_spiel._src.train.methods import Column, Finished, Method, Progress
from trictrac_spiel._src.train.run_directory import Checkpoint, RunDirectory
from trictrac_spiel._src.train.training import resume_command

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_STOP_SECONDS = 10
_LITTLE_SPACE = 64 * 2**20
_TEACHING_PASSES = 2

# OpenSpiel looks at seven decisions of each game; the result decides the last one.
_STAGES = {0: "first decision", 3: "middle of the game", 5: "after 5/6 of it"}


class OpenSpielAlphaZero(Method):
    """Trains with the sources in the wheel of open_spiel, compiled with LibTorch."""

    name = "openspiel"
    summary = "OpenSpiel's C++ AlphaZero: policy and value, self-play with MCTS (needs LibTorch)"
    config_type = AlphaZeroConfig
    columns = (
        Column("policy", 7, lambda step: f"{step.policy_loss:.3f}"),
        Column("value", 6, lambda step: f"{step.value_loss:.3f}"),
        Column("l2", 6, lambda step: f"{step.l2_loss:.3f}"),
        Column("length", 6, lambda step: f"{step.game_length:.1f}"),
        # The mean result against the weakest MCTS.
        Column(
            "vs MCTS",
            7,
            lambda step: f"{step.evaluation[0]:+.2f}" if step.evaluation_games else "-",
        ),
    )

    def require(self) -> Mapping[str, str]:
        """LibTorch, as the native module was built with it."""
        return {"libtorch": native_alphazero.load().TORCH_VERSION}

    def headline(self, config: AlphaZeroConfig) -> str:
        """Size of a step, search and network."""
        return (
            f"{config.states_per_step} states a step, {config.max_simulations} simulations a "
            f"decision,\n{config.nn_model} {config.nn_width} x {config.nn_depth}, "
            f"{config.actors} actors"
        )

    def check_network(self, checkpoint: Checkpoint) -> None:
        """A shape that fits its game, and nothing but numbers of that shape."""
        openspiel_files.check(checkpoint, load_trictrac(checkpoint.game_string))

    def check(self, config: AlphaZeroConfig, latest: Checkpoint | None) -> None:
        """The checkpoint's network and record, or the network shape that an option names."""
        if latest is not None:
            self.check_network(latest)
            if set(latest.manifest["resume_files"]) != {openspiel_files.REPLAY_BUFFER}:
                raise latest.refuse("checkpoint.json", "it names no replay buffer")
            try:
                self.measured(json.loads(latest.manifest["record"]))
            except (KeyError, TypeError, IndexError) as error:
                raise latest.refuse("checkpoint.json", f"its record lacks {error}") from None
        elif config.init not in ("", "td"):
            self.check_network(_initial(config))
        elif config.graph_def:
            file = Path(config.graph_def)
            openspiel_files.read_shape(
                file, config.load_game(), lambda why: TrictracError(f"graph_def: {file}: {why}")
            )

    def steps(
        self, config: AlphaZeroConfig, run: RunDirectory, latest: Checkpoint | None
    ) -> Generator[Progress | Finished]:
        """Starts the worker and passes on what it tells."""
        prepare(config, run.work, latest)
        done = latest.step if latest else 0
        failure = None
        with _worker(run) as (process, last_words):
            assert process.stdout is not None
            for line in process.stdout:
                event = json.loads(line)
                if event["event"] == "progress":
                    yield Progress(event["games"])
                elif event["event"] == "failed":
                    failure = event["message"]
                elif event["event"] == "step":
                    done = json.loads(event["record"])["step"]
                    yield Finished(event["record"], Path(event["checkpoint"]))
            if config.max_steps and done == config.max_steps:
                return
            status = process.wait()
            time.sleep(0.1)  # for its last words
            raise RunError(_explain(run, failure, status, last_words))

    def measured(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """What OpenSpiel's record says."""
        return {
            "games": record["total_trajectories"],
            "states": record["total_states"],
            "policy_loss": record["loss"]["policy"],
            "value_loss": record["loss"]["value"],
            "l2_loss": record["loss"]["l2reg"],
            "game_length": record["game_length"]["avg"],
            "evaluation": tuple(record["eval"]["results"]),
            "evaluation_games": record["eval"]["count"],
        }

    def make_player(
        self,
        checkpoint: Checkpoint,
        game: pyspiel.Game,
        *,
        simulations: int | None,
        seconds: float,
        uct_c: float | None,
        seed: int,
    ) -> pyspiel.Bot:
        """The network with OpenSpiel's C++ MCTS, as in its self-play."""
        from trictrac_spiel._src.train import checkpoint as players

        trained = players.trained_options(checkpoint)
        return players.AlphaZeroBot(
            checkpoint,
            players.shared_evaluator(checkpoint, game),
            game,
            simulations=trained.max_simulations if simulations is None else simulations,
            seconds=float(seconds),
            uct_c=trained.uct_c if uct_c is None else float(uct_c),
            seed=seed,
        )

    def draw(self, records: Sequence[Mapping[str, Any]], figure: "Figure") -> None:
        """Four panels: losses, the search's values, results against MCTS, lengths of games."""
        (losses, accuracy), (results, length) = figure.subplots(2, 2)
        steps = [record["step"] for record in records]
        # A step that was taught without self-play has nothing to tell of it.
        lived = [record for record in records if "init" not in record]
        lived_steps = [record["step"] for record in lived]
        losses.set_title("losses")
        for key, label in (("policy", "policy"), ("value", "value"), ("l2reg", "L2")):
            losses.plot(steps, [record["loss"][key] for record in records], ".-", label=label)
        losses.set_ylim(bottom=0)

        accuracy.set_title("value of the search has the result's sign")
        for stage, label in _STAGES.items():
            values = [record["value_accuracy"][stage]["avg"] for record in lived]
            accuracy.plot(lived_steps, values, ".-", label=label)
        accuracy.axhline(0.5, color="grey", linewidth=0.5)
        accuracy.set_ylim(0, 1.02)

        results.set_title("mean result against MCTS with random rollouts")
        played = [record for record in records if record["eval"]["count"]]
        for level in range(len(records[-1]["eval"]["results"]) if played else 0):
            results.plot(
                [record["step"] for record in played],
                [record["eval"]["results"][level] for record in played],
                ".-",
                label=f"{10 ** (level / 2):.3g} x simulations",
            )
        if not played:
            results.text(0.5, 0.6, "no games", ha="center", transform=results.transAxes)
        results.axhline(0, color="grey", linewidth=0.5)
        results.set_ylim(-1.05, 1.05)

        length.set_title("decisions in a game")
        for key, style in (("avg", ".-"), ("min", ":"), ("max", ":")):
            values = [record["game_length"][key] for record in lived]
            length.plot(lived_steps, values, style, label=key)
        length.set_ylim(bottom=0)


METHOD = OpenSpielAlphaZero()


def prepare(config: AlphaZeroConfig, work: Path, latest: Checkpoint | None) -> None:
    """Puts into an empty ``work/`` what OpenSpiel begins with."""
    game = config.load_game()
    if latest is not None:
        openspiel_files.place(latest, game, work)
        buffer = openspiel_files.REPLAY_BUFFER
        shutil.copyfile(latest.folder / buffer, work / buffer)
        # OpenSpiel continues after the last line.
        (work / "learner.jsonl").write_text(latest.manifest["record"] + "\n", encoding="utf-8")
    elif config.graph_def:
        shutil.copyfile(config.graph_def, work / openspiel_files.DESCRIPTION)


def teach(config: AlphaZeroConfig, run: RunDirectory) -> Checkpoint:
    """Makes step 1 of a run without self-play: a network that has learned already.

    From ``init=td`` it learns the decisions of games that the shipped player plays against
    itself, by OpenSpiel's own learning; another ``init`` is a checkpoint that is taken over.
    """
    begun = time.time()
    game = config.load_game()
    options = native_config(config, run.work)
    if config.init == "td":
        lessons = _engine.taught_decisions(
            _rules_of(config.game), config.init_games, config.seed, len(os.sched_getaffinity(0))
        )
        # OpenSpiel's network knows player 0's value only; the tensor says whose turn it is.
        seats = lessons["observations"][:, _seat_input(game)]
        values = np.where(seats == 0, lessons["values"], -lessons["values"]).astype(np.float32)
        passes = _TEACHING_PASSES
    else:
        openspiel_files.place(_initial(config), game, run.work)
        options["graph_def"] = openspiel_files.DESCRIPTION
        size = game.observation_tensor_size()
        lessons = {
            "observations": np.zeros((0, size), np.float32),
            "actions": np.zeros(0, np.uint16),
            "policy": np.zeros(0, np.float32),
            "ends": np.zeros(0, np.int64),
        }
        values, passes = np.zeros(0, np.float32), 0
    losses = native_alphazero.load().teach(
        options,
        config.seed,
        lessons["observations"],
        lessons["actions"],
        lessons["policy"],
        lessons["ends"],
        values,
        passes,
    )
    states, games = len(lessons["ends"]), config.init_games if config.init == "td" else 0
    # Those keys of OpenSpiel's own records that say something here.
    record = {
        "step": 1,
        "init": config.init,
        # OpenSpiel counts what went through its replay buffer.
        "total_states": min(states, config.replay_buffer_size),
        "total_trajectories": games,
        "states_per_s": states / (time.time() - begun),
        "game_length": {"avg": states / games if games else 0.0},
        "eval": {"count": 0, "results": [0.0] * config.eval_levels},
        "loss": dict(zip(("policy", "value", "l2reg"), losses, strict=True)),
        "time_rel": time.time() - begun,
    }
    return commit(json.dumps(record), config, run)


def _initial(config: AlphaZeroConfig) -> Checkpoint:
    """The checkpoint that a run is to begin with."""
    checkpoint = Checkpoint.find(config.init)
    if checkpoint.method != OpenSpielAlphaZero.name:
        raise TrictracError(f"init: {config.init} is of the method {checkpoint.method}")
    checkpoint.check_encodings(config.load_game())
    checkpoint.check_files()
    return checkpoint


def _rules_of(game: str) -> str:
    """The game with the parameters of its rules alone, as the engine reads them."""
    rules = [
        f"{name}={str(value).lower() if isinstance(value, bool) else value}"
        for name, value in parameters_of(game).items()
        if name not in ("utility", "observation", "dice")
    ]
    return f"trictrac({','.join(rules)})"


def _seat_input(game: pyspiel.Game) -> int:
    """Where the tensor says whose turn it is."""
    kind = str(game.get_parameters()["observation"])
    return next(start for name, start, _, _ in _engine.layout(kind) if name == "seat_to_move")


def native_config(config: AlphaZeroConfig, work: Path) -> dict[str, Any]:
    """The options as OpenSpiel's struct wants them, with ``work/`` as the directory."""
    fields = config.to_dict()
    for own in ("seed", "init", "init_games"):
        del fields[own]
    fields["path"] = str(work)
    # Empty: create a network. Otherwise the name of a file that must exist.
    description = openspiel_files.DESCRIPTION
    fields["graph_def"] = description if (work / description).exists() else ""
    # Each step becomes a checkpoint here; OpenSpiel's own copies are not needed.
    fields["checkpoint_freq"] = 2**31 - 1
    return fields


def commit(record: str, config: AlphaZeroConfig, run: RunDirectory) -> Checkpoint:
    """Makes what OpenSpiel left in ``work/`` a checkpoint. It waits, so nothing changes."""
    description = openspiel_files.DESCRIPTION
    # The one file that OpenSpiel writes once and goes on to need.
    kept = run.work / f"{description}.kept"
    shutil.copyfile(run.work / description, kept)
    checkpoint = run.commit_step(
        record,
        config,
        network={name: run.work / used for name, used in openspiel_files.NETWORK_FILES.items()},
        resume={openspiel_files.REPLAY_BUFFER: run.work / openspiel_files.REPLAY_BUFFER},
    )
    os.replace(kept, run.work / description)
    return checkpoint


@contextlib.contextmanager
def _worker(run: RunDirectory) -> Iterator[tuple[subprocess.Popen[str], collections.deque[str]]]:
    """The training process and the last lines of its standard error."""
    root = str(Path(trictrac_spiel.__file__).parent.parent)
    search_path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "trictrac_spiel._src.train.worker", str(run.path.resolve())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
        env={**os.environ, "PYTHONPATH": search_path},
        pass_fds=[run.lock_descriptor],
    )
    last_words: collections.deque[str] = collections.deque(maxlen=200)
    assert process.stdin is not None
    assert process.stderr is not None
    listener = threading.Thread(target=last_words.extend, args=(process.stderr,), daemon=True)
    listener.start()
    try:
        yield process, last_words
    finally:
        # The end of its input stops it, after the commit of a step that is complete.
        with contextlib.suppress(BrokenPipeError):
            process.stdin.close()
        try:
            process.wait(_STOP_SECONDS)
        except (subprocess.TimeoutExpired, KeyboardInterrupt):
            process.kill()
            process.wait()
        listener.join()
        for stream in (process.stdout, process.stderr):
            assert stream is not None
            stream.close()


def _explain(
    run: RunDirectory, failure: str | None, status: int, last_words: collections.deque[str]
) -> str:
    """What is known about a training that ended by itself, and how to go on."""
    parts = []
    if (free := shutil.disk_usage(run.path).free) < _LITTLE_SPACE:
        parts.append(f"the disk is full ({free // 2**20} MB free)")
    if failure is not None:
        parts.append(failure)
    elif status < 0:
        parts.append(f"the training process was ended by {signal.Signals(-status).name}")
        if status == -signal.SIGSEGV:
            parts.append("a search among values that are no numbers ends so: learning_rate?")
    else:
        parts.append(f"the training process ended with status {status}")
    if failure is None and last_words:
        # C++ puts the reason into this line, and a stack of calls after it.
        reasons = [line for line in last_words if "what():" in line]
        parts.append(f"its last words: {(reasons or last_words)[-1].strip()}")
    latest = run.latest()
    kept = f"step {latest.step} is safe" if latest else "no step was finished"
    parts.append(f"{kept}; continue with: {resume_command(run.path)}")
    return "; ".join(parts)
