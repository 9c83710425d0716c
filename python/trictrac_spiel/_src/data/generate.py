"""Writes games as tables, shard by shard, for supervised and offline learning.

A folder holds shards (``shard-00000.parquet`` or ``.npz``), ``data.json``, which says what they
are, and ``README.md``, a card for people. A run that was broken off goes on with the shards that
lack.
"""

import dataclasses
import importlib.util
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from trictrac_spiel._build_info import VERSION
from trictrac_spiel._src.environments.batched import BatchedEnv, within
from trictrac_spiel._src.errors import RunError, TrictracError
from trictrac_spiel._src.files import unfinished, write_file
from trictrac_spiel._src.players import bots, td_bot
from trictrac_spiel._src.position.reading import load_trictrac
from trictrac_spiel._src.strict_json import load_object

_JUDGES = ("greedy", "careful")
_FORMAT = 1

COLUMNS = {
    "game": ("int64", "number of the game, from 0"),
    "decision": ("int32", "number of the decision in its game, from 0"),
    "player": ("int8", "who decides, 0 or 1"),
    "position": ("string", "position text, with the dice on the table"),
    "dice_high": ("int8", "the higher die"),
    "dice_low": ("int8", "the lower die"),
    "action": ("int16", "what was played, one of the 514 action ids; a claim of schools follows"),
    "value": (
        "float32",
        "what the player thought it worth to himself: points for greedy and careful, the "
        "probability of winning for td; NaN: unknown",
    ),
    "result": ("float32", "what the whole game brought this player, by the game's utility"),
}
_DTYPES = {name: kind if kind != "string" else "str" for name, (kind, _) in COLUMNS.items()}


@dataclasses.dataclass(frozen=True)
class Generated:
    """What a folder of games holds.

    Attributes:
      path: the folder.
      games: how many games.
      rows: how many decisions.
      shards: the files, in order.
    """

    path: Path
    games: int
    rows: int
    shards: tuple[Path, ...]


