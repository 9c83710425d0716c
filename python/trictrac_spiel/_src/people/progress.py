"""A line that keeps telling how far long work has come."""

import sys
import time
from types import TracebackType
from typing import TextIO


def duration(seconds: float) -> str:
    """Hours, minutes and seconds, such as ``1:02:03``."""
    whole = int(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}"


class ProgressLine:
    """The last line of a terminal, overwritten; on anything else it stays silent."""

    def __init__(self, stream: TextIO = sys.stderr) -> None:
        self._stream = stream
        self._live = stream.isatty()
        self._shown = ""
        self._next = 0.0

    def show(self, text: str) -> None:
        """Replaces the line, at most ten times a second."""
        now = time.monotonic()
        if self._live and now >= self._next:
            self._next = now + 0.1
            self._stream.write("\r" + text[:79].ljust(len(self._shown)))
            self._stream.flush()
            self._shown = text[:79]

    def print(self, text: str) -> None:
        """Prints a line that stays, above the one that changes."""
        self._clear()
        print(text, file=self._stream, flush=True)

    def _clear(self) -> None:
        if self._shown:
            self._stream.write("\r" + " " * len(self._shown) + "\r")
            self._stream.flush()
            self._shown = ""

    def __enter__(self) -> "ProgressLine":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._clear()
