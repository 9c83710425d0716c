"""``trictrac play``: a game with prompts, refusals, hints, undo, and files."""

import contextlib
import os
import pty
import re
import select
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers import read_until, started, trictrac
from trictrac_spiel import GameRecord, GameSession
from trictrac_spiel._src.people.view import view_of

START_ID = "//4AAAH//AAAAAAAAA"
ONLY_ONE_PLAY = "tt1 p0 move:6-5 1:15 1:15 0/0 0/0 1,0 1"
LAST_GO = "tt1 p0 last-go:3-1 1:12,11:1,12:2 1:12,10:2,11:1 0/12x 0/10x 4,4 90"
OVER = "tt1 p1 over 1:11,4:1,7:1,9:1,10:1 1:11,5:1,7:1,8:1,11:1 0/0 8/1 4,4 10 holes=1"


def play(
    *arguments: str, typed: str = "", cwd: Path | None = None, columns: str | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "trictrac_spiel", "play", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        cwd=cwd,
        env={key: value for key, value in os.environ.items() if key != "COLUMNS"}
        | ({} if columns is None else {"COLUMNS": columns}),
    )


def test_a_whole_game_by_taking_the_first_play(tmp_path: Path) -> None:
    game = play("--seed", "4", "--holes", "1", "--save", "g.txt", typed="1\n\n" * 300, cwd=tmp_path)
    assert game.returncode == 0, game.stderr
    assert "The game is over" in game.stdout
    assert max(map(len, game.stdout.splitlines())) <= 80
    record = GameRecord.load(tmp_path / "g.txt")
    assert record.names == ("human", "careful")
    assert record.final_state().is_terminal()


def test_the_same_seed_makes_the_same_game() -> None:
    once, again = (play("--seed", "7", typed="1\n1\n1\nquit\n").stdout for _ in range(2))
    assert once == again
    assert play("--seed", "8", typed="1\n1\n1\nquit\n").stdout != once


def test_refusals_name_the_rule() -> None:
    typed = "6-4\n1/7\n1/20\n3/9\n99\nsomething\ngo\nquit\n"
    game = play("--dice", "typed", "--ascii", typed=typed)
    told = " ".join(game.stdout.split())  # Lines are broken between words.
    for words in (
        "both numbers can be played, so both must be (trictrac rules numbers-first)",
        "the dice do not lead there",
        "no checker of the mover stands there",
        "no play 99: they are numbered 1 to",
        '"something" is no play',
        "going is offered only after a hole",
    ):
        assert words in told, words
    assert "tt1" not in game.stdout.split("Stopped at")[0]


def test_typed_dice_are_checked() -> None:
    game = play("--dice", "typed", typed="6-6\n7-1\nhello\n64\nquit\n")
    assert "first roll of a game cannot be a double" in game.stdout
    assert "'7-1' is no roll" in game.stdout
    assert "'hello' is no roll" in game.stdout
    assert "You roll 6-4" in game.stdout


def test_commands() -> None:
    typed = "help\nrules\nhint\nwhy\nall\nboard\nposition\n1\n\nundo\n1/11\nsave\nquit\n"
    game = play("--seed", "1", "--against", "greedy", typed=typed)
    assert game.returncode == 0, game.stderr
    # What is typed is not shown, so prompts stand in one line with the answers.
    lines = re.sub("White> |Press Enter .*?: ", "", game.stdout).splitlines()
    assert max(len(line) for line in lines if "tt1" not in line) <= 80
    for words in (
        "take back your last decision",
        "A strong player would think of",
        "Twelve points make a hole",
        "This roll brings no points",
        "tt1 p0 move:",
        "Taken back",
        "Say where: save FILE",
        "Stopped at: tt1",
    ):
        assert words in game.stdout, words


