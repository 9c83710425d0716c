"""Checkpoints from anybody: numbers are read, everything else is refused before it is used."""

import hashlib
import json
import pickle
import shutil
import struct
import zipfile
from pathlib import Path

import pyspiel
import pytest

from helpers import REPOSITORY, trictrac
from trictrac_spiel import load_checkpoint, make_bot
from trictrac_spiel._src.errors import RunError, TrictracError
from trictrac_spiel._src.players.bots import maker
from trictrac_spiel._src.train import native_alphazero
from trictrac_spiel._src.train.alphazero_config import AlphaZeroConfig
from trictrac_spiel._src.train.checkpoint import HeldNetwork
from trictrac_spiel._src.train.run_directory import Checkpoint
from trictrac_spiel._src.train.sealed import sealed_text
from trictrac_spiel._src.train.training import train

try:
    native_alphazero.load()
except RunError as missing:
    pytest.skip(str(missing), allow_module_level=True)

RUN_OF_0_1 = REPOSITORY / "tests" / "data" / "runs" / "0.1"

# As version 0.1 had it loaded: LibTorch calls it, and a file is written.
CODE = """class Module(Module):
  __parameters__ = ["weight", "bias", ]
  __buffers__ = []
  weight : Tensor
  bias : Tensor
  def __getstate__(self: __torch__.___torch_mangle_2.Module) -> Dict[str, Tensor]:
    state = annotate(Dict[str, Tensor], {{"weight": self.weight, "bias": self.bias}})
    return state
  def __setstate__(self: __torch__.___torch_mangle_2.Module,
    state: Dict[str, Tensor]) -> NoneType:
    _0 = ops.aten.save("owned", "{target}")
    self.weight = state["weight"]
    self.bias = state["bias"]
    return None
"""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A copy of a run of version 0.1."""
    return shutil.copytree(RUN_OF_0_1, tmp_path / "old")


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of this version, to copy."""
    path = tmp_path_factory.mktemp("trained") / "run"
    options = json.loads((RUN_OF_0_1 / "config.json").read_text())
    train(AlphaZeroConfig.from_dict({**options, "path": str(path)}))
    return path


@pytest.fixture
def run(trained: Path, tmp_path: Path) -> Path:
    """A copy of a run of this version."""
    return shutil.copytree(trained, tmp_path / "run")


def latest(run: Path) -> Path:
    return Checkpoint.find(run).folder


def seal(folder: Path, **changes: object) -> None:
    """Gives forged files of a checkpoint the checksums that are right for them."""
    file = folder / "checkpoint.json"
    manifest = json.loads(file.read_text())
    manifest.pop("sha256", None)
    for files in (manifest["files"], manifest["resume_files"]):
        for name in files:
            data = (folder / name).read_bytes()
            files[name] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    manifest.update(changes)
    file.write_text(sealed_text(manifest) if manifest["format"] == 2 else json.dumps(manifest))


def rewrite_member(archive: Path, ending: str, data: bytes) -> None:
    with zipfile.ZipFile(archive) as opened:
        members = [(info.filename, opened.read(info)) for info in opened.infolist()]
    assert any(name.endswith(ending) for name, _ in members)
    with zipfile.ZipFile(archive, "w") as opened:
        for name, old_data in members:
            opened.writestr(name, data if name.endswith(ending) else old_data)


def refused_everywhere(run: Path, words: str) -> None:
    """Whatever reads a checkpoint refuses this one, names it, and changes nothing."""

    def contents() -> dict[Path, bytes]:
        files = (file for file in run.rglob("*") if file.is_file() and file.name != "lock")
        return {file: file.read_bytes() for file in files}

    before = contents()
    for refuse in (
        lambda: load_checkpoint(run),
        lambda: make_bot(f"az:{run}", pyspiel.load_game("trictrac(holes=1)")),
        lambda: train(
            AlphaZeroConfig.load(run / "config.json", path=str(run), max_steps=9), resume=True
        ),
    ):
        with pytest.raises(RunError, match=words):
            refuse()
    for command in (
        ("evaluate", run, "--games", 2),
        ("match", f"az:{run}", "random", "--games", 2, "--game", "trictrac(holes=1)"),
        ("train", run, "--resume", "--max-steps", 9),
    ):
        result = trictrac(*command)
        assert (result.returncode, result.stdout) == (1, ""), result.stderr
        assert str(run) in result.stderr
        assert "Traceback" not in result.stderr
    assert contents() == before


