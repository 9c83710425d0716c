#!/usr/bin/env python3
"""Writes docs/first-hole.md and its pictures: a game from the first roll to the first hole.

The record is docs/first-hole/game.txt; marks and their reasons come from the engine, the
remarks of a person stand here. `make gen` runs it.
"""

from pathlib import Path

from trictrac_spiel import GameRecord
from trictrac_spiel._src.drawing import animation, board_svg
from trictrac_spiel._src.drawing.frames import Frame, frames

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "first-hole"
RECORD = FOLDER / "game.txt"

_INTRODUCTION = """\
# From the first roll to the first hole

The beginning of a game between two programs, `careful` against itself, with every mark and its
reason. Fields are numbered as White counts them, 1 to 24 from below on the left; Black comes the
other way, from 24 down to 1. A yellow arrow is a way that scores for the roller.

`trictrac replay --html game.html docs/first-hole/game.txt` steps through it in a browser.
"""

# One for each turn.
_REMARKS = (
    "Both numbers with one checker. Nothing can be hit: everything else stands on the talons.",
    "Black brings two checkers down instead. Two lone checkers are two targets, but far away ones.",
    "White already has three lone checkers in his own small and big jan, out of Black's reach.",
    "One checker by both dice, to field 17.",
    "White makes field 7, a first *case*, and puts a checker on 8.",
    "Black spreads: his checkers on 19 and 22 are alone now.",
    "The first points. From 7, twelve fields on, stands Black's lone checker on 19; six and six "
    "reach it, with a rest on 13, which is empty. By a double that is worth 6 in the small table. "
    "The play is rarer still: the dice would bring both checkers of field 7 onto Black's empty "
    "corner, so White may stop them one field short and take his own, *by puissance*.",
    "Black covers what he can. White holds his corner and 6 points.",
    "From 9 to 15 would be six; White has nobody on 9, but 8 is seven away from 15: six and one "
    "together, 2 points. White now has 8, and Black has not marked yet.",
    "Black makes field 17, but leaves those on 18, 23 and 15 alone.",
    "Three reasons at once. White holds his corner and Black's is empty: checkers on 7 and 8 "
    "could land on it, 4 points. The lone checker on 18 is reached from 7 by the sum and from 12 "
    "by the six: 4 points. The one on 23, in the small table, from 12 by the sum: 4 more. "
    "8 and 12 are 20 points: a hole, and 8 points left over. Black never marked, so the hole is "
    "*bredouille* and counts two. White may go now, and holds: with 8 points and the better "
    "board the next hole is near.",
)


def pictured() -> list[tuple[Frame, Frame]]:
    """Each turn's picture with its text: the roll where it scores, else the play."""
    record = GameRecord.load(RECORD)
    found: list[tuple[Frame, Frame]] = []
    rolled = None
    for frame in frames(record):
        if ":" in frame.caption and rolled is not None:
            found.append((rolled if rolled.arrows else frame, frame))
        rolled = frame
    return found


def pages() -> dict[str, str]:
    """All files by their names within docs."""
    files = {}
    lines = [_INTRODUCTION]
    record = GameRecord.load(RECORD)
    told = {}
    for frame in frames(record):
        told.setdefault(frame.turn, []).extend(frame.lines)
    shown = pictured()
    assert len(shown) == len(_REMARKS) == len(record.turns)
    for (picture, play), remark in zip(shown, _REMARKS, strict=True):
        name = f"first-hole/{play.turn:02}.svg"
        files[name] = board_svg.draw(
            picture.view, 480, arrows=picture.arrows, highlight=picture.lit
        )
        lines += [f"## {play.turn}. {' '.join(play.caption.split())}", ""]
        lines += [f"- {line}" for line in told[play.turn]]
        lines += [""] if told[play.turn] else []
        lines += [remark, "", f"![The board at turn {play.turn}]({name})", ""]
    files["first-hole/moving.svg"] = animation.animated_svg(list(frames(record)))
    files["first-hole.md"] = "\n".join(lines)
    return files


def main() -> None:
    for name, text in pages().items():
        (ROOT / "docs" / name).write_text(text.rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
