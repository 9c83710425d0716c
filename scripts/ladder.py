#!/usr/bin/env python3
"""Measures each player against the one before it and writes docs/ladder.md.

`make ladder` runs it with the installed package; half an hour on two cores. The same
seed gives the same games, so the tables can be made again. `--only written` measures the written
game alone and puts its section in place of the page's.
"""

import argparse
import math
import random
import time
from collections.abc import Sequence
from pathlib import Path

import pyspiel

import trictrac_spiel
from trictrac_spiel import MatchResult, RunError, TrictracError, play_match
from trictrac_spiel._src.cli.arguments import add_cluster, check_cluster
from trictrac_spiel._src.cluster.connection import OFF, kept
from trictrac_spiel._src.match.facts import margin, margin_interval
from trictrac_spiel._src.match.ladder import RUNGS, WRITTEN, WRITTEN_RUNGS, elo
from trictrac_spiel._src.match.matches import play_chance
from trictrac_spiel._src.players import bots
from trictrac_spiel._src.players.levels import LEVELS

PAGE = Path(__file__).resolve().parent.parent / "docs" / "ladder.md"
# How luck and length go together: the same two players in games of so many holes.
LENGTHS = [1, 2, 4, 8, 12]
PLAYERS_OF_LENGTHS = ("td:1", "careful", 2000)

TEXT = """\
# The ladder of players

How much better each player is than a weaker one. This page is written by
`make ladder` (`scripts/ladder.py`); the numbers are those of trictrac-spiel {version} with seed
{seed}.

| player | against | games | win rate | 95 % interval | Elo ahead | holes a game |
|---|---|---:|---:|---:|---:|---:|
{rows}

Every sequence of dice is used for two games, one from each seat; a draw counts half. The
interval of the win rate is Wilson's, for as many independent games as these are worth (games
of a pair share their dice). What follows "±" is the 95 % interval of the mean difference in
holes. Elo is the usual scale on which 191 points more win three games of four, with the bounds of
the interval. Each line can be made again by one command:

```sh
{commands}
```

{written}
## Time a move

| player | milliseconds a decision |
|---|---:|
{times}

Each of them against itself, on one core of the machine that wrote this page.

## How much is luck

A single hole is mostly luck; in twelve the better player shows. Win rates
of `{stronger}` against `{weaker}`, {games} games each:

| holes | win rate | 95 % interval |
|---:|---:|---:|
{lengths}

## What the players do

| name | how it chooses |
|---|---|
{players}

`greedy` looks at each position that it can reach and counts the points of its own next roll and
of its opponent's, averaged over the 36 rolls. (The points of the present roll are the same for
every play: they are marked before anybody moves.) `careful` adds what a position is worth later,
by the table of numbers in `rust/play/src/careful.rs`: progress of the big and the return jan,
how long a full jan can be kept, the rest corner, pace, lone and piled checkers. Neither needs a
rule for hold or go: a new setting is judged like any other position.

`td:PLIES` judges positions by a small network that was taught by self-play, `td:1` those that it
can reach at once, `td:2` the best five of them by the mean of the 21 rolls and the best answers to
them, and the best two by one play more where they are less than a tenth of a hole apart; `td` is
`td:2`. [models](models.md) tells how the network was made.

`trictrac play --level` has them under names for people:

| level | player |
|---|---|
{levels}

`mcts:SIMS` is OpenSpiel's C++ Monte Carlo tree search. It searches the best five plays in
`careful`'s judgement and takes this judgement for the value of its leaves. `rollouts:SIMS` plays
random games from the leaves instead, and that is no match for `greedy`: their results vary far too
much for the small differences between plays.

`az:PATH` is a network that you train yourself; [training](training.md) tells how, and what to
expect. To measure yours: `trictrac match az:RUN_DIR careful --games 200`.
"""


