"""TorchRL's own check of its environment, and that it is the game."""

import re

import pytest
import torch
from tensordict import TensorDictBase

from helpers import REPOSITORY, run_python
from trictrac_spiel import IllegalPlayError, Position
from trictrac_spiel.environments import TrictracTorchEnv

pytestmark = pytest.mark.filterwarnings("ignore")

GAMES = ["trictrac(holes=1)", "trictrac(holes=1,observation=planes,utility=score)"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("count", [1, 5])
def test_torchrls_own_check_passes(game: str, count: int) -> None:
    from torchrl.envs.utils import check_env_specs

    check_env_specs(TrictracTorchEnv(count, game))


@pytest.mark.parametrize("game", GAMES)
def test_a_rollout_is_a_walk_through_the_game(game: str) -> None:
    env = TrictracTorchEnv(4, game, seed=3)
    rollout = env.rollout(100, break_when_any_done=False)
    assert rollout.shape == (4, 100)
    taken = rollout["action_mask"].gather(2, rollout["action"].unsqueeze(-1))
    assert taken.all()
    assert rollout["next", "done"].any()
    ended = rollout["next", "done"].squeeze(-1)
    gained = rollout["next", "reward"].squeeze(-1)
    if "score" not in game:
        assert not gained[~ended].any()
    assert isinstance(env._games.position(0), Position)


def test_the_same_seed_gives_the_same_rollout() -> None:
    runs = []
    for _ in range(2):
        env = TrictracTorchEnv(3, "trictrac(holes=1)")
        env.set_seed(5)
        runs.append(env.rollout(30, break_when_any_done=False))
    assert (runs[0]["observation"] == runs[1]["observation"]).all()


def test_an_illegal_action_is_refused_and_a_masked_policy_plays_on() -> None:
    from torchrl.modules import MaskedCategorical

    env = TrictracTorchEnv(3, "trictrac(holes=1)", seed=2)
    start = env.reset()
    start["action"] = (~start["action_mask"]).int().argmax(-1)
    with pytest.raises(IllegalPlayError):
        env.step(start)

    def policy(seen: TensorDictBase) -> TensorDictBase:
        logits = torch.zeros(seen["action_mask"].shape)
        return seen.set("action", MaskedCategorical(logits, mask=seen["action_mask"]).sample())

    rollout = env.rollout(10, policy)
    assert rollout["action_mask"].gather(2, rollout["action"].unsqueeze(-1)).all()


def test_the_example_runs() -> None:
    result = run_python("-W", "ignore", str(REPOSITORY / "examples" / "torchrl_rollout.py"))
    assert result.returncode == 0, result.stderr
    assert re.search(r"16 games of 50 steps; \d+ have ended", result.stdout)
