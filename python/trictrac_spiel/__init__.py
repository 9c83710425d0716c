"""Trictrac for OpenSpiel: importing this package registers the game ``trictrac``."""

import importlib
from typing import TYPE_CHECKING, Any

from trictrac_spiel import _build_info
from trictrac_spiel._src.registration import register as _register

__version__ = _build_info.VERSION

_register()

from trictrac_spiel._src.analyse import Analysis, Event, Play, Side, analyse  # noqa: E402
from trictrac_spiel._src.engine import Engine  # noqa: E402
from trictrac_spiel._src.errors import (  # noqa: E402
    IllegalPlayError,
    InvalidPositionError,
    RunError,
    TrictracError,
)
from trictrac_spiel._src.game import (  # noqa: E402
    board_drawing,
    events,
    explain,
    observation_layout,
    parse_play,
    play_steps,
    play_text,
    position_id,
    position_text,
    state_from_id,
)

if TYPE_CHECKING:
    from trictrac_spiel._src.alphazero_config import AlphaZeroConfig
    from trictrac_spiel._src.board_svg import board_svg
    from trictrac_spiel._src.board_text import board_text
    from trictrac_spiel._src.checkpoint import AlphaZeroBot, load_checkpoint
    from trictrac_spiel._src.judging_bot import JudgingBot
    from trictrac_spiel._src.match import GameResult, MatchResult, play_match
    from trictrac_spiel._src.records import GameRecord
    from trictrac_spiel._src.train import TrainingResult, TrainingStep, train

# What not everybody needs is imported when it is first asked for.
_LATER = {
    "AlphaZeroBot": "checkpoint",
    "AlphaZeroConfig": "alphazero_config",
    "GameRecord": "records",
    "GameResult": "match",
    "JudgingBot": "judging_bot",
    "MatchResult": "match",
    "TrainingResult": "train",
    "TrainingStep": "train",
    "board_svg": "board_svg",
    "board_text": "board_text",
    "load_checkpoint": "checkpoint",
    "play_match": "match",
    "train": "train",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}._src.{_LATER[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})


__all__ = [
    "AlphaZeroBot",
    "AlphaZeroConfig",
    "Analysis",
    "Engine",
    "Event",
    "GameRecord",
    "GameResult",
    "IllegalPlayError",
    "InvalidPositionError",
    "JudgingBot",
    "MatchResult",
    "Play",
    "RunError",
    "Side",
    "TrainingResult",
    "TrainingStep",
    "TrictracError",
    "__version__",
    "analyse",
    "board_drawing",
    "board_svg",
    "board_text",
    "events",
    "explain",
    "load_checkpoint",
    "observation_layout",
    "parse_play",
    "play_match",
    "play_steps",
    "play_text",
    "position_id",
    "position_text",
    "state_from_id",
    "train",
]
