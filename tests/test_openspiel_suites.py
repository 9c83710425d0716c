"""OpenSpiel's own test-suites on the game, for every value of every parameter."""

import contextlib
import io
import unittest
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import pyspiel
import pytest

import trictrac_spiel  # noqa: F401  (registers the game)
from helpers import REPOSITORY

PLAYTHROUGHS = sorted((REPOSITORY / "tests/data/playthroughs").glob("*.txt"))

GAMES = [
    "trictrac",
    "trictrac(dice=unordered)",
    "trictrac(dice=sequential)",
    "trictrac(utility=margin)",
    "trictrac(utility=score)",
    "trictrac(dice=sequential,utility=score)",
    "trictrac(observation=compact)",
    "trictrac(observation=planes)",
    "trictrac(max_turns=1)",
    "trictrac(max_turns=50)",
    "trictrac(holes=1)",
    "trictrac(holes=100,max_turns=300)",
    "trictrac(game_value=double,utility=margin)",
    "trictrac(game_value=quadruple,utility=margin)",
    "trictrac(first_roll_no_double=False)",
    "trictrac(exit_rule=min_overflow)",
    "trictrac(exit_rule=sequential)",
    "trictrac(exact_exit_mandatory=True)",
    "trictrac(exit_dead_number_penalty=True)",
    "trictrac(pile_de_misere=False)",
    "trictrac(jan_de_rencontre=True)",
    "trictrac(margot=True)",
]


def upstream(name: str) -> ModuleType:
    """Imports a test module of OpenSpiel; its games and flags speak of themselves."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = __import__(name, fromlist=["*"])
    from absl import flags

    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    return module


def run_unittests(case: type[unittest.TestCase]) -> None:
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(case)
    result = unittest.TestResult()
    suite.run(result)
    assert result.testsRun > 0
    assert not result.errors + result.failures, result


@pytest.mark.parametrize("name", GAMES)
def test_random_simulation(name: str) -> None:
    pyspiel.random_sim_test(
        game=pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False, mask_test=True
    )


@pytest.mark.parametrize("name", GAMES)
def test_api(name: str) -> None:
    api_test = upstream("open_spiel.integration_tests.api_test")
    attributes: dict[str, Any] = {"game_name": name, "game": pyspiel.load_game(name)}
    run_unittests(type("ApiTest", (api_test.EnforceAPIOnPartialTreeBase,), attributes))


@pytest.mark.parametrize("name", GAMES)
def test_games_simulation(name: str) -> None:
    games_sim_test = upstream("open_spiel.python.tests.games_sim_test")
    with contextlib.redirect_stdout(io.StringIO()):
        games_sim_test.GamesSimTest("sim_game").sim_game(pyspiel.load_game(name))


@pytest.mark.parametrize("file", PLAYTHROUGHS, ids=lambda file: file.stem)
def test_playthrough(file: Path) -> None:
    playthrough_test = upstream("open_spiel.integration_tests.playthrough_test")
    playthrough_test.PlaythroughTest("run_test").run_test(str(file.parent), file.name)


def test_there_is_a_playthrough_of_the_default_game() -> None:
    assert "game: trictrac\n" in (REPOSITORY / "tests/data/playthroughs/trictrac.txt").read_text()


@pytest.mark.parametrize("name", GAMES)
def test_string_round_trips(name: str) -> None:
    game = pyspiel.load_game(name)
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    assert again.get_parameters() == game.get_parameters()
    explicit = pyspiel.load_game("trictrac", game.get_parameters())
    assert explicit.get_parameters() == game.get_parameters()
    assert pyspiel.deserialize_game(game.serialize()).get_parameters() == game.get_parameters()
