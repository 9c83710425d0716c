"""The engine's refusals in the reader's language."""

import re

from helpers import REPOSITORY
from trictrac_spiel._src.people.language import speaking
from trictrac_spiel._src.people.refusals import refusal


def what_the_engine_says() -> list[str]:
    """Every sentence of ``IllegalPlay``, with values where it has places."""
    source = (REPOSITORY / "rust/store/src/explain.rs").read_text()
    display = source.partition("impl std::fmt::Display for IllegalPlay")[2].partition("\n}\n")[0]
    sentences = [text for text in re.findall(r'"([^"\n]+)"', display) if " " in text]
    return [
        text.replace("the {}", "the big jan").replace("{}", "18")
        for text in sentences
        # Only programs ask for action numbers.
        if "no such action" not in text and "smaller number stands" not in text
    ]


def test_every_refusal_is_translated() -> None:
    said = what_the_engine_says()
    assert len(said) >= 20
    for sentence in said:
        with speaking("en"):
            assert refusal(sentence) == sentence
        with speaking("fr"):
            told = refusal(f"{sentence} (trictrac rules fill), in the position tt1 p0")
            assert told.endswith(" (trictrac rules fill)")
            assert sentence not in told


def test_values_stay_and_other_texts_too() -> None:
    with speaking("fr"):
        assert "la flèche 18" in refusal(
            "the opponent holds field 18, where no checker can land or rest"
        )
        assert "le grand jan" in refusal("the big jan can be filled, so it must be")
        assert refusal('"x" is no play') == '"x" is no play'
