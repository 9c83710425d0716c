#!/usr/bin/env python3
"""One game through PettingZoo: both agents play at random, and the last board is drawn.

pip install 'trictrac-spiel[pettingzoo]'
python examples/pettingzoo_game.py
"""

import numpy as np

from trictrac_spiel.environments import TrictracAEC


def main() -> None:
    env = TrictracAEC("trictrac(holes=2)", render_mode="ansi")
    rng = np.random.default_rng(2)
    env.reset(seed=2)
    decisions = 0
    for _agent in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        decisions += 1
    print(env.render())
    print(f"{decisions} decisions")


if __name__ == "__main__":
    main()
