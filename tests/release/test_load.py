"""A bounded load on the server, on the loopback address: it must stay standing.

The figures that it prints (``make test-release ARGS="-s -k load"``) stand in docs/web.md.
"""

import http.client
import json
import random
import socket
import statistics
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from helpers import started

GAMES = 1000
THREADS = 16
JSON = {"Content-Type": "application/json"}


@pytest.fixture
def address() -> Iterator[tuple[str, int]]:
    with started("serve", "--port", "0", "--no-browser", "--games", str(GAMES)) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline().strip().rstrip("/").rpartition(":")[2])
        yield "127.0.0.1", port
        assert process.poll() is None
        process.terminate()
        assert process.wait(timeout=10) == 0


def ask(
    address: tuple[str, int], method: str, path: str, body: Any = None
) -> tuple[int, Any, float]:
    """One request on a connection of its own: status, answer and seconds."""
    start = time.perf_counter()
    connection = http.client.HTTPConnection(*address, timeout=60)
    try:
        text = None if body is None else body if isinstance(body, bytes) else json.dumps(body)
        connection.request(method, path, text, JSON)
        answer = connection.getresponse()
        content = json.loads(answer.read())
    finally:
        connection.close()
    return answer.status, content, time.perf_counter() - start


def many(count: int, work: Callable[[int], Any]) -> list[Any]:
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(work, range(count)))


def report(what: str, seconds: list[float], total: float) -> None:
    ordered = sorted(seconds)
    print(
        f"\n{what}: {len(seconds) / total:.0f} a second, median "
        f"{1000 * statistics.median(ordered):.0f} ms, 99 % within "
        f"{1000 * ordered[int(0.99 * len(ordered))]:.0f} ms"
    )


def test_a_thousand_games_and_a_flood_leave_it_standing(address: tuple[str, int]) -> None:
    start = time.perf_counter()
    begun = many(GAMES, lambda seed: ask(address, "POST", "/api/games", {"seed": seed}))
    assert {status for status, _, _ in begun} == {201}
    report("new games", [seconds for _, _, seconds in begun], time.perf_counter() - start)
    games = [game for _, game, _ in begun]
    assert len({game["id"] for game in games}) == GAMES

    status, answer, _ = ask(address, "POST", "/api/games", {})
    assert (status, "error" in answer) == (503, True)

    start = time.perf_counter()
    played = many(
        GAMES,
        lambda index: ask(
            address,
            "POST",
            f"/api/games/{games[index]['id']}/actions",
            {"action": games[index]["legal"][0]},
        ),
    )
    assert {status for status, _, _ in played} == {200}
    report("decisions", [seconds for _, _, seconds in played], time.perf_counter() - start)

    luck = random.Random(1)
    bad = [
        ("POST", "/api/games", b"{" * 1000),
        ("POST", "/api/games", {"against": "az:/etc/passwd"}),
        ("POST", "/api/games", {"position": "x" * 3000}),
        ("POST", f"/api/games/{games[0]['id']}/actions", {"action": -1}),
        ("GET", "/api/games/nonsense", None),
        ("DELETE", "/api/games", None),
        ("POST", "/api/games", b'{"record": "' + b"1. White 6-4\\n" * 1000 + b'"}'),
    ]
    start = time.perf_counter()
    refused = many(3000, lambda index: ask(address, *luck.choice(bad)))
    assert {status // 100 for status, _, _ in refused} == {4}
    report("bad requests", [seconds for _, _, seconds in refused], time.perf_counter() - start)
    status, answer, seconds = ask(address, "GET", f"/api/games/{games[5]['id']}")
    assert status == 200
    assert answer["happened"] > 1
    assert seconds < 5


def test_slow_clients_keep_nobody_waiting(address: tuple[str, int]) -> None:
    slow = [socket.create_connection(address, timeout=60) for _ in range(200)]
    try:
        for index, client in enumerate(slow):
            client.sendall(
                b"GET / HT"
                if index % 2
                else b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n{"
            )
        waited = [ask(address, "GET", "/api")[2] for _ in range(20)]
        assert max(waited) < 5
        print(f"\nbeside 200 slow clients: at most {1000 * max(waited):.0f} ms")
        # They are shut out in the end.
        slow[0].settimeout(90)
        assert b"201" not in slow[0].recv(1000)
    finally:
        for client in slow:
            client.close()
