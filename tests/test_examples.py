"""The notebook runs, the plug-in of docs/openspiel.md builds, and the citation is current."""

import importlib.util
import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import trictrac_spiel
from helpers import REPOSITORY, run_python

spec = importlib.util.spec_from_file_location("notebook", REPOSITORY / "scripts" / "notebook.py")
assert spec is not None
assert spec.loader is not None
notebook = importlib.util.module_from_spec(spec)
spec.loader.exec_module(notebook)


def test_the_notebook_shows_what_running_it_shows() -> None:
    stored = (REPOSITORY / "examples" / "first_steps.ipynb").read_text(encoding="utf-8")
    assert notebook.text() == stored, "run: make gen"
    outputs = [output for cell in json.loads(stored)["cells"] for output in cell.get("outputs", ())]
    pictures = [output for output in outputs if "image/svg+xml" in output.get("data", {})]
    assert len(pictures) == 2
    assert len(outputs) > 4


@pytest.mark.skipif(shutil.which("c++") is None, reason="there is no C++ compiler")
def test_the_smallest_plugin_builds_and_plays(tmp_path: Path) -> None:
    page = (REPOSITORY / "docs" / "openspiel.md").read_text(encoding="utf-8")
    blocks = dict(re.findall(r"^```(cpp|sh)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))
    (tmp_path / "take.cc").write_text(blocks["cpp"], encoding="utf-8")
    script = f"set -e\nPATH={shlex.quote(str(Path(sys.executable).parent))}:$PATH\n{blocks['sh']}"
    built = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=600
    )
    assert built.returncode == 0, built.stderr
    assert built.stdout.endswith("7 coins\n")


def test_every_block_of_the_documents_has_a_test() -> None:
    """``text`` and ``json`` are no code; ``sh`` sets up or takes long, or is tested above.

    The C interface's own tests compile and run ``c``, and install what ``cmake`` finds.
    """
    known = {"python", "console", "sh", "text", "json", "c", "cmake", "cpp", ""}
    for page in [REPOSITORY / "README.md", *(REPOSITORY / "docs").glob("*.md")]:
        fences = re.findall(r"^```(.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
        languages = set(fences[::2])
        assert languages <= known, page
        assert "cpp" not in languages or page.name == "openspiel.md"


def test_the_citation_names_this_version() -> None:
    citation = (REPOSITORY / "CITATION.cff").read_text(encoding="utf-8")
    version = re.search(r"^version: (.*)$", citation, re.MULTILINE)
    assert version is not None
    assert version[1] == trictrac_spiel.__version__


def test_docstrings_run() -> None:
    """Those of the modules for people; the others are tested with their modules."""
    code = (
        "import doctest, importlib, sys\n"
        "failed = 0\n"
        "for name in ('players.bots', 'position.engine', 'people.records'):\n"
        "    module = importlib.import_module('trictrac_spiel._src.' + name)\n"
        "    failed += doctest.testmod(module).failed\n"
        "sys.exit(failed)"
    )
    run = run_python("-c", code)
    assert run.returncode == 0, run.stdout


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("gymnasium_vector.py", r"random wins \d+% of \d+ games"),
        ("pettingzoo_game.py", r"\d+ decisions"),
        ("rllib_steps.py", r"\d+ steps; rewards"),
    ],
)
def test_the_environments_of_the_examples_run(program: str, said: str) -> None:
    result = run_python("-W", "ignore", str(REPOSITORY / "examples" / program))
    assert result.returncode == 0, result.stderr
    assert re.search(said, result.stdout)


def test_masked_ppo_runs() -> None:
    """That it beats random clearly takes two minutes and free cores; here it is seen to run."""
    program = str(REPOSITORY / "examples" / "masked_ppo.py")
    result = run_python("-W", "ignore", program, "--seconds", "1", "--games", "20")
    assert result.returncode == 0, result.stderr
    assert re.search(r"after [1-9][\d,]* decisions: wins \d+% against random", result.stdout)
