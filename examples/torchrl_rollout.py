#!/usr/bin/env python3
"""A rollout through TorchRL, with random legal actions.

pip install 'trictrac-spiel[torchrl]'
python examples/torchrl_rollout.py
"""

from trictrac_spiel.environments import TrictracTorchEnv


def main() -> None:
    env = TrictracTorchEnv(16, "trictrac(holes=1)", seed=4)
    rollout = env.rollout(50, break_when_any_done=False)
    done = int(rollout["next", "done"].sum())
    print(f"{rollout.shape[0]} games of {rollout.shape[1]} steps; {done} have ended on the way")


if __name__ == "__main__":
    main()