def generate(
    games: int,
    player: str = "careful",
    path: str | os.PathLike[str] = "games",
    *,
    game: str | pyspiel.Game = "trictrac",
    seed: int = 0,
    shard_games: int = 1000,
    format: str | None = None,
    on_shard: Callable[[int, int], None] | None = None,
) -> Generated:
    """Lets a player play games against itself and writes every decision into a folder.

    Each row is a decision: position, dice, action, the player's own value of it, and the result of
    the game. The same arguments write the same files; called again, it makes what is missing.

    Args:
      games: how many.
      player: who plays both sides, such as ``random``, ``careful``, ``td:1`` or ``mcts:100``.
      path: the folder, made if it is not there.
      game: a game of ``trictrac``, or its text.
      seed: of dice and players.
      shard_games: how many games a file holds; so many are in memory at once.
      format: ``parquet``, which needs pyarrow, or ``npz``; by default parquet if it can be had.
      on_shard: called with the number of files that are there and of all.

    Raises:
      TrictracError: an argument is wrong, or the folder holds other games.
      RunError: parquet was asked for and pyarrow is not there.
    """
    games = within("games", games, 1, 10**9)
    shard_games = within("shard_games", shard_games, 1, 10**6)
    seed = within("seed", seed, 0, 2**63 - 1)
    bots.check(player)
    loaded = load_trictrac(game) if isinstance(game, str) else game
    suffix = _suffix(format)
    folder = Path(path)
    if folder.exists() and not folder.is_dir():
        raise TrictracError(f"{folder} is a file, but games go into a folder")
    folder.mkdir(parents=True, exist_ok=True)
    about = {
        "format": _FORMAT,
        "trictrac_spiel": VERSION,
        "game": str(loaded),
        "player": player,
        "seed": seed,
        "games": games,
        "shard_games": shard_games,
        "files": suffix,
        "columns": {name: {"type": kind, "what": what} for name, (kind, what) in COLUMNS.items()},
    }
    _claim(folder, about)
    count = -(-games // shard_games)
    shards = [folder / f"shard-{number:05}.{suffix}" for number in range(count)]
    for number, shard in enumerate(shards):
        if not shard.exists():
            first = number * shard_games
            table = _play(loaded, player, seed, first, min(shard_games, games - first))
            _write(shard, table)
        if on_shard is not None:
            on_shard(number + 1, count)
    rows = sum(_rows(shard) for shard in shards)
    write_file(folder / "README.md", _card(about, rows))
    return Generated(folder, games, rows, tuple(shards))


def _suffix(format: str | None) -> str:
    has_pyarrow = importlib.util.find_spec("pyarrow") is not None
    if format is None:
        return "parquet" if has_pyarrow else "npz"
    if format not in ("parquet", "npz"):
        raise TrictracError(f"format is {format!r}, but it must be parquet or npz")
    if format == "parquet" and not has_pyarrow:
        raise RunError(
            "parquet needs pyarrow: pip install 'trictrac-spiel[data]'; npz needs nothing"
        )
    return format


def _claim(folder: Path, about: dict[str, Any]) -> None:
    """Says what the folder holds, or refuses one that holds something else."""
    file = folder / "data.json"
    if not file.exists():
        if any(not other.name.startswith("data.json.") for other in folder.iterdir()):
            raise TrictracError(f"{folder} holds other things than games; take another folder")
        write_file(file, json.dumps(about, indent=2) + "\n")
        return
    try:
        found = load_object(file)
    except TrictracError as error:
        raise TrictracError(f"{error}; remove the folder, or take another one") from None
    if found != about:
        other = ", ".join(name for name in about if found.get(name) != about[name])
        raise TrictracError(f"{folder} holds other games ({other} differ); take another folder")


def _play(
    game: pyspiel.Game, player: str, seed: int, first: int, count: int
) -> dict[str, npt.NDArray[Any]]:
    """Plays the games with these numbers and lists their decisions, game by game."""
    env = BatchedEnv(count, game, _mixed(seed, first), autoreset=False)
    choose = _chooser(env, player, _mixed(seed + 1, first))
    rows: list[list[tuple[Any, ...]]] = [[] for _ in range(count)]
    while (env.current_player >= 0).any():
        actions = env.sample_actions()
        for index in np.flatnonzero(env.current_player >= 0).tolist():
            position = env.position(index)
            action, value = choose(index, int(actions[index]))
            actions[index] = action
            deciding = int(env.current_player[index])
            high, low = env.dice[index].tolist()
            row = (
                first + index,
                len(rows[index]),
                deciding,
                position.text,
                high,
                low,
                action,
                value,
            )
            rows[index].append(row)
        env.step(actions)
    returns = env.returns.tolist()
    env.close()
    listed = [(*row, returns[row[0] - first][row[2]]) for game_rows in rows for row in game_rows]
    columns = zip(*listed, strict=True)
    return {
        name: np.array(column, dtype=_DTYPES[name])
        for name, column in zip(COLUMNS, columns, strict=True)
    }


def _chooser(env: BatchedEnv, player: str, seed: int) -> Callable[[int, int], tuple[int, float]]:
    """How the player chooses in an environment: action and value, from a random legal action."""
    if player == "random":
        return lambda _, sampled: (sampled, float("nan"))
    if player in _JUDGES:

        def judge(index: int, _: int) -> tuple[int, float]:
            position = env.position(index)._value
            if position.honest_claim is not None:  # With schools: nothing to think about.
                return position.honest_claim, float("nan")
            return max(position.judge_actions(player), key=lambda pair: (pair[1], -pair[0]))

        return judge
    if player.partition(":")[0] == "td":
        network, plies = td_bot.network(), td_bot.plies_of(player)

        def rank(index: int, _: int) -> tuple[int, float]:
            action, win, *_rest = network.rank(env.position(index)._value, plies)[0]
            return action, win

        return rank
    seats = [bots.make(player, env.game, seat, seed % 2**31) for seat in (0, 1)]

    def decide(index: int, _: int) -> tuple[int, float]:
        position = env.position(index)
        bot = seats[position.current_player]
        return int(bot.step(position.state(env.game))), float("nan")

    return decide


def _mixed(seed: int, first: int) -> int:
    """A seed for the games from this number on."""
    state = np.random.SeedSequence([seed, first]).generate_state(2, np.uint32)
    return int(state[0]) << 32 | int(state[1])


def _write(shard: Path, table: dict[str, npt.NDArray[Any]]) -> None:
    with unfinished(shard) as partial:
        if shard.suffix == ".npz":
            with partial.open("wb") as file:
                np.savez_compressed(file, **table)  # type: ignore[arg-type]
        else:
            import pyarrow
            import pyarrow.parquet

            arrays = {name: pyarrow.array(column) for name, column in table.items()}
            pyarrow.parquet.write_table(pyarrow.table(arrays), partial, compression="zstd")


def _rows(shard: Path) -> int:
    if shard.suffix == ".npz":
        with np.load(shard) as table:
            return len(table["game"])
    import pyarrow.parquet

    return int(pyarrow.parquet.ParquetFile(shard).metadata.num_rows)


def _card(about: dict[str, Any], rows: int) -> str:
    listed = [f"| `{name}` | {kind} | {what} |" for name, (kind, what) in COLUMNS.items()]
    read = {
        "parquet": "`pyarrow.parquet.read_table(sorted(glob.glob('shard-*.parquet')))`",
        "npz": "`numpy.load('shard-00000.npz')` and so on: no pickles",
    }[about["files"]]
    return "\n".join(
        [
            "# Games of Trictrac",
            "",
            f"{about['games']} games, {rows} decisions, in shards of {about['shard_games']} games "
            f"({about['files']}), which {read} reads.",
            "",
            f"- game: `{about['game']}`",
            f"- both players: `{about['player']}`",
            f"- seed: {about['seed']}; trictrac_spiel {about['trictrac_spiel']}",
            "",
            "| column | type | what |",
            "|---|---|---|",
            *listed,
            "",
            "Dice are those of fair play and no position is left out: what rarely happens is rare "
            "here too.",
            "A position text says everything about the game at that moment; "
            "`trictrac_spiel.Position.from_text`",
            "reads it, and `.observation()` makes tensors of it.",
            "",
        ]
    )
