"""``BatchedEnv``: the same game as OpenSpiel's, on any number of threads, and hard to misuse."""

import doctest
import threading
from collections.abc import Iterator

import numpy as np
import pyspiel
import pytest

import trictrac_spiel._src.environments.batched
from trictrac_spiel import BatchedEnv, IllegalPlayError, Position, TrictracError

ARRAYS = [
    "observations",
    "legal_mask",
    "current_player",
    "rewards",
    "returns",
    "terminated",
    "truncated",
    "dice",
    "final_observations",
    "final_rewards",
    "final_returns",
]


def arrays(env: BatchedEnv) -> dict[str, np.ndarray]:
    return {name: getattr(env, name).copy() for name in ARRAYS}


def check_same(one: BatchedEnv, other: BatchedEnv, but: str = "") -> None:
    for name in ARRAYS:
        if not (but and name.startswith(but)):
            np.testing.assert_array_equal(getattr(one, name), getattr(other, name), name)


def test_example_in_the_docstring() -> None:
    assert doctest.testmod(trictrac_spiel._src.environments.batched).failed == 0


GAMES = [
    "trictrac(holes=2)",
    "trictrac(holes=2,utility=score,observation=compact,dice=unordered)",
    "trictrac(holes=3,utility=margin,observation=planes,dice=sequential,game_value=quadruple)",
    "trictrac(holes=2,first_roll_no_double=false,jan_de_rencontre=true,margot=true,max_turns=40)",
    "trictrac(holes=2,utility=score,exit_rule=sequential,exact_exit_mandatory=true)",
    "trictrac(holes=1,schools=true,observation=planes)",
    "trictrac(format=written,marques=2,utility=margin)",
]


def go_on(state: pyspiel.State, env: BatchedEnv, index: int) -> None:
    """Rolls until the state stands where the environment stands.

    A roll that bears off the last checkers may be followed by another one, which only the position
    after it tells: all possible first rolls are tried then.
    """
    wanted = env.position(index)
    if not state.is_chance_node():
        assert Position.of(state) == wanted
        return
    found = [after for after in _reachable(state, 0) if Position.of(after) == wanted]
    assert found, f"{wanted} is not reached from {Position.of(state)}"
    for action in found[0].history()[len(state.history()) :]:
        state.apply_action(action)


def _reachable(state: pyspiel.State, depth: int) -> Iterator[pyspiel.State]:
    for action, _ in state.chance_outcomes():
        after = state.child(action)
        if not after.is_chance_node():
            yield after
        elif depth < 3:
            yield from _reachable(after, depth + 1)


@pytest.mark.parametrize("text", GAMES)
def test_every_environment_walks_beside_a_state_of_openspiel(text: str) -> None:
    game = pyspiel.load_game(text)
    env = BatchedEnv(6, text, seed=3, num_threads=2)
    states = [game.new_initial_state() for _ in range(6)]
    for index, state in enumerate(states):
        go_on(state, env, index)
    ended = 0
    for _ in range(220):
        for index, state in enumerate(states):
            player = state.current_player()
            assert env.current_player[index] == player
            assert np.flatnonzero(env.legal_mask[index]).tolist() == state.legal_actions()
            np.testing.assert_array_equal(
                env.observations[index].ravel(), state.observation_tensor(player)
            )
            np.testing.assert_allclose(env.returns[index], state.returns(), rtol=1e-6)
            assert env.position(index) == Position.of(state)
            assert env.position_text(index) == Position.of(state).text
            assert tuple(env.dice[index]) == Position.of(state).dice
        actions = env.sample_actions()
        env.step(actions)
        assert not env.truncated.any()
        for index, state in enumerate(states):
            state.apply_action(int(actions[index]))
            assert env.terminated[index] == state.is_terminal()
            if state.is_terminal():
                ended += 1
                np.testing.assert_allclose(env.rewards[index], state.rewards(), rtol=1e-6)
                np.testing.assert_allclose(env.final_rewards[index], state.rewards(), rtol=1e-6)
                np.testing.assert_allclose(env.final_returns[index], state.returns(), rtol=1e-6)
                assert any(
                    np.array_equal(
                        env.final_observations[index].ravel(), state.observation_tensor(player)
                    )
                    for player in (0, 1)
                )
                states[index] = game.new_initial_state()
                go_on(states[index], env, index)
            else:
                go_on(state, env, index)
                np.testing.assert_allclose(env.rewards[index], state.rewards(), rtol=1e-6)
    assert ended > 0


