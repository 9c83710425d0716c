"""``query`` from Python and as a program: the corpus, and questions that are none."""

import json
import subprocess
import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

import trictrac_spiel
from helpers import REPOSITORY, trictrac
from trictrac_spiel import Side, TrictracError, query
from trictrac_spiel._src.position.query import answer_line

START = [15] + [0] * 22 + [-15]


def corpus() -> list[dict[str, Any]]:
    lines = (REPOSITORY / "tests/data/corpus/cases.jsonl").read_text().splitlines()
    cases = [json.loads(line) for line in lines]
    return [case for case in cases if case["dice"] and "disputed" not in case]


def question(case: dict[str, Any]) -> dict[str, Any]:
    context = case["context"]
    asked = {
        "id": case["id"],
        "board": case["board"],
        "dice": case["dice"],
        "rolls": context.get("rolls_since_setting", 1),
    }
    for side in ("mover", "opponent"):
        if side in context:
            known = {"points", "holes", "bredouille"} & set(context[side])
            asked[side] = {name: context[side][name] for name in known}
    return asked


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """The answers of the program to the whole corpus, by id."""
    file = tmp_path_factory.mktemp("query") / "questions.jsonl"
    file.write_text("".join(json.dumps(question(case)) + "\n" for case in corpus()))
    result = trictrac("query", file)
    assert result.returncode == 0, result.stderr
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["id"] for line in lines] == [case["id"] for case in corpus()]
    return {line["id"]: line for line in lines}


def after(board: list[int], steps: list[list[int]]) -> tuple[int, ...]:
    result = list(board)
    for start, end in steps:
        result[start - 1] -= 1
        if end:
            result[end - 1] += 1
    return tuple(result)


@pytest.mark.parametrize("case", corpus(), ids=lambda case: case["id"])
def test_corpus(case: dict[str, Any], answers: dict[str, dict[str, Any]]) -> None:
    expect, answer = case["expect"], answers[case["id"]]
    assert "error" not in answer
    for name in ("mover_points", "opponent_points", "after_marking"):
        if name in expect:
            assert answer[name] == expect[name]
    check_events(expect, answer["events"])
    legal = {tuple(board) for board in answer["legal"]}
    assert len(legal) == len(answer["legal"]) == len(answer["plays"])
    for board, play in zip(answer["legal"], answer["plays"], strict=True):
        assert after(case["board"], play["steps"]) == tuple(board)
    if "legal_moves" in expect:
        assert {after(case["board"], steps) for steps in expect["legal_moves"]} == legal
    for steps in expect.get("must_include_moves", []):
        assert after(case["board"], steps) in legal
    # A chain can be wrong because of its resting field alone.
    played = [sorted(play["steps"]) for play in answer["plays"]]
    for steps in expect.get("must_exclude_moves", []):
        is_chain = len(steps) == 2 and steps[0][1] == steps[1][0]
        assert sorted(steps) not in played if is_chain else after(case["board"], steps) not in legal


def check_events(expect: dict[str, Any], events: list[dict[str, Any]]) -> None:
    def key(event: dict[str, Any], fields: bool) -> tuple[Any, ...]:
        plain = event["jan"], event["ways"], event["points"], event["to"]
        return (*plain, event["field"]) if fields else plain

    listed = expect.get("events", [])
    fields = all("field" in event or "hit_" not in event["jan"] for event in listed)
    wanted = Counter(key({"field": None, **event}, fields) for event in listed)
    found = Counter(key(event, fields) for event in events)
    assert wanted <= found
    cover = expect.get("events_cover", "some")
    for side in ("mover", "opponent"):
        if cover in ("all", side):
            rest = [event for event in found - wanted if event[3] == side]
            assert not rest


def test_answers_have_the_documented_form() -> None:
    line = json.dumps({"board": START, "dice": [2, 4]})
    result = subprocess.run(
        [sys.executable, "-m", "trictrac_spiel", "query"],
        input=line,
        capture_output=True,
        text=True,
        check=True,
    )
    answer = json.loads(result.stdout)
    assert answer == {
        "id": None,
        "legal": [
            [13, 0, 1, 0, 1, *[0] * 18, -15],
            [14, 0, 0, 0, 0, 0, 1, *[0] * 16, -15],
        ],
        "plays": [
            {"action": 19, "text": "4-2: 1/5 1/3", "steps": [[1, 5], [1, 3]]},
            {"action": 33, "text": "4-2: 1/5/7", "steps": [[1, 5], [5, 7]]},
        ],
        "events": [],
        "mover_points": 0,
        "opponent_points": 0,
        "numbers_played": 2,
        "exit": False,
        "after_marking": {
            "mover": {"points": 0, "holes": 0, "bredouille": False},
            "opponent": {"points": 0, "holes": 0, "bredouille": False},
        },
    }


def test_python_and_program_agree(answers: dict[str, dict[str, Any]]) -> None:
    for case in corpus():
        asked = question(case)
        identity = asked.pop("id")
        answer = query(**asked)
        assert isinstance(answer, trictrac_spiel.Answer)
        assert {"id": identity, **json.loads(json.dumps(asdict(answer)))} == answers[identity]


