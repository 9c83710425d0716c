"""What the site does with the pages: a first one, and pictures for boards of text.

mkdocs.yml names it. The pages stay as they are, because the boards in the rules are tests too.
"""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

from trictrac_spiel._src.drawing import board_svg
from trictrac_spiel._src.people.view import BoardView, view_of

ROOT = Path(__file__).resolve().parent.parent
_START = "tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 first"
_BLOCK = re.compile(r"```text\n(.*?)```", re.DOTALL)
_ROW = re.compile(r"^\|([^|]*)\|([^|]*)\|", re.MULTILINE)
_ROLLS = re.compile(r"x rolls ([1-6])-([1-6])")
_SOURCE = re.compile(r"\[([^\]]+)\]\(\.\./[^)]*\)")
_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:|#)([^)]+)\)")


def on_files(files: Files, config: Any) -> Files:
    """Makes the README the site's first page; what it names outside of docs becomes text."""

    def led(link: re.Match[str]) -> str:
        within = link[2].startswith("docs/")
        return f"[{link[1]}]({link[2].removeprefix('docs/')})" if within else link[1]

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    files.append(File.generated(config, "index.md", content=_LINK.sub(led, text)))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Draws the boards of a page; links to sources, which are not on the site, become text."""
    return _BLOCK.sub(_drawn, _SOURCE.sub(r"\1", markdown))


def _drawn(block: re.Match[str]) -> str:
    view = board_of(block[1])
    if view is None:
        return block[0]
    picture = board_svg.draw(view, 480).replace("\n", " ")
    return f'<div class="board">{picture}</div>'


def board_of(text: str) -> BoardView | None:
    """The board that a text draws; None if it draws none."""
    rows = [(*left.split(), *right.split()) for left, right in _ROW.findall(text)]
    rows = [row for row in rows if row]
    if len(rows) != 2 or any(len(row) != 12 for row in rows):
        return None
    above, below = ([_count(cell) for cell in row] for row in rows)
    if None in above or None in below:
        return None
    counts = tuple(count or 0 for count in [*below, *reversed(above)])
    found = _ROLLS.search(text)
    dice = tuple(sorted(map(int, found.groups()), reverse=True)) if found else ()
    view = view_of(_START)
    return replace(
        view, counts=counts, dice=dice, phase="move" if dice else "roll", first_roll=False
    )


def _count(cell: str) -> int | None:
    if cell == ".":
        return 0
    found = re.fullmatch(r"([xo])(\d+)", cell)
    return None if found is None else int(found[2]) * (1 if found[1] == "x" else -1)
