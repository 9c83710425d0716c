#!/usr/bin/env python3
"""Keeps the catalogues of messages: `make messages`.

Finds every message of the package and of the page, adds what is new to each language's
trictrac.po, where people translate it, and compiles trictrac.mo, which the package reads.
Messages that have no translation yet are listed; a test refuses them.
"""

import datetime
import io
import re
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "python" / "trictrac_spiel"
LOCALE = PACKAGE / "locale"
LANGUAGES = ("fr",)

_NO_DATE = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)

_KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "N_": None, "t": None}
_MARKED = re.compile(r"""\bdata-t(?:>([^<]+)<|-label="([^"]+)")""")


def found() -> Catalog:
    """All messages, in the order of files."""
    catalog = Catalog(project="trictrac-spiel", charset="utf-8", fuzzy=False)
    for file in sorted(PACKAGE.rglob("*")):
        text = file.read_bytes() if file.suffix in (".py", ".js", ".html") else b""
        where = file.relative_to(PACKAGE).as_posix()
        if file.suffix == ".html":
            for shown, label in _MARKED.findall(text.decode()):
                catalog.add((shown or label).strip(), locations=[(where, 0)])
        elif text:
            method = "python" if file.suffix == ".py" else "javascript"
            keywords = {
                name: _KEYWORDS[name] for name in _KEYWORDS if (name == "t") == (method != "python")
            }
            for _, message, _, _ in extract(method, io.BytesIO(text), keywords=keywords):
                if message:
                    catalog.add(message, locations=[(where, 0)])
    return catalog


def updated(language: str) -> Catalog:
    """A language's catalogue with the messages of today."""
    file = LOCALE / language / "LC_MESSAGES" / "trictrac.po"
    if file.exists():
        with file.open("rb") as source:
            catalog = read_po(source, locale=language)
    else:
        catalog = Catalog(locale=language)
    catalog.update(found(), no_fuzzy_matching=True, keep_user_comments=True)
    catalog.obsolete.clear()
    return catalog


def written(catalog: Catalog) -> tuple[bytes, bytes]:
    """The two files of a catalogue."""
    catalog.header_comment = "# Messages of trictrac-spiel; scripts/messages.py keeps this file."
    catalog.fuzzy = False
    text, compiled = io.BytesIO(), io.BytesIO()
    write_po(text, catalog, width=100, include_lineno=False)
    # What stands in a header by custom, dates among it, would only make each run a change.
    custom = rb'^"(POT|PO|Report|Last|Project|Language-Team|Generated)[A-Za-z-]*: .*\n'
    plain = re.sub(custom, b"", text.getvalue(), flags=re.MULTILINE)
    last = read_po(io.BytesIO(plain), locale=catalog.locale)
    last.creation_date = last.revision_date = _NO_DATE
    write_mo(compiled, last)
    return plain, compiled.getvalue()


def untranslated(catalog: Catalog) -> list[str]:
    """The messages that lack a translation."""
    lacking = []
    for message in catalog:
        texts = message.string if isinstance(message.string, (list, tuple)) else [message.string]
        if message.id and not all(texts):
            lacking.append(message.id if isinstance(message.id, str) else message.id[0])
    return lacking


def main() -> int:
    missing = 0
    for language in LANGUAGES:
        folder = LOCALE / language / "LC_MESSAGES"
        folder.mkdir(parents=True, exist_ok=True)
        catalog = updated(language)
        text, compiled = written(catalog)
        (folder / "trictrac.po").write_bytes(text)
        (folder / "trictrac.mo").write_bytes(compiled)
        for message in untranslated(catalog):
            print(f"{language}: {message!r} is not translated")
            missing += 1
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