def test_one_numbering_the_viewers() -> None:
    """Both players' moves and marks, and the drawing, count fields as the person does."""
    for seat, other in (("white", "Black"), ("black", "White")):
        game = play("--seat", seat, "--against", "careful", "--seed", "4", typed="1\n" * 8)
        assert "counted from the other side" not in game.stdout
        assert "on this board" not in game.stdout
        moves = re.findall(rf"{other} plays \d-\d: (\d+)/(\d+)", game.stdout)
        assert moves
        # The other player walks down the numbers of the person.
        assert all(int(start) > int(end) for start, end in moves)
        assert re.findall(rf"{other} played \d-\d: (\d+)/(\d+)", game.stdout)
        hits = re.findall(r"lone checker on field (\d+)", game.stdout)
        assert all(1 <= int(field) <= 24 for field in hits)


@pytest.mark.parametrize("columns", ["60", "67", "79"])
def test_words_are_never_broken(columns: str) -> None:
    """Every line fits, so no terminal breaks one within a word."""
    typed = "help\nrules\nhint\nall\nposition\n1/24\nsave /no/such/folder\n" + "1\n" * 40
    told = [
        play(
            "--seed", "6", "--against", "greedy", "--color", "never", typed=typed, columns=columns
        ),
        play("--white", "careful", "--black", "greedy", "--seed", "3", columns=columns),
    ]
    for game in told:
        assert game.returncode == 0, game.stderr
        # What is typed is not shown, so prompts stand in one line with the answers.
        lines = re.sub("White> |Press Enter .*?: ", "", game.stdout).splitlines()
        assert max(map(len, lines)) <= int(columns)
    wide = play("--white", "careful", "--black", "greedy", "--seed", "3")
    for words in ("The game is over", "holes to"):
        assert wide.stdout.count(words) == told[1].stdout.count(words) == 1


def test_a_double_hole_is_called_one() -> None:
    game = play("--seed", "5", "--white", "careful", "--black", "greedy", "--ascii")
    assert "wins a double hole (bredouille: it counts two), and now has" in " ".join(
        game.stdout.split()
    )
    assert "the first one double" not in game.stdout


def test_the_end_is_summed_up(tmp_path: Path) -> None:
    watched = ["--white", "careful", "--black", "greedy", "--seed", "1", "--holes", "3"]
    game = play(*watched, "--save", "a b.txt", cwd=tmp_path)
    end = game.stdout.rpartition("The game is over")[2]
    score = [
        score.holes for score in view_of(GameRecord.load(tmp_path / "a b.txt").final_state()).scores
    ]
    assert f"has won, {max(score)} holes to {min(score)}." in end
    assert "What decided it, at the last roll, " in end
    assert "White's points: " in end
    assert "The game is in a b.txt." in end
    replay, analyse = map(shlex.split, end.rstrip().splitlines()[-2:])
    assert replay == ["trictrac", "replay", "a b.txt"]
    assert trictrac(*replay[1:], "--all", cwd=tmp_path).returncode == 0
    assert analyse == ["trictrac", "analyse", "a b.txt"]
    assert trictrac(*analyse[1:], "--help").returncode == 0
    assert "--save FILE keeps the next one" in play(*watched).stdout


def test_why_names_each_way() -> None:
    position = "tt1 p0 roll 1:13,5:1,7:1 1:13,6:1,7:1 0/0 0/0 1,1 2"
    game = play("--dice", "6-5", position, typed="why\nquit\n")
    assert game.returncode == 0, game.stderr
    reasons = game.stdout.split("  One way to hit the lone checker on field 18: 2 points for you.")
    assert len(reasons) == 3  # at the roll and by `why`
    assert "- from 7 to 18 by 6 + 5, resting on 12 or 13" in reasons[2]
    assert "- from" not in reasons[1]
    shown = trictrac("show", "--dice", "6-5", position)
    assert "    - from 7 to 18 by 6 + 5, resting on 12 or 13" in shown.stdout
    # Black's fields in White's numbering.
    shown = trictrac("show", "--dice", "6-5", "--player", "1", position)
    assert "    - from 18 to 7 by 6 + 5, resting on 12 or 13" in shown.stdout


