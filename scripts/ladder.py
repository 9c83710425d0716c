#!/usr/bin/env python3
"""Measures each player against the one before it and writes docs/ladder.md.

`make ladder` runs it with the installed package; five minutes on two cores. The same
seed gives the same games, so the table can be made again.
"""

import argparse
from pathlib import Path

import pyspiel

import trictrac_spiel
from trictrac_spiel import play_match
from trictrac_spiel._src.match.facts import margin_interval
from trictrac_spiel._src.players import bots

PAGE = Path(__file__).resolve().parent.parent / "docs" / "ladder.md"
RUNGS = [
    ("greedy", "random", 2000),
    ("greedy", "rollouts:100", 100),
    ("careful", "greedy", 2000),
    ("mcts:400", "careful", 200),
]

TEXT = """\
# The ladder of players

How much better each player is than a weaker one. This page is written by
`make ladder` (`scripts/ladder.py`); the numbers are those of trictrac-spiel {version} with seed
{seed}.

| player | against | games | win rate | 95 % interval | holes a game |
|---|---|---:|---:|---:|---:|
{rows}

Every sequence of dice is used for two games, one from each seat; a draw counts half. The
interval of the win rate is Wilson's, for as many independent games as these are worth (games
of a pair share their dice). What follows "±" is the 95 % interval of the mean difference in
holes. Each line can be made again by one command, such as

```sh
trictrac match {first} {second} --games {games} --seed {seed} --jobs 2
```

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

`mcts:SIMS` is OpenSpiel's C++ Monte Carlo tree search. It searches the best five plays in
`careful`'s judgement and takes this judgement for the value of its leaves. `rollouts:SIMS` plays
random games from the leaves instead, and that is no match for `greedy`: their results vary far too
much for the small differences between plays.

`az:PATH` is a network that you train yourself; [training](training.md) tells how, and what to
expect. To measure yours: `trictrac match az:RUN_DIR careful --games 200`.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--games", type=int, help="of each match, for a quick look")
    parser.add_argument("--output", type=Path, default=PAGE)
    arguments = parser.parse_args()
    game = pyspiel.load_game("trictrac")
    rows = []
    for better, other, games in RUNGS:
        result = play_match(
            game,
            bots.maker(better),
            bots.maker(other),
            arguments.games or games,
            seed=arguments.seed,
            jobs=arguments.jobs,
        )
        low, high = (100 * bound for bound in result.win_rate_ci95)
        rows.append(
            f"| `{better}` | `{other}` | {len(result.games)} | {100 * result.win_rate:.1f} % | "
            f"{low:.1f} to {high:.1f} % | {result.hole_margin:+.2f} ± "
            f"{margin_interval(result):.2f} |"
        )
        print(rows[-1], flush=True)
    first, second, games = RUNGS[2]
    players = [f"| `{player.usage}` | {player.summary} |" for player in bots.PLAYERS.values()]
    arguments.output.write_text(
        TEXT.format(
            version=trictrac_spiel.__version__,
            seed=arguments.seed,
            rows="\n".join(rows),
            first=first,
            second=second,
            games=games,
            players="\n".join(players),
        ),
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
