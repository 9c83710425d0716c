#!/usr/bin/env python3
"""Writes docs/api.md and docs/board.svg from the installed package.

`make gen` runs it; a test fails when the pages are not what it would write.
"""

import dataclasses
import inspect
import random
import re
from collections.abc import Callable
from pathlib import Path

import pyspiel

import trictrac_spiel

ROOT = Path(__file__).resolve().parent.parent
GENERATED = "*This page is written by `make gen` from the code.*\n"


def api() -> str:
    """The public names of the package with their docstrings."""
    functions, classes = [], []
    for name in trictrac_spiel.__all__:
        thing = getattr(trictrac_spiel, name)
        if inspect.isclass(thing):
            classes.append((name, thing))
        elif callable(thing):
            functions.append((name, thing))
    lines = [
        "# Python API",
        "",
        GENERATED,
        "`import trictrac_spiel` registers the game with `pyspiel`; a game and its states are "
        "`pyspiel.Game`",
        "and `pyspiel.State`, whose methods OpenSpiel documents. This is what the package adds.",
        "",
        "| name | what |",
        "|---|---|",
        *(
            f"| [`{name}`](#{name.lower()}) | {_summary(thing)} |"
            for name, thing in [*functions, *classes]
        ),
        "",
        "## Functions",
        "",
    ]
    for name, function in functions:
        lines += [f"### {name}", "", *_signature(name, function), *_docstring(function)]
    lines += ["## Classes", ""]
    for name, cls in classes:
        lines += _class(name, cls)
    return "\n".join(lines)


def _summary(thing: object) -> str:
    return _text(thing).split("\n\n")[0].replace("\n", " ").replace("|", "\\|")


def _text(thing: object) -> str:
    """A docstring with Markdown's code instead of reStructuredText's."""
    return re.sub(r"``(.+?)``", r"`\1`", inspect.getdoc(thing) or "", flags=re.DOTALL)


def _signature(name: str, function: Callable[..., object]) -> list[str]:
    signature = str(inspect.signature(function))
    # Where a type comes from is of no use to a reader.
    signature = re.sub(
        r"\b(?:trictrac_spiel\._src(?:\.\w+)+|collections\.abc|typing)\.", "", signature
    )
    signature = re.sub(r"(: |-> )'([^']*)'", r"\1\2", signature).replace("NoneType", "None")
    text = f"{name}{signature}"
    if len(text) > 96:
        inside, _, returns = signature[1:].rpartition(")")
        arguments = _split(inside)
        text = "\n".join(
            [f"{name}(", *(f"    {argument}," for argument in arguments), f"){returns}"]
        )
    return ["```text", text, "```", ""]


def _split(arguments: str) -> list[str]:
    """Splits at the commas that are in no bracket."""
    parts, depth = [""], 0
    for letter in arguments:
        depth += (letter in "[({") - (letter in "])}")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def _docstring(thing: object) -> list[str]:
    """A docstring in Google's style as Markdown: the sections become lists and code."""
    lines: list[str] = []
    section = ""
    for line in _text(thing).splitlines():
        heading = re.fullmatch(r"(Args|Returns|Raises|Attributes|Example|Examples):", line)
        if heading is not None:
            section = heading[1]
            lines += [f"**{section}**", ""]
        elif section and line and not line.startswith(" "):
            section = ""
            lines.append(line)
        elif section in ("Args", "Raises", "Attributes") and (
            entry := re.fullmatch(r" {2,4}(\*{0,2}\w+): (.*)", line)
        ):
            lines.append(f"- `{entry[1]}`: {entry[2]}")
        elif section.startswith("Example"):
            lines.append(f"    {line.strip()}" if line.strip() else "")
        elif section:
            lines.append(f"  {line.strip()}" if line.strip() else "")
        else:
            lines.append(line)
    return [*lines, ""]


def _class(name: str, cls: type) -> list[str]:
    lines = [f"### {name}", ""]
    is_error = issubclass(cls, Exception)
    if not is_error and "__init__" in vars(cls):
        lines += _signature(name, cls)
    lines += _docstring(cls)
    if dataclasses.is_dataclass(cls):
        described = _described_fields(cls)
        lines += ["Fields:", ""]
        for field in dataclasses.fields(cls):
            if field.name.startswith("_"):
                continue
            meaning = described.get(field.name) or field.metadata.get("help", "")
            lines.append(f"- `{field.name}`" + (f": {meaning}" if meaning else ""))
        lines.append("")
    for member, thing in _members(cls).items():
        if member.startswith("_") or is_error:
            continue
        if isinstance(thing, property):
            lines += [f"`{name}.{member}`: {_summary(thing)}", ""]
        elif isinstance(thing, (staticmethod, classmethod)) or inspect.isfunction(thing):
            function = getattr(cls, member)
            lines += [f"#### {name}.{member}", ""]
            lines += [*_signature(member, function), *_docstring(function)]
    return lines


# What a base class offers to the classes derived from it.
_FOR_DERIVED = {
    *("check", "check_game_of", "choose", "choose_with_policy"),
    *("check_types", "fields", "need", "need_between"),
}


def _members(cls: type) -> dict[str, object]:
    """What the class has itself, then what it has from other classes of the package."""
    members = dict(vars(cls))
    for base in cls.__mro__[1:]:
        if base.__module__.startswith("trictrac_spiel"):
            for member, thing in vars(base).items():
                if member not in _FOR_DERIVED:
                    members.setdefault(member, thing)
    return {name: thing for name, thing in members.items() if name not in _FOR_DERIVED}


def _described_fields(cls: type) -> dict[str, str]:
    """The docstring below each field of a dataclass."""
    source = inspect.getsource(cls)
    found = re.findall(r'^    (\w+): [^\n]*\n    """(.*?)"""', source, re.MULTILINE | re.DOTALL)
    return {name: re.sub(r"\s+", " ", text).replace("``", "`") for name, text in found}


def board() -> str:
    """The picture in the README: a game of careful players after some turns."""
    game = pyspiel.load_game("trictrac")
    state = game.new_initial_state()
    careful = trictrac_spiel.make_bot("careful", game)
    luck = random.Random(2)
    for _ in range(121):
        chance = state.is_chance_node()
        state.apply_action(luck.choice(state.legal_actions()) if chance else careful.step(state))
    return trictrac_spiel.board_svg(state, width=480)


PAGES = {"api.md": api, "board.svg": board}


def main() -> None:
    for name, page in PAGES.items():
        (ROOT / "docs" / name).write_text(page().rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
