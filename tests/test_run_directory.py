"""A run on disk: every step whole or absent, whatever happens. Needs no LibTorch."""

import json
import os
import re
import shutil
import subprocess
import sys

import pyspiel
import pytest

from trictrac_spiel._src.errors import RunError, TrictracError
from trictrac_spiel._src.position import encodings
from trictrac_spiel._src.train.alphazero_config import AlphaZeroConfig
from trictrac_spiel._src.train.run_directory import Checkpoint, RunDirectory

VERSIONS = {"trictrac_spiel": "test"}
NETWORK_FILES = ("shape.txt", "network.weights")
REPLAY_BUFFER = "replay_buffer.data"


class FakeRun:
    """A run whose steps are made without a network."""

    def __init__(self, path, **options):
        path.mkdir(exist_ok=True)
        self.config = AlphaZeroConfig.preset("smoke", path=str(path), **options)
        self.run = RunDirectory(path)
        self.notices = []
        self.run.create(self.config)
        self.resume()

    def method_writes(self, step):
        for name in (*NETWORK_FILES, REPLAY_BUFFER):
            (self.run.work / name).write_bytes(f"{name} of step {step}".encode())

    def commit(self, step):
        return self.run.commit_step(
            record(step),
            self.config,
            network={name: self.run.work / name for name in NETWORK_FILES},
            resume={REPLAY_BUFFER: self.run.work / REPLAY_BUFFER},
        )

    def finish_step(self, step):
        self.method_writes(step)
        return self.commit(step)

    def resume(self):
        self.run.check_resumable(self.config)
        self.notices.clear()
        return self.run.begin_session(self.config, VERSIONS, self.notices.append)

    def steps_in_learner_file(self):
        return [json.loads(line)["step"] for line in self.run.learner_file.read_text().splitlines()]

    def contents(self):
        return {
            file: file.read_bytes()
            for file in sorted(self.run.path.rglob("*"))
            if file.is_file() and file.name != "lock"
        }


def record(step):
    return json.dumps({"step": step, "total_trajectories": 10 * step})


@pytest.fixture
def fake(tmp_path):
    return FakeRun(tmp_path / "run", checkpoint_freq=3)


def test_a_finished_step_is_found_and_resumed(fake):
    fake.finish_step(1)
    checkpoint = fake.finish_step(2)
    assert Checkpoint.find(fake.run.path).step == 2
    assert Checkpoint.find(checkpoint.folder).step == 2
    assert Checkpoint.find(checkpoint.folder / "network.weights").step == 2
    assert (checkpoint.folder / "network.weights").read_text() == "network.weights of step 2"
    assert fake.resume() == 2
    assert fake.notices == []
    assert list(fake.run.work.iterdir()) == []


def test_the_kept_checkpoints_lose_their_replay_buffer_only(fake):
    for step in range(1, 8):
        fake.finish_step(step)
    folders = sorted(folder.name for folder in fake.run.checkpoints.iterdir())
    assert folders == ["step-000003", "step-000006", "step-000007"]
    buffers = sorted(file.parent.name for file in fake.run.path.rglob("replay_buffer.data"))
    assert buffers == ["step-000007"]
    Checkpoint(fake.run.checkpoints / "step-000003").check_files()
    assert fake.steps_in_learner_file() == [1, 2, 3, 4, 5, 6, 7]


def test_a_run_killed_before_its_first_step_begins_again(fake):
    fake.method_writes(1)
    assert fake.resume() == 0
    assert list(fake.run.work.iterdir()) == []


def test_a_run_killed_while_it_was_created_can_be_resumed(tmp_path):
    config = AlphaZeroConfig.preset("smoke", path=str(tmp_path))
    run = RunDirectory(tmp_path)
    run.create(config)
    run.check_resumable(config)
    assert run.begin_session(config, VERSIONS, print) == 0


class Killed(BaseException):
    pass


class Scissors:
    """Stands in for a function of `os` and ends the process after some of its calls."""

    def __init__(self, name, calls_left):
        self.real = getattr(os, name)
        self.calls_left = calls_left

    def __call__(self, *args):
        if self.calls_left == 0:
            raise Killed
        self.calls_left -= 1
        return self.real(*args)


@pytest.mark.parametrize("function", ["rename", "replace", "fsync"])
def test_a_kill_in_the_middle_of_a_commit_loses_that_step_only(fake, monkeypatch, function):
    """The commit is cut before each of its system calls that change the disk, in turn."""
    fake.finish_step(1)
    killed = True
    calls = 0
    while killed:
        before = Checkpoint.find(fake.run.path).step
        fake.method_writes(before + 1)
        with monkeypatch.context() as patch:
            patch.setattr(os, function, Scissors(function, calls))
            try:
                fake.commit(before + 1)
                killed = False
            except Killed:
                calls += 1
        last = fake.resume()
        assert last in ((before, before + 1) if killed else (before + 1,))
        assert fake.steps_in_learner_file() == list(range(1, last + 1))
        text = (Checkpoint.find(fake.run.path).folder / REPLAY_BUFFER).read_text()
        assert text == f"{REPLAY_BUFFER} of step {last}"
    assert calls >= 1


