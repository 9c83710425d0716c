"""The process that trains: ``python -m trictrac_spiel._src.train.worker RUN_DIR``.

OpenSpiel's C++ ends its process on errors and has threads that nothing can interrupt, so
it gets a process of its own. It tells its parent what happens as JSON lines on standard
output, and goes when its standard input ends, which it does when the parent stops it or
dies. It may be killed at any time: only complete steps count (run_directory.py).
"""

import contextlib
import importlib
import json
import os
import signal
import sys
import threading
import time
from typing import Any, TextIO

import pyspiel

from trictrac_spiel._src.errors import RunError
from trictrac_spiel._src.train import native_alphazero, openspiel
from trictrac_spiel._src.train.alphazero_config import AlphaZeroConfig
from trictrac_spiel._src.train.run_directory import RunDirectory

_FAILED = 1
_PROGRESS_SECONDS = 0.5


class _Parent:
    """The line to the process that started this one."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()

    def tell(self, event: str, **fields: Any) -> None:
        with self._lock:
            self._stream.write(json.dumps({"event": event, **fields}) + "\n")
            self._stream.flush()

    def fail(self, message: str) -> None:
        """Reports what ended the training, and ends the process."""
        self.tell("failed", message=message)
        os._exit(_FAILED)


def main(run_dir: str) -> None:
    # Ctrl-C reaches every process of the terminal; the parent decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # OpenSpiel reports on standard output, which is the parent's here.
    parent = _Parent(os.fdopen(os.dup(1), "w", encoding="utf-8"))
    os.dup2(2, 1)

    run = RunDirectory(run_dir)
    config = AlphaZeroConfig.load(run.config_file)
    native = native_alphazero.load()
    committing = threading.Lock()

    def leave_with_parent() -> None:
        sys.stdin.read()
        with committing:
            os._exit(0)

    def report_progress() -> None:
        while True:
            time.sleep(_PROGRESS_SECONDS)
            parent.tell("progress", games=native.games_played())

    def on_step(record: str) -> bool:
        # OpenSpiel writes infinity and what is no number as words.
        if any(isinstance(loss, str) for loss in json.loads(record)["loss"].values()):
            parent.fail(
                "the losses are no numbers any more, so this step is not kept: learning_rate or "
                "weight_decay is too large"
            )
        with committing:
            try:
                checkpoint = openspiel.commit(record, config, run)
            except OSError as error:
                parent.fail(f"{error.filename or run.path}: {error.strerror}")
            except RunError as error:
                parent.fail(str(error))
            parent.tell("step", record=record, checkpoint=str(checkpoint.folder))
        if checkpoint.step == config.max_steps:
            # Self-play would first finish games that nobody needs.
            os._exit(0)
        return False

    threading.Thread(target=leave_with_parent, daemon=True).start()
    threading.Thread(target=report_progress, daemon=True).start()
    if "cuda" in config.devices:
        # Loads LibTorch's part for CUDA, which the module itself does without.
        with contextlib.suppress(ImportError, OSError):
            importlib.import_module("torch")
    if config.init and run.latest() is None:
        try:
            checkpoint = openspiel.teach(config, run)
        except OSError as error:
            parent.fail(f"{error.filename or run.path}: {error.strerror}")
        except (RunError, RuntimeError) as error:
            parent.fail(str(error).splitlines()[0])
        record = checkpoint.manifest["record"]
        parent.tell("step", record=record, checkpoint=str(checkpoint.folder))
        if config.max_steps == 1:
            os._exit(0)
        openspiel.prepare(config, run.work, checkpoint)
    try:
        native.train(
            openspiel.native_config(config, run.work),
            resuming=(run.work / "learner.jsonl").exists(),
            seed=config.seed,
            torch_threads=1,
            on_step=on_step,
            on_failure=parent.fail,
        )
    except (RuntimeError, pyspiel.SpielError) as error:
        parent.fail(str(error).splitlines()[0])


if __name__ == "__main__":
    main(sys.argv[1])
