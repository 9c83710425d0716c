"""A network trained by AlphaZero in Rust, exported to ONNX and computed by ONNX Runtime.

    trictrac train runs/first --method alphazero --preset smoke
    python examples/network_in_onnxruntime.py runs/first

Exports the network beside its run, then computes all decisions of a random game in one batch, and
compares policies and expected results with the package's own. Needs: pip install onnxruntime
"""

import random
import sys
from pathlib import Path

import numpy as np
import onnxruntime

import trictrac_spiel
from trictrac_spiel.__main__ import main as trictrac


def decisions(game, seed):
    """The states of a random game in which somebody decides."""
    luck, found = random.Random(seed), []
    state = game.new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node():
            found.append(state.clone())
        state.apply_action(luck.choice(state.legal_actions()))
    return found


def main(run: str) -> None:
    """Computes every decision both ways."""
    file = Path(run) / "network.onnx"
    if trictrac(["export", run, str(file)]) != 0:
        sys.exit("there is no network to export")
    session = onnxruntime.InferenceSession(file)

    bot = trictrac_spiel.load_checkpoint(run)
    states = decisions(bot.game, seed=1)
    observations = np.asarray([state.observation_tensor() for state in states], np.float32)
    logits, results = session.run(["logits", "result"], {"observation": observations})

    for state, row, result in zip(states, logits, results[:, 0], strict=True):
        legal = state.legal_actions()
        policy = np.exp(row[legal] - row[legal].max())
        policy /= policy.sum()
        own = bot.evaluator.policy(state)
        np.testing.assert_allclose(policy, [own[action] for action in legal], atol=1e-5)
        # The network's word is that of the player to move, the package's player 0's.
        sign = 1 if state.current_player() == 0 else -1
        expected = sign * bot.evaluator.value(state)
        np.testing.assert_allclose(np.clip(result, -1, 1), expected, atol=1e-4)
    print(f"the same numbers as the package's at {len(states)} decisions")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} RUN_DIR")
    main(sys.argv[1])
