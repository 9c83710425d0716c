"""The two doors to the engine: `_core`, which shares pyspiel's classes, and `_engine`."""

import re
import threading
import time

import numpy as np
import pyspiel
import pytest

from helpers import REPOSITORY
from trictrac_spiel import InvalidPositionError, Position, _core, _engine


def test_at_most_32_functions_cross_to_cpp() -> None:
    source = (REPOSITORY / "rust/bridge/src/lib.rs").read_text()
    declared = source.split('extern "Rust" {')[1].split("\n    }\n")[0]
    assert 0 < len(re.findall(r"^ +fn ", declared, re.MULTILINE)) <= 32


def test_positions_cross_as_bytes_in_both_directions() -> None:
    game = pyspiel.load_game("trictrac(holes=3,margot=true)")
    state = game.new_initial_state()
    rng = np.random.default_rng(1)
    while not state.is_terminal():
        written = _core.position_bytes(state)
        position = _engine.Position.from_bytes(written)
        assert position.bytes == written
        again = _core.state_from_bytes(game, written)
        assert again.to_json() == state.to_json()
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert _core.position_bytes(pyspiel.load_game("chess").new_initial_state()) is None


def test_bytes_of_another_version_are_refused_on_both_sides() -> None:
    game = pyspiel.load_game("trictrac")
    good = _engine.Position().bytes
    rng = np.random.default_rng(2)
    forged = [b"", good[:-1], good + b"\0", bytes(len(good)), b"\xff" * len(good)]
    for index in range(len(good)):
        forged.append(good[:index] + bytes([good[index] ^ 0xFF]) + good[index + 1 :])
    forged.extend(rng.bytes(len(good)) for _ in range(200))
    accepted = 0
    for written in forged:
        try:
            position = _engine.Position.from_bytes(written)
        except InvalidPositionError as error:
            assert error.faults  # noqa: PT017
            with pytest.raises(ValueError, match=re.escape(str(error))):
                _core.state_from_bytes(game, written)
        else:  # A changed byte can mean another sound position.
            accepted += 1
            assert Position.from_text(position.text)._value == position
    assert accepted < len(good)


def test_a_panic_of_the_engine_is_an_exception_here_too() -> None:
    with pytest.raises(BaseException, match="on purpose"):
        _engine.provoke_panic("on purpose")
    assert _engine.Position().perft(2) == 58


def test_arrays_are_numpy_arrays_of_the_right_kind() -> None:
    tensor = _engine.Position().observe("features", 0)
    assert (tensor.shape, tensor.dtype) == ((217,), np.float32)
    assert tensor.flags.c_contiguous
    assert tensor.flags.writeable


def test_long_work_lets_other_threads_go_on() -> None:
    """While one thread counts, this one runs Python: it sees the other one unfinished."""
    counted = []
    thread = threading.Thread(target=lambda: counted.append(_engine.Position().perft(7)))
    thread.start()
    turns = 0
    while thread.is_alive():
        turns += 1
        time.sleep(0.001)
    thread.join()
    assert counted == [Position().perft(7)]
    # With the lock held throughout, this thread would first run when the other one has ended.
    assert turns > 2


@pytest.mark.parametrize("text", ["\ud800", "\0", "6-4: 1/7\ud800", "x" * 100_000])
def test_texts_that_are_none_get_the_packages_own_error(text: str) -> None:
    position = _engine.Position().apply_dice([6, 4])
    with pytest.raises(InvalidPositionError):
        _engine.Position.from_text(text)
    with pytest.raises(ValueError, match="is no play"):
        position.parse_action(text)
    with pytest.raises(ValueError, match="one of features, compact, planes"):
        _engine.layout(text)


@pytest.mark.parametrize("key", ["events", "board", "nonsense"])
@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":'])
def test_deep_json_is_refused_before_it_is_parsed(key: str, opening: str) -> None:
    game = pyspiel.load_game("trictrac")
    deep = f'{{"{key}":' + opening * 200_000
    with pytest.raises(pyspiel.SpielError, match="nested too deeply"):
        game.new_initial_state(deep)
    for struct in (
        _core.TrictracStateStruct,
        _core.TrictracObservationStruct,
        _core.TrictracActionStruct,
        _core.TrictracGameParams,
    ):
        with pytest.raises(ValueError, match="nested too deeply"):
            struct(deep)


def test_brackets_within_strings_are_no_depth() -> None:
    text = '{"phase": "' + "[" * 100 + '\\"[[", "mover": 0}'
    with pytest.raises(pyspiel.SpielError, match="phase is"):
        pyspiel.load_game("trictrac").new_initial_state(text)


@pytest.mark.parametrize("dice", ["ordered", "unordered", "sequential"])
def test_string_to_action_takes_only_what_can_be_rolled(dice: str) -> None:
    state = pyspiel.load_game(f"trictrac(dice={dice})").new_initial_state()
    legal = state.legal_actions()
    for action in legal:
        assert state.string_to_action(state.action_to_string(action)) == action
    if dice == "sequential":
        state.apply_action(5)
        wrong = "6"
    else:
        wrong = "6-6"
    with pytest.raises(pyspiel.SpielError, match="cannot be rolled"):
        state.string_to_action(wrong)
    with pytest.raises(pyspiel.SpielError, match="is no outcome"):
        state.string_to_action("7-7")
