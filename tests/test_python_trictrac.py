"""The game in C++ and the game in Python over ``Engine``, walked side by side."""

import pickle
import random

import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from trictrac_spiel import python_trictrac  # noqa: F401  (registers the game)

# All kinds of dice and utility, both observations that a walk can compare quickly, and options that
# change how games end.
PARAMETERS = [
    f"dice={dice},utility={utility},observation={observation},{options}"
    for dice in ("ordered", "unordered", "sequential")
    for utility in ("win", "margin", "score")
    for observation, options in (
        ("features", "max_turns=30"),
        ("compact", "holes=2,game_value=quadruple,exit_dead_number_penalty=True"),
        ("planes", "holes=1,game_value=double,first_roll_no_double=False,jan_de_rencontre=True"),
    )
]
GAMES_EACH = 12


def both(parameters: str) -> tuple[pyspiel.Game, pyspiel.Game]:
    return (
        pyspiel.load_game(f"trictrac({parameters})"),
        pyspiel.load_game(f"python_trictrac({parameters})"),
    )


def check_same_node(ours: pyspiel.State, python: pyspiel.State) -> None:
    assert python.current_player() == ours.current_player()
    assert python.is_terminal() == ours.is_terminal()
    assert python.legal_actions() == ours.legal_actions()
    assert str(python) == str(ours)
    assert python.rewards() == ours.rewards()
    assert python.returns() == ours.returns()
    for player in (0, 1):
        assert python.observation_tensor(player) == ours.observation_tensor(player)
        assert python.observation_string(player) == ours.observation_string(player)
        assert python.information_state_string(player) == ours.information_state_string(player)
        if not ours.is_chance_node():
            assert python.legal_actions(player) == ours.legal_actions(player)
    if ours.is_chance_node():
        assert python.chance_outcomes() == ours.chance_outcomes()
    player = ours.current_player()
    for action in ours.legal_actions():
        assert python.action_to_string(player, action) == ours.action_to_string(player, action)


@pytest.mark.parametrize("parameters", PARAMETERS)
def test_both_games_agree_at_every_node(parameters: str) -> None:
    our_game, python_game = both(parameters)
    rng = random.Random(parameters)
    for _ in range(GAMES_EACH):
        ours, python = our_game.new_initial_state(), python_game.new_initial_state()
        check_same_node(ours, python)
        while not ours.is_terminal():
            action = rng.choice(ours.legal_actions())
            ours.apply_action(action)
            python.apply_action(action)
            check_same_node(ours, python)


@pytest.mark.parametrize("parameters", PARAMETERS)
def test_both_games_have_the_same_bounds(parameters: str) -> None:
    ours, python = both(parameters)
    for name in (
        "num_distinct_actions",
        "max_chance_outcomes",
        "num_players",
        "min_utility",
        "max_utility",
        "utility_sum",
        "max_game_length",
        "max_chance_nodes_in_history",
        "max_history_length",
        "max_move_number",
        "observation_tensor_shape",
        "policy_tensor_shape",
    ):
        assert getattr(python, name)() == getattr(ours, name)(), name
    our_type, python_type = ours.get_type(), python.get_type()
    assert python_type.utility == our_type.utility
    assert python_type.reward_model == our_type.reward_model
    assert python_type.parameter_specification == our_type.parameter_specification


@pytest.mark.parametrize("dice", ["ordered", "unordered", "sequential"])
def test_python_game_passes_open_spiels_simulation(dice: str) -> None:
    game = pyspiel.load_game(f"python_trictrac(max_turns=30,dice={dice})")
    pyspiel.random_sim_test(game=game, num_sims=1, serialize=True, verbose=False)


def test_python_game_can_be_pickled_cloned_and_observed() -> None:
    game = pyspiel.load_game("python_trictrac(holes=2)")
    state = game.new_initial_state()
    for action in (1, game.new_initial_state().child(1).legal_actions()[0]):
        state.apply_action(action)
    assert str(pickle.loads(pickle.dumps(state))) == str(state.clone()) == str(state)
    observation = make_observation(game)
    observation.set_from(state, player=1)
    assert list(observation.tensor) == state.observation_tensor(1)


@pytest.mark.parametrize(
    "parameter", ["dice=three", "utility=gold", "observation=x", "holes=0", "exit_rule=none"]
)
def test_python_game_refuses_wrong_parameters(parameter: str) -> None:
    with pytest.raises(ValueError, match="must be"):
        pyspiel.load_game(f"python_trictrac({parameter})")


def test_python_game_refuses_illegal_actions_and_stays_the_same() -> None:
    state = pyspiel.load_game("python_trictrac").new_initial_state()
    state.apply_action(1)
    before = str(state)
    with pytest.raises(ValueError, match="in the position tt1"):
        state.apply_action(1)
    assert str(state) == before