def test_french(tmp_path: Path) -> None:
    typed = "help\nrules\nwhy\n1/24\nhint\nposition\nundo\n" + "1\n" * 300
    game = play(
        "--lang", "fr", "--seed", "1", "--holes", "2", "--save", "g.txt", typed=typed, cwd=tmp_path
    )
    assert game.returncode == 0, game.stderr
    for words in (
        "Vous jetez ",
        "Noir joue ",
        "Pas permis : les dés n",
        "0 trous sur 2",
        "Un bon joueur penserait à :",
        "Douze points font un trou",
        "La partie est dans g.txt. Pour la revoir",
    ):
        assert words in game.stdout, words
    for english in ("You ", "Black ", "points for", "the list", "2 holes", "points: ", "the dice"):
        assert english not in game.stdout, english
    assert "Blanc (human) contre Noir (careful)" in (
        trictrac("replay", "--lang", "fr", "--all", "g.txt", cwd=tmp_path).stdout
    )
    refused = play("--lang", "de")
    assert refused.returncode == 2
    assert "'de'" in refused.stderr


class PlayedAtATerminal:
    """``trictrac play`` with a terminal of its own, as a person has it."""

    def __init__(self, *arguments: str, cwd: Path) -> None:
        self.screen, terminal = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "trictrac_spiel", "play", *arguments],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            cwd=cwd,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "80", "INPUTRC": "/dev/null"},
            start_new_session=True,
        )
        os.close(terminal)
        self.seen = ""

    def read_until(self, words: str) -> None:
        """Reads the screen until it shows the words after what was read before."""
        deadline = time.monotonic() + 60
        while words not in self.seen:
            ready, _, _ = select.select([self.screen], [], [], deadline - time.monotonic())
            assert ready, f"{words!r} did not come: {self.seen!r}"
            self.seen += os.read(self.screen, 4096).decode(errors="replace")
        self.seen = self.seen.partition(words)[2]

    def wait_until_it_waits(self) -> None:
        """Returns when the program sleeps: a prompt is seen a moment before that."""
        deadline = time.monotonic() + 60
        status = Path(f"/proc/{self.process.pid}/stat")
        while status.read_text().rpartition(") ")[2][0] != "S":
            assert time.monotonic() < deadline, "it does not wait for anybody"

    def type(self, keys: str) -> None:
        os.write(self.screen, keys.encode())

    def end(self) -> int:
        with contextlib.suppress(OSError):  # The terminal is gone with the program.
            while os.read(self.screen, 4096):
                pass
        return self.process.wait(timeout=60)


@pytest.fixture
def at_a_terminal(tmp_path: Path) -> Iterator[PlayedAtATerminal]:
    game = PlayedAtATerminal("--seed", "1", "--color", "never", cwd=tmp_path)
    yield game
    game.process.kill()
    game.process.wait(timeout=60)
    os.close(game.screen)


def test_a_line_can_be_edited_completed_and_recalled(at_a_terminal: PlayedAtATerminal) -> None:
    game = at_a_terminal
    game.read_until("White> ")
    game.type("posXion\x7f\x7f\x7f\x7fi\t\r")  # Backspaces, then Tab completes.
    game.read_until("tt1 p0 move:")
    game.read_until("White> ")
    game.type("\x1b[A\r")  # The line before comes back.
    game.read_until("tt1 p0 move:")
    game.read_until("White> ")
    game.type("quit\r")
    assert game.end() == 0


def test_the_prompt_comes_back_after_a_stop(at_a_terminal: PlayedAtATerminal) -> None:
    game = at_a_terminal
    game.read_until("White> ")
    game.wait_until_it_waits()
    game.process.send_signal(signal.SIGSTOP)
    os.waitpid(game.process.pid, os.WUNTRACED)
    game.process.send_signal(signal.SIGCONT)
    game.read_until("White> ")
    game.type("position\r")
    game.read_until("tt1 p0 move:")
    game.type("quit\r")
    assert game.end() == 0


