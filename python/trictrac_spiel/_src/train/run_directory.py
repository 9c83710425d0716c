"""A training run on disk: what it holds, how a step becomes part of it, and its checks.

    RUN_DIR/
      config.json      the options (AlphaZeroConfig)
      run.json         game, encodings, versions and sessions: what it takes to repeat the run
      learner.jsonl    OpenSpiel's record of each finished step, a line each
      checkpoints/step-000012/
        checkpoint.json          what the files are for, with their sizes and checksums
        vpnet.pb                 the network's shape
        network.pt, network-optimizer.pt
        replay_buffer.data       in the latest step only; what a resumed run learns from
      lock             held while a run is going on
      work/            where OpenSpiel writes, in place; worthless after a crash

A step's folder is filled under another name, written through to the disk and renamed when
it is complete. So whatever is called ``step-...`` is whole, and a run that is killed at any
moment continues from there.
"""

import fcntl
import hashlib
import json
import os
import platform
import shutil
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyspiel

from trictrac_spiel._src.errors import RunError, TrictracError
from trictrac_spiel._src.position.encodings import encodings_of
from trictrac_spiel._src.train.alphazero_config import AlphaZeroConfig

_FORMAT = 1
_NETWORK = "network"
_DESCRIPTION = "vpnet.pb"
_REPLAY_BUFFER = "replay_buffer.data"
_NETWORK_FILES = (_DESCRIPTION, f"{_NETWORK}.pt", f"{_NETWORK}-optimizer.pt")

# What OpenSpiel calls these files; -1 is its number for "the latest".
_WORK_NAMES = {
    f"{_NETWORK}.pt": "checkpoint--1.pt",
    f"{_NETWORK}-optimizer.pt": "checkpoint--1-optimizer.pt",
    _REPLAY_BUFFER: _REPLAY_BUFFER,
}

# Options that a resumed run may change: none of them touches what was learned so far.
CHANGEABLE = frozenset(
    [
        "path",
        "devices",
        "explicit_learning",
        "inference_batch_size",
        "inference_threads",
        "inference_cache",
        "checkpoint_freq",
        "evaluation_window",
        "actors",
        "evaluators",
        "eval_levels",
        "max_steps",
    ]
)


def describe_game(game: pyspiel.Game) -> dict[str, Any]:
    """What must be equal for a network to fit a game, as it stands in JSON."""
    return {
        "name": game.get_type().short_name,
        "parameters": game.get_parameters(),
        "observation_shape": game.observation_tensor_shape(),
        "num_actions": game.num_distinct_actions(),
        "encodings": encodings_of(game),
    }


def differences(stored: Mapping[str, Any], game: Mapping[str, Any]) -> list[str]:
    """In words: where the description of a game differs from a stored one."""
    if stored.get("name") != game["name"]:
        return [f"name is {stored.get('name')!r} there and {game['name']!r} here"]
    found = []
    for key in ("observation_shape", "num_actions", "encodings", "parameters"):
        if stored.get(key) == game[key]:
            continue
        if isinstance(game[key], dict) and isinstance(stored.get(key), dict):
            for name in sorted(stored[key].keys() | game[key].keys()):
                there, here = stored[key].get(name), game[key].get(name)
                if there != here:
                    found.append(f"{key[:-1]} {name} is {there!r} there and {here!r} here")
        else:
            found.append(f"{key} is {stored.get(key)!r} there and {game[key]!r} here")
    return found


