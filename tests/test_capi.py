"""The C interface against OpenSpiel: games that a program in C has played are played again.

`make test-capi` builds the program (rust/capi/tests/dump.c); `make test` runs that first.
"""

import json
import struct
import subprocess
from pathlib import Path

import numpy as np
import pyspiel
import pytest

import trictrac_spiel  # noqa: F401  (registers the game)

ROOT = Path(__file__).resolve().parent.parent
DUMP = ROOT / "build" / "capi" / "cmake" / "tests" / "dump"
GAMES = 2000
# How many of the games are also compared tensor by tensor, which is slow in Python.
COMPARED_WHOLLY = 25


def fnv1a(numbers) -> int:
    value = 2166136261
    for number in numbers:
        value = ((value ^ number) * 16777619) & 0xFFFFFFFF
    return value


def hash_of(state) -> int:
    """The hash that dump.c makes of a node: its actions, then both players' features."""
    numbers = list(state.legal_actions())
    for player in (0, 1):
        features = np.array(state.observation_tensor(player), np.float32)
        for index in np.flatnonzero(features):
            bits = struct.unpack("<I", struct.pack("<f", features[index]))[0]
            numbers += [int(index), bits]
    return fnv1a(numbers)


@pytest.fixture(scope="module")
def games() -> list[dict]:
    assert DUMP.exists(), f"{DUMP} is missing: run `make test-capi` first"
    dump = subprocess.run([DUMP, str(GAMES), "5"], check=True, capture_output=True, text=True)
    return [json.loads(line) for line in dump.stdout.splitlines()]


def test_the_games_of_c_are_those_of_openspiel(games):
    assert len(games) == GAMES
    game = pyspiel.load_game("trictrac(dice=sequential)")
    for number, played in enumerate(games):
        state = game.new_initial_state()
        for action, player, count, hashed in played["nodes"]:
            legal = state.legal_actions()
            assert len(legal) == count
            assert action in legal
            # Chance is the player after the last one in C.
            assert player == (2 if state.is_chance_node() else state.current_player())
            if number < COMPARED_WHOLLY:
                assert hash_of(state) == hashed
            state.apply_action(action)
        assert state.is_terminal()
        assert state.returns() == played["outcome"]


def test_a_changed_game_is_noticed(games):
    """The comparison above sees a difference in a single action or value."""
    state = pyspiel.load_game("trictrac(dice=sequential)").new_initial_state()
    first = games[0]["nodes"][0]
    assert hash_of(state) == first[3]
    state.apply_action(first[0])
    assert hash_of(state) != first[3]
