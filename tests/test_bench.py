"""The programs in bench/: what they read, judge and write. How fast things are is no test."""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from types import ModuleType

import pytest

from helpers import REPOSITORY, run_python

MODULES = ("callgrind", "instructions", "page", "tables")


@pytest.fixture(scope="module")
def bench() -> Iterator[dict[str, ModuleType]]:
    """The modules of bench/, which find each other beside themselves."""
    sys.path.insert(0, str(REPOSITORY / "bench"))
    try:
        yield {name: __import__(name) for name in MODULES}
    finally:
        sys.path.pop(0)


def test_callgrind_output_is_read_without_the_cost_of_callees(
    bench: dict[str, ModuleType],
) -> None:
    text = """\
events: Ir
ob=(1) /bin/program
fl=(1) main.c
fn=(1) main
+3 10
calls=2 +5
cob=(2) /lib/libc.so
cfi=(2) malloc.c
cfn=(2) malloc
+1 700
fi=(3) inlined.h
* 5
fe=(1)
-1 2

ob=(2)
fl=(2)
fn=(2)
16 700
"""
    place = bench["callgrind"].Place
    assert bench["callgrind"].parse(text.splitlines()) == {
        place("/bin/program", "main.c", "main"): 12,
        place("/bin/program", "inlined.h", "main"): 5,
        place("/lib/libc.so", "malloc.c", "malloc"): 700,
    }


@pytest.mark.parametrize(
    ("found", "as_committed", "words"),
    [
        (1000, True, "+0.00%"),
        (1029, True, "+2.90%"),
        (971, True, "-2.90%"),
        (1031, False, "find out why"),
        (969, False, "lower the figure"),
    ],
)
def test_a_count_that_has_moved_fails_in_either_direction(
    bench: dict[str, ModuleType], found: int, as_committed: bool, words: str
) -> None:
    verdict, sentence = bench["instructions"].judge("engine", found, {"rustc 1": 1000}, "rustc 1")
    assert verdict == as_committed
    assert words in sentence


def test_a_count_by_other_tools_is_not_judged(bench: dict[str, ModuleType]) -> None:
    verdict, sentence = bench["instructions"].judge("engine", 5000, {"rustc 1": 1000}, "rustc 2")
    assert verdict
    assert "not judged, there are figures for rustc 1" in sentence


def test_every_workload_has_a_figure(bench: dict[str, ModuleType]) -> None:
    figures = json.loads(bench["instructions"].FIGURES.read_text())
    assert figures.keys() == bench["instructions"].WORKLOADS.keys()
    assert all(count > 0 for by_tools in figures.values() for count in by_tools.values())


@pytest.mark.parametrize(
    ("binary", "file", "function", "part"),
    [
        ("bin/openspiel_bench", "/x/rust/store/src/state.rs", "trictrac_bridge::apply", "engine"),
        ("bin/openspiel_bench", "/x/rust/store/src/packed.rs", "trictrac_bridge::apply", "bridge"),
        ("bin/openspiel_bench", "cxx-1.0/src/result.rs", "cxx::result::try", "bridge"),
        ("bin/openspiel_bench", "???", "open_spiel::trictrac::TrictracState::Clone()", "C++ game"),
        ("bin/openspiel_bench", "???", "open_spiel::(anonymous)::Step", "the benchmark's choices"),
        ("x/pyspiel.so", "???", "open_spiel::SampleAction(x)", "OpenSpiel: drawing a roll"),
        ("x/pyspiel.so", "???", "open_spiel::State::ApplyAction", "OpenSpiel: history, calls"),
        ("x/libc.so.6", "malloc.c", "malloc", "memory: malloc, free, copies"),
    ],
)
def test_instructions_are_laid_to_the_right_part(
    bench: dict[str, ModuleType], binary: str, file: str, function: str, part: str
) -> None:
    place = bench["callgrind"].Place(binary, file, function)
    assert bench["tables"].part_of(place) == part
    (row, total) = bench["tables"].shares(Counter({place: 50}), decisions=10).rows
    assert row == [part, "5", "100.0%"]
    assert total == ["all", "5", "100.0%"]


def test_rates_show_best_and_median_and_compare_the_best(bench: dict[str, ModuleType]) -> None:
    found = {
        "games": {"trictrac": [1e3, 4e3, 3e3], "backgammon": [2e3], "connect_four": [1e4]},
    }
    table = bench["tables"].rates("Games", found)
    assert table.rows == [
        ["random games", "4 k (3 k)", "2 k (2 k)", "10 k (10 k)", "-", "2.00", "0.40"]
    ]
    assert table.markdown().splitlines()[-1] == (
        "| random games | 4 k (3 k) | 2 k (2 k) | 10 k (10 k) | - | 2.00 | 0.40 |"
    )


def test_the_page_has_the_text_of_its_template(bench: dict[str, ModuleType]) -> None:
    page = bench["page"].PAGE.read_text()
    for line in bench["page"].TEXT.splitlines():
        if "{" not in line:
            assert line in page, "run: make bench ARGS=--page"


@pytest.mark.parametrize("game", ["trictrac", "connect_four"])
def test_the_python_measurements_run(game: str) -> None:
    process = run_python(REPOSITORY / "bench" / "python_api.py", "speed", "0.01", game)
    assert process.returncode == 0, process.stderr
    found = [json.loads(line) for line in process.stdout.splitlines()]
    assert {"games", "clones", "observation_arrays"} <= {entry["what"] for entry in found}
    assert ("chance_outcomes" in {entry["what"] for entry in found}) == (game == "trictrac")
    assert all(entry["game"] == game and entry["value"] > 0 for entry in found)