class Checkpoint:
    """A trained network on disk: the folder of one step."""

    def __init__(self, folder: Path) -> None:
        """Reads ``checkpoint.json``; ``check_files`` looks at the rest.

        Raises:
            TrictracError: there is no checkpoint, or one of a newer format.
        """
        self.folder = folder
        try:
            text = (folder / "checkpoint.json").read_text(encoding="utf-8")
            self.manifest: dict[str, Any] = json.loads(text)
            self.step: int = self.manifest["step"]
            self.game: dict[str, Any] = self.manifest["game"]
            self.config: dict[str, Any] = self.manifest["config"]
            found = self.manifest["format"]
        except (KeyError, TypeError, ValueError) as error:
            raise TrictracError(f"{folder}/checkpoint.json is damaged: {error!r}") from error
        if found != _FORMAT:
            raise TrictracError(f"{folder} has format {found}; this version reads {_FORMAT}")

    @classmethod
    def find(cls, path: str | os.PathLike[str]) -> "Checkpoint":
        """The checkpoint at a path: its folder, a file in it, or a run (its latest step)."""
        given = Path(path)
        folder = given.parent if given.is_file() else given
        if (folder / "checkpoint.json").is_file():
            return cls(folder)
        if not folder.exists():
            raise TrictracError(f"{given}: no such file or folder")
        latest = RunDirectory(folder).latest() if (folder / "checkpoints").is_dir() else None
        if latest is None:
            raise TrictracError(
                f"{given}: no checkpoint here; give a run's folder (with at least one finished "
                "step) or one of the folders in its checkpoints/"
            )
        return latest

    def check_files(self, *, resume: bool = False) -> None:
        """Compares the files with the checksums taken when they were written.

        Raises:
            RunError: one is missing, truncated or changed. Nothing is written.
        """
        files = dict(self.manifest["files"])
        if resume:
            files.update(self.manifest["resume_files"])
        for name, expected in files.items():
            file = self.folder / name
            if not file.is_file():
                raise RunError(f"{file} is missing. {self._advice()}")
            size = file.stat().st_size
            if size != expected["bytes"]:
                raise RunError(
                    f"{file} is damaged: it has {size} bytes instead of {expected['bytes']}. "
                    f"{self._advice()}"
                )
            if _sha256(file) != expected["sha256"]:
                raise RunError(
                    f"{file} is damaged: its contents have changed since they were written. "
                    f"{self._advice()}"
                )

    def check_encodings(self, game: pyspiel.Game) -> None:
        """Refuses a network whose inputs or outputs mean something else in `game`."""
        here = describe_game(game)
        there = dict(self.game)
        # Rules may differ: they change what is good play, not what the numbers mean.
        there["parameters"] = here["parameters"]
        found = differences(there, here)
        if found:
            raise TrictracError(
                f"{self.folder} was trained for another game or encoding: {'; '.join(found)}. "
                f'Its own game is "{self.game_string}"'
            )

    def copy_network(self, folder: Path) -> None:
        """Copies what playing needs, which is a checkpoint again, into an existing folder."""
        for name in ("checkpoint.json", *_NETWORK_FILES):
            shutil.copyfile(self.folder / name, folder / name)

    @property
    def game_string(self) -> str:
        """The game it was trained on, as ``pyspiel.load_game`` takes it."""
        return str(self.config["game"])

    @property
    def network_files(self) -> tuple[str, str]:
        """The names in the folder: the network's shape, and the weights without suffix."""
        return _DESCRIPTION, _NETWORK

    def _advice(self) -> str:
        return "Nothing was changed. Restore it from a copy, or use another checkpoint."


