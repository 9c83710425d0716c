#!/usr/bin/env python3
"""RLlib's PPO learns Trictrac by self-play: one network plays both sides, with masked actions.

Learning with RLlib needs torch besides, which is large:

    pip install 'trictrac-spiel[rllib]' torch==2.13.0
    python examples/rllib_ppo.py --iterations 20

A game here ends with the first hole and pays every mark of points, so that there is something to
learn from early. RLlib wants observations and mask in one mapping, which its own masking module
takes apart.
"""

import argparse

import numpy as np
import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core import Columns
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModule, RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from trictrac_spiel import BatchedEnv
from trictrac_spiel.environments import TrictracMultiAgentEnv

GAME = "trictrac(holes=1,utility=score)"
NETWORK = "both"


def settings() -> PPOConfig:
    """One process does it all; `num_env_runners` lets more of them play."""
    module = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        model_config={"head_fcnet_hiddens": [128], "fcnet_hiddens": [128]},
    )
    return (
        PPOConfig()
        # The check of environments takes random actions, most of which are illegal.
        .environment(TrictracMultiAgentEnv, env_config={"game": GAME}, disable_env_checking=True)
        .env_runners(num_env_runners=0)
        .multi_agent(policies={NETWORK}, policy_mapping_fn=lambda *_, **__: NETWORK)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={NETWORK: module}))
        .training(
            train_batch_size=2000,
            minibatch_size=250,
            num_epochs=8,
            lr=1e-3,
            gamma=0.95,
            vf_clip_param=1000.0,
        )
        .debugging(seed=1)
    )


def win_rate(module: RLModule, games: int) -> float:
    """How often the network, choosing its likeliest action, beats random play; half as each."""
    env = BatchedEnv(games, GAME, seed=2, autoreset=False)
    seats = np.arange(games) % 2
    while (env.current_player >= 0).any():
        actions = env.sample_actions()
        seen = {
            "observations": torch.from_numpy(env.observations),
            "action_mask": torch.from_numpy(env.legal_mask.astype(np.float32)),
        }
        with torch.no_grad():
            logits = module.forward_inference({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS]
        env.step(np.where(env.current_player == seats, logits.argmax(1).numpy(), actions))
    own, other = (env.returns[np.arange(games), side] for side in (seats, 1 - seats))
    return float(((own > other) + 0.5 * (own == other)).mean())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--iterations", type=int, default=20, help="of 2,000 decisions each")
    parser.add_argument("--games", type=int, default=400, help="games of the test against random")
    args = parser.parse_args()
    # "local": not a cluster that happens to run here.
    ray.init("local", num_cpus=1, include_dashboard=False, logging_level="error")
    algorithm = settings().build_algo()
    print(f"before: wins {win_rate(algorithm.get_module(NETWORK), args.games):.0%} against random")
    for _ in range(args.iterations):
        algorithm.train()
    rate = win_rate(algorithm.get_module(NETWORK), args.games)
    print(f"after {args.iterations} iterations: wins {rate:.0%} against random")
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
