"""Measure how fast the game is on this machine.

Each line is a kind of work, done for about the given time after a warm-up. The seed is fixed,
so two versions of the package play the same games and look at the same positions. Random games
are played without asking for the probabilities of the dice, which costs more than the rest.

    trictrac bench
    trictrac bench --seconds 5 --json

How this compares with OpenSpiel's own games is in docs/performance.md of the repository, where
`make bench` measures it anew.
"""

import argparse
import json
import random
import time
from collections.abc import Callable

import pyspiel

from trictrac_spiel._src.cli.arguments import whole_number
from trictrac_spiel._src.players import bots

_SEED = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``trictrac bench``."""
    parser.add_argument(
        "--seconds",
        type=whole_number(1, 3600),
        default=1,
        metavar="N",
        help="for each measurement (default: %(default)s)",
    )
    parser.add_argument(
        "--seed", type=whole_number(0), default=_SEED, metavar="N", help="of the games played"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> None:
    """Measures."""
    game = pyspiel.load_game("trictrac")
    luck = random.Random(args.seed)
    states = _states(game, luck)
    decisions = [state for state in states if not state.is_chance_node()]
    work: dict[str, tuple[str, Callable[[], int]]] = {
        "random_games": ("random games from Python", lambda: min(1, _random_game(game, luck))),
        "random_steps": ("steps of random games", lambda: _random_game(game, luck)),
        "legal_actions": ("legal actions, calls", _each(decisions, lambda s: s.legal_actions())),
        "clone": ("clone, calls", _each(states, lambda s: s.clone())),
        "observation": (
            "observation tensor, calls",
            _each(states, lambda s: s.observation_tensor(0)),
        ),
    }
    for name in ("greedy", "careful", "mcts:100"):
        bot = bots.make(name, game, 0, args.seed)
        sample = decisions[:3] if name.startswith("mcts") else decisions
        work[name] = (f"decisions of {name}", _each(sample, bot.step))
    results = {}
    for key, (what, once) in work.items():
        results[key] = _rate(once, args.seconds)
        if not args.json:
            print(f"{what:<36} {results[key]:>14,.0f} a second", flush=True)
    if args.json:
        print(json.dumps({"per_second": results, "seed": args.seed}))


def _states(game: pyspiel.Game, luck: random.Random) -> list[pyspiel.State]:
    state = game.new_initial_state()
    states = []
    while not state.is_terminal():
        states.append(state.clone())
        state.apply_action(luck.choice(state.legal_actions()))
    return states


def _random_game(game: pyspiel.Game, luck: random.Random) -> int:
    state = game.new_initial_state()
    steps = 0
    while not state.is_terminal():
        state.apply_action(luck.choice(state.legal_actions()))
        steps += 1
    return steps


def _each(
    states: list[pyspiel.State], call: Callable[[pyspiel.State], object]
) -> Callable[[], int]:
    def once() -> int:
        for state in states:
            call(state)
        return len(states)

    return once


def _rate(once: Callable[[], int], seconds: float) -> float:
    once()
    done, begun = 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        done += once()
    return done / (time.perf_counter() - begun)
