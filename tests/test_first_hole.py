"""The annotated game of the documentation is what its script writes."""

import importlib.util

from helpers import REPOSITORY

spec = importlib.util.spec_from_file_location(
    "first_hole", REPOSITORY / "scripts" / "first_hole.py"
)
assert spec is not None
assert spec.loader is not None
first_hole = importlib.util.module_from_spec(spec)
spec.loader.exec_module(first_hole)


def test_the_annotated_game_is_fresh() -> None:
    pages = first_hole.pages()
    assert len(pages) == 13
    for name, text in pages.items():
        written = (REPOSITORY / "docs" / name).read_text(encoding="utf-8")
        assert written == text.rstrip() + "\n", "run: make gen"
