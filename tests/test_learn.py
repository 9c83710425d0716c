"""Lessons and the glossary, in the terminal and through the server."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from trictrac_spiel import TrictracError, make_bot, parse_play
from trictrac_spiel._src.learn.glossary import TERMS
from trictrac_spiel._src.learn.lessons import (
    LESSONS,
    HoldOrGoLesson,
    PlayLesson,
    lesson,
)
from trictrac_spiel._src.people.language import speaking
from trictrac_spiel._src.web.app import App
from trictrac_spiel._src.web.games import Games


@pytest.mark.parametrize("one", LESSONS, ids=lambda one: one.id)
def test_every_lesson_has_a_right_and_a_wrong_answer(one: object) -> None:
    assert isinstance(one, type(lesson("1")).__mro__[1])
    right = [choice for choice in one.choices if one.check(choice).right]
    assert 0 < len(right) < len(one.choices)
    assert set(right) <= set(one.right)
    assert len(set(one.choices)) == len(one.choices)
    assert one.check(right[0]).because
    with pytest.raises(TrictracError, match="none of the answers"):
        one.check("nonsense")
    with speaking("fr"):
        assert one.check(one.right[0]).right


def test_the_numbers_in_the_lessons_are_those_of_the_engine() -> None:
    answers = {
        one.id: one.right[0] for one in LESSONS if not isinstance(one, PlayLesson | HoldOrGoLesson)
    }
    assert answers == {
        "hit": "2",
        "ways": "4",
        "small-table": "4",
        "false-hit": "4",
        "fill": "8",
        "corner-hit": "4",
        "impuissance": "4",
        "bredouille": "2",
    }


def test_forbidden_plays_are_forbidden_and_say_why() -> None:
    told = 0
    for one in LESSONS:
        for play in getattr(one, "forbidden", ()):
            with pytest.raises(TrictracError):
                parse_play(one.state, play)
            if play in one.choices:
                assert not one.check(play).right
                told += 1
    assert told >= 3


def test_careful_holds_and_goes_as_the_lessons_say() -> None:
    for one in LESSONS:
        if isinstance(one, HoldOrGoLesson):
            bot = make_bot("careful", one.state.get_game())
            assert (bot.step(one.state) == 1) == one.goes, one.id


def learn(*arguments: str, home: Path, answers: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "trictrac_spiel", "learn", *arguments],
        input=answers,
        capture_output=True,
        text=True,
        timeout=120,
        env={"XDG_STATE_HOME": str(home), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
    )


def test_what_is_learned_is_kept(tmp_path: Path) -> None:
    first = learn(home=tmp_path, answers="nonsense\n1/7 1/5\n1/7/11\nq\n")
    assert first.returncode == 0
    assert "none of the answers" in first.stdout
    assert first.stdout.count("Not so: try again.") == 1
    assert "Right." in first.stdout
    assert json.loads((tmp_path / "trictrac" / "learned.json").read_text()) == ["move"]
    listed = learn("--list", home=tmp_path)
    assert listed.stdout.splitlines()[0].startswith("  1. [x] move")
    assert listed.stdout.count("[ ]") == len(LESSONS) - 1
    second = learn(home=tmp_path, answers="s\nq\n")
    assert "2/14" in second.stdout
    assert "1/14" not in second.stdout
    (tmp_path / "trictrac" / "learned.json").write_text("{[")
    assert "[x]" not in learn("--list", home=tmp_path).stdout


def test_the_words_are_one_key_away(tmp_path: Path) -> None:
    shown = learn("corner", home=tmp_path, answers="?\nq\n").stdout
    for term in TERMS:
        assert term.french in " ".join(shown.split())
    assert learn("nonsense", home=tmp_path).returncode == 2


def test_the_server_teaches() -> None:
    app = App(Games(most=1, age=1, folder=None), hosts=[])

    def ask(method: str, target: str, body: object = None) -> tuple[int, object]:
        path, _, query = target.partition("?")
        text = json.dumps(body).encode()
        statuses: list[str] = []
        parts = app(
            {
                "REQUEST_METHOD": method,
                "PATH_INFO": path,
                "QUERY_STRING": query,
                "HTTP_HOST": "localhost",
                "CONTENT_TYPE": "application/json",
                "CONTENT_LENGTH": str(len(text)),
                "wsgi.input": io.BytesIO(text),
            },
            lambda status, headers: statuses.append(status),
        )
        answer = b"".join(parts)
        found = json.loads(answer) if answer.startswith(b"{") else answer.decode()
        return int(statuses[0].split()[0]), found

    _, overview = ask("GET", "/api/lessons?lang=fr")
    assert isinstance(overview, dict)
    assert [one["id"] for one in overview["lessons"]] == [one.id for one in LESSONS]
    for one in LESSONS:
        for choice in one.choices:
            status, verdict = ask("POST", f"/api/lessons/{one.id}/answer", {"answer": choice})
            assert isinstance(verdict, dict)
            assert (status, verdict["right"]) == (200, choice in one.right)
        status, picture = ask("GET", f"/api/lessons/{one.id}/board.svg?solved=1")
        assert status == 200
        assert isinstance(picture, str)
        assert picture.startswith("<svg")
    assert ask("POST", "/api/lessons/hit/answer", {"answer": "7"})[0] == 400
    assert ask("GET", "/api/lessons/nonsense")[0] == 404
    _, glossary = ask("GET", "/api/glossary?lang=fr")
    assert isinstance(glossary, dict)
    assert len(glossary["terms"]) == len(TERMS)