def test_marks_and_hold_or_go_are_explained() -> None:
    game = play("--seed", "5", "--white", "careful", "--black", "greedy", "--ascii")
    assert game.returncode == 0, game.stderr
    assert "ways to fill the big jan: " in game.stdout
    assert "points for White." in game.stdout
    assert "all checkers to the talons" in game.stdout
    assert "The game is over" in game.stdout
    assert game.stdout.isascii()


def test_hold_or_go_is_a_question(tmp_path: Path) -> None:
    position = (
        "tt1 p0 hold-or-go:4-4 1:1,2:1,6:1,7:2,8:2,9:2,10:2,11:2,12:2 "
        "1:3,4:1,7:7,9:2,12:2 2/10 0/0 4,4 48"
    )
    (tmp_path / "g.txt").write_text(f"game: trictrac\nstart: {position}\n")
    held = play("--resume", "g.txt", "--against", "careful", typed="quit\n", cwd=tmp_path)
    assert "Hold or go? To hold, choose a play: you keep your 2 points" in held.stdout
    gone = play("--resume", "g.txt", "--seed", "1", typed="go\nquit\n", cwd=tmp_path)
    assert "You go: all checkers to the talons" in gone.stdout


def test_a_saved_game_goes_on(tmp_path: Path) -> None:
    first = play("--seed", "2", typed="1\n1\nsave game.json\nquit\n", cwd=tmp_path)
    assert "--resume game.json" in first.stdout
    turns = len(GameRecord.load(tmp_path / "game.json").turns)
    again = play("--resume", "game.json", "--seed", "1", typed="1\n1\nquit\n", cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert len(GameRecord.load(tmp_path / "game.json").turns) > turns
    assert "Black (careful)" in again.stdout


def test_a_new_game_does_not_take_the_file_of_another(tmp_path: Path) -> None:
    play("--seed", "2", "--save", "day 1.txt", typed="1\n1\nquit\n", cwd=tmp_path)
    before = (tmp_path / "day 1.txt").read_bytes()
    refused = play("--save", "day 1.txt", typed="1\n1\n", cwd=tmp_path)
    assert refused.returncode == 2
    assert "trictrac play --resume 'day 1.txt'" in refused.stderr
    assert "another name" in refused.stderr
    assert "remove the file" in refused.stderr
    assert refused.stdout == ""
    assert (tmp_path / "day 1.txt").read_bytes() == before


@pytest.mark.parametrize("place", [".", "/", "folder", "letter.txt", ""])
def test_what_is_no_record_is_no_place_to_save(place: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "letter.txt").write_text("Dear Trictrac,")
    refused = play("--save", place, cwd=tmp_path)
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr
    assert refused.stdout == ""
    if place:
        game = play("--seed", "1", typed=f"save {place}\nposition\nquit\n", cwd=tmp_path)
        assert game.returncode == 0, game.stderr
        assert f"Not saved: {place} " in game.stdout
        assert "tt1 p0 move" in game.stdout.split("Not saved")[1]
    assert (tmp_path / "letter.txt").read_text() == "Dear Trictrac,"
    assert {path.name for path in tmp_path.rglob("*")} == {"folder", "letter.txt"}


def test_a_file_that_somebody_else_changed_is_left_alone(tmp_path: Path) -> None:
    with started("play", "--seed", "1", "--save", "g.txt", cwd=tmp_path) as game:
        read_until(game, " 1) ")
        (tmp_path / "g.txt").write_text("mine")
        rest, _ = game.communicate("1\nquit\n", timeout=60)
    assert game.returncode == 0
    assert "not written down any more" in rest
    assert (tmp_path / "g.txt").read_text() == "mine"


def test_a_file_follows_an_undo(tmp_path: Path) -> None:
    typed = "1\nsave g.txt\nundo\n2\nquit\n"
    game = play("--seed", "1", "--against", "human", typed=typed, cwd=tmp_path)
    assert "not written down" not in game.stdout
    second = game.stdout.partition("2) ")[2].split()[0]
    assert GameRecord.load(tmp_path / "g.txt").turns[0].play == second


def test_bytes_that_are_no_text_are_no_play() -> None:
    for locale in ("C", "C.UTF-8"):
        game = subprocess.run(
            [sys.executable, "-m", "trictrac_spiel", "play", "--seed", "1"],
            input=b"\xff\xfe\nsave \x00\n" + b"9" * 5000 + b"\nposition\n",
            capture_output=True,
            timeout=60,
            env=os.environ | {"LC_ALL": locale, "PYTHONUTF8": "0"},
        )
        assert game.returncode == 0, game.stderr
        assert game.stdout.count(b"is no play") == 2
        assert b"Not saved" in game.stdout
        assert b"tt1 p0 move" in game.stdout


def test_ctrl_c_tells_how_to_go_on(tmp_path: Path) -> None:
    for arguments, command in (
        ([], "trictrac play 'tt1 p0 move:"),
        (["--save", "a b.txt"], "trictrac play --resume 'a b.txt'"),
    ):
        with started("play", "--seed", "1", *arguments, cwd=tmp_path) as game:
            read_until(game, " 1) ")
            game.send_signal(signal.SIGINT)
            told, error = game.communicate(timeout=60)
        assert game.returncode == 130
        assert "Stopped at: tt1 p0 move:" in told
        assert command in told
        assert error == "trictrac: interrupted\n"


def test_the_command_to_go_on_works(tmp_path: Path) -> None:
    first = play("--seat", "black", "--against", "greedy", "--seed", "1", typed="1\nquit\n")
    position = first.stdout.partition("Stopped at: ")[2].splitlines()[0]
    command = shlex.split(first.stdout.splitlines()[-1])
    assert command[:2] == ["trictrac", "play"]
    again = play(*command[2:], "--save", "g.txt", typed="position\nquit\n", cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert "White (greedy) against Black (human)" in again.stdout
    assert again.stdout.count(position) == 2
    assert GameRecord.load(tmp_path / "g.txt").start == position
    resumed = play("--resume", "g.txt", typed="1\nquit\n", cwd=tmp_path)
    assert resumed.returncode == 0, resumed.stderr
    assert GameRecord.load(tmp_path / "g.txt").start == position


def test_a_position_brings_its_options_or_takes_them() -> None:
    text = "tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 first holes=3"
    for arguments in ([text], text.split(), ["--holes", "3", text], ["--holes", "3", START_ID]):
        game = play(*arguments, typed="quit\n")
        assert "three holes win" in game.stdout, game.stderr


def test_after_undo_the_same_dice_come_again(tmp_path: Path) -> None:
    def rolls(typed: str, *more: str) -> list[str]:
        told = play("--seed", "3", "--against", "human", *more, typed=typed, cwd=tmp_path).stdout
        return re.findall(r"rolls (\d-\d)\.", told)

    straight = rolls("1\n1\n1\nquit\n")
    assert len(straight) == 4
    first, second, third, fourth = straight
    undone = rolls("1\n1\nundo\n2\nundo\nundo\n2\n1\n1\nquit\n")
    assert undone == [first, second, third, third, second, third, fourth]
    saved = rolls("1\nquit\n", "--save", "g.txt")
    assert saved == [first, second]
    assert rolls("1\n1\nquit\n", "--resume", "g.txt") == [third, fourth]


def test_undo_at_the_prompt_for_dice_tells_no_roll() -> None:
    position = (
        "tt1 p0 hold-or-go:4-4 1:1,2:1,6:1,7:2,8:2,9:2,10:2,11:2,12:2 "
        "1:3,4:1,7:7,9:2,12:2 2/10 0/0 4,4 48"
    )
    game = play("--dice", "typed", position, typed="go\nundo\nquit\n")
    assert game.returncode == 0, game.stderr
    after = game.stdout.partition("Taken back.")[2]
    assert "You roll" not in after
    assert "hold, or go?" in after


def test_an_only_choice_is_asked_for_again_after_a_command() -> None:
    typed = "hint\nwhy\n7\nall\n\nposition\nquit\n"
    game = play("--seed", "1", ONLY_ONE_PLAY, typed=typed)
    assert game.returncode == 0, game.stderr
    question = "Press Enter to go on, or give a command: "
    assert game.stdout.count(question) == 5
    assert "There is no play 7: there is only play 1." in game.stdout
    assert "You play " in game.stdout.rpartition(question)[2]


@pytest.mark.parametrize("players", [["--against", "careful"], ["--against", "human"]])
def test_the_go_that_closes_the_game_is_not_asked_for(players: list[str], tmp_path: Path) -> None:
    game = play(*players, LAST_GO, "--save", "g.txt", cwd=tmp_path)
    assert game.returncode == 0, game.stderr
    for words in ("talons", "Press Enter", "new setting", "went"):
        assert words not in game.stdout
    winner = "you have won" if "careful" in players else "White has won"
    assert f"The game is over: {winner}" in game.stdout
    assert GameRecord.load(tmp_path / "g.txt").final_state().is_terminal()


def test_watching_shows_the_end_once() -> None:
    for seed in "13":
        game = play("--white", "careful", "--black", "greedy", "--seed", seed, "--holes", "1")
        assert game.stdout.count("The game is over") == 1
        assert game.stdout.count("one hole wins") == 1


def test_you_are_spoken_to_in_good_english() -> None:
    for seed in "1234":
        game = play("--seed", seed, "--holes", "2", "--against", "greedy", typed="1\n" * 300)
        assert "The game is over" in game.stdout
        for wrong in ("of you ", "you's", "you has", "(you) ", "(you) has", "You has", "You is"):
            assert wrong not in game.stdout, wrong


def test_two_people_and_the_other_seat() -> None:
    people = play("--against", "human", "--seed", "1", typed="1\n1\nquit\n")
    assert "White> " in people.stdout
    assert "Black> " in people.stdout
    black = play("--seat", "black", "--seed", "1", typed="1\nquit\n")
    assert "White (careful) against Black (human)" in black.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--against", "nobody"], ["'nobody'", "greedy"]),
        (["--game", "chess"], ["chess"]),
        (["--game", "tic_tac_toe"], ["not trictrac"]),
        (["--holes", "0"], ["'0'", "1 to 100"]),
        (["--holes", "many"], ["'many'"]),
        (["--seed", "-1"], ["'-1'"]),
        (["--delay", "x"], ["'x'"]),
        (["--resume", "missing.txt"], ["missing.txt"]),
        (["--save", "no/such/folder.txt"], ["no/such/folder.txt"]),
        (["--against", "greedy", "--black", "careful"], ["--against"]),
        (["nowhere"], ["'nowhere' is no position"]),
        ([OVER], ["the game is over"]),
        (["--holes", "3", LAST_GO], ["holes=3 is asked for", "holes=12"]),
        (["--game", "trictrac(margot=true)", LAST_GO], ["margot=True", "margot=False"]),
        (["--resume", "g.txt", LAST_GO], ["POSITION"]),
    ],
)
def test_bad_arguments_are_named(arguments: list[str], words: list[str], tmp_path: Path) -> None:
    (tmp_path / "g.txt").write_text("game: trictrac\n")
    refused = play(*arguments, cwd=tmp_path)
    assert refused.returncode == 2
    assert "Traceback" not in refused.stderr
    for word in words:
        assert word in refused.stderr


