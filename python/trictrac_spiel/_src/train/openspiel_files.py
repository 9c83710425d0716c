"""The files of a network that OpenSpiel's AlphaZero trained: their names, and what is accepted.

A checkpoint comes from anybody. What LibTorch gets to see has been checked here: a shape within
bounds that fits the game, and weights that are numbers and nothing else, of exactly that shape.
"""

import math
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pyspiel

from trictrac_spiel._src.train import legacy_weights, native_alphazero
from trictrac_spiel._src.train.alphazero_config import LARGEST, MOST_WEIGHTS, layers_weights
from trictrac_spiel._src.train.run_directory import Checkpoint

DESCRIPTION = "vpnet.pb"
REPLAY_BUFFER = "replay_buffer.data"

WORK_WEIGHTS = "checkpoint--1"
"""What OpenSpiel calls the latest weights, without suffix; -1 is its number for them."""

_NETWORK = "network.safetensors"
_OPTIMIZER = "network-optimizer.safetensors"
NETWORK_FILES = {
    DESCRIPTION: DESCRIPTION,
    _NETWORK: f"{WORK_WEIGHTS}.pt",
    _OPTIMIZER: f"{WORK_WEIGHTS}-optimizer.pt",
}
"""The files of a checkpoint, and what OpenSpiel calls them where it works."""

_OF_0_1 = {_NETWORK: "network.pt", _OPTIMIZER: "network-optimizer.pt"}


class Shape(NamedTuple):
    """What a vpnet.pb says beside inputs and actions."""

    depth: int
    width: int


def read_shape(file: Path, game: pyspiel.Game, refuse: Callable[[str], Exception]) -> Shape:
    """Checks a vpnet.pb: nine words that OpenSpiel reads without looking.

    Args:
        file: the vpnet.pb.
        game: what the network must be for.
        refuse: makes the error for a reason.
    """
    try:
        words = file.read_text(encoding="ascii").split()
        depth, width = int(words[4][:9]), int(words[5][:9])
        rates = [float(word) for word in words[6:8]]
    except (ValueError, IndexError):
        raise refuse("it does not describe a network of OpenSpiel's") from None
    if len(words) != 9 or words[8] not in ("mlp", "resnet") or not all(map(math.isfinite, rates)):
        raise refuse("it does not describe a network of OpenSpiel's")
    shape = [*game.observation_tensor_shape(), 1, 1][:3]
    expected = [*map(str, shape), str(game.num_distinct_actions())]
    if words[:4] != expected:
        raise refuse(
            f"it is of a network for inputs {' x '.join(words[:3])} and {words[3]} actions; "
            f"{game} has {' x '.join(expected[:3])} and {expected[3]}"
        )
    if not (1 <= depth <= LARGEST["nn_depth"] and 1 <= width <= LARGEST["nn_width"]):
        raise refuse(
            f"it is of a network of {words[5]} x {words[4]}; at most {LARGEST['nn_width']} x "
            f"{LARGEST['nn_depth']} is accepted"
        )
    weights = layers_weights(words[8], width, depth)
    if weights > MOST_WEIGHTS:
        raise refuse(
            f"it is of a network of {weights} weights; at most {MOST_WEIGHTS} are accepted"
        )
    return Shape(depth, width)


def place(checkpoint: Checkpoint, game: pyspiel.Game, folder: Path) -> None:
    """Puts a checkpoint's network into a folder, under OpenSpiel's names, once it is checked.

    Raises:
        RunError: a file is not of such a network, or more than numbers.
    """
    expected = {
        DESCRIPTION,
        *(_OF_0_1.values() if checkpoint.is_of_0_1 else (_NETWORK, _OPTIMIZER)),
    }
    if checkpoint.manifest["files"].keys() != expected:
        raise checkpoint.refuse(
            "checkpoint.json", f"a network of OpenSpiel's is {', '.join(sorted(expected))}"
        )
    described = checkpoint.folder / DESCRIPTION
    shape = read_shape(described, game, lambda why: checkpoint.refuse(DESCRIPTION, why))
    shutil.copyfile(described, folder / DESCRIPTION)
    stored = _OF_0_1 if checkpoint.is_of_0_1 else {name: name for name in (_NETWORK, _OPTIMIZER)}
    # Before memory is taken for a network of this shape: has it been stored at all?
    if shape.depth * shape.width**2 * 4 > (checkpoint.folder / stored[_NETWORK]).stat().st_size:
        raise checkpoint.refuse(stored[_NETWORK], f"it is too short for the {DESCRIPTION}")
    headers = native_alphazero.load().weight_headers(str(folder), DESCRIPTION)
    for name, header, convert in (
        (_NETWORK, headers[0], legacy_weights.read_network),
        (_OPTIMIZER, headers[1], legacy_weights.read_optimizer),
    ):
        source, target = checkpoint.folder / stored[name], folder / NETWORK_FILES[name]
        if checkpoint.is_of_0_1:
            try:
                target.write_bytes(convert(source, header))
            except legacy_weights.LegacyError as error:
                raise checkpoint.refuse(stored[name], str(error)) from None
            continue
        with source.open("rb") as opened:
            if opened.read(len(header)) != header:
                raise checkpoint.refuse(name, f"it is not the weights that {DESCRIPTION} describes")
        if source.stat().st_size != len(header) + _numbers_in(header):
            raise checkpoint.refuse(name, "it has more or fewer numbers than it says")
        shutil.copyfile(source, target)


def check(checkpoint: Checkpoint, game: pyspiel.Game) -> None:
    """Checks a checkpoint's network as ``place`` does, and leaves nothing behind."""
    with tempfile.TemporaryDirectory() as folder:
        place(checkpoint, game, Path(folder))


def _numbers_in(header: bytes) -> int:
    """How many bytes follow the header, which is this build's own."""
    return int(header.rstrip(b" }]").rpartition(b",")[2])
