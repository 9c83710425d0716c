"""``BatchedEnv``: many games at once, moved by one call, seen through arrays."""

import operator
import secrets
from collections.abc import Mapping
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt
import pyspiel

from trictrac_spiel import _engine
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.position.options import named_options
from trictrac_spiel._src.position.position import Position
from trictrac_spiel._src.position.reading import load_trictrac

_MOST_ENVS = 1_000_000
_MOST_THREADS = 1024
MOST_STEPS = 2**32 - 1
_SHAPES = ("dice", "utility", "observation")
_HOLD = np.iinfo(np.int64).min
_SAVED = b"trictrac_spiel.BatchedEnv 1\n"

Step = tuple[
    npt.NDArray[np.float32],
    npt.NDArray[np.float32],
    npt.NDArray[np.bool_],
    npt.NDArray[np.bool_],
    dict[str, Any],
]


class BatchedEnv:
    """Many games of Trictrac at once, for learners that want millions of steps a second.

    One call moves every game, on a pool of threads and with Python's lock released. Chance is
    decided inside: an environment always stands at a decision, or has ended. The arrays below are
    always the same ones and are written in place; copy what is to be kept. Rows are environments,
    columns of pairs are player 0 and player 1. The same seed gives the same run on any number of
    threads.

    With ``autoreset`` a game that has ended begins anew in the same step: ``rewards``,
    ``terminated`` and ``truncated`` speak of the step just made, everything else of the new game,
    and the ``final_`` arrays keep how the old one ended. Without it an environment that has ended
    takes the action -1 only, until ``reset(options={"reset_mask": mask})``.

    Args:
      num_envs: how many games.
      game: a game of ``trictrac``, or its text, such as ``trictrac(holes=6,observation=planes)``;
        how its dice are divided into chance nodes makes no difference here.
      seed: of the dice and of ``sample_actions``.
      num_threads: how many share the work; 0 for one a core.
      autoreset: does a game that has ended begin anew in the same step?
      max_steps: after so many decisions a game is broken off, which ``truncated`` says; 0 for
        never. The game's own ``max_turns`` is a rule, and ``terminated`` says so.

    Attributes:
      observations: what the player to decide sees, float32 (the tensor of the game's parameter
        ``observation``).
      legal_mask: what that player may do, bool, a column for each action.
      current_player: who decides, int8; -4 after the end.
      rewards: what the step has brought, float32.
      returns: what the game has brought so far, float32.
      terminated: has the step ended the game?
      truncated: has it been broken off by ``max_steps``?
      dice: the dice to be played, int8, the higher one first; 0 after the end.
      final_observations: with ``autoreset``, what the last mover saw at the end of the game before.
      final_rewards: the rewards of that game's last step.
      final_returns: the returns of that game.

    Example:
      >>> env = BatchedEnv(4, "trictrac(holes=2)", seed=1)
      >>> for _ in range(100):
      ...     step = env.step(env.sample_actions())
      >>> env.legal_mask.shape
      (4, 514)
    """

    def __init__(
        self,
        num_envs: int,
        game: str | pyspiel.Game = "trictrac",
        seed: int = 0,
        num_threads: int = 0,
        autoreset: bool = True,
        *,
        max_steps: int = 0,
    ) -> None:
        self.num_envs = within("num_envs", num_envs, 1, _MOST_ENVS)
        self.game = load_trictrac(game) if isinstance(game, str) else game
        if not isinstance(self.game, pyspiel.Game) or self.game.get_type().short_name != "trictrac":
            raise TrictracError(f"{game!r} is another game than trictrac")
        parameters: dict[str, Any] = self.game.get_parameters()
        self.autoreset = bool(autoreset)
        self._take(
            _engine.Batch(
                self.num_envs,
                named_options({k: v for k, v in parameters.items() if k not in _SHAPES}),
                parameters["utility"],
                parameters["observation"],
                _seed(seed),
                within("num_threads", num_threads, 0, _MOST_THREADS),
                self.autoreset,
                within("max_steps", max_steps, 0, MOST_STEPS),
            )
        )

    def _take(self, games: _engine.Batch) -> None:
        self._games = games
        self.observations = games.observations
        self.legal_mask = games.legal_mask
        self.current_player = games.current_player
        self.rewards = games.rewards
        self.returns = games.returns
        self.terminated = games.terminated
        self.truncated = games.truncated
        self.dice = games.dice
        self.final_observations = games.final_observations
        self.final_rewards = games.final_rewards
        self.final_returns = games.final_returns

    @property
    def num_actions(self) -> int:
        """How many actions there are; the columns of ``legal_mask``."""
        return int(self.game.num_distinct_actions())

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Starts the games anew; without a seed, with dice that go on.

        Args:
          seed: of new dice for every environment.
          options: ``reset_mask``, which environments (a bool for each; the others stay as they
            are), and ``position``, a ``Position`` or a text to start from.

        Returns:
          ``observations``, and an empty mapping, as Gymnasium has it.
        """
        options = {} if options is None else options
        if not isinstance(options, Mapping):
            raise TrictracError(f"options are {options!r}, but they must be a mapping")
        unknown = set(options) - {"reset_mask", "position"}
        if unknown:
            raise TrictracError(
                f"unknown options {sorted(unknown)}; a reset takes reset_mask and position"
            )
        mask = options.get("reset_mask")
        if mask is not None:
            mask = self._mask("reset_mask", mask)
        start = options.get("position")
        position = None if start is None else _position(start)._value
        self._games.reset(None if seed is None else _seed(seed), mask, position)
        return self.observations, {}

    def step(self, actions: npt.ArrayLike, where: npt.NDArray[np.bool_] | None = None) -> Step:
        """Takes one action in every environment.

        Args:
          actions: a legal action for each, integers; -1 for an environment that has ended.
          where: which environments move, bool; by default all. The others stay as they are, with
            nothing in ``rewards``, ``terminated`` and ``truncated``.

        Returns:
          ``observations``, ``rewards``, ``terminated``, ``truncated`` and an empty mapping, as
          Gymnasium has it.

        Raises:
          IllegalPlayError: an action is not legal; no environment has moved.
          TrictracError: the actions are no such array, or an environment has ended.
        """
        taken = self._actions(actions)
        if where is not None:
            taken = np.where(self._mask("where", where), taken, _HOLD)
        self._games.step(taken)
        return self.observations, self.rewards, self.terminated, self.truncated, {}

    def _mask(self, name: str, given: Any) -> npt.NDArray[np.bool_]:
        mask = np.ascontiguousarray(given)
        if mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise TrictracError(
                f"{name} is {mask.dtype} of shape {mask.shape}, but it must be bool of "
                f"shape ({self.num_envs},)"
            )
        return mask

    def _actions(self, actions: npt.ArrayLike) -> npt.NDArray[np.int64]:
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.shape != (self.num_envs,):
            raise TrictracError(
                f"actions are {given.dtype} of shape {given.shape}, but they must be integers of "
                f"shape ({self.num_envs},)"
            )
        if given.dtype == np.uint64:
            given = np.minimum(given, np.uint64(np.iinfo(np.int64).max))
        taken = np.ascontiguousarray(given, dtype=np.int64)
        return np.maximum(taken, _HOLD + 1)  # The one below means to stay.

    def sample_actions(self, out: npt.NDArray[np.int64] | None = None) -> npt.NDArray[np.int64]:
        """A legal action for each environment, every one as likely; -1 for one that has ended.

        The dice do not depend on how often this is asked.

        Args:
          out: where to write them, int64; by default a new array.
        """
        if out is None:
            out = np.empty(self.num_envs, np.int64)
        elif not isinstance(out, np.ndarray) or out.dtype != np.int64 or out.ndim != 1:
            raise TrictracError("out must be an int64 array of one dimension")
        self._games.sample_actions(out)
        return out

    def position(self, index: SupportsIndex) -> Position:
        """The position of an environment."""
        return Position._of_engine(self._games.position(operator.index(index)))

    def position_text(self, index: SupportsIndex) -> str:
        """The position text of an environment."""
        return self.position(index).text

    def set_position(self, index: SupportsIndex, position: Position | str) -> None:
        """Puts an environment into a position; if a roll is due there, its dice are rolled.

        Raises:
          TrictracError: the game is over there, or has other rules.
        """
        self._games.set_position(operator.index(index), _position(position)._value)

    def copy(self) -> "BatchedEnv":
        """Environments that stand where these stand and go on with the same dice."""
        copied = object.__new__(BatchedEnv)
        copied.num_envs, copied.game, copied.autoreset = self.num_envs, self.game, self.autoreset
        copied._take(self._games.copy())
        return copied

    def state(self) -> bytes:
        """All that ``load_state`` needs to go on with the same games and the same dice."""
        return _SAVED + str(self.game).encode() + b"\n" + self._games.save()

    def load_state(self, state: bytes) -> None:
        """Goes on where ``state`` was asked for, in environments of the same game and number.

        What the last step has brought (``rewards``, ``terminated``, ``truncated``, the ``final_``
        arrays) is not kept.

        Raises:
          TrictracError: these are no such bytes; nothing has changed.
        """
        head = _SAVED + str(self.game).encode() + b"\n"
        if not isinstance(state, bytes) or not state.startswith(_SAVED):
            raise TrictracError("this is no saved state of a BatchedEnv")
        if not state.startswith(head):
            written = state[len(_SAVED) :].split(b"\n", 1)[0][:200]
            raise TrictracError(
                f"the saved state is of {written.decode(errors='replace')}, not of {self.game}"
            )
        self._games.load(state[len(head) :])

    def close(self) -> None:
        """Ends the threads; nothing can be asked afterwards but the arrays."""
        self._games.close()

    def __len__(self) -> int:
        return self.num_envs

    def __repr__(self) -> str:
        return f"<BatchedEnv of {self.num_envs} games of {self.game}>"


def _position(given: Any) -> Position:
    return Position.from_text(given) if isinstance(given, str) else Position.of(given)


def within(name: str, value: Any, least: int, most: int) -> int:
    """The value as a whole number in these bounds, or an error that says so."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or not least <= number <= most:
        shown = value if number is None or abs(number) < 10**20 else "too large"
        raise TrictracError(
            f"{name} is {shown!r}, but it must be a whole number, {least} to {most}"
        )
    return number


def _seed(seed: Any) -> int:
    return within("seed", seed, 0, 2**64 - 1)


def fresh(seed: int | None) -> int:
    """The seed; without one, one of the machine's: libraries expect other games each time."""
    return secrets.randbits(64) if seed is None else seed
