"""The rules page as text: its anchors, the places that quote them, its boards and their data.

Nothing here imports the package; whether the engine agrees with the page is tested elsewhere.
"""

import json
import re
import unicodedata
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")

MOVES = [
    "occupied-field",
    "opponents-corner",
    "own-corner",
    "forbidden-jan",
    "chain",
    "corner-by-effect",
    "corner-by-puissance",
    "numbers-first",
    "higher-number-first",
    "bearing-off",
    "overflow-economy",
    "conserve",
    "fill",
    "last-exit",
]
EVENTS = [
    "six-tables",
    "two-tables",
    "contre-two-tables",
    "mezeas",
    "contre-mezeas",
    "true-hit",
    "false-hit",
    "corner-hit",
    "filling",
    "conserving",
    "exit",
    "impuissance",
    "misery-pile",
    "jan-de-rencontre",
    "margot",
]
TURN = [
    "marking",
    "bredouille",
    "hold-or-go",
    "exit-and-new-setting",
    "flag",
    "game-value",
    "end-of-game",
    "first-roll",
    "turn-cap",
    "written-game",
    "payment",
    "consolation",
    "marque-first",
    "settlement",
    "schools",
]
RULE_ANCHORS = MOVES + EVENTS + TURN

SOURCE_TREES = ("rust", "cpp", "python", "tests")
SOURCE_SUFFIXES = {".rs", ".h", ".cc", ".cpp", ".py", ".pyi", ".md", ".toml"}
BUILD_FOLDERS = {"target", "build", "__pycache__", ".venv", "venv"}


def heading_slugs(text):
    """The anchors that GitHub derives from the headings of a Markdown page."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in headings]


def explicit_anchors(text):
    return re.findall(r'<a id="([^"]+)"></a>', text)


ANCHORS = set(explicit_anchors(RULES)) | set(heading_slugs(RULES))


def source_files(trees=SOURCE_TREES):
    """(name, text) of every source file of these trees, build products left out."""
    for tree in trees:
        for path in sorted((ROOT / tree).rglob("*")):
            name = path.relative_to(ROOT)
            if path.suffix in SOURCE_SUFFIXES and not BUILD_FOLDERS & set(name.parts):
                yield name, path.read_text(encoding="utf-8")


def quotations():
    """(file, line number, anchor) for every quotation of the rules page in the sources."""
    for name, text in source_files():
        for number, line in enumerate(text.splitlines(), 1):
            for anchor in re.findall(r"docs/rules\.md#([\w-]+)", line):
                yield name, number, anchor


def rust_sources():
    """All Rust code of the tree, as one text."""
    return "\n".join(text for name, text in source_files(["rust"]) if name.suffix == ".rs")


def example_numbers():
    """Every number that the prose calls an example."""
    prose = RULES.split("## The examples as data")[0]
    mentions = re.findall(r"[Ee]xamples?\s(\d+)(?:\sand, by a double, (\d+))?", prose)
    return {int(number) for mention in mentions for number in mention if number}


def example_data():
    block = re.search(r"```json\n(.*?)```", RULES, re.DOTALL).group(1)
    return [json.loads(line) for line in block.splitlines()]


def pictures():
    """(example number, its picture) for every drawn example."""
    return re.findall(r"\*\*Example (\d+)\*\*[^\n]*\n\n```text\n(.*?)```", RULES, re.DOTALL)


def read_picture(picture):
    """The signed counts of fields 1 to 24 and the dice of a drawn board."""
    labels_above, _, far, _, near, _, labels_below = picture.rstrip("\n").split("\n")
    near, roll = near.rsplit("|", 1)

    def counts(row):
        signs = {"x": 1, "o": -1}
        cells = row.replace("|", " ").split()
        return [0 if cell == "." else signs[cell[0]] * int(cell[1:]) for cell in cells]

    assert labels_above.split() == [str(field) for field in range(24, 12, -1)]
    assert labels_below.split() == [str(field) for field in range(1, 13)]
    dice = [int(number) for number in re.findall(r"\d", roll)]
    return counts(near) + counts(far)[::-1], dice


@pytest.mark.parametrize("anchor", RULE_ANCHORS)
def test_each_rule_has_one_anchor_above_its_heading(anchor):
    assert explicit_anchors(RULES).count(anchor) == 1
    assert re.search(rf'^<a id="{anchor}"></a>\n###? ', RULES, re.MULTILINE)


def test_the_page_has_no_anchor_that_is_no_rule():
    assert sorted(explicit_anchors(RULES)) == sorted(RULE_ANCHORS)


def test_quoted_anchors_exist():
    unknown = [
        f"{path}:{number}: {anchor}"
        for path, number, anchor in quotations()
        if anchor not in ANCHORS
    ]
    assert not unknown, "no such anchor in docs/rules.md:\n" + "\n".join(unknown)


@pytest.mark.parametrize(
    ("page", "pattern"), [(RULES, r"\]\(#([^)]+)\)"), (GLOSSARY, r"\]\(rules\.md#([^)]+)\)")]
)
def test_links_lead_somewhere(page, pattern):
    links = re.findall(pattern, page)
    assert links
    assert not [link for link in links if link not in ANCHORS]


def test_examples_are_numbered_in_order_and_all_have_data():
    identifiers = [question["id"] for question in example_data()]
    assert identifiers == [str(number) for number in range(1, len(identifiers) + 1)]
    assert sorted(example_numbers()) == list(range(1, len(identifiers) + 1))


@pytest.mark.parametrize(("number", "picture"), pictures())
def test_pictures_show_their_data(number, picture):
    question = next(question for question in example_data() if question["id"] == number)
    assert read_picture(picture) == (question["board"], question["dice"])


def test_examples_have_fifteen_checkers_at_most():
    for question in example_data():
        board = question["board"]
        assert len(board) == 24
        assert sum(count for count in board if count > 0) <= 15
        assert sum(-count for count in board if count < 0) <= 15


def test_result_table_covers_the_data():
    rows = re.findall(r"^\| (\d+) \| (\d)-(\d) \| \d+ \| \d+ \| \d+ \|$", RULES, re.MULTILINE)
    listed = [(number, [int(high), int(low)]) for number, high, low in rows]
    assert listed == [(question["id"], question["dice"]) for question in example_data()]


def test_glossary_is_sorted():
    tables = re.findall(r"\|---\|---\|---\|\n((?:\|.*\n)+)", GLOSSARY)
    assert len(tables) == 2
    for table in tables:
        terms = [row.split("|")[1].strip() for row in table.splitlines()]
        decomposed = [unicodedata.normalize("NFD", term.lower()) for term in terms]
        plain = ["".join(c for c in t if not unicodedata.combining(c)) for t in decomposed]
        assert plain == sorted(plain)


def test_option_table_lists_the_options_of_the_engine():
    names = re.search(r"OPTION_NAMES[^=]*= \[(.*?)\];", rust_sources(), re.DOTALL).group(1)
    table = RULES.split("## Options")[1].split("## Where the sources disagree")[0]
    assert re.findall(r"^\| `(\w+)`", table, re.MULTILINE) == re.findall(r'"(\w+)"', names)


def test_glossary_names_members_that_exist():
    """Every `Type::member` of a Rust type is written somewhere in its sources."""
    sources = rust_sources()
    defined = set(re.findall(r"\b(?:struct|enum) (\w+)", sources))
    for owner, member in re.findall(r"`(\w+)::(\w+)`", GLOSSARY):
        if owner in defined:
            assert re.search(rf"\b{member}\b", sources), f"{owner}::{member}"
