"""Trained networks: as players that search with them, and as judges of a position."""

import functools
import os
import shutil
import tempfile
import weakref
from pathlib import Path
from typing import Any

import pyspiel

from trictrac_spiel._src.errors import RunError, TrictracError
from trictrac_spiel._src.players.deciding_bot import WrappedBot, check_game
from trictrac_spiel._src.position.reading import load_trictrac
from trictrac_spiel._src.train import methods, native_alphazero, openspiel_files
from trictrac_spiel._src.train.alphazero_config import AlphaZeroConfig
from trictrac_spiel._src.train.run_directory import Checkpoint

_CACHED_STATES = 2**16

# A training that goes on may drop a checkpoint while it is read; more often than this it does not.
_ATTEMPTS = 20


class NetworkEvaluator:
    """What a network thinks of a state: its value, and how good each action is.

    ``evaluate`` and ``prior`` are those of OpenSpiel's evaluators, so the Python MCTS of
    ``open_spiel.python.algorithms.mcts`` takes it too.
    """

    def __init__(self, checkpoint: Checkpoint, game: pyspiel.Game) -> None:
        """Loads the network.

        Raises:
            TrictracError: the network was trained for another game or encoding.
            RunError: a file is damaged or forged, or this installation has no AlphaZero.
        """
        checkpoint.check_encodings(game)
        checkpoint.check_files()
        native = native_alphazero.load()
        with tempfile.TemporaryDirectory() as folder:
            openspiel_files.place(checkpoint, game, Path(folder))
            try:
                self.native = native.NetworkEvaluator(
                    game,
                    folder,
                    openspiel_files.DESCRIPTION,
                    openspiel_files.WORK_WEIGHTS,
                    _CACHED_STATES,
                )
            except RuntimeError as error:
                reason = str(error).splitlines()[0]
                raise RunError(f"{checkpoint.folder}: LibTorch can't load it: {reason}") from error
        self._game = game
        self._game_string = str(game)

    def value(self, state: pyspiel.State) -> float:
        """The expected result for player 0, from -1 to 1, whoever is to move.

        The network knows decision nodes; a roll of the dice is averaged over its outcomes,
        and the end of a game has its result.
        """
        self._check(state)
        if state.is_terminal():
            return float(state.returns()[0])
        if state.is_chance_node():
            return sum(
                float(probability) * self.value(state.child(outcome))
                for outcome, probability in state.chance_outcomes()
            )
        return float(self.native.evaluate(state)[0])

    def policy(self, state: pyspiel.State) -> dict[int, float]:
        """The network's probability of each legal action, without a search.

        Raises:
            TrictracError: nobody is to choose an action in this state.
        """
        self._check(state)
        if state.is_chance_node() or state.is_terminal():
            what = "the game is over" if state.is_terminal() else "the dice are to be rolled"
            raise TrictracError(f"a policy needs a player to move, but {what}")
        return dict(self.native.prior(state))

    def evaluate(self, state: pyspiel.State) -> list[float]:
        """The values for players 0 and 1."""
        value = self.value(state)
        return [value, -value]

    def prior(self, state: pyspiel.State) -> list[tuple[int, float]]:
        """The policy, or the outcomes of a chance node, as (action, probability)."""
        if state.is_chance_node():
            return list(state.chance_outcomes())
        return list(self.policy(state).items())

    def _check(self, state: pyspiel.State) -> None:
        game = state.get_game()
        if game != self._game and str(game) != self._game_string:
            raise TrictracError(f"this network was loaded for {self._game_string}, not for {game}")


class AlphaZeroBot(WrappedBot):
    """A trained network that searches with OpenSpiel's C++ MCTS, as in its self-play.

    Its policy is the share of the simulations that each action got.
    """

    def __init__(
        self,
        checkpoint: Checkpoint,
        evaluator: NetworkEvaluator,
        game: pyspiel.Game,
        *,
        simulations: int,
        seconds: float,
        uct_c: float,
        seed: int,
    ) -> None:
        try:
            search = native_alphazero.load().make_bot(
                game, evaluator.native, uct_c, simulations, seconds, seed % 2**31
            )
        except pyspiel.SpielError as error:
            raise TrictracError(str(error)) from error
        super().__init__("this network", game, [search, search])
        self.checkpoint = checkpoint
        self.evaluator = evaluator
        self.simulations = simulations
        self.seconds = seconds


