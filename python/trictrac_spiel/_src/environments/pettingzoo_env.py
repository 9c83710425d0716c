"""Trictrac for PettingZoo: two agents, one after the other (AEC)."""

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv

from trictrac_spiel._src.environments.batched import BatchedEnv, fresh
from trictrac_spiel._src.environments.gymnasium_env import observation_space
from trictrac_spiel._src.errors import TrictracError

_AGENTS = ("player_0", "player_1")


class TrictracAEC(AECEnv):  # type: ignore[misc]
    """A game of Trictrac with the agents ``player_0`` and ``player_1``.

    Observations have ``observation`` and ``action_mask``, as PettingZoo's own board games have.
    Dice are rolled inside; the same player may be next again.

    Args:
      game: a game of ``trictrac``, or its text.
      render_mode: ``ansi`` for a drawing as text.
    """

    metadata = {  # noqa: RUF012  (PettingZoo's form)
        "name": "trictrac_v0",
        "is_parallelizable": False,
        "render_modes": ["ansi"],
    }

    def __init__(self, game: Any = "trictrac", render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise TrictracError(f"render_mode is {render_mode!r}, but it must be ansi or None")
        self._env = BatchedEnv(1, game, fresh(None), num_threads=1, autoreset=False)
        self._tensor = self._env.game.get_parameters()["observation"]
        self.render_mode = render_mode
        self.possible_agents = list(_AGENTS)
        self.agents: list[str] = []
        self._space = observation_space(self._env)
        self._actions = {agent: spaces.Discrete(self._env.num_actions) for agent in _AGENTS}
        self._spaces = {agent: observation_space(self._env) for agent in _AGENTS}

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent sees."""
        return self._spaces[_named(agent)]

    def action_space(self, agent: str) -> spaces.Discrete:
        """What an agent does."""
        return self._actions[_named(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game; with new dice if there is a seed.

        Of the options only ``position`` counts; PettingZoo's own test gives others.
        """
        start = (options or {}).get("position")
        self._env.reset(seed, None if start is None else {"position": start})
        self.agents = list(_AGENTS)
        self.rewards = dict.fromkeys(_AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(_AGENTS, 0.0)
        self.terminations = dict.fromkeys(_AGENTS, False)
        self.truncations = dict.fromkeys(_AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in _AGENTS}
        self.agent_selection = _AGENTS[self._env.current_player[0]]

    def observe(self, agent: str) -> dict[str, npt.NDArray[Any]]:
        """What an agent sees now; the mask is empty for the one who has nothing to decide."""
        player = _AGENTS.index(_named(agent))
        shape = self._env.observations.shape[1:]
        seen = self._env.position(0).observation(self._tensor, player).reshape(shape)
        mask = self._env.legal_mask[0].astype(np.int8)
        if self._env.current_player[0] != player:
            mask[:] = 0
        return {"observation": seen, "action_mask": mask}

    def step(self, action: Any) -> None:
        """Takes an action of the agent that is selected.

        Raises:
          IllegalPlayError: it is not legal; nothing has changed.
          TrictracError: there is no game to play, or this is no action.
        """
        if not self.agents:
            raise TrictracError("there is no game to play; reset the environment first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._env.step([action])
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(_AGENTS, self._env.rewards[0].tolist(), strict=True))
        if self._env.terminated[0]:
            self.terminations = dict.fromkeys(_AGENTS, True)
            self.agent_selection = _AGENTS[1 - _AGENTS.index(agent)]
        else:
            self.agent_selection = _AGENTS[self._env.current_player[0]]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board as text."""
        return str(self._env.position(0)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Ends the environment."""
        self._env.close()


def _named(agent: Any) -> Any:
    if agent not in _AGENTS:
        raise TrictracError(f"there is no agent {agent!r}: they are {' and '.join(_AGENTS)}")
    return agent
