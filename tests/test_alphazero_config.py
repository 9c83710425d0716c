"""AlphaZeroConfig: what it accepts, and what it says about the rest."""

import dataclasses
import json
from pathlib import Path

import pyspiel
import pytest

from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.train.alphazero_config import PRESETS, AlphaZeroConfig


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_valid_and_survive_json(name, tmp_path):
    config = AlphaZeroConfig.preset(name, path=str(tmp_path), seed=5)
    file = tmp_path / "config.json"
    file.write_text(config.to_json())
    assert AlphaZeroConfig.load(file, path=str(tmp_path)) == config


def test_it_has_all_options_of_openspiel():
    header = "open_spiel/algorithms/alpha_zero_torch/alpha_zero.h"
    source = (Path(pyspiel.__file__).parent / header).read_text()
    struct = source[source.index("struct AlphaZeroConfig") : source.index("json::Object ToJson")]
    theirs = {line.split()[-1].rstrip(";") for line in struct.splitlines() if line.endswith(";")}
    ours = {"seed", "init", "init_games"}
    assert {field.name for field in dataclasses.fields(AlphaZeroConfig)} == theirs | ours


def test_it_is_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        AlphaZeroConfig().nn_width = 3


def test_whole_numbers_are_numbers():
    assert AlphaZeroConfig(temperature_drop=10).temperature_drop == 10.0


@pytest.mark.parametrize(
    ("name", "value", "accepted"),
    [
        ("nn_width", 0, "1 to 16384"),
        ("nn_width", 99999999999, "1 to 16384"),
        ("nn_depth", 10**30, "1 to 256"),
        ("actors", 100_000, "1 to 4096"),
        ("evaluators", 100_000, "0 to 1024"),
        ("inference_threads", 10**6, "1 to 1024"),
        ("learning_rate", 10**400, "the number is too large"),
        ("nn_width", 2.5, "a whole number"),
        ("nn_width", True, "a whole number"),
        ("nn_model", "transformer", "mlp or resnet"),
        ("max_simulations", 1, "2 to 1048576"),
        ("eval_levels", 0, "1 to 8"),
        ("checkpoint_freq", 0, "1 to 2147483647"),
        ("policy_epsilon", 1.5, "from 0 to 1"),
        ("temperature", 0, "greater than 0"),
        ("learning_rate", float("nan"), "between 0 and 1"),
        ("uct_c", float("inf"), "greater than 0"),
        ("train_batch_size", 2**15, "at most replay_buffer_size"),
        ("replay_buffer_size", 2**31, "1 to 67108864"),
        ("explicit_learning", True, "two devices"),
        ("devices", "gpu", "cpu:0"),
        ("seed", -1, "0 or more"),
        ("game", "no_such_game", "no_such_game"),
        ("game", "chess", "is not trictrac"),
        ("game", "efg_game(filename=/etc/passwd)", "is not trictrac"),
        ("game", "trictrac(utility=score)", "utility=win"),
    ],
)
def test_wrong_values_are_named_with_what_is_accepted(name, value, accepted):
    with pytest.raises(TrictracError) as error:
        AlphaZeroConfig(**{name: value})
    assert str(error.value).startswith(f"{name}: ")
    assert accepted in str(error.value)


def test_unknown_names_are_refused(tmp_path):
    with pytest.raises(TrictracError, match="max_step: there is no such option"):
        AlphaZeroConfig.from_dict({"max_step": 3})
    with pytest.raises(TrictracError, match="preset: must be one of smoke"):
        AlphaZeroConfig.preset("huge")
    file = tmp_path / "config.json"
    for text in ("{", "[]", '{"actors": "two"}'):
        file.write_text(text)
        with pytest.raises(TrictracError, match=r"config\.json"):
            AlphaZeroConfig.load(file)


def test_json_is_one_object_without_the_path():
    fields = json.loads(AlphaZeroConfig(path="runs/first").to_json())
    assert "path" not in fields
    assert fields["game"] == "trictrac"