def test_a_score_is_a_side_or_a_mapping() -> None:
    case = next(case for case in corpus() if case["expect"].get("events"))
    answer = query(case["board"], case["dice"], mover=Side(points=4), opponent={"points": 2})
    same = query(case["board"], case["dice"], mover={"points": 4}, opponent=Side(points=2))
    assert answer == same
    assert answer.after_marking.mover == answer.after_marking["mover"]
    assert answer.after_marking.opponent == answer.after_marking["opponent"]
    assert answer != query(case["board"], case["dice"])


def test_options_change_the_answer() -> None:
    alone = [-15] + [0] * 20 + [1, 0, 1]
    assert query(alone, (6, 2)).opponent_points == 0
    last = [-13, *[0] * 18, 1, 0, -2, 0, 0]
    assert query(last, (5, 2)).opponent_points == 0
    assert query(last, (5, 2), exit_dead_number_penalty=True).opponent_points == 2
    assert query(last, (5, 2), target_holes=3) == query(last, (5, 2), holes=3)


WRONG = [
    ({"board": START[:-1]}, "24"),
    ({"board": [16, *START[1:]]}, "fifteen"),
    ({"board": [1.5, *START[1:]]}, "whole number"),
    ({"board": [True, *START[1:]]}, "whole number"),
    ({"board": "start"}, "list of whole numbers"),
    ({"board": [10**30, *START[1:]]}, "fifteen"),
    ({"dice": [0, 6]}, "1 to 6"),
    ({"dice": [6]}, "two whole numbers"),
    ({"rolls": 0}, "roll"),
    ({"mover": {"points": 3}}, "0, 2, 4, 6, 8 or 10"),
    ({"mover": {"points": 12}}, "0, 2, 4, 6, 8 or 10"),
    ({"opponent": {"holes": -1}}, "holes"),
    ({"opponent": {"bredouille": 1}}, "true or false"),
    ({"mover": {"score": 3}}, "score"),
    ({"mover": 3}, "mover"),
    ({"options": {"exit": "laws"}}, "exit_rule"),
    ({"options": {"exit_rule": "law"}}, "min_overflow"),
    ({"options": {"margot": None}}, "margot"),
    ({"options": {"board": 3}}, "board"),
    ({"options": []}, "options"),
    ({"colour": "white"}, "colour"),
]


@pytest.mark.parametrize(("change", "said"), WRONG)
def test_wrong_questions_are_answered_with_an_error(change: dict[str, Any], said: str) -> None:
    line = json.dumps({"id": 7, "board": START, "dice": [6, 1]} | change)
    answer = answer_line(line, 12)
    assert set(answer) == {"id", "error"}
    assert answer["id"] == 7
    assert said in answer["error"]
    assert answer["error"].startswith("line 12: ")


STRANGE = [
    "{",
    "[]",
    "null",
    "3",
    '{"dice": [6, 1]}',
    "[" * 100_000,
    '{"a":' * 100_000,
    '{"board": [], "dice": [' + "9" * 5_000 + ", 1]}",
    json.dumps({"id": "\ud800", "board": START, "dice": [6, 1]}),
    '{"board": [], "dice": [6, 1], "options": {"exit_rule": "\\ud800"}}',
    '{"board": [], "dice": [6, NaN]}',
    '{"board": [], "dice": [6, 1e999]}',
    "\x00\x7f\x1b[2J",
]


@pytest.mark.parametrize("line", STRANGE, ids=lambda line: line[:12])
def test_bad_lines_do_not_stop_the_run(line: str, tmp_path: Path) -> None:
    good = json.dumps({"id": "good", "board": START, "dice": [6, 1]})
    file = tmp_path / "questions.jsonl"
    file.write_text(f"\n{line}\n\n{good}\n")
    result = trictrac("query", file)
    assert result.returncode == 0, result.stderr
    bad, answered = map(json.loads, result.stdout.splitlines())
    assert bad["error"].startswith("line 2: ")
    assert "line 1" not in bad["error"]
    assert len(bad["error"]) < 500
    assert answered["id"] == "good"
    assert "error" not in answered


def test_wrong_calls_raise_a_value_error() -> None:
    with pytest.raises(TrictracError, match="1 to 6"):
        query(START, (7, 1))
    with pytest.raises(ValueError, match="exit_rule"):
        query(START, (6, 1), exit_rules="laws")


def test_missing_file_exits_2(tmp_path: Path) -> None:
    result = trictrac("query", tmp_path / "none.jsonl")
    assert result.returncode == 2
    assert "none.jsonl" in result.stderr


def test_bytes_that_are_no_text_do_not_stop_the_run() -> None:
    good = json.dumps({"id": "good", "board": START, "dice": [6, 1]}).encode()
    result = subprocess.run(
        [sys.executable, "-m", "trictrac_spiel", "query"],
        input=b"\xff\xfe{\n" + good,
        capture_output=True,
        check=True,
    )
    bad, answered = map(json.loads, result.stdout.splitlines())
    assert "error" in bad
    assert answered["id"] == "good"
