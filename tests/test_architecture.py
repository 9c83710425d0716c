"""What may import what in the package, and where files may lie."""

import ast
import re

from helpers import REPOSITORY

SOURCES = REPOSITORY / "python/trictrac_spiel/_src"
# What commands share is no command.
SHARED = {"arguments"}


def imported(file: str) -> set[str]:
    """The modules of the package that a file imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse((SOURCES / file).read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found |= {f"{node.module}.{name.name}" for name in node.names}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return {name.partition("_src.")[2] for name in found if "trictrac_spiel._src." in name}


def test_nothing_imports_a_command() -> None:
    commands = {file.stem for file in (SOURCES / "cli").glob("*.py")} - SHARED - {"__init__"}
    assert {"play", "show", "main"} <= commands
    for file in SOURCES.rglob("*.py"):
        name = str(file.relative_to(SOURCES))
        for module in imported(name):
            package, _, command = module.partition(".")
            is_command = package == "cli" and command.partition(".")[0] in commands
            assert not is_command, f"{name} imports {module}"


def test_positions_and_people_know_nothing_of_training_and_terminal_arguments() -> None:
    for file in (SOURCES / "position").glob("*.py"):
        for module in imported(str(file.relative_to(SOURCES))):
            assert module.split(".")[0] in {
                "position",
                "errors",
                "strict_json",
                "whole_numbers",
            }, f"{file.name} imports {module}"


def test_rooms_use_those_above_them() -> None:
    page = (REPOSITORY / "docs/architecture.md").read_text()
    rooms = re.findall(
        r"^\| `(\w+)` \| ", page.partition("## The rooms of the Python")[2], re.MULTILINE
    )
    assert set(rooms) == {file.parent.name for file in SOURCES.glob("*/__init__.py")}
    looks_down = {
        ("players/bots.py", "train"),
        ("people/session.py", "analysis"),
        ("people/terminal_game.py", "analysis"),
        ("people/records.py", "drawing"),
    }
    found = set()
    for file in SOURCES.glob("*/*.py"):
        name = f"{file.parent.name}/{file.name}"
        for room in {module.partition(".")[0] for module in imported(name)} & set(rooms):
            if rooms.index(room) > rooms.index(file.parent.name):
                found.add((name, room))
    assert found == looks_down


def test_few_files_lie_beside_the_rooms() -> None:
    assert len(list(SOURCES.glob("*.py"))) <= 15
