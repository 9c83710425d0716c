"""Numbers in texts from people, who may type any."""


def read_whole_number(text: str) -> int | None:
    """The number that a text means, or some number beyond all bounds; None for no number."""
    digits = text.removeprefix("-")
    if not (digits.isdecimal() and digits.isascii()):
        return None
    # Python refuses to read thousands of digits; the first twenty are out of bounds too.
    number = int(digits.lstrip("0")[:20] or "0")
    return -number if text.startswith("-") else number
