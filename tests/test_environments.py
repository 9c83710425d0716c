"""The interfaces that libraries of reinforcement learning expect, over the batched environment.

The libraries are imported where they are used, because importing them warns.
"""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from trictrac_spiel import IllegalPlayError, Position, TrictracError, environments

# The libraries' own warnings are theirs.
pytestmark = pytest.mark.filterwarnings("ignore")

GAMES = [
    "trictrac(holes=1)",
    "trictrac(holes=1,utility=score,observation=compact)",
    "trictrac(holes=1,observation=planes,utility=margin)",
]


def sample(mask: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A legal action of each row, every one as likely."""
    return np.array([rng.choice(np.flatnonzero(row)) for row in mask])


@pytest.mark.parametrize("first", ["trictrac_spiel", "gymnasium"])
def test_gymnasium_knows_the_environments_whichever_is_imported_first(first: str) -> None:
    second = {"trictrac_spiel": "gymnasium", "gymnasium": "trictrac_spiel"}[first]
    program = (
        f"import {first}, {second}; import gymnasium as g;"
        "many = g.make_vec('trictrac_spiel/Trictrac-v0', num_envs=8, game='trictrac(holes=3)');"
        "print(many.reset(seed=1)[0]['observation'].shape);"
        "print(g.make('trictrac_spiel/Trictrac-v0').reset(seed=1)[0]['action_mask'].shape)"
    )
    run = [sys.executable, "-W", "ignore", "-c", program]
    result = subprocess.run(run, capture_output=True, text=True, check=True)
    assert result.stdout.split("\n")[:2] == ["(8, 217)", "(514,)"]


def test_importing_the_package_does_not_import_the_libraries() -> None:
    program = (
        "import sys, trictrac_spiel, trictrac_spiel.environments;"
        "print({'gymnasium', 'pettingzoo', 'ray'} & set(sys.modules))"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert result.stdout.strip() == "set()"


def test_a_missing_library_is_named_with_its_extra() -> None:
    program = (
        "import sys; sys.modules['pettingzoo'] = None\n"
        "from trictrac_spiel import environments\n"
        "try: environments.TrictracAEC\n"
        "except ImportError as error: print(error)"
    )
    run = [sys.executable, "-W", "ignore", "-c", program]
    result = subprocess.run(run, capture_output=True, text=True)
    assert "pip install 'trictrac-spiel[pettingzoo]'" in result.stdout


@pytest.mark.parametrize("game", GAMES)
def test_self_play_is_seen_by_whoever_is_to_move(game: str) -> None:
    envs = environments.TrictracVectorEnv(6, game, seed=4)
    rng = np.random.default_rng(4)
    seen, infos = envs.reset(seed=4)
    ended = 0
    for _ in range(150):
        assert envs.observation_space.contains(seen)
        for index in range(6):
            position = envs.env.position(index)
            assert infos["current_player"][index] == position.current_player
            assert np.flatnonzero(seen["action_mask"][index]).tolist() == position.legal_actions
        players = infos["current_player"]
        seen, rewards, terminated, truncated, infos = envs.step(sample(seen["action_mask"], rng))
        assert (rewards.shape, rewards.dtype) == ((6,), np.float64)
        assert not truncated.any()
        if "score" not in game:
            assert not rewards[~terminated].any()
        for index in np.flatnonzero(terminated):
            ended += 1
            final = infos["final_obs"][index]
            assert envs.single_observation_space.contains(final)
            assert not final["action_mask"].any()
            assert envs.env.position(index).totals == (0, 0)
            assert infos["final_info"]["current_player"][index] == -4
        assert ("final_obs" in infos) == bool(terminated.any())
        for name in ("final_obs", "final_info"):
            assert (infos.get(f"_{name}", np.zeros(6, bool)) == terminated).all()
        assert (players >= 0).all()
    assert ended > 0


@pytest.mark.parametrize("opponent", ["random", "careful", ["random", "greedy"]])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_against_an_opponent_the_learner_alone_decides(opponent: Any, seat: int | None) -> None:
    envs = environments.TrictracVectorEnv(5, "trictrac(holes=1)", opponent, seat, seed=2)
    rng = np.random.default_rng(2)
    seen, infos = envs.reset(seed=2)
    results = []
    for _ in range(120):
        assert (infos["current_player"] == envs.opponents.seats).all()
        if seat is not None:
            assert (infos["current_player"] == seat).all()
        seen, rewards, terminated, _, infos = envs.step(sample(seen["action_mask"], rng))
        assert not rewards[~terminated].any()
        results.extend(rewards[terminated])
    assert set(results) <= {-1.0, 0.0, 1.0}
    assert len(results) > 5
    if opponent == "careful":
        assert np.mean(results) < 0


def test_the_same_seed_gives_the_same_games_against_opponents() -> None:
    runs = []
    for _ in range(2):
        envs = environments.TrictracVectorEnv(3, "trictrac(holes=1)", ["random", "careful"])
        rng = np.random.default_rng(1)
        seen, _ = envs.reset(seed=7)
        tensors = []
        for _ in range(40):
            seen, *_ = envs.step(sample(seen["action_mask"], rng))
            tensors.append(seen["observation"])
        runs.append(np.array(tensors))
    np.testing.assert_array_equal(*runs)


def test_a_reset_of_some_games_leaves_the_others_to_their_players() -> None:
    envs = environments.TrictracVectorEnv(40, opponent="random", seed=6)
    seen, _ = envs.reset()
    for _ in range(3):
        seen, *_ = envs.step(sample(seen["action_mask"], np.random.default_rng(1)))
    seats = envs.opponents.seats.copy()
    texts = [envs.env.position_text(index) for index in range(40)]
    mask = np.arange(40) < 20
    envs.reset(options={"reset_mask": mask})
    assert (envs.opponents.seats[~mask] == seats[~mask]).all()
    assert (envs.opponents.seats[mask] != seats[mask]).any()
    assert (envs.env.current_player == envs.opponents.seats).all()
    for index, text in enumerate(texts):
        assert (envs.env.position_text(index) == text) == (index >= 20)


def test_games_without_a_seed_differ_from_one_environment_to_the_next() -> None:
    makers = {
        "gymnasium": lambda: environments.TrictracEnv().reset()[0],
        "vector": lambda: environments.TrictracVectorEnv().reset()[0],
        "rllib": lambda: environments.TrictracMultiAgentEnv().reset()[0],
    }
    for name, make in makers.items():
        assert len({str(make()) for _ in range(8)}) > 1, name

    class OfWorker(dict):
        worker_index = 0

    dice = set()
    for worker in range(8):
        config = OfWorker(seed=1)
        config.worker_index = worker
        dice.add(tuple(environments.TrictracMultiAgentEnv(config)._env.dice[0]))
    assert len(dice) > 1


def test_what_is_handed_out_stays_unless_it_is_not_copied() -> None:
    envs = environments.TrictracVectorEnv(2)
    seen, _ = envs.reset(seed=1)
    before = seen["observation"].copy()
    envs.step(envs.env.sample_actions())
    np.testing.assert_array_equal(seen["observation"], before)
    shared = environments.TrictracVectorEnv(2, copy=False)
    assert np.shares_memory(shared.reset()[0]["observation"], shared.env.observations)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"opponent": "nobody"}, "nobody"),
        ({"opponent": []}, "opponent is"),
        ({"opponent": 3}, "opponent is|not iterable"),
        ({"opponent": "random", "seat": 2}, "seat is 2"),
        ({"num_envs": 0}, "num_envs is 0"),
        ({"max_episode_steps": -1}, "max_episode_steps is -1"),
        ({"game": "chess"}, "chess"),
    ],
)
def test_wrong_settings_are_refused(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises((TrictracError, TypeError), match=said):
        environments.TrictracVectorEnv(**wrong)


def test_one_environment_ends_and_waits_for_a_reset() -> None:
    env = environments.TrictracEnv("trictrac(holes=1)", render_mode="ansi")
    rng = np.random.default_rng(3)
    seen, _ = env.reset(seed=3)
    terminated = False
    while not terminated:
        assert env.observation_space.contains(seen)
        action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        assert env.render().count("\n") > 5
        seen, reward, terminated, truncated, infos = env.step(action)
        assert not truncated
    assert reward in (-1.0, 1.0)
    assert infos == {"current_player": -4}
    assert not seen["action_mask"].any()
    with pytest.raises(TrictracError, match="has ended; reset"):
        env.step(2)
    env.reset()
    with pytest.raises(IllegalPlayError):
        env.step(0)
    with pytest.raises(TrictracError, match="render_mode is 'human'"):
        environments.TrictracEnv(render_mode="human")


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoos_own_tests_pass(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test import api_test, seed_test

    api_test(environments.TrictracAEC(game), num_cycles=300, verbose_progress=False)
    assert "Passed API test" in capsys.readouterr().out
    seed_test(lambda: environments.TrictracAEC(game), num_cycles=100)


def test_pettingzoo_plays_the_game() -> None:
    env = environments.TrictracAEC("trictrac(holes=1,utility=score)", render_mode="ansi")
    rng = np.random.default_rng(5)
    env.reset(seed=5)
    gained = {"player_0": 0.0, "player_1": 0.0}
    position = Position(holes=1)
    for agent in env.agent_iter():
        seen, reward, terminated, _, _ = env.last()
        gained[agent] += reward
        if terminated:
            env.step(None)
            continue
        position = env._env.position(0)
        assert agent == f"player_{position.current_player}"
        assert env.render() == str(position)
        other = env.observe(f"player_{1 - position.current_player}")
        assert not other["action_mask"].any()
        env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    assert list(gained.values()) == env._env.returns[0].tolist()
    assert max(gained.values()) >= 12
    with pytest.raises(TrictracError, match="no game to play"):
        env.step(2)
    with pytest.raises(TrictracError, match="no agent 'player_2'"):
        env.observe("player_2")


def test_rllib_asks_the_agent_to_decide() -> None:
    env = environments.TrictracMultiAgentEnv({"game": "trictrac(holes=1)", "seed": 3})
    rng = np.random.default_rng(6)
    seen, _ = env.reset(seed=3)
    ended = False
    while not ended:
        ((agent, own),) = seen.items()
        assert env.observation_spaces[agent].contains(own)
        action = int(rng.choice(np.flatnonzero(own["action_mask"])))
        seen, rewards, terminated, truncated, _ = env.step({agent: action})
        ended = terminated["__all__"]
        assert not truncated["__all__"]
    assert sorted(rewards.values()) == [-1.0, 1.0]
    assert set(seen) == {"player_0", "player_1"}
    with pytest.raises(TrictracError, match="has ended; reset"):
        env.step({"player_0": 2})
    seen, _ = env.reset()
    (agent,) = seen
    with pytest.raises(TrictracError, match=f"{agent} has to decide"):
        env.step({"nobody": 2})


@pytest.mark.parametrize("config", [{"gane": "trictrac"}, "trictrac", {"game": "chess"}])
def test_wrong_settings_of_rllib_are_refused(config: Any) -> None:
    with pytest.raises(TrictracError):
        environments.TrictracMultiAgentEnv(config)
