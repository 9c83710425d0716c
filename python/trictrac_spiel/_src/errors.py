"""The errors that this package raises on purpose, and what an error tells people."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trictrac_spiel._src.position.position import Position


def message_of(error: Exception) -> str:
    """What an error tells people; one of a file begins with its name."""
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)


class TrictracError(ValueError):
    """Something given to this package is wrong; the message says what is accepted.

    The command line ends with exit status 2.
    """


class RunError(RuntimeError):
    """A run that was asked for correctly has failed; the message says why.

    The command line ends with exit status 1.
    """


class Fault(str):
    """One thing that is wrong with a position, as a sentence; ``kind`` names it for programs."""

    kind: str

    def __new__(cls, message: str, kind: str = "") -> "Fault":
        """Takes the sentence and its name, such as ``too_many_checkers``."""
        fault = super().__new__(cls, message)
        fault.kind = kind
        return fault


class InvalidPositionError(TrictracError):
    """A text that is no position, or a board or score that contradicts itself.

    Whether play can reach a position is not asked: studies may begin anywhere.

    Attributes:
      faults: everything that is wrong, each a sentence with a ``kind`` (``text``, ``id``, ``bytes``
        or ``option`` for what cannot be read at all).
    """

    def __init__(self, message: str, faults: Iterable[tuple[str, str]] = ()) -> None:
        super().__init__(message)
        self.faults = tuple(Fault(text, kind) for kind, text in faults)


class IllegalPlayError(TrictracError):
    """A play that is not allowed; the message says why, and in which position.

    Attributes:
      kind: the reason as a word, such as ``own_corner``; ``form`` for a text that is no play.
      rule: the anchor of the rule in the rules, such as ``own-corner``; None where only the dice,
        or the form, forbid it.
      play: what was refused: an action, a text or a list of steps.
      position: where, a :class:`trictrac_spiel.Position`.
    """

    def __init__(
        self,
        message: str,
        kind: str = "form",
        rule: str | None = None,
        play: Any = None,
        position: str | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.rule = rule
        self.play = play
        self._position = position

    @property
    def position(self) -> "Position | None":
        """Where the play was refused."""
        from trictrac_spiel._src.position.position import Position

        return None if self._position is None else Position.from_text(self._position)
