"""Trictrac for OpenSpiel: importing this package registers the game ``trictrac``."""

import importlib
from typing import TYPE_CHECKING, Any

from trictrac_spiel import _build_info
from trictrac_spiel._src.registration import register as _register

__version__ = _build_info.VERSION

_register()

from trictrac_spiel._src.engine import Engine  # noqa: E402
from trictrac_spiel._src.errors import (  # noqa: E402
    IllegalPlayError,
    InvalidPositionError,
    RunError,
    TrictracError,
)

if TYPE_CHECKING:
    from trictrac_spiel._src.alphazero_config import AlphaZeroConfig
    from trictrac_spiel._src.analyse import Analysis, Event, Play, Side, analyse
    from trictrac_spiel._src.board_svg import board_svg
    from trictrac_spiel._src.board_text import board_text
    from trictrac_spiel._src.bots import make as make_bot
    from trictrac_spiel._src.bots import maker as bot_maker
    from trictrac_spiel._src.checkpoint import AlphaZeroBot, load_checkpoint
    from trictrac_spiel._src.game import (
        LayoutEntry,
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
    from trictrac_spiel._src.judging_bot import JudgingBot
    from trictrac_spiel._src.match import GameResult, MatchResult, play_match
    from trictrac_spiel._src.records import GameRecord
    from trictrac_spiel._src.train import TrainingResult, TrainingStep, train

# What not everybody needs is imported when it is first asked for: its module, and its name
# there if it is another one.
_LATER = {
    "AlphaZeroBot": "checkpoint",
    "AlphaZeroConfig": "alphazero_config",
    "Analysis": "analyse",
    "Event": "analyse",
    "GameRecord": "records",
    "GameResult": "match",
    "JudgingBot": "judging_bot",
    "LayoutEntry": "game",
    "MatchResult": "match",
    "Play": "analyse",
    "Side": "analyse",
    "TrainingResult": "train",
    "TrainingStep": "train",
    "analyse": "analyse",
    "board_drawing": "game",
    "board_svg": "board_svg",
    "board_text": "board_text",
    "bot_maker": "bots.maker",
    "events": "game",
    "explain": "game",
    "load_checkpoint": "checkpoint",
    "make_bot": "bots.make",
    "observation_layout": "game",
    "parse_play": "game",
    "play_match": "match",
    "play_steps": "game",
    "play_text": "game",
    "position_id": "game",
    "position_text": "game",
    "state_from_id": "game",
    "train": "train",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, attribute = _LATER[name].partition(".")
    value = getattr(importlib.import_module(f"{__name__}._src.{module}"), attribute or name)
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
    "LayoutEntry",
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
    "bot_maker",
    "events",
    "explain",
    "load_checkpoint",
    "make_bot",
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
