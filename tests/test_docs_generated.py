"""The pages that `make gen` writes are what it would write now."""

import importlib.util
import re
from types import ModuleType

import pyspiel
import pytest

from helpers import REPOSITORY
from trictrac_spiel._src.players import bots


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("api", REPOSITORY / "scripts" / "api.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["api.md", "board.svg"])
def test_generated_pages_are_fresh(name: str) -> None:
    written = (REPOSITORY / "docs" / name).read_text(encoding="utf-8")
    assert written == generator().PAGES[name]().rstrip() + "\n", "run: make gen"


def test_the_readme_lists_the_parameters_with_their_defaults() -> None:
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| `?(\w+)`? \|", readme, re.MULTILINE))
    for name, value in pyspiel.load_game("trictrac").get_parameters().items():
        shown = str(value).lower() if isinstance(value, bool) else str(value)
        assert rows[name] == shown, name


def test_the_ladder_names_every_player() -> None:
    page = (REPOSITORY / "docs" / "ladder.md").read_text(encoding="utf-8")
    for player in bots.PLAYERS.values():
        assert f"| `{player.usage}` | {player.summary} |" in page, "run: make ladder"
