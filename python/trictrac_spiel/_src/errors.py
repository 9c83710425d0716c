"""The errors that this package raises on purpose, and what an error tells people."""


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


class InvalidPositionError(TrictracError):
    """A text that is no position, or a board or score that contradicts itself.

    Whether play can reach a position is not asked: studies may begin anywhere.
    """


class IllegalPlayError(TrictracError):
    """A play that is not allowed; the message says why, and in which position."""
