"""``Position``: a value, complete, and the same game as OpenSpiel's, node by node."""

import copy
import doctest
import json
import pickle
import random
from typing import Any

import numpy as np
import pyspiel
import pytest

import trictrac_spiel._src.position.position
from trictrac_spiel import (
    Engine,
    IllegalPlayError,
    InvalidPositionError,
    Play,
    Position,
    TrictracError,
    events,
    position_id,
    position_text,
)


@pytest.fixture
def decision() -> Position:
    """Player 0 to play 6-4."""
    return Position().roll((6, 4))


def test_example_in_the_docstring() -> None:
    assert doctest.testmod(trictrac_spiel._src.position.position).failed == 0


def check_same(position: Position, state: pyspiel.State) -> None:
    struct = state.to_struct()
    assert position.current_player == state.current_player()
    assert position.text == position_text(state)
    assert position.id == position_id(state)
    assert str(position) == str(state)
    assert position.is_over == state.is_terminal()
    assert position.needs_roll == state.is_chance_node()
    names = "mover phase board dice points holes bredouille grande_bredouille rolls turns "
    for name in (names + "first_roll opening").split():
        value = getattr(position, name)
        wanted = getattr(struct, name)
        assert (list(value) if isinstance(value, tuple) else value) == wanted, name
    assert position.outcome[0] == struct.winner
    plays = list(position.legal_plays)
    if state.current_player() >= 0:
        assert [play.action for play in plays] == state.legal_actions()
        assert [play.text for play in plays] == [
            state.action_to_string(play.action) for play in plays
        ]
        listed = json.loads(state.to_json())["events"]
        assert [vars(event) for event in position.events()] == listed
    else:
        assert plays == []
    for player in (0, 1):
        for name in ("features", "compact", "planes"):
            tensor = position.observation(name, player)
            assert tensor.dtype == np.float32
        np.testing.assert_array_equal(
            position.observation("features", player), state.observation_tensor(player)
        )


def check_value(position: Position) -> None:
    assert eval(repr(position), {"Position": Position}) == position
    assert Position.from_text(position.text) == position
    assert pickle.loads(pickle.dumps(position)) == position
    assert copy.copy(position) is copy.deepcopy(position) is position
    assert hash(Position.from_text(position.text)) == hash(position)
    state = position.state()
    assert Position.of(state) == position


