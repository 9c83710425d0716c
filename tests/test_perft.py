"""The tree of the registered game, counted against the files that the Rust tests read as well."""

from collections.abc import Iterator
from pathlib import Path

import pyspiel
import pytest

import trictrac_spiel

RECORDS = Path(__file__).resolve().parent / "data" / "perft"


def records() -> Iterator[object]:
    """(position, depth, count) of every count, named by record and depth."""
    for path in sorted(RECORDS.glob("*.perft")):
        name = position = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            word, _, rest = line.partition(" ")
            if word == "id":
                name = rest
            elif word == "position":
                position = rest
            elif word == "perft":
                depth, count = map(int, rest.split())
                yield pytest.param(position, depth, count, id=f"{name}-{depth}")


def perft(state: pyspiel.State, depth: int) -> int:
    """How many sequences of so many actions, chance outcomes included, lead on from the state."""
    if depth == 0:
        return 1
    if state.is_chance_node():
        actions = [outcome for outcome, _ in state.chance_outcomes()]
    else:
        actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum(perft(state.child(action), depth - 1) for action in actions)


@pytest.mark.parametrize(("position", "depth", "count"), list(records()))
def test_the_game_counts_what_the_files_say(position: str, depth: int, count: int) -> None:
    state = trictrac_spiel.Position.from_text(position).state()
    assert perft(state, depth) == count
