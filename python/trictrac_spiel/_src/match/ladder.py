"""The ladder of players: each is measured against a weaker one."""

import itertools
import math

RUNGS = [
    ("greedy", "random", 2000),
    ("greedy", "rollouts:100", 100),
    ("careful", "greedy", 2000),
    ("mcts:400", "careful", 200),
    ("td:1", "careful", 2000),
    ("td:2", "careful", 2000),
    ("td:2", "td:1", 2000),
    ("td:2", "mcts:400", 200),
]
"""The better player, the other one, and games enough to tell."""

WRITTEN = "trictrac(format=written)"
WRITTEN_RUNGS = [
    ("greedy", "random", 400),
    ("careful", "greedy", 400),
    ("mcts:200", "careful", 40),
    ("td:1", "careful", 400),
    ("td:2", "careful", 100),
    ("td:2", "td:1", 60),
]
"""The same for the written game, which is twelve times as long."""


def rungs_of(players: list[str], games: int) -> list[tuple[str, str, int]]:
    """A ladder of these players, the weakest first."""
    return [(better, other, games) for other, better in itertools.pairwise(players)]


def elo(win_rate: float) -> str:
    """The distance that makes one player win so often, on the usual scale."""
    if not 0 < win_rate < 1:
        return "∞" if win_rate else "-∞"
    return f"{400 * math.log10(win_rate / (1 - win_rate)):+.0f}"