def test_points_are_claimed_at_the_prompt(tmp_path: Path) -> None:
    position = "tt1 p0 roll 1:13,5:1,7:1 1:13,6:1,7:1 0/0 0/0 1,1 2 schools=true"
    game = play(
        "--dice", "6-5", position, "--save", "g.txt", typed="why\nx\n2\nwhy\n1\n", cwd=tmp_path
    )
    assert game.returncode == 0, game.stderr
    before, _, after = game.stdout.partition("You claim 2 points; 2 were due.")
    assert "How many points do you claim? A number, 0 for none." in before
    assert "Claim first; then why explains what was due." in before
    assert "Not allowed: " in before
    assert "lone checker on field 18" not in before
    assert after.count("One way to hit the lone checker on field 18: 2 points for you.") == 2
    assert "You now have 2 of the 12 points of a hole." in after
    play_of_the_turn = GameRecord.load(tmp_path / "g.txt").turns[0].play
    assert play_of_the_turn is not None
    assert play_of_the_turn.startswith("Claim 2, ")
    schools = play("--schools", "--holes", "1", "--seed", "1", typed="0\n1\n" * 200)
    assert schools.returncode == 0, schools.stderr
    assert "You claim 0 points; " in schools.stdout
    assert "say how many points, an even number to 126" in schools.stdout


