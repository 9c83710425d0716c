"""TorchRL's own check of its environment, and that it is the game.

It needs all of torch, which the environment of the other tests lacks: run it where torchrl and
trictrac-spiel are installed, with `python -m pytest tests/release/test_torchrl.py`.
"""

import pytest

torchrl = pytest.importorskip("torchrl", reason="torchrl is not installed", exc_type=ImportError)

from trictrac_spiel import Position  # noqa: E402
from trictrac_spiel.environments import TrictracTorchEnv  # noqa: E402

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
