"""What is told of a match that was played: facts for programs, and how sure the margin is."""

import math
from statistics import fmean, stdev
from typing import Any

from trictrac_spiel._src.match.matches import MatchResult


def facts(result: MatchResult, a: str, b: str) -> dict[str, Any]:
    """The result for programs; `token_margin` is there for a written game only."""
    tokens = {} if result.token_margin is None else {"token_margin": result.token_margin}
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
        **tokens,
        "games_per_second": result.games_per_second,
        "seed": result.seed,
    }


def margin(result: MatchResult) -> tuple[float, str] | None:
    """By how much A was ahead in a game, and in what: holes, or the tokens of a written game."""
    if result.token_margin is not None:
        return result.token_margin, "tokens"
    return None if result.hole_margin is None else (result.hole_margin, "holes")


def margin_interval(result: MatchResult) -> float:
    """How far the true mean margin may be from the measured one, at 95 %."""
    pairs: dict[int, list[float]] = {}
    for game in result.games:
        if game.tokens is not None:
            pairs.setdefault(game.pair, []).append(game.tokens[0])
        elif game.holes is not None:
            pairs.setdefault(game.pair, []).append(game.holes[0] - game.holes[1])
    means = [fmean(margins) for margins in pairs.values()]
    return 1.96 * stdev(means) / math.sqrt(len(means)) if len(means) > 1 else math.inf
