"""``Engine``: the Rust engine as a plain Python class."""

import copy
import doctest
import pickle
import random
from collections.abc import Callable

import pytest

import trictrac_spiel._src.position.engine
from trictrac_spiel import Engine, IllegalPlayError, TrictracError


@pytest.fixture
def decision() -> Engine:
    """Player 0 to play 6-1."""
    engine = Engine()
    engine.apply_dice_roll((1, 6))
    return engine


def play_to_the_end(engine: Engine, seed: int, each: Callable[[Engine], None]) -> None:
    rng = random.Random(seed)
    while not engine.is_game_ended():
        each(engine)
        if engine.needs_roll():
            try:
                engine.apply_dice_roll((rng.randint(1, 6), rng.randint(1, 6)))
            except TrictracError as error:
                assert "cannot be a double" in str(error)  # noqa: PT017
        else:
            player = engine.current_player_idx()
            engine.apply_action(rng.choice(engine.get_legal_actions(player)))
    each(engine)


def test_example_in_the_docstring() -> None:
    assert doctest.testmod(trictrac_spiel._src.position.engine).failed == 0


def check_answers(engine: Engine) -> None:
    player = engine.current_player_idx()
    assert player in (0, 1)
    assert engine.get_legal_actions(1 - player) == []
    waiting = engine.needs_roll() or engine.is_game_ended()
    assert (engine.get_legal_actions(player) == []) == waiting
    for viewer in (0, 1, None):
        tensor = engine.get_tensor(viewer)
        assert len(tensor) == 36
        assert all(type(value) is int for value in tensor)
        assert engine.get_observation_string(viewer) == str(engine)
    scores = engine.get_players_scores()
    assert scores == [engine.get_score(1), engine.get_score(2)]
    assert engine.get_tensor(0)[28:30] == [scores[0] % 12, scores[0] // 12]
    for action in engine.get_legal_actions(player):
        assert engine.action_to_string(player, action)


@pytest.mark.parametrize("seed", range(10))
def test_every_position_answers_every_question(seed: int) -> None:
    engine = Engine(holes=3)
    assert engine.outcome() == (None, 0)
    play_to_the_end(engine, seed, check_answers)
    winner, value = engine.outcome()
    assert winner in (0, 1)
    assert value == 1
    assert engine.get_score(winner + 1) >= 36


def test_dice_come_in_either_order_and_one_by_one(decision: Engine) -> None:
    same = Engine()
    same.apply_dice_roll([6, 1])
    one_by_one = Engine()
    one_by_one.apply_die(1)
    assert one_by_one.needs_roll()
    one_by_one.apply_die(6)
    assert decision == same == one_by_one


def test_copies_and_pickles_are_equal_and_independent(decision: Engine) -> None:
    copies = [copy.copy(decision), copy.deepcopy(decision), pickle.loads(pickle.dumps(decision))]
    before = decision.position
    for other in copies:
        assert other == decision
        assert hash(other) == hash(decision)
        other.apply_action(other.get_legal_actions(0)[0])
    assert decision.position == before


@pytest.mark.parametrize("action", [-1, 0, 1, 2, 513, 514, 10**6])
def test_illegal_actions_change_nothing(decision: Engine, action: int) -> None:
    before = decision.position
    with pytest.raises(IllegalPlayError, match="in the position tt1 p0 move:6-1"):
        decision.apply_action(action)
    assert decision.position == before


@pytest.mark.parametrize("dice", [(0, 1), (7, 1), (3, 3), (1,), (1, 2, 3)])
def test_impossible_rolls_change_nothing(dice: tuple[int, ...]) -> None:
    engine = Engine()
    with pytest.raises(ValueError, match=r"die|dice|double"):
        engine.apply_dice_roll(dice)
    assert engine == Engine()


def test_rolls_wait_for_their_turn(decision: Engine) -> None:
    with pytest.raises(TrictracError, match="no roll is due"):
        decision.apply_dice_roll((2, 1))
    with pytest.raises(TrictracError, match="no roll is due"):
        decision.apply_die(2)


def test_wrong_players_and_options_are_refused(decision: Engine) -> None:
    for ask in (decision.get_legal_actions, decision.get_tensor, decision.get_observation_string):
        with pytest.raises(TrictracError, match="players are 0 and 1"):
            ask(2)
    for player in (0, 3):
        with pytest.raises(TrictracError, match="players are"):
            decision.get_score(player)
    with pytest.raises(TrictracError, match="laws, min_overflow, sequential"):
        Engine(exit_rule="none")
    with pytest.raises(TrictracError, match="features, compact, planes"):
        decision.observation("pixels")
