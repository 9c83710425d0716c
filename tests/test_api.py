"""The public names of the package."""

import subprocess
import sys

import pytest

import trictrac_spiel


def test_public_names_are_sorted_and_exist() -> None:
    assert trictrac_spiel.__all__ == sorted(trictrac_spiel.__all__)
    assert set(trictrac_spiel.__all__) <= set(dir(trictrac_spiel))
    for name in trictrac_spiel.__all__:
        assert getattr(trictrac_spiel, name) is not None


def test_public_things_are_documented() -> None:
    for name in set(trictrac_spiel.__all__) - {"__version__"}:
        assert getattr(trictrac_spiel, name).__doc__, name


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'no_such_name'"):
        _ = trictrac_spiel.no_such_name


def test_heavy_parts_are_imported_on_demand() -> None:
    code = (
        "import sys, trictrac_spiel; before = set(sys.modules);"
        "trictrac_spiel.train; module = 'trictrac_spiel._src.train.training';"
        "print(module in set(sys.modules) - before)"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "True\n"


def test_a_panic_of_the_engine_is_an_exception() -> None:
    with pytest.raises(RuntimeError, match=r"bug in the Trictrac engine .*: on purpose"):
        trictrac_spiel._core.provoke_panic("on purpose")
