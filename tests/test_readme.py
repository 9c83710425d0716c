"""The examples of the README and the guides do what they say.

In the Markdown files below, a ``python`` block is executed (the blocks of one file
share their names), and a ``console`` block holds commands after ``$ `` with their
output, in which ``...`` stands for any text. A ``sh`` block is for the reader only:
it sets something up, or takes long.
"""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from helpers import REPOSITORY

# tests/release/torch runs those that need all of torch.
NEED_TORCH = ("rllib.md", "torchrl.md")
DOCUMENTS = [
    REPOSITORY / "README.md",
    *(page for page in sorted((REPOSITORY / "docs").glob("*.md")) if page.name not in NEED_TORCH),
]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(document: Path, language: str) -> list[str]:
    """Returns the blocks, each after as many empty lines as precede it in its document."""
    text = document.read_text(encoding="utf-8")
    return [
        "\n" * text.count("\n", 0, found.start(2)) + found[2]
        for found in BLOCK.finditer(text)
        if found[1] == language
    ]


def with_blocks(language: str) -> list[object]:
    return [
        pytest.param(document, id=document.name)
        for document in DOCUMENTS
        if blocks(document, language)
    ]


@pytest.mark.parametrize("document", with_blocks("python"))
def test_python_blocks_run(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "__main__"}
    for block in blocks(document, "python"):
        exec(compile(block, document, "exec"), names)


def commands(block: str) -> list[tuple[str, str]]:
    """Splits a console block into commands and the outputs that they must have."""
    parts = re.split(r"^\$ (.*)$", block.strip(), flags=re.MULTILINE)
    assert parts[0] == "", "a console block starts with a command after '$ '"
    return [(parts[i], parts[i + 1].lstrip("\n")) for i in range(1, len(parts), 2)]


@pytest.mark.parametrize("document", with_blocks("console"))
def test_console_blocks_print_what_they_show(document: Path, tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for block in blocks(document, "console"):
        for command, expected in commands(block):
            result = subprocess.run(
                command,
                shell=True,
                capture_output=True,
                text=True,
                stdin=subprocess.DEVNULL,
                cwd=tmp_path,
                env=os.environ | {"PATH": path},
                timeout=300,
            )
            assert result.returncode == 0, f"{command}\n{result.stderr}"
            matches = doctest.OutputChecker().check_output
            if expected.strip():
                got = result.stdout.rstrip() + "\n"
                wanted = expected.rstrip() + "\n"
                assert matches(wanted, got, doctest.ELLIPSIS), f"{command}\n{got}"
