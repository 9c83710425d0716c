"""What is installed is fit to be moved and to be given to others."""

import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
from pathlib import Path

import pytest

import trictrac_spiel
from helpers import REPOSITORY

INSTALLED = Path(trictrac_spiel.__file__).parent
SETTINGS = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """Runs a command as a user would, with nothing of this environment; returns its output."""
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    result = subprocess.run(
        [str(word) for word in command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=cwd,
        env=clean,
    )
    assert result.returncode == 0, result.stdout[-5000:]
    return result.stdout


def dynamic_section(library: Path) -> str:
    return run("readelf", "--dynamic", "--wide", library)


@pytest.mark.parametrize("name", ["_core", "_alphazero"])
def test_native_modules_look_for_their_libraries_relatively(name: str) -> None:
    (library,) = INSTALLED.glob(f"{name}.*.so")
    section = dynamic_section(library)
    (runpath,) = re.findall(r"\(RUNPATH\).*\[(.*)\]", section)
    assert all(folder.startswith("$ORIGIN/") for folder in runpath.split(":"))
    assert "[pyspiel.so]" in section
    assert "libpython" not in section


def test_the_engine_needs_the_c_library_only() -> None:
    section = dynamic_section(INSTALLED / "_engine.abi3.so")
    assert "RUNPATH" not in section
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", section)
    assert {name.split(".")[0] for name in needed} <= {
        "libc",
        "libm",
        "libgcc_s",
        "ld-linux-x86-64",
    }


def test_the_package_contains_no_library_of_others() -> None:
    modules = {path.name.split(".")[0] for path in INSTALLED.rglob("*.so*")}
    assert modules == {"_core", "_engine", "_alphazero"}
    assert not (INSTALLED.parent / "trictrac_spiel.libs").exists()


def test_the_game_is_free_of_python() -> None:
    game = [*(REPOSITORY / "cpp" / "trictrac").glob("*.cc"), *REPOSITORY.glob("cpp/trictrac/*.h")]
    users = {
        path.name for path in game if re.search(r"#include.*(pybind11|Python\.h)", path.read_text())
    }
    assert users == {"plugin.cc"}


def test_metadata() -> None:
    distribution = importlib.metadata.distribution("trictrac-spiel")
    tags = re.findall(r"^Tag: (.*)$", distribution.read_text("WHEEL") or "", re.MULTILINE)
    interpreter = f"cp{sys.version_info.major}{sys.version_info.minor}"
    machine = sysconfig.get_platform().rpartition("-")[2]
    assert tags
    for tag in tags:
        assert re.fullmatch(
            rf"{interpreter}-{interpreter}-(manylinux_\d+_\d+|linux)_{machine}", tag
        )
    (entry_point,) = importlib.metadata.entry_points(group="open_spiel.games")
    assert entry_point.load() is trictrac_spiel
    assert distribution.metadata["License-Expression"] == "Apache-2.0"


def test_the_version_stands_in_one_place() -> None:
    manifest = tomllib.loads((REPOSITORY / "Cargo.toml").read_text())
    assert manifest["workspace"]["package"]["version"] == trictrac_spiel.__version__
    assert SETTINGS["project"]["dynamic"] == ["version"]
    changelog = (REPOSITORY / "CHANGELOG.md").read_text()
    assert f"## {trictrac_spiel.__version__}" in changelog


def test_open_spiel_is_pinned_alike_for_building_and_running() -> None:
    (pin,) = (text for text in SETTINGS["build-system"]["requires"] if "open_spiel" in text)
    assert pin in SETTINGS["project"]["dependencies"]


@pytest.fixture(scope="module")
def unpacked_sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, made and unpacked; it shares the clone's downloaded tools."""
    folder = tmp_path_factory.mktemp("sdist")
    run(
        *(sys.executable, "-c"),
        f"from scikit_build_core.build import build_sdist; build_sdist({str(folder)!r})",
        cwd=REPOSITORY,
    )
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    unpacked = folder / archive.name.removesuffix(".tar.gz")
    if (REPOSITORY / ".cache").exists():
        (unpacked / ".cache").symlink_to(REPOSITORY / ".cache")
    return unpacked


def test_sdist_holds_the_sources_and_nothing_else(unpacked_sdist: Path) -> None:
    names = {path.name for path in unpacked_sdist.iterdir()} - {".cache"}
    assert {"CMakeLists.txt", "Cargo.lock", "cmake", "cpp", "python", "rust", "scripts"} <= names
    assert names.isdisjoint({".venv", "build", "dist", "target", ".git"})
    assert not [path for path in unpacked_sdist.rglob("*") if path.suffix in (".so", ".pyc")]


def test_pip_install_in_an_empty_environment_that_is_then_moved(
    unpacked_sdist: Path, tmp_path: Path
) -> None:
    environment = tmp_path / "first"
    run(sys.executable, "-m", "venv", environment)
    run(environment / "bin" / "python", "-m", "pip", "install", unpacked_sdist, cwd=tmp_path)
    moved = Path(shutil.move(environment, tmp_path / "second"))
    code = (
        "import trictrac_spiel, pyspiel;"
        "pyspiel.random_sim_test(pyspiel.load_game('trictrac'), 1, True, False); print('fine')"
    )
    assert run(moved / "bin" / "python", "-c", code, cwd=tmp_path).endswith("fine\n")
