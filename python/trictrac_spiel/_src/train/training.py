"""Train a network with OpenSpiel's C++ AlphaZero.

RUN_DIR gets everything the run needs and produces: the options (config.json), a line for
each finished step (learner.jsonl), the checkpoints, and the versions, seed and command that
repeat it (run.json). Ctrl-C, or killing the run, loses at most the step in progress:

    trictrac train RUN_DIR --preset smoke
    trictrac train RUN_DIR --resume

Afterwards: `trictrac evaluate RUN_DIR` and `trictrac plot RUN_DIR`. A preset (--preset), a
file (--config) and single options override one another in this order.
"""

import argparse
import collections
import contextlib
import dataclasses
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import trictrac_spiel
from trictrac_spiel._src.errors import RunError, TrictracError
from trictrac_spiel._src.people.progress import ProgressLine, duration
from trictrac_spiel._src.train import native_alphazero
from trictrac_spiel._src.train.alphazero_config import PRESETS, AlphaZeroConfig
from trictrac_spiel._src.train.run_directory import CHANGEABLE, RunDirectory, versions

_STOP_SECONDS = 10
_LITTLE_SPACE = 64 * 2**20


@dataclass(frozen=True)
class TrainingStep:
    """A finished step of a run."""

    step: int
    max_steps: int
    """0 when the run goes on until it is stopped."""
    games: int
    """Self-play games that the learner has seen since the run began."""
    states: int
    """States that the learner has seen since the run began."""
    states_per_second: float
    """Of this step, learning included."""
    policy_loss: float
    value_loss: float
    l2_loss: float
    game_length: float
    """Decisions in a game, on average."""
    evaluation: tuple[float, ...]
    """Mean result against MCTS of each strength, from -1 to 1; 0 before the first game."""
    evaluation_games: int
    """Games behind `evaluation` since this session began, for each strength."""
    seconds: float
    """Of this session so far."""
    remaining_seconds: float | None
    """Estimate; None when the run has no end."""
    checkpoint: Path
    record: dict[str, Any]
    """OpenSpiel's record, the line of learner.jsonl."""


@dataclass(frozen=True)
class TrainingResult:
    """How a call of `train` ended, other than by an exception."""

    path: Path
    last_step: int
    """The last finished step, 0 for none."""
    finished: bool
    """Whether `max_steps` steps are done; otherwise the callback stopped the run."""


