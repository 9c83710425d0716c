"""RLlib learns: its PPO, with its own masks, through the example."""

import re

from helpers import REPOSITORY, run_python


def test_ppo_learns_by_self_play() -> None:
    program = str(REPOSITORY / "examples" / "rllib_ppo.py")
    result = run_python("-W", "ignore", program, "--iterations", "5")
    assert result.returncode == 0, result.stderr
    rates = [int(rate) for rate in re.findall(r"wins (\d+)% against random", result.stdout)]
    before, after = rates
    assert after > before, result.stdout
