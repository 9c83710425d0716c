#!/usr/bin/env python3
"""Eight games at once through Gymnasium, against `careful`: how random play fares.

pip install 'trictrac-spiel[gymnasium]'
python examples/gymnasium_vector.py --games 16
"""

import argparse

import gymnasium
import numpy as np

import trictrac_spiel  # noqa: F401  (registers the environments)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=16)
    games = parser.parse_args().games
    envs = gymnasium.make_vec(
        "trictrac_spiel/Trictrac-v0", num_envs=8, game="trictrac(holes=1)", opponent="careful"
    )
    rng = np.random.default_rng(1)
    seen, _ = envs.reset(seed=1)
    results: list[float] = []
    while len(results) < games:
        actions = [rng.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]]
        seen, rewards, terminated, _, _ = envs.step(actions)
        results += rewards[terminated].tolist()
    print(f"random wins {np.mean(np.array(results) > 0):.0%} of {len(results)} games")


if __name__ == "__main__":
    main()
