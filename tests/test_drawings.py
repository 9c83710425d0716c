"""Drawings of the board, at every node."""

import importlib
import random
import re
import xml.etree.ElementTree as ElementTree

import pyspiel
import pytest

import trictrac_spiel
from trictrac_spiel import (
    Arrow,
    Engine,
    GameRecord,
    InvalidPositionError,
    TrictracError,
    board_svg,
    board_text,
)
from trictrac_spiel._src.drawing import geometry
from trictrac_spiel._src.drawing.arrows import route
from trictrac_spiel._src.drawing.themes import THEMES
from trictrac_spiel._src.drawing.ways import arrows_of, lit_fields
from trictrac_spiel._src.people.view import view_of

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


BEARING_OFF = "tt1 p1 roll 19:2,20:1,24:2 12:10,16:1,21:2 0/0 0/0 4,4 300"


def circles(picture: str, kind: str) -> list[tuple[float, float, float]]:
    """The circles of a group of the picture: x, y and radius."""
    found = []
    for group in ElementTree.fromstring(picture).iter(f"{SVG}g"):
        if group.get("class") == kind:
            found += [
                (float(c.attrib["cx"]), float(c.attrib["cy"]), float(c.attrib["r"]))
                for c in group.iter(f"{SVG}circle")
            ]
    return found


@pytest.mark.parametrize("seed", range(6))
def test_arrows_go_round_checkers(seed: int) -> None:
    luck = random.Random(seed)
    touched = 0
    states = [state for state in random_game({"holes": 2}, seed) if state.history()]
    for state in luck.sample(states, 12):
        view = view_of(state)
        own = [field for field in range(1, 25) if view.count(field) > 0]
        start = luck.choice(own)
        for end in range(start + 1, min(start + 12, 24) + 1):
            arrow = Arrow(start, end)
            way = route(view, geometry.pile_top(view, start), arrow)
            others = [
                (*geometry.checker(view, field, index), geometry.CHECKER)
                for field in range(1, 25)
                if field not in (start, end)
                for index in range(abs(view.count(field)))
            ]
            touched += way.touches(others)
            tip_x, tip_y = way.tip
            assert tip_x == geometry.column(end)
            assert abs(tip_y - geometry.pile_top(view, end)[1]) <= 2
    assert touched == 0


def test_an_arrow_has_a_head_a_label_and_a_colour() -> None:
    plain = board_svg(MIDDLE_GAME)
    picture = board_svg(MIDDLE_GAME, arrows=[(11, 16), Arrow(12, 19, "5+2", "#123abc", "a way")])
    ElementTree.fromstring(picture)
    assert picture.count('class="head"') - plain.count('class="head"') == 2
    assert "stroke: #123abc" in picture
    assert "<title>a way</title>" in picture
    assert ">5+2</text>" in picture


@pytest.mark.parametrize("arrows", [[(0, 5)], [(1, 25)], [(1,)], ["1"], [7], [(1, 2.5)]])
def test_wrong_arrows_are_named(arrows: list[object]) -> None:
    with pytest.raises(TrictracError, match=r"no field|no arrow"):
        board_svg(MIDDLE_GAME, arrows=arrows)  # type: ignore[arg-type]


def test_wrong_colours_themes_and_fields_are_named() -> None:
    for colour in ("red;}", '"', "url(#x)", ""):
        with pytest.raises(TrictracError, match="no colour"):
            board_svg(MIDDLE_GAME, highlight={3: colour})
    with pytest.raises(TrictracError, match="wood, dark, print"):
        board_svg(MIDDLE_GAME, theme="neon")
    with pytest.raises(TrictracError, match="no field"):
        board_svg(MIDDLE_GAME, highlight=[25])
    with pytest.raises(TrictracError, match="give one of them"):
        board_svg(MIDDLE_GAME, size=3, width=4)


def test_highlights_light_up_their_fields() -> None:
    root = ElementTree.fromstring(board_svg(MIDDLE_GAME, highlight={3: None, 17: "gold"}))
    lit = [rect for rect in root.iter(f"{SVG}rect") if rect.get("class") == "lit"]
    middles = [float(rect.attrib["x"]) + float(rect.attrib["width"]) / 2 for rect in lit]
    assert middles == pytest.approx([geometry.column(3), geometry.column(17)], abs=0.1)
    assert [rect.get("style") for rect in lit] == [None, "fill: gold; stroke: gold"]


def test_borne_off_checkers_stand_in_the_rail() -> None:
    root = ElementTree.fromstring(board_svg(BEARING_OFF))
    trays = {}
    for group in root.iter(f"{SVG}g"):
        if group.get("class") == "off":
            title = group.findtext(f"{SVG}title") or ""
            trays[title] = len(group.findall(f"{SVG}rect"))
    assert trays == {
        "White: 10 checkers off the board": 10,
        "Black: 2 checkers off the board": 2,
    }


