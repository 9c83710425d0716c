#!/usr/bin/env python3
"""Asks the network about openings, hold or go, and the corner, and writes docs/openings.md.

`make openings` runs it with the installed package; about half a minute of a processor. The same
seed gives the same page.
"""

import argparse
import math
import random
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

from trictrac_spiel import Position, best_plays, rollout
from trictrac_spiel._src.analysis.judging import RankedPlay
from trictrac_spiel._src.analysis.reasons import reasons

PAGE = Path(__file__).resolve().parent.parent / "docs" / "openings.md"
GO = 1
CORNER = 12

TEXT = """\
# Openings, hold or go, and the corner

What the shipped network ([models](models.md)) thinks of questions that the old treatises answer.
This page is written by `make openings` (`scripts/openings.py`) with seed {seed}; every figure was
measured, and what follows "±" is a 95 % interval. It is the opinion of one program, which wins
against the others [here](ladder.md) and has never met a strong person.

## The first roll

Of the two best plays of each of the 15 first rolls by `td:2`, the one that did better in {games}
paired games of each, played out by `td:1` for fifteen rolls, and by how many winning chances and
holes it is ahead. Where the interval contains 0 the two are as good as each other.

| roll | best play | second | winning chances ahead | holes ahead |
|---|---|---|---:|---:|
{openings}

## Hold or go

From {self_games} games of `td:1` against itself: {choices} choices between holding and going. How
often going was better, and by how many winning chances on average, by the points that remain after
the hole, by the lead in holes, and by the jan that is full.

| what | choices | going is better | winning chances that going gains |
|---|---:|---:|---:|
{going}

What is clearly better on average: {rule}.

## Wood first

The treatises advise to bring checkers down from the starting field (*abattre du bois*) before
anything is built. In the games above that was the better play, or as good, with {two_down} of the
{rolls} first rolls: two checkers, not one with both numbers.

## The corner

Everybody is told to take the rest corner early. In the same games it could be taken
at {corner_choices} decisions, and the network took it at {corner_taken}. Where it did not, the
reasons that could be seen most often were: {corner_reasons}.

## The jans

In the same games a setting ended with the small jan having been filled in {small} of the settings
of a player, the big jan in {big}, the return jan in {far}.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=5184, help="of each rollout")
    parser.add_argument("--self-games", type=int, default=400, help="that choices are taken from")
    parser.add_argument("--output", type=Path, default=PAGE)
    arguments = parser.parse_args()
    rolls = [(high, low) for high in range(2, 7) for low in range(1, high)]
    openings = [opening(high, low, arguments) for high, low in rolls]
    found = Found()
    for game in range(arguments.self_games):
        watch_game(random.Random(f"{arguments.seed} {game}"), found)
    arguments.output.write_text(
        TEXT.format(
            seed=arguments.seed,
            games=arguments.games,
            openings="\n".join(found_opening.row for found_opening in openings),
            self_games=arguments.self_games,
            choices=len(found.going["all"]),
            going="\n".join(going_row(name, gains) for name, gains in found.going_in_order()),
            rule=rule_of_thumb(found),
            rolls=len(rolls),
            two_down=sum(found_opening.brought_down == 2 for found_opening in openings),
            corner_choices=found.corner_choices,
            corner_taken=share(found.corner_taken, found.corner_choices),
            corner_reasons=most_frequent(found.corner_reasons),
            small=share(found.filled["small"], found.settings),
            big=share(found.filled["big"], found.settings),
            far=share(found.filled["return"], found.settings),
        ),
        encoding="utf-8",
    )


class Opening(NamedTuple):
    """A first roll: its row in the table, and how many checkers its best play brings down."""

    row: str
    brought_down: int


def opening(high: int, low: int, arguments: argparse.Namespace) -> Opening:
    """Plays the two best plays of a first roll out."""
    position = Position().roll((high, low))
    ranked = best_plays(position, limit=2)
    best = ranked[0]
    if len(ranked) == 1:
        row = f"| {high}-{low} | {without_dice(best)} | none: nothing else is legal | | |"
    else:
        results = {
            play: rollout(position.apply(play.action), arguments.games, seed=arguments.seed)
            for play in ranked
        }
        best, second = sorted(ranked, key=lambda play: -results[play].win)
        ahead, (lower, upper) = results[best].win_more_than(results[second])
        holes, (fewest, most) = results[best].margin_more_than(results[second])
        row = (
            f"| {high}-{low} | {without_dice(best)} | {without_dice(second)} | {100 * ahead:+.2f} "
            f"± {50 * (upper - lower):.2f} % | {holes:+.2f} ± {(most - fewest) / 2:.2f} |"
        )
    print(row, flush=True)
    return Opening(row, 15 - own_counts(position.apply(best.action), 0)[1])


class Found:
    """What was seen in the games."""

    def __init__(self) -> None:
        self.going: dict[str, list[float]] = defaultdict(list)
        self.corner_choices = 0
        self.corner_taken = 0
        self.corner_reasons: dict[str, int] = defaultdict(int)
        self.filled: dict[str, int] = defaultdict(int)
        self.settings = 0

    def going_in_order(self) -> list[tuple[str, list[float]]]:
        """The groups of choices to go, all of them first, the largest kinds together."""

        def place(entry: tuple[str, list[float]]) -> tuple[bool, str, int, str]:
            kind, _, value = entry[0].partition(": ")
            return entry[0] != "all", kind, int(value) if value.isdecimal() else 0, value

        return sorted(self.going.items(), key=place)


def watch_game(luck: random.Random, found: Found) -> None:
    """Plays a game of ``td:1`` against itself and notes what is asked."""
    position = Position()
    jans: list[set[str]] = [set(), set()]
    while not position.is_over:
        if position.needs_roll:
            rolls = position.possible_rolls
            dice = luck.choices([dice for dice, _ in rolls], [chance for _, chance in rolls])[0]
            after = position.roll(dice)
            for event in position.events(dice):
                name, _, kind = event.jan.rpartition("_jan_")
                if kind == "filled":
                    jans[position.mover].add(name)
            if sum(after.board) == 0 and after.board[0] == 15 and not after.is_over:
                jans = end_setting(jans, found)
            position = after
            continue
        ranked = best_plays(position, "td:1")
        chosen = ranked[0].action
        if position.phase == "hold-or-go":
            note_going(position, ranked, found)
        note_corner(position, ranked, found)
        if chosen == GO:
            jans = end_setting(jans, found)
        position = position.apply(chosen)
    end_setting(jans, found)


def end_setting(jans: list[set[str]], found: Found) -> list[set[str]]:
    """Counts what both players have filled in a setting."""
    found.settings += 2
    for own in jans:
        for name in own:
            found.filled[name] += 1
    return [set(), set()]


def note_going(position: Position, ranked: list[RankedPlay], found: Found) -> None:
    """Notes what going gains against the best way to hold."""
    go = next(play for play in ranked if play.action == GO)
    holding = [play for play in ranked if play.action != GO]
    if not holding:
        return
    gain = go.win - max(play.win for play in holding)
    own, other = position.holes[position.mover], position.holes[1 - position.mover]
    groups = ["all", f"points left: {position.points[position.mover]}"]
    lead = own - other
    groups.append(
        "lead: 4 holes or more"
        if lead >= 4
        else "lead: 0 to 3 holes"
        if lead >= 0
        else "lead: behind"
    )
    counts = own_counts(position)
    full = [
        name
        for name, first in (("small", 1), ("big", 7), ("return", 19))
        if all(counts.get(field, 0) >= 2 for field in range(first, first + 6))
    ]
    groups.append(f"full: {full[0]} jan" if full else "full: none")
    for group in groups:
        found.going[group].append(gain)


def note_corner(position: Position, ranked: list[RankedPlay], found: Found) -> None:
    """Notes whether the corner is taken where it can be."""
    if own_counts(position).get(CORNER, 0):
        return
    taking = [
        play
        for play in ranked
        if play.action != GO
        and own_counts(position.apply(play.action), position.mover).get(CORNER, 0)
    ]
    if not taking or len(taking) == len(ranked):
        return
    found.corner_choices += 1
    if ranked[0] in taking:
        found.corner_taken += 1
    else:
        for reason in reasons(position, ranked[0].action, taking[0].action):
            found.corner_reasons[reason.partition(":")[0]] += 1


def own_counts(position: Position, player: int | None = None) -> dict[int, int]:
    """A player's checkers by field, in his own numbering; by default the mover's."""
    player = position.mover if player is None else player
    board = position.board if player == 0 else [-count for count in reversed(position.board)]
    return {field: count for field, count in enumerate(board, 1) if count > 0}


def going_row(name: str, gains: list[float]) -> str:
    """A row of the table about going."""
    half = 1.96 * stdev(gains) / math.sqrt(len(gains)) if len(gains) > 1 else math.nan
    return (
        f"| {name} | {len(gains)} | {share(sum(gain > 0 for gain in gains), len(gains))} | "
        f"{100 * fmean(gains):+.1f} ± {100 * half:.1f} % |"
    )


def rule_of_thumb(found: Found) -> str:
    """The groups in which one side of the choice is clearly better."""
    better: dict[str, list[str]] = {"going": [], "holding": []}
    for name, gains in found.going_in_order():
        if name == "all" or len(gains) < 30:
            continue
        half = 1.96 * stdev(gains) / math.sqrt(len(gains))
        if fmean(gains) > half:
            better["going"].append(name)
        elif fmean(gains) < -half:
            better["holding"].append(name)
    words = [f"{side} with {', '.join(names)}" for side, names in better.items() if names]
    return "; ".join(words) or "nothing is clear from so few choices"


def share(part: int, whole: int) -> str:
    """A share in percent, with its interval."""
    if not whole:
        return "none"
    rate = part / whole
    half = 1.96 * math.sqrt(max(rate * (1 - rate), 1e-9) / whole)
    return f"{100 * rate:.0f} ± {100 * half:.0f} %"


def most_frequent(counts: dict[str, int]) -> str:
    """The three words that were said most often."""
    ordered: Iterable[tuple[str, int]] = sorted(counts.items(), key=lambda entry: -entry[1])
    return ", ".join(f"{name} ({count} times)" for name, count in list(ordered)[:3]) or "none"


def without_dice(play: RankedPlay) -> str:
    """The play's text without the dice."""
    return play.text.partition(": ")[2]


if __name__ == "__main__":
    main()