def load_checkpoint(
    path: str | os.PathLike[str],
    *,
    game: pyspiel.Game | None = None,
    simulations: int | None = None,
    seconds: float = 0.0,
    uct_c: float | None = None,
    seed: int = 0,
) -> AlphaZeroBot:
    """A player from a checkpoint: ``step`` plays, ``evaluator`` tells value and policy.

        >>> bot = load_checkpoint("runs/first")                      # doctest: +SKIP
        >>> action = bot.step(state)                                 # doctest: +SKIP
        >>> bot.evaluator.value(state), bot.evaluator.policy(state)  # doctest: +SKIP

    Args:
        path: a run's directory (its latest step), or a folder of its ``checkpoints/``.
        game: the game to play, if it is not the one trained on; encodings must agree.
        simulations: for each action; by default as many as in the training. With 1 it
            plays the network's favourite without a search.
        seconds: thinking time for each action, instead of `simulations`.
        uct_c: exploration; by default as in the training.
        seed: same seed, same play (as long as `seconds` is 0).

    Raises:
        TrictracError: there is no checkpoint, or it does not fit the game.
        RunError: a file is damaged or forged, or this installation lacks what its method needs.
    """
    if game is not None:
        check_game("a checkpoint", game)
    for _ in range(_ATTEMPTS):
        checkpoint = Checkpoint.find(path)
        try:
            bot: AlphaZeroBot = methods.method(checkpoint.method).make_player(
                checkpoint,
                load_trictrac(checkpoint.game_string) if game is None else game,
                simulations=simulations,
                seconds=float(seconds),
                uct_c=uct_c,
                seed=seed,
            )
            return bot
        except (OSError, RunError):
            if checkpoint.folder.exists():
                raise
    raise RunError(f"{path}: its checkpoints change faster than they can be read")


def make(
    game: pyspiel.Game,
    player_id: int = 0,
    seed: int = 0,
    *,
    path: str | os.PathLike[str],
    simulations: int | None = None,
    seconds: float = 0.0,
) -> pyspiel.Bot:
    """``load_checkpoint`` in the constructor style that all bots share."""
    del player_id  # It can be asked for either player's action.
    return load_checkpoint(path, game=game, simulations=simulations, seconds=seconds, seed=seed)


class HeldNetwork:
    """Makes players from a copy of a checkpoint, which a training that goes on cannot drop.

    All games of a match so have the same network. Other processes read the same copy, which
    lives as long as the object that made it.
    """

    def __init__(self, path: str | os.PathLike[str], simulations: int | None = None) -> None:
        """Copies the checkpoint at a path.

        Raises:
            TrictracError: there is none.
            RunError: a file is damaged or forged, or this installation lacks what it needs.
        """
        self.folder = Path(tempfile.mkdtemp(prefix="trictrac-network-"))
        weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)
        self.checkpoint = Checkpoint.copy(path, self.folder)
        method = methods.method(self.checkpoint.method)
        method.require()
        method.check_network(self.checkpoint)
        self._simulations = simulations

    def __call__(self, game: pyspiel.Game, player_id: int, seed: int) -> pyspiel.Bot:
        """A player."""
        return make(game, player_id, seed, path=self.folder, simulations=self._simulations)

    def sent(self) -> "SentNetwork":
        """The same for other machines, where this folder is not."""
        files = {file.name: file.read_bytes() for file in self.folder.iterdir()}
        return SentNetwork(files, self._simulations)

    def __getstate__(self) -> dict[str, Any]:
        """What another process needs."""
        return {"folder": self.folder, "_simulations": self._simulations}


class SentNetwork:
    """Makes players from the files of a checkpoint, which it brings along."""

    def __init__(self, files: dict[str, bytes], simulations: int | None) -> None:
        self._files = files
        self._simulations = simulations
        self._folder: Path | None = None

    def __call__(self, game: pyspiel.Game, player_id: int, seed: int) -> pyspiel.Bot:
        """A player."""
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="trictrac-network-"))
            weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
            for name, data in self._files.items():
                (self._folder / name).write_bytes(data)
        return make(game, player_id, seed, path=self._folder, simulations=self._simulations)


def trained_options(checkpoint: Checkpoint) -> AlphaZeroConfig:
    """The options that OpenSpiel's AlphaZero trained with.

    Raises:
        RunError: the checkpoint holds no such options.
    """
    try:
        return AlphaZeroConfig.from_dict(checkpoint.config)
    except TrictracError as error:
        raise checkpoint.refuse("checkpoint.json", f"its options are none: {error}") from None


def shared_evaluator(checkpoint: Checkpoint, game: pyspiel.Game) -> NetworkEvaluator:
    """One network in memory for all bots that play with it."""
    stamp = (checkpoint.folder / "checkpoint.json").stat().st_mtime_ns
    return _evaluator(checkpoint.folder.resolve(), stamp, str(game))


@functools.lru_cache(maxsize=4)
def _evaluator(folder: Path, stamp: int, game_string: str) -> NetworkEvaluator:
    """The evaluator of a folder; `stamp` tells one that was written anew."""
    del stamp
    return NetworkEvaluator(Checkpoint(folder), pyspiel.load_game(game_string))
