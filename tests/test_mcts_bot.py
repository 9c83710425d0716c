"""C++ MCTS as a bot: safe, seeded, and found by pyspiel.load_bot."""

import random

import pyspiel
import pytest

import trictrac_spiel  # noqa: F401  (registers the game)
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.players import judging_bot, mcts_bot


@pytest.fixture
def game():
    return pyspiel.load_game("trictrac(holes=2)")


@pytest.fixture
def decision(game):
    """A state with a choice."""
    luck = random.Random(1)
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) < 5:
        state.apply_action(luck.choice(state.legal_actions()))
    return state


def test_pyspiel_finds_it_by_name(game, decision):
    assert "trictrac_mcts" in pyspiel.registered_bots()
    assert "trictrac_mcts" in pyspiel.bots_that_can_play_game(game)
    bot = pyspiel.load_bot("trictrac_mcts(simulations=10,seed=3,seconds=0.0)", game, 0)
    assert bot.step(decision) in decision.legal_actions()
    assert pyspiel.load_bot("trictrac_mcts", game, 1).step(decision) in decision.legal_actions()


def test_same_seed_same_play(game, decision):
    def policy(seed):
        return mcts_bot.make(game, 0, seed, simulations=60).get_policy(decision)

    assert policy(1) == policy(1)
    assert policy(1) != policy(2)


def test_the_policy_is_the_share_of_the_simulations(game, decision):
    bot = mcts_bot.make(game, simulations=200, rollouts=1)
    assert bot.provides_policy()
    policy, action = bot.step_with_policy(decision)
    assert {a for a, _ in policy} == set(decision.legal_actions())
    assert sum(probability for _, probability in policy) == pytest.approx(1)
    assert dict(policy)[action] == max(probability for _, probability in policy)


def test_the_judgement_keeps_the_search_to_the_best_few_actions(game, decision):
    policy, action = mcts_bot.make(game, simulations=50).step_with_policy(decision)
    judged = judging_bot.make_careful(game).judge(decision)
    best = sorted(judged, key=lambda pair: -pair[1])[:5]
    assert {a for a, _ in policy} <= {a for a, _ in best}
    assert action in dict(policy)


@pytest.mark.parametrize("budget", [{"simulations": 1}, {"seconds": 1e-9}, {"seconds": 0.02}])
def test_small_budgets_are_enough_for_a_legal_action(game, decision, budget):
    assert mcts_bot.make(game, **budget).step(decision) in decision.legal_actions()


def test_openspiels_bot_refuses_chance_nodes_ends_and_other_games(game):
    bot = pyspiel.load_bot("trictrac_mcts(simulations=5)", game, 0)
    state = game.new_initial_state()
    with pytest.raises(pyspiel.SpielError, match="chance node"):
        bot.step(state)
    with pytest.raises(pyspiel.SpielError, match="of tic_tac_toe"):
        bot.step(pyspiel.load_game("tic_tac_toe").new_initial_state())
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(pyspiel.SpielError, match="over"):
        bot.step(state)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"simulations": 0}, "simulations >= 1"),
        ({"seconds": -1}, "seconds >= 0"),
        ({"rollouts": -1}, "rollouts >= 0"),
        ({"uct_c": -1}, "uct_c >= 0"),
    ],
)
def test_wrong_options_are_refused(game, options, message):
    with pytest.raises(TrictracError, match=message):
        mcts_bot.make(game, **options)


def test_unknown_parameters_and_games_are_refused(game):
    with pytest.raises(pyspiel.SpielError, match="has no parameter depth"):
        pyspiel.load_bot("trictrac_mcts(depth=3)", game, 0)
    with pytest.raises(pyspiel.SpielError, match="whole number"):
        pyspiel.load_bot("trictrac_mcts(simulations=many)", game, 0)
    score = pyspiel.load_game("trictrac(utility=score)")
    with pytest.raises(pyspiel.SpielError, match="utility=win"):
        pyspiel.load_bot("trictrac_mcts", score, 0)


def test_it_plays_a_whole_game_against_itself(game):
    state = game.new_initial_state()
    players = [mcts_bot.make(game, seat, seat, simulations=5) for seat in (0, 1)]
    returns = pyspiel.evaluate_bots(state, players, 7)
    assert sum(returns) == 0
    assert state.is_terminal()
