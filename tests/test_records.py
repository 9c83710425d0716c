"""Records: text and JSON that people and programs read, and that read back the same."""

import ctypes.util
import json
import os
import random
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

import pyspiel
import pytest
from PIL import Image

from helpers import trictrac
from trictrac_spiel import GameRecord, TrictracError, position_text
from trictrac_spiel._src.people.commentary import Speaker, marks
from trictrac_spiel._src.people.view import Score, view_of
from trictrac_spiel._src.players import bots
from trictrac_spiel._src.position.values import Event


def a_game(name: str, seed: int, moves: int = 10_000) -> pyspiel.State:
    """A game between careful players, or its beginning."""
    luck = random.Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    bot = bots.make("careful", state.get_game(), 0, 0)
    while not state.is_terminal() and moves > 0:
        chance = state.is_chance_node()
        state.apply_action(luck.choice(state.legal_actions()) if chance else bot.step(state))
        moves -= 1
    return state


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("trictrac", 10_000),
        ("trictrac(dice=unordered,holes=2)", 10_000),
        ("trictrac(dice=sequential,holes=2)", 10_000),
        ("trictrac(dice=sequential)", 10),
        ("trictrac(dice=sequential)", 12),
        ("trictrac(exit_rule=sequential,max_turns=40)", 10_000),
        ("trictrac", 0),
        ("trictrac", 41),
    ],
)
def test_both_forms_read_back_the_same(name: str, moves: int) -> None:
    state = a_game(name, seed=5, moves=moves)
    record = GameRecord.of(state, ("you", "careful"))
    assert GameRecord.parse(record.to_text()) == record
    assert GameRecord.parse(record.to_json()) == record
    assert position_text(record.final_state()) == position_text(state)


def test_a_game_from_a_position_keeps_its_start() -> None:
    game = pyspiel.load_game("trictrac(holes=3)")
    start = "tt1 p1 move:2-1 1:12,7:1,10:2 1:12,4:1,7:1,11:1 0/1 0/0 3,3 21 holes=3"
    state = game.new_initial_state(start)
    state.apply_action(state.legal_actions()[0])
    record = GameRecord.of(state)
    assert record.start == start
    assert GameRecord.parse(record.to_text()) == record
    assert position_text(record.final_state()) == position_text(state)


def test_texts_explain_every_mark() -> None:
    text = GameRecord.of(a_game("trictrac(holes=4)", seed=2)).to_text()
    assert "points for White." in text
    assert "The game is over" in text
    assert max(map(len, text.splitlines())) <= 100


def test_json_names_the_winner() -> None:
    state = a_game("trictrac(holes=2)", seed=3)
    data = json.loads(GameRecord.of(state).to_json())
    assert data["trictrac_record"] == 1
    assert data["result"]["returns"] == state.returns()
    assert data["position"] == position_text(state)
    assert max(data["result"]["holes"]) == 2


def test_files_choose_the_form_by_name(tmp_path: Path) -> None:
    record = GameRecord.of(a_game("trictrac", seed=1, moves=20))
    for name in ("game.txt", "game.json"):
        record.save(tmp_path / name)
        assert GameRecord.load(tmp_path / name) == record
    assert (tmp_path / "game.json").read_text().startswith("{")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.json", "game.txt"]


