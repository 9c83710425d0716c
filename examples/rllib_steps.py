#!/usr/bin/env python3
"""A game through RLlib's interface.

Learning needs torch besides, which is large:

    pip install 'trictrac-spiel[rllib]' torch
    python examples/rllib_steps.py

An algorithm takes the class by itself: `PPOConfig().environment(TrictracMultiAgentEnv,
env_config={"game": "trictrac(holes=3)"})`, with RLlib's action masking module.
"""

import numpy as np

from trictrac_spiel.environments import TrictracMultiAgentEnv


def main() -> None:
    env = TrictracMultiAgentEnv({"game": "trictrac(holes=1)", "seed": 3})
    rng = np.random.default_rng(3)
    seen, _ = env.reset(seed=3)
    ended, steps = False, 0
    while not ended:
        ((agent, own),) = seen.items()
        action = int(rng.choice(np.flatnonzero(own["action_mask"])))
        seen, rewards, terminated, _, _ = env.step({agent: action})
        ended, steps = terminated["__all__"], steps + 1
    print(f"{steps} steps; rewards {rewards}")


if __name__ == "__main__":
    main()
