"""Workers on a Ray cluster, to whom work is handed out: they come, go and die, and it is done.

A worker is an actor with a processor of its own. As many are asked for as are wanted; those for
whom the cluster has no room wait in Ray's queue and join when there is some. Work that dies with
its worker is handed to another one, with the same arguments, and a new worker is asked for. So a
result depends on the arguments alone, if the function keeps to its seeds.
"""

import contextlib
import heapq
import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from trictrac_spiel._build_info import VERSION
from trictrac_spiel._src.cluster.connection import connected
from trictrac_spiel._src.errors import RunError

# One piece that a worker has in hand and one that is on its way to it.
PIECES_AT_ONCE = 2

_SECONDS_WITHOUT_ANYBODY = 300
_SECONDS_TO_FETCH = 60
_BETWEEN_COUNTS = 5.0
"""Seconds between two looks at what the cluster has, and between two words on who is there."""
_LOSSES_FORGIVEN = 10


@contextlib.contextmanager
def hired(address: str, wanted: int) -> Iterator["Crew"]:
    """A crew on the cluster at an address, until the end of the block.

    Args:
        address: ``local``, ``auto`` or ``HOST:PORT``, which `check_reachable` has found.
        wanted: how many workers; 0 for as many as the cluster has processors, also later.

    Raises:
        RunError: there is no such cluster.
    """
    with connected(address, wanted) as ray:
        crew = Crew(ray, wanted)
        try:
            yield crew
        finally:
            crew.dismiss()


@dataclass
class _Worker:
    actor: Any
    greeting: Any
    """What it will say of itself; None once it has."""
    place: str = ""
    pieces: dict[Any, int] = field(default_factory=dict)
    """Numbers of the pieces in its hands, by their results."""


@dataclass(frozen=True)
class _Piece:
    key: Any
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


