"""Why a play is refused, in the reader's language; the engine says it in English."""

import functools
import re

from trictrac_spiel._src.people.language import gettext as _
from trictrac_spiel._src.people.language import language, speaking

_VALUES = {"field": r"\d+", "jan": r"[a-z' ]+"}


def refusal(message: str) -> str:
    """An engine's refusal without the position, in the language of this context.

    What the engine says of a text that is no play stays as it is.
    """
    message = message.partition(", in the position")[0]
    reason, opening, rule = message.partition(" (trictrac rules ")
    for pattern, told in _translations(language()):
        if found := pattern.fullmatch(reason):
            values = {name: _jan(value) for name, value in found.groupdict().items()}
            return told.format(**values) + opening + rule
    return message


@functools.cache
def _translations(name: str) -> list[tuple[re.Pattern[str], str]]:
    """What the engine says, as patterns, with what is told instead."""
    with speaking("en"):
        english = _refusals()
    with speaking(name):
        return [(_pattern(said), told) for said, told in zip(english, _refusals(), strict=True)]


def _pattern(message: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", message)
    texts, names = parts[::2], parts[1::2]
    places = [f"(?P<{name}>{_VALUES[name]})" for name in names]
    return re.compile("".join(map("".join, zip(map(re.escape, texts), [*places, ""], strict=True))))


def _jan(value: str) -> str:
    names = {
        "small jan": _("small jan"),
        "big jan": _("big jan"),
        "return jan": _("return jan"),
    }
    return names.get(value, value)


def _refusals() -> list[str]:
    """What ``IllegalPlay`` in ``rust/store/src/explain.rs`` says."""
    return [
        _("the opponent holds field {field}, where no checker can land or rest"),
        _("the opponent can still fill the jan of field {field}, so no checker may stay there"),
        _("the {jan} can be kept full, so it must be"),
        _("the {jan} can be filled, so it must be"),
        _("there is nothing to decide"),
        _("points are claimed first, an even number from 0 to 126 (514 + points / 2)"),
        _("points are claimed only after a roll or its play, in a game with schools"),
        _("the roll has ended the game and only Go (1) is left"),
        _("going is offered only after a hole made by one's own roll"),
        _("no checker of the mover stands there"),
        _("the dice do not lead there"),
        _("no checker may stay on the opponent's corner"),
        _("one checker alone on the corner: it is entered and left by two together"),
        _("the corner can be taken by effect, so it cannot be taken by puissance"),
        _("checkers leave the board only when all of them are in the return jan"),
        _("only the farthest checker leaves with a number beyond the last field"),
        _("another checker leaves exactly with this number, so it must"),
        _("both numbers can be played, so both must be"),
        _("a number can be played, so it must be"),
        _("only one number can be played, and the higher one must be"),
        _("a number must be played inside when it takes out no checker exactly and can be"),
        _("the last checker can leave, so it must"),
    ]
