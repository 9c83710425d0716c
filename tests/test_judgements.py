"""Golden judgements: what the players think of some positions, and so how strong they are.

As a program it prints the file anew, for the positions that are in it.
"""

import json
from typing import Any

import pyspiel
import pytest

from helpers import REPOSITORY
from trictrac_spiel import JudgingBot, make_bot

FILE = REPOSITORY / "tests" / "data" / "judgements" / "judgements.jsonl"
GOLDEN = [json.loads(line) for line in FILE.read_text().splitlines()]
JUDGES = ("greedy", "careful")


def judged(position: str) -> dict[str, Any]:
    """A line of the file."""
    game = pyspiel.load_game("trictrac")
    state = game.new_initial_state(position)
    found: dict[str, Any] = {"position": position}
    for name in JUDGES:
        worths = JudgingBot(name, game).judge(state)
        found[name] = {str(action): round(worth, 3) for action, worth in worths}
    found["mcts:60"] = make_bot("mcts:60", game, 0, 1).step(state)
    return found


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden["position"].split()[2])
def test_players_judge_as_when_the_ladder_was_measured(golden: dict[str, Any]) -> None:
    found = judged(golden["position"])
    for name in JUDGES:
        assert found[name] == pytest.approx(golden[name], abs=0.01)
    assert found["mcts:60"] == golden["mcts:60"]


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden["position"].split()[2])
@pytest.mark.parametrize("name", JUDGES)
def test_players_take_what_they_judge_best(golden: dict[str, Any], name: str) -> None:
    game = pyspiel.load_game("trictrac")
    chosen = make_bot(name, game).step(game.new_initial_state(golden["position"]))
    assert golden[name][str(chosen)] == max(golden[name].values())


@pytest.mark.parametrize("name", JUDGES)
def test_going_is_weighed_against_holding(name: str) -> None:
    """Go is action 1: here the best there is, there the worst."""
    ranks = []
    for golden in GOLDEN:
        if "hold-or-go" in golden["position"]:
            worths = golden[name]
            ranks.append(sum(worth > worths["1"] for worth in worths.values()) / (len(worths) - 1))
    assert min(ranks) == 0
    assert max(ranks) > 0.5


if __name__ == "__main__":
    for line in GOLDEN:
        print(json.dumps(judged(line["position"])))
