"""``trictrac show``, ``match``, ``perft``, ``bench`` and ``doctor``."""

import ctypes.util
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from helpers import run_python, trictrac
from trictrac_spiel import Position

POSITION = "tt1 p0 roll 1:13,5:1,7:1 1:13,6:1,7:1 0/0 0/0 1,1 2"


def test_show_tells_everything_about_a_position() -> None:
    shown = trictrac("show", "--dice", "6-5", POSITION)
    assert shown.returncode == 0, shown.stderr
    assert "One way to hit the lone checker on field 18: 2 points for White." in shown.stdout
    assert "227  6-5: 5/11 1/6" in shown.stdout
    by_id = shown.stdout.partition("\nid ")[2].split()[0]
    assert len(by_id) == 18
    assert trictrac("show", by_id).stdout.splitlines()[:18] == shown.stdout.splitlines()[:18]
    unquoted = trictrac("show", "--dice", "6-5", *POSITION.split())
    assert unquoted.stdout == shown.stdout


def test_a_position_brings_its_options() -> None:
    position = "tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 first holes=3 exit_rule=sequential margot=true"
    facts = json.loads(trictrac("show", "--json", "--game", "trictrac(holes=9)", position).stdout)
    assert facts["position"] == position
    assert "0 of 3 holes" in trictrac("show", position).stdout


def test_show_as_json_is_one_object() -> None:
    facts = json.loads(trictrac("show", "--json", "--dice", "6-5", POSITION).stdout)
    assert [event["jan"] for event in facts["events"]] == ["hit_big_table"]
    assert facts["plays"][0]["text"] == "6-5: 1/7 1/6"
    assert facts["state"]["dice"] == [6, 5]
    assert json.loads(trictrac("show", "--json").stdout)["plays"] == []


def test_show_draws_the_ways_that_score(tmp_path: Path) -> None:
    position = "tt1 p0 roll 1:13,8:1,9:1 1:11,3:1,7:1,8:1,10:1 0/0 2/2 2,3 15"
    given = ["--dice", "6-1", "--svg", "b.svg", "--theme", "print", position]
    shown = trictrac("show", *given, cwd=tmp_path)
    assert shown.returncode == 0, shown.stderr
    picture = (tmp_path / "b.svg").read_text(encoding="utf-8")
    assert picture.count('class="head"') == 2
    assert ">6+1</text>" in picture
    assert "trictrac-print" in picture


def test_show_draws_pictures(tmp_path: Path) -> None:
    shown = trictrac("show", "--svg", "b.svg", "--width", "400", "--player", "1", cwd=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert ElementTree.parse(tmp_path / "b.svg").getroot().get("width") == "400"
    drawn = trictrac("show", "--png", "b.png", cwd=tmp_path)
    if ctypes.util.find_library("cairo") is None:  # What cairosvg draws with.
        assert drawn.returncode == 1
        assert "library cairo" in drawn.stderr
    else:
        assert (tmp_path / "b.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("tt1 p0 claim:6-4 1:15 1:15 0/0 0/0 1,0 1 schools=true", "Every claim is legal"),
        (
            "tt1 p0 claim-received:6-2 1:14,9:1 1:15 0/0 0/0 1,0 1 schools=true",
            "cannot hold claims and schools",
        ),
        (
            "tt1 p0 hold-or-go:6-4 7:3,8:2,9:2,10:2,11:3,12:3 1:9,7:2,8:2,12:2 2/8 0/0 3,3 21 "
            "wins=1,0 tokens=10,-10 format=written marques=2",
            "would win an ordinary game",
        ),
    ],
)
def test_positions_of_both_formats_are_shown(position: str, words: str) -> None:
    shown = trictrac("show", position)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert words in " ".join(shown.stdout.split())
    found = json.loads(trictrac("show", "--json", position).stdout)
    assert (found["position"], found["id"]) == (position, None)
    assert len(found["plays"]) == len(Position.from_text(position).legal_actions)


