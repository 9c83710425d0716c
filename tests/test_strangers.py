"""Files and names from strangers: no other game, no deep nesting, no escape sequences."""

import json
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pyspiel
import pytest

from helpers import trictrac
from trictrac_spiel import GameRecord, TrictracError, board_svg, board_text
from trictrac_spiel._src.people.harmless import harmless
from trictrac_spiel._src.position.reading import load_trictrac
from trictrac_spiel._src.strict_json import read_json

EVIL = "\x1b]0;owned\x07\x1b[31m\x9b2J\u202e\x00\ud800"


@pytest.mark.parametrize(
    "game",
    [
        "efg_game(filename=/etc/hostname)",
        "start_at(game=trictrac())",
        "trictrac(holes=efg_game(filename=/etc/hostname))",
        "(" * 20_000 + ")" * 20_000,
        "trictrac" + "(" * 20_000,
        "trictrac(filename=/etc/hostname)",
        "trictrac(holes=1)(holes=2)",
        "trictrac(holes=99999999999999999999999)",
        "trictrac(holes=1e999)",
        "",
    ],
)
def test_a_game_is_trictrac_with_its_parameters_only(game: str, tmp_path: Path) -> None:
    (tmp_path / "g.txt").write_text(f"game: {game}\n")
    with pytest.raises(TrictracError):
        GameRecord.load(tmp_path / "g.txt").initial_state()
    with pytest.raises(TrictracError, match="trictrac"):
        load_trictrac(game)


def test_a_games_parameters_may_be_spaced() -> None:
    wanted = str(pyspiel.load_game("trictrac(holes=3,margot=true)"))
    assert str(load_trictrac(" trictrac ( holes = 3 , margot = true ) ")) == wanted
    # As OpenSpiel writes it in the name of a game.
    assert "margot=True" in wanted
    assert str(load_trictrac(wanted)) == wanted
    assert str(load_trictrac("trictrac()")) == str(pyspiel.load_game("trictrac"))


def test_a_record_starts_from_a_position_text_only() -> None:
    nested = '{"events":' + "[" * 200_000 + "]" * 200_000 + "}"
    for start in (nested, pyspiel.load_game("trictrac").new_initial_state().to_json()):
        with pytest.raises(TrictracError, match="record begins with no state"):
            GameRecord.parse(f"game: trictrac\nstart: {start}\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * 200_000, "nested too deeply"),
        ('{"a":' * 200 + "1" + "}" * 200, "nested too deeply"),
        ('{"holes": ' + "9" * 5_000 + "}", "too long: 5000"),
        ('{"holes": NaN}', "NaN is not a number"),
        ('{"holes": -Infinity}', "-Infinity is not a number"),
        ('{"holes": 1e999}', "too large: 1e999"),
        ("{nonsense", "no JSON"),
    ],
)
def test_strange_json_is_refused(text: str, message: str) -> None:
    with pytest.raises(TrictracError, match=message):
        read_json(text)


def test_brackets_in_strings_are_no_nesting() -> None:
    assert read_json(json.dumps({"a": '"\\' + "[" * 500})) == {"a": '"\\' + "[" * 500}


def record_with(**changes: object) -> str:
    turn = {"player": 0, "dice": [6, 4], "play": "1/7 1/5"}
    turn.update({key: value for key, value in changes.items() if key in turn})
    record: dict[str, object] = {
        "trictrac_record": 1,
        "game": "trictrac",
        "players": ["a", "b"],
        "turns": [turn],
    }
    record.update({key: value for key, value in changes.items() if key not in turn})
    return json.dumps(record)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"player": "abc"}, "turn 1 of the record: player is 'abc'"),
        ({"player": 0.9}, "player is 0.9"),
        ({"player": False}, "player is False"),
        ({"player": 2}, "0 to 1"),
        ({"player": float("nan")}, "NaN"),
        ({"dice": [6, 4.0]}, "a die is 4.0"),
        ({"dice": [6, 7]}, "a die is 7"),
        ({"dice": [6, "4"]}, "a die is '4'"),
        ({"dice": "64"}, "dice must be a list"),
        ({"dice": [1, 2, 3]}, "at most two"),
        ({"play": 5}, "play must be a text"),
        ({"players": ["a", 1]}, "two players"),
        ({"players": {"0": "a", "1": "b"}}, '"players" must be'),
        ({"turns": [1]}, "turn 1 of the record is no object"),
        ({"trictrac_record": True}, '"trictrac_record": 1 is missing'),
        ({"start": 4}, '"start" must be'),
        ({"game": None}, '"game" must be'),
    ],
)
def test_strange_values_of_a_json_record_are_named(
    changes: dict[str, object], message: str
) -> None:
    GameRecord.parse(record_with())
    with pytest.raises(TrictracError) as caught:
        GameRecord.parse(record_with(**changes))
    assert message in str(caught.value)