@pytest.mark.parametrize("points", [0, 2, 4, 6, 8, 10])
def test_tokens_never_touch_dice_or_checkers(points: int) -> None:
    other = "2x" if points else "0"
    position = MIDDLE_GAME.replace("move:5-2", "roll").replace("2/7x 2x", f"{points}/7x {other}")
    for player in (0, 1):
        picture = board_svg(position, player=player)
        dice = [geometry.dice(player == 0, index, 2) for index in range(2)]
        for x, y, radius in circles(picture, "token"):
            for die_x, die_y in dice:
                across = abs(x - die_x) - geometry.DIE / 2
                along = abs(y - die_y) - geometry.DIE / 2
                assert max(across, along) > radius + 4
            for at_x, at_y, size in circles(picture, "pile"):
                assert (x - at_x) ** 2 + (y - at_y) ** 2 > (radius + size) ** 2


def test_the_double_token_is_two_coins() -> None:
    assert len(circles(board_svg(MIDDLE_GAME), "token")) == 3 * 3
    assert "double token: the hole would count two" in board_svg(MIDDLE_GAME)


def test_pegs_do_not_cover_the_numbers() -> None:
    root = ElementTree.fromstring(board_svg(MIDDLE_GAME))
    numbers = [text for text in root.iter(f"{SVG}text") if text.get("class") == "number"]
    assert len(numbers) == 24
    pegs = [(geometry.rail(below), 9) for below in (True, False)]
    for text in numbers:
        bottom = float(text.attrib["y"])
        for y, radius in pegs:
            assert y + radius < bottom - 17 or y - radius > bottom


def test_the_last_dice_stay_until_others_fall() -> None:
    state = pyspiel.load_game("trictrac").new_initial_state()
    assert 'class="dice' not in board_svg(state)
    state.apply_action(23)
    assert 'class="dice"' in board_svg(state)
    state.apply_action(state.legal_actions()[0])
    assert "White rolled 6-4" in board_svg(state)
    assert 'class="dice last"' in board_svg(state)
    state.apply_action(0)
    assert "Black rolled 1-1" in board_svg(state)
    assert 'class="dice last"' not in board_svg(state)


def test_every_theme_colours_every_shape() -> None:
    classes = {frozenset(rules) for rules in THEMES.values()}
    assert len(classes) == 1
    for theme in THEMES:
        picture = board_svg(MIDDLE_GAME, theme=theme)
        assert f'class="trictrac trictrac-{theme}"' in picture
        used = {
            word
            for element in ElementTree.fromstring(picture).iter()
            for word in (element.get("class") or "").split()
            if not word.startswith("trictrac")
        }
        styled = set(re.findall(r"\.([a-z0-9]+) \{", picture))
        assert used - styled <= {"pile", "token", "dice", "off"}


def test_orientation_and_size_are_other_names() -> None:
    assert board_svg(MIDDLE_GAME, orientation=1) == board_svg(MIDDLE_GAME, player=1)
    assert board_svg(MIDDLE_GAME, size=400) == board_svg(MIDDLE_GAME, width=400)
    bare = board_svg(MIDDLE_GAME, coordinates=False)
    assert 'class="number"' not in bare
    ElementTree.fromstring(bare)


def test_control_characters_of_names_are_written_out() -> None:
    picture = board_svg(MIDDLE_GAME, names=("\x1b[2J\x00", "\ud800\u202e"))
    ElementTree.fromstring(picture)
    picture.encode()
    assert "\\x1b[2J" in picture


def test_values_show_themselves_in_a_notebook() -> None:
    state = pyspiel.load_game("trictrac").new_initial_state()
    importlib.import_module("trictrac_spiel.python_trictrac")
    twin = pyspiel.load_game("python_trictrac").new_initial_state()
    for shown in (state, Engine(), twin):
        root = ElementTree.fromstring(shown._repr_svg_())
        assert root.get("width") == "480"
    page = GameRecord.of(state)._repr_html_()
    assert page.startswith("<iframe")
    assert "<script" not in page  # It is quoted, within the frame's document.


def test_the_ways_that_score_are_arrows() -> None:
    state = trictrac_spiel.Position.from_text(
        "tt1 p0 roll 1:13,8:1,9:1 1:11,3:1,7:1,8:1,10:1 0/0 2/2 2,3 15"
    ).state(pyspiel.load_game("trictrac"))
    state.apply_action(30)  # The dice 6-1.
    found = trictrac_spiel.events(state)
    for player in (0, 1):
        view = view_of(state, player)
        arrows = arrows_of(found, view, roller=0)
        ends = {(arrow.start, arrow.end, arrow.label) for arrow in arrows}
        seen = {(9, 15, "6"), (8, 15, "6+1")}
        if player:
            seen = {(25 - start, 25 - end, label) for start, end, label in seen}
        assert ends == seen
        assert lit_fields(found, view, roller=0) == [15 if player == 0 else 10]
        ElementTree.fromstring(board_svg(state, player=player, arrows=arrows))


def test_every_way_of_a_game_can_be_drawn() -> None:
    drawn = 0
    for state in random_game({"holes": 3, "margot": True, "jan_de_rencontre": True}, seed=4):
        if state.current_player() < 0:
            continue
        arrows = arrows_of(trictrac_spiel.events(state), view_of(state), state.current_player())
        board_svg(state, arrows=arrows)
        drawn += len(arrows)
    assert drawn > 10