def test_match_as_json_has_the_promised_keys() -> None:
    def match(*more: str) -> dict[str, object]:
        played = trictrac(
            "match", "greedy", "random", "--games", "7", "--seed", "3", "--json", *more
        )
        assert played.returncode == 0, played.stderr
        return dict(json.loads(played.stdout))

    result = match()
    assert list(result) == [
        "a",
        "b",
        "games",
        "wins",
        "losses",
        "draws",
        "win_rate",
        "win_rate_ci95",
        "hole_margin",
        "games_per_second",
        "seed",
        "game",
    ]
    assert (result["a"], result["b"], result["games"], result["seed"]) == ("greedy", "random", 7, 3)
    again, parallel = match(), match("--jobs", "2")
    for other in (again, parallel):
        assert {**other, "games_per_second": 0} == {**result, "games_per_second": 0}


def test_match_as_a_table() -> None:
    played = trictrac("match", "careful", "random", "--games", "4", "--seed", "1", "--holes", "2")
    assert "won, drawn, lost  4, 0, 0" in played.stdout
    assert "95 % interval" in played.stdout
    assert re.search(r"speed +([1-9][\d,]*|[\d.]+) games a second", played.stdout)


def test_perft_counts_and_divides() -> None:
    counted = json.loads(trictrac("perft", "--depth", "4", "--divide", "--json").stdout)
    assert counted["counts"] == [30, 58, 2088, 4002]
    assert sum(counted["divide"].values()) == 4002
    assert "2088" in trictrac("perft", "--depth", "3").stdout
    split = json.loads(trictrac("perft", "--depth", "2", "--divide", "--json", POSITION).stdout)
    assert sum(split["divide"].values()) == split["counts"][-1]


def test_bench_measures() -> None:
    rates = json.loads(trictrac("bench", "--json").stdout)["per_second"]
    assert rates["random_steps"] > 20 * rates["random_games"]
    assert {"random_games", "greedy", "careful", "mcts:100"} <= set(rates)
    assert all(rate > 0 for rate in rates.values())


def test_doctor_finds_the_game() -> None:
    report = trictrac("doctor")
    assert report.returncode == 0
    assert "The game works." in report.stdout
    facts = json.loads(trictrac("doctor", "--json").stdout)
    assert facts["ok"] is True
    for finding in facts["findings"]:
        assert finding["ok"] or finding["advice"], finding


@pytest.mark.parametrize(
    "command", ["play", "show", "replay", "match", "perft", "bench", "doctor", "query", "generate"]
)
def test_help_is_worth_reading(command: str) -> None:
    shown = trictrac(command, "--help")
    assert shown.returncode == 0
    assert len(shown.stdout) > 250
    assert max(map(len, shown.stdout.splitlines())) <= 100


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["show", "nonsense"], ["'nonsense' is no position", "tt1 p0 roll", "18 characters"]),
        (["show", "tt1 p7"], ["p7", "p0 or p1"]),
        (["show", "!" * 18], ["id"]),
        (["show", "--dice", "9-1"], ["'9-1'", "6-4"]),
        (["show", "--dice", "6-6"], ["double"]),
        (["show", "--player", "2"], ["'2'", "0 to 1"]),
        (["show", "--svg", "no/such/folder.svg"], ["no/such/folder.svg"]),
        (["match", "careful"], ["B"]),
        (["match", "careful", "nobody"], ["'nobody'", "greedy"]),
        (["match", "careful", "mcts:x"], ["'x'"]),
        (["match", "careful", "mcts:99999999999"], ["1 to 2147483647"]),
        (["match", "careful", "mcts:" + "9" * 5000], ["1 to 2147483647"]),
        (["match", "careful", "az:"], ["folder of a run"]),
        (["match", "careful", "az:nowhere"], ["nowhere"]),
        (["match", "careful", "greedy", "--games", "0"], ["'0'", "1 to 10000000"]),
        (["match", "careful", "greedy", "--jobs", "100000"], ["'100000'", "1 to 1024"]),
        (["train", "run", "--actors", "100000"], ["--actors", "1 to 4096", "100000"]),
        (["train", "run", "--nn-width", "99999999999"], ["--nn-width", "1 to 16384"]),
        (["train", "run", "--nn-width", "9" * 5000], ["--nn-width", "1 to 16384"]),
        (["train", "run", "--nn-width", "wide"], ["--nn-width", "'wide'"]),
        (["train", "run", "--uct-c", "nan"], ["--uct-c", "'nan'"]),
        (["train", "run", "--game", "chess"], ["--game", "'chess'", "trictrac"]),
        (["train", "run", "--method", "prayer"], ["--method", "'prayer'", "openspiel"]),
        (["train", "run", "--preset", "huge"], ["--preset", "'huge'", "smoke"]),
        (["train", "run", "--config", "nowhere.json"], ["nowhere.json"]),
        (["train", "run", "--resume"], ["run", "no run to resume"]),
        (["match", "careful", "greedy", "--jobs", "two"], ["'two'"]),
        (["match", "careful", "greedy", "--seed", "9" * 30], ["too large", f"0 to {2**63 - 1}"]),
        (["match", "careful", "greedy", "--seed", "-" + "9" * 30], ["0 or more"]),
        (["match", "careful", "greedy", "--game", "trictrac(colour=red)"], ["colour"]),
        (["perft", "--depth", "0"], ["'0'"]),
        (["perft", "nowhere"], ["'nowhere'"]),
        (["replay", "nowhere.txt"], ["nowhere.txt"]),
        (["plot", ".", "--output", "."], ["'.'", ".png"]),
        (["plot", ".", "--output", "plot.jpg"], ["'plot.jpg'", ".png"]),
        (["bench", "--seconds", "none"], ["'none' is not a whole number"]),
        (["bench", "--seconds", "0"], ["'0' is too small: 1 to 3600"]),
        (["bench", "--seconds", "99999"], ["'99999' is too large: 1 to 3600"]),
        (["nonsense"], ["'nonsense'", "play"]),
    ],
)
def test_bad_input_is_named(arguments: list[str], words: list[str], tmp_path: Path) -> None:
    refused = trictrac(*arguments, cwd=tmp_path)
    assert refused.returncode == 2, refused.stderr
    assert "Traceback" not in refused.stderr
    assert refused.stdout == ""
    for word in words:
        assert word in refused.stderr


