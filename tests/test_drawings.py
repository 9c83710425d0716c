"""Drawings of the board, at every node."""

import importlib
import random
import re
import xml.etree.ElementTree as ElementTree

import pyspiel
import pytest

import trictrac_spiel
from trictrac_spiel import InvalidPositionError, TrictracError, board_svg, board_text

SVG = "{http://www.w3.org/2000/svg}"
MIDDLE_GAME = (
    "tt1 p0 move:5-2 11:3,12:12 7:2,8:2,9:1,10:2,11:2,12:2,19:1,21:1,24:2 2/7x 2x/10 4,4 51"
)


def random_game(parameters: dict[str, object], seed: int) -> list[pyspiel.State]:
    """Every state of a random game."""
    luck = random.Random(seed)
    state = pyspiel.load_game("trictrac", parameters).new_initial_state()
    states = [state.clone()]
    while not state.is_terminal():
        state.apply_action(luck.choice(state.legal_actions()))
        states.append(state.clone())
    return states


@pytest.mark.parametrize(
    "parameters", [{}, {"dice": "sequential", "holes": 2}, {"max_turns": 9, "holes": 30}]
)
@pytest.mark.parametrize("player", [0, 1])
def test_every_node_is_drawn(parameters: dict[str, object], player: int) -> None:
    phases = set()
    for state in random_game(parameters, seed=player):
        picture = board_svg(state, player=player)
        root = ElementTree.fromstring(picture)
        assert root.tag == f"{SVG}svg"
        assert picture == picture._repr_svg_()
        for unicode in (False, True):
            drawing = board_text(state, player=player, unicode=unicode)
            assert max(map(len, drawing.splitlines())) <= 80
            assert unicode or drawing.isascii()
        phases.add(trictrac_spiel.position_text(state).split()[2].partition(":")[0])
    assert {"roll", "move", "over"} <= phases


def test_pictures_show_all_checkers() -> None:
    root = ElementTree.fromstring(board_svg(MIDDLE_GAME))
    titles = [title.text or "" for title in root.iter(f"{SVG}title")]
    counts = {"White": 0, "Black": 0}
    for title in titles:
        if found := re.fullmatch(r"(White|Black): (\d+) on field \d+", title):
            counts[found[1]] += int(found[2])
    assert counts == {"White": 15, "Black": 15}


def test_the_other_seat_sees_the_other_numbers() -> None:
    assert "White: 3 on field 11<" in board_svg(MIDDLE_GAME)
    assert "White: 3 on field 14<" in board_svg(MIDDLE_GAME, player=1)


def test_marks_are_told() -> None:
    text = board_text(MIDDLE_GAME, names=("Anne", "Bernard"))
    for words in ("2 points, double", "7 of 12 holes", "Anne plays 5-2", "[5] [2]", "◇◇"):
        assert words in text
    assert "holds the flag" in text


def test_borne_off_checkers_are_told() -> None:
    position = "tt1 p1 roll 19:2,20:1,24:2 12:15 0/0 0/0 4,4 300"
    assert "10 off the board" in board_text(position)
    assert "10 off" in board_svg(position)


def test_names_cannot_break_the_picture() -> None:
    picture = board_svg(MIDDLE_GAME, names=("<b>&'\"", "x" * 200))
    ElementTree.fromstring(picture)
    assert "<b>" not in picture


def test_the_last_play_is_marked() -> None:
    state = pyspiel.load_game("trictrac").new_initial_state()
    state.apply_action(23)
    before = board_svg(state)
    state.apply_action(trictrac_spiel.parse_play(state, "1/7 1/5"))
    after = board_svg(state)
    assert "played" not in before.partition("</style>")[2]
    assert "White played 6-4: 1/7 1/5" in after
    assert after.count('class="moved"') == 2
    # The other seat counts the fields the other way.
    assert "White played 6-4: 24/18 24/20" in board_svg(state, player=1)
    assert "White played 6-4: 24/18 24/20\n" in board_text(state, player=1)


def test_engines_and_the_twin_in_python_are_drawn() -> None:
    importlib.import_module("trictrac_spiel.python_trictrac")
    state = pyspiel.load_game("python_trictrac").new_initial_state()
    state.apply_action(state.legal_actions()[3])
    text = trictrac_spiel.play_text(state, state.legal_actions()[0])
    state.apply_action(state.legal_actions()[0])
    assert f"White played {text}" in board_svg(state)
    assert "White rolls first" in board_text(trictrac_spiel.Engine(holes=2))


def test_width_and_colors() -> None:
    assert 'width="400"' in board_svg(MIDDLE_GAME, width=400)
    assert "\x1b[" in board_text(MIDDLE_GAME, color=True)
    assert "\x1b[" not in board_text(MIDDLE_GAME)


def test_bad_input_is_named() -> None:
    with pytest.raises(InvalidPositionError, match="tt1"):
        board_svg("nonsense")
    with pytest.raises(TrictracError, match="players are 0 and 1"):
        board_text(MIDDLE_GAME, player=2)
