"""The method ``alphazero``: AlphaZero in Rust, inside the package; no LibTorch, no other process.

Its steps are whole: games, learning from the replay, and now and then games against another
player. A thread makes them while this one waits, so that Ctrl-C and progress need nothing of Rust.
"""

import dataclasses
import json
import math
import threading
import time
import zlib
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import pyspiel

from trictrac_spiel import _core, _engine
from trictrac_spiel._src.cluster.connection import ADDRESS_HELP, OFF, WORKERS_HELP
from trictrac_spiel._src.errors import RunError, TrictracError
from trictrac_spiel._src.players.deciding_bot import DecidingBot
from trictrac_spiel._src.position.reading import parameters_of
from trictrac_spiel._src.train.company import Company, company
from trictrac_spiel._src.train.methods import Column, Finished, Method, Notice, Progress
from trictrac_spiel._src.train.run_config import RunConfig, option
from trictrac_spiel._src.train.run_directory import CHECKPOINT_KEPT, Checkpoint, RunDirectory

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NETWORK = "network.safetensors"
"""The network's file in a checkpoint."""

_RESUME_FILES = ("optimizer.safetensors", "replay.bin")
_PROGRESS_SECONDS = 0.5
_PARTS_A_WORKER = 4


@dataclass(frozen=True, kw_only=True)
class NativeAlphaZeroConfig(RunConfig):
    """The options of AlphaZero in Rust. Which values are accepted is Rust's to say.

    >>> NativeAlphaZeroConfig.preset("smoke", nn_width=16).nn_width
    16
    """

    method: ClassVar[str] = "alphazero"
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    changeable: ClassVar[frozenset[str]] = frozenset(
        [
            *("path", "minutes", "max_steps", "checkpoint_freq", "threads", "ray", "workers"),
            *("evaluation_freq", "evaluation_games", "evaluation_against"),
        ]
    )

    game: str = option("trictrac", "game, with the parameters of its rules")
    path: str = option("", "the run's directory (RUN_DIR)")
    seed: int = option(0, "seed of everything: the same seed repeats the run")
    max_steps: int = option(0, "steps of the run; 0 to go on until it is stopped")
    minutes: float = option(
        0.0, "end the session after the step in which so many minutes are over; 0 for never"
    )
    checkpoint_freq: int = option(50, "keep the checkpoint of every so many steps")
    threads: int = option(2, "threads; their number changes nothing but the time")
    nn_model: str = option("mlp", "kind of network: mlp or residual")
    nn_width: int = option(128, "units of a layer")
    nn_depth: int = option(2, "hidden layers, or residual blocks")
    max_simulations: int = option(16, "simulations for each decision")
    root: str = option("gumbel", "how the root shares them out: gumbel or puct")
    chance: str = option("sampled", "how chance is treated: sampled or explicit")
    afterstates: bool = option(True, "judge positions before a roll, too")
    exploration: float = option(1.5, "how much a policy's word counts against values")
    first_play_reduction: float = option(
        0.0, "how much less than its parent an action not yet tried is held for"
    )
    noise_share: float = option(0.25, "share of the noise in the policy of a puct root")
    noise_alpha: float = option(0.5, "that noise's Dirichlet parameter")
    considered: int = option(16, "the most actions that a gumbel root considers")
    gumbel_scale: float = option(1.0, "size of the Gumbel noise")
    value_scale: float = option(0.1, "how much values count against logits at a gumbel root")
    least_span: float = option(0.5, "differences of value below this are not blown up there")
    temperature: float = option(1.0, "with a puct root: spread of the actions chosen")
    temperature_drop: int = option(60, "from this decision of a game on, the most visited one")
    reward: str = option("points", "what is gained on the way: points, margin or win")
    unit: float = option(24.0, "points (or returns) of difference that are worth 1")
    discount: float = option(0.975, "what a gain is worth when the dice roll once more before it")
    game_weight: float = option(2.5, "what winning the game is worth beside those gains")
    td_lambda: float = option(0.8, "how much the rest of a game counts against the next search")
    taught_steps: int = option(0, "begin with so many steps of games of the shipped player td:1")
    games_per_step: int = option(500, "games of a step")
    parallel_games: int = option(64, "games that each thread plays in step")
    replay_steps: int = option(6, "steps whose positions are learned from")
    reuse: float = option(2.0, "how often a position is learned from, on average")
    batch_size: int = option(256, "positions in a batch")
    learning_rate: float = option(0.001, "Adam's step size")
    learning_rate_halving: int = option(200, "steps that halve the learning rate; 0 for never")
    weight_decay: float = option(0.0001, "decoupled weight decay")
    policy_weight: float = option(0.5, "how much the policy's loss counts")
    evaluation_freq: int = option(10, "play another player every so many steps; 0 for never")
    evaluation_games: int = option(200, "how many games then")
    evaluation_against: str = option("greedy", "random, greedy, careful, td:1 or td:2")
    ray: str = option(OFF, ADDRESS_HELP)
    workers: int = option(0, WORKERS_HELP)

    def __post_init__(self) -> None:
        self.check_types()
        self.check_cluster()
        for name in ("seed", "max_steps"):
            self.need_between(name, 0, 2**63 - 1)
        for field in self.fields():
            if field.type is float:
                self.need(math.isfinite(getattr(self, field.name)), field.name, "a number")
        # Rust reads a game's text, too, for the games that Python does not have.
        self.load_game()
        _engine.check_alphazero_options(self.native_options())

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "NativeAlphaZeroConfig":
        """From a mapping such as ``to_dict`` returns, or as a run of ``az_train`` has it."""
        return super().from_dict({key: values[key] for key in values if key != "method"})

    def native_options(self) -> str:
        """The options as Rust reads them."""
        fields = self.to_dict()
        for name in ("path", "ray", "workers"):
            del fields[name]
        rules = parameters_of(self.game).items()
        words = ",".join(f"{name}={str(value).lower()}" for name, value in rules)
        return json.dumps({**fields, "game": f"trictrac({words})" if words else "trictrac"})