def test_a_run_of_0_1_plays_as_it_did_and_goes_on(old: Path) -> None:
    bot = load_checkpoint(old)
    state = bot.game.new_initial_state()
    state.apply_action(3)
    assert bot.evaluator.value(state) == -0.69964998960495  # by version 0.1.0
    assert bot.step(state) == 33
    resumed = trictrac("train", old, "--resume", "--max-steps", 3)
    assert resumed.returncode == 0, resumed.stderr
    assert Checkpoint.find(old).step == 3
    assert not Checkpoint.find(old).is_of_0_1
    assert len((old / "learner.jsonl").read_text().splitlines()) == 3


def test_code_in_a_network_of_0_1_is_refused_and_never_run(old: Path, tmp_path: Path) -> None:
    target = tmp_path / "owned"
    code = CODE.format(target=target).encode()
    rewrite_member(latest(old) / "network.pt", "/___torch_mangle_2.py", code)
    seal(latest(old))
    refused_everywhere(old, r"network\.pt is refused: .* holds code")
    assert not target.exists()


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("network.pt", b"PK\x05\x06" + b"\0" * 18, "no description"),
        ("network.pt", b"no zip at all", "no archive"),
        ("network.pt", b"", "too short"),
        ("network-optimizer.pt", b"no zip at all", "no archive"),
    ],
)
def test_what_is_no_archive_of_0_1_is_refused(
    old: Path, name: str, data: bytes, words: str
) -> None:
    (latest(old) / name).write_bytes(data)
    seal(latest(old))
    with pytest.raises(RunError, match=f"{name} is refused: .*{words}"):
        load_checkpoint(old)


@pytest.mark.parametrize(
    ("pickled", "words"),
    [
        (b"cos\nsystem\n(S'true'\ntR.", "os.system"),
        (b"cbuiltins\neval\n(S'1'\ntR.", r"builtins\.eval"),
        (b"c__torch__\nModule\n.", "describes no network"),
        (b"r\xff\xff\xff\xff.", "no archive"),
        (b"]" * 1000, "no archive"),
        (b"c__torch__\nModule\n)\x81}b.", "another network"),
    ],
)
def test_a_forged_pickle_is_refused(old: Path, pickled: bytes, words: str) -> None:
    rewrite_member(latest(old) / "network.pt", "/data.pkl", b"\x80\x02" + pickled)
    seal(latest(old))
    with pytest.raises(RunError, match=f"network.pt is refused: .*{words}"):
        load_checkpoint(old)


def grown(data: bytes) -> bytes:
    return data + b"\0" * 4


def shrunk(data: bytes) -> bytes:
    return data[:-4]


def with_other_header(data: bytes) -> bytes:
    """The same length of header, and another shape in it."""
    size = struct.unpack("<Q", data[:8])[0]
    return data[:8] + data[8 : 8 + size].replace(b"[1,217]", b"[7,31] ") + data[8 + size :]


def with_a_header_of_its_own_length(data: bytes) -> bytes:
    return struct.pack("<Q", 2**62) + data[8:]


@pytest.mark.parametrize(
    "forge",
    [grown, shrunk, with_other_header, with_a_header_of_its_own_length, lambda data: b""],
)
@pytest.mark.parametrize("name", ["network.safetensors", "network-optimizer.safetensors"])
def test_weights_of_another_form_are_refused(run: Path, name: str, forge) -> None:
    file = latest(run) / name
    forged = forge(file.read_bytes())
    if forged == file.read_bytes():
        forged = forged.replace(b"F32", b"F16", 1)
    file.write_bytes(forged)
    seal(latest(run))
    with pytest.raises(RunError, match=f"{name} is refused"):
        load_checkpoint(run)


def test_a_forged_network_is_refused_by_every_command(run: Path) -> None:
    file = latest(run) / "network.safetensors"
    file.write_bytes(with_other_header(file.read_bytes()))
    seal(latest(run))
    refused_everywhere(run, r"network\.safetensors is refused")


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        ("", "does not describe"),
        ("217 1 1 514 1 1 0.001 0.0001 lstm", "does not describe"),
        ("217 1 1 514 1 1 nan 0.0001 mlp", "does not describe"),
        ("217 1 1 514 one 1 0.001 0.0001 mlp", "does not describe"),
        ("200 1 1 514 1 1 0.001 0.0001 mlp", "inputs 200"),
        ("217 1 1 1352 1 1 0.001 0.0001 mlp", "1352 actions"),
        ("217 1 1 514 1 99999999999 0.001 0.0001 mlp", "at most 16384"),
        ("217 1 1 514 -1 1 0.001 0.0001 mlp", "at most 16384"),
        ("217 1 1 514 256 16384 0.001 0.0001 mlp", "at most 268435456"),
        ("217 1 1 514 1 16384 0.001 0.0001 mlp", "too short"),
        ("217 1 1 514 2 1 0.001 0.0001 mlp", r"vpnet\.pb describes"),
    ],
)
def test_a_forged_shape_is_refused_before_memory_is_taken(
    run: Path, shape: str, words: str
) -> None:
    (latest(run) / "vpnet.pb").write_text(shape)
    seal(latest(run))
    with pytest.raises(RunError, match=f"is refused: .*{words}"):
        load_checkpoint(run)


