#!/usr/bin/env python3
"""Shows what the package does, in about a minute: a game, a short training, a match.

`make demo` runs it with the installed package. The trained network stays in build/demo, in a
new folder each time, where `trictrac evaluate` and `trictrac train --resume` find it.
"""

import functools
import itertools
import random
import sys
import time
from pathlib import Path

import pyspiel

import trictrac_spiel
from trictrac_spiel import (
    AlphaZeroConfig,
    TrainingStep,
    board_svg,
    board_text,
    load_checkpoint,
    play_match,
    train,
)

FOLDER = Path(__file__).resolve().parent.parent / "build" / "demo"
TRAINING_SECONDS = 45
GAMES = 40
SEED = 1677  # the year of the first book on the rules


def title(text: str) -> None:
    print(f"\n{text}\n{'-' * len(text)}", flush=True)


def roll(state: pyspiel.State, dice: random.Random) -> None:
    outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(dice.choices(outcomes, probabilities)[0])


def show_the_board(game: pyspiel.Game) -> None:
    title("1. The game, loaded by pyspiel.load_game")
    state = game.new_initial_state()
    roll(state, random.Random(SEED))
    print(state)
    plays = [state.action_to_string(action) for action in state.legal_actions()]
    print(f"It may play {' or '.join(plays)}.")


def play_mcts_against_random(game: pyspiel.Game) -> None:
    title("2. OpenSpiel's C++ MCTS against a random player")
    mcts = pyspiel.load_bot("trictrac_mcts", game, 0, {"simulations": 100})
    bots = [mcts, pyspiel.make_uniform_random_bot(1, SEED)]
    dice = random.Random(SEED)
    state = game.new_initial_state()
    begun = time.monotonic()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            roll(state, dice)
            continue
        player = state.current_player()
        action = bots[player].step(state)
        decisions += 1
        if decisions <= 6:
            print(f"   {'MCTS  ' if player == 0 else 'random'}  {state.action_to_string(action)}")
        state.apply_action(action)
    seconds = time.monotonic() - begun
    winner = "MCTS wins" if state.returns()[0] > 0 else "MCTS does not win"
    print(f"   ... {winner} after {decisions} decisions in {seconds:.1f} s; the end:\n")
    names = ("MCTS", "random")
    print(board_text(state, names=names, unicode=sys.stdout.encoding.lower() == "utf-8"))
    picture = FOLDER / "board.svg"
    picture.write_text(board_svg(state, names=names), encoding="utf-8")
    print(f"The same as a picture: {picture}")


def train_a_network() -> Path:
    title(f"3. OpenSpiel's C++ AlphaZero, for {TRAINING_SECONDS} seconds")
    run = new_folder()
    config = AlphaZeroConfig.preset(
        "smoke", path=str(run), max_steps=10_000, replay_buffer_size=2**14
    )

    def on_step(step: TrainingStep) -> bool:
        print(
            f"   step {step.step:3}  {step.games:5} games  {step.states_per_second:6.0f} states/s"
            f"  policy loss {step.policy_loss:.3f}  value loss {step.value_loss:.3f}",
            flush=True,
        )
        return step.seconds > TRAINING_SECONDS

    result = train(config, on_step=on_step)
    print(f"The network of step {result.last_step} is in {run}")
    return run


def new_folder() -> Path:
    """A name that no earlier demo has used: somebody may have trained its network further."""
    names = (FOLDER / f"run-{number}" for number in itertools.count(1))
    return next(folder for folder in names if not folder.exists())


def play_the_network(game: pyspiel.Game, run: Path) -> None:
    title(f"4. The network against a random player: {GAMES} games, paired dice")
    network = functools.partial(make_network, run)
    match = play_match(game, network, make_random, GAMES, seed=SEED)
    low, high = match.win_rate_ci95
    print(
        f"The network wins {match.win_rate:.0%} (95 % interval {low:.0%} to {high:.0%}), "
        f"{match.hole_margin:+.1f} holes a game."
    )


def make_network(run: Path, game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    return load_checkpoint(run, game=game, seed=seed)


def make_random(game: pyspiel.Game, player: int, seed: int) -> pyspiel.Bot:
    return pyspiel.make_uniform_random_bot(player, seed)


def main() -> None:
    begun = time.monotonic()
    print(f"trictrac-spiel {trictrac_spiel.__version__} in open_spiel {pyspiel.__version__}")
    game = pyspiel.load_game("trictrac")
    FOLDER.mkdir(parents=True, exist_ok=True)
    show_the_board(game)
    play_mcts_against_random(game)
    run = train_a_network()
    play_the_network(game, run)
    print(
        f"\nDone in {time.monotonic() - begun:.0f} seconds. To go on:\n\n"
        "    source .venv/bin/activate\n"
        "    trictrac serve     # a page to play on\n"
        "    trictrac learn\n"
        "    trictrac play\n"
        f"    trictrac play --against az:{run.relative_to(FOLDER.parent.parent)}\n"
        "    trictrac --help"
    )


if __name__ == "__main__":
    main()