def test_a_written_game_is_told_in_marques_and_tokens() -> None:
    game = play("--white", "careful", "--black", "greedy", "--marques", "2", "--seed", "5").stdout
    assert "White (careful) against Black (greedy); 2 marqués for tokens." in game
    assert "White goes, which ends marqué 1." in game
    assert game.count("  together") == 2
    end = game[game.rindex("together") :].split()
    won = max(int(tokens) for tokens in end[1:3])
    assert re.search(rf"has won {won} tokens, with \d marqués to \d\.", game)
    assert "of 12" not in game.replace("of the 12 points", "")
    told = play("--marques", "2", "--schools", typed="rules\nquit\n").stdout
    assert "This is a written game" in told
    assert "nobody marks for you" in told
    assert "This is a written game" not in play(typed="rules\nquit\n").stdout
    for arguments, words in (
        (["--marques", "3"], ["marques is 3", "even number from 2 to 48"]),
        (["--marques", "2", "--holes", "3"], ["holes is 3", "does not apply"]),
        (["--marques", "4", "tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 first"], ["format=written"]),
    ):
        refused = play(*arguments)
        assert refused.returncode == 2
        for word in words:
            assert word in refused.stderr


def test_replays_tell_of_claims_and_marques(tmp_path: Path) -> None:
    def replayed(game: str, first: int, *arguments: str) -> str:
        session = GameSession(("careful", "greedy"), game=game, seed=5)
        while not session.is_over:
            session.step()
        record = session.record()
        record.save(tmp_path / "g.txt")
        start = str(first if first > 0 else len(record.turns))
        shown = trictrac("replay", "--from", start, *arguments, "g.txt", cwd=tmp_path)
        assert (shown.returncode, shown.stderr) == (0, "")
        (tmp_path / "g.txt").unlink()
        return shown.stdout

    schools = replayed("trictrac(schools=true,holes=1)", 1, "--all")
    assert re.search(r"White  6-5: claim 2, 1/7 4/9\n", schools)
    assert "White now has 2 of the 12 points of a hole." in schools
    assert "claim 0" not in schools
    replayed("trictrac(schools=true,holes=1)", 1, "--html", "g.html")
    assert "claim 2, 1/7 4/9" in (tmp_path / "g.html").read_text(encoding="utf-8")
    last = replayed("trictrac(format=written,marques=2)", 0, "--all")
    assert re.search(r"wins the marqué, \d+ holes to \d+, and \d+ tokens\.", last)


def test_the_end_tells_of_schools() -> None:
    typed = "4\n1\n1\n" * 200
    schools = play("--schools", "--holes", "2", "--seed", "3", typed=typed).stdout
    told = re.search(r"You were sent to school (\d+) times, for (\d+) points in all\.", schools)
    assert told is not None
    assert "What these rolls brought: nothing, where points were claimed" in schools
    claims = re.findall(r"You claim (\d+) points; (\d+) were due\.", schools)
    faults = [abs(int(claimed) - int(due)) for claimed, due in claims if claimed != due]
    assert (int(told[1]), int(told[2])) == (len(faults), sum(faults))
    assert "Black was never sent to school." in schools
