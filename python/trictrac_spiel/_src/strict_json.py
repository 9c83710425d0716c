"""JSON from strangers: what is too deep, too long or no JSON at all is refused with a sentence."""

import json
from collections import Counter
from pathlib import Path
from typing import Any, NoReturn

from trictrac_spiel._src.errors import TrictracError

DEEPEST = 100
"""How many lists and objects may lie within each other."""

_LONGEST_NUMBER = 400  # characters; 2**53 has 16, the largest float written out 309


def read_json(text: str) -> Any:
    """The value of a JSON text.

    Stricter than ``json.loads``: ``NaN``, ``Infinity``, numbers beyond a float's range, numbers of
    thousands of digits, a key twice and deep nesting are refused, whatever Python's own limits are.

    Raises:
      TrictracError: this is not such JSON; the message says why.
    """
    _check_depth(text)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_refuse_constant,
            parse_int=_whole,
            parse_float=_float,
        )
    except json.JSONDecodeError as error:
        # Of a line of a file, its own "line 1" would be taken for the file's.
        told = f"{error.msg} at character {error.colno}" if error.lineno == 1 else str(error)
        raise TrictracError(f"this is no JSON: {told}") from None
    return value


def read_object(data: bytes, name: object) -> dict[str, Any]:
    """The JSON object that a file's bytes or a line of it hold.

    No text in it has half of a surrogate pair, which nothing could print or save.

    Args:
      data: UTF-8.
      name: of the file, perhaps with its line, with which an error begins.

    Raises:
      TrictracError: they hold something else.
    """
    try:
        value = read_json(data.decode("utf-8"))
        check_texts(value)
    except UnicodeDecodeError as error:
        raise TrictracError(f"{name}: this is not UTF-8: {error.reason}") from None
    except TrictracError as error:
        raise TrictracError(f"{name}: {error}") from None
    if not isinstance(value, dict):
        raise TrictracError(f"{name}: must hold one JSON object")
    return value


def load_object(file: Path) -> dict[str, Any]:
    """The JSON object that a file holds; errors as those of ``read_object``."""
    return read_object(file.read_bytes(), file)


def whole_number(value: object, name: str, least: int, most: int) -> int:
    """A value of JSON as a whole number within bounds; ``true`` and ``0.9`` are none.

    Raises:
      TrictracError: it is none; the message names it.
    """
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        shown = repr(value)
        shown = shown if len(shown) <= 40 else f"{shown[:37]}..."
        raise TrictracError(f"{name} is {shown}, but it must be a whole number, {least} to {most}")
    return value


def check_texts(value: Any) -> None:
    """Refuses half of a surrogate pair in a text, wherever it is in a value of JSON.

    Raises:
      TrictracError: there is one.
    """
    if isinstance(value, str):
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise TrictracError("a text of this JSON has half of a surrogate pair") from None
    elif isinstance(value, dict):
        for key, entry in value.items():
            check_texts(key)
            check_texts(entry)
    elif isinstance(value, list):
        for entry in value:
            check_texts(entry)


def _check_depth(text: str) -> None:
    """Refuses deep nesting before a parser that calls itself sees it."""
    depth = 0
    in_string = escaped = False
    for character in text:
        if in_string:
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == '"':
                in_string = False
        elif character == '"':
            in_string = True
        elif character in "[{":
            depth += 1
            if depth > DEEPEST:
                raise TrictracError(
                    f"this JSON is nested too deeply: at most {DEEPEST} lists and objects may lie "
                    "within each other"
                )
        elif character in "]}":
            depth -= 1


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key, count in counts.items() if count > 1)
        raise TrictracError(f"this JSON has the key {twice!r} twice in one object")
    return result


def _refuse_constant(name: str) -> NoReturn:
    raise TrictracError(f"this is no JSON: {name} is not a number")


def _whole(digits: str) -> int:
    if len(digits) > _LONGEST_NUMBER:
        raise TrictracError(f"a number of this JSON is too long: {len(digits)} characters")
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise TrictracError(f"this JSON has a number that is too large: {digits[:40]}")
    return number
