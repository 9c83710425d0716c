"""The method ``td``: the value network behind the players ``td``, taught by self-play in Rust."""

import json
import os
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import pyspiel

from trictrac_spiel import _engine
from trictrac_spiel._src.cluster.connection import ADDRESS_HELP, OFF, WORKERS_HELP
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.train.company import company
from trictrac_spiel._src.train.methods import Column, Finished, Method, Notice, Progress
from trictrac_spiel._src.train.run_config import RunConfig, option
from trictrac_spiel._src.train.run_directory import Checkpoint, RunDirectory
from trictrac_spiel._src.train.td_rounds import Rounds, RoundsHere, RoundsOnCluster

if TYPE_CHECKING:
    from matplotlib.figure import Figure

WEIGHTS = "value.bin"
"""The network's file in a checkpoint."""

_ERRORS = ("gain", "win", "margin")
_MOST_PLIES = 3


@dataclass(frozen=True, kw_only=True)
class TdConfig(RunConfig):
    """The options of TD(lambda). Steps are equal parts of the time, or so many games."""

    method: ClassVar[str] = "td"
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "smoke": {
            "minutes": 0.0,
            "games_per_step": 300,
            "max_steps": 3,
            "evaluation_games": 20,
            "evaluation_freq": 1,
        },
        # What the shipped network was taught with.
        "laptop": {},
        "server": {"minutes": 720.0, "max_steps": 1440, "threads": 0},
    }
    changeable: ClassVar[frozenset[str]] = frozenset(
        ["path", "checkpoint_freq", "evaluation_games", "evaluation_freq", "ray", "workers"]
    )

    game: str = option("trictrac", "game, with its parameters")
    path: str = option("", "the run's directory (RUN_DIR)")
    threads: int = option(2, "threads that play and learn; 0 for one on each processor")
    minutes: float = option(
        62.0, "how long to learn; 0 to count games instead, which can be repeated exactly"
    )
    games_per_step: int = option(
        2000,
        "games of a step, if minutes is 0, or more: a round of games of all threads is whole",
    )
    max_steps: int = option(124, "steps of the run; the learning rate falls until the last one")
    first_rate: float = option(0.01, "learning rate at the beginning")
    last_rate: float = option(0.0002, "learning rate at the end")
    evaluation_games: int = option(400, "games against careful at each evaluation; 0 for none")
    evaluation_freq: int = option(10, "steps between evaluations")
    checkpoint_freq: int = option(10, "keep the checkpoint of every so many steps")
    seed: int = option(1, "seed of the first weights and of the dice")
    ray: str = option(OFF, ADDRESS_HELP)
    workers: int = option(0, WORKERS_HELP)

    def __post_init__(self) -> None:
        self.check_types()
        self.check_cluster()
        for name, least, most in (
            ("threads", 0, 1024),
            ("games_per_step", 1, 10**9),
            ("max_steps", 1, 2**31 - 1),
            ("evaluation_games", 0, 10**6),
            ("evaluation_freq", 1, 2**31 - 1),
            ("checkpoint_freq", 1, 2**31 - 1),
        ):
            self.need_between(name, least, most)
        # What a kill loses is a step.
        self.need(
            0 <= self.minutes <= self.max_steps,
            "minutes",
            f"from 0 to max_steps ({self.max_steps}), so that no step takes longer than a minute",
        )
        self.need(0 <= self.seed < 2**63, "seed", "0 or more, below 2^63")
        for name in ("first_rate", "last_rate"):
            self.need(0 < getattr(self, name) < 1, name, "between 0 and 1")
        self.load_game()

    def options(self) -> list[tuple[str, str]]:
        """The rules that games are played by, as the engine takes them."""
        position = self.load_game().new_initial_state()
        return [(name, str(value)) for name, value in _rules(position)]


def _rules(state: pyspiel.State) -> list[tuple[str, str]]:
    from trictrac_spiel._src.position.position import Position

    return list(Position.of(state).options.items())


