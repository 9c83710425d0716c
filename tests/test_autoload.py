"""Automatic registration: off until it is switched on, and gone when switched off."""

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

LOAD = "import pyspiel; print(pyspiel.load_game('trictrac').get_type().short_name)"


@pytest.fixture
def python(tmp_path: Path) -> str:
    """The Python of an environment of its own that sees what is installed here."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "env"], check=True)
    python = tmp_path / "env" / "bin" / "python"
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    folder = Path(subprocess.check_output([python, "-c", code], text=True).strip())
    (folder / "installed.pth").write_text(sysconfig.get_path("platlib"))
    return str(python)


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True)


def autoload(python: str, switch: str) -> subprocess.CompletedProcess[str]:
    return run(python, "-m", "trictrac_spiel", "autoload", switch)


def test_is_off_then_on_then_off(python: str) -> None:
    assert autoload(python, "--status").returncode == 1
    assert run(python, "-c", LOAD).returncode != 0

    enabled = autoload(python, "--enable")
    written = [Path(line) for line in enabled.stdout.splitlines() if line.startswith("  ")]
    files = [Path(str(path).strip()) for path in written]
    assert len(files) == 2
    assert all(file.is_file() and str(file).startswith(python[:-10]) for file in files)
    assert autoload(python, "--status").returncode == 0
    assert run(python, "-c", LOAD).stdout == "trictrac\n"
    assert run(python, "-c", f"import trictrac_spiel; {LOAD}").stdout == "trictrac\n"

    assert autoload(python, "--disable").returncode == 0
    assert not any(file.exists() for file in files)
    assert run(python, "-c", LOAD).returncode != 0
    assert autoload(python, "--disable").returncode == 0


def test_costs_nothing_where_pyspiel_is_not_imported(python: str) -> None:
    autoload(python, "--enable")
    code = "import sys; print('pyspiel' in sys.modules, 'trictrac_spiel' in sys.modules)"
    assert run(python, "-c", code).stdout == "False False\n"


def test_a_package_that_is_gone_or_broken_leaves_pyspiel_alone(python: str, tmp_path: Path) -> None:
    autoload(python, "--enable")
    gone = "import sys; sys.modules['trictrac_spiel'] = None; import pyspiel; print('fine')"
    result = run(python, "-c", gone)
    assert (result.stdout, result.stderr) == ("fine\n", "")
    (tmp_path / "pyspiel.py").write_text("__version__ = '1.6.1'")
    wrong = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import pyspiel; print('fine')"
    result = run(python, "-c", wrong)
    assert result.stdout == "fine\n"
    assert "Trictrac is not registered" in result.stderr


def test_one_switch_is_needed(python: str) -> None:
    assert run(python, "-m", "trictrac_spiel", "autoload").returncode == 2
    both = run(python, "-m", "trictrac_spiel", "autoload", "--enable", "--disable")
    assert both.returncode == 2