def test_a_cut_last_line_is_written_again_and_an_earlier_cut_is_refused(fake):
    fake.finish_step(1)
    fake.finish_step(2)
    whole = fake.run.learner_file.read_bytes()
    for cut in range(len(whole)):
        fake.run.learner_file.write_bytes(whole[:cut])
        if cut >= len(record(1)) + 1:
            assert fake.resume() == 2
            assert [str(fake.run.learner_file) in notice for notice in fake.notices] == [True]
            assert fake.run.learner_file.read_bytes() == whole
        else:
            before = fake.contents()
            with pytest.raises(RunError, match=r"learner\.jsonl is damaged"):
                fake.resume()
            assert fake.contents() == before


@pytest.mark.parametrize("name", ["learner.jsonl", "config.json", "run.json"])
def test_what_was_missing_is_missed_once(fake, name):
    """Also if a kill comes before the next step seals the files anew."""
    for step in (1, 2, 3, 4, 5):
        fake.finish_step(step)
    file = fake.run.path / name
    file.unlink()
    fake.resume()
    assert [str(file) in notice for notice in fake.notices] == [True]
    repaired = file.read_bytes()
    assert fake.resume() == 5
    assert fake.notices == []
    if name == "learner.jsonl":
        assert file.read_bytes() == repaired
        assert fake.steps_in_learner_file() == [3, 5]
    fake.finish_step(6)
    assert fake.resume() == 6


@pytest.mark.parametrize("function", ["rename", "replace", "fsync"])
def test_a_kill_at_the_beginning_of_a_session_is_repaired(fake, monkeypatch, function):
    """With options that change from session to session, as --resume --actors 3 changes them."""
    for step in (1, 2, 3):
        fake.finish_step(step)
    killed = True
    calls = 0
    while killed:
        fake.config = fake.config.with_changes(actors=calls + 1, checkpoint_freq=1 + calls % 2)
        with monkeypatch.context() as patch:
            patch.setattr(os, function, Scissors(function, calls))
            try:
                fake.resume()
                killed = False
            except Killed:
                calls += 1
        assert fake.resume() == 3
        assert fake.notices == []
        assert fake.steps_in_learner_file() == [1, 2, 3]
        stored = AlphaZeroConfig.load(fake.run.config_file, path=fake.config.path)
        assert stored == fake.config


def test_a_step_is_dropped_whole_or_not_at_all(fake, monkeypatch):
    """Whatever is called step-... can be read, also if its removal was cut in the middle."""
    real = shutil.rmtree

    def cut_in_the_middle(folder, **options):
        if any(folder.glob("network.weights")):
            (folder / "network.weights").unlink()
            raise Killed
        real(folder, **options)

    fake.finish_step(1)
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "rmtree", cut_in_the_middle)
        with pytest.raises(Killed):
            fake.finish_step(2)
    names = [folder.name for folder in fake.run.checkpoints.iterdir()]
    assert sorted(names) == ["dropped", "step-000002"]
    assert fake.resume() == 2
    assert not (fake.run.checkpoints / "dropped").exists()


