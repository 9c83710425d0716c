"""Matches between two players: every deal of dice is played twice, with seats changed.

Both games of a pair see the same sequence of rolls, so luck with the dice falls to both
sides alike, and the score tells more about the players than as many independent games.
"""

import concurrent.futures
import concurrent.futures.process
import functools
import json
import logging
import math
import multiprocessing
import random
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

import pyspiel

from trictrac_spiel._src.cluster.connection import MOST_WORKERS, OFF, check_address, check_reachable
from trictrac_spiel._src.cluster.crew import hired
from trictrac_spiel._src.errors import RunError, TrictracError

_log = logging.getLogger("trictrac_spiel")

_MOST_PAIRS = 50
_MESSAGES_A_WORKER = 8
_WAITING_SECONDS = 0.5

BotMaker = Callable[[pyspiel.Game, int, int], pyspiel.Bot]
"""Makes a player from game, seat and seed. With several jobs or workers it must be picklable; one
that needs files says by a method ``sent`` what brings them along to other machines."""


@dataclass(frozen=True)
class GameResult:
    """One game of a match, seen from player A."""

    pair: int
    """Which sequence of dice, from 0."""
    seat_of_a: int
    returns: tuple[float, float]
    """As OpenSpiel gives them, for players 0 and 1."""
    holes: tuple[int, int] | None
    """Holes of A and of B; None where the game is not about them, as a written game."""
    decisions: int
    """Actions chosen by the players."""
    tokens: tuple[int, int] | None = None
    """Tokens of A and of B at the end of a written game; else None."""

    @property
    def score_of_a(self) -> float:
        """1 for a win, 0.5 for a draw, 0 for a loss."""
        own, other = self.returns[self.seat_of_a], self.returns[1 - self.seat_of_a]
        return 0.5 + 0.5 * ((own > other) - (own < other))


@dataclass(frozen=True)
class MatchResult:
    """All games of a match, seen from player A."""

    games: tuple[GameResult, ...]
    seed: int
    seconds: float

    @property
    def wins(self) -> int:
        return sum(game.score_of_a == 1 for game in self.games)

    @property
    def losses(self) -> int:
        return sum(game.score_of_a == 0 for game in self.games)

    @property
    def draws(self) -> int:
        return len(self.games) - self.wins - self.losses

    @property
    def win_rate(self) -> float:
        """Wins and half of the draws, as a share of the games."""
        return fmean(game.score_of_a for game in self.games)

    @property
    def win_rate_ci95(self) -> tuple[float, float]:
        """The 95 % confidence interval of the win rate."""
        return paired_interval(self._pair_scores())

    @property
    def hole_margin(self) -> float | None:
        """Mean of A's holes minus B's; None where the game is not about holes."""
        margins = [game.holes[0] - game.holes[1] for game in self.games if game.holes]
        return fmean(margins) if margins else None

    @property
    def token_margin(self) -> float | None:
        """Mean of the tokens that A has won in a written game; None in any other."""
        won = [game.tokens[0] for game in self.games if game.tokens]
        return fmean(won) if won else None

    @property
    def games_per_second(self) -> float:
        return len(self.games) / self.seconds

    def _pair_scores(self) -> list[list[float]]:
        pairs: dict[int, list[float]] = {}
        for game in self.games:
            pairs.setdefault(game.pair, []).append(game.score_of_a)
        return list(pairs.values())