@pytest.mark.parametrize("text", GAMES)
def test_every_possible_roll_leads_where_openspiel_says(text: str) -> None:
    """Each environment is put where one of the rolls leads, of every tenth position of a game."""
    game = pyspiel.load_game(text)
    rng = np.random.default_rng(8)
    state = game.new_initial_state()
    env = BatchedEnv(36, text, seed=8)
    chances = 0
    while chances < 60:
        if state.is_terminal():
            state = game.new_initial_state()
        if not state.is_chance_node():
            state.apply_action(int(rng.choice(state.legal_actions())))
            continue
        chances += 1
        if chances % 10 == 1:
            rolled = {Position.of(child).text: child for child in _reachable(state, 0)}
            assert len(rolled) in range(15, 37)
            for index, position in enumerate(rolled):
                env.set_position(index, position)
            for index, child in enumerate(rolled.values()):
                player = child.current_player()
                assert env.current_player[index] == player
                assert np.flatnonzero(env.legal_mask[index]).tolist() == child.legal_actions()
                np.testing.assert_array_equal(
                    env.observations[index].ravel(), child.observation_tensor(player)
                )
                np.testing.assert_allclose(env.returns[index], child.returns(), rtol=1e-6)
        state.apply_action(int(rng.choice([outcome for outcome, _ in state.chance_outcomes()])))


def test_all_rolls_come_as_often_as_dice_bring_them() -> None:
    """A first roll is no double, and a later one is a double every sixth time."""
    count = 36_000
    for start, doubles in ((None, 0.0), (Position().roll("6-4").apply("1/11"), 1 / 6)):
        env = BatchedEnv(count, seed=12)
        if start is not None:
            env.reset(options={"position": start})
        rolls, times = np.unique(env.dice, axis=0, return_counts=True)
        are_doubles = rolls[:, 0] == rolls[:, 1]
        assert len(rolls) == (21 if doubles else 15)
        assert (rolls[:, 0] >= rolls[:, 1]).all()
        expected = np.where(are_doubles, 1 / 36, 2 / 36) if doubles else np.full(15, 1 / 15)
        # Five standard deviations of a roll's count.
        assert (abs(times - count * expected) < 5 * np.sqrt(count * expected)).all()


@pytest.mark.parametrize("count", [1, 5, 64, 257])
def test_the_number_of_threads_makes_no_difference(count: int) -> None:
    envs = [BatchedEnv(count, "trictrac(holes=1)", seed=9, num_threads=n) for n in (1, 2, 3)]
    for _ in range(60):
        for env in envs:
            env.step(env.sample_actions())
        for env in envs[1:]:
            check_same(envs[0], env)


def test_seeds_and_environments_differ_and_resets_go_on() -> None:
    env = BatchedEnv(50, seed=1)
    assert len({tuple(dice) for dice in env.dice}) > 5
    first = env.dice.copy()
    assert not np.array_equal(BatchedEnv(50, seed=2).dice, first)
    env.reset()
    assert not np.array_equal(env.dice, first)
    env.reset(seed=1)
    np.testing.assert_array_equal(env.dice, first)


def test_sampling_does_not_move_the_dice_and_is_uniform() -> None:
    one, other = BatchedEnv(8, seed=4), BatchedEnv(8, seed=4)
    actions = one.sample_actions()
    for _ in range(3):
        other.sample_actions()
    one.step(actions)
    other.step(actions)
    check_same(one, other)
    env = BatchedEnv(4000, "trictrac", seed=5)
    env.reset(options={"position": Position().roll("6-4")})
    counts = np.bincount(env.sample_actions())
    assert counts[counts > 0].size == 2
    assert counts.max() < 2200


def test_actions_may_be_any_integers() -> None:
    env = BatchedEnv(3, seed=1)
    actions = env.sample_actions()
    after = []
    for given in (actions.tolist(), actions.astype(np.uint16), actions.astype(np.uint64), actions):
        copied = env.copy()
        observations, rewards, terminated, truncated, info = copied.step(given)
        assert observations is copied.observations
        assert (rewards.shape, terminated.shape, truncated.shape, info) == ((3, 2), (3,), (3,), {})
        after.append(copied.observations.copy())
    for other in after[1:]:
        np.testing.assert_array_equal(after[0], other)