def damaged(data):
    """What may become of a small file, by name."""
    yield "missing", None
    yield "empty", b""
    yield "cut", data[: len(data) // 2]
    yield "not UTF-8", data[:10] + b"\xff" + data[11:]
    yield "null", b"null\n"
    yield "a list", b"[]\n"
    yield "nested", b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n"
    yield "a huge number", b'{"step": ' + b"9" * 5000 + b"}\n"
    yield "all null", re.sub(rb": [^{\[\n]+?(,?)\n", rb": null\1\n", data)
    for at in range(0, len(data), max(1, len(data) // 60)):
        for bit in (0, 1, 6):
            flipped = bytearray(data)
            flipped[at] ^= 1 << bit
            yield f"bit {bit} of byte {at}", bytes(flipped)


def refusal(fake):
    """What a resumed run says against a damaged file; None if it goes on."""
    try:
        fake.resume()
    except (RunError, TrictracError) as error:
        return str(error)
    return None


@pytest.mark.parametrize("name", ["config.json", "run.json", "learner.jsonl", "checkpoint.json"])
def test_a_damaged_text_is_refused_by_name_or_repaired_with_a_notice(fake, name):
    for step in (1, 2, 3):
        folder = fake.finish_step(step).folder
    file = folder / name if name == "checkpoint.json" else fake.run.path / name
    fake.resume()
    fake.run.end_session()
    whole = fake.contents()
    refused = []
    for damage, data in damaged(whole[file]):
        if data is None:
            file.unlink()
        else:
            file.write_bytes(data)
        before = fake.contents()
        error = refusal(fake)
        if error is not None:
            assert str(file) in error, damage
            assert fake.contents() == before, damage
            refused.append(damage)
        else:
            assert [str(file) in notice for notice in fake.notices] == [True], damage
            if name != "learner.jsonl":
                assert damage == "missing"
            assert fake.steps_in_learner_file()[-1] == 3
        for changed, contents in whole.items():
            changed.parent.mkdir(exist_ok=True)
            changed.write_bytes(contents)
        fake.run.end_session()
    assert len(refused) > 100
    assert ("missing" in refused) == (name == "checkpoint.json")


@pytest.mark.parametrize("name", [*NETWORK_FILES, REPLAY_BUFFER])
@pytest.mark.parametrize("damage", ["truncated", "changed", "missing"])
def test_a_damaged_file_is_refused_and_nothing_is_overwritten(fake, name, damage):
    folder = fake.finish_step(4).folder
    fake.run.end_session()
    file = folder / name
    if damage == "truncated":
        file.write_bytes(file.read_bytes()[:-1])
    elif damage == "changed":
        file.write_bytes(b"X" + file.read_bytes()[1:])
    else:
        file.unlink()
    before = fake.contents()
    with pytest.raises(RunError) as error:
        fake.resume()
    assert str(file) in str(error.value)
    assert "Nothing was changed" in str(error.value)
    assert fake.contents() == before


def test_a_new_run_wants_an_empty_directory(fake, tmp_path):
    with pytest.raises(TrictracError, match="holds a run already"):
        RunDirectory(fake.run.path).create(fake.config)
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(TrictracError, match="not empty"):
        RunDirectory(tmp_path).create(fake.config)


def test_other_options_and_games_are_refused(fake):
    fake.finish_step(1)
    fake.run.check_resumable(fake.config.with_changes(max_steps=9, actors=1))
    with pytest.raises(TrictracError, match="nn_width was 64 and is 65"):
        fake.run.check_resumable(fake.config.with_changes(nn_width=65))
    with pytest.raises(TrictracError, match="game was 'trictrac' and is 'trictrac"):
        fake.run.check_resumable(fake.config.with_changes(game="trictrac(observation=compact)"))
    with pytest.raises(TrictracError, match="no run to resume"):
        RunDirectory(fake.run.path.parent).check_resumable(fake.config)


def test_an_edited_config_is_noticed(fake):
    fake.finish_step(1)
    fake.run.config_file.write_text(fake.config.with_changes(uct_c=9.0).to_json())
    edited = AlphaZeroConfig.load(fake.run.config_file, path=fake.config.path)
    with pytest.raises(TrictracError, match=r"uct_c was 2\.0 and is 9\.0"):
        fake.run.check_resumable(edited)


def test_another_encoding_is_refused(fake, monkeypatch):
    checkpoint = fake.finish_step(1)
    game = fake.config.load_game()
    checkpoint.check_encodings(game)
    monkeypatch.setattr(encodings, "ACTION_ENCODING", encodings.ACTION_ENCODING + 1)
    with pytest.raises(TrictracError, match="encoding actions is 1 there and 2 here"):
        checkpoint.check_encodings(game)
    with pytest.raises(TrictracError, match="encoding actions is 1 there and 2 here"):
        fake.run.check_resumable(fake.config)


def test_a_checkpoint_fits_other_rules_but_no_other_observation(fake):
    checkpoint = fake.finish_step(1)
    checkpoint.check_encodings(fake.config.with_changes(game="trictrac(holes=3)").load_game())
    for other in ("trictrac(observation=compact)", "backgammon"):
        with pytest.raises(TrictracError, match="another game or encoding"):
            checkpoint.check_encodings(pyspiel.load_game(other))


def test_paths_without_a_checkpoint_are_refused(fake, tmp_path):
    for path in (tmp_path / "nowhere", tmp_path, fake.run.path):
        with pytest.raises(TrictracError, match=str(path)):
            Checkpoint.find(path)
    folder = fake.finish_step(1).folder
    (folder / "checkpoint.json").write_text('{"format": 1}')
    with pytest.raises(RunError, match="damaged"):
        Checkpoint.find(folder)


def test_two_runs_in_one_directory_are_refused(fake):
    fake.run.lock()
    try:
        code = (
            "import sys\n"
            "from trictrac_spiel._src.train.run_directory import RunDirectory\n"
            "RunDirectory(sys.argv[1]).lock()\n"
        )
        other = subprocess.run(
            [sys.executable, "-c", code, str(fake.run.path)], capture_output=True, text=True
        )
        assert "another run is going on" in other.stderr
    finally:
        fake.run.unlock()
    fake.run.lock()
    fake.run.unlock()
