"""The compiled module: the game in C++ over the engine in Rust."""

from typing import Any

import pyspiel

def provoke_panic(message: str) -> None: ...
def position_bytes(state: pyspiel.State) -> bytes | None: ...
def state_from_bytes(game: TrictracGame, bytes: bytes) -> TrictracState: ...

class TrictracWayMove:
    @property
    def from_(self) -> int | None: ...
    @property
    def dice(self) -> list[int]: ...
    @property
    def rests(self) -> list[int]: ...
    @property
    def to(self) -> int | None: ...

class TrictracEvent:
    @property
    def jan(self) -> str: ...
    @property
    def ways(self) -> int: ...
    @property
    def points(self) -> int: ...
    @property
    def to(self) -> str: ...
    @property
    def field(self) -> int | None: ...
    @property
    def ways_detail(self) -> list[list[TrictracWayMove]]: ...

class _Contents:
    current_player: int
    mover: int
    phase: str
    board: list[int]
    dice: list[int]
    points: list[int]
    holes: list[int]
    bredouille: list[bool]
    grande_bredouille: list[bool]
    rolls: list[int]
    turns: int
    first_roll: bool
    opening: list[int]
    winner: int | None
    events: list[TrictracEvent]

class TrictracStateStruct(_Contents, pyspiel.StateStruct):  # type: ignore[misc]
    def __init__(self, json: str | dict[str, Any] = ...) -> None: ...

class TrictracObservationStruct(_Contents, pyspiel.ObservationStruct):  # type: ignore[misc]
    observing_player: int
    def __init__(self, json: str | dict[str, Any] = ...) -> None: ...

class TrictracActionStruct(pyspiel.ActionStruct):  # type: ignore[misc]
    type: str
    dice: list[int]
    steps: list[list[int]]
    def __init__(self, json: str | dict[str, Any] = ...) -> None: ...

class TrictracGameParams(pyspiel.GameParametersStruct):  # type: ignore[misc]
    dice: str
    utility: str
    observation: str
    max_turns: int
    holes: int
    game_value: str
    first_roll_no_double: bool
    exit_rule: str
    exact_exit_mandatory: bool
    exit_dead_number_penalty: bool
    pile_de_misere: bool
    jan_de_rencontre: bool
    margot: bool
    def __init__(self, json: str | dict[str, Any] = ...) -> None: ...

class TrictracState(pyspiel.State):  # type: ignore[misc]
    def observation_tensor(self, player: int = ...) -> list[float]: ...

class TrictracGame(pyspiel.Game):  # type: ignore[misc]
    StateStruct: type[TrictracStateStruct]
    ObservationStruct: type[TrictracObservationStruct]
    ActionStruct: type[TrictracActionStruct]
    GameParametersStruct: type[TrictracGameParams]
