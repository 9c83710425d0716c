"""A game and a position as people and files write them; never another game than Trictrac.

OpenSpiel's own reader of ``trictrac(holes=6)`` loads any game, some of which open files, and
follows parentheses to any depth; a text from a stranger is read here instead.
"""

import contextlib
import os
import re
from collections.abc import Iterator, Sequence

import pyspiel

from trictrac_spiel._src.errors import InvalidPositionError, TrictracError
from trictrac_spiel._src.position.fitting import nearest_position
from trictrac_spiel._src.position.game import position_text, state_from_id
from trictrac_spiel._src.position.position import Position
from trictrac_spiel._src.whole_numbers import read_whole_number

_FIELDS = 24
_ID_LENGTH = 18
_LONGEST = 1000  # characters; all parameters together take 300
_NAME = re.compile(r"\s*trictrac\s*(?:\(\s*(?P<parameters>[^()]*?)\s*\)\s*)?")
_PARAMETER = re.compile(r"\s*(?P<name>[a-z_]{1,40})\s*=\s*(?P<value>[A-Za-z0-9_.+-]{1,40})\s*")


def parameters_of(text: str) -> dict[str, int | str | bool]:
    """The parameters that a game's text names, such as those of ``trictrac(holes=6)``.

    Raises:
      TrictracError: the text is not trictrac, alone or with parameters in one pair of parentheses.
    """
    found = _NAME.fullmatch(text) if len(text) <= _LONGEST else None
    words = [word for word in (found["parameters"] or "").split(",") if word] if found else []
    pairs = [_PARAMETER.fullmatch(word) for word in words]
    if found is None or None in pairs:
        shown = repr(text if len(text) <= 60 else f"{text[:57]}...")
        raise TrictracError(f"{shown} is not trictrac, such as trictrac(holes=6)")
    return {pair["name"]: _value(pair["value"]) for pair in pairs if pair is not None}


def _value(word: str) -> int | str | bool:
    if word in ("true", "True", "false", "False"):  # OpenSpiel writes them with a capital.
        return word in ("true", "True")
    return int(word) if re.fullmatch(r"-?[0-9]{1,9}", word) else word


def load_trictrac(text: str, **more: int | str | bool) -> pyspiel.Game:
    """The game of a text, with further parameters that count instead of the text's.

    Raises:
      TrictracError: it is another game, or one of its parameters is none of Trictrac's.
    """
    parameters = parameters_of(text) | more
    try:
        with _without_openspiels_own_report():
            return pyspiel.load_game("trictrac", parameters)
    except pyspiel.SpielError as error:
        raise TrictracError(f"{text!r}: {str(error).splitlines()[0]}") from None


def state_at(game: pyspiel.Game, position: str | None) -> pyspiel.State:
    """A state of the game in a position given by its text; None stands for the usual start.

    Raises:
      InvalidPositionError: the text is no position, or one of a game with other options.
    """
    if position is None:
        return game.new_initial_state()
    try:
        # A state's JSON is no position text, though OpenSpiel would read it too.
        text = Position.from_text(position).text
        with _without_openspiels_own_report():
            return game.new_initial_state(text)
    except pyspiel.SpielError as error:
        raise InvalidPositionError(str(error).splitlines()[0]) from None


@contextlib.contextmanager
def _without_openspiels_own_report() -> Iterator[None]:
    """Keeps off the terminal what OpenSpiel prints of an error that it also raises."""
    try:
        terminal = os.dup(2)
    except OSError:  # Standard error is closed: nothing to keep clean.
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(terminal, 2)
        os.close(nowhere)
        os.close(terminal)


def read_position(text: str, game: pyspiel.Game) -> pyspiel.State:
    """The state of a position text or id; the start for an empty text.

    A text names its options, so they count and not those of the game.

    Raises:
      InvalidPositionError: it is neither; the message says what is wrong with it.
    """
    if not text:
        return game.new_initial_state()
    if len(text) == _ID_LENGTH and " " not in text:
        return state_from_id(game, text)
    if not text.startswith("tt1"):
        raise InvalidPositionError(
            f"{text[:60]!r} is no position: neither a text such as 'tt1 p0 roll 1:15 1:15 0/0 "
            f"0/0 0,0 0 first' nor an id of {_ID_LENGTH} characters"
        )
    try:
        position = Position.from_text(text)
    except InvalidPositionError as error:
        near = nearest_position(text)
        fits = "" if near is None else f"; this would fit: {near}"
        faults = [(fault.kind, str(fault)) for fault in error.faults]
        raise InvalidPositionError(f"{error}{fits}", faults) from None
    options = ",".join(f"{name}={value}" for name, value in position.options.items())
    given = game.get_parameters()
    shape = {name: given[name] for name in ("dice", "utility", "observation")}
    own = load_trictrac("trictrac", **shape, **parameters_of(f"trictrac({options})"))
    return position.state(own)


def proposed_position(
    board: str, scores: str = "0/0,0/0", mover: int = 0, *, game: pyspiel.Game
) -> str:
    """The position text, before a roll, of a board given as a list.

    Args:
      board: 24 counts in White's numbering, White's checkers positive, as a state's JSON has them.
      scores: White's and Black's points and holes, such as ``4/2,0/1``; ``x`` marks a run that is
        interrupted, as in position texts. Where both have points, or holes, and nothing is marked,
        both runs are.
      mover: who is to roll, 0 or 1.
      game: whose options count.

    Raises:
      InvalidPositionError: these are no 24 counts, or no two scores.
    """
    counts = [read_whole_number(word) for word in re.split(r"[\s,]+", board.strip("[] \t"))]
    if len(counts) != _FIELDS or None in counts:
        raise InvalidPositionError(
            f"a board is {_FIELDS} counts of checkers, White's positive and Black's negative, such "
            f"as 15,0,...,-15; these are {len(counts)} words: {board[:80]!r}"
        )
    marks = re.split(r"[\s,]+", scores.strip())
    if len(marks) != 2:
        raise InvalidPositionError(
            f"{scores[:60]!r} is not White's and Black's points and holes, such as 4/2,0/1"
        )
    marks = _interrupted(marks)
    numbers = [count for count in counts if count is not None]
    white = _checkers_text(numbers)
    black = _checkers_text([-count for count in reversed(numbers)])
    start = position_text(game.new_initial_state()).split()
    options = [word for word in start[9:] if "=" in word]
    if [f"p{mover}", white, black, *marks] == [start[1], *start[3:7]]:
        return " ".join(start)
    # Later than the jans of the first three rolls, which the list says nothing about.
    return " ".join(["tt1", f"p{mover}", "roll", white, black, *marks, "4,4", "8", *options])


def _interrupted(marks: list[str]) -> list[str]:
    """Two scores with the runs marked that cannot both be whole; scores with marks stay."""
    found = [re.fullmatch(r"(\d+)/(\d+)", mark) for mark in marks]
    if None in found:
        return marks
    pairs = [(int(score[1]), int(score[2])) for score in found if score is not None]
    points, holes = ("x" if all(numbers) else "" for numbers in zip(*pairs, strict=True))
    return [f"{own}{points}/{won}{holes}" for own, won in pairs]


def _checkers_text(counts: Sequence[int]) -> str:
    piles = [f"{field}:{count}" for field, count in enumerate(counts, 1) if count > 0]
    return ",".join(piles) or "-"
