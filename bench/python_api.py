"""Measures one game through `pyspiel` objects and prints one JSON object a measurement.

bench/run.py starts it, once for each game and round, so that the contestants take turns:

    python bench/python_api.py speed SECONDS GAME
    python bench/python_api.py memory GAME
"""

import json
import random
import resource
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pyspiel
from open_spiel.python.observation import make_observation

POSITIONS = 500
COPIES = 20
SIMULATIONS = 4000


def report(game: str, what: str, value: float) -> None:
    print(json.dumps({"game": game, "what": what, "value": value}), flush=True)


def step(state: pyspiel.State, choose: random.Random) -> None:
    """Plays on at random, through the methods that every Python program uses."""
    if state.is_chance_node():
        actions, probabilities = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(choose.choices(actions, probabilities)[0])
    else:
        state.apply_action(choose.choice(state.legal_actions()))


def sample_positions(game: pyspiel.Game) -> Iterator[pyspiel.State]:
    """Decision nodes of random games, evenly spread over the games' lengths."""
    choose = random.Random(1)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node() and choose.random() < 0.1:
                yield state.clone()
            step(state, choose)


def playouts(name: str, game: pyspiel.Game, seconds: float) -> None:
    choose = random.Random(7)
    games = decisions = steps = 0
    start = time.perf_counter()
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            steps += 1
            decisions += not state.is_chance_node()
            step(state, choose)
        games += 1
        elapsed = time.perf_counter() - start
        if elapsed >= seconds:
            break
    report(name, "games", games / elapsed)
    report(name, "decisions", decisions / elapsed)
    report(name, "steps", steps / elapsed)


def calls(
    name: str,
    what: str,
    positions: list[pyspiel.State],
    seconds: float,
    call: Callable[[pyspiel.State], object],
) -> None:
    count = 0
    start = time.perf_counter()
    while True:
        for position in positions:
            call(position)
        count += len(positions)
        elapsed = time.perf_counter() - start
        if elapsed >= seconds:
            break
    report(name, what, count / elapsed)


def chance_nodes(positions: list[pyspiel.State]) -> list[pyspiel.State]:
    """The chance nodes that follow, as far as there are any."""
    children = [position.child(position.legal_actions()[0]) for position in positions]
    return [child for child in children if child.is_chance_node()]


def speed(name: str, seconds: float) -> None:
    game = pyspiel.load_game(name)
    positions = [state for state, _ in zip(sample_positions(game), range(POSITIONS), strict=False)]
    playouts(name, game, seconds)
    calls(name, "clones", positions, seconds / 2, pyspiel.State.clone)
    calls(name, "legal_actions", positions, seconds / 2, pyspiel.State.legal_actions)
    rolls = chance_nodes(positions)
    if rolls:
        calls(name, "chance_outcomes", rolls, seconds / 2, pyspiel.State.chance_outcomes)
    calls(name, "observation_lists", positions, seconds / 2, lambda at: at.observation_tensor(0))
    observation = make_observation(game)
    calls(
        name, "observation_arrays", positions, seconds / 2, lambda at: observation.set_from(at, 0)
    )


def resident_bytes() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def count_nodes(node: pyspiel.SearchNode) -> int:
    return 1 + sum(count_nodes(child) for child in node.children)


def memory(name: str) -> None:
    """What the process grows by: the objects, their wrappers, and what the allocator adds."""
    game = pyspiel.load_game(name)
    positions = [state for state, _ in zip(sample_positions(game), range(POSITIONS), strict=False)]
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 1000, False, 1, False)
    before = resident_bytes()
    copies = [position.clone() for position in positions for _ in range(COPIES)]
    report(name, "state_bytes", (resident_bytes() - before) / len(copies))
    before = resident_bytes()
    root = bot.mcts_search(positions[0])
    used = resident_bytes() - before
    report(name, "search_node_bytes", used / count_nodes(root))


def main() -> None:
    mode, *rest = sys.argv[1:]
    if rest[-1].startswith("trictrac"):
        import trictrac_spiel  # noqa: F401  registers the game
    if mode == "speed":
        speed(rest[1], float(rest[0]))
    else:
        memory(rest[0])


if __name__ == "__main__":
    main()