def play_match(
    game: pyspiel.Game,
    make_a: BotMaker,
    make_b: BotMaker,
    games: int,
    *,
    seed: int = 0,
    jobs: int = 1,
    ray: str = OFF,
    workers: int = 0,
    on_game: Callable[[GameResult], None] | None = None,
    on_notice: Callable[[str], None] | None = None,
) -> MatchResult:
    """Plays a match of `games` single games; an odd last one has no return game.

    The same seed gives the same games, however many jobs or workers there are, if the players keep
    to their seeds.

    Args:
        game: what is played; two players.
        make_a: makes player A; a new one for each game.
        make_b: makes player B.
        games: number of games, at least 1.
        seed: of dice and players.
        jobs: processes that play at the same time, on this machine.
        ray: the Ray cluster that plays instead: ``local``, ``auto`` or ``HOST:PORT``.
        workers: with `ray`: how many play at the same time; 0 for as many as the cluster has
            processors.
        on_game: called in this process after each game, in the order in which they end.
        on_notice: with `ray`: called with a sentence when workers come, go or die.

    Raises:
        TrictracError: an argument makes no sense.
        RunError: the games could not be played: there is no such cluster, processes die, ...
    """
    if games < 1:
        raise TrictracError(f"games: a match needs 1 or more, not {games}")
    if jobs < 1:
        raise TrictracError(f"jobs: must be 1 or more, not {jobs}")
    check_address("ray", ray)
    if not 0 <= workers <= MOST_WORKERS:
        raise TrictracError(f"workers: must be 0 to {MOST_WORKERS}, not {workers}")
    if ray != OFF and jobs != 1:
        raise TrictracError("jobs: of this machine; how many play on a cluster is for workers")
    if ray == OFF and workers:
        raise TrictracError("workers: of a cluster, so ray must name one; for this machine: jobs")
    if game.num_players() != 2:
        raise TrictracError(f"a match needs a game for two players, not {game}")
    begun = time.monotonic()
    results = []
    pairs = [(pair, min(2, games - 2 * pair)) for pair in range((games + 1) // 2)]
    if ray == OFF:
        play = functools.partial(_play_pair, str(game), make_a, make_b, seed)
        games_played = _run(play, pairs, jobs)
    else:
        match = (str(game), _sent(make_a), _sent(make_b), seed)
        games_played = _run_on_cluster(match, pairs, ray, workers, on_notice or _log.warning)
    for result in games_played:
        results.append(result)
        if on_game is not None:
            on_game(result)
    results.sort(key=lambda result: (result.pair, result.seat_of_a))
    return MatchResult(tuple(results), seed, time.monotonic() - begun)


def play_game(
    game: pyspiel.Game, bots: Sequence[pyspiel.Bot], dice: random.Random
) -> tuple[pyspiel.State, int]:
    """Plays one game; `bots` by seat. Returns the end and the number of decisions."""
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            play_chance(state, dice.random())
        else:
            state.apply_action(bots[state.current_player()].step(state))
            decisions += 1
    return state, decisions


def paired_interval(pairs: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The 95 % confidence interval of a mean score, from scores (0 to 1) in pairs.

    Wilson's interval, which stays honest near 0 and 1, for the number of independent games
    that tell as much as these: the games of a pair share their dice, and the scatter of the
    pairs' means shows how much that was worth.
    """
    scores = [score for pair in pairs for score in pair]
    mean = fmean(scores)
    n = float(len(scores))
    if len(pairs) >= 20 and 0 < mean < 1:
        variance = sum(len(pair) * (fmean(pair) - mean) ** 2 for pair in pairs) / (len(pairs) - 1)
        # 1 for independent games; bounds for samples too small to tell more.
        n /= min(max(variance / (mean * (1 - mean)), 0.5), 2.0)
    z = 1.959964
    center = (mean + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(mean * (1 - mean) / n + z * z / (4 * n * n))
    return max(0.0, center - half), min(1.0, center + half)


def _run(
    play: Callable[[tuple[int, int]], list[GameResult]],
    pairs: Sequence[tuple[int, int]],
    jobs: int,
) -> Iterator[GameResult]:
    if jobs == 1 or len(pairs) == 1:
        for pair in pairs:
            yield from play(pair)
        return
    others = set(multiprocessing.active_children())
    # Spawned, not forked: LibTorch's threads do not survive a fork.
    with concurrent.futures.ProcessPoolExecutor(
        min(jobs, len(pairs)),
        mp_context=multiprocessing.get_context("spawn"),
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),  # Ctrl-C is for this process.
    ) as executor:
        try:
            for future in concurrent.futures.as_completed(
                [executor.submit(play, pair) for pair in pairs]
            ):
                yield from future.result()
        except concurrent.futures.process.BrokenProcessPool as error:
            raise RunError("a process that played games has died (out of memory?)") from error
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            # The games that are being played are not wanted any more.
            for process in set(multiprocessing.active_children()) - others:
                process.terminate()
            raise


def _sent(make: BotMaker) -> BotMaker:
    """A player as other machines can make it."""
    sent = getattr(make, "sent", None)
    return sent() if callable(sent) else make


def _run_on_cluster(
    match: tuple[str, BotMaker, BotMaker, int],
    pairs: Sequence[tuple[int, int]],
    address: str,
    workers: int,
    notice: Callable[[str], None],
) -> Iterator[GameResult]:
    check_reachable(address)
    with hired(address, workers) as crew:
        try:
            shared = crew.share(match)
        except TypeError as error:
            raise TrictracError(
                f"these players cannot be sent to other machines: {error}"
            ) from None
        # Some messages for each worker, so that none has to wait long for the last one.
        size = max(1, min(_MOST_PAIRS, len(pairs) // (_MESSAGES_A_WORKER * crew.wanted)))
        messages = [pairs[first : first + size] for first in range(0, len(pairs), size)]
        for number, message in enumerate(messages):
            crew.submit(number, _play_pairs, shared, message)
        left = len(messages)
        while left:
            for _, results in crew.finished(_WAITING_SECONDS):
                left -= 1
                yield from results
            for sentence in crew.take_notices():
                notice(sentence)


def _play_pairs(
    match: tuple[str, BotMaker, BotMaker, int], pairs: Sequence[tuple[int, int]]
) -> list[GameResult]:
    return [result for pair in pairs for result in _play_pair(*match, pair)]


def _play_pair(
    game_string: str, make_a: BotMaker, make_b: BotMaker, seed: int, pair: tuple[int, int]
) -> list[GameResult]:
    """The one or two games with the dice of a pair; A sits at 0 in the first."""
    import trictrac_spiel  # noqa: F401  (registers the game in a new process)

    game = pyspiel.load_game(game_string)
    number, games = pair
    results = []
    for seat_of_a in range(games):
        seeds = random.Random(f"bots {seed} {number} {seat_of_a}")
        bot_a = make_a(game, seat_of_a, seeds.randrange(2**31))
        bot_b = make_b(game, 1 - seat_of_a, seeds.randrange(2**31))
        bots = [bot_a, bot_b] if seat_of_a == 0 else [bot_b, bot_a]
        state, decisions = play_game(game, bots, random.Random(f"dice {seed} {number}"))
        first, second = state.returns()
        counted = _counted(state, seat_of_a)
        results.append(
            GameResult(
                number,
                seat_of_a,
                (first, second),
                holes=None if "tokens" in counted else counted.get("holes"),
                decisions=decisions,
                tokens=counted.get("tokens"),
            )
        )
    return results


def play_chance(state: pyspiel.State, luck: float) -> None:
    """Takes the outcome of a chance node that a number from 0 to 1 stands for."""
    state.apply_action(chance_outcome(state, luck))


def chance_outcome(state: pyspiel.State, luck: float) -> int:
    """The outcome of a chance node that a number from 0 to 1 stands for."""
    outcomes = state.chance_outcomes()
    chosen = outcomes[-1][0]  # Unless rounding leaves less than nothing.
    for outcome, probability in outcomes:
        luck -= probability
        if luck < 0:
            chosen = outcome
            break
    return int(chosen)


def _counted(state: pyspiel.State, seat_of_a: int) -> dict[str, tuple[int, int]]:
    """The holes at the end, and the tokens of a written game: A's and B's."""
    if state.get_game().get_type().short_name != "trictrac":
        return {}
    found = json.loads(state.to_json())
    return {
        name: (int(found[name][seat_of_a]), int(found[name][1 - seat_of_a]))
        for name in ("holes", "tokens")
        if name in found
    }
