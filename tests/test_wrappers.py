"""What OpenSpiel users put around a game: environments for reinforcement learning.

The wrappers are imported where they are used, because importing them warns.
"""

import random
from typing import Any

import pyspiel
import pytest
from open_spiel.python import rl_environment

import trictrac_spiel  # noqa: F401  (registers the game)

# The wrappers' own warnings are theirs.
pytestmark = pytest.mark.filterwarnings("ignore")

GAMES = [
    "trictrac",
    "trictrac(dice=sequential,max_turns=40)",
    "trictrac(utility=score,observation=compact,max_turns=40)",
    "trictrac(observation=planes,holes=1)",
]


@pytest.mark.parametrize("name", GAMES)
def test_rl_environment(name: str) -> None:
    environment = rl_environment.Environment(pyspiel.load_game(name), seed=3)
    rng = random.Random(3)
    for _ in range(3):
        step = environment.reset()
        totals = [0.0, 0.0]
        while not step.last():
            player = step.observations["current_player"]
            actions = step.observations["legal_actions"][player]
            assert (
                len(step.observations["info_state"][player])
                == (environment.observation_spec()["info_state"][0])
            )
            step = environment.step([rng.choice(actions)])
            pairs = zip(totals, step.rewards, strict=True)
            totals = [total + reward for total, reward in pairs]
        assert totals == environment.get_state.returns()


def test_rl_environment_refuses_an_illegal_action() -> None:
    environment = rl_environment.Environment("trictrac")
    environment.reset()
    with pytest.raises(pyspiel.SpielError, match="in the position tt1"):
        environment.step([0])


@pytest.mark.parametrize("name", GAMES)
def test_shimmy_passes_pettingzoos_api_test(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    import shimmy
    from pettingzoo.test import api_test

    environment = shimmy.OpenSpielCompatibilityV0(env=pyspiel.load_game(name))
    api_test(environment, num_cycles=200, verbose_progress=False)
    assert "Passed API test" in capsys.readouterr().out


def test_shimmy_finds_the_game_by_its_name() -> None:
    import shimmy

    environment = shimmy.OpenSpielCompatibilityV0(game_name="trictrac")
    environment.reset(seed=5)
    rng = random.Random(5)
    for _agent in environment.agent_iter():
        observation, _, done, truncated, information = environment.last()
        assert observation is not None
        mask = information["action_mask"]
        legal = [action for action, is_legal in enumerate(mask) if is_legal]
        environment.step(None if done or truncated else rng.choice(legal))
    assert not environment.agents


@pytest.mark.parametrize("name", GAMES)
def test_rllib(name: str) -> None:
    from ray.rllib.env.wrappers.open_spiel import OpenSpielEnv

    environment = OpenSpielEnv(pyspiel.load_game(name))
    observations: dict[int, Any]
    observations, _ = environment.reset()
    rng = random.Random(7)
    over = False
    while not over:
        (player,) = observations
        action = rng.choice(environment.state.legal_actions(player))
        observations, _, done, _, _ = environment.step({player: action})
        over = done["__all__"]
    # The wrapper punishes an illegal action and plays another one.
    observations, _ = environment.reset()
    (player,) = observations
    _, rewards, done, _, _ = environment.step({player: 0})
    assert rewards[player] < 0
    assert not done["__all__"]
