"""Games as data: complete, repeatable, and resumed where they were broken off."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest

import trictrac_spiel
from helpers import trictrac
from trictrac_spiel import Position, TrictracError, generate


def tables(folder: Path) -> dict[str, np.ndarray]:
    shards = [np.load(shard) for shard in sorted(folder.glob("*.npz"))]
    return {name: np.concatenate([shard[name] for shard in shards]) for name in shards[0].files}


def test_every_decision_of_every_game_is_there(tmp_path: Path) -> None:
    made = generate(
        7, "careful", tmp_path, game="trictrac(holes=1)", seed=3, shard_games=3, format="npz"
    )
    table = tables(tmp_path)
    assert made.rows == len(table["game"])
    assert (made.games, len(made.shards)) == (7, 3)
    assert set(table["game"]) == set(range(7))
    for number in range(7):
        rows = np.flatnonzero(table["game"] == number)
        assert table["decision"][rows].tolist() == list(range(len(rows)))
        results = {int(player): set() for player in table["player"][rows]}
        for row, later in zip(rows, [*rows[1:], None], strict=True):
            position = Position.from_text(str(table["position"][row]))
            assert position.current_player == table["player"][row]
            assert position.dice == (table["dice_high"][row], table["dice_low"][row])
            assert table["action"][row] == position._value.choose("careful")
            judged = dict(position._value.judge_actions("careful"))
            assert table["value"][row] == np.float32(judged[table["action"][row]])
            after = position.apply(int(table["action"][row]))
            if later is None:
                assert after.is_over
                winner = after.outcome[0]
            else:
                assert not after.is_over
                assert str(table["position"][later]).split()[1] in ("p0", "p1")
            results[int(table["player"][row])].add(float(table["result"][row]))
        for player, gained in results.items():
            assert gained == {1.0 if player == winner else -1.0}


def test_the_network_says_how_likely_it_is_to_win(tmp_path: Path) -> None:
    generate(2, "td:1", tmp_path, game="trictrac(holes=1)", seed=4, format="npz")
    table = tables(tmp_path)
    assert ((table["value"] >= 0) & (table["value"] <= 1)).all()
    for text, action, value in zip(table["position"], table["action"], table["value"], strict=True):
        position = Position.from_text(str(text))
        best = trictrac_spiel.best_plays(position, "td:1", limit=1)[0]
        assert (best.action, np.float32(best.win)) == (action, value)
        bot = trictrac_spiel.make_bot("td:1", pyspiel.load_game("trictrac(holes=1)"))
        assert bot.step(position.state()) == action


def test_the_same_arguments_write_the_same_and_what_lacks_is_made_again(tmp_path: Path) -> None:
    settings: dict[str, Any] = {
        "player": "random",
        "game": "trictrac(holes=1)",
        "seed": 5,
        "shard_games": 2,
        "format": "npz",
    }
    calls = []
    for name in ("one", "two"):
        generate(6, path=tmp_path / name, **settings, on_shard=lambda *at: calls.append(at))
    one, two = tables(tmp_path / "one"), tables(tmp_path / "two")
    for column in one:
        np.testing.assert_array_equal(one[column], two[column])
    assert calls[:3] == [(1, 3), (2, 3), (3, 3)]
    lost = tmp_path / "two" / "shard-00001.npz"
    kept = tmp_path / "two" / "shard-00000.npz"
    stamp = kept.stat().st_mtime_ns
    lost.unlink()
    (tmp_path / "two" / ".shard-00001.npz.partial").write_bytes(b"half")
    generate(6, path=tmp_path / "two", **settings)
    assert kept.stat().st_mtime_ns == stamp
    again = tables(tmp_path / "two")
    for column in one:
        np.testing.assert_array_equal(one[column], again[column])
    with pytest.raises(TrictracError, match=r"other games .*seed"):
        generate(6, path=tmp_path / "two", **{**settings, "seed": 6})


def test_parquet_has_the_same_columns(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    generate(2, "random", tmp_path, game="trictrac(holes=1)", format="parquet")
    table = pyarrow.read_table(next(tmp_path.glob("*.parquet")))
    about = json.loads((tmp_path / "data.json").read_text())
    assert table.column_names == list(about["columns"])
    card = (tmp_path / "README.md").read_text()
    assert all(f"`{name}`" in card for name in table.column_names)
    assert f"{table.num_rows} decisions" in card


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"games": 0}, "games is 0"),
        ({"player": "nobody"}, "nobody"),
        ({"format": "csv"}, "parquet or npz"),
        ({"game": "chess"}, "chess"),
        ({"shard_games": True}, "shard_games"),
        ({"seed": -1}, "seed is -1"),
        ({"seed": None}, "seed is None"),
    ],
)
def test_wrong_arguments_write_nothing(wrong: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(TrictracError, match=said):
        generate(**{"games": 1, "path": tmp_path / "new", **wrong})
    assert not (tmp_path / "new").exists()


def test_what_is_no_games_is_left_alone(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text("mine")
    with pytest.raises(TrictracError, match="holds other things"):
        generate(1, "random", tmp_path)
    with pytest.raises(TrictracError, match="is a file"):
        generate(1, "random", page)
    assert [page.read_text(), *tmp_path.iterdir()] == ["mine", page]
    result = trictrac("generate", tmp_path, "--games", 1, "--player", "random")
    assert result.returncode == 2
    assert "holds other things" in result.stderr


def test_the_command_writes_and_says_what(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    result = trictrac(
        "generate", folder, "--games", 3, "--player", "random", "--holes", 1, "--format", "npz"
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("3 games, ")
    assert "1/1 files" in result.stderr
    assert len(tables(folder)["game"]) > 10
    assert trictrac_spiel.generate is generate
