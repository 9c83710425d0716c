"""docs/performance.md, written by `make bench ARGS=--page`."""

import datetime
from collections.abc import Mapping
from pathlib import Path

import instructions
from tables import Table, bullets

PAGE = Path(__file__).resolve().parent.parent / "docs" / "performance.md"

TEXT = """\
# Where we stand

How fast the engine and the game are, side by side with OpenSpiel's own games. Made by
`make bench ARGS=--page` on {date:%-d %B %Y}; the text stands in `bench/page.py`. Absolute numbers
belong to the machine that they were measured on, and a busy neighbour can halve them; the
proportions are what to rely on.

{goals}

{machine}

## How it is measured

`make bench` builds what is missing, then measures everything in one go, in about three minutes. It
pins itself to one core. The contestants take turns: each kind of work is done by all games, one
right after the other, for half a second each, and all of this five times. The tables give the
**best** round and, in brackets or in a column of its own, the **median** one. Everything that was
measured goes to `bench/results/*.json`, with the machine's description.

`backgammon` is the nearest relative among OpenSpiel's games: dice, checkers, a whole turn as one
action. `connect_four` is one of its lightest games, and `pig` its smallest with dice. All are
played through the same methods, by the same code: `bench/openspiel.cc` in C++,
`bench/python_api.py` in Python.

## The engine alone

Uniform random games on one thread: roll, list the legal plays, take one.

{playouts}

The positions of the next table are those of random games. Each line is a
[Criterion](https://docs.rs/criterion) bench in `rust/play/benches/engine.rs`.

{engine}

- **A game** is some 75 rolls and as many decisions. A roll finds the legal plays *and* scores: both
  rest on one analysis of the roll, so their sum is more than the price of both together. That
  analysis is what bounds everything here; it works on bit planes, 24 fields at a time, and its
  price is the number of different plays, not of fields.
- **A state** is 64 bytes without pointers, so copying one costs next to nothing. It is kept as
  plain bytes on the far side of the bridge.
- **Scoring with reasons** is for people and for programs that ask why; a roll needs the sums only.
- **An observation** is bounded by writing it: 217, 36 or 792 floats.

## Through OpenSpiel's C++ API

{cpp}

What a decision costs here, and the roll before it, counted by callgrind over {games} random games,
which other work on the machine cannot change:

{shares}

- The **engine** does what it does in Rust alone. Roll, list and choice are three calls to OpenSpiel
  but one analysis: the bridge remembers the legal actions of the position that its thread saw last.
- The **bridge** turns the bytes that C++ holds into a state and back, twice a turn, compares them
  with what it remembers, and makes sure that no panic gets out. It allocates nothing on this way
  and builds no text.
- The **C++ game** copies what a roll can bring, 36 pairs made once for each game, and the legal
  actions into the vectors that OpenSpiel's interface returns by value. These two vectors are most
  of the **memory** part; the rest is the history that OpenSpiel keeps.
- **Drawing a roll** is `SampleAction`, OpenSpiel's own: it adds up probabilities, 36 for
  `dice=ordered`. With `dice=unordered` there are 21 to copy and to add, for the same game.
- **Clones** copy the history: 16 bytes a step. Our own part of a state is its 64 bytes.
- **MCTS** with random rollouts spends nearly all its time in them, so simulations follow games.
  Nodes a simulation depend on how wide a game is: a roll has up to 36 children and a position many
  plays, so the tree grows in width, for trictrac as for backgammon.

{cpp_memory}

A state's bytes are the heap that a clone takes, in the middle of random games; nearly all is
history. A node of the search tree is OpenSpiel's own `SearchNode` and the same for all games; it
holds no state.

## Through Python

{python}

{python_memory}

What bounds these is not the game but the passage into Python: pybind11 takes about 0.2 µs a call,
and every number in a list becomes an object. So a list of 36 outcomes with their probabilities
costs more than the roll itself, and a tensor as a list far more than one that is written into a
NumPy array, by `make_observation` of `open_spiel.python.observation`. (`trictrac bench` rolls
without asking for outcomes, and so plays three times as fast.) Programs that play many games should
leave the loop to C++, as OpenSpiel's MCTS and AlphaZero do.

{starts}

Importing the package loads one library beside `pyspiel`'s own, and nothing that it does not need:
no NumPy, no plotting, no LibTorch.

## AlphaZero

{self_play}

By `bench/alphazero_selfplay.py`, on all cores, one right after the other: networks of 128 x 2, 25
simulations of the same kind, batches of 8. [docs/training.md](training.md#how-fast) says where the
time goes. Ours leaves out what nobody reads: logits of illegal actions, and products with the zeros
of an observation; and it has no queues and no locks, since games walk in step.

### The arithmetic of networks

States a second of one thread: our own kernel (`rust/spiel_bot/src/network/kernel.rs`) beside candle
0.11, burn 0.22 (`flex`, its backend for processors) and tch 0.26 (LibTorch 2.13). *Forward* leads
from observations to logits and both values; *learning* is a step of Adam by the masked
cross-entropy of the policy and the squared errors of the values. Measured on 19 November 2026 in
turns, best of two rounds, in processor time, which other work changes least. Threads of self-play
share nothing, so two cores judge twice as many.

| forward | batch | ours | candle | burn | tch |
|---|---:|---:|---:|---:|---:|
| 217-128-128 | 1 | 830 k | 134 k | 110 k | 69 k |
|  | 8 | 1,171 k | 172 k | 341 k | 231 k |
|  | 32 | 1,203 k | 364 k | 361 k | 376 k |
|  | 128 | 1,214 k | 304 k | 317 k | 445 k |
|  | 256 | 1,297 k | 298 k | 269 k | 452 k |
| 217-512-512 | 1 | 148 k | 33 k | 30 k | 24 k |
|  | 8 | 132 k | 33 k | 65 k | 53 k |
|  | 32 | 157 k | 62 k | 78 k | 76 k |
|  | 128 | 168 k | 72 k | 70 k | 79 k |
|  | 256 | 160 k | 78 k | 79 k | 77 k |

| learning | batch | ours | candle | burn | tch |
|---|---:|---:|---:|---:|---:|
| 217-128-128 | 1 | 13 k | 0.5 k | 2.2 k | 1.6 k |
|  | 8 | 84 k | 3.5 k | 16 k | 9.6 k |
|  | 32 | 214 k | 12 k | 44 k | 36 k |
|  | 128 | 254 k | 31 k | 64 k | 80 k |
|  | 256 | 262 k | 46 k | 73 k | 89 k |
| 217-512-512 | 1 | 0.8 k | 0.1 k | 0.6 k | 0.4 k |
|  | 8 | 5.4 k | 0.5 k | 3.7 k | 1.9 k |
|  | 32 | 16 k | 1.9 k | 11 k | 7.1 k |
|  | 128 | 25 k | 6.1 k | 19 k | 17 k |
|  | 256 | 24 k | 10 k | 23 k | 23 k |

| | ours | candle | burn | tch |
|---|---:|---:|---:|---:|
| compiling all of it, seconds of a processor | 19 | 155 | 289 | 130 |
| packages | 26 | 128 | 142 | 76 |
| needed at run time | nothing | nothing | nothing | LibTorch |

So the kernel is ours. Self-play is batches of 8 to 64 through small networks, where it is two to
three times as fast as the best of them: it skips the zeros of an observation and logits that nobody
reads, and has no graph, no dispatch and no allocation. Learning is three times as fast with 128
units; with 512 and batches of 256 the frameworks come level. It adds no dependency, so the wheel
compiles its trainer in seconds and needs no C++ library, and a network is the same bit for bit with
any number of threads. For much larger networks, or on a GPU, tch would be the choice, and belong
behind a Cargo feature.

## How speed is guarded

Clocks on shared machines are no judges, so no test looks at one. `make test` counts the
instructions of two fixed workloads, {games} random games in Rust and through OpenSpiel's C++ API,
and fails when a count is more than 3 % off the figure in `bench/instructions.json`, in either
direction. Figures belong to the compilers named there; with others the count is printed and not
judged. After a change that is meant, `bench/instructions.py --update` writes the new figures:
commit them with the reason.
"""


def write(date: datetime.date, machine: Mapping[str, object], tables: Mapping[str, Table]) -> None:
    """Writes the page with these tables, which the text names."""
    markdown = {name: table.markdown() for name, table in tables.items()}
    text = TEXT.format(date=date, machine=bullets(machine), games=instructions.GAMES, **markdown)
    PAGE.write_text(text)
