"""What is installed is fit to be moved and to be given to others."""

import importlib.metadata
import re
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest

import trictrac_spiel
from helpers import REPOSITORY, run, unpack_sdist

INSTALLED = Path(trictrac_spiel.__file__).parent
SETTINGS = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())


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


def test_sdist_holds_the_sources_and_nothing_else(tmp_path: Path) -> None:
    unpacked = unpack_sdist(tmp_path)
    names = {path.name for path in unpacked.iterdir()}
    assert {"CMakeLists.txt", "Cargo.lock", "cmake", "cpp", "python", "rust", "scripts"} <= names
    assert names.isdisjoint({".venv", "build", "dist", "target", ".git"})
    assert not [path for path in unpacked.rglob("*") if path.suffix in (".so", ".pyc")]
