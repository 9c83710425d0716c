"""Levels for people: players under names that say how hard they are to beat.

They differ by who plays. The dice are the same for all.
"""

from typing import NamedTuple


class Level(NamedTuple):
    """How strong an opponent is."""

    player: str
    """A player's name, as ``make_bot`` takes it."""
    summary: str


LEVELS: dict[str, Level] = {
    "beginner": Level("greedy", "counts the points of the next rolls and sees no further"),
    "club": Level("careful", "knows what jans, corner and tempo are worth"),
    "strong": Level("td:1", "the value network, one play ahead"),
    "champion": Level("td:2", "the value network, two plays ahead: the strongest there is here"),
}
"""From the weakest to the strongest; docs/ladder.md has the measured distances."""