class TemporalDifferences(Method):
    """Teaches the network on all processors; nothing is needed beside the package."""

    name = "td"
    summary = "TD(lambda): the value network of the players td, in minutes"
    config_type = TdConfig
    columns = (
        Column("gain", 6, lambda step: f"{step.record['errors']['gain']:.3f}"),
        Column("win", 6, lambda step: f"{step.record['errors']['win']:.4f}"),
        Column("margin", 6, lambda step: f"{step.record['errors']['margin']:.4f}"),
        Column("vs careful", 10, lambda step: _evaluation_text(step.record)),
    )

    def headline(self, config: TdConfig) -> str:
        """Length of the run and the learning rate."""
        if config.minutes:
            length = f"{config.minutes:g} minutes of learning"
        else:
            length = f"at least {config.max_steps * config.games_per_step} games"
        return f"{length}, learning rate {config.first_rate:g} to {config.last_rate:g}"

    def check_network(self, checkpoint: Checkpoint) -> None:
        """Weights of the right shape with the right checksum."""
        network_of(checkpoint)

    def check(self, config: TdConfig, latest: Checkpoint | None) -> None:
        """The checkpoint's weights and record."""
        if latest is None:
            return
        network_of(latest)
        try:
            record = json.loads(latest.manifest["record"])
            self.measured(record)
            _ = record["errors"]["gain"], record["evaluation"]
        except (KeyError, TypeError) as error:
            raise latest.refuse("checkpoint.json", f"its record lacks {error}") from None

    def steps(
        self, config: TdConfig, run: RunDirectory, latest: Checkpoint | None
    ) -> Generator[Progress | Notice | Finished]:
        """Learns in this process, a round of games at a time, outside the GIL."""
        record = json.loads(latest.manifest["record"]) if latest else {"step": 0, "games": 0}
        weights = (latest.folder / WEIGHTS).read_bytes() if latest else None
        threads = config.threads or os.cpu_count() or 1
        training = _engine.TdTraining(
            config.options(),
            config.seed,
            threads,
            config.first_rate,
            config.last_rate,
            weights,
            record["games"],
        )
        positions = record.get("positions", 0)
        with company(config) as players:
            rounds: Rounds = (
                RoundsHere(training)
                if players is None
                else RoundsOnCluster(training, players, config, threads)
            )
            for step in range(record["step"] + 1, config.max_steps + 1):
                step_games = training.games
                seconds, share = 0.0, 0.0
                rounds.begin(None if config.minutes else config.games_per_step)
                while share < 1:
                    # Whole rounds of games: how often this tells changes nothing.
                    seconds += yield from rounds.learn((step - 1 + share) / config.max_steps)
                    if config.minutes:
                        share = seconds * config.max_steps / (60 * config.minutes)
                    else:
                        share = (training.games - step_games) / config.games_per_step
                learned, errors = training.take_errors()
                positions += learned
                evaluation = None
                is_due = step % config.evaluation_freq == 0 or step == config.max_steps
                if config.evaluation_games and is_due:
                    evaluation = _against_careful(training, config)
                record = {
                    "step": step,
                    "games": training.games,
                    "positions": positions,
                    "seconds": round(seconds, 3),
                    "games_per_second": round((training.games - step_games) / seconds, 1),
                    "errors": dict(zip(_ERRORS, errors, strict=True)),
                    "evaluation": evaluation,
                    **rounds.figures(),
                }
                file = run.work / WEIGHTS
                file.write_bytes(training.weights)
                yield Finished.of(
                    run.commit_step(json.dumps(record), config, network={WEIGHTS: file}, resume={})
                )

    def measured(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """What a record says in the terms that all methods share."""
        evaluation = record["evaluation"]
        return {
            "games": record["games"],
            "states": record["positions"],
            "value_loss": record["errors"]["gain"],
            "evaluation": (2 * evaluation["win_rate"] - 1,) if evaluation else (),
            "evaluation_games": evaluation["games"] if evaluation else 0,
        }

    def make_player(
        self,
        checkpoint: Checkpoint,
        game: pyspiel.Game,
        *,
        simulations: int | None,
        seconds: float,
        uct_c: float | None,
        seed: int,
    ) -> pyspiel.Bot:
        """The network looking one play ahead: it searches no tree."""
        from trictrac_spiel._src.players.td_bot import TdBot

        del seed
        if simulations is not None or seconds or uct_c is not None:
            raise TrictracError(
                "simulations, seconds and uct_c are for networks that guide a search; "
                "one of the method td plays without"
            )
        return TdBot(game, 1, network_of(checkpoint))

    def draw(self, records: Sequence[Mapping[str, Any]], figure: "Figure") -> None:
        """Two panels: win rate against careful with its interval, and errors."""
        results, errors = figure.subplots(1, 2)
        games = [record["games"] for record in records]
        played = [record for record in records if record["evaluation"]]
        results.set_title("win rate against careful")
        if played:
            rates = [record["evaluation"]["win_rate"] for record in played]
            spread = [
                [
                    abs(record["evaluation"]["ci95"][end] - rate)
                    for record, rate in zip(played, rates, strict=True)
                ]
                for end in (0, 1)
            ]
            results.errorbar([record["games"] for record in played], rates, spread, fmt=".-")
        else:
            results.text(0.5, 0.6, "no games", ha="center", transform=results.transAxes)
        results.axhline(0.5, color="grey", linewidth=0.5)
        results.set_ylim(0, 1)
        results.set_xlabel("games")
        errors.set_title("mean squared error, beginning at 1")
        for name in _ERRORS:
            values = [record["errors"][name] for record in records]
            errors.plot(games, [value / values[0] for value in values], ".-", label=name)
        errors.set_xlabel("games")


METHOD = TemporalDifferences()


def network_of(checkpoint: Checkpoint) -> _engine.ValueNetwork:
    """The network of a checkpoint.

    Raises:
        RunError: its file holds none.
    """
    if WEIGHTS not in checkpoint.manifest["files"]:
        raise checkpoint.refuse("checkpoint.json", f"it names no {WEIGHTS}")
    try:
        return _engine.ValueNetwork.from_bytes((checkpoint.folder / WEIGHTS).read_bytes())
    except TrictracError as error:
        raise checkpoint.refuse(WEIGHTS, str(error)) from None


def _against_careful(training: _engine.TdTraining, config: TdConfig) -> dict[str, Any]:
    rate, interval, margin = training.against("careful", config.evaluation_games, config.seed)
    return {
        "against": "careful",
        "games": config.evaluation_games,
        "win_rate": rate,
        "ci95": list(interval),
        "hole_margin": margin,
    }


def _evaluation_text(record: Mapping[str, Any]) -> str:
    evaluation = record["evaluation"]
    return f"{100 * evaluation['win_rate']:.1f} %" if evaluation else "-"
