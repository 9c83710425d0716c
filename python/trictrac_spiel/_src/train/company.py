"""Self-play on a cluster: a crew that plays the games of a training, and the figures on it.

The learner puts a network into Ray's object store, hands out games by their numbers, and gets them
back as bytes, many in a message. Both methods that train with Ray do it so; which games, and what
is done with them, is theirs.
"""

import contextlib
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from trictrac_spiel._src.cluster.crew import Crew, hired
from trictrac_spiel._src.train.methods import Notice, Progress
from trictrac_spiel._src.train.results import Workers
from trictrac_spiel._src.train.run_config import RunConfig

_BETWEEN_TELLING = 0.5
_PACE_SECONDS = 10.0


@contextlib.contextmanager
def company(config: RunConfig) -> Iterator["Company | None"]:
    """Who plays the games of a run; None when its own process does."""
    if config.ray == "off":
        yield None
        return
    with hired(config.ray, config.workers) as crew:
        yield Company(crew)


class Company:
    """A crew that plays games."""

    def __init__(self, crew: Crew) -> None:
        self.crew = crew
        self.games = 0
        """Games that have come in this session."""
        self._counts: dict[Any, int] = {}
        self._lately: deque[tuple[float, int]] = deque()
        self._told = 0.0
        self._since = time.monotonic()
        """When somebody began to play."""
        self._figures = _Figures(crew)

    def share(self, network: bytes) -> Any:
        """Sends a network on its way: once to each machine that plays with it."""
        begun = time.perf_counter()
        shared = self.crew.share(network)
        self._figures.sending += time.perf_counter() - begun
        self._figures.networks += 1
        self._figures.network_bytes += len(network)
        return shared

    def submit(self, key: Any, games: int, function: Callable[..., bytes], *arguments: Any) -> None:
        """Has so many games played by a function, which returns them as bytes."""
        self._counts[key] = games
        self.crew.submit(key, function, *arguments)

    def collect(self) -> list[tuple[Any, bytes]]:
        """The games that have come since, by key; waits a moment for the first."""
        begun = time.perf_counter()
        if not self.crew.alive:
            self._figures.begun = self._since = time.monotonic()
        came = self.crew.finished(_BETWEEN_TELLING)
        self._figures.waiting += time.perf_counter() - begun
        for key, data in came:
            games = self._counts.pop(key)
            self.games += games
            self._lately.append((time.monotonic(), games))
            self._figures.games += games
            self._figures.messages += 1
            self._figures.game_bytes += len(data)
        return came

    def events(self) -> Iterator[Progress | Notice]:
        """What there is to tell now."""
        for sentence in self.crew.take_notices():
            yield Notice(sentence)
        now = time.monotonic()
        if now - self._told >= _BETWEEN_TELLING:
            self._told = now
            yield Progress(self.games, self.workers())

    def workers(self) -> Workers:
        """Who plays, and how fast."""
        now = time.monotonic()
        while self._lately and now - self._lately[0][0] > _PACE_SECONDS:
            self._lately.popleft()
        games = sum(games for _, games in self._lately)
        seconds = min(_PACE_SECONDS, now - self._since)
        return Workers(self.crew.alive, self.crew.wanted, games / max(seconds, 1.0))

    def take_figures(self) -> dict[str, Any]:
        """For a step's record: what the cluster did since this was last asked."""
        figures = self._figures.told()
        self._figures.reset()
        return figures


class _Figures:
    """Counts since a moment."""

    def __init__(self, crew: Crew) -> None:
        self._crew = crew
        self.reset()

    def reset(self) -> None:
        self.begun = time.monotonic()
        self._busy = self._crew.busy_seconds
        self._processor = self._crew.processor_seconds
        self.games = self.messages = self.game_bytes = 0
        self.networks = self.network_bytes = 0
        self.waiting = self.sending = 0.0

    def told(self) -> dict[str, Any]:
        seconds = time.monotonic() - self.begun
        return {
            "workers": self._crew.alive,
            "seconds": round(seconds, 3),
            "games": self.games,
            "games_per_second": round(self.games / seconds, 1),
            "messages": self.messages,
            "game_bytes": self.game_bytes,
            "networks": self.networks,
            "network_bytes": self.network_bytes,
            "seconds_playing": round(self._crew.busy_seconds - self._busy, 3),
            "processor_seconds_playing": round(self._crew.processor_seconds - self._processor, 3),
            "seconds_waiting": round(self.waiting, 3),
            "seconds_sending": round(self.sending, 4),
        }
