"""Opponents for one-player environments: what they answer in many games at once."""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from trictrac_spiel._src.environments.batched import BatchedEnv
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.players import bots

_JUDGES = ("greedy", "careful")

Choose = Callable[[int], int]


class Opponents:
    """Players by name, one for each game, who move until the learner has to decide.

    Args:
      names: a player, or several; each game is against one of them, every one as likely.
      seat: where the learner sits, 0 or 1; None for one or the other, game by game.
      env: the games, without autoreset.
      seed: of who plays where.
    """

    def __init__(
        self, names: str | Sequence[str], seat: int | None, env: BatchedEnv, seed: int
    ) -> None:
        self.names = (names,) if isinstance(names, str) else tuple(names)
        if not self.names or not all(isinstance(name, str) for name in self.names):
            raise TrictracError(f"opponent is {names!r}, but it must be a player or several")
        for name in self.names:
            bots.check(name)
        if seat not in (0, 1, None) or isinstance(seat, bool):
            raise TrictracError(f"seat is {seat!r}, but it must be 0, 1 or None")
        self._env = env
        self._seat = seat
        self.seats = np.zeros(env.num_envs, np.int8)
        self._who = np.zeros(env.num_envs, np.int64)
        self._bots: dict[tuple[str, int], Choose] = {}
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Draws seats and players anew from here on."""
        self._rng = np.random.default_rng(seed)
        self._bots.clear()

    def draw(self, where: npt.NDArray[np.bool_]) -> None:
        """Says who plays where in the games that begin."""
        count = int(where.sum())
        seats = self._rng.integers(2, size=count)
        self.seats[where] = seats if self._seat is None else self._seat
        self._who[where] = self._rng.integers(len(self.names), size=count)

    def waiting(self) -> npt.NDArray[np.bool_]:
        """The games in which an opponent has to decide."""
        player = self._env.current_player
        waits: npt.NDArray[np.bool_] = (player >= 0) & (player != self.seats)
        return waits

    def actions(self, where: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        """What they play in these games; elsewhere anything."""
        actions = self._env.sample_actions()
        for index in np.flatnonzero(where).tolist():
            name = self.names[self._who[index]]
            if name != "random":
                actions[index] = self._chooser(name, index)(index)
        return actions

    def _chooser(self, name: str, index: int) -> Choose:
        if name in _JUDGES:
            return lambda row: self._env.position(row)._value.choose(name)
        seat = 1 - int(self.seats[index])
        if (name, seat) not in self._bots:
            seed = int(self._rng.integers(2**31))
            bot = bots.make(name, self._env.game, seat, seed)
            self._bots[name, seat] = lambda row: int(
                bot.step(self._env.position(row).state(self._env.game))
            )
        return self._bots[name, seat]
