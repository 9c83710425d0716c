"""Words that fit together in a sentence about players, of whom one may be its reader.

Sentences are whole messages, so that a translation can order its words as it likes.
"""

from trictrac_spiel._src.people.language import gettext as _

YOU = "you"
"""What a player is called who reads the sentences."""

_COUNTS = ("no", "one", "two", "three")


def form(name: str, other: str, yours: str) -> str:
    """The form of a word that fits a player: ``goes`` for White, ``go`` for you."""
    return yours if name == YOU else other


def agree(name: str, verb: str, your_verb: str) -> str:
    """A player with the form of a verb that fits: ``White goes`` or ``you go``."""
    return f"{name} {form(name, verb, your_verb)}"


def possessive(name: str) -> str:
    """Whose something is: ``White's`` or ``your``."""
    return form(name, f"{name}'s", "your")


def capitalized(text: str) -> str:
    """The text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def plural(number: int, one: str, more: str) -> str:
    """A number in words if it is small, with its noun."""
    word = _COUNTS[number] if number < len(_COUNTS) else str(number)
    return f"{word} {one if number == 1 else more}"


def told(name: str, third: str, yours: str, **values: object) -> str:
    """A sentence about a player, with ``{name}`` and other values: one for others, one for you."""
    return (yours if name == YOU else third).format(name=called(name), **values)


def called(name: str) -> str:
    """A player's name; those of the seats are words of the language."""
    return {"White": _("White"), "Black": _("Black"), YOU: _("you")}.get(name, name)


def counted(number: int) -> str:
    """A small number in words, as English writes it."""
    return _COUNTS[number] if number < len(_COUNTS) else str(number)