@pytest.mark.parametrize(
    "game",
    [
        "trictrac(holes=3)",
        "trictrac(holes=2,jan_de_rencontre=true,margot=true,exit_rule=sequential)",
        "trictrac(holes=2,first_roll_no_double=false,game_value=quadruple,max_turns=60)",
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_a_game_through_positions_alone_is_the_game_of_openspiel(game: str, seed: int) -> None:
    rng = random.Random(seed)
    state = pyspiel.load_game(game).new_initial_state()
    position = Position.of(state)
    while True:
        check_same(position, state)
        check_value(position)
        if position.is_over:
            break
        if position.needs_roll:
            possible = dict(position.possible_rolls)
            assert sum(possible.values()) == pytest.approx(1)
            outcomes = state.chance_outcomes()
            ordered = {state.action_to_string(action): action for action, _ in outcomes}
            assert len(ordered) == sum(1 if high == low else 2 for high, low in possible)
            high, low = rng.choices(list(possible), list(possible.values()))[0]
            promised = position.events((high, low))
            position = position.roll((low, high))
            state.apply_action(ordered[f"{high}-{low}"])
            if not position.needs_roll:
                assert position.events() == promised == events(state)
        else:
            play = rng.choice(position.legal_plays)
            position = position.apply(play)
            state.apply_action(play.action)


def test_nothing_changes_a_position(decision: Position) -> None:
    before = decision.text
    after = decision.apply("1/7 1/5")
    assert (decision.text, decision.current_player) == (before, 0)
    assert after != decision
    assert not hasattr(decision, "__dict__")


def test_legal_plays_are_a_sequence_that_understands_every_spelling(decision: Position) -> None:
    plays = decision.legal_plays
    assert len(plays) == 2
    assert [str(play) for play in plays] == ["6-4: 1/7 1/5", "6-4: 1/7/11"]
    assert repr(plays) == "<LegalPlays: 6-4: 1/7 1/5, 6-4: 1/7/11>"
    assert plays[0] == Play(plays[0].action, "6-4: 1/7 1/5", ((1, 7), (1, 5)))
    for spelled in (
        plays[0],
        plays[0].action,
        np.int64(plays[0].action),
        "1/5 1/7",
        [(1, 5), (1, 7)],
    ):
        assert spelled in plays
        assert decision.apply(spelled) == decision.apply(plays[0])
    for wrong in (0, -1, 10**30, "1/7", "hello", [(2, 8)], None, 1.5, Play(1, "Go", ())):
        assert wrong not in plays
    assert list(Position().legal_plays) == []
    assert repr(Position().legal_plays) == "<LegalPlays: none>"


def test_refused_plays_say_rule_play_and_position() -> None:
    position = Position.from_text("tt1 p0 move:6-5 1:13,6:1,7:1 1:15 0/0 0/0 2,1 3")
    with pytest.raises(IllegalPlayError, match="two together") as caught:
        position.apply("6/12 1/6")
    assert caught.value.rule == "own-corner"
    assert caught.value.kind == "own_corner"
    assert caught.value.play == "6/12 1/6"
    assert caught.value.position == position
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.rule, again.play, again.position) == ("own-corner", "6/12 1/6", position)
    with pytest.raises(IllegalPlayError) as caught:
        position.apply([(1, 3)])
    assert caught.value.rule is None
    assert caught.value.kind == "no_such_number"
    assert caught.value.play == [(1, 3)]
    with pytest.raises(IllegalPlayError) as caught:
        position.apply(1)
    assert (caught.value.rule, caught.value.play) == ("hold-or-go", 1)
    with pytest.raises(IllegalPlayError) as caught:
        position.apply(10**40)
    assert caught.value.rule is None


def test_an_invalid_position_lists_every_fault() -> None:
    text = "tt1 p0 roll 1:16 1:14,12:1 3/0 0/0 0,0 0"
    with pytest.raises(InvalidPositionError) as caught:
        Position.from_text(text)
    assert [fault.kind for fault in caught.value.faults] == [
        "too_many_checkers",
        "lone_checker_on_corner",
        "points",
    ]
    assert all(fault in str(caught.value) for fault in caught.value.faults)
    assert pickle.loads(pickle.dumps(caught.value)).faults == caught.value.faults
    for broken in ("", "tt2", "\ud800", "tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 first holes=0"):
        with pytest.raises(InvalidPositionError) as caught:
            Position.from_text(broken)
        assert len(caught.value.faults) == 1


@pytest.mark.parametrize("identity", ["", "/" * 18, "\ud800" * 18, "é" * 18, "A" * 1000])
def test_wrong_ids_are_refused(identity: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        Position.from_id(identity)
    assert caught.value.faults


def test_ids_come_back_under_the_rules_that_are_named() -> None:
    position = Position(holes=3).roll("6-1")
    assert Position.from_id(position.id, holes=3).id == position.id
    assert Position.from_id(position.id, holes=3).target == 3


def test_wrong_dice_are_refused(decision: Position) -> None:
    for dice in ((0, 1), (7, 1), (3, 3), (1, 2, 3), "66", "x", (1.5, 2), [10**30, 1]):
        with pytest.raises(TrictracError):
            Position().roll(dice)
    with pytest.raises(TrictracError, match="no roll is due"):
        decision.roll("6-4")


def test_dice_come_one_by_one() -> None:
    half = Position().roll(4)
    assert (half.dice, half.needs_roll) == ((4,), True)
    assert half.roll(6) == half.roll((6, 4)) == Position().roll("6-4")


def test_of_takes_all_that_stands_for_a_position(decision: Position) -> None:
    engine = Engine()
    engine.apply_dice_roll((6, 4))
    import trictrac_spiel.python_trictrac  # noqa: F401  (registers the game)

    python_state = pyspiel.load_game("python_trictrac").new_initial_state()
    python_state.apply_action(33)
    assert Position.of(engine) == Position.of(decision) == decision
    assert Position.of(python_state) == decision
    for other in (pyspiel.load_game("chess").new_initial_state(), None, 3, "tt1"):
        with pytest.raises(TrictracError, match="another game than Trictrac"):
            Position.of(other)


def test_a_state_is_made_for_a_game_with_the_same_rules() -> None:
    position = Position(holes=3).roll("6-4")
    game = pyspiel.load_game("trictrac(holes=3,dice=unordered,utility=margin)")
    state = position.state(game)
    assert state.get_game() == game
    assert position_text(state) == position.text
    with pytest.raises(TrictracError, match="another game"):
        position.state(pyspiel.load_game("trictrac"))
    with pytest.raises(TrictracError, match="another game than trictrac"):
        position.state(pyspiel.load_game("chess"))


def test_a_notebook_draws_it(decision: Position) -> None:
    assert decision._repr_svg_().startswith("<svg")


def test_a_board_becomes_a_position_and_what_is_left_out_fits() -> None:
    board = [13, 0, 0, 0, 0, 2, *[0] * 17, -15]
    position = Position.from_board(board, (4, 6), points=(4, 2), holes=(3, 0))
    assert position.text == "tt1 p0 move:6-4 1:13,6:2 1:15 4x/3 2x/0 4,4 8"
    assert Position.from_board([15, *[0] * 22, -15]) == Position()
    assert Position.from_board([15, *[0] * 22, -15], "6-4") == Position().roll("6-4")
    assert Position.from_board([15, *[0] * 22, -15], 3, holes=(0, 1)).dice == (3,)
    again = Position.from_board(
        position.board,
        position.dice,
        position.mover,
        position.points,
        position.holes,
        phase=position.phase,
        bredouille=position.bredouille,
        grande_bredouille=position.grande_bredouille,
        rolls=position.rolls,
        turns=position.turns,
        first_roll=position.first_roll,
    )
    assert again == position


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"board": [16, *[0] * 22, -15]}, "15 checkers of player 0 instead of 16 would fit"),
        ({"board": [14, *[0] * 10, 1, *[0] * 11, -15]}, "field 12 would fit"),
        ({"points": (3, 0)}, r"points \(4, 0\) would fit"),
        ({"holes": (0, 13)}, r"holes \(0, 12\) would fit"),
        ({"dice": "6-4", "phase": "hold-or-go"}, "phase move would fit"),
        ({"board": [15] * 3}, "24 counts"),
        ({"board": [10**30, *[0] * 23]}, "24 counts"),
        ({"board": 3}, "whole numbers"),
        ({"points": (1,)}, "player 0's and player 1's"),
        ({"points": (10**30, 0)}, "0 to 255"),
        ({"mover": 2}, "players are 0 and 1"),
        ({"dice": (1, 2, 3)}, "two dice"),
        ({"phase": "move on"}, "hold-or-go"),
        ({"holes_to_win": 3}, "holes_to_win"),
    ],
)
def test_a_board_that_is_none_is_told_what_would_fit(given: dict[str, Any], said: str) -> None:
    with pytest.raises(TrictracError, match=said):
        Position.from_board(**{"board": [13, 0, 0, 0, 0, 2, *[0] * 17, -15], **given})


def test_options_are_checked() -> None:
    with pytest.raises(TrictracError, match="laws, min_overflow, sequential"):
        Position(exit_rule="none")
    with pytest.raises(TrictracError, match="holes is"):
        Position(holes=10**6000)
    with pytest.raises(TrictracError, match="exit_rule"):
        Position(exit_rules="laws")
