"""How far long work has come: a bar at the bottom of a terminal, below the lines that stay.

On anything but a terminal only the lines are printed.
"""

from types import TracebackType
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


def duration(seconds: float) -> str:
    """Hours, minutes and seconds, such as ``1:02:03``."""
    whole = int(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}"


class ProgressBar:
    """A bar with a sentence, drawn by rich; used as a context, after which it is gone."""

    def __init__(self, stream: TextIO, total: int | None) -> None:
        """Prepares a bar on a stream.

        Args:
            stream: where the bar and the lines go.
            total: of what is counted; None when the work has no end.
        """
        self._stream = stream
        self._total = total
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def show(self, done: int, text: str) -> None:
        """Moves the bar and changes its sentence."""
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=done, text=text)

    def print(self, text: str) -> None:
        """Prints a line that stays, above the bar."""
        if self._bar is None:
            print(text, file=self._stream, flush=True)
        else:
            self._bar.console.print(text, markup=False, highlight=False, soft_wrap=True)

    def __enter__(self) -> "ProgressBar":
        if self._stream.isatty():
            # Only who looks at a terminal waits for rich.
            from rich.console import Console
            from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn
            from rich.progress import TimeElapsedColumn as Elapsed

            shape = SpinnerColumn() if self._total is None else BarColumn(bar_width=24)
            self._bar = Progress(
                shape,
                TextColumn("{task.fields[text]}", markup=False),
                Elapsed(),
                console=Console(file=self._stream),
                transient=True,
            )
            self._task = self._bar.add_task("", total=self._total, text="")
            self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
