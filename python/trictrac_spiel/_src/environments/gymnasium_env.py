"""Trictrac for Gymnasium: many games at once, or one.

Seen by whoever is to move (self-play), or by one player against opponents that are given by name.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from trictrac_spiel._src.environments.batched import MOST_STEPS, BatchedEnv, fresh, within
from trictrac_spiel._src.environments.opponents import Opponents
from trictrac_spiel._src.errors import TrictracError

Observation = dict[str, npt.NDArray[Any]]


def observation_space(env: BatchedEnv) -> spaces.Dict:
    """What one player sees: the tensor and the mask of legal actions."""
    name = env.game.get_parameters()["observation"]
    low, high = (-15.0, np.inf) if name == "compact" else (0.0, 1.0)
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, env.observations.shape[1:], np.float32),
            "action_mask": spaces.Box(0, 1, (env.num_actions,), np.int8),
        }
    )


class TrictracVectorEnv(VectorEnv):  # type: ignore[misc]
    """Many games as one vector environment, which resets a game in the step that ends it.

    An observation has ``observation``, the tensor of whoever is to move, and ``action_mask``; the
    reward is that of the player who has just moved. With ``opponent`` it is a one-player problem:
    the opponents' moves are part of the step, and all is seen from the learner's seat.

    Infos have ``current_player``, and at the end of a game ``final_obs`` and ``final_info``, each
    with its mask (``_final_obs``), as Gymnasium has it.

    Args:
      num_envs: how many games.
      game: a game of ``trictrac``, or its text.
      opponent: None for self-play, a player's name such as ``careful``, or several, of which each
        game draws one.
      seat: the learner's: 0, 1, or None for one or the other, game by game.
      seed: of everything, until a reset names one; None for games that differ each time.
      num_threads: how many share the work; 0 for one a core.
      max_episode_steps: a game is broken off after so many decisions of both; 0 for never.
      copy: are the arrays that are handed out the caller's own? If not they are written over by
        the next step.
    """

    def __init__(
        self,
        num_envs: int = 1,
        game: Any = "trictrac",
        opponent: str | Sequence[str] | None = None,
        seat: int | None = None,
        seed: int | None = None,
        num_threads: int = 0,
        max_episode_steps: int | None = 0,
        copy: bool = True,
    ) -> None:
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.closed = True  # Until there is something to close.
        seed = fresh(seed)
        limit = within("max_episode_steps", max_episode_steps or 0, 0, MOST_STEPS)
        self.env = BatchedEnv(num_envs, game, seed, num_threads, autoreset=False, max_steps=limit)
        self.num_envs = self.env.num_envs
        self.single_observation_space = observation_space(self.env)
        self.single_action_space = spaces.Discrete(self.env.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.opponents = None if opponent is None else Opponents(opponent, seat, self.env, seed)
        self._copy = copy
        self.closed = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Starts all games anew, or those of ``options["reset_mask"]``; a seed brings new dice."""
        self.env.reset(seed, options)
        if self.opponents is not None:
            if seed is not None:
                self.opponents.reseed(seed)
            begun = (options or {}).get("reset_mask")
            self._begin(np.ones(self.num_envs, bool) if begun is None else begun)
        return self._seen(), self._infos()

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        Observation,
        npt.NDArray[np.float64],
        npt.NDArray[np.bool_],
        npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Takes an action in every game.

        Raises:
          IllegalPlayError: one is not legal; no game has moved.
        """
        rows = np.arange(self.num_envs)
        actors = self.env.current_player.copy() if self.opponents is None else self.opponents.seats
        actors = actors.astype(np.int64)
        self.env.step(actions)
        rewards = self.env.rewards[rows, actors].astype(np.float64)
        terminated, truncated = self.env.terminated.copy(), self.env.truncated.copy()
        if self.opponents is not None:
            while (waits := self.opponents.waiting()).any():
                self.env.step(self.opponents.actions(waits), waits)
                rewards += self.env.rewards[rows, actors]
                terminated |= self.env.terminated
                truncated |= self.env.truncated
        ended = terminated | truncated
        infos: dict[str, Any] = {}
        if ended.any():
            infos["final_obs"] = self._final(ended)
            infos["final_info"] = {
                "current_player": np.where(ended, self.env.current_player, 0),
                "_current_player": ended,
            }
            infos["_final_obs"] = infos["_final_info"] = ended
            self.env.reset(options={"reset_mask": ended})
            if self.opponents is not None:
                self._begin(ended)
        return self._seen(), rewards, terminated, truncated, {**infos, **self._infos()}

    def _begin(self, where: npt.NDArray[np.bool_]) -> None:
        """Draws opponents for new games and lets those who come first move."""
        assert self.opponents is not None
        self.opponents.draw(where)
        while (waits := self.opponents.waiting()).any():
            self.env.step(self.opponents.actions(waits), waits)

    def _seen(self) -> Observation:
        seen = self.env.observations
        return {
            "observation": seen.copy() if self._copy else seen,
            "action_mask": self.env.legal_mask.astype(np.int8)
            if self._copy
            else self.env.legal_mask.view(np.int8),
        }

    def _final(self, ended: npt.NDArray[np.bool_]) -> npt.NDArray[np.object_]:
        final = np.full(self.num_envs, None, dtype=object)
        for index in np.flatnonzero(ended).tolist():
            final[index] = {
                "observation": self.env.observations[index].copy(),
                "action_mask": self.env.legal_mask[index].astype(np.int8),
            }
        return final

    def _infos(self) -> dict[str, Any]:
        return {
            "current_player": self.env.current_player.copy(),
            "_current_player": np.ones(self.num_envs, bool),
        }

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the threads."""
        self.env.close()


class TrictracEnv(gymnasium.Env):  # type: ignore[misc]
    """One game of :class:`TrictracVectorEnv`, which waits for a reset when it has ended."""

    def __init__(
        self,
        game: Any = "trictrac",
        opponent: str | Sequence[str] | None = None,
        seat: int | None = None,
        seed: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.metadata = {"render_modes": ["ansi"]}
        if render_mode not in (None, "ansi"):
            raise TrictracError(f"render_mode is {render_mode!r}, but it must be ansi or None")
        self.render_mode = render_mode
        self._has_ended = False
        self._games = TrictracVectorEnv(1, game, opponent, seat, seed, num_threads=1)
        self.observation_space = self._games.single_observation_space
        self.action_space = self._games.single_action_space
        self._drawing = ""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Starts a game."""
        super().reset(seed=seed)
        seen, infos = self._games.reset(seed=seed, options=options)
        self._has_ended = False
        self._drawing = str(self._games.env.position(0))
        return _first(seen), {"current_player": int(infos["current_player"][0])}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Takes an action.

        Raises:
          IllegalPlayError: it is not legal; nothing has changed.
          TrictracError: the game has ended and has not been reset.
        """
        if self._has_ended:
            raise TrictracError("the game has ended; reset the environment first")
        seen, rewards, terminated, truncated, infos = self._games.step([action])
        self._has_ended = ended = bool(terminated[0] or truncated[0])
        observation = infos["final_obs"][0] if ended else _first(seen)
        self._drawing = str(self._games.env.position(0))
        player = -4 if ended else int(infos["current_player"][0])
        return (
            observation,
            float(rewards[0]),
            bool(terminated[0]),
            bool(truncated[0]),
            {"current_player": player},
        )

    def render(self) -> str:
        """The board as text."""
        return self._drawing

    def close(self) -> None:
        """Ends the environment."""
        self._games.env.close()


def _first(seen: Observation) -> Observation:
    return {name: array[0] for name, array in seen.items()}