class RunDirectory:
    """One run's directory. Whoever writes holds its lock: ``with run.locked(): ...``."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.config_file = self.path / "config.json"
        self.run_file = self.path / "run.json"
        self.learner_file = self.path / "learner.jsonl"
        self.checkpoints = self.path / "checkpoints"
        self.work = self.path / "work"
        self._lock: int | None = None

    # Life of a run.

    def lock(self) -> None:
        """Takes the directory for this process; the operating system gives it back.

        Raises:
            TrictracError: another run has it.
        """
        self._lock = os.open(self.path / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        # A killed run's worker may need a moment to notice that it is alone.
        for _ in range(20):
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                time.sleep(0.1)
        os.close(self._lock)
        self._lock = None
        raise TrictracError(f"{self.path}: another run is going on in this directory")

    def unlock(self) -> None:
        """Gives the directory back."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    @property
    def lock_descriptor(self) -> int:
        """The lock's file descriptor, which the worker inherits to hold it as long as it lives."""
        assert self._lock is not None
        return self._lock

    def create(self, config: AlphaZeroConfig) -> None:
        """Makes an empty directory a run.

        Raises:
            TrictracError: something is in it already.
        """
        if self.config_file.exists():
            raise TrictracError(
                f"{self.path} holds a run already: resume it (--resume, or resume=True), "
                "or choose another directory"
            )
        harmless = {"lock", "config.json.new"}
        present = sorted(entry.name for entry in self.path.iterdir() if entry.name not in harmless)
        if present:
            raise TrictracError(
                f"{self.path} is not empty (it holds {present[0]}); a new run needs a new or "
                "empty directory"
            )
        # From here on the directory is a run, and can be resumed.
        _write_whole(self.config_file, config.to_json())

    def check_resumable(self, config: AlphaZeroConfig) -> None:
        """Compares a config with the one that the run began with.

        Raises:
            TrictracError: there is no run here, or it was another one.
        """
        if not self.config_file.is_file():
            raise TrictracError(f"{self.path}: there is no run to resume here (no config.json)")
        latest = self.latest()
        # The latest step has sealed its options; the file can be edited by anybody.
        stored = latest.config if latest else AlphaZeroConfig.load(self.config_file).to_dict()
        wrong = [
            f"{name} was {stored.get(name)!r} and is {value!r}"
            for name, value in config.to_dict().items()
            if name not in CHANGEABLE and stored.get(name) != value
        ]
        if wrong:
            raise TrictracError(
                f"{self.path} holds a run with other options: {'; '.join(wrong)}. "
                "A resumed run keeps them; start a new one to change them"
            )
        found = differences(self._run(config)["game"], describe_game(config.load_game()))
        if found:
            raise TrictracError(
                f"{self.path} was trained for another game or encoding: {'; '.join(found)}"
            )

    def begin_session(self, config: AlphaZeroConfig, versions: Mapping[str, str]) -> int:
        """Readies ``work/`` for OpenSpiel and returns the last finished step, or 0.

        Raises:
            RunError: the latest checkpoint is damaged. Nothing has been changed then.
        """
        latest = self.latest()
        if latest is not None:
            latest.check_files(resume=True)
        records = self._finished_records(latest)

        for leftover in (self.work, self._partial):
            shutil.rmtree(leftover, ignore_errors=True)
        self.work.mkdir()
        self.checkpoints.mkdir(exist_ok=True)
        if latest is not None:
            for name, work_name in _WORK_NAMES.items():
                shutil.copyfile(latest.folder / name, self.work / work_name)
            shutil.copyfile(latest.folder / _DESCRIPTION, self.work / _DESCRIPTION)
            # OpenSpiel continues after the last line.
            (self.work / "learner.jsonl").write_text(records[-1] + "\n", encoding="utf-8")
        elif config.graph_def:
            _check_description(Path(config.graph_def), config.load_game())
            shutil.copyfile(config.graph_def, self.work / _DESCRIPTION)

        _write_whole(self.learner_file, "".join(line + "\n" for line in records))
        self._prune(latest.step if latest else 0, keep_every=config.checkpoint_freq)
        run = self._run(config)
        run["sessions"].append(
            {
                "started": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
                "after_step": latest.step if latest else 0,
                "versions": dict(versions),
                "command": sys.argv,
            }
        )
        _write_whole(self.run_file, _json(run))
        _write_whole(self.config_file, config.to_json())
        return latest.step if latest else 0

    def native_config(self, config: AlphaZeroConfig) -> dict[str, Any]:
        """The options as OpenSpiel's struct wants them, with ``work/`` as the directory."""
        fields = config.to_dict()
        del fields["seed"]
        fields["path"] = str(self.work)
        # Empty: create a network. Otherwise the name of a file that must exist.
        fields["graph_def"] = _DESCRIPTION if (self.work / _DESCRIPTION).exists() else ""
        # Each step becomes a checkpoint here; OpenSpiel's own copies are not needed.
        fields["checkpoint_freq"] = 2**31 - 1
        return fields

    def commit_step(self, record: str, config: AlphaZeroConfig) -> Checkpoint:
        """Makes what OpenSpiel left in ``work/`` a checkpoint, for good.

        Called while the learner waits, so nothing changes meanwhile.
        """
        step = json.loads(record)["step"]
        partial = self._partial
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir()
        for name, work_name in _WORK_NAMES.items():
            os.rename(self.work / work_name, partial / name)
        shutil.copyfile(self.work / _DESCRIPTION, partial / _DESCRIPTION)
        manifest = {
            "format": _FORMAT,
            "step": step,
            "game": describe_game(config.load_game()),
            "config": config.to_dict(),
            "files": {name: _seal(partial / name) for name in _NETWORK_FILES},
            "resume_files": {_REPLAY_BUFFER: _seal(partial / _REPLAY_BUFFER)},
            "record": record,
        }
        _write_whole(partial / "checkpoint.json", _json(manifest))
        folder = self.checkpoints / f"step-{step:06d}"
        os.rename(partial, folder)
        _sync_folder(self.checkpoints)

        with self.learner_file.open("a", encoding="utf-8") as file:
            file.write(record + "\n")
            file.flush()
            os.fsync(file.fileno())
        self._prune(step, keep_every=config.checkpoint_freq)
        return Checkpoint(folder)

    def end_session(self) -> None:
        """Removes what only a running OpenSpiel needs."""
        shutil.rmtree(self.work, ignore_errors=True)
        shutil.rmtree(self._partial, ignore_errors=True)

    # Reading.

    def latest(self) -> Checkpoint | None:
        """The last finished step, or None before the first one."""
        steps = self._step_folders()
        return Checkpoint(steps[-1]) if steps else None

    def _finished_records(self, latest: Checkpoint | None) -> list[str]:
        """The lines of learner.jsonl up to the latest checkpoint.

        A kill may have cut the last line or come between a checkpoint and its line, which
        the checkpoint therefore holds too.
        """
        if latest is None:
            return []
        records = []
        text = self.learner_file.read_text("utf-8") if self.learner_file.exists() else ""
        for line in text.splitlines():
            try:
                step = json.loads(line)["step"]
            except (ValueError, KeyError, TypeError):
                continue
            if step < latest.step:
                records.append(line)
        return [*records, latest.manifest["record"]]

    @property
    def _partial(self) -> Path:
        return self.checkpoints / "unfinished"

    def _step_folders(self) -> list[Path]:
        return sorted(
            self.checkpoints.glob("step-[0-9]*[0-9]"), key=lambda f: int(f.name[len("step-") :])
        )

    def _prune(self, latest_step: int, *, keep_every: int) -> None:
        """Drops earlier steps that are not to be kept, and their replay buffers."""
        for folder in self._step_folders():
            step = int(folder.name[len("step-") :])
            if step >= latest_step:
                continue
            (folder / _REPLAY_BUFFER).unlink(missing_ok=True)
            if step % keep_every:
                shutil.rmtree(folder)

    def _run(self, config: AlphaZeroConfig) -> dict[str, Any]:
        """Reads run.json, which a run without a finished step may not have yet."""
        if not self.run_file.exists() and self.latest() is None:
            game = describe_game(config.load_game())
            return {"format": _FORMAT, "game": game, "seed": config.seed, "sessions": []}
        try:
            run = json.loads(self.run_file.read_text(encoding="utf-8"))
            found, _, _ = run["format"], run["game"], run["sessions"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise TrictracError(f"{self.run_file} is missing or damaged: {error!r}") from error
        if found != _FORMAT:
            raise TrictracError(f"{self.path} has format {found}; this version reads {_FORMAT}")
        return dict(run)


def versions(torch_version: str) -> dict[str, str]:
    """Versions of everything a run's result depends on."""
    from trictrac_spiel._build_info import OPEN_SPIEL_VERSION, VERSION

    return {
        "trictrac_spiel": VERSION,
        "open_spiel": OPEN_SPIEL_VERSION,
        "libtorch": torch_version,
        "python": platform.python_version(),
        "platform": platform.platform(),
    }


def _check_description(file: Path, game: pyspiel.Game) -> None:
    """Checks a vpnet.pb: nine words that OpenSpiel reads without looking."""
    words = file.read_text(encoding="utf-8").split()
    shape = [*game.observation_tensor_shape(), 1, 1][:3]
    expected = [*map(str, shape), str(game.num_distinct_actions())]
    if len(words) != 9 or words[8] not in ("mlp", "resnet"):
        raise TrictracError(f"graph_def: {file} does not describe a network of OpenSpiel's")
    if words[:4] != expected:
        raise TrictracError(
            f"graph_def: {file} is of a network for inputs {' x '.join(words[:3])} and "
            f"{words[3]} actions; {game} has {' x '.join(expected[:3])} and {expected[3]}"
        )


def _seal(file: Path) -> dict[str, Any]:
    """Writes a file through to the disk and returns what tells it from a damaged one."""
    with file.open("rb") as opened:
        os.fsync(opened.fileno())
    return {"bytes": file.stat().st_size, "sha256": _sha256(file)}


def _sha256(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _json(value: Any) -> str:
    return json.dumps(value, indent=2) + "\n"


def _write_whole(file: Path, text: str) -> None:
    """Replaces a file in one piece: it holds the old text or the new, never a part."""
    new = file.with_name(file.name + ".new")
    with new.open("w", encoding="utf-8") as opened:
        opened.write(text)
        opened.flush()
        os.fsync(opened.fileno())
    os.replace(new, file)
    _sync_folder(file.parent)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
