#!/usr/bin/env python3
"""Writes docs/encoding.md: what the game's numbers mean, from the code that decides it.

Action ids and the position id are drawn at the top of their Rust modules; the observations' layouts
come from the installed package. `make gen` runs this, and a test compares.
"""

import sys
from pathlib import Path

import pyspiel

from trictrac_spiel import observation_layout

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "encoding.md"


def drawing(module: str) -> str:
    """The first drawing in the module's documentation."""
    lines = (ROOT / "rust/store/src" / module).read_text().splitlines()
    start = lines.index("//! ```text")
    end = lines.index("//! ```", start)
    return "\n".join(line.removeprefix("//!").removeprefix(" ") for line in lines[start : end + 1])


def table(observation: str) -> str:
    rows = [
        f"| {'planes' if observation == 'planes' else 'index'} | name | meaning |",
        "|---|---|---|",
    ]
    for name, start, end, meaning in observation_layout(observation):
        index = str(start) if end == start + 1 else f"{start}..{end - 1}"
        rows.append(f"| {index} | `{name}` | {meaning} |")
    return "\n".join(rows)


def shape(observation: str) -> str:
    game = pyspiel.load_game(f"trictrac(observation={observation})")
    return " x ".join(map(str, game.observation_tensor_shape()))


def page() -> str:
    return f"""# What the numbers mean

Made by `make gen` from the code; do not edit. Changing any of it bumps the minor version, because
networks and stored games depend on it.

## Actions

{drawing("action.rs")}

## Chance outcomes

By the game's parameter `dice`. The first roll of a game leaves out the doubles.

{drawing("chance.rs")}

## Observations

By the game's parameter `observation`. Everything is from the observer's side; only `seat_to_move`
is absolute. `trictrac_spiel.observation_layout(name)` returns these tables.

### `features` ({shape("features")})

{table("features")}

### `compact` ({shape("compact")})

{table("compact")}

### `planes` ({shape("planes")})

Row 0 of a plane is fields 1 to 12, row 1 fields 24 to 13, so that opposite fields share a column.
A value that belongs to no field fills its plane.

{table("planes")}

## Position id

`trictrac_spiel.position_id(state)`: 108 bits as 18 characters of base64.

{drawing("id.rs")}

Bit 0 is the highest bit of the first character; numbers are written with their highest bit first.
Rolls since the setting, the turn number, a pending first roll and the rules of the game are not in
the id; the position text (`trictrac_spiel.position_text`) holds everything.
"""


if __name__ == "__main__":
    PAGE.write_text(page())
    sys.stdout.write(f"{PAGE.relative_to(ROOT)}\n")
