"""Positions that people propose: as a board with scores, and what would fit when one is refused."""

import json
import re

import pyspiel
import pytest

from helpers import run_python, trictrac
from trictrac_spiel import InvalidPositionError, position_text
from trictrac_spiel._src.position.fitting import nearest_position
from trictrac_spiel._src.position.reading import proposed_position, read_position

BOARD = "13,0,0,0,1,0,1,0,0,0,0,0,0,0,0,0,0,-1,-1,0,0,0,0,-13"
START = ",".join(["15", *["0"] * 22, "-15"])


def test_a_board_as_a_list() -> None:
    arguments = ["--board", BOARD, "--scores", "4/2x,0/1", "--turn", "black", "--dice", "6-5"]
    facts = json.loads(trictrac("show", "--json", *arguments).stdout)
    assert facts["state"]["board"] == [int(count) for count in BOARD.split(",")]
    assert facts["state"]["dice"] == [6, 5]
    assert facts["state"]["holes"] == [2, 1]
    assert facts["position"].startswith("tt1 p1 move:6-5 ")
    spaced = BOARD.replace(",", " ")
    assert json.loads(trictrac("show", "--json", "--board", f"[{spaced}]").stdout)["plays"] == []


@pytest.mark.parametrize(
    ("scores", "text"),
    [
        ("4/2,0/1", "4/2x 0/1x"),
        ("4/2,2/0", "4x/2 2x/0"),
        ("4/2 2/1", "4x/2x 2x/1x"),
        ("4x/2,2/1x", "4x/2 2/1x"),
        ("10/0,0/0", "10/0 0/0"),
    ],
)
def test_scores_need_no_marks(scores: str, text: str) -> None:
    game = pyspiel.load_game("trictrac")
    proposed = proposed_position(BOARD, scores, game=game)
    assert f" {text} " in proposed
    assert position_text(read_position(proposed, game)) == proposed


def test_the_first_board_is_the_start_and_options_count() -> None:
    for name in ("trictrac", "trictrac(holes=3,margot=true)"):
        game = pyspiel.load_game(name)
        proposed = proposed_position(START, game=game)
        assert proposed == position_text(game.new_initial_state())
        later = proposed_position(BOARD, "2/0,0/0", game=game)
        assert position_text(read_position(later, game)) == later


def test_play_begins_from_a_board_with_dice() -> None:
    code = (
        "import sys; from trictrac_spiel.__main__ import main;"
        f"sys.exit(main(['play', '--board', '{BOARD}', '--dice', '6-5']))"
    )
    game = run_python("-c", code)
    assert game.returncode == 0, game.stderr
    assert "You roll 6-5." in game.stdout
    assert "ways to hit" in game.stdout or "way to hit" in game.stdout
    assert "Stopped at: tt1 p0 move:6-5" in game.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--board", "15,0"], ["24 counts", "these are 2 words"]),
        (["--board", BOARD.replace("13", "x", 1)], ["24 counts"]),
        (["--board", BOARD, "--scores", "4"], ["'4' is not White's and Black's"]),
        (["--board", BOARD, "--scores", "4/2,z"], ['"z"', "points/holes"]),
        (["--board", BOARD, "tt1"], ["leave POSITION out"]),
        (["--scores", "4/2,0/1"], ["goes with --board"]),
        (["--turn", "black"], ["goes with --board"]),
        (
            ["--board", BOARD.replace("13", "14", 1)],
            ["more than fifteen", "would fit: tt1 p0 roll 1:13"],
        ),
    ],
)
def test_what_is_wrong_with_a_board_is_said(arguments: list[str], words: list[str]) -> None:
    for command in ("show", "play"):
        refused = trictrac(command, *arguments)
        assert refused.returncode == 2, refused.stdout
        assert "Traceback" not in refused.stderr
        for word in words:
            assert word in refused.stderr


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("tt1 p0 roll 1:16 1:15 0/0 0/0 0,0 0 first", "1:15 1:15"),
        ("tt1 p0 roll 1:15 1:15 12/0 0/0 4,4 8", "10/0 0/0"),
        ("tt1 p0 roll 1:15 1:15 3/0 0/12 4,4 20", "2/0 0/11"),
        ("tt1 p0 roll 1:13,5:1,7:1 1:15 4/2 0/1 4,4 20", "4/2x 0/1"),
        ("tt1 p0 roll 1:13,5:1,7:1 1:15 4/2 2/0 4,4 20", "4x/2 2/0"),
        ("tt1 p0 roll 1:13,5:1,7:1 1:15 4/2 2/1 4,4 20", "4x/2x 2/1"),
        ("tt1 p0 roll 1:14,12:1 1:15 0/0 0/0 4,4 20", "1:14,11:1"),
        ("tt1 p0 roll 1:14,13:2 1:13 0/0 0/0 4,4 20", "1:13,14:2"),
        ("tt1 p0 move:6-6 12:15 1:13,7:2 0/0 0/0 4,4 8", "6/0 0/0"),
        ("tt1 p0 move 1:15 1:15 0/0 0/0 1,0 1", "move:6-4"),
        ("tt1 p0 roll 1:15 1:15 0/0 0/0 9,9 20", "0,0 20"),
        ("tt1 p0 move:6-4 1:15 1:15 0/0 0/0 1,0 1 first", "1,0 1"),
    ],
)
def test_a_refusal_says_what_would_fit(text: str, fits: str) -> None:
    game = pyspiel.load_game("trictrac")
    with pytest.raises(InvalidPositionError) as caught:
        read_position(text, game)
    found = re.search("this would fit: (.*)", str(caught.value))
    assert found is not None, caught.value
    assert fits in found[1]
    assert position_text(read_position(found[1], game)) == found[1]


def test_what_is_far_from_any_position_gets_no_advice() -> None:
    for text in ("tt1", "tt1 p0 roll", "tt1 p7 x y z 0/0 0/0 0,0 0", "hello"):
        assert nearest_position(text) is None
