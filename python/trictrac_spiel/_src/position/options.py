"""Contested rules and lengths as people give them, on their way to the engine."""

import operator
from collections.abc import Mapping
from typing import Any

from trictrac_spiel._src.errors import TrictracError


def named_options(options: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Contested rules and lengths by name as the engine takes them: as texts.

    Raises:
      TrictracError: a value is no word, number or truth value.
    """
    return [(name, _option(name, value)) for name, value in options.items()]


def _option(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if hasattr(value, "__index__"):
        # As text a number of thousands of digits is refused by Python itself.
        return str(max(-(10**20), min(10**20, operator.index(value))))
    raise TrictracError(f"{name} is {shown(value)}, but it must be a word, number, true or false")


def shown(value: Any) -> str:
    """A value in a message, cut where it is long."""
    try:
        text = repr(value)
    except ValueError:  # Python writes no number of thousands of digits.
        return f"a {type(value).__name__} too long to show"
    return text if len(text) <= 80 else f"{text[:77]}..."
