"""What is told of a match that was played: facts for programs, and how sure the margin is."""

import math
from statistics import fmean, stdev
from typing import Any

from trictrac_spiel._src.match.matches import MatchResult


def facts(result: MatchResult, a: str, b: str) -> dict[str, Any]:
    """The result for programs."""
    return {
        "a": a,
        "b": b,
        "games": len(result.games),
        "wins": result.wins,
        "losses": result.losses,
        "draws": result.draws,
        "win_rate": result.win_rate,
        "win_rate_ci95": list(result.win_rate_ci95),
        "hole_margin": result.hole_margin,
        "games_per_second": result.games_per_second,
        "seed": result.seed,
    }


def margin_interval(result: MatchResult) -> float:
    """How far the true mean margin in holes may be from the measured one, at 95 %."""
    pairs: dict[int, list[float]] = {}
    for game in result.games:
        if game.holes is not None:
            pairs.setdefault(game.pair, []).append(game.holes[0] - game.holes[1])
    means = [fmean(margins) for margins in pairs.values()]
    return 1.96 * stdev(means) / math.sqrt(len(means)) if len(means) > 1 else math.inf
