"""Self-play of AlphaZero, OpenSpiel's in C++ and ours in Rust: states/s, where the time goes.

    python bench/alphazero_selfplay.py [--steps N] [--states N] [--games GAME ...] [--json]

Two measurements of OpenSpiel's for each game, one game right after the other, with the same network
and settings (the defaults of `trictrac train`):

  * whole runs of OpenSpiel's AlphaZero: the states per second of the steps after the first;
  * one thread of self-play with timers around the game's methods and the network, and the
    network alone at the batch size of the runs. The share of the network is given for both.

Ours plays trictrac with a network of the same size (untrained, as theirs), as many simulations of
the same kind (PUCT, each down to a decision) and batches of the same size, right after theirs.

Needs an installed trictrac_spiel with its AlphaZero module.
"""

import argparse
import json
import multiprocessing
import os
import platform
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

import pyspiel

import trictrac_spiel  # noqa: F401  (registers the game)
from trictrac_spiel import _engine
from trictrac_spiel._src.train import native_alphazero
from trictrac_spiel._src.train.alphazero import NativeAlphaZeroConfig
from trictrac_spiel._src.train.alphazero_config import AlphaZeroConfig

GAMES = ("trictrac", "backgammon")
PROFILED_DECISIONS = 1500


def fields_of(config: AlphaZeroConfig, game: str, folder: Path) -> dict[str, Any]:
    """The options for the native module, which also trains games that no run may name."""
    fields = config.to_dict()
    for own in ("seed", "init", "init_games"):
        del fields[own]
    return {**fields, "game": game, "path": str(folder), "checkpoint_freq": 2**31 - 1}


def records_of(fields: dict[str, Any], seed: int) -> list[dict[str, Any]]:
    """The records of a whole training in this process, which it may end."""
    records: list[dict[str, Any]] = []
    os.dup2(2, 1)  # OpenSpiel reports on standard output.

    def on_step(record: str) -> bool:
        records.append(json.loads(record))
        return bool(len(records) == fields["max_steps"])

    native_alphazero.load().train(
        fields, resuming=False, seed=seed, torch_threads=1, on_step=on_step, on_failure=sys.exit
    )
    return records


def self_play(fields: dict[str, Any], seed: int) -> dict[str, float]:
    """Rates of a run; the first step is left out, because it includes the start."""
    with multiprocessing.get_context("spawn").Pool(1) as process:
        records = process.apply(records_of, (fields, seed))[1:]
    return {
        "states_per_second": statistics.median(record["states_per_s"] for record in records),
        "states_per_second_low": min(record["states_per_s"] for record in records),
        "states_per_second_high": max(record["states_per_s"] for record in records),
        "decisions_per_game": statistics.fmean(r["game_length"]["avg"] for r in records),
        "cache_hit_rate": statistics.fmean(record["cache"]["hit_rate"] for record in records),
    }


def shares(config: AlphaZeroConfig, fields: dict[str, Any]) -> dict[str, float]:
    """Microseconds of a decision in the game's code, the network and the search."""
    native = native_alphazero.load()
    game = pyspiel.load_game(fields["game"])
    native.create_network(fields, config.seed)
    evaluator = native.NetworkEvaluator(
        game, fields["path"], "vpnet.pb", "checkpoint-0", config.inference_cache
    )
    profile = native.profile_self_play(
        game, evaluator, config.uct_c, config.max_simulations, PROFILED_DECISIONS, config.seed
    )
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    alone = evaluator.seconds_per_state(state, 1)
    batched = evaluator.seconds_per_state(state, config.inference_batch_size)
    per_decision = 1e6 / profile["decisions"]
    network = profile["network_seconds"] * per_decision
    return {
        "engine_us": profile["engine_seconds"] * per_decision,
        "search_us": profile["search_seconds"] * per_decision,
        "network_us": network,
        "network_us_batched": network * batched / alone,
        "evaluations": profile["evaluations"] / profile["decisions"],
    }


def measure(game: str, steps: int, states: int) -> dict[str, float]:
    """Both measurements for one game."""
    config = AlphaZeroConfig(replay_buffer_size=4 * states, replay_buffer_reuse=4, max_steps=steps)
    with tempfile.TemporaryDirectory() as folder:
        run, network = Path(folder) / "run", Path(folder) / "network"
        run.mkdir()
        network.mkdir()
        rates = self_play(fields_of(config, game, run), config.seed)
        return {**rates, **shares(config, fields_of(config, game, network))}


def native(config: AlphaZeroConfig, states: int, steps: int) -> dict[str, float]:
    """Self-play in Rust with the settings of an OpenSpiel run: its rates without learning."""
    options = NativeAlphaZeroConfig(
        nn_width=config.nn_width,
        nn_depth=config.nn_depth,
        max_simulations=config.max_simulations,
        root="puct",
        afterstates=False,
        reward="win",
        unit=2.0,
        discount=1.0,
        game_weight=0.0,
        threads=config.inference_threads,
        parallel_games=config.inference_batch_size,
        games_per_step=max(config.inference_threads * config.inference_batch_size, states // 60),
        evaluation_freq=0,
    )
    training = _engine.AlphaZeroTraining(options.native_options())
    records = [json.loads(str(training.step())) for _ in range(steps)][1:]
    played = [record["states_per_s"] for record in records]
    return {
        "states_per_second": statistics.median(played),
        "states_per_second_low": min(played),
        "states_per_second_high": max(played),
        "decisions_per_game": statistics.fmean(r["game_length"]["avg"] for r in records),
        "network_share": statistics.fmean(record["network_share"] for record in records),
    }


def text(results: dict[str, dict[str, float]]) -> str:
    """The results for people."""
    lines = []
    for game, result in results.items():
        if game == "native":
            lines.append(
                f"trictrac in Rust {result['states_per_second']:6.0f} states/s "
                f"({result['states_per_second_low']:.0f} to "
                f"{result['states_per_second_high']:.0f}), {result['decisions_per_game']:.0f} "
                f"decisions a game, network {100 * result['network_share']:.0f} % of the time"
            )
            continue
        lines.append(
            f"{game:<10} {result['states_per_second']:6.0f} states/s "
            f"({result['states_per_second_low']:.0f} to {result['states_per_second_high']:.0f}), "
            f"{result['decisions_per_game']:.0f} decisions a game, "
            f"cache hit rate {100 * result['cache_hit_rate']:.0f} %"
        )
        for label, network in (("alone", "network_us"), ("in batches", "network_us_batched")):
            total = result["engine_us"] + result["search_us"] + result[network]
            lines.append(
                f"  states {label:<10}: {total:6.0f} us a decision: "
                f"engine {100 * result['engine_us'] / total:4.1f} %, "
                f"network {100 * result[network] / total:4.1f} %, "
                f"search {100 * result['search_us'] / total:4.1f} %"
            )
    return "\n".join(lines)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--steps", type=int, default=4, help="of each run (default: 4)")
    parser.add_argument("--states", type=int, default=4096, help="of a step (default: 4096)")
    parser.add_argument(
        "--games", nargs="+", choices=GAMES, default=GAMES, help="of OpenSpiel's (default: both)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args()
    if args.steps < 2 or args.states < 256:
        parser.error("at least 2 steps of 256 states are needed")
    results = {game: measure(game, args.steps, args.states) for game in args.games}
    results["native"] = native(AlphaZeroConfig(), args.states, args.steps)
    if args.json:
        machine = {"machine": platform.machine(), "open_spiel": pyspiel.__version__}
        print(json.dumps({**machine, **results}))
    else:
        print(text(results))


if __name__ == "__main__":
    main()