def test_a_file_is_replaced_only_by_the_same_game(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    early, late, other = (
        GameRecord.of(a_game("trictrac", seed, moves))
        for seed, moves in ((1, 20), (1, 30), (2, 30))
    )
    early.save(file)
    late.save(file)
    for record in (early, other):
        with pytest.raises(TrictracError, match=r"game\.txt holds another game"):
            record.save(file)
        assert GameRecord.load(file) == late
    early.save(file, replacing=late)
    assert GameRecord.load(file) == early


def test_a_file_that_is_no_record_stays(tmp_path: Path) -> None:
    record = GameRecord.of(a_game("trictrac", seed=1, moves=20))
    letter, folder, pipe = (tmp_path / name for name in ("letter.txt", "folder", "pipe"))
    letter.write_text("Dear Trictrac,")
    folder.mkdir()
    os.mkfifo(pipe)
    for path, message in ((letter, "no record"), (folder, "a folder"), (pipe, "no regular file")):
        with pytest.raises(TrictracError, match=message):
            record.save(path)
    assert letter.read_text() == "Dear Trictrac,"
    assert pipe.is_fifo()
    assert sorted(tmp_path.iterdir()) == [folder, letter, pipe]


def test_saving_follows_links_and_keeps_the_mode(tmp_path: Path) -> None:
    file, link = tmp_path / "game.txt", tmp_path / "link.txt"
    link.symlink_to(file)
    record = GameRecord.of(a_game("trictrac", seed=1, moves=20))
    record.save(link)
    file.chmod(0o640)
    record.save(link)
    assert link.is_symlink()
    assert GameRecord.load(file) == record
    assert file.stat().st_mode & 0o777 == 0o640


def test_an_interrupted_save_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        GameRecord.of(a_game("trictrac", seed=1, moves=20)).save(tmp_path / "game.txt")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no record"),
        ("hello", "line 1, 'hello'"),
        ("{}", "no record"),
        ("{nonsense", "no JSON"),
        ("game: chess960", "begins with no state"),
        ("game: tic_tac_toe", "is not trictrac"),
        ("game: trictrac\nstart: tt1 p9", "p9"),
        ("game: trictrac\n1. White 6-4: 1/9 1/5", "turn 1 of the record: the dice do not lead"),
        ("game: trictrac\n1. Black 6-4: 1/7 1/5", "not Black's turn"),
        ("game: trictrac\n1. White 6-6: 1/7 1/7", "cannot be a double"),
        ("game: trictrac\n1. White 6-4\n2. Black 6-4", "turn 2 of the record"),
        ("game: trictrac\n1. White 7-4: 1/7 1/5", "line 2"),
        ('{"trictrac_record": 1, "game": "trictrac"}', "players"),
        ('{"trictrac_record": 1, "game": "trictrac", "players": [1], "turns": []}', "two players"),
    ],
)
def test_what_is_wrong_with_a_record_is_said(text: str, message: str) -> None:
    with pytest.raises(TrictracError) as caught:
        GameRecord.parse(text)
    assert message in str(caught.value)


