"""A training run on disk: what it holds, how a step becomes part of it, and its checks.

    RUN_DIR/
      config.json      the options (RunConfig)
      run.json         game, encodings, versions and sessions: what it takes to repeat the run
      learner.jsonl    the method's record of each finished step, a line each
      checkpoints/step-000012/
        checkpoint.json          what the files are for, with their sizes and checksums
        ...                      the network
        ...                      in the latest step only: what a resumed run learns from
      lock             held while a run is going on
      work/            where the method writes, in place; worthless after a crash

A step's folder is filled under another name, written through to the disk and renamed when
it is complete; it is renamed again before it is dropped. So whatever is called ``step-...`` is
whole, and a run that is killed at any moment continues from there.

Which files a network consists of is the method's affair (methods.py); the rest is here, the
same for all.
"""

import fcntl
import hashlib
import json
import os
import platform
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pyspiel

from trictrac_spiel._src.errors import RunError, TrictracError
from trictrac_spiel._src.position.encodings import encodings_of
from trictrac_spiel._src.strict_json import load_object, read_object
from trictrac_spiel._src.train.run_config import RunConfig
from trictrac_spiel._src.train.sealed import (
    read_sealed,
    seal_of,
    sealed_text,
    sha256_of,
    sync_folder,
    write_whole,
)

_FORMAT = 2
_FORMAT_OF_0_1 = 1
"""Version 0.1's, which is read: without seals, with LibTorch's archives as weights."""

_FILE_NAME = re.compile(r"[a-z][a-z0-9_]*([.-][a-z0-9_]+)*", re.ASCII)

# A training that drops steps goes on under a reader; more often than this it does not overtake.
_ATTEMPTS = 20

_RECORD_KEPT = (
    "Nothing was changed. Restore it from a copy, or remove it: a resumed run then writes it "
    "anew from the latest checkpoint"
)
CHECKPOINT_KEPT = "Nothing was changed. Restore it from a copy, or use another checkpoint."
"""The end of an error about a checkpoint's file."""

