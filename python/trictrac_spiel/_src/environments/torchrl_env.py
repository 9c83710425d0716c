"""Trictrac for TorchRL: many games as one batched environment."""

from typing import Any

import numpy as np
import torch
from tensordict import TensorDict, TensorDictBase
from torchrl.data import Binary, Bounded, Categorical, Composite, Unbounded
from torchrl.envs import EnvBase

from trictrac_spiel._src.environments.batched import BatchedEnv, fresh


class TrictracTorchEnv(EnvBase):  # type: ignore[misc]
    """Many games of Trictrac, each seen by whoever is to move.

    A tensordict has ``observation``, ``action_mask`` and ``current_player``; the reward is that of
    the player who has just moved. Dice are rolled inside. Random actions (``rand_action``, which
    ``rollout`` uses without a policy) are legal ones.

    Args:
      num_envs: how many games.
      game: a game of ``trictrac``, or its text.
      seed: of the dice; None for games that differ each time.
      num_threads: how many share the work; 0 for one a core.
    """

    batch_locked = True

    def __init__(
        self,
        num_envs: int = 1,
        game: Any = "trictrac",
        seed: int | None = None,
        num_threads: int = 0,
    ) -> None:
        self._games = BatchedEnv(num_envs, game, fresh(seed), num_threads, autoreset=False)
        super().__init__(device="cpu", batch_size=torch.Size([num_envs]))
        games = self._games
        shape = games.observations.shape
        bounded = games.game.get_parameters()["observation"] != "compact"
        self.observation_spec = Composite(
            observation=Bounded(0.0, 1.0, shape, dtype=torch.float32)
            if bounded
            else Unbounded(shape, dtype=torch.float32),
            action_mask=Binary(games.num_actions, games.legal_mask.shape, dtype=torch.bool),
            # -4 after the end, as in OpenSpiel.
            current_player=Bounded(-4, 1, (num_envs, 1), dtype=torch.int8),
            shape=self.batch_size,
        )
        self.action_spec = Categorical(games.num_actions, shape=(num_envs,), dtype=torch.int64)
        self.reward_spec = Unbounded((num_envs, 1), dtype=torch.float32)
        self.done_spec = Composite(
            {
                name: Categorical(2, shape=(num_envs, 1), dtype=torch.bool)
                for name in ("done", "terminated", "truncated")
            },
            shape=self.batch_size,
        )

    def _seen(self) -> dict[str, torch.Tensor]:
        games = self._games
        return {
            "observation": torch.from_numpy(games.observations.copy()),
            "action_mask": torch.from_numpy(games.legal_mask.copy()),
            "current_player": torch.from_numpy(games.current_player.copy())[:, None],
        }

    def _ended(self) -> dict[str, torch.Tensor]:
        terminated = torch.from_numpy(self._games.current_player < 0)[:, None]
        return {
            "done": terminated,
            "terminated": terminated.clone(),
            "truncated": torch.zeros_like(terminated),
        }

    def _reset(self, tensordict: TensorDictBase | None = None, **_: Any) -> TensorDictBase:
        chosen = None if tensordict is None else tensordict.get("_reset", None)
        if chosen is None:
            self._games.reset()
        else:
            mask = chosen.reshape(self._games.num_envs).numpy()
            self._games.reset(options={"reset_mask": mask})
        return TensorDict({**self._seen(), **self._ended()}, batch_size=self.batch_size)

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        games = self._games
        players = games.current_player.astype(np.int64)
        going_on = players >= 0
        games.step(tensordict.get("action").numpy(), going_on)
        rewards = games.rewards[np.arange(games.num_envs), np.maximum(players, 0)]
        return TensorDict(
            {
                **self._seen(),
                **self._ended(),
                "reward": torch.from_numpy(rewards.copy())[:, None],
            },
            batch_size=self.batch_size,
        )

    def rand_action(self, tensordict: TensorDictBase | None = None) -> TensorDictBase:
        """A legal action for each game, every one as likely."""
        if tensordict is None:
            tensordict = TensorDict({}, batch_size=self.batch_size)
        actions = np.maximum(self._games.sample_actions(), 0)  # Nothing counts after the end.
        return tensordict.set("action", torch.from_numpy(actions))

    def _set_seed(self, seed: int | None) -> None:
        self._games.reset(fresh(seed))
