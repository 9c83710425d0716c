"""The page of the rules, as it is installed: its sections, found by their anchors."""

import difflib
import re
from dataclasses import dataclass
from pathlib import Path

import trictrac_spiel
from trictrac_spiel._src.errors import TrictracError

_ANCHOR = re.compile(r'<a id="([a-z0-9-]+)"></a>\n*')
_HEADING = re.compile(r"(#{1,6}) (.+)")


@dataclass(frozen=True)
class Section:
    """A part of the page: its heading, and all below it up to the next one of its level."""

    anchor: str
    title: str
    level: int
    text: str
    """Markdown without links and anchors, the heading first."""


def sections() -> list[Section]:
    """The sections of the page, in order; the whole page is the first one."""
    page = (Path(trictrac_spiel.__file__).parent / "texts" / "rules.md").read_text("utf-8")
    found: list[tuple[int, str, str, int]] = []  # line, anchor, title, level
    lines: list[str] = []
    anchor = ""
    in_code = False
    for line in page.splitlines():
        if given := _ANCHOR.fullmatch(line + "\n"):
            anchor = given[1]
            continue
        in_code ^= line.startswith("```")
        if not in_code and (heading := _HEADING.fullmatch(line)):
            found.append((len(lines), anchor or _slug(heading[2]), heading[2], len(heading[1])))
            anchor = ""
        lines.append(line)
    made = []
    for index, (start, anchor, title, level) in enumerate(found):
        ends = (line for line, _, _, other in found[index + 1 :] if other <= level)
        text = "\n".join(lines[start : next(ends, len(lines))])
        made.append(Section(anchor, title, level, _without_links(text).strip()))
    return made


def section(anchor: str) -> Section:
    """The section that an anchor names, such as ``numbers-first``.

    Raises:
      TrictracError: there is none; the message names similar ones.
    """
    wanted = _slug(anchor.rpartition("#")[2])
    known = {section.anchor: section for section in sections()}
    if wanted in known:
        return known[wanted]
    near = difflib.get_close_matches(wanted, known, n=3, cutoff=0.5)
    similar = f", only for instance {' or '.join(near)}" if near else ""
    raise TrictracError(
        f"the rules have no section {anchor!r}{similar}; trictrac rules --list names them all"
    )


def _slug(title: str) -> str:
    """A heading's anchor, as it is made of its words."""
    return re.sub(r"[^a-z0-9-]", "", title.strip().lower().replace(" ", "-"))


def _without_links(text: str) -> str:
    # Boards are drawn with brackets too, but none is followed by a parenthesis.
    return re.sub(r"\[([^\]\[]+)\]\([^)]*\)", r"\1", text)