@pytest.mark.parametrize("wrong", [0, -1, 1, 513, 514, 2**15, 2**40, -(2**62)])
def test_an_illegal_action_moves_nothing(wrong: int) -> None:
    env = BatchedEnv(5, seed=6)
    before = arrays(env)
    texts = [env.position_text(index) for index in range(5)]
    actions = env.sample_actions()
    actions[3] = wrong
    with pytest.raises(
        IllegalPlayError, match=rf"action {wrong} .*environment 3.*{texts[3]}"
    ) as caught:
        env.step(actions)
    assert caught.value.position == env.position(3)
    assert caught.value.play == wrong
    assert [env.position_text(index) for index in range(5)] == texts
    for name, array in before.items():
        np.testing.assert_array_equal(getattr(env, name), array)


@pytest.mark.parametrize(
    "actions",
    [[], [1], [[1, 1]], [1.0, 2.0], ["a", "b"], [True, False], None, 3, [1, 2, 3], [None, 1]],
)
def test_actions_of_another_kind_are_refused(actions: object) -> None:
    env = BatchedEnv(2)
    with pytest.raises(TrictracError, match=r"integers of shape \(2,\)"):
        env.step(actions)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("num_envs", 0),
        ("num_envs", -1),
        ("num_envs", 10**9),
        ("num_envs", 2.5),
        ("num_envs", True),
        ("seed", -1),
        ("seed", 2**64),
        ("seed", "x"),
        ("seed", 10**600),
        ("num_threads", -1),
        ("num_threads", 10**6),
        ("max_steps", -1),
    ],
)
def test_absurd_sizes_are_refused_with_their_bound(name: str, value: object) -> None:
    with pytest.raises(TrictracError, match=f"{name} is .* must be a whole number"):
        BatchedEnv(**{"num_envs": 2, name: value})


@pytest.mark.parametrize("game", ["chess", "trictrac(holes=0)", 3, "trictrac(utility=x)"])
def test_other_games_are_refused(game: object) -> None:
    with pytest.raises((TrictracError, pyspiel.SpielError)):
        BatchedEnv(1, game)


def until_some_end(env: BatchedEnv) -> None:
    while not env.terminated.any():
        env.step(env.sample_actions())


def test_without_autoreset_an_ended_environment_waits() -> None:
    env = BatchedEnv(6, "trictrac(holes=1)", seed=2, autoreset=False)
    until_some_end(env)
    ended = env.current_player == -4
    assert (ended == env.terminated).all()
    assert not env.legal_mask[ended].any()
    assert (env.dice[ended] == 0).all()
    actions = env.sample_actions()
    assert ((actions == -1) == ended).all()
    index = int(np.flatnonzero(ended)[0])
    wrong = actions.copy()
    wrong[index] = 1
    before = arrays(env)
    with pytest.raises(TrictracError, match=f"environment {index} has ended"):
        env.step(wrong)
    for name, array in before.items():
        np.testing.assert_array_equal(getattr(env, name), array)
    env.step(actions)
    assert not env.terminated[ended].any()
    assert not env.rewards[ended].any()
    assert env.returns[ended].any()
    env.reset(options={"reset_mask": ended})
    assert (env.current_player >= 0).sum() >= ended.sum()
    assert env.position(index).turns >= 1
    assert env.position(index).totals == (0, 0)


def test_a_limit_of_steps_truncates() -> None:
    env = BatchedEnv(4, seed=3, max_steps=5)
    for count in range(1, 16):
        env.step(env.sample_actions())
        assert env.truncated.all() == (count % 5 == 0)
        assert not env.terminated.any()
    waiting = BatchedEnv(4, seed=3, max_steps=2, autoreset=False)
    for _ in range(2):
        waiting.step(waiting.sample_actions())
    assert waiting.truncated.all()
    assert (waiting.current_player == -4).all()


def test_the_cap_of_turns_is_a_rule_of_the_game() -> None:
    env = BatchedEnv(4, "trictrac(max_turns=3)", seed=3)
    until_some_end(env)
    assert not env.truncated.any()


def test_a_copy_and_a_loaded_state_go_on_in_the_same_way() -> None:
    env = BatchedEnv(7, "trictrac(holes=1,utility=score)", seed=8)
    for _ in range(30):
        env.step(env.sample_actions())
    copied, saved = env.copy(), env.state()
    check_same(env, copied)
    loaded = BatchedEnv(7, "trictrac(holes=1,utility=score)", seed=1, num_threads=1)
    loaded.load_state(saved)
    for _ in range(50):
        for each in (env, copied, loaded):
            each.step(each.sample_actions())
        check_same(env, copied)
        check_same(env, loaded, but="final_")
    assert env.observations is not copied.observations


