"""OpenSpiel's C++ AlphaZero: training, and networks as evaluators."""

from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt
import pyspiel

TORCH_VERSION: str

def train(
    config: Mapping[str, object],
    resuming: bool,
    seed: int,
    torch_threads: int,
    on_step: Callable[[str], bool],
    on_failure: Callable[[str], object],
) -> None: ...
def teach(
    config: Mapping[str, object],
    seed: int,
    observations: npt.NDArray[np.float32],
    actions: npt.NDArray[np.uint16],
    policy: npt.NDArray[np.float32],
    ends: npt.NDArray[np.int64],
    values: npt.NDArray[np.float32],
    passes: int,
) -> tuple[float, float, float]: ...
def games_played() -> int: ...
def create_network(config: Mapping[str, object], seed: int) -> None: ...
def weight_headers(folder: str, description: str) -> tuple[bytes, bytes]: ...
def profile_self_play(
    game: pyspiel.Game,
    evaluator: NetworkEvaluator,
    uct_c: float,
    simulations: int,
    decisions: int,
    seed: int,
) -> dict[str, float]: ...
def make_bot(
    game: pyspiel.Game,
    evaluator: NetworkEvaluator,
    uct_c: float,
    simulations: int,
    seconds: float,
    seed: int,
) -> pyspiel.Bot: ...

class NetworkEvaluator:
    def __init__(
        self, game: pyspiel.Game, folder: str, description: str, weights: str, cache_size: int
    ) -> None: ...
    def evaluate(self, state: pyspiel.State) -> list[float]: ...
    def prior(self, state: pyspiel.State) -> list[tuple[int, float]]: ...
    def seconds_per_state(self, state: pyspiel.State, batch_size: int) -> float: ...
