"""The language of what people read: English as it stands in the code, or a gettext catalogue.

The language belongs to a context (a thread, a request), so a server can answer each reader in
his own. Catalogues are in ``trictrac_spiel/locale``; ``scripts/messages.py`` keeps them.
"""

import contextlib
import contextvars
import functools
import gettext as _gettext
import importlib.resources
import io
from collections.abc import Iterator

from trictrac_spiel._src.errors import TrictracError

LANGUAGES = ("en", "fr")
"""What ``--lang`` and the page offer."""

_chosen: contextvars.ContextVar[str] = contextvars.ContextVar("language", default="en")


def gettext(message: str) -> str:
    """The message in the language of this context."""
    return _catalogue(_chosen.get()).gettext(message)


def ngettext(one: str, more: str, number: int) -> str:
    """The form of a message that fits a number."""
    return _catalogue(_chosen.get()).ngettext(one, more, number)


def pgettext(context: str, message: str) -> str:
    """The message, of which a note for translators tells it from others of the same words."""
    return _catalogue(_chosen.get()).pgettext(context, message)


def language() -> str:
    """The language of this context."""
    return _chosen.get()


def set_language(name: str) -> None:
    """Chooses the language of this context.

    Raises:
      TrictracError: there is no such language here.
    """
    if name not in LANGUAGES:
        raise TrictracError(f"there is no language {name!r}; there are {', '.join(LANGUAGES)}")
    _chosen.set(name)


@contextlib.contextmanager
def speaking(name: str) -> Iterator[None]:
    """Chooses a language for a while."""
    before = _chosen.get()
    set_language(name)
    try:
        yield
    finally:
        _chosen.set(before)


def messages(name: str) -> dict[str, str]:
    """The messages of a language that have one form, as the page takes them."""
    catalogue = _catalogue(name)
    if not isinstance(catalogue, _gettext.GNUTranslations):
        return {}
    found: dict[str | tuple[str, int], str] = catalogue._catalog  # type: ignore[attr-defined]
    return {key: text for key, text in found.items() if isinstance(key, str) and key}


@functools.cache
def _catalogue(name: str) -> _gettext.NullTranslations:
    if name == "en":
        return _gettext.NullTranslations()
    file = importlib.resources.files("trictrac_spiel") / "locale" / name / "LC_MESSAGES"
    return _gettext.GNUTranslations(io.BytesIO((file / "trictrac.mo").read_bytes()))
