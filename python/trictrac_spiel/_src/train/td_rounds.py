"""Rounds of the method ``td``: games, and what is learned from them; here or with a cluster."""

import math
import time
from collections.abc import Generator, Sequence
from typing import Any, Protocol

from trictrac_spiel import _engine
from trictrac_spiel._src.train.company import Company
from trictrac_spiel._src.train.methods import Notice, Progress

_BETWEEN_TELLING = 0.5
# A batch that is being played, one that waits for it, and one that is being learned from.
_BATCHES_A_WORKER = 3


class Rounds(Protocol):
    """Where the rounds of a run come from."""

    def begin(self, games: int | None) -> None:
        """A step begins, of so many games, or of nobody knows how many."""

    def learn(self, progress: float) -> Generator[Progress | Notice, None, float]:
        """Learns from one round, and returns the seconds that it took."""

    def figures(self) -> dict[str, Any]:
        """What a step's record says of it."""


class RoundsHere:
    """The threads of this process play and learn."""

    def __init__(self, training: _engine.TdTraining) -> None:
        self._training = training
        self._first_games = training.games
        self._told = time.monotonic()

    def begin(self, games: int | None) -> None:
        """Each round is played when its turn comes."""

    def learn(self, progress: float) -> Generator[Progress | Notice, None, float]:
        """Plays and learns outside the GIL."""
        seconds = self._training.learn(progress, 1, 0.0)
        if time.monotonic() - self._told >= _BETWEEN_TELLING:
            self._told = time.monotonic()
            yield Progress(self._training.games - self._first_games)
        return seconds

    def figures(self) -> dict[str, Any]:
        """Nothing more."""
        return {}


class RoundsOnCluster:
    """Workers play batches of games, and the threads of this process learn from them.

    A round is a batch for each thread, in the order of their numbers, whoever played them and
    whenever they came. A batch is played with the network that is the newest when it is handed out:
    at the beginning of a step three for each worker, and then one for each whenever so many have
    been learned from. So the network that plays is up to three batches a worker behind the one that
    learns. The same seed, threads and number of workers wanted teach the same network, whoever dies
    on the way; and a run that is resumed after a step goes on as if it had not been stopped.
    """

    def __init__(
        self, training: _engine.TdTraining, players: Company, config: Any, threads: int
    ) -> None:
        self._training = training
        self._players = players
        self._options: Sequence[tuple[str, str]] = config.options()
        self._seed: int = config.seed
        self._threads = threads
        self._size = _engine.td_games_per_round()
        self._next = self._handed_out = training.games // self._size
        """The first batch that is not learned from, and the first that nobody has."""
        self._end: float = math.inf
        self._came: dict[int, bytes] = {}
        self._learning = 0.0

    def begin(self, games: int | None) -> None:
        """Hands out the first batches, with the network of the last step."""
        if games is not None:
            rounds = math.ceil(games / (self._threads * self._size))
            self._end = self._next + rounds * self._threads
        self._hand_out()

    def learn(self, progress: float) -> Generator[Progress | Notice, None, float]:
        """Waits for a round's games, learns from them and sends the network."""
        begun = time.monotonic()
        mine = range(self._next, self._next + self._threads)
        while not all(batch in self._came for batch in mine):
            nobody_yet = not self._players.crew.alive
            self._came.update(self._players.collect())
            yield from self._players.events()
            if nobody_yet:
                begun = time.monotonic()
        learned = self._training.learn_from(progress, [self._came.pop(batch) for batch in mine])
        self._learning += learned
        self._next = mine.stop
        self._hand_out()
        return max(time.monotonic() - begun, learned)

    def figures(self) -> dict[str, Any]:
        """What the cluster did, and for how long this process learned."""
        figures = self._players.take_figures() | {"seconds_learning": round(self._learning, 3)}
        self._learning = 0.0
        return {"cluster": figures}

    def _hand_out(self) -> None:
        wanted = self._players.crew.wanted
        out = self._handed_out - self._next
        # A network is sent for a batch of each worker, not for each round.
        if out >= self._threads and out > (_BATCHES_A_WORKER - 1) * wanted:
            return
        ahead = max(_BATCHES_A_WORKER * wanted, self._threads)
        until = min(self._next + ahead, self._end)
        if self._handed_out >= until:
            return
        weights = self._players.share(self._training.weights)
        arguments = (self._options, self._seed, weights)
        while self._handed_out < until:
            first = self._handed_out * self._size
            self._players.submit(self._handed_out, self._size, _play, *arguments, first, self._size)
            self._handed_out += 1


def _play(
    options: Sequence[tuple[str, str]], seed: int, weights: bytes, first: int, games: int
) -> bytes:
    return _engine.td_games(options, seed, weights, first, games)
