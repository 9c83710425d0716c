"""Text for a terminal of some width: lines broken between words, lists in columns."""

import textwrap
from collections.abc import Iterable, Sequence


def wrapped(text: str, width: int) -> str:
    """Each line broken between words; what follows keeps the line's indentation."""
    return "\n".join(line for whole in text.split("\n") for line in _wrapped(whole, width))


def _wrapped(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.wrap(
        line,
        width,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def in_columns(cells: Sequence[str], width: int) -> list[str]:
    """Cells in as many columns as the width has room for, to be read downwards."""
    if not cells:
        return []
    cell_width = max(map(len, cells)) + 2
    rows = -(-len(cells) // max(1, width // cell_width))
    return [
        "".join(f"{cell:<{cell_width}}" for cell in cells[row::rows]).rstrip()
        for row in range(rows)
    ]


def described(entries: Iterable[tuple[str, str]], width: int) -> list[str]:
    """Words with what they mean beside them."""
    pairs = list(entries)
    left = 2 + max(len(word) for word, _ in pairs) + 2
    lines: list[str] = []
    for word, meaning in pairs:
        lines += textwrap.wrap(
            meaning,
            width,
            initial_indent=f"  {word}".ljust(left),
            subsequent_indent=" " * left,
            break_long_words=False,
            break_on_hyphens=False,
        )
    return lines