def test_saved_states_of_others_are_refused() -> None:
    env = BatchedEnv(2, "trictrac(holes=3)", seed=1)
    saved = env.state()
    texts = [env.position_text(index) for index in range(2)]
    rng = np.random.default_rng(1)
    wrong = [b"", b"x", saved[:-1], saved + b"\0", None, "text"]
    wrong.append(BatchedEnv(3, "trictrac(holes=3)").state())
    wrong.append(BatchedEnv(2, "trictrac(holes=3,utility=score)").state())
    for state in wrong:
        with pytest.raises(TrictracError, match="saved"):
            env.load_state(state)
    for _ in range(300):
        at = int(rng.integers(len(saved) - 188, len(saved)))
        forged = saved[:at] + bytes([saved[at] ^ int(rng.integers(1, 256))]) + saved[at + 1 :]
        other = BatchedEnv(2, "trictrac(holes=3)", seed=1)
        try:
            other.load_state(forged)
        except TrictracError:
            assert [other.position_text(index) for index in range(2)] == texts
        else:  # Another sound state; it can be played on.
            for _ in range(3):
                other.step(other.sample_actions())


def test_positions_can_be_set() -> None:
    env = BatchedEnv(3, "trictrac(holes=3)", seed=1)
    others = [env.position_text(index) for index in (0, 2)]
    position = Position(holes=3).roll("6-4")
    env.set_position(1, position.text)
    assert env.position(1) == position
    assert np.flatnonzero(env.legal_mask[1]).tolist() == position.legal_actions
    assert [env.position_text(index) for index in (0, 2)] == others
    env.set_position(1, Position(holes=3))
    assert env.position(1).phase == "move"
    with pytest.raises(TrictracError, match="other options"):
        env.set_position(1, Position())
    for index in (3, -1, 10**30):
        with pytest.raises(TrictracError, match="there is no environment"):
            env.position(index)


def test_a_panic_in_a_thread_is_an_exception_and_leaves_the_others_intact() -> None:
    env, twin = (BatchedEnv(100, seed=2, num_threads=2) for _ in range(2))
    env._games.provoke_panic(40)
    before = env.position(40)
    actions = env.sample_actions()
    with pytest.raises(TrictracError, match=r"environment 40.*on purpose"):
        env.step(actions)
    twin.step(twin.sample_actions())
    assert env.position(40) == before
    others = np.arange(100) != 40
    np.testing.assert_array_equal(env.observations[others], twin.observations[others])
    env.step(env.sample_actions())


def test_environments_that_are_left_out_stay() -> None:
    env = BatchedEnv(4, seed=2)
    texts = [env.position_text(index) for index in range(4)]
    where = np.array([True, False, True, False])
    env.step(np.where(where, env.sample_actions(), 0), where)
    moved = [env.position_text(index) != text for index, text in enumerate(texts)]
    assert moved == where.tolist()
    with pytest.raises(IllegalPlayError):
        env.step(np.full(4, -(2**63)))
    with pytest.raises(TrictracError, match="where is"):
        env.step(env.sample_actions(), np.ones(3, bool))


def test_closed_environments_say_so() -> None:
    env = BatchedEnv(2)
    env.close()
    env.close()
    for ask in (env.reset, env.sample_actions, env.state, env.copy, lambda: env.step([1, 1])):
        with pytest.raises(TrictracError, match="closed"):
            ask()


def test_reset_takes_only_what_it_knows() -> None:
    env = BatchedEnv(2)
    with pytest.raises(TrictracError, match="must be a mapping"):
        env.reset(options=[("position", "")])
    with pytest.raises(TrictracError, match="unknown options"):
        env.reset(options={"start": 1})
    for mask in ([True], [1, 0], "ab"):
        with pytest.raises(TrictracError, match="reset_mask"):
            env.reset(options={"reset_mask": mask})


def test_two_threads_cannot_step_at_once_and_others_go_on() -> None:
    env = BatchedEnv(20_000, num_threads=1)
    met = threading.Event()

    def step_until_met() -> None:
        for _ in range(500):
            if not met.is_set():
                env.step(env.sample_actions())

    thread = threading.Thread(target=step_until_met)
    thread.start()
    # Only a thread that runs while the other one steps can find the games in use.
    while thread.is_alive() and not met.is_set():
        try:
            env.position_text(0)
        except RuntimeError:
            met.set()
    thread.join()
    assert met.is_set()
