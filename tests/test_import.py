"""Importing trictrac_spiel: what it does, what it costs, and how it fails."""

import importlib
import importlib.metadata
import shutil
import sys
from pathlib import Path

import pyspiel
import pytest

import trictrac_spiel
from helpers import run_python
from trictrac_spiel import _build_info
from trictrac_spiel._src import registration

LOAD = "print(pyspiel.load_game('trictrac').get_type().short_name)"


@pytest.mark.parametrize(
    "imports",
    [
        "import trictrac_spiel, pyspiel",
        "import pyspiel, trictrac_spiel",
        "import trictrac_spiel, importlib, pyspiel; importlib.reload(trictrac_spiel)",
    ],
)
def test_registers_before_and_after_pyspiel_and_again(imports: str) -> None:
    result = run_python("-c", f"{imports}; {LOAD}")
    assert result.stdout == "trictrac\n", result.stderr


def test_registering_twice_changes_nothing() -> None:
    before = pyspiel.registered_names()
    registration.register()
    assert pyspiel.registered_names() == before


WORKER_PROGRAM = """
import multiprocessing, pyspiel, sys, trictrac_spiel

def short_name(text):
    return pyspiel.load_game(text).get_type().short_name

if __name__ == "__main__":
    with multiprocessing.get_context(sys.argv[1]).Pool(1) as pool:
        print(pool.apply(short_name, ("trictrac",)))
"""


@pytest.mark.parametrize("method", ["spawn", "fork", "forkserver"])
def test_worker_processes_have_the_game(method: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(WORKER_PROGRAM)
    assert run_python(program, method).stdout == "trictrac\n"


def test_importing_it_imports_little_beside_pyspiel() -> None:
    """What not everybody needs comes later: it would cost everybody time."""
    code = (
        "import pyspiel, sys; before = set(sys.modules); import trictrac_spiel;"
        "print(*sorted(set(sys.modules) - before))"
    )
    imported = run_python("-c", code).stdout.split()
    foreign = {name.partition(".")[0] for name in imported} - sys.stdlib_module_names
    assert foreign == {"trictrac_spiel"}
    costly = {"argparse", "asyncio", "concurrent", "multiprocessing", "subprocess", "tempfile"}
    assert costly.isdisjoint(imported)
    assert len(imported) < 90


def test_version_is_the_distribution_s() -> None:
    assert trictrac_spiel.__version__ == importlib.metadata.version("trictrac-spiel")


def expect_import_error(*words: str, **environment: str) -> None:
    result = run_python("-c", "import trictrac_spiel", **environment)
    assert result.returncode == 1
    last_line = result.stderr.splitlines()[-1]
    assert last_line.startswith("ImportError: ")
    for word in words:
        assert word in last_line


INSTALL = f"-m pip install open_spiel=={_build_info.OPEN_SPIEL_VERSION}"


def test_without_open_spiel_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['pyspiel'] = None")
    expect_import_error("not installed", INSTALL, PYTHONPATH=str(tmp_path))


def test_another_open_spiel_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "pyspiel.py").write_text("__version__ = '1.6.1'")
    expect_import_error("is 1.6.1", INSTALL, PYTHONPATH=str(tmp_path))


def test_a_foreign_pyspiel_on_the_path_is_named(tmp_path: Path) -> None:
    foreign = shutil.copy2(pyspiel.__file__, tmp_path)
    expect_import_error(
        str(foreign), "Remove that one from the path", "--force-reinstall", PYTHONPATH=str(tmp_path)
    )


def test_a_pyspiel_that_does_not_fit_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> None:
        raise ImportError("undefined symbol: _ZN10open_spiel4GameD2Ev")

    monkeypatch.setattr(importlib, "import_module", fail)
    with pytest.raises(ImportError, match=r"does not fit trictrac_spiel.*undefined symbol"):
        registration.register()


def test_the_source_tree_is_recognized(tmp_path: Path) -> None:
    package = tmp_path / "trictrac_spiel"
    installed = Path(trictrac_spiel.__file__).parent
    shutil.copytree(installed, package, ignore=shutil.ignore_patterns("*.so"))
    expect_import_error("no compiled module", PYTHONPATH=str(tmp_path))
