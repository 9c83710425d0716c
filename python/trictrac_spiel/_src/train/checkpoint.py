"""Trained networks: as players that search with them, and as judges of a position."""

import functools
import os
from pathlib import Path

import pyspiel

from trictrac_spiel._src.errors import RunError, TrictracError
from trictrac_spiel._src.train import native_alphazero
from trictrac_spiel._src.train.run_directory import Checkpoint

_CACHED_STATES = 2**16


class NetworkEvaluator:
    """What a network thinks of a state: its value, and how good each action is.

    ``evaluate`` and ``prior`` are those of OpenSpiel's evaluators, so the Python MCTS of
    ``open_spiel.python.algorithms.mcts`` takes it too.
    """

    def __init__(self, checkpoint: Checkpoint, game: pyspiel.Game) -> None:
        """Loads the network.

        Raises:
            TrictracError: the network was trained for another game or encoding.
            RunError: a file is damaged, or this installation has no AlphaZero.
        """
        checkpoint.check_encodings(game)
        checkpoint.check_files()
        native = native_alphazero.load()
        description, weights = checkpoint.network_files
        try:
            self.native = native.NetworkEvaluator(
                game, str(checkpoint.folder), description, weights, _CACHED_STATES
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


class AlphaZeroBot(pyspiel.Bot):  # type: ignore[misc]
    """A trained network that searches with OpenSpiel's C++ MCTS, as in its self-play."""

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
        pyspiel.Bot.__init__(self)
        self.checkpoint = checkpoint
        self.evaluator = evaluator
        self.game = game
        self.simulations = simulations
        self.seconds = seconds
        try:
            self._search = native_alphazero.load().make_bot(
                game, evaluator.native, uct_c, simulations, seconds, seed % 2**31
            )
        except pyspiel.SpielError as error:
            raise TrictracError(str(error)) from error

    def step(self, state: pyspiel.State) -> int:
        """The most visited action; raises SpielError at a chance node and after the end."""
        return int(self._search.step(state))

    def step_with_policy(self, state: pyspiel.State) -> tuple[list[tuple[int, float]], int]:
        """The share of the simulations that each action got, and the action."""
        policy, action = self._search.step_with_policy(state)
        return list(policy), int(action)

    def get_policy(self, state: pyspiel.State) -> list[tuple[int, float]]:
        """The share of the simulations that each action got."""
        return self.step_with_policy(state)[0]

    def provides_policy(self) -> bool:
        return True

    def restart(self) -> None:
        """Nothing to forget: each action is searched anew."""

    def restart_at(self, state: pyspiel.State) -> None:
        """Nothing to forget: each action is searched anew."""


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
        RunError: a file is damaged, or this installation has no AlphaZero.
    """
    checkpoint = Checkpoint.find(path)
    trained = checkpoint.config
    if game is None:
        game = pyspiel.load_game(checkpoint.game_string)
    stamp = (checkpoint.folder / "checkpoint.json").stat().st_mtime_ns
    return AlphaZeroBot(
        checkpoint,
        _evaluator(checkpoint.folder.resolve(), stamp, str(game)),
        game,
        simulations=trained["max_simulations"] if simulations is None else simulations,
        seconds=float(seconds),
        uct_c=trained["uct_c"] if uct_c is None else float(uct_c),
        seed=seed,
    )


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


@functools.lru_cache(maxsize=4)
def _evaluator(folder: Path, stamp: int, game_string: str) -> NetworkEvaluator:
    """One network in memory for all bots that play with it; `stamp` tells rewritten ones."""
    del stamp
    return NetworkEvaluator(Checkpoint(folder), pyspiel.load_game(game_string))
