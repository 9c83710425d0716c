"""Texts from strangers, made harmless: nothing in them can command a terminal or break a file."""

import unicodedata

# What is no letter or sign: controls (escape sequences begin with one), lone surrogates, invisible
# marks (they can reverse the text around them), private and unassigned characters, separators.
_COMMANDS = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def harmless(text: str) -> str:
    r"""The text with every character that commands instead of showing itself written out.

    The escape character becomes the four letters ``\x1b``, for example.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        _written_out(character) if unicodedata.category(character) in _COMMANDS else character
        for character in text
    )


def harmless_lines(text: str) -> str:
    """The same, but line ends stay."""
    return "\n".join(map(harmless, text.split("\n")))


def _written_out(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
