"""Measurements as tables, for the terminal and for docs/performance.md."""

import statistics
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import rich.table
from callgrind import Place

GAMES = ("trictrac", "backgammon", "connect_four", "pig")
PEERS = ("backgammon", "connect_four")

# What is measured, then the game or program, then one value a round.
Measurements = Mapping[str, Mapping[str, list[float]]]
# The benches of the engine: best and median nanoseconds.
EngineTimes = Mapping[str, tuple[float, float]]

LABELS = {
    "games": "random games",
    "decisions": "decisions in them",
    "steps": "steps in them, rolls included",
    "clones": "clones of a state",
    "legal_actions": "lists of legal actions",
    "chance_outcomes": "lists of chance outcomes",
    "observation_tensors": "observation tensors",
    "observation_lists": "observation tensors as lists",
    "observation_arrays": "observation tensors in a NumPy array",
    "mcts_simulations": "MCTS simulations, random rollouts",
    "mcts_nodes": "nodes of the search tree",
    "state_bytes": "a state",
    "search_node_bytes": "a node of the search tree",
}

ENGINE_LABELS = {
    "decision/legal_actions": "legal plays of a roll",
    "roll/roll": "a roll: scoring, marking",
    "roll/roll_with_actions": "a roll and its legal plays",
    "decision/events": "scoring, each event with its reason",
    "decision/apply_unchecked": "carrying out a legal play",
    "decision/apply": "checking and carrying out a play",
    "decision/copy": "copying a state",
    "decision/to_and_from_bytes": "a state to bytes and back",
    "decision/observation_features": "observation `features`",
    "decision/observation_compact": "observation `compact`",
    "decision/observation_planes": "observation `planes`",
    "game/perft": "perft, a sequence",
    "game/playout": "a random game",
}


@dataclass
class Table:
    """A title, the heads of the columns, and rows of cells; the first column is text."""

    title: str
    heads: tuple[str, ...]
    rows: list[list[str]]

    def __rich__(self) -> rich.table.Table:
        table = rich.table.Table(title=self.title, title_justify="left")
        for index, head in enumerate(self.heads):
            table.add_column(head, justify="right" if index else "left", no_wrap=True)
        for row in self.rows:
            table.add_row(*(cell.replace("`", "") for cell in row))
        return table

    def markdown(self) -> str:
        """Rows between bars; the title stands in the text around it."""
        lines = [self.heads, ("---",) + ("---:",) * (len(self.heads) - 1), *self.rows]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def amount(value: float) -> str:
    """The value with three digits that count."""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.3g}"


def best(found: Measurements, what: str, game: str) -> float:
    return max(found[what][game])


def rates(title: str, found: Measurements) -> Table:
    """How many a second each game makes, best and median, and our best against the peers'."""
    rows = []
    for what, by_game in found.items():
        cells = [
            f"{amount(max(by_game[game]))} ({amount(statistics.median(by_game[game]))})"
            if game in by_game
            else "-"
            for game in GAMES
        ]
        ratios = [
            f"{best(found, what, 'trictrac') / best(found, what, peer):.2f}"
            if peer in by_game
            else "-"
            for peer in PEERS
        ]
        rows.append([LABELS[what], *cells, *ratios])
    return Table(title, ("a second", *GAMES, *(f"/ {peer}" for peer in PEERS)), rows)


def memory(title: str, found: Measurements) -> Table:
    rows = [
        [LABELS[what], *(f"{statistics.median(by_game[game]):,.0f}" for game in GAMES)]
        for what, by_game in found.items()
    ]
    return Table(title, ("bytes of", *GAMES), rows)


def engine(times: EngineTimes) -> Table:
    rows = [
        [label, f"{times[name][0]:,.1f}", f"{times[name][1]:,.1f}", amount(1e9 / times[name][0])]
        for name, label in ENGINE_LABELS.items()
    ]
    return Table("The engine alone", ("engine", "best ns", "median ns", "best a second"), rows)


