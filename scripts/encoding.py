#!/usr/bin/env python3
"""Writes docs/encoding.md: what the game's numbers mean, from the code that decides it.

Action ids, position text and position id are drawn at the top of their Rust modules; the
observations' layouts come from the installed package, and so do the examples of plays, records and
JSON. What a key of JSON means stands here, and a key without a meaning is an error. `make gen` runs
this, and a test compares.
"""

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pyspiel

from trictrac_spiel import (
    GameRecord,
    GameSession,
    observation_layout,
    parse_play,
    play_steps,
    play_text,
)

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "encoding.md"


def drawing(module: str, number: int = 1) -> str:
    """A drawing in the module's documentation, by default the first one."""
    lines = (ROOT / "rust/store/src" / module).read_text().splitlines()
    start = -1
    for _ in range(number):
        start = lines.index("//! ```text", start + 1)
    end = lines.index("//! ```", start)
    return "\n".join(line.removeprefix("//!").removeprefix(" ") for line in lines[start : end + 1])


def table(observation: str, skip: int = 0, **options: str | bool) -> str:
    """What the values of an observation mean, but for the first entries."""
    rows = [
        f"| {'planes' if observation == 'planes' else 'index'} | name | meaning |",
        "|---|---|---|",
    ]
    for name, start, end, meaning in observation_layout(observation, **options)[skip:]:
        index = str(start) if end == start + 1 else f"{start}..{end - 1}"
        rows.append(f"| {index} | `{name}` | {meaning} |")
    return "\n".join(rows)


def appended(observation: str) -> str:
    """What a written game and a game with schools append to an observation."""
    skip = len(observation_layout(observation))
    return table(observation, skip, format="written", schools=True)


def shape(observation: str) -> str:
    game = pyspiel.load_game(f"trictrac(observation={observation})")
    return " x ".join(map(str, game.observation_tensor_shape()))


PLAYS = (
    ("two checkers", "tt1 p0 move:6-4 1:15 1:15 0/0 0/0 1,0 1", "1/7 1/5"),
    ("a chain: one checker by both dice", "tt1 p0 move:6-4 1:15 1:15 0/0 0/0 1,0 1", "1/7/11"),
    (
        "two checkers into the corner by puissance",
        "tt1 p0 move:6-5 1:8,7:5,8:2 1:13,2:1,3:1 0/0 0/0 4,4 8",
        "7/12 8/12 puissance",
    ),
    (
        "bearing off",
        "tt1 p0 move:6-4 19:2,20:2,21:2 19:1,20:1,21:1 0/0 0/0 4,4 90",
        "19/off 21/off",
    ),
    ("nothing can be played", "tt1 p0 move:6-6 11:1,12:14 1:9,7:2,8:2,12:2 0/0 0/0 4,4 8", "pass"),
    (
        "going",
        "tt1 p0 hold-or-go:4-4 1:1,2:1,6:1,7:2,8:2,9:2,10:2,11:2,12:2 "
        "1:3,4:1,7:7,9:2,12:2 2/10 0/0 4,4 48",
        "go",
    ),
)


def plays() -> str:
    """Examples of plays, each read and written by the engine."""
    rows = ["| what | text | steps | action |", "|---|---|---|---|"]
    for what, position, play in PLAYS:
        state = pyspiel.load_game("trictrac").new_initial_state(position)
        action = parse_play(state, play)
        steps = " ".join(f"({start}, {end})" for start, end in play_steps(state, action)) or "none"
        rows.append(f"| {what} | `{play_text(state, action)}` | {steps} | {action} |")
    return "\n".join(rows)


STATE = {
    "board": "24 counts, fields 1 to 24 in player 0's numbering: player 0's checkers positive, "
    "player 1's negative",
    "bredouille": "of each player: is his run of points uninterrupted, so that the next hole "
    "counts double? True at 0 points",
    "current_player": "0 or 1 at a decision, -1 at a roll, -4 after the game",
    "dice": "the dice on the table, higher first; one while the second is to fall; else none",
    "events": "what the roll on the table has scored, see below",
    "first_roll": "is the first roll of the game still to be made?",
    "grande_bredouille": "of each player: is his run of holes uninterrupted?",
    "holes": "of each player",
    "mover": "the player who rolls or decides, 0 or 1; after the game, who did so last",
    "opening": "the first roll of the game, by the option `jan_de_rencontre` and until the second "
    "one is played; else none",
    "phase": "`roll`, `hold-or-go`, `move`, `last-go` (a Go that closes the game) or `over`; with "
    "schools also `claim` and `claim-received`",
    "points": "of each player towards the next hole: 0, 2, 4, 6, 8 or 10",
    "rolls": "of each player since the setting began, at most 4",
    "turns": "rolls made in the game",
    "winner": "0 or 1; null for a draw and before the end",
}
STATE_OF_FORMATS = {
    "marque": "of a written game: the number of the present marqué, from 1",
    "refaits": "of a written game: refaits since the last marqué that was won",
    "starter": "of a written game with `marque_first=winner`: who began the marqué",
    "wins": "of a written game: marqués won by each player",
    "tokens": "of a written game: each player's, which sum to 0",
    "school": "with schools: the roller's fault that waits to be marked, in points",
    "owed": "with schools, at `claim-received`: what is due to the player who claims",
}
EVENT = {
    "field": "where the hit checker stands, in the roller's numbering; else null",
    "jan": "what has scored, by the names of the glossary",
    "points": "what it brings",
    "to": "who marks it: `mover`, the roller, or `opponent`",
    "ways": "in how many ways it can be done",
    "ways_detail": "a list for each way, of its moves: `from` (a field, or null where no checker "
    "is meant), `dice` (the numbers used, two for their sum), `rests` (where the checker can rest "
    "between them) and `to` (a field, 0 for off the board, or null)",
}
ACTION = {
    "dice": "of a roll: what falls; else none",
    "steps": "of a play: pairs from, to in the mover's numbering, `to` 0 for off the board",
    "type": "`roll`, `go` or `play`; with schools also `claim`, which has `points`",
}
RECORD = {
    "trictrac_record": "the version of the format: 1",
    "game": "Trictrac with its parameters, as `pyspiel.load_game` takes it",
    "players": "what White and Black are called; the name of a player such as `careful` is "
    "taken by `trictrac play --resume`, any other stands for a person",
    "start": "the position text that the game began from; null for the usual start",
    "seed": "of the dice, so that a resumed game goes on with the same ones; null if unknown",
    "turns": "a list, see below",
    "position": "the position text at the end of the record",
    "result": "null before the end; else `winner` (0, 1 or null), `holes` and `returns` of each "
    "player",
}
TURN = {
    "player": "0 or 1",
    "dice": "higher first; one die while the second is to fall; none when they lay there already",
    "play": "in the play notation, without the dice; null when nothing was decided (yet). With "
    "schools several decisions, such as `Claim 4, 1/7 1/5, Claim 0`, of which the last one is the "
    "other player's",
    "events": "what the roll has scored",
}


