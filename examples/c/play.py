#!/usr/bin/env python3
"""The generic loop of main.c in Python, by ctypes: any game, players that pick at random.

python examples/c/play.py --library build/capi/lib/libtrictrac.so --game pig --games 100
"""

import argparse
import ctypes
import json
import random
from ctypes import CFUNCTYPE, POINTER, c_bool, c_char_p, c_int64, c_uint64, c_void_p

STATE = POINTER(c_uint64)


class Game(ctypes.Structure):
    """`struct Game` of board_game.h, up to the functions that are used here."""

    _fields_ = (
        ("name", c_char_p),
        ("num_players", c_uint64),
        ("state_size", c_uint64),
        ("max_num_actions", c_uint64),
        ("string_buf_size", c_uint64),
        ("obs_size", c_uint64),
        ("features_size", c_uint64),
        ("obs_dims", c_uint64 * 4),
        ("features_dims", c_uint64 * 4),
        ("init", CFUNCTYPE(None, c_void_p, STATE)),
        ("get_current_player", CFUNCTYPE(c_uint64, STATE)),
        ("is_chance_node", CFUNCTYPE(c_bool, STATE)),
        ("get_valid_actions", CFUNCTYPE(c_uint64, STATE, STATE)),
        ("apply_action", CFUNCTYPE(None, STATE, c_uint64)),
        ("is_terminal", CFUNCTYPE(c_bool, STATE)),
        ("get_outcome", CFUNCTYPE(None, STATE, POINTER(c_int64))),
    )


def play(game: Game, generator: random.Random) -> tuple[list[int], int]:
    """Plays one game; returns everybody's score and how many decisions it took."""
    state = (c_uint64 * game.state_size)()
    actions = (c_uint64 * game.max_num_actions)()
    scores = (c_int64 * game.num_players)()
    decisions = 0
    game.init(None, state)
    while not game.is_terminal(state):
        count = game.get_valid_actions(state, actions)
        decisions += not game.is_chance_node(state)
        game.apply_action(state, actions[generator.randrange(count)])
    game.get_outcome(state, scores)
    return list(scores), decisions


def main() -> None:
    """Reads the command line, plays and prints a line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", required=True, help="path of libtrictrac.so")
    parser.add_argument("--game", default="trictrac", choices=("trictrac", "tic_tac_toe", "pig"))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    library = ctypes.CDLL(arguments.library)
    game = Game.in_dll(library, f"{arguments.game}_game")
    generator = random.Random(arguments.seed)
    won, drawn, decisions = [0, 0], 0, 0
    for _ in range(arguments.games):
        scores, taken = play(game, generator)
        decisions += taken
        if scores[0] == scores[1]:
            drawn += 1
        else:
            won[scores[0] < scores[1]] += 1
    result = {"game": arguments.game, "games": arguments.games}
    print(json.dumps(result | {"won": won, "drawn": drawn, "decisions": decisions}))


if __name__ == "__main__":
    main()
