"""Trictrac for RLlib: two agents, of whom the one to decide is asked."""

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from ray.rllib.env.multi_agent_env import MultiAgentEnv

from trictrac_spiel._src.environments.batched import BatchedEnv, fresh
from trictrac_spiel._src.environments.gymnasium_env import observation_space
from trictrac_spiel._src.errors import TrictracError

_AGENTS = ("player_0", "player_1")
Seen = dict[str, dict[str, npt.NDArray[Any]]]


class TrictracMultiAgentEnv(MultiAgentEnv):  # type: ignore[misc]
    """A game of Trictrac with the agents ``player_0`` and ``player_1``.

    Observations have ``observations`` and ``action_mask``, as RLlib's action masking expects. RLlib
    checks environments with random actions, most of which are illegal here: an algorithm's
    ``environment`` takes ``disable_env_checking=True``.

    Args:
      config: ``game`` (a text) and ``seed``, to which the number of RLlib's worker is added;
        without a seed games differ each time.
    """

    def __init__(self, config: dict[str, Any] | None = None) -> None:
        super().__init__()
        config = {} if config is None else config
        if not isinstance(config, dict) or not set(config) <= {"game", "seed"}:
            raise TrictracError(f"config is {config!r}, but it must have game and seed, or neither")
        game, seed = config.get("game", "trictrac"), config.get("seed")
        if isinstance(seed, int):  # With the same one all workers would roll the same dice.
            seed += getattr(config, "worker_index", 0)
        self._env = BatchedEnv(1, game, fresh(seed), num_threads=1, autoreset=False)
        seen = observation_space(self._env)
        space = spaces.Dict(
            {"observations": seen["observation"], "action_mask": seen["action_mask"]}
        )
        self.agents = self.possible_agents = list(_AGENTS)
        self.observation_spaces = dict.fromkeys(_AGENTS, space)
        self.action_spaces = dict.fromkeys(_AGENTS, spaces.Discrete(self._env.num_actions))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Starts a game; with new dice if there is a seed."""
        self._env.reset(seed, options)
        return self._seen(), {}

    def step(
        self, action_dict: dict[str, Any]
    ) -> tuple[Seen, dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Takes the action of the agent that was asked.

        Raises:
          IllegalPlayError: it is not legal; nothing has changed.
          TrictracError: it lacks, or the game has ended.
        """
        player = int(self._env.current_player[0])
        if player < 0:
            raise TrictracError("the game has ended; reset the environment first")
        agent = _AGENTS[player]
        if agent not in action_dict:
            raise TrictracError(f"{agent} has to decide, but there are actions of {[*action_dict]}")
        self._env.step([action_dict[agent]])
        rewards = dict(zip(_AGENTS, self._env.rewards[0].tolist(), strict=True))
        ended = bool(self._env.terminated[0])
        terminated = {**dict.fromkeys(_AGENTS, ended), "__all__": ended}
        truncated = {**dict.fromkeys(_AGENTS, False), "__all__": False}
        return self._seen(), rewards, terminated, truncated, {}

    def _seen(self) -> Seen:
        """What the agent to decide sees; after the end, what both see."""
        mask = self._env.legal_mask[0].astype(np.int8)
        player = int(self._env.current_player[0])
        if player >= 0:
            observation = self._env.observations[0].copy()
            return {_AGENTS[player]: {"observations": observation, "action_mask": mask}}
        name = self._env.game.get_parameters()["observation"]
        shape = self._env.observations.shape[1:]
        position = self._env.position(0)
        return {
            agent: {
                "observations": position.observation(name, index).reshape(shape),
                "action_mask": mask,
            }
            for index, agent in enumerate(_AGENTS)
        }

    def close(self) -> None:
        """Ends the environment."""
        self._env.close()