def train(
    config: AlphaZeroConfig,
    *,
    resume: bool = False,
    on_start: Callable[[int], None] | None = None,
    on_step: Callable[[TrainingStep], bool | None] | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> TrainingResult:
    """Runs AlphaZero in ``config.path`` until ``max_steps``, or until it is stopped.

    The training runs in a process of its own; this one only waits, without the GIL. However
    it ends, the directory can be resumed: Ctrl-C and an exception of a callback pass through
    after the training has been stopped, which loses the step in progress.

    Args:
        config: the options. A resumed run must have the options it began with, except those
            that do not touch what was learned (``max_steps``, ``actors``, ``devices``, ...).
        resume: continue the run in ``config.path`` instead of beginning one there.
        on_start: called when the directory is ready, with the last finished step or 0.
        on_step: called after each finished step; returns True to stop the run there.
        on_progress: called about twice a second with the number of self-play games finished
            in this session, those of the unfinished step included.

    Raises:
        TrictracError: the directory holds something else, is in use, or does not fit.
        RunError: the training failed: full disk, damaged checkpoint, no LibTorch, ...
    """
    if not config.path:
        raise TrictracError("path: a run needs a directory")
    native = native_alphazero.load()
    run = RunDirectory(config.path)
    if run.path.exists() and not run.path.is_dir():
        raise TrictracError(f"{run.path}: a run needs a directory, and this is a file")
    if not resume:
        run.path.mkdir(parents=True, exist_ok=True)
    elif not run.path.is_dir():
        raise TrictracError(f"{run.path}: there is no run to resume here (no such directory)")
    run.lock()
    try:
        if resume:
            run.check_resumable(config)
        else:
            run.create(config)
        done = latest.step if (latest := run.latest()) else 0
        if config.max_steps and done >= config.max_steps:
            return TrainingResult(run.path, done, finished=True)
        done = run.begin_session(config, versions(native.TORCH_VERSION))
        try:
            if on_start is not None:
                on_start(done)
            return _follow(config, run, done, on_step, on_progress)
        finally:
            run.end_session()
    finally:
        run.unlock()


def _follow(
    config: AlphaZeroConfig,
    run: RunDirectory,
    done: int,
    on_step: Callable[[TrainingStep], bool | None] | None,
    on_progress: Callable[[int], None] | None,
) -> TrainingResult:
    """Starts the worker and passes on what it tells."""
    first_step = done + 1
    begun = before = time.monotonic()
    states_before = _states_of(run)
    failure = None
    with _worker(run) as (process, last_words):
        assert process.stdout is not None
        for line in process.stdout:
            event = json.loads(line)
            if event["event"] == "progress" and on_progress is not None:
                on_progress(event["games"])
            elif event["event"] == "failed":
                failure = event["message"]
            elif event["event"] == "step":
                now = time.monotonic()
                step = _training_step(
                    config,
                    event,
                    states_before=states_before,
                    step_seconds=now - before,
                    first_step=first_step,
                    seconds=now - begun,
                )
                done, states_before, before = step.step, step.states, now
                if on_step is not None and on_step(step):
                    return TrainingResult(run.path, done, finished=done == config.max_steps)
        if config.max_steps and done == config.max_steps:
            return TrainingResult(run.path, done, finished=True)
        status = process.wait()
        time.sleep(0.1)  # for its last words
        raise RunError(_explain(run, failure, status, last_words))


def _training_step(
    config: AlphaZeroConfig,
    event: Mapping[str, str],
    *,
    states_before: int,
    step_seconds: float,
    first_step: int,
    seconds: float,
) -> TrainingStep:
    """What the worker told about a step, with the times as they are seen from here."""
    record = json.loads(event["record"])
    done = record["step"]
    seconds_per_step = seconds / (done - first_step + 1)
    return TrainingStep(
        step=done,
        max_steps=config.max_steps,
        games=record["total_trajectories"],
        states=record["total_states"],
        states_per_second=(record["total_states"] - states_before) / step_seconds,
        policy_loss=record["loss"]["policy"],
        value_loss=record["loss"]["value"],
        l2_loss=record["loss"]["l2reg"],
        game_length=record["game_length"]["avg"],
        evaluation=tuple(record["eval"]["results"]),
        evaluation_games=record["eval"]["count"],
        seconds=seconds,
        remaining_seconds=(
            (config.max_steps - done) * seconds_per_step if config.max_steps else None
        ),
        checkpoint=Path(event["checkpoint"]),
        record=record,
    )


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
    parts.append(f"{kept}; continue with: {_resume_command(run.path)}")
    return "; ".join(parts)


def _resume_command(path: str | Path) -> str:
    return f"trictrac train {shlex.quote(str(path))} --resume"


def _states_of(run: RunDirectory) -> int:
    latest = run.latest()
    return json.loads(latest.manifest["record"])["total_states"] if latest else 0


# The command line.


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run_dir", metavar="RUN_DIR", help="the run's directory")
    parser.add_argument(
        "--resume",
        action="store_true",
        help="continue the run in RUN_DIR with its own options; of the options below, only "
        "some may then be changed (--max-steps, --actors, --devices, ...)",
    )
    parser.add_argument("--preset", choices=PRESETS, help="a set of options to start from")
    parser.add_argument("--config", metavar="FILE", help="options in JSON, as config.json has them")
    parser.add_argument(
        "--print-config",
        action="store_true",
        help="print the options as JSON and do nothing else",
    )
    options = parser.add_argument_group("OpenSpiel's options")
    for field in dataclasses.fields(AlphaZeroConfig):
        if field.name == "path":
            continue
        flag = "--" + field.name.replace("_", "-")
        text = f"{field.metadata['help']} (default: {field.default!r})"
        if field.type is bool:
            options.add_argument(
                flag, action=argparse.BooleanOptionalAction, default=None, help=text
            )
        else:
            metavar = {int: "N", float: "X", str: "TEXT"}[field.type]  # type: ignore[index]
            options.add_argument(flag, type=field.type, metavar=metavar, help=text)


def run(args: argparse.Namespace) -> int | None:
    config = _config(args)
    if args.print_config:
        print(config.to_json(), end="")
        return None
    latest = RunDirectory(config.path).latest()
    if args.resume and latest and config.max_steps and latest.step >= config.max_steps:
        print(
            f"{config.path}: this run is finished, with {latest.step} steps. "
            "To go on: --resume --max-steps N"
        )
        return None

    begun = time.monotonic()
    with ProgressLine(sys.stdout) as line:

        def on_start(last_step: int) -> None:
            line.print(_headline(config, last_step))

        def on_step(step: TrainingStep) -> None:
            line.print(_row(step))

        def on_progress(games: int) -> None:
            line.show(
                f"  {games} games played in this session, "
                f"{duration(time.monotonic() - begun)} elapsed"
            )

        try:
            result = train(
                config,
                resume=args.resume,
                on_start=on_start,
                on_step=on_step,
                on_progress=on_progress,
            )
        except KeyboardInterrupt:
            line.print(f"Stopped. To go on: {_resume_command(config.path)}")
            raise
    print(f"Finished {result.last_step} steps. Next: trictrac evaluate {shlex.quote(config.path)}")
    return None


def _config(args: argparse.Namespace) -> AlphaZeroConfig:
    """The options from preset, file and flags, or those of the run that is resumed."""
    flags = {
        field.name: value
        for field in dataclasses.fields(AlphaZeroConfig)
        if (value := getattr(args, field.name, None)) is not None
    }
    if not args.resume:
        values = {**(PRESETS[args.preset] if args.preset else {}), "path": args.run_dir}
        if args.config:
            stored = AlphaZeroConfig.load(args.config, path=args.run_dir).to_dict()
            values.update(stored)
        return AlphaZeroConfig.from_dict({**values, **flags})
    if args.preset or args.config:
        raise TrictracError("--resume takes the run's own options, so no --preset and no --config")
    config_file = RunDirectory(args.run_dir).config_file
    if not config_file.is_file():
        raise TrictracError(f"{args.run_dir}: there is no run to resume here (no config.json)")
    for name in flags:
        if name not in CHANGEABLE:
            raise TrictracError(
                f"--{name.replace('_', '-')} can't be changed in a resumed run; only these can: "
                + ", ".join(sorted(CHANGEABLE - {"path"}))
            )
    return AlphaZeroConfig.load(config_file, path=args.run_dir, **flags)


def _headline(config: AlphaZeroConfig, last_step: int) -> str:
    """What is about to run, and the head of the table."""
    how_long = f"up to step {config.max_steps}" if config.max_steps else "until stopped"
    return (
        f"{'Resuming' if last_step else 'Training'} {config.game} in {config.path}:\n"
        f"{how_long}, {config.states_per_step} states a step, {config.max_simulations} "
        f"simulations a decision,\n{config.nn_model} {config.nn_width} x {config.nn_depth}, "
        f"{config.actors} actors\n"
        "  step   games states/s  policy  value     l2 length vs MCTS     time     left"
    )


def _row(step: TrainingStep) -> str:
    """A line of the table; the evaluation is the mean result against the weakest MCTS."""
    evaluation = f"{step.evaluation[0]:+.2f}" if step.evaluation_games else "-"
    left = "-" if step.remaining_seconds is None else duration(step.remaining_seconds)
    return (
        f"{step.step:6d} {step.games:7d} {step.states_per_second:8.1f} {step.policy_loss:7.3f} "
        f"{step.value_loss:6.3f} {step.l2_loss:6.3f} {step.game_length:6.1f} {evaluation:>7} "
        f"{duration(step.seconds):>8} {left:>8}"
    )
