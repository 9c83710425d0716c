"""What the server tells of lessons and words: plain values for JSON, in the reader's language."""

from typing import Any

from trictrac_spiel._src.learn.glossary import TERMS
from trictrac_spiel._src.learn.lessons import LESSONS, Lesson
from trictrac_spiel._src.people.language import gettext


def terms() -> list[dict[str, str]]:
    """The words of the game."""
    return [
        {"french": term.french, "english": term.english, "meaning": term.told()} for term in TERMS
    ]


def overview() -> list[dict[str, Any]]:
    """The lessons, in order."""
    return [{"id": one.id, "title": gettext(one.title)} for one in LESSONS]


def of_lesson(one: Lesson) -> dict[str, Any]:
    """A lesson's text, question and choices."""
    return {
        "id": one.id,
        "number": LESSONS.index(one) + 1,
        "title": gettext(one.title),
        "text": gettext(one.text),
        "question": gettext(one.question),
        "choices": one.choices,
    }


def verdict(one: Lesson, answer: str) -> dict[str, Any]:
    """Is an answer right? The reasons are told with a right one only."""
    found = one.check(answer)
    return {"right": found.right, "because": list(found.because) if found.right else []}
