"""One session of a training, from the lock of its directory to its last step, for all methods."""

import contextlib
import json
import logging
import shlex
import time
from collections.abc import Callable
from pathlib import Path

from trictrac_spiel._src.cluster.connection import OFF, check_reachable
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.train import methods
from trictrac_spiel._src.train.results import TrainingResult, TrainingStep
from trictrac_spiel._src.train.run_config import RunConfig
from trictrac_spiel._src.train.run_directory import Checkpoint, Notice, RunDirectory, versions

_log = logging.getLogger("trictrac_spiel")


def train(
    config: RunConfig,
    *,
    resume: bool = False,
    on_start: Callable[[int], None] | None = None,
    on_step: Callable[[TrainingStep], bool | None] | None = None,
    on_progress: Callable[[int], None] | None = None,
    on_workers: Callable[[int, int, float], None] | None = None,
    on_notice: Notice | None = None,
) -> TrainingResult:
    """Trains a network in ``config.path`` until ``max_steps``, or until it is stopped.

    The training runs without the GIL. However it ends, the directory can be resumed: Ctrl-C
    and an exception of a callback pass through after the training has been stopped, which
    loses the step in progress.

    Args:
        config: the options, which also say the method: ``AlphaZeroConfig`` for OpenSpiel's
            AlphaZero. A resumed run must have the options it began with, except those that do
            not touch what was learned (``max_steps``, ``actors``, ``devices``, ...).
        resume: continue the run in ``config.path`` instead of beginning one there.
        on_start: called when the directory is ready, with the last finished step or 0.
        on_step: called after each finished step; returns True to stop the run there.
        on_progress: called about twice a second with the number of self-play games finished
            in this session, those of the unfinished step included.
        on_workers: called as often when a cluster plays the games (``ray``): how many workers are
            there, how many are wanted, and how many games a second they have finished lately.
        on_notice: called with a sentence about each file of the run that had to be repaired, and
            about workers that come and go; by default it is logged as a warning.

    Raises:
        TrictracError: the directory holds something else, is in use, or does not fit.
        RunError: the training failed: full disk, damaged checkpoint, no LibTorch, ...
    """
    if not config.path:
        raise TrictracError("path: a run needs a directory")
    method = methods.method(config.method)
    needed = method.require()
    on_notice = on_notice or _log.warning
    run = RunDirectory(config.path)
    if run.path.exists() and not run.path.is_dir():
        raise TrictracError(f"{run.path}: a run needs a directory, and this is a file")
    if not resume:
        # What is refused leaves no directory behind, and nothing in one that is there.
        method.check(config, None)
        run.check_new()
        _check_cluster(config)
        run.path.mkdir(parents=True, exist_ok=True)
    elif not run.path.is_dir():
        raise TrictracError(f"{run.path}: there is no run to resume here (no such directory)")
    run.lock()
    try:
        latest = None
        if resume:
            run.check_resumable(config)
            latest = run.latest()
            if latest is not None:
                latest.check_files(resume=True)
            method.check(config, latest)
            if latest is not None and config.max_steps and latest.step >= config.max_steps:
                run.repair(config, on_notice)
                return TrainingResult(run.path, latest.step, finished=True)
            _check_cluster(config)
        else:
            run.create(config)
        done = run.begin_session(config, versions(**needed), on_notice)
        try:
            if on_start is not None:
                on_start(done)
            return _follow(method, config, run, latest, on_step, on_progress, on_workers, on_notice)
        finally:
            run.end_session()
    finally:
        run.unlock()


def _check_cluster(config: RunConfig) -> None:
    if config.ray != OFF:
        check_reachable(config.ray)


def resume_command(path: str | Path) -> str:
    """What to type to go on with a run."""
    return f"trictrac train {shlex.quote(str(path))} --resume"


def _follow(
    method: methods.Method,
    config: RunConfig,
    run: RunDirectory,
    latest: Checkpoint | None,
    on_step: Callable[[TrainingStep], bool | None] | None,
    on_progress: Callable[[int], None] | None,
    on_workers: Callable[[int, int, float], None] | None,
    notice: Notice,
) -> TrainingResult:
    """Passes on what the method tells, with the times as they are seen from here."""
    first = done = latest.step if latest else 0
    begun = before = time.monotonic()
    states = method.measured(json.loads(latest.manifest["record"]))["states"] if latest else 0
    with contextlib.closing(method.steps(config, run, latest)) as events:
        for event in events:
            if isinstance(event, methods.Notice):
                notice(event.text)
                continue
            if isinstance(event, methods.Progress):
                if on_workers is not None and event.workers is not None:
                    on_workers(*event.workers)
                if on_progress is not None:
                    on_progress(event.games)
                continue
            now = time.monotonic()
            record = json.loads(event.record)
            done = record["step"]
            measured = method.measured(record)
            step = TrainingStep(
                step=done,
                max_steps=config.max_steps,
                states_per_second=(measured["states"] - states) / (now - before),
                seconds=now - begun,
                remaining_seconds=(
                    (config.max_steps - done) * (now - begun) / (done - first)
                    if config.max_steps
                    else None
                ),
                checkpoint=event.folder,
                record=record,
                **measured,
            )
            states, before = step.states, now
            if on_step is not None and on_step(step):
                break
    return TrainingResult(run.path, done, finished=done == config.max_steps)