@pytest.mark.parametrize("game", ["foo", "backgammon", "trictrac(holes=0)", "trictrac(colour=red)"])
def test_a_wrong_game_is_refused_in_one_line(game: str) -> None:
    refused = trictrac("show", "--game", game)
    assert refused.returncode == 2
    assert len(refused.stderr.splitlines()) == 1, refused.stderr


def test_closed_standard_output_is_reported() -> None:
    program = [sys.executable, "-m", "trictrac_spiel", "show"]
    closed = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", *program], stderr=subprocess.PIPE, text=True, timeout=60
    )
    assert closed.returncode == 1
    assert closed.stderr == "trictrac: standard output is closed\n"


@pytest.mark.parametrize(
    ("games", "said"),
    [
        ("1", "1, from one seat only"),
        ("2", "2, every sequence of dice from both seats"),
        ("3", "3, every sequence of dice from both seats but the last one"),
    ],
)
def test_match_says_which_seats_were_played(games: str, said: str) -> None:
    match = trictrac("match", "random", "random", "--games", games, "--seed", "1")
    assert f"games             {said}" in match.stdout.splitlines()


@pytest.mark.parametrize("columns", [60, 67, 80])
def test_a_narrow_terminal_has_room_for_what_is_shown(columns: int, tmp_path: Path) -> None:
    (tmp_path / "g.txt").write_text(
        "game: trictrac(holes=2)\nWhite: somebody with a name\nBlack: another one\n"
        "1. White 6-4: 1/7 1/5\n2. Black 5-1: 1/6/7\n3. White 6-5\n"
    )
    position = "tt1 p0 roll 1:13,5:1,7:1 1:13,6:1,7:1 2/0 0/0 1,1 2"
    for words in (
        ["replay", "--all", "g.txt"],
        ["show", "--dice", "6-5", position],
        ["show", "--lang", "fr", "--dice", "6-5", position],
    ):
        shown = run_python("-m", "trictrac_spiel", *words, cwd=tmp_path, COLUMNS=str(columns))
        assert shown.returncode == 0, shown.stderr
        # A position text is whole, to be copied.
        lines = [line for line in shown.stdout.splitlines() if not line.startswith("text ")]
        assert max(map(len, lines)) <= columns
