"""Measures games through `pyspiel` objects: one game, one round, one JSON line a measurement.

Started by bench/run.py, once for each game and round, so that the contestants take turns:
  python bench/python_api.py GAME SECONDS
"""

import json
import random
import sys
import time

import pyspiel

if sys.argv[1].startswith("trictrac"):
    import trictrac_spiel  # noqa: F401  registers the game


def playouts(game: pyspiel.Game, seconds: float) -> dict[str, float]:
    """Plays random games through the methods that every Python program uses."""
    choose = random.Random(7)
    games = decisions = steps = 0
    start = time.perf_counter()
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            steps += 1
            if state.is_chance_node():
                actions, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(choose.choices(actions, probabilities)[0])
            else:
                decisions += 1
                state.apply_action(choose.choice(state.legal_actions()))
        games += 1
        elapsed = time.perf_counter() - start
        if elapsed >= seconds:
            break
    return {
        "games_per_second": games / elapsed,
        "decisions_per_second": decisions / elapsed,
        "steps_per_second": steps / elapsed,
    }


def main() -> None:
    name, seconds = sys.argv[1], float(sys.argv[2])
    for what, value in playouts(pyspiel.load_game(name), seconds).items():
        print(json.dumps({"game": name, "what": what, "value": value}))


if __name__ == "__main__":
    main()
