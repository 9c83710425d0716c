"""The way to a Ray cluster, and back: bounded in time, quiet, with errors for people.

Ray ends the process, or tries for minutes, when a cluster is not there. So somebody else asks
first: a socket whether anybody answers, then a Python of its own whether that is a Ray to work
with.
"""

import contextlib
import logging
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

from trictrac_spiel._src.errors import RunError, TrictracError

OFF = "off"
"""Instead of an address: no Ray."""

ADDRESS_HELP = (
    "play the games on a Ray cluster: local (one of this machine alone), auto (the one that this "
    "machine belongs to), or HOST:PORT"
)
WORKERS_HELP = "workers on that cluster, a processor each; 0 for as many as it has processors"
MOST_WORKERS = 100_000

_ACCEPTED = "off, local, auto or HOST:PORT"
_ADDRESS = re.compile(r"off|local|auto|(?P<host>\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_.-]+):(?P<port>\d+)")
_SECONDS_TO_ANSWER = 5
_SECONDS_TO_CONNECT = 45
_ATTEMPTS_TO_START = 2
# A local cluster keeps the games in flight and one network in memory, and no more.
_LOCAL_STORE_BYTES = 256 * 2**20
# What fits into the address of a socket, and what Ray puts behind its folder.
_LONGEST_FOLDER = 107 - len("/session_2026-01-01_00-00-00_000000_0000000/sockets/plasma_store")

SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    # Of clusters that are started here: workers are as nice as this process, where Ray makes them
    # nicer by 15; and a busy machine may need more than a minute until one has imported all.
    "RAY_worker_niceness": "0",
    "RAY_worker_register_timeout_seconds": "300",
}

_PROBE = """\
import logging, sys
import ray
try:
    ray.init(address=sys.argv[1], logging_level=logging.CRITICAL, log_to_driver=False)
except Exception as error:
    print(str(error))
    sys.exit(3)
"""


def is_address(text: str) -> bool:
    """Is this ``off``, or can it be the address of a cluster?"""
    found = _ADDRESS.fullmatch(text)
    return found is not None and (found["port"] is None or 0 < int(found["port"][:6]) < 2**16)


def check_address(name: str, text: str) -> None:
    """Refuses what is no address.

    Raises:
        TrictracError: the message says what is accepted.
    """
    if is_address(text):
        return
    hint = ""
    if text.startswith("ray://"):
        hint = "; Ray's client (ray://) is not used: run this on a machine of the cluster"
    raise TrictracError(f"{name}: must be {_ACCEPTED}, not {text!r}{hint}")


def check_reachable(address: str) -> None:
    """Looks whether there is a cluster to work with; changes nothing.

    Raises:
        RunError: Ray is not installed, or there is no such cluster.
    """
    ray = _module()
    if address != "local" and not ray.is_initialized():
        _need_answer(address)
        _need_ray(address)


@contextlib.contextmanager
def connected(address: str, workers: int) -> Iterator[Any]:
    """The module ``ray``, connected to a cluster; at the end the connection is closed.

    A program that is connected to a cluster already stays so, whatever the address.

    Args:
        address: ``local``, ``auto`` or ``HOST:PORT``, which `check_reachable` has found.
        workers: what a local cluster must have room for; 0 for as many as there are processors.

    Raises:
        RunError: Ray is not installed, or there is no such cluster.
    """
    ray = _module()
    if ray.is_initialized():
        yield ray
        return
    if address == "local":
        with _local_folder() as folder:
            _start_local(ray, workers, folder)
            try:
                yield ray
            finally:
                ray.shutdown()
        return
    _init(ray, address=address)
    try:
        yield ray
    finally:
        ray.shutdown()


@contextlib.contextmanager
def kept(address: str, workers: int) -> Iterator[None]:
    """One connection for all matches of a block; none for ``off``.

    Raises:
        RunError: Ray is not installed, or there is no such cluster.
    """
    if address == OFF:
        yield
        return
    check_reachable(address)
    with connected(address, workers):
        yield


def _module() -> Any:
    for name, value in SETTINGS.items():
        os.environ.setdefault(name, value)
    try:
        import ray
    except ImportError as error:
        raise RunError(
            f'training and matches on a cluster need Ray ({error}): pip install "ray>=2.50"'
        ) from None
    return ray


def _start_local(ray: Any, workers: int, folder: str | None) -> None:
    for attempt in range(_ATTEMPTS_TO_START):
        try:
            _init(
                ray,
                address="local",
                num_cpus=workers or _processors(),
                include_dashboard=False,
                object_store_memory=_LOCAL_STORE_BYTES,
                _temp_dir=folder,
            )
            return
        except RunError:
            # It gives a machine that is busy half a minute.
            if attempt + 1 == _ATTEMPTS_TO_START:
                raise


def _init(ray: Any, **options: Any) -> None:
    address = options["address"]
    try:
        ray.init(log_to_driver=False, logging_level=logging.CRITICAL, **options)
    except Exception as error:  # What Ray raises here is of many kinds, or of none.
        if address == "local":
            what = "Ray does not start on this machine"
        else:
            what = f"there is no Ray at {address} to work with"
        raise RunError(f"{what}: {_first_line(error)}") from None


@contextlib.contextmanager
def _local_folder() -> Iterator[str | None]:
    """Where a local cluster writes its logs, which are gone afterwards."""
    folder = tempfile.mkdtemp(prefix="trictrac-ray-")
    try:
        # In a longer one its sockets could not be named: Ray's own folder then.
        yield folder if len(folder) <= _LONGEST_FOLDER else None
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _need_answer(address: str) -> None:
    found = _ADDRESS.fullmatch(address)
    if found is None or found["host"] is None:
        return
    host = found["host"].strip("[]")
    try:
        with socket.create_connection((host, int(found["port"])), _SECONDS_TO_ANSWER):
            pass
    except OSError as error:
        reason = error.strerror or str(error) or "no answer"
        raise RunError(f"there is no Ray at {address}: {reason}") from None


def _need_ray(address: str) -> None:
    """Lets a process of its own connect, which may be stopped."""
    try:
        probe = subprocess.run(
            [sys.executable, "-c", _PROBE, address],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            timeout=_SECONDS_TO_CONNECT,
        )
    except subprocess.TimeoutExpired:
        raise RunError(
            f"there is no Ray at {address}: what answers there says nothing that Ray understands "
            f"within {_SECONDS_TO_CONNECT} seconds"
        ) from None
    if probe.returncode:
        raise RunError(
            f"there is no Ray at {address} to work with: "
            + (_first_line(probe.stdout) or "it does not answer as Ray does")
        )


def _first_line(error: object) -> str:
    return next(iter(str(error).strip().splitlines()), "")


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