def test_a_replay_buffer_of_another_game_is_refused(run: Path) -> None:
    """Its actions would be written outside of the learner's arrays."""
    file = latest(run) / "replay_buffer.data"
    data = file.read_bytes()
    # libnop writes an action of two bytes as 0x85 and a little-endian number.
    actions = [at for at in range(len(data) - 3) if data[at] == 0x85 and data[at + 2] in (0, 1)]
    for at in actions:
        data = data[: at + 1] + b"\xff\x7f" + data[at + 3 :]
    assert data != file.read_bytes()
    file.write_bytes(data)
    seal(latest(run))
    result = trictrac("train", run, "--resume", "--max-steps", 9)
    assert result.returncode == 1
    assert "no replay buffer of the size and game" in result.stderr


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"config": {"game": "efg_game(filename=/etc/passwd)"}}, TrictracError, "not trictrac"),
        ({"config": {"game": "trictrac(holes=1)", "actors": "two"}}, RunError, "actors"),
        ({"config": {"game": "trictrac(holes=1)", "colour": 1}}, RunError, "colour"),
        ({"method": "sorcery"}, TrictracError, "no method 'sorcery'"),
        ({"files": {}}, RunError, "is refused"),
        ({"files": {"../../config.json": {"bytes": 1, "sha256": ""}}}, RunError, "is no file"),
        ({"record": "[]"}, RunError, "record: must hold"),
        ({"record": '{"step": 1}'}, RunError, "another step"),
        ({"format": 3}, TrictracError, "format 3"),
    ],
)
def test_a_forged_description_is_refused(
    run: Path, changes: dict[str, object], error: type[Exception], words: str
) -> None:
    folder = latest(run)
    manifest = json.loads((folder / "checkpoint.json").read_text())
    del manifest["sha256"]
    (folder / "checkpoint.json").write_text(sealed_text({**manifest, **changes}))
    with pytest.raises(error, match=words):
        load_checkpoint(run)


@pytest.mark.parametrize("name", ["config.json", "run.json", "learner.jsonl", "checkpoint.json"])
@pytest.mark.parametrize("damage", [b"\xff\xfe", b'{"step": ' + b"[" * 100_000])
def test_programs_name_a_damaged_text_without_a_traceback(
    run: Path, name: str, damage: bytes
) -> None:
    file = (latest(run) if name == "checkpoint.json" else run) / name
    file.write_bytes(damage)
    result = trictrac("train", run, "--resume", "--max-steps", 9)
    assert result.returncode in (1, 2), result.stderr
    assert str(file) in result.stderr
    assert file.read_bytes() == damage
    other = ("evaluate", run, "--games", 2) if name == "checkpoint.json" else ("plot", run)
    for told in (result, trictrac(*other)):
        assert "Traceback" not in told.stderr
        assert told.returncode == 0 or str(file) in told.stderr


def test_a_network_is_held_while_its_run_goes_on(run: Path) -> None:
    """What a match plays with is neither dropped nor exchanged by the training."""
    make = maker(f"az:{run}")
    assert isinstance(make, HeldNetwork)
    game = pyspiel.load_game("trictrac(holes=1)")
    state = game.new_initial_state()
    state.apply_action(3)
    action = make(game, 0, 0).step(state)
    shutil.rmtree(run)
    assert make(game, 1, 0).step(state) == action
    assert pickle.loads(pickle.dumps(make))(game, 0, 0).step(state) == action
    folder = make.folder
    assert folder.is_dir()
    del make
    assert not folder.exists()


def test_a_step_that_is_dropped_while_it_is_copied_is_looked_up_again(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a training does it: the next step appears, and this one goes."""
    first = latest(run)
    real = shutil.copyfile
    dropped = []

    def copy_after_a_step(source: Path, target: Path, **options: bool) -> None:
        if not dropped:
            dropped.append(first)
            later = first.with_name("step-000003")
            shutil.copytree(first, later)
            manifest = json.loads((later / "checkpoint.json").read_text())
            record = json.dumps({**json.loads(manifest["record"]), "step": 3})
            seal(later, step=3, record=record)
            shutil.rmtree(first)
        real(source, target, **options)

    monkeypatch.setattr(shutil, "copyfile", copy_after_a_step)
    (tmp_path / "copy").mkdir()
    copied = Checkpoint.copy(run, tmp_path / "copy")
    assert (copied.step, copied.origin.name) == (3, "step-000003")
    assert load_checkpoint(tmp_path / "copy").step is not None