Notice = Callable[[str], None]
"""Takes a sentence for people about something that was repaired."""


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
            # A parameter that an earlier version did not know was what it is by default now.
            usual = pyspiel.load_game(game["name"]).get_parameters() if key == "parameters" else {}
            for name in sorted(stored[key].keys() | game[key].keys()):
                there, here = stored[key].get(name, usual.get(name)), game[key].get(name)
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
            RunError: checkpoint.json is damaged.
        """
        self.folder = folder
        self.origin = folder
        """Where it was found, if this is a copy."""
        file = folder / "checkpoint.json"
        try:
            self.manifest = read_sealed(file, unsealed_format=_FORMAT_OF_0_1)
        except RunError as error:
            raise RunError(f"{error}. {CHECKPOINT_KEPT}") from None
        self.format: int = self.manifest.get("format", 0)
        if self.format not in (_FORMAT_OF_0_1, _FORMAT):
            raise TrictracError(
                f"{file} has format {self.format!r}; this version reads "
                f"{_FORMAT_OF_0_1} and {_FORMAT}"
            )
        problem = _problem_of(self.manifest)
        if problem:
            raise RunError(f"{file} is damaged: {problem}. {CHECKPOINT_KEPT}")
        self.method: str = self.manifest.get("method", "openspiel")
        self.step: int = self.manifest["step"]
        self.game: dict[str, Any] = self.manifest["game"]
        self.config: dict[str, Any] = self.manifest["config"]

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

    @classmethod
    def copy(cls, path: str | os.PathLike[str], folder: Path) -> "Checkpoint":
        """Copies what playing needs from the checkpoint at a path into an empty folder.

        A training that goes on in that run may drop the checkpoint between two looks at it.
        Then the copy begins again, with the step that is the latest by then.

        Returns:
            The copy, whose files are those that were sealed.
        """
        for attempt in range(1, _ATTEMPTS + 1):
            found = cls.find(path)
            try:
                for name in ("checkpoint.json", *found.manifest["files"]):
                    shutil.copyfile(found.folder / name, folder / name)
            except FileNotFoundError:
                if attempt < _ATTEMPTS and not found.folder.exists():
                    continue
                found.check_files()  # Says which one is missing.
                raise
            copied = cls(folder)
            try:
                copied.check_files()
            except RunError:
                found.check_files()  # Names the damaged file, and not the copy.
                continue
            copied.origin = found.folder
            return copied
        raise RunError(f"{path}: its checkpoints change faster than they can be copied")

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
                raise RunError(f"{file} is missing. {CHECKPOINT_KEPT}")
            size = file.stat().st_size
            if size != expected["bytes"]:
                raise RunError(
                    f"{file} is damaged: it has {size} bytes instead of {expected['bytes']}. "
                    f"{CHECKPOINT_KEPT}"
                )
            if sha256_of(file) != expected["sha256"]:
                raise RunError(
                    f"{file} is damaged: its contents have changed since they were written. "
                    f"{CHECKPOINT_KEPT}"
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

    def refuse(self, name: str, reason: str) -> RunError:
        """The error for a file that is whole and yet not what it should be."""
        return RunError(f"{self.origin / name} is refused: {reason}. {CHECKPOINT_KEPT}")

    @property
    def game_string(self) -> str:
        """The game it was trained on, as ``pyspiel.load_game`` takes it."""
        return str(self.config["game"])

    @property
    def is_of_0_1(self) -> bool:
        """Whether version 0.1 wrote it."""
        return self.format == _FORMAT_OF_0_1


def _problem_of(manifest: Mapping[str, Any]) -> str | None:
    """What is wrong with the types in a checkpoint.json; what its texts say comes later."""
    for key, kind in (
        *(("step", int), ("game", dict), ("config", dict), ("record", str)),
        *(("files", dict), ("resume_files", dict)),
    ):
        if type(manifest.get(key)) is not kind:
            return f"{key!r} is {manifest.get(key)!r}"
    if manifest["step"] < 1:
        return f"'step' is {manifest['step']}"
    if type(manifest["config"].get("game")) is not str:
        return "its options name no game"
    if type(manifest.get("method", "")) is not str:
        return f"'method' is {manifest['method']!r}"
    for name, seal in {**manifest["files"], **manifest["resume_files"]}.items():
        if not _FILE_NAME.fullmatch(name) or not _is_seal(seal):
            return f"{name!r} with {seal!r} is no file"
    if "learner" in manifest and not _is_seal(manifest["learner"]):
        return f"'learner' is {manifest['learner']!r}"
    try:
        record = read_object(manifest["record"].encode(), "record")
    except TrictracError as error:
        return str(error)
    if type(record.get("step")) is not int or record["step"] != manifest["step"]:
        return "its record is of another step"
    return None


def _is_seal(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and type(value.get("bytes")) is int
        and type(value.get("sha256")) is str
    )


class RunDirectory:
    """One run's directory. Whoever writes holds its lock: ``lock()`` and ``unlock()``."""

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
        """The lock's file descriptor, which a worker inherits to hold it as long as it lives."""
        assert self._lock is not None
        return self._lock

    def check_new(self) -> None:
        """Refuses a directory in which no run can begin.

        Raises:
            TrictracError: something is in it already.
        """
        if not self.path.exists():
            return
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

    def create(self, config: RunConfig) -> None:
        """Makes an empty directory a run.

        Raises:
            TrictracError: something is in it already.
        """
        self.check_new()
        # From here on the directory is a run, and can be resumed.
        write_whole(self.config_file, config.to_json())

    def check_resumable(self, config: RunConfig) -> None:
        """Compares a config with the one that the run began with.

        Raises:
            TrictracError: there is no run here, or it was another one.
            RunError: a file that says so is damaged.
        """
        latest = self.latest()
        if not self.config_file.is_file() and latest is None:
            raise TrictracError(f"{self.path}: there is no run to resume here (no config.json)")
        if latest is not None and latest.method != config.method:
            raise TrictracError(
                f"{self.path} holds a run of the method {latest.method!r}, not of {config.method!r}"
            )
        # The latest step has sealed its options; the file can be edited by anybody.
        stored = latest.config if latest else type(config).load(self.config_file).to_dict()
        # Options that are younger than the run had no say in it.
        stored = {**{field.name: field.default for field in config.fields()}, **stored}
        wrong = [
            f"{name} was {stored.get(name)!r} and is {value!r}"
            for name, value in config.to_dict().items()
            if name not in config.changeable and stored.get(name) != value
        ]
        if wrong:
            raise TrictracError(
                f"{self.path} holds a run with other options: {'; '.join(wrong)}. "
                "A resumed run keeps them; start a new one to change them"
            )
        found = differences(self._run(config, latest)["game"], describe_game(config.load_game()))
        if found:
            raise TrictracError(
                f"{self.path} was trained for another game or encoding: {'; '.join(found)}"
            )

    def repair(self, config: RunConfig, notice: Notice) -> dict[str, Any]:
        """Repairs what a kill left, and returns the contents of run.json.

        Args:
            config: the options of this session.
            notice: is told of each file that was repaired.

        Raises:
            RunError: a file is damaged. Nothing has been changed then.
        """
        latest = self.latest()
        if latest is not None:
            latest.check_files(resume=True)
        notices: list[str] = []
        run = self._run(config, latest, notices)
        self._check_config_file(config, run, latest, notices)
        records = self._finished_records(latest, notices)
        if not self.learner_file.exists() or self.learner_file.read_bytes() != records.encode():
            write_whole(self.learner_file, records)
        if latest is not None and not self.run_file.exists():
            write_whole(self.run_file, sealed_text(run))
        if not self.config_file.exists():
            # As the last session had it, so that a kill leaves nothing that was changed since.
            known = _configs_of(run)
            last = config.with_changes(**known[-1]) if known else config
            write_whole(self.config_file, last.to_json())
        for sentence in notices:
            notice(sentence)
        return run

    def begin_session(self, config: RunConfig, versions: Mapping[str, str], notice: Notice) -> int:
        """Repairs what a kill left, makes ``work/``, and returns the last finished step, or 0.

        Args:
            config: the options of this session.
            versions: of everything that the result depends on.
            notice: is told of each file that was repaired.

        Raises:
            RunError: a file is damaged. Nothing has been changed then.
        """
        run = self.repair(config, notice)
        latest = self.latest()
        for leftover in (self.work, self._partial, self._dropped):
            shutil.rmtree(leftover, ignore_errors=True)
        self.work.mkdir()
        self.checkpoints.mkdir(exist_ok=True)
        done = latest.step if latest else 0
        if latest is not None:
            self._prune(done, config.checkpoint_freq, latest.manifest["resume_files"])
        run["format"] = _FORMAT
        run["method"] = config.method
        run["sessions"].append(
            {
                "started": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
                "after_step": done,
                "versions": dict(versions),
                "command": sys.argv,
                "config": _options(config.to_dict()),
            }
        )
        write_whole(self.run_file, sealed_text(run))
        write_whole(self.config_file, config.to_json())
        return done

    def commit_step(
        self,
        record: str,
        config: RunConfig,
        *,
        network: Mapping[str, Path],
        resume: Mapping[str, Path],
    ) -> Checkpoint:
        """Makes what the method left in ``work/`` a checkpoint, for good.

        Called while nobody writes these files. They are moved, so the method writes new ones.

        Args:
            record: the line of learner.jsonl, a JSON object with ``step``.
            config: the options of this session.
            network: the files that a player needs, by their names in the checkpoint.
            resume: further files that a resumed run needs, by their names in the checkpoint.
        """
        step = json.loads(record)["step"]
        partial = self._partial
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir()
        for name, source in {**network, **resume}.items():
            os.rename(source, partial / name)
        line = record.encode() + b"\n"
        learned = self.learner_file.read_bytes() + line
        manifest = {
            "format": _FORMAT,
            "method": config.method,
            "step": step,
            "game": describe_game(config.load_game()),
            "config": config.to_dict(),
            "files": {name: seal_of(partial / name) for name in network},
            "resume_files": {name: seal_of(partial / name) for name in resume},
            "record": record,
            "learner": {"bytes": len(learned), "sha256": hashlib.sha256(learned).hexdigest()},
        }
        write_whole(partial / "checkpoint.json", sealed_text(manifest))
        folder = self.checkpoints / f"step-{step:06d}"
        os.rename(partial, folder)
        sync_folder(self.checkpoints)

        with self.learner_file.open("ab") as file:
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
        self._prune(step, config.checkpoint_freq, resume)
        return Checkpoint(folder)

    def end_session(self) -> None:
        """Removes what only a running method needs."""
        for folder in (self.work, self._partial, self._dropped):
            shutil.rmtree(folder, ignore_errors=True)

    # Reading.

    def latest(self) -> Checkpoint | None:
        """The last finished step, or None before the first one."""
        for _ in range(_ATTEMPTS):
            steps = self._step_folders()
            if not steps:
                return None
            try:
                latest = Checkpoint(steps[-1])
            except FileNotFoundError:
                if steps[-1].exists():
                    raise RunError(
                        f"{steps[-1] / 'checkpoint.json'} is missing. {CHECKPOINT_KEPT}"
                    ) from None
                continue  # Dropped just now by the run that goes on here.
            if latest.step != _step_of(steps[-1]):
                raise RunError(
                    f"{steps[-1]} holds step {latest.step}: it was renamed. {CHECKPOINT_KEPT}"
                )
            return latest
        raise RunError(f"{self.checkpoints}: its steps change faster than they can be read")

    def method_name(self) -> str:
        """The method of the run, as its latest step or its options have it."""
        latest = self.latest()
        if latest is not None:
            return latest.method
        if not self.config_file.is_file():
            raise TrictracError(f"{self.path}: there is no run to resume here (no config.json)")
        name = load_object(self.config_file).get("method", "openspiel")
        if not isinstance(name, str):
            raise TrictracError(f"{self.config_file}: 'method' is {name!r}")
        return name

    def stored_options(self) -> dict[str, Any]:
        """The options of the run's last session, without ``path`` and the method.

        Raises:
            TrictracError: there is no run, or its config.json does not hold options.
        """
        if self.config_file.is_file():
            values = load_object(self.config_file)
        elif latest := self.latest():
            sessions = self._stored_run(latest, [])["sessions"]
            values = (sessions[-1].get("config") if sessions else None) or dict(latest.config)
        else:
            raise TrictracError(f"{self.path}: there is no run to resume here (no config.json)")
        return _options(values)

    def _finished_records(self, latest: Checkpoint | None, notices: list[str]) -> str:
        """The contents of learner.jsonl up to the latest checkpoint.

        A kill may have cut the last line or come between a checkpoint and its line, which
        the checkpoint therefore holds too.
        """
        file = self.learner_file
        data = file.read_bytes() if file.exists() else b""
        if latest is None:
            if data:
                raise RunError(
                    f"{file} tells of steps of which there is no checkpoint. Nothing was "
                    "changed. Restore the checkpoints, or remove the file to begin again"
                )
            return ""
        line = latest.manifest["record"].encode() + b"\n"
        if not file.exists() and latest.step > 1:
            kept = self._kept_records()
            notices.append(
                f"{file} was missing. It was written anew from the checkpoints; the lines of "
                f"{latest.step - kept.count(chr(10))} steps are lost"
            )
            return kept
        if latest.is_of_0_1:
            return self._records_of_0_1(latest, data, notices)
        size, digest = latest.manifest["learner"]["bytes"], latest.manifest["learner"]["sha256"]
        whole = data[: max(0, size - len(line))] + line
        if hashlib.sha256(whole).hexdigest() != digest or not (
            whole.startswith(data) or data.startswith(whole)
        ):
            if data == self._kept_records().encode():  # It was missing before, see above.
                return data.decode()
            raise RunError(f"{file} is damaged: it does not fit its checksum. {_RECORD_KEPT}")
        if len(data) > size:
            notices.append(f"{file} had lines after that of the latest checkpoint: left out")
        elif len(data) < size:
            notices.append(f"{file} lacked the end of its last line, which was restored")
        records: str = whole.decode("utf-8")
        return records

    def _kept_records(self) -> str:
        """The lines of learner.jsonl that the checkpoints hold."""
        folders = self._step_folders()
        return "".join(Checkpoint(folder).manifest["record"] + "\n" for folder in folders)

    def _records_of_0_1(self, latest: Checkpoint, data: bytes, notices: list[str]) -> str:
        """The same where no checksum tells: each line must be one, in order of steps."""
        records = []
        lines = data.splitlines()
        last = 0
        for number, line in enumerate(lines, 1):
            try:
                step = read_object(line, f"{self.learner_file}:{number}").get("step")
                if type(step) is not int or step <= last:
                    raise TrictracError(f"{self.learner_file}:{number}: 'step' is {step!r}")
            except TrictracError as error:
                if number == len(lines):
                    notices.append(
                        f"{self.learner_file} lacked the end of its last line, which was restored"
                    )
                    break
                raise RunError(f"{error}. {_RECORD_KEPT}") from None
            last = step
            if step < latest.step:
                records.append(line.decode("utf-8"))
        return "".join(record + "\n" for record in (*records, latest.manifest["record"]))

    def _check_config_file(
        self,
        config: RunConfig,
        run: Mapping[str, Any],
        latest: Checkpoint | None,
        notices: list[str],
    ) -> None:
        """Compares config.json with what the last sessions wrote; a kill may leave the older."""
        if not self.config_file.exists():
            notices.append(f"{self.config_file} was missing. It was written anew")
            return
        try:
            values = type(config).load(self.config_file).to_dict()
        except TrictracError as error:
            raise RunError(f"{error}. {_RECORD_KEPT}") from None
        del values["path"]
        known = _configs_of(run)
        # A session that knew an option not, as those of az_train may, has it as it is by default.
        if latest is None or not known or any({**values, **entry} == values for entry in known):
            return
        wrong = [
            f"{name} is {values.get(name)!r} and was {value!r}"
            for name, value in known[-1].items()
            if values.get(name) != value
        ]
        raise RunError(
            f"{self.config_file} was changed since the last session: {'; '.join(wrong)}. Nothing "
            "was changed. Restore it, or remove it: it is then written anew; options are changed "
            "by those of the command, such as --max-steps"
        )

    @property
    def _partial(self) -> Path:
        return self.checkpoints / "unfinished"

    @property
    def _dropped(self) -> Path:
        return self.checkpoints / "dropped"

    def _step_folders(self) -> list[Path]:
        return sorted(self.checkpoints.glob("step-[0-9]*[0-9]"), key=_step_of)

    def _prune(self, latest_step: int, keep_every: int, resume_files: Iterable[str]) -> None:
        """Drops earlier steps that are not to be kept, and what only the latest one needs."""
        for folder in self._step_folders():
            step = _step_of(folder)
            if step >= latest_step:
                continue
            if step % keep_every:
                shutil.rmtree(self._dropped, ignore_errors=True)
                os.rename(folder, self._dropped)
                shutil.rmtree(self._dropped)
                continue
            for name in resume_files:
                (folder / name).unlink(missing_ok=True)

    def _run(
        self, config: RunConfig, latest: Checkpoint | None, notices: list[str] | None = None
    ) -> dict[str, Any]:
        """Reads run.json, which a run without a finished step may not have yet."""
        if latest is None and not self.run_file.exists():
            game = describe_game(config.load_game())
            return {"format": _FORMAT, "game": game, "seed": config.seed, "sessions": []}
        return self._stored_run(latest, [] if notices is None else notices)

    def _stored_run(self, latest: Checkpoint | None, notices: list[str]) -> dict[str, Any]:
        if latest is not None and not self.run_file.exists():
            notices.append(
                f"{self.run_file} was missing. It was written anew from the latest checkpoint; "
                "what it said of earlier sessions is lost"
            )
            seed = latest.config.get("seed")
            return {"format": _FORMAT, "game": latest.game, "seed": seed, "sessions": []}
        try:
            run = read_sealed(self.run_file, unsealed_format=_FORMAT_OF_0_1)
        except RunError as error:
            raise RunError(f"{error}. {_RECORD_KEPT}") from None
        if run.get("format") not in (_FORMAT_OF_0_1, _FORMAT):
            raise TrictracError(
                f"{self.run_file} has format {run.get('format')!r}; this version reads "
                f"{_FORMAT_OF_0_1} and {_FORMAT}"
            )
        sessions = run.get("sessions")
        if not isinstance(run.get("game"), dict) or not (
            isinstance(sessions, list) and all(isinstance(entry, dict) for entry in sessions)
        ):
            raise RunError(f"{self.run_file} is damaged: no game or no sessions. {_RECORD_KEPT}")
        return run


def versions(**more: str) -> dict[str, str]:
    """Versions of everything a run's result depends on, and those that a method adds."""
    from trictrac_spiel._build_info import OPEN_SPIEL_VERSION, VERSION

    return {
        "trictrac_spiel": VERSION,
        "open_spiel": OPEN_SPIEL_VERSION,
        **more,
        "python": platform.python_version(),
        "platform": platform.platform(),
    }


def _options(values: Mapping[str, Any]) -> dict[str, Any]:
    """Options without what their file's place and the run's method say."""
    return {name: value for name, value in values.items() if name not in ("path", "method")}


def _configs_of(run: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What config.json may hold: a kill may leave it as the session before the last one had it."""
    return [entry["config"] for entry in run["sessions"][-2:] if "config" in entry]


def _step_of(folder: Path) -> int:
    return int(folder.name.removeprefix("step-"))
