"""``docs/encoding.md`` says what the installed package does."""

import importlib.util

from helpers import REPOSITORY


def test_page_is_fresh() -> None:
    spec = importlib.util.spec_from_file_location("encoding", REPOSITORY / "scripts/encoding.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.PAGE.read_text() == module.page(), "run `make gen`"