@pytest.mark.parametrize("key", ["play", "start", "game"])
def test_half_a_surrogate_pair_is_no_play_nor_position(key: str) -> None:
    for text in (record_with(**{key: "1/7\ud800"}), f"game: trictrac\n1. White 6-4: {EVIL}\n"):
        with pytest.raises(TrictracError) as caught:
            GameRecord.parse(text)
        str(caught.value).encode()


def test_numbers_of_5000_digits_are_refused(tmp_path: Path) -> None:
    (tmp_path / "g.json").write_text(record_with().replace("[6, 4]", "[6, " + "4" * 5_000 + "]"))
    refused = trictrac("replay", "g.json", cwd=tmp_path)
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr
    assert "g.json: " in refused.stderr


def test_controls_are_written_out() -> None:
    shown = harmless(EVIL)
    assert shown.startswith("\\x1b]0;owned\\x07\\x1b[31m\\x9b2J\\u202e\\x00\\ud800")
    assert shown.encode().decode() == shown
    assert harmless("Ægir ○ né 日本") == "Ægir ○ né 日本"


def test_names_with_controls_are_drawn_harmlessly() -> None:
    picture = board_svg(
        "tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 first", names=(EVIL, "<b>]]>\x08&\ufffe")
    )
    ElementTree.fromstring(picture.encode())
    drawn = board_text("tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 first", names=(EVIL, "b\nc"))
    assert not set(drawn) & set(EVIL.replace("0;ownedJ2[31m]", "")) - set("];[0owned31m2J")
    assert "\x1b" not in drawn
    assert len(drawn.splitlines()) == len(
        board_text("tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 first").splitlines()
    )


def test_records_with_controls_are_replayed_harmlessly(tmp_path: Path) -> None:
    evil = json.loads(record_with())
    evil["players"] = [EVIL, "human"]
    (tmp_path / "g.json").write_text(json.dumps(evil))
    (tmp_path / "g.txt").write_bytes(b"game: trictrac\nWhite: \x1b[31m\n; \x1b]0;owned\x07\n")
    (tmp_path / "bad.txt").write_bytes(b"game: trictrac\n1. White 6-4: \x1b]0;owned\x07\n")
    for name, status in (("g.json", 0), ("g.txt", 0), ("bad.txt", 2)):
        for command in (["replay", "--color", "never", name], ["play", "--resume", name]):
            shown = trictrac(*command, cwd=tmp_path)
            assert shown.returncode == status, shown.stderr
            assert "Traceback" not in shown.stderr
            assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(shown.stdout + shown.stderr)


def test_only_line_ends_end_a_line_of_a_record() -> None:
    controls = "".join(map(chr, [*range(1, 10), 11, 12, *range(14, 32), 0x85, 0x2028, 0x2029]))
    for end in ("\n", "\r\n", "\r"):
        record = GameRecord.parse(f"game: trictrac{end}White: a{controls}b{end}1. White 6-4{end}")
        assert record.names[0].startswith("a")
        assert record.names[0].endswith("b")
        assert len(record.turns) == 1


def test_names_cannot_forge_lines_of_a_record() -> None:
    game = pyspiel.load_game("trictrac")
    record = GameRecord.of(game.new_initial_state(), ("a\n1. White 6-4: 1/7 1/5", "b ; c"))
    again = GameRecord.parse(record.to_text())
    assert again.turns == ()
    assert again.names == ("a\\n1. White 6-4: 1/7 1/5", "b , c")


def seconds_to_refuse(line: str) -> float:
    """Of the processor, for a record with this line."""
    began = time.process_time()
    with pytest.raises(TrictracError, match="neither a turn"):
        GameRecord.parse(f"game: trictrac\n{line}\n")
    return time.process_time() - began


def test_a_turn_line_of_blanks_is_refused_like_any_other() -> None:
    # With a loop over the blanks within another one it took thousands of times as long.
    blanks, letters = "1. White" + " " * 50_000 + "x", "1. White" + "x" * 50_000
    assert seconds_to_refuse(blanks) < 0.01 + 100 * seconds_to_refuse(letters)


@pytest.mark.parametrize("names", [("a",), ("a", "b", "c"), "ab", ("a", 1), 7])
def test_names_are_two_texts(names: object) -> None:
    for draw in (board_svg, board_text):
        with pytest.raises(TrictracError, match="two texts"):
            draw("tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 first", names=names)  # type: ignore[operator]


@pytest.mark.parametrize("width", [float("inf"), float("nan"), 0, -5, 10**9, "400", True])
def test_widths_are_pixels(width: object) -> None:
    with pytest.raises(TrictracError, match="number of pixels, 1 to"):
        board_svg("tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 first", width=width)  # type: ignore[arg-type]
