"""A network trained by AlphaZero in Rust, computed with NumPy alone from its safetensors file.

    trictrac train runs/first --method alphazero --preset smoke
    python examples/network_in_numpy.py runs/first

The file holds everything: a JSON header with the place of each tensor and, in its metadata, the
shape; then little-endian 32-bit numbers. The input is the observation `features` of the player who
decides. Prints the policy and the expected result at the beginning of a game, and compares them
with the package's own.
"""

import json
import sys
from pathlib import Path

import numpy as np
import pyspiel

import trictrac_spiel


def read_tensors(file: Path) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """The tensors of a safetensors file by name, and its metadata."""
    data = file.read_bytes()
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])
    metadata = header.pop("__metadata__", {})
    numbers = data[8 + length :]
    tensors = {}
    for name, entry in header.items():
        start, end = entry["data_offsets"]
        tensors[name] = np.frombuffer(numbers[start:end], "<f4").reshape(entry["shape"])
    return tensors, metadata


def compute(
    tensors: dict[str, np.ndarray], shape: dict[str, object], inputs: np.ndarray
) -> tuple[np.ndarray, float, float]:
    """The logits of all actions, what is to be gained, and the expected result (-1 to 1)."""

    def layer(number: int, values: np.ndarray) -> np.ndarray:
        weight = tensors[f"layers.{number}.weight"]
        return values @ weight + tensors[f"layers.{number}.bias"]

    hidden = np.maximum(layer(0, inputs), 0)
    depth = int(str(shape["depth"]))
    if shape["kind"] == "mlp":
        for number in range(1, depth):
            hidden = np.maximum(layer(number, hidden), 0)
    else:
        for block in range(depth):
            inner = np.maximum(layer(2 * block + 1, hidden), 0)
            hidden = np.maximum(hidden + layer(2 * block + 2, inner), 0)
    logits = tensors["policy.weight"] @ hidden + tensors["policy.bias"]
    value, result = tensors["heads.weight"] @ hidden + tensors["heads.bias"]
    return logits, float(value), float(result)


def main(run: str) -> None:
    """Computes the first decision of a game both ways."""
    bot = trictrac_spiel.load_checkpoint(run, simulations=1)
    state = bot.game.new_initial_state()
    state.apply_action(33)  # 6-4

    tensors, metadata = read_tensors(bot.checkpoint.folder / "network.safetensors")
    inputs = np.asarray(state.observation_tensor(), np.float32)
    logits, _, result = compute(tensors, json.loads(metadata["shape"]), inputs)
    legal = state.legal_actions()
    policy = np.exp(logits[legal] - logits[legal].max())
    policy /= policy.sum()
    for action, probability in zip(legal, policy, strict=True):
        print(f"{state.action_to_string(action):>16}  {100 * probability:5.1f} %")
    print(f"expected result {result:+.3f}")

    own = bot.evaluator.policy(state)
    np.testing.assert_allclose(policy, [own[action] for action in legal], atol=1e-5)
    np.testing.assert_allclose(result, bot.evaluator.value(state), atol=1e-4)
    print("the same numbers as the package's")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} RUN_DIR")
    pyspiel.load_game("trictrac")
    main(sys.argv[1])