def playouts(found: Measurements) -> Table:
    rows = [
        [
            LABELS[what],
            amount(max(by_game["trictrac"])),
            amount(statistics.median(by_game["trictrac"])),
        ]
        for what, by_game in found.items()
    ]
    return Table("Uniform random games in Rust", ("a second", "best", "median"), rows)


def starts(milliseconds: Mapping[str, list[float]]) -> Table:
    rows = [
        [f"`{program}`", f"{min(times):.0f}", f"{statistics.median(times):.0f}"]
        for program, times in milliseconds.items()
    ]
    return Table("Start of a program", ("program", "best ms", "median ms"), rows)


def self_play(found: Mapping[str, Mapping[str, float]]) -> Table:
    """States a second of both AlphaZeros, and how many times as many ours plays."""
    theirs, ours = (found[name]["states_per_second"] for name in ("trictrac", "native"))
    rows = [
        ["OpenSpiel's C++ AlphaZero", f"{theirs:,.0f}", "1"],
        ["`spiel_bot`, same network and search", f"{ours:,.0f}", f"{ours / theirs:.1f}"],
    ]
    return Table("Self-play of AlphaZero", ("trainer", "states a second", "times"), rows)


def part_of(place: Place) -> str:
    """Which part of the whole the code at a place belongs to."""
    function, code = place.function, f"{place.file} {place.function}"
    if "pyspiel" in place.binary:
        samples = "SampleAction" in function
        return "OpenSpiel: drawing a roll" if samples else "OpenSpiel: history, calls"
    if "openspiel_bench" not in place.binary:
        return "memory: malloc, free, copies"
    if "rust/store" in code or "trictrac_store" in code:
        # The engine's bytes exist for the bridge alone.
        return "bridge" if place.file.endswith("packed.rs") else "engine"
    if any(name in code for name in ("trictrac_bridge", "rust/bridge", "cxx", "rust::")):
        return "bridge"
    if "trictrac::" in function:
        return "C++ game"
    return "the benchmark's choices"


def shares(counts: Counter[Place], decisions: float) -> Table:
    """How the instructions of the workload are divided."""
    parts: Counter[str] = Counter()
    for place, instructions in counts.items():
        parts[part_of(place)] += instructions
    total = parts.total()
    rows = [
        [part, f"{instructions / decisions:,.0f}", f"{instructions / total:.1%}"]
        for part, instructions in [*parts.most_common(), ("all", total)]
    ]
    return Table(
        "Where the instructions of random games through C++ go",
        ("part", "instructions a decision", "share"),
        rows,
    )


def goals(times: EngineTimes, native: Measurements, cpp: Measurements) -> Table:
    """What was asked for, and the best that was measured."""

    def at_least(label: str, asked: float, found: float) -> list[str]:
        return [label, f"at least {amount(asked)}", amount(found)]

    def at_most(label: str, asked: float, bench: str) -> list[str]:
        return [label, f"at most {asked:.0f} ns", f"{times[bench][0]:.1f} ns"]

    def ratio(what: str, peer: str) -> float:
        return best(cpp, what, "trictrac") / best(cpp, what, peer)

    return Table(
        "Goals",
        ("goal", "asked for", "measured"),
        [
            at_least("random games a second, Rust", 30_000, best(native, "games", "trictrac")),
            at_least("decisions a second, Rust", 2.2e6, best(native, "decisions", "trictrac")),
            at_most("legal plays of a roll", 250, "decision/legal_actions"),
            at_most("scoring of a roll", 150, "decision/events"),
            at_most("carrying out a play", 30, "decision/apply_unchecked"),
            at_most("copying a state", 10, "decision/copy"),
            at_least("decisions, C++, / backgammon", 10, ratio("decisions", "backgammon")),
            at_least("decisions, C++, / connect_four", 1 / 3, ratio("decisions", "connect_four")),
            at_least("nodes in MCTS, / backgammon", 10, ratio("mcts_nodes", "backgammon")),
        ],
    )


def bullets(described: Mapping[str, object]) -> str:
    """The machine's description, a line each."""
    return "\n".join(f"- {name}: {value}" for name, value in described.items())
