"""Players by name: what they are called, how they choose, and what they refuse."""

import random

import pyspiel
import pytest

from trictrac_spiel import TrictracError
from trictrac_spiel._src.match.matches import play_match
from trictrac_spiel._src.players import bots


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


# Those that think would think long; az needs a network (test_alphazero.py).
_QUICK = {"mcts": "mcts:5", "rollouts": "rollouts:1", "td": "td:1"}
EVERY_PLAYER = [_QUICK.get(name, name) for name in bots.PLAYERS if name != "az"]


@pytest.mark.parametrize("name", EVERY_PLAYER)
@pytest.mark.parametrize("ask", ["step", "get_policy", "step_with_policy"])
def test_every_player_refuses_where_nobody_decides(game: pyspiel.Game, name: str, ask: str) -> None:
    bot = bots.make(name, game, 0, 0)
    state = game.new_initial_state()
    with pytest.raises(TrictracError, match="dice are to be rolled"):
        getattr(bot, ask)(state)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(TrictracError, match="game is over"):
        getattr(bot, ask)(state)
    with pytest.raises(TrictracError, match="tic_tac_toe"):
        getattr(bot, ask)(pyspiel.load_game("tic_tac_toe").new_initial_state())
    for nothing in (None, game, "state"):
        with pytest.raises(TrictracError, match="wants a state of trictrac"):
            getattr(bot, ask)(nothing)


@pytest.mark.parametrize("name", EVERY_PLAYER)
def test_every_player_serves_both_seats(game: pyspiel.Game, name: str) -> None:
    luck = random.Random(3)
    state = game.new_initial_state()
    bot = bots.make(name, game, 1, 0)
    seats = set()
    while len(seats) < 2:
        if not state.is_chance_node():
            seats.add(state.current_player())
            policy, action = bot.step_with_policy(state)
            assert action in state.legal_actions()
            assert sum(probability for _, probability in policy) == pytest.approx(1)
        state.apply_action(luck.choice(state.legal_actions()))


@pytest.mark.parametrize("name", EVERY_PLAYER)
@pytest.mark.parametrize("nothing", [None, "trictrac", 3])
def test_a_player_wants_a_game(name: str, nothing: object) -> None:
    with pytest.raises(TrictracError, match="wants a game"):
        bots.make(name, nothing)  # type: ignore[arg-type]


def test_a_player_wants_a_name_a_seat_and_a_seed(game: pyspiel.Game) -> None:
    for name in (2, None, b"careful"):
        with pytest.raises(TrictracError, match="a player is a name"):
            bots.make(name, game)  # type: ignore[arg-type]
    for seat in (-1, 2, 0.5, None):
        with pytest.raises(TrictracError, match="player_id: must be a whole number, 0 to 1"):
            bots.make("random", game, seat)  # type: ignore[arg-type]
    for seed in (-1, 0.5, None):
        with pytest.raises(TrictracError, match="seed: must be a whole number, 0 or more"):
            bots.make("random", game, 0, seed)  # type: ignore[arg-type]
    assert bots.make("random", game, 0, 10**30).step(a_decision(game)) >= 0


@pytest.mark.parametrize("name", ["greedy", "careful"])
def test_judging_players_play_trictrac_only(name: str) -> None:
    with pytest.raises(TrictracError, match="trictrac only"):
        bots.make(name, pyspiel.load_game("tic_tac_toe"), 0, 0)


def test_searching_players_want_the_game_they_were_made_for(game: pyspiel.Game) -> None:
    state = a_decision(pyspiel.load_game("trictrac(holes=3)"))
    with pytest.raises(TrictracError, match="was made for trictrac"):
        bots.make("mcts:5", game).step(state)


def test_the_ladder_holds() -> None:
    """A small match; docs/ladder.md tells of the long ones."""
    game = pyspiel.load_game("trictrac")
    for better, other, least in (("greedy", "random", 0.9), ("careful", "greedy", 0.7)):
        result = play_match(game, bots.maker(better), bots.maker(other), 40, seed=1)
        assert result.win_rate >= least, (better, other, result.win_rate)
