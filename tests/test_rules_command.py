"""``trictrac rules``: the page is installed, and every anchor that a refusal names is on it."""

import importlib.metadata
import re

import pytest

from helpers import REPOSITORY, trictrac
from trictrac_spiel import TrictracError
from trictrac_spiel._src.people.rules_page import section, sections


def anchors_of_refusals() -> set[str]:
    """What the engine's refusals point to."""
    source = (REPOSITORY / "rust/store/src/explain.rs").read_text()
    _, _, body = source.partition("fn anchor")
    return set(re.findall(r'"([a-z-]+)"', body.partition("\n    }\n")[0]))


def test_every_rule_that_a_refusal_names_can_be_read() -> None:
    named = anchors_of_refusals()
    assert "numbers-first" in named
    assert len(named) > 5
    for anchor in named:
        found = section(anchor)
        assert found.text.startswith("#")
        assert len(found.text) > 100


def test_the_installed_page_is_the_one_of_the_clone() -> None:
    page = (REPOSITORY / "docs/rules.md").read_text()
    anchors = re.findall(r'<a id="([a-z0-9-]+)"></a>', page)
    assert set(anchors) <= {section.anchor for section in sections()}
    assert len(anchors) > 20


def test_one_section_is_printed() -> None:
    shown = trictrac("rules", "numbers-first")
    assert shown.returncode == 0, shown.stderr
    assert "Both numbers must be played" in shown.stdout
    assert "Bearing off" not in shown.stdout
    assert not re.search(r"\]\(|<a id|\x1b", shown.stdout)
    assert max(map(len, shown.stdout.splitlines())) <= 80
    assert trictrac("rules", "docs/rules.md#numbers-first").stdout == shown.stdout
    assert "\x1b[" in trictrac("rules", "--color", "always", "numbers-first").stdout
    written = trictrac("rules", "--markdown", "numbers-first").stdout
    assert written.startswith("### Both numbers must be played\n")


def test_the_whole_page_and_its_sections() -> None:
    whole = trictrac("rules").stdout
    for words in ("The rules of Trictrac", "The first ten minutes", "Literature"):
        assert words in whole
    listed = trictrac("rules", "--list").stdout
    assert len(listed.splitlines()) == len(sections())
    assert re.search(r"^numbers-first +Both numbers must be played$", listed, re.MULTILINE)


def test_an_unknown_section_is_refused() -> None:
    refused = trictrac("rules", "number-first")
    assert refused.returncode == 2
    assert "numbers-first" in refused.stderr
    assert "trictrac rules --list" in refused.stderr
    with pytest.raises(TrictracError, match="no section"):
        section("zzz")


def test_the_metadata_has_addresses() -> None:
    addresses = importlib.metadata.metadata("trictrac-spiel").get_all("Project-URL") or []
    assert any(address.startswith("Rules of Trictrac, https://") for address in addresses)