def meanings(found: Iterable[str], meaning: Mapping[str, str]) -> str:
    """A table of the keys that were found."""
    rows = ["| key | meaning |", "|---|---|"]
    return "\n".join([*rows, *(f"| `{key}` | {meaning[key]} |" for key in found)])


def json_of(value: Any) -> str:
    return f"```json\n{json.dumps(value)}\n```"


def session() -> GameSession:
    """The beginning of a game."""
    begun = GameSession(("human", "careful"), game="trictrac(holes=3)", seed=6)
    for _ in range(17):
        begun.step() if not begun.needs_decision else begun.play(begun.choices()[0].action)
    return begun


def state_with_events() -> pyspiel.State:
    game = pyspiel.load_game("trictrac")
    state = game.new_initial_state("tt1 p0 roll 1:13,5:1,7:1 1:13,6:1,7:1 0/0 0/0 1,1 2")
    state.apply_action(6 * (6 - 1) + (5 - 1))
    return state


def state_of_formats() -> pyspiel.State:
    """A state with all that only some games have."""
    name = "trictrac(format=written,marque_first=winner,schools=true)"
    return pyspiel.load_game(name).new_initial_state()


def page() -> str:
    state = json.loads(state_with_events().to_json())
    action = json.loads(
        state_with_events().action_to_struct(0, state_with_events().legal_actions()[0]).to_json()
    )
    of_formats = set(json.loads(state_of_formats().to_json())) - set(state)
    record = session().record()
    written = json.loads(record.to_json())
    assert GameRecord.parse(record.to_text()) == record
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

### Of a written game and of schools

With `format=written` and with `schools=true` the game appends to these; the indices are those of a
game with both.

`features`:

{appended("features")}

`compact`:

{appended("compact")}

`planes`:

{appended("planes")}

## Position id

`trictrac_spiel.position_id(state)`: 108 bits as 18 characters of base64.

{drawing("id.rs")}

Bit 0 is the highest bit of the first character; numbers are written with their highest bit first.
Rolls since the setting, the turn number, a pending first roll and the rules of the game are not in
the id; the position text (`trictrac_spiel.position_text`) holds everything.

## Position text

`trictrac_spiel.position_text(state)`: one line of words, complete, and read by
`game.new_initial_state(text)` and every command.

{drawing("notation.rs")}

Further words, each only where it says something:

{drawing("notation.rs", 2)}

## Plays

A play is written in the mover's numbering, as steps `from/to` with the dice before them.
`trictrac_spiel.parse_play(state, text)` reads it, also without the dice, with the steps in either
order, and with or without the field on which a chain rests.

{plays()}

## JSON of a state

`state.to_json()`, read by `game.new_initial_state(text)`; `trictrac show --json` has it as `state`.

{json_of(state)}

{meanings(sorted(state), STATE)}

A written game and a game with schools have further keys:

{meanings(sorted(of_formats), STATE_OF_FORMATS)}

An event:

{meanings(sorted(state["events"][0]), EVENT)}

`state.action_to_struct(player, action)`:

{json_of(action)}

{meanings(sorted(action), ACTION)}

## Records of games

`trictrac_spiel.GameRecord` and `trictrac play --save FILE` write a game as text or, in files whose
name ends in `.json`, as JSON; both are read back.

### Text

A file of lines in UTF-8. What follows `;` is a comment, and blanks around words do not count.
Lines `game:` (the only one that must be there), `White:`, `Black:`, `start:` and `seed:` say what
the keys of the JSON say. A turn is a number with a point, `White` or `Black`, the dice if they were
rolled in this turn, and after a colon the play, if one was made.

```text
{record.to_text().rstrip()}
```

### JSON

The first turn of the same game is

{json_of(written["turns"][0])}

{meanings(written, RECORD)}

A turn:

{meanings(written["turns"][0], TURN)}
"""


if __name__ == "__main__":
    PAGE.write_text(page())
    sys.stdout.write(f"{PAGE.relative_to(ROOT)}\n")
