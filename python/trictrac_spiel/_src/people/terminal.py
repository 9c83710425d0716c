"""A terminal that a game is played at: its width and signs, what it prints, and its prompt."""

import contextlib
import io
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from types import FrameType, ModuleType

from trictrac_spiel._src.people.harmless import harmless_lines
from trictrac_spiel._src.people.prose import wrapped

NARROWEST = 60
"""Columns. Where there are fewer, lines are as long as for these."""

_WIDEST = 80


def line_width() -> int:
    """How many columns a line of words may have here, 60 to 80."""
    columns = shutil.get_terminal_size((_WIDEST, 24)).columns
    return max(NARROWEST, min(columns, _WIDEST))


class EndOfInputError(Exception):
    """Nothing more can be read."""


class _ContinuedError(Exception):
    """The program goes on after it was stopped, and its prompt is gone."""


class Terminal:
    """Prints and asks.

    At a real terminal the line can be edited, completed with Tab, and recalled.
    """

    def __init__(self, *, unicode: bool, color: bool) -> None:
        self.unicode = unicode
        self.color = color
        self._interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self._readline = _readline() if self._interactive else None
        if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors != "replace":
            # Bytes that are no text are read as characters that no play has.
            sys.stdin.reconfigure(errors="replace")

    @property
    def width(self) -> int:
        """Columns for lines of words."""
        return line_width()

    def say(self, text: str = "") -> None:
        """Prints words, broken into lines between them."""
        self._print(wrapped(harmless_lines(text), self.width))

    def say_whole(self, text: str) -> None:
        """Prints a line to be copied, whole unless a terminal is too narrow for it."""
        known = self._interactive or "COLUMNS" in os.environ
        self._print(wrapped(text, self.width) if known else text)

    def show(self, drawing: str) -> None:
        """Prints what is drawn already, with its colours."""
        self._print(drawing)

    def _print(self, text: str) -> None:
        encoding = "utf-8" if self.unicode else "ascii"
        print(text.encode(encoding, "replace").decode(encoding), flush=True)

    def ask(self, prompt: str, completions: Sequence[str] = ()) -> str:
        """What is typed at the prompt.

        Args:
          prompt: what stands before it.
          completions: what Tab completes to.

        Raises:
          EndOfInputError: there is nothing more to read.
        """
        if self._readline is not None:
            self._readline.set_completer(_completer(completions))
        while True:
            try:
                with self._asking_again_when_continued():
                    return input(prompt).strip()
            except _ContinuedError:
                self._print("")
            except EOFError:
                self._print("")
                raise EndOfInputError from None

    @contextlib.contextmanager
    def _asking_again_when_continued(self) -> Iterator[None]:
        """Ends the question when the program goes on after Ctrl-Z, so that it is put again."""
        if not self._interactive:
            yield
            return

        def continued(number: int, frame: FrameType | None) -> None:
            raise _ContinuedError

        before = signal.signal(signal.SIGCONT, continued)
        try:
            yield
        finally:
            signal.signal(signal.SIGCONT, before)


def _readline() -> ModuleType | None:
    """The module for editing lines, prepared to complete whole lines; Python may lack it."""
    try:
        import readline
    except ImportError:
        return None
    readline.set_completer_delims("")
    readline.parse_and_bind("tab: complete")
    return readline


def _completer(words: Sequence[str]) -> Callable[[str, int], str | None]:
    def complete(typed: str, index: int) -> str | None:
        fitting = [word for word in words if word.startswith(typed)]
        return fitting[index] if index < len(fitting) else None

    return complete
