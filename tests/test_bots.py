"""Players by name: what they are called, how they choose, and what they refuse."""

import random

import pyspiel
import pytest

import trictrac_spiel
from trictrac_spiel import TrictracError
from trictrac_spiel._src.match.matches import play_match
from trictrac_spiel._src.players import bots

HOLD_OR_GO = "tt1 p0 hold-or-go:4-4 1:1,2:1,6:1,7:2,8:2,9:2,10:2,11:2,12:2 1:3,4:1,7:7,9:2,12:2 2/10 0/0 4,4 48"  # noqa: E501


@pytest.fixture
def game() -> pyspiel.Game:
    return pyspiel.load_game("trictrac")


def a_decision(game: pyspiel.Game) -> pyspiel.State:
    luck = random.Random(1)
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) < 5:
        state.apply_action(luck.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", ["random", "greedy", "careful", "mcts:5", "mcts"])
def test_every_player_is_a_bot_that_plays(game: pyspiel.Game, name: str) -> None:
    state = a_decision(game)
    bot = bots.make(name, game, 0, 7)
    assert isinstance(bot, pyspiel.Bot)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", ["", "human", "mcts:0", "mcts:many", "greedy:3", "Random"])
def test_unknown_players_are_named_with_those_that_there_are(name: str) -> None:
    with pytest.raises(TrictracError) as caught:
        bots.check(name)
    message = str(caught.value)
    assert name.partition(":")[2] in message
    if name.partition(":")[0] not in bots.PLAYERS:
        for word in (repr(name), "random", "greedy", "careful", "mcts:SIMS", "az:PATH"):
            assert word in message


@pytest.mark.parametrize("name", ["greedy", "careful"])
def test_judging_players_take_what_they_judge_best(game: pyspiel.Game, name: str) -> None:
    bot = bots.make(name, game, 0, 0)
    state = a_decision(game)
    judged = bot.judge(state)
    assert [action for action, _ in judged] == state.legal_actions()
    assert dict(judged)[bot.step(state)] == max(worth for _, worth in judged)
    policy, action = bot.step_with_policy(state)
    assert dict(policy) == {legal: float(legal == action) for legal in state.legal_actions()}
    assert bot.get_policy(state) == policy


@pytest.mark.parametrize("name", ["greedy", "careful"])
def test_judging_players_refuse_rolls_ends_and_other_games(game: pyspiel.Game, name: str) -> None:
    bot = bots.make(name, game, 0, 0)
    state = game.new_initial_state()
    with pytest.raises(TrictracError, match="rolled"):
        bot.step(state)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(TrictracError, match="over"):
        bot.step(state)
    with pytest.raises(TrictracError, match="tic_tac_toe"):
        bot.step(pyspiel.load_game("tic_tac_toe").new_initial_state())
    with pytest.raises(TrictracError, match="trictrac only"):
        bots.make(name, pyspiel.load_game("tic_tac_toe"), 0, 0)


def test_going_and_holding_are_weighed(game: pyspiel.Game) -> None:
    state = game.new_initial_state(HOLD_OR_GO)
    judged = dict(bots.make("careful", game, 0, 0).judge(state))
    assert 1 in judged
    assert len(judged) > 1
    assert trictrac_spiel.play_text(state, 1) == "Go"


def test_the_ladder_holds() -> None:
    """A small match; docs/ladder.md tells of the long ones."""
    game = pyspiel.load_game("trictrac")
    for better, other, least in (("greedy", "random", 0.9), ("careful", "greedy", 0.7)):
        result = play_match(game, bots.maker(better), bots.maker(other), 40, seed=1)
        assert result.win_rate >= least, (better, other, result.win_rate)
