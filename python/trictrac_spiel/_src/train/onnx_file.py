"""Networks of the method ``alphazero`` as ONNX files, for runtimes of others.

An ONNX file is a protobuf message; the few kinds of fields that a network of plain layers needs are
written here, so that no package is needed for it.
"""

import json
from collections.abc import Iterable, Mapping

import numpy as np

from trictrac_spiel._src.train.alphazero import NETWORK, load_network
from trictrac_spiel._src.train.run_directory import Checkpoint

_IR_VERSION, _OPERATORS = 8, 13
_FLOAT, _INTEGER = 1, 2


def onnx_of(checkpoint: Checkpoint) -> bytes:
    """A checkpoint's network.

    Input ``observation``, rows of features; outputs ``logits`` of all actions, ``value`` and
    ``result``, each with as many rows.

    Raises:
        RunError: the network's file is damaged, or is not what it should be.
    """
    load_network(checkpoint)  # which refuses what is no network of the run's options
    try:
        return _model(*_tensors((checkpoint.folder / NETWORK).read_bytes()))
    except (KeyError, ValueError) as error:
        raise checkpoint.refuse(NETWORK, f"it cannot be exported: {error}") from None


def _tensors(data: bytes) -> tuple[dict[str, np.ndarray], Mapping[str, int | str]]:
    """The tensors of a safetensors file by name, and the network's shape."""
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])
    shape = json.loads(header.pop("__metadata__")["shape"])
    numbers = memoryview(data)[8 + length :]
    tensors = {}
    for name, entry in header.items():
        start, end = entry["data_offsets"]
        tensors[name] = np.frombuffer(numbers[start:end], "<f4").reshape(entry["shape"])
    return tensors, shape


class _Graph:
    """The nodes of a network, in the order in which they are computed, and their constants."""

    def __init__(self) -> None:
        self.nodes: list[bytes] = []
        self.constants: list[bytes] = []

    def constant(self, name: str, values: np.ndarray) -> str:
        """A tensor of weights."""
        self.constants.append(
            b"".join(_number(1, size) for size in values.shape)
            + _number(2, _FLOAT)
            + _text(8, name)
            + _bytes(9, np.ascontiguousarray(values, "<f4").tobytes())
        )
        return name

    def node(self, operator: str, inputs: Iterable[str], output: str, **attributes: int) -> str:
        """An operation; returns the name of what it computes."""
        fields = [_text(1, name) for name in inputs]
        fields += [_text(2, output), _text(3, output), _text(4, operator)]
        for name, value in attributes.items():
            fields.append(_bytes(5, _text(1, name) + _number(3, value) + _number(20, _INTEGER)))
        self.nodes.append(b"".join(fields))
        return output

    def linear(
        self, values: str, name: str, weight: np.ndarray, bias: np.ndarray, *, by_output: bool
    ) -> str:
        """A layer; the matrix has a row for each output, or for each input."""
        constants = (
            self.constant(f"{name}.weight", weight),
            self.constant(f"{name}.bias", bias.reshape(-1)),
        )
        return self.node("Gemm", (values, *constants), name, transB=int(by_output))


def _model(tensors: Mapping[str, np.ndarray], shape: Mapping[str, int | str]) -> bytes:
    """The whole file."""
    graph = _Graph()

    def layer(number: int, values: str) -> str:
        name = f"layers.{number}"
        weight, bias = tensors[f"{name}.weight"], tensors[f"{name}.bias"]
        return graph.linear(values, name, weight, bias, by_output=False)

    hidden = graph.node("Relu", [layer(0, "observation")], "hidden.0")
    depth = int(shape["depth"])
    if shape["kind"] == "mlp":
        for number in range(1, depth):
            hidden = graph.node("Relu", [layer(number, hidden)], f"hidden.{number}")
    else:
        for block in range(1, depth + 1):
            inner = graph.node("Relu", [layer(2 * block - 1, hidden)], f"inner.{block}")
            both = graph.node("Add", [hidden, layer(2 * block, inner)], f"sum.{block}")
            hidden = graph.node("Relu", [both], f"hidden.{block}")
    graph.linear(hidden, "logits", tensors["policy.weight"], tensors["policy.bias"], by_output=True)
    heads = tensors["heads.weight"], tensors["heads.bias"].reshape(-1)
    for index, name in enumerate(("value", "result")):
        weight, bias = (part[index : index + 1] for part in heads)
        graph.linear(hidden, name, weight, bias, by_output=True)

    outputs = (("logits", int(shape["actions"])), ("value", 1), ("result", 1))
    fields = [_bytes(1, node) for node in graph.nodes]
    fields.append(_text(2, "PolicyValueNet"))
    fields += [_bytes(5, constant) for constant in graph.constants]
    fields.append(_bytes(11, _rows("observation", int(shape["inputs"]))))
    fields += [_bytes(12, _rows(name, columns)) for name, columns in outputs]
    return b"".join(
        (
            _number(1, _IR_VERSION),
            _text(2, "trictrac-spiel"),
            _bytes(7, b"".join(fields)),
            _bytes(8, _text(1, "") + _number(2, _OPERATORS)),
        )
    )


def _rows(name: str, columns: int) -> bytes:
    """What goes in or comes out: a matrix of any number of rows."""
    dimensions = _bytes(1, _text(2, "rows")) + _bytes(1, _number(1, columns))
    tensor = _number(1, _FLOAT) + _bytes(2, dimensions)
    return _text(1, name) + _bytes(2, _bytes(1, tensor))


def _varint(number: int) -> bytes:
    """A whole number of 0 or more as protobuf writes it: seven bits a byte, the lowest first."""
    written = bytearray()
    while number > 0x7F:
        written.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*written, number])


def _number(field: int, number: int) -> bytes:
    return _varint(field << 3) + _varint(number)


def _bytes(field: int, content: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(content)) + content


def _text(field: int, content: str) -> bytes:
    return _bytes(field, content.encode())
