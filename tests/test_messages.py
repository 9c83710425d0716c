"""The catalogues: every message in every language, and the same values in it."""

import importlib.util
import re
import threading

import pytest

from helpers import REPOSITORY
from trictrac_spiel import TrictracError, board_svg
from trictrac_spiel._src.people import language
from trictrac_spiel._src.people.commentary import Speaker
from trictrac_spiel._src.position.values import Event

spec = importlib.util.spec_from_file_location("messages", REPOSITORY / "scripts" / "messages.py")
assert spec is not None
assert spec.loader is not None
messages = importlib.util.module_from_spec(spec)
spec.loader.exec_module(messages)


@pytest.mark.parametrize("name", messages.LANGUAGES)
def test_the_catalogues_are_complete_and_compiled(name: str) -> None:
    catalog = messages.updated(name)
    assert messages.untranslated(catalog) == [], "run `make messages` and translate"
    folder = messages.LOCALE / name / "LC_MESSAGES"
    text, compiled = messages.written(catalog)
    assert (folder / "trictrac.po").read_bytes() == text, "run `make messages`"
    assert (folder / "trictrac.mo").read_bytes() == compiled, "run `make messages`"


@pytest.mark.parametrize("name", messages.LANGUAGES)
def test_translations_have_the_values_of_their_messages(name: str) -> None:
    checked = 0
    for message in messages.updated(name):
        if not message.id:
            continue
        forms = message.id if isinstance(message.id, (list, tuple)) else [message.id]
        texts = message.string if isinstance(message.string, (list, tuple)) else [message.string]
        known = set(re.findall(r"\{\w+\}", " ".join(forms)))
        # A number may be written in figures where English has a word.
        known |= {"{number}"} if "{word}" in known else set()
        needed = {value for value in known if value not in ("{word}", "{number}", "{name}")}
        for text in texts:
            used = set(re.findall(r"\{\w+\}", text))
            assert needed <= used <= known, (forms[0], text)
            checked += 1
    assert checked > 100


def test_a_context_has_its_own_language() -> None:
    event = Event("big_jan_filled", 2, 8, "mover", None)
    heard: dict[str, str] = {}

    def tell(name: str) -> None:
        with language.speaking(name):
            heard[name] = Speaker("White", "Black").sentence(event)

    threads = [threading.Thread(target=tell, args=[name]) for name in language.LANGUAGES]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert heard["en"] == "Two ways to fill the big jan: 8 points for White."
    assert heard["fr"] == "2 façons de remplir le grand jan : 8 points pour Blanc."
    assert language.language() == "en"
    with pytest.raises(TrictracError, match="en, fr"):
        language.set_language("xx")


def test_drawings_speak_french() -> None:
    with language.speaking("fr"):
        picture = board_svg("tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 first")
    for words in ("Blanc jette les dés en premier", "coin de repos", "0 point · 0/12 trous"):
        assert words in picture
    assert "White" not in picture
