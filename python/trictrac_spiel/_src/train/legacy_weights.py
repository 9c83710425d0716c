"""Reads the network files of version 0.1 as data.

They are LibTorch's archives: a zip with the numbers of each tensor, a pickle that says which
tensor is which, and code, which LibTorch would run. Here nothing is run: the pickle may name
tensors and parts of a network and nothing else, and code may declare what these parts hold. An
archive with anything else in it was not written by version 0.1 and is refused.
"""

import io
import json
import math
import pickle
import re
import struct
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

_MEMBER = re.compile(
    r"data\.pkl|data/[0-9]+|code/__torch__(/___torch_mangle_[0-9]+)?\.py(\.debug_pkl)?"
    r"|constants\.pkl|version|byteorder|\.data/serialization_id",
    re.ASCII,
)
_DECLARATION = re.compile(
    r"class Module\(Module\):|  __(parameters|buffers)__ = \[[\w\"/, ]*\]|  __annotations__ = \[\]"
    r"|  __annotations__\[\"[\w/]+\"\] = [\w.]+|  \w+ : [\w.\[\], ]+",
    re.ASCII,
)
_BYTES = {"F32": 4, "I64": 8}
_MOST_MEMBERS = 100_000
_MOST_PICKLED = 2**24


class LegacyError(ValueError):
    """The file is not what version 0.1 wrote for such a network; the message says why."""


class _Tensor(NamedTuple):
    kind: str
    key: str
    shape: tuple[int, ...]


class _Part:
    """A part of the network, or of the optimizer: what it holds, by name."""

    def __init__(self) -> None:
        self.entries: dict[str, Any] = {}

    def __setstate__(self, state: Any) -> None:
        if not isinstance(state, dict) or not all(isinstance(name, str) for name in state):
            raise LegacyError("a part of it has no names")
        self.entries = state


def _tensor(
    storage: Any, offset: Any, shape: Any, stride: Any, needs_gradient: Any, hooks: Any
) -> _Tensor:
    kind, key, size = storage
    if not (
        isinstance(shape, tuple)
        and all(type(length) is int and length >= 1 for length in shape)
        and offset == 0
        and math.prod(shape) == size
        and stride == tuple(math.prod(shape[place + 1 :]) for place in range(len(shape)))
    ):
        raise LegacyError("a tensor in it does not lie as it should")
    return _Tensor(kind, key, shape)


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if module == "__torch__" or module.startswith("__torch__."):
            return _Part
        match module, name:
            case "torch", "FloatStorage":
                return "F32"
            case "torch", "LongStorage":
                return "I64"
            case "collections", "OrderedDict":
                return dict
            case "torch._utils", "_rebuild_tensor_v2":
                # A new function each time: a pickle may set attributes of what it names.
                return lambda *arguments: _tensor(*arguments)
        raise LegacyError(f"it names {module}.{name}, which no network needs")

    def persistent_load(self, pid: Any) -> Any:
        word, kind, key, _device, size = pid
        if (
            word != "storage"
            or kind not in _BYTES
            or not (isinstance(key, str) and key.isdecimal() and key.isascii())
            or type(size) is not int
        ):
            raise LegacyError("it stores something else than tensors")
        return kind, key, size


class _Archive:
    """An archive's tensors, whose numbers are read when they are asked for."""

    def __init__(self, file: Path) -> None:
        self._zip = zipfile.ZipFile(file)
        names = self._zip.namelist()
        if len(names) > _MOST_MEMBERS or len(set(names)) != len(names):
            raise LegacyError("it has too many members, or one twice")
        described = [name for name in names if name.count("/") == 1 and name.endswith("/data.pkl")]
        if len(described) != 1:
            raise LegacyError("it has no description of its tensors")
        self._root = described[0].removesuffix("data.pkl")
        for name in names:
            own = name.removeprefix(self._root)
            if not name.startswith(self._root) or not _MEMBER.fullmatch(own):
                raise LegacyError(f"its member {name!r} is none of a network's")
            if own.startswith("code/") and own.endswith(".py"):
                lines = self._member(own, _MOST_PICKLED).decode("ascii").splitlines()
                if any(line and not _DECLARATION.fullmatch(line) for line in lines):
                    raise LegacyError(f"its member {name!r} holds code, which could do anything")
        root = _Reader(io.BytesIO(self._member("data.pkl", _MOST_PICKLED))).load()
        if not isinstance(root, _Part):
            raise LegacyError("it describes no network")
        self.root: dict[str, Any] = root.entries

    def numbers(self, tensor: _Tensor) -> bytes:
        """The bytes of a tensor."""
        size = math.prod(tensor.shape) * _BYTES[tensor.kind]
        data = self._member(f"data/{tensor.key}", size)
        if len(data) != size:
            raise LegacyError("a tensor in it is too short")
        return data

    def _member(self, name: str, most: int) -> bytes:
        found = self._zip.getinfo(self._root + name)
        if found.file_size > most:
            raise LegacyError(f"its member {name} is too large")
        with self._zip.open(found) as member:
            return member.read(most + 1)


def read_network(file: Path, header: bytes) -> bytes:
    """The weights of an archive as the safetensors file that begins with `header`.

    Raises:
        LegacyError: the archive is of another network, or of none.
    """

    def named(archive: _Archive) -> Iterator[tuple[str, _Tensor | int]]:
        yield from _tensors(archive.root, "")

    return _converted(file, header, named)


def read_optimizer(file: Path, header: bytes) -> bytes:
    """What the optimizer remembers, as the safetensors file that begins with `header`.

    Raises:
        LegacyError: the archive is of another network, or of none.
    """

    def named(archive: _Archive) -> Iterator[tuple[str, _Tensor | int]]:
        states = archive.root["state"].entries
        parameters = archive.root["param_groups"].entries["param_groups/0"].entries
        # A parameter's name there is its address in the process that is gone.
        count = sum(name.startswith("params/") for name in parameters) - 1
        for number in range(count):
            state = states[parameters[f"params/{number}"]].entries
            for name in ("exp_avg", "exp_avg_sq", "step"):
                yield f"{number}.{name}", state[name]

    return _converted(file, header, named)


def _tensors(entries: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, _Tensor | int]]:
    for name, entry in entries.items():
        if isinstance(entry, _Part):
            yield from _tensors(entry.entries, f"{prefix}{name}.")
        elif isinstance(entry, _Tensor):
            yield prefix + name, entry


def _converted(
    file: Path,
    header: bytes,
    named: Callable[[_Archive], Iterator[tuple[str, _Tensor | int]]],
) -> bytes:
    # The header is this build's own.
    wanted: dict[str, dict[str, Any]] = json.loads(header[8:])
    try:
        archive = _Archive(file)
        found = dict(named(archive))
        if found.keys() != wanted.keys():
            raise LegacyError("its tensors are those of another network")
        parts = [header]
        for name, place in wanted.items():
            entry = found[name]
            if place["dtype"] == "I64" and type(entry) is int:
                parts.append(struct.pack("<q", entry))
            elif (
                isinstance(entry, _Tensor)
                and entry.kind == place["dtype"]
                and list(entry.shape) == place["shape"]
            ):
                parts.append(archive.numbers(entry))
            else:
                raise LegacyError(f"its tensor {name} has another type or shape")
        return b"".join(parts)
    except LegacyError:
        raise
    except Exception as error:
        # A forged zip or pickle can make their readers raise almost anything.
        raise LegacyError(f"it is no archive of version 0.1 ({type(error).__name__})") from error