WRITTEN_TEXT = """\
## The written game

The same measured in *parties à écrire* of twelve marqués (`trictrac(format=written)`), whose winner
has the more tokens. When to end a marqué with six holes or more decides it: there all of them but
`random` reckon with a table of what going on is worth (`rust/play/src/written.rs`), which follows
from how often holes are double and who makes the next one. Against itself with the ordinary game's
instinct for leaving, `careful` wins 56.1 % of 800 games by it (52.8 to 59.4 %), 7 tokens a game
(`cargo run --release -p trictrac-play --example marques -- --games 800 --seed 2`).

| player | against | games | win rate | 95 % interval | Elo ahead | tokens a game |
|---|---|---:|---:|---:|---:|---:|
{rows}

```sh
{commands}
```

"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, help="games at a time (default: 2)")
    add_cluster(parser)
    parser.add_argument("--games", type=int, help="of each match, for a quick look")
    parser.add_argument("--output", type=Path, default=PAGE)
    parser.add_argument("--only", choices=["written"], help="measure this alone")
    arguments = parser.parse_args()
    try:
        check_cluster(arguments)
        with kept(arguments.ray, arguments.workers):
            write(arguments)
    except TrictracError as error:
        parser.error(str(error))
    except RunError as error:
        raise SystemExit(str(error)) from None


def write(arguments: argparse.Namespace) -> None:
    """Plays the matches and writes the page."""
    written = WRITTEN_TEXT.format(**ladder(WRITTEN, WRITTEN_RUNGS, arguments))
    if arguments.only:
        page = PAGE.read_text(encoding="utf-8")
        before, after = page.index("## The written game\n"), page.index("## Time a move\n")
        arguments.output.write_text(page[:before] + written + page[after:], encoding="utf-8")
        return
    game = pyspiel.load_game("trictrac")
    ordinary = ladder("trictrac", RUNGS, arguments)
    stronger, weaker, games = PLAYERS_OF_LENGTHS
    lengths = []
    for holes in LENGTHS:
        shorter = pyspiel.load_game(f"trictrac(holes={holes})")
        result = matched(shorter, stronger, weaker, arguments, games)
        low, high = (100 * bound for bound in result.win_rate_ci95)
        lengths.append(f"| {holes} | {100 * result.win_rate:.1f} % | {low:.1f} to {high:.1f} % |")
        print(lengths[-1], flush=True)
    names = list(dict.fromkeys(name for rung in RUNGS for name in rung[1::-1]))
    times = [f"| `{name}` | {milliseconds(game, name):.3g} |" for name in names]
    players = [f"| `{player.usage}` | {player.summary} |" for player in bots.PLAYERS.values()]
    levels = [f"| {name} | `{level.player}`: {level.summary} |" for name, level in LEVELS.items()]
    arguments.output.write_text(
        TEXT.format(
            version=trictrac_spiel.__version__,
            seed=arguments.seed,
            **ordinary,
            written=written,
            times="\n".join(times),
            stronger=stronger,
            weaker=weaker,
            games=arguments.games or games,
            lengths="\n".join(lengths),
            players="\n".join(players),
            levels="\n".join(levels),
        ),
        encoding="utf-8",
    )


def ladder(
    game: str, rungs: Sequence[tuple[str, str, int]], arguments: argparse.Namespace
) -> dict[str, str]:
    """The rows of a table of matches, and the commands that play them again."""
    rows, commands = [], []
    option = "" if game == "trictrac" else f' --game "{game}"'
    for better, other, games in rungs:
        result = matched(pyspiel.load_game(game), better, other, arguments, games)
        low, high = result.win_rate_ci95
        ahead, unit = margin(result) or (math.nan, "holes")
        digits = 1 if unit == "tokens" else 2
        rows.append(
            f"| `{better}` | `{other}` | {len(result.games)} | {100 * result.win_rate:.1f} % | "
            f"{100 * low:.1f} to {100 * high:.1f} % | {elo(result.win_rate)} "
            f"({elo(low)} to {elo(high)}) | {ahead:+.{digits}f} ± "
            f"{margin_interval(result):.{digits}f} |"
        )
        commands.append(
            f"trictrac match {better} {other}{option} --games {games} --seed {arguments.seed} "
            "--jobs 2"
        )
        print(rows[-1], flush=True)
    return {"rows": "\n".join(rows), "commands": "\n".join(commands)}


def matched(
    game: pyspiel.Game, better: str, other: str, arguments: argparse.Namespace, games: int
) -> MatchResult:
    """The match between two players."""
    return play_match(
        game,
        bots.maker(better),
        bots.maker(other),
        min(arguments.games or games, games),
        seed=arguments.seed,
        jobs=(arguments.jobs or 2) if arguments.ray == OFF else 1,
        ray=arguments.ray,
        workers=arguments.workers,
    )


def milliseconds(game: pyspiel.Game, name: str) -> float:
    """How long a player thinks about a decision on average, in a game against itself."""
    player = bots.make(name, game, seed=1)
    dice = random.Random(1)
    state = game.new_initial_state()
    seconds, decisions = 0.0, 0
    while not state.is_terminal() and seconds < 5:
        if state.is_chance_node():
            play_chance(state, dice.random())
            continue
        begun = time.perf_counter()
        action = player.step(state)
        seconds += time.perf_counter() - begun
        decisions += 1
        state.apply_action(action)
    return 1000 * seconds / decisions


if __name__ == "__main__":
    main()
