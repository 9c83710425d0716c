#!/usr/bin/env python3
"""How many decisions a second the batched environment makes, beside pgx's backgammon.

`make bench` runs it. Actions are uniform and legal, and observations and masks are written at each
step. pgx (jax on the CPU) is measured with the batch size that suits it best; where it is missing
that is said and left out. Results go to bench/results/batched.json.

Options:
  --seconds S   how long a measurement takes (default 1)
"""

import argparse
import importlib.util
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from trictrac_spiel import BatchedEnv

RESULTS = Path(__file__).resolve().parent / "results" / "batched.json"
SIZES = (1, 16, 64, 256, 1024, 4096, 16384)
PGX_SIZES = (64, 256, 1024, 4096)


def rate(step: Callable[[], int], seconds: float) -> float:
    """Steps a second; the first calls, which may compile, are not counted."""
    step()
    done, begun = 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        done += step()
    return done / spent


def trictrac(num_envs: int, threads: int, seconds: float) -> float:
    """Decisions a second of so many environments."""
    env = BatchedEnv(num_envs, seed=1, num_threads=threads)
    actions = env.sample_actions()

    def step() -> int:
        env.step(env.sample_actions(actions))
        return num_envs

    return rate(step, seconds)


def pgx_backgammon(num_envs: int, seconds: float) -> float:
    """Steps a second of pgx's backgammon with uniform legal actions, many steps in one call."""
    import jax
    import pgx

    steps = 32
    env: Any = pgx.make("backgammon")
    step_all = jax.vmap(env.step)
    renew = jax.vmap(env.init)

    def once(carry: Any, _: None) -> Any:
        state, key = carry
        key, choosing, resetting = jax.random.split(key, 3)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(choosing, logits, axis=-1)
        state = step_all(state, actions, jax.random.split(choosing, num_envs))
        fresh = renew(jax.random.split(resetting, num_envs))
        ended = state.terminated

        def pick(new: Any, old: Any) -> Any:
            shape = (num_envs,) + (1,) * (old.ndim - 1)
            return jax.numpy.where(ended.reshape(shape), new, old)

        return (jax.tree_util.tree_map(pick, fresh, state), key), None

    run = jax.jit(lambda carry: jax.lax.scan(once, carry, None, length=steps)[0])
    carry = (renew(jax.random.split(jax.random.PRNGKey(0), num_envs)), jax.random.PRNGKey(1))

    def step() -> int:
        nonlocal carry
        carry = jax.block_until_ready(run(carry))
        return num_envs * steps

    return rate(step, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=1.0)
    seconds = parser.parse_args().seconds
    console = Console()
    threads = sorted({1, os.cpu_count() or 1})
    found: dict[str, Any] = {"cores": os.cpu_count(), "load before": os.getloadavg()[0]}

    table = Table("environments", *(f"{count} thread(s)" for count in threads), title="Decisions/s")
    for size in SIZES:
        rates = [trictrac(size, count, seconds) for count in threads]
        found[f"trictrac {size}"] = dict(zip(map(str, threads), rates, strict=True))
        table.add_row(f"{size:,}", *(f"{value:,.0f}" for value in rates))
    console.print(table)

    best = max(
        value
        for name, rates in found.items()
        if name.startswith("trictrac ")
        for value in rates.values()
    )
    if importlib.util.find_spec("pgx") is None or importlib.util.find_spec("jax") is None:
        console.print("pgx is not installed, so its backgammon is not measured: pip install pgx")
    else:
        others = {size: pgx_backgammon(size, seconds) for size in PGX_SIZES}
        found["pgx backgammon"] = {str(size): value for size, value in others.items()}
        size, other = max(others.items(), key=lambda pair: pair[1])
        console.print(
            f"pgx backgammon: {other:,.0f} steps/s (best of {', '.join(map(str, PGX_SIZES))} "
            f"environments: {size}); trictrac makes {best / other:.1f} times as many"
        )
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(found, indent=2) + "\n")


if __name__ == "__main__":
    main()
