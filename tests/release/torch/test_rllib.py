"""RLlib learns: its PPO, with its own masks, through the example."""

import re
import subprocess
import sys

from helpers import REPOSITORY


def test_ppo_learns_by_self_play() -> None:
    """How good it gets takes more games than a test has; here it learns, and stays above chance."""
    program = REPOSITORY / "examples" / "rllib_ppo.py"
    command = [sys.executable, "-W", "ignore", program, "--iterations", "2"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=590)
    assert result.returncode == 0, result.stderr
    rates = [int(rate) for rate in re.findall(r"wins (\d+)% against random", result.stdout)]
    _, after = rates
    assert after > 50, result.stdout
