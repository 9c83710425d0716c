"""What a request may hold, as JSON Schema, and the check of it.

Only the words of JSON Schema that stand here are understood: type, properties, required,
additionalProperties, enum, pattern, minimum, maximum, minLength, maxLength.
"""

import re
from collections.abc import Mapping
from typing import Any

from trictrac_spiel._src.errors import TrictracError

_SEAT = {"enum": [0, 1, "white", "black"]}
_NAME = {"type": "string", "minLength": 1, "maxLength": 60}

NEW_GAME: dict[str, Any] = {
    "type": "object",
    "properties": {
        "against": _NAME,
        "white": _NAME,
        "black": _NAME,
        "seat": _SEAT,
        "seed": {"type": "integer", "minimum": 0, "maximum": 2**53},
        "game": {"type": "string", "maxLength": 400},
        "position": {"type": "string", "maxLength": 1000},
        "record": {"type": "string", "maxLength": 200_000},
        "lang": {"enum": ["en", "fr"]},
    },
    "additionalProperties": False,
}
ACTION: dict[str, Any] = {
    "type": "object",
    "properties": {
        "action": {"type": "integer", "minimum": -(2**53), "maximum": 2**53},
        "key": {"type": "string", "maxLength": 60},
    },
    "required": ["action"],
    "additionalProperties": False,
}
COMMAND: dict[str, Any] = {
    "type": "object",
    "properties": {"key": {"type": "string", "maxLength": 60}},
    "additionalProperties": False,
}
ANSWER: dict[str, Any] = {
    "type": "object",
    "properties": {"answer": {"type": "string", "maxLength": 100}},
    "required": ["answer"],
    "additionalProperties": False,
}

_TYPES: dict[str, tuple[type, str]] = {
    "object": (dict, "an object"),
    "string": (str, "a text"),
    "integer": (int, "a whole number"),
}


def check(value: Any, schema: Mapping[str, Any], what: str = "the request") -> None:
    """Compares a value with a schema.

    Raises:
      TrictracError: it does not fit; the message names the part and what is accepted.
    """
    if "enum" in schema:
        # Python takes True for 1, and 1.0 too; JSON Schema only the latter.
        if isinstance(value, bool) or value not in schema["enum"]:
            accepted = ", ".join(map(repr, schema["enum"]))
            raise TrictracError(f"{what} is {_shown(value)}, but it must be one of {accepted}")
        return
    wanted, called = _TYPES[schema["type"]]
    if not isinstance(value, wanted) or isinstance(value, bool):
        raise TrictracError(f"{what} is {_shown(value)}, but it must be {called}")
    if isinstance(value, dict):
        _check_object(value, schema, what)
    elif isinstance(value, str):
        least, most = schema.get("minLength", 0), schema["maxLength"]
        if not least <= len(value) <= most:
            raise TrictracError(
                f"{what} has {len(value)} characters, but {least} to {most} are accepted"
            )
        if "pattern" in schema and not re.search(schema["pattern"], value):
            raise TrictracError(f"{what} is {_shown(value)}, but must match {schema['pattern']}")
    elif not schema["minimum"] <= value <= schema["maximum"]:
        raise TrictracError(
            f"{what} is {_shown(value)}, but {schema['minimum']} to {schema['maximum']} is accepted"
        )


def _check_object(value: dict[str, Any], schema: Mapping[str, Any], what: str) -> None:
    known = schema["properties"]
    for name in schema.get("required", ()):
        if name not in value:
            raise TrictracError(f"{what} lacks {name!r}")
    for name, part in value.items():
        if name not in known:
            accepted = ", ".join(known)
            raise TrictracError(f"{what} has {_shown(name)}, but only {accepted} are accepted")
        check(part, known[name], name)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