def test_replay_shows_every_turn(tmp_path: Path) -> None:
    record = GameRecord.of(a_game("trictrac(holes=2)", seed=3))
    record.save(tmp_path / "game.txt")
    shown = trictrac("replay", "game.txt", "--svg", "pictures", "--ascii", cwd=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.isascii()
    assert shown.stdout.count("holes") >= 2 * len(record.turns)
    assert len(list((tmp_path / "pictures").iterdir())) == len(record.turns)
    part = trictrac("replay", "--from", "2", "--to", "3", "game.txt", cwd=tmp_path)
    assert "  2. Black" in part.stdout
    assert "  1. White" not in part.stdout
    whole = trictrac("replay", "--json", "game.txt", cwd=tmp_path)
    assert GameRecord.parse(json.dumps(json.loads(whole.stdout))) == record


def test_replay_says_which_turns_there_are(tmp_path: Path) -> None:
    GameRecord.of(a_game("trictrac", seed=1, moves=20)).save(tmp_path / "game.txt")
    for arguments, message in (
        (["--from", "5", "--to", "3"], "--from 5 --to 3: the last turn is before the first"),
        (["--from", "99"], "--from 99: the game has 10 turns"),
    ):
        refused = trictrac("replay", *arguments, "game.txt", cwd=tmp_path)
        assert refused.returncode == 2
        assert message in refused.stderr
        assert refused.stdout == ""
    (tmp_path / "start.txt").write_text("game: trictrac\n")
    shown = trictrac("replay", "start.txt", cwd=tmp_path)
    assert shown.returncode == 0, shown.stderr
    assert "no turns" in shown.stdout


def test_sentences_speak_to_you() -> None:
    event = Event(jan="corner_hit", ways=1, points=4, to="mover", field=None)
    assert Speaker("White", "you").sentence(event).startswith("Two checkers could land on your ")
    assert (
        Speaker("you", "Black")
        .sentence(event)
        .endswith("on Black's empty rest corner: 4 points for you.")
    )
    event = Event(jan="contre_two_tables", ways=1, points=4, to="other", field=None)
    assert "you already hold your corner" in Speaker("White", "you").sentence(event)
    assert "Black already holds his corner" in Speaker("you", "Black").sentence(event)
    hole = (
        "tt1 p0 hold-or-go:4-4 1:1,2:1,6:1,7:2,8:2,9:2,10:2,11:2,12:2 "
        "1:3,4:1,7:7,9:2,12:2 2/10 0/0 4,4 48"
    )
    view = replace(view_of(hole), reader=0)
    assert view.status() == "You have made a hole with 4-4: hold, or go?"
    assert replace(view, reader=1).status().startswith("White has made a hole")


def test_marks_speak_to_you() -> None:
    score = Score(points=8, holes=0, points_cut=False, holes_cut=False)
    before = replace(view_of("tt1 p0 roll 1:15 1:15 0/0 0/0 1,1 2"), scores=(score, score))
    assert marks(
        before, replace(before, scores=(replace(score, points=2, holes=2), score)), 0, ("you", "B")
    )[0] == ("You win a double hole (bredouille: it counts two), and now have 2 of 12.")
    assert marks(
        before, replace(before, scores=(replace(score, points=2, holes=3), score)), 0, ("A", "B")
    )[0] == (
        "A wins a double hole (bredouille: it counts two) and one hole more, and now has 3 of 12."
    )
    after = replace(before, scores=(replace(score, points=2, holes=1), replace(score, points=0)))
    assert marks(before, after, 0, ("White", "you"))[-1] == "Your points are wiped out."
    assert marks(before, after, 0, ("you", "Black")) == [
        "You win one hole, and now have 1 of 12.",
        "2 points are left over for the next hole.",
        "Black's points are wiped out.",
    ]
    assert "left over" not in "".join(
        marks(replace(before, target=1), replace(after, target=1), 0, ("you", "Black"))
    )


def test_replay_refuses_what_is_no_record(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("1. White 6-4\n")
    for arguments, word in ((["bad.txt"], "bad.txt"), (["missing.txt"], "missing.txt")):
        refused = trictrac("replay", *arguments, cwd=tmp_path)
        assert refused.returncode == 2
        assert word in refused.stderr
        assert "Traceback" not in refused.stderr


def test_a_page_steps_through_the_game(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    GameRecord.of(a_game("trictrac", seed=3, moves=30)).save(record)
    page = tmp_path / "game.html"
    shown = trictrac("replay", "--html", page, "--to", "3", record)
    assert (shown.returncode, shown.stdout) == (0, "")
    text = page.read_text(encoding="utf-8")
    data = text.partition('id="frames">')[2].partition("</script>")[0]
    frames = json.loads(data)
    assert [frame["turn"] for frame in frames] == [0, 1, 1, 2, 2, 3, 3]
    for frame in frames:
        ElementTree.fromstring(f"<svg>{frame['picture']}</svg>")
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    for filled in ("<!--", "/*FRAMES*/", "/*START*/"):
        assert filled not in text
    assert '<html lang="en">' in text
    assert trictrac("replay", "--lang", "fr", "--html", page, record).returncode == 0
    french = page.read_text(encoding="utf-8")
    assert '<html lang="fr">' in french
    for word in ("White", "Black", 'aria-label="one step back', '"Start"'):
        assert word not in french


def test_a_moving_picture_has_a_frame_for_every_roll_and_play(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    GameRecord.of(a_game("trictrac", seed=3, moves=30)).save(record)
    for name, kind in (("game.gif", "GIF"), ("game.png", "PNG"), ("game.webp", "WEBP")):
        written = trictrac(
            "replay", "--gif", name, "--to", "2", "--width", "200", record, cwd=tmp_path
        )
        if ctypes.util.find_library("cairo") is None:  # What cairosvg draws with.
            assert written.returncode == 1
            assert "library cairo" in written.stderr
            continue
        assert (written.returncode, written.stderr) == (0, "")
        with Image.open(tmp_path / name) as picture:
            assert (picture.format, picture.n_frames, picture.width) == (kind, 5, 200)
    assert (
        trictrac("replay", "--gif", "game.svg", "--to", "2", record, cwd=tmp_path).returncode == 0
    )
    moving = ElementTree.parse(tmp_path / "game.svg")
    assert len([g for g in moving.iter() if g.get("class") == "moment"]) == 5
    refused = trictrac("replay", "--gif", "game.mp4", record, cwd=tmp_path)
    assert refused.returncode == 2
    assert "game.mp4: a moving picture ends in .svg, .gif" in refused.stderr
    assert not (tmp_path / "game.mp4").exists()