class NativeAlphaZero(Method):
    """Trains with ``rust/spiel_bot``."""

    name = "alphazero"
    summary = "AlphaZero in Rust: a policy and values by self-play, on the cores at hand"
    config_type = NativeAlphaZeroConfig
    columns = (
        Column("policy", 7, lambda step: f"{step.policy_loss:.3f}"),
        Column("value", 6, lambda step: f"{step.value_loss:.3f}"),
        Column("length", 6, lambda step: f"{step.game_length:.1f}"),
        Column(
            "score",
            7,
            lambda step: f"{50 * (step.evaluation[0] + 1):.1f} %" if step.evaluation else "-",
        ),
    )

    def headline(self, config: NativeAlphaZeroConfig) -> str:
        """Size of a step, search, network and opponent."""
        return (
            f"{config.games_per_step} games a step, {config.max_simulations} simulations a "
            f"decision,\n{config.nn_model} {config.nn_width} x {config.nn_depth}, "
            f"{config.threads} threads, score against {config.evaluation_against}"
        )

    def check_network(self, checkpoint: Checkpoint) -> None:
        """Weights of the shape that its options say."""
        load_network(checkpoint)

    def check(self, config: NativeAlphaZeroConfig, latest: Checkpoint | None) -> None:
        """The latest step's network, files and record."""
        if latest is None:
            return
        self.check_network(latest)
        if set(latest.manifest["resume_files"]) != set(_RESUME_FILES):
            raise latest.refuse("checkpoint.json", "it lacks what a resumed run learns from")
        try:
            self.measured(json.loads(latest.manifest["record"]))
        except (KeyError, TypeError) as error:
            raise latest.refuse("checkpoint.json", f"its record lacks {error}") from None
        _resumed(config, latest)

    def steps(
        self, config: NativeAlphaZeroConfig, run: RunDirectory, latest: Checkpoint | None
    ) -> Generator[Progress | Notice | Finished]:
        """Makes step after step in a thread of its own; a cluster may play the games."""
        if latest is None:
            training = _engine.AlphaZeroTraining(config.native_options())
        else:
            training = _resumed(config, latest)
        done = latest.step if latest else 0
        with company(config) as players:
            end = time.monotonic() + 60 * config.minutes if config.minutes else math.inf
            while (not config.max_steps or done < config.max_steps) and time.monotonic() < end:
                if players is None:
                    record = yield from _in_a_thread(training, training.step, players)
                else:
                    record = yield from _with_company(training, config, done + 1, players)
                if record is None:
                    raise RunError(f"{run.path}: the step could not be finished")
                yield Finished.of(_commit(training, record, config, run))
                done += 1

    def measured(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """What Rust's record says."""
        evaluation = record["eval"]
        return {
            "games": record["total_trajectories"],
            "states": record["total_states"],
            "policy_loss": record["loss"]["policy"],
            "value_loss": record["loss"]["value"],
            "game_length": record["game_length"]["avg"],
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
        """The network with the search of its self-play, without noise."""
        if seconds or uct_c is not None:
            raise TrictracError(
                "a network of --method alphazero is told its simulations, not seconds or uct_c"
            )
        checkpoint.check_encodings(game)
        checkpoint.check_files()
        if simulations is None:
            simulations = int(checkpoint.config["max_simulations"])
        return NativeAlphaZeroBot(checkpoint, game, simulations=simulations, seed=seed)

    def draw(self, records: Sequence[Mapping[str, Any]], figure: "Figure") -> None:
        """Four panels: losses, score over the minutes, speed, lengths of games."""
        (losses, score), (speed, length) = figure.subplots(2, 2)
        steps = [record["step"] for record in records]
        losses.set_title("losses")
        for key in ("policy", "value", "result"):
            losses.plot(steps, [record["loss"][key] for record in records], ".-", label=key)
        losses.set_ylim(bottom=0)

        evaluated = [record for record in records if record["eval"]]
        score.set_title("games won against another player, in %")
        for name in sorted({record["eval"]["against"] for record in evaluated}):
            own = [record for record in evaluated if record["eval"]["against"] == name]
            rates = [100 * record["eval"]["win_rate"] for record in own]
            score.plot([record["step"] for record in own], rates, ".-", label=name)
        score.axhline(50, color="grey", linewidth=0.5)
        score.set_ylim(0, 100)

        speed.set_title("decisions of self-play a second")
        speed.plot(steps, [record["states_per_s"] for record in records], ".-")
        speed.set_ylim(bottom=0)

        length.set_title("decisions in a game")
        length.plot(steps, [record["game_length"]["avg"] for record in records], ".-")
        length.set_ylim(bottom=0)


class NetworkJudge:
    """What a network thinks of a state: its value, and how good each action is."""

    def __init__(self, network: _engine.AlphaZeroNetwork) -> None:
        self._network = network

    def value(self, state: pyspiel.State) -> float:
        """The expected result for player 0, from -1 to 1, whoever is to move or to roll."""
        if state.is_terminal():
            return float(state.returns()[0])
        mover, result, _ = self._network.judge(_position(state))
        return result if mover == 0 else -result

    def policy(self, state: pyspiel.State) -> dict[int, float]:
        """The network's probability of each legal action, without a search.

        Raises:
            TrictracError: nobody is to choose an action in this state.
        """
        if state.current_player() < 0:
            what = "the game is over" if state.is_terminal() else "the dice are to be rolled"
            raise TrictracError(f"a policy needs a player to move, but {what}")
        return dict(self._network.judge(_position(state))[2])


class NativeAlphaZeroBot(DecidingBot):
    """A trained network that searches as in its self-play, without noise."""

    def __init__(
        self, checkpoint: Checkpoint, game: pyspiel.Game, *, simulations: int, seed: int
    ) -> None:
        super().__init__("this network", game)
        self.checkpoint = checkpoint
        self.simulations = simulations
        self.seconds = 0.0
        self._network = load_network(checkpoint)
        self.evaluator = NetworkJudge(self._network)
        self._seed = seed % 2**63
        self._asked = 0

    def choose(self, state: pyspiel.State) -> int:
        """What the search finds."""
        return self.choose_with_policy(state)[1]

    def choose_with_policy(self, state: pyspiel.State) -> tuple[list[tuple[int, float]], int]:
        """The policy that the search finds, and its choice."""
        self._asked += 1
        seed = (self._seed * 0x9E3779B97F4A7C15 + self._asked) % 2**64
        action, _, policy = self._network.search(_position(state), self.simulations, seed)
        return policy, action


METHOD = NativeAlphaZero()


def load_network(checkpoint: Checkpoint) -> _engine.AlphaZeroNetwork:
    """A checkpoint's network.

    Raises:
        RunError: a file is damaged, or is not what it should be.
    """
    try:
        config = NativeAlphaZeroConfig.from_dict(checkpoint.config)
    except TrictracError as error:
        raise checkpoint.refuse("checkpoint.json", f"its options are none: {error}") from None
    data = (checkpoint.folder / NETWORK).read_bytes()
    try:
        return _engine.AlphaZeroNetwork(data, config.native_options())
    except RunError as error:
        raise checkpoint.refuse(NETWORK, str(error)) from None


def _resumed(config: NativeAlphaZeroConfig, latest: Checkpoint) -> _engine.AlphaZeroTraining:
    """The training as it was after a step.

    Raises:
        RunError: a file is not what such a step leaves.
    """
    training = _engine.AlphaZeroTraining(config.native_options())
    try:
        training.load(str(latest.folder), latest.manifest["record"])
    except RunError as error:
        raise RunError(f"{error}. {CHECKPOINT_KEPT}") from None
    return training


def _in_a_thread(
    training: _engine.AlphaZeroTraining,
    work: Callable[[], str | None],
    players: Company | None,
) -> Generator[Progress | Notice, None, str | None]:
    """Waits for the record of a step, and tells how it goes."""
    made: list[str | None] = []
    worker = threading.Thread(target=lambda: made.append(work()), daemon=True)
    worker.start()
    try:
        while worker.is_alive():
            worker.join(_PROGRESS_SECONDS)
            if players is None:
                yield Progress(training.games)
            else:
                yield from players.events()
    finally:
        if worker.is_alive():
            training.stop()
            worker.join()
    return made[0] if made else None


def _with_company(
    training: _engine.AlphaZeroTraining,
    config: NativeAlphaZeroConfig,
    step: int,
    players: Company,
) -> Generator[Progress | Notice, None, str | None]:
    """A step whose games are played by workers, in parts.

    A game depends on its number and the step's network, and on nothing else. So it is the same step
    as one that is played here.
    """
    begun = time.monotonic()
    network = players.share(training.network())
    options = config.with_changes(threads=1).native_options()
    # Some parts for each worker, so that none has to wait long for the last one.
    share = config.games_per_step // (_PARTS_A_WORKER * players.crew.wanted)
    size = min(max(share, 1), config.parallel_games)
    parts: dict[int, bytes] = {}
    firsts = range(0, config.games_per_step, size)
    for first in firsts:
        games = min(size, config.games_per_step - first)
        players.submit(first, games, _play, options, network, step, first, games)
    while len(parts) < len(firsts):
        nobody_yet = not players.crew.alive
        for first, games_played in players.collect():
            parts[first] = zlib.decompress(games_played)
        yield from players.events()
        if nobody_yet:
            begun = time.monotonic()
    seconds = time.monotonic() - begun
    games_of_step = [parts[first] for first in firsts]
    record = yield from _in_a_thread(
        training, lambda: training.learn_step(games_of_step, seconds), players
    )
    if record is None:
        return None
    return json.dumps({**json.loads(record), "cluster": players.take_figures()})


def _play(options: str, network: bytes, step: int, first: int, games: int) -> bytes:
    # A third of the bytes for a fiftieth of the time.
    return zlib.compress(_engine.alphazero_games(options, network, step, first, games), 1)


def _commit(
    training: _engine.AlphaZeroTraining,
    record: str,
    config: NativeAlphaZeroConfig,
    run: RunDirectory,
) -> Checkpoint:
    training.save(str(run.work))
    return run.commit_step(
        record,
        config,
        network={NETWORK: run.work / NETWORK},
        resume={name: run.work / name for name in _RESUME_FILES},
    )


def _position(state: pyspiel.State) -> _engine.Position:
    written = _core.position_bytes(state)
    if written is None:
        raise TrictracError(f"this network plays trictrac only, not {state.get_game()}")
    return _engine.Position.from_bytes(written)


def _read_presets() -> dict[str, dict[str, Any]]:
    """Rust's presets, as the fields that differ from the defaults."""
    defaults = {field.name: field.default for field in dataclasses.fields(NativeAlphaZeroConfig)}
    presets = {}
    for name in ("smoke", "laptop", "server"):
        options = json.loads(_engine.alphazero_preset(name))
        del options["method"]
        if name != "server":  # Rust takes the cores of the machine there.
            options["threads"] = defaults["threads"]
        presets[name] = {key: value for key, value in options.items() if value != defaults[key]}
    return presets


NativeAlphaZeroConfig.presets = _read_presets()