class Crew:
    """See the file's first lines. Used by one thread."""

    def __init__(self, ray: Any, wanted: int) -> None:
        """Asks for the first workers; `hired` is the way to one."""
        self._ray = ray
        self._kind = _worker_kind(ray)
        self._wanted = wanted
        self._workers: list[_Worker] = []
        self._pieces: dict[int, _Piece] = {}
        self._numbers = itertools.count()
        self._waiting: list[int] = []
        """Numbers of the pieces that nobody has, a heap: the oldest is handed out first."""
        self._notices: list[str] = []
        self._losses = 0
        """Workers that were lost since a piece was last finished."""
        self._not_before = 0.0
        self._counted = self._said = self._seen = time.monotonic()
        self._said_alive: int | None = None
        self.busy_seconds = 0.0
        """Time that workers have spent on pieces that were finished."""
        self.processor_seconds = 0.0
        self.wanted = self._count()
        self._hire()

    @property
    def alive(self) -> int:
        """How many workers are there and of use."""
        return sum(worker.greeting is None for worker in self._workers)

    def share(self, value: Any) -> Any:
        """Puts something that many pieces need where every machine fetches it once.

        It stands for itself among the arguments of ``submit``.
        """
        return self._ray.put(value)

    def submit(self, key: Any, function: Callable[..., Any], *arguments: Any) -> None:
        """Has a function called by somebody; `key` says which piece of work it is."""
        number = next(self._numbers)
        self._pieces[number] = _Piece(key, function, arguments)
        heapq.heappush(self._waiting, number)

    def finished(self, seconds: float) -> list[tuple[Any, Any]]:
        """What has been finished since, as pairs of key and result; waits so long for the first.

        Raises:
            RunError: the work fails, or there has been nobody to do it for minutes.
        """
        self._hire()
        self._hand_out()
        self._watch()
        refs = {ref: worker for worker in self._workers for ref in worker.pieces}
        refs |= {worker.greeting: worker for worker in self._workers if worker.greeting is not None}
        if not refs:
            time.sleep(min(seconds, 0.1))
            return []
        ready, _ = self._ray.wait(list(refs), num_returns=1, timeout=seconds)
        if ready:
            ready, _ = self._ray.wait(list(refs), num_returns=len(refs), timeout=0)
        results = []
        for ref in ready:
            worker = refs[ref]
            if worker not in self._workers:
                continue
            said = self._result(worker, ref)
            if said is None:
                continue
            if ref is worker.greeting:
                self._greet(worker, *said)
                continue
            value, seconds_taken, processor_seconds = said
            self.busy_seconds += seconds_taken
            self.processor_seconds += processor_seconds
            self._losses = 0
            piece = self._pieces.pop(worker.pieces.pop(ref))
            results.append((piece.key, value))
        self._hand_out()
        return results

    def take_notices(self) -> list[str]:
        """Sentences for people since this was last asked."""
        notices, self._notices = self._notices, []
        return notices

    def dismiss(self) -> None:
        """Sends everybody home."""
        for worker in list(self._workers):
            self._end(worker)

    def _end(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        # A cluster that is gone has sent them home.
        with contextlib.suppress(Exception):
            self._ray.kill(worker.actor)

    def _count(self) -> int:
        """How many workers there should be now."""
        return self._wanted or max(1, int(self._ray.cluster_resources().get("CPU", 0)))

    def _hire(self) -> None:
        now = time.monotonic()
        if now - self._counted >= _BETWEEN_COUNTS:
            self._counted = now
            self.wanted = self._count()
        if now < self._not_before:
            return
        while len(self._workers) < self.wanted:
            actor = self._kind.remote()
            self._workers.append(_Worker(actor, actor.greet.remote()))
        for worker in self._workers[self.wanted :]:
            if worker.greeting is not None:
                self._end(worker)

    def _hand_out(self) -> None:
        for load in range(PIECES_AT_ONCE):
            for worker in self._workers:
                if not self._waiting:
                    return
                if worker.greeting is None and len(worker.pieces) == load:
                    number = heapq.heappop(self._waiting)
                    piece = self._pieces[number]
                    ref = worker.actor.work.remote(piece.function, *piece.arguments)
                    worker.pieces[ref] = number

    def _result(self, worker: _Worker, ref: Any) -> tuple[Any, ...] | None:
        """What a worker says; None when it is lost."""
        errors = self._ray.exceptions
        try:
            said: tuple[Any, ...] = self._ray.get(ref, timeout=_SECONDS_TO_FETCH)
            return said
        except errors.RayTaskError as error:
            cause = getattr(error, "cause", None) or error
            reason = str(cause).strip().splitlines()
            raise RunError(
                f"a worker in {worker.place or 'the cluster'} has failed: "
                f"{reason[-1] if reason else type(cause).__name__}"
            ) from None
        except errors.RayError as error:
            self._lose(worker, error)
            return None

    def _lose(self, worker: _Worker, error: Exception) -> None:
        """Takes a dead worker's work back."""
        for number in worker.pieces.values():
            heapq.heappush(self._waiting, number)
        again = len(worker.pieces)
        self._end(worker)
        self._losses += 1
        self._not_before = time.monotonic() + min(10.0, 0.2 * self._losses)
        reason = next(iter(str(error).strip().splitlines()), type(error).__name__)
        if self._losses > _LOSSES_FORGIVEN + 3 * self.wanted:
            raise RunError(f"workers die before they finish anything; the last one: {reason}")
        if worker.greeting is None:
            work = f", and what it had in hand is done by others ({again})" if again else ""
            self._notices.append(f"a worker in {worker.place} was lost{work}")

    def _greet(self, worker: _Worker, place: str, version: str | None, problem: str) -> None:
        worker.place = place
        if version == VERSION:
            worker.greeting = None
            return
        found = f"trictrac_spiel {version}" if version else f"no trictrac_spiel ({problem})"
        difference = f"{place} has {found}, and this machine {VERSION}: install the same on both"
        if not self.alive:
            raise RunError(difference)
        self._notices.append(f"{difference}; until then nobody works there")
        self._end(worker)
        self._not_before = time.monotonic() + 60

    def _watch(self) -> None:
        """Says who is there when that has changed, and gives up when nobody comes."""
        now = time.monotonic()
        alive = self.alive
        if alive:
            self._seen = now
        elif now - self._seen > _SECONDS_WITHOUT_ANYBODY:
            raise RunError(
                f"no worker has come for {_SECONDS_WITHOUT_ANYBODY} seconds: the cluster has "
                "no processor to spare"
            )
        if alive == self.wanted and self._said_alive is None:
            self._said_alive = alive
        if alive != self._said_alive and now - self._said >= 2 * _BETWEEN_COUNTS:
            self._said, self._said_alive = now, alive
            rest = "" if alive >= self.wanted else "; more join when the cluster has room for them"
            self._notices.append(f"{alive} of {self.wanted} workers are there{rest}")
        elif alive == self._said_alive:
            self._said = now


def _worker_kind(ray: Any) -> Any:
    """The actor. It is sent as it is here, so that a machine without this package can say so."""

    class Worker:
        def greet(self) -> tuple[str, str | None, str]:
            import socket

            place = socket.gethostname()
            try:
                from trictrac_spiel import __version__
            except ImportError as error:
                return place, None, str(error)
            return place, __version__, ""

        def work(self, function: Any, *arguments: Any) -> tuple[Any, float, float]:
            import time

            begun, processor = time.perf_counter(), time.process_time()
            value = function(*arguments)
            return value, time.perf_counter() - begun, time.process_time() - processor

    options = {"num_cpus": 1, "max_restarts": 0, "max_task_retries": 0}
    return ray.remote(**options, scheduling_strategy="SPREAD")(Worker)
