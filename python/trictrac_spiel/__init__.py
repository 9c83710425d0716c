"""Trictrac for OpenSpiel: importing this package registers the game ``trictrac``."""

import importlib
from typing import TYPE_CHECKING, Any

from trictrac_spiel import _build_info
from trictrac_spiel._src.drawing.notebooks import show_themselves as _show_themselves
from trictrac_spiel._src.environments.registration import register as _register_environments
from trictrac_spiel._src.registration import register as _register

__version__ = _build_info.VERSION

_register()
_register_environments()

from trictrac_spiel import _core as _core  # noqa: E402
from trictrac_spiel._src.errors import (  # noqa: E402
    IllegalPlayError,
    InvalidPositionError,
    RunError,
    TrictracError,
)
from trictrac_spiel._src.position.engine import Engine  # noqa: E402
from trictrac_spiel._src.position.position import Position  # noqa: E402

_show_themselves(_core.TrictracState, Engine, Position)

if TYPE_CHECKING:
    from trictrac_spiel._src.analysis.judging import (
        Evaluation,
        RankedPlay,
        RolloutResult,
        best_plays,
        evaluate,
        rollout,
    )
    from trictrac_spiel._src.data.generate import Generated, generate
    from trictrac_spiel._src.drawing.arrows import Arrow
    from trictrac_spiel._src.drawing.board_svg import board_svg
    from trictrac_spiel._src.environments.batched import BatchedEnv
    from trictrac_spiel._src.match.matches import GameResult, MatchResult, play_match
    from trictrac_spiel._src.people.board_text import board_text
    from trictrac_spiel._src.people.records import GameRecord
    from trictrac_spiel._src.people.session import GameSession
    from trictrac_spiel._src.players.bots import make as make_bot
    from trictrac_spiel._src.players.bots import maker as bot_maker
    from trictrac_spiel._src.players.judging_bot import JudgingBot
    from trictrac_spiel._src.position.game import (
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
    from trictrac_spiel._src.position.query import Answer, query
    from trictrac_spiel._src.position.values import Event, Play, Side
    from trictrac_spiel._src.train.alphazero_config import AlphaZeroConfig
    from trictrac_spiel._src.train.checkpoint import AlphaZeroBot, load_checkpoint
    from trictrac_spiel._src.train.results import TrainingResult, TrainingStep
    from trictrac_spiel._src.train.training import train

# What not everybody needs is imported when it is first asked for: its module, and its name
# there if it is another one.
_LATER = {
    "AlphaZeroBot": "train.checkpoint",
    "AlphaZeroConfig": "train.alphazero_config",
    "Answer": "position.query",
    "Arrow": "drawing.arrows",
    "BatchedEnv": "environments.batched",
    "Evaluation": "analysis.judging",
    "Event": "position.values",
    "Generated": "data.generate",
    "GameRecord": "people.records",
    "GameResult": "match.matches",
    "GameSession": "people.session",
    "JudgingBot": "players.judging_bot",
    "LayoutEntry": "position.game",
    "MatchResult": "match.matches",
    "Play": "position.values",
    "RankedPlay": "analysis.judging",
    "RolloutResult": "analysis.judging",
    "Side": "position.values",
    "TrainingResult": "train.results",
    "TrainingStep": "train.results",
    "best_plays": "analysis.judging",
    "board_drawing": "position.game",
    "board_svg": "drawing.board_svg",
    "board_text": "people.board_text",
    "bot_maker": "players.bots:maker",
    "evaluate": "analysis.judging",
    "events": "position.game",
    "explain": "position.game",
    "generate": "data.generate",
    "load_checkpoint": "train.checkpoint",
    "make_bot": "players.bots:make",
    "observation_layout": "position.game",
    "parse_play": "position.game",
    "play_match": "match.matches",
    "play_steps": "position.game",
    "play_text": "position.game",
    "position_id": "position.game",
    "position_text": "position.game",
    "query": "position.query",
    "rollout": "analysis.judging",
    "state_from_id": "position.game",
    "train": "train.training",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, attribute = _LATER[name].partition(":")
    value = getattr(importlib.import_module(f"{__name__}._src.{module}"), attribute or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})


__all__ = [
    "AlphaZeroBot",
    "AlphaZeroConfig",
    "Answer",
    "Arrow",
    "BatchedEnv",
    "Engine",
    "Evaluation",
    "Event",
    "GameRecord",
    "GameResult",
    "GameSession",
    "Generated",
    "IllegalPlayError",
    "InvalidPositionError",
    "JudgingBot",
    "LayoutEntry",
    "MatchResult",
    "Play",
    "Position",
    "RankedPlay",
    "RolloutResult",
    "RunError",
    "Side",
    "TrainingResult",
    "TrainingStep",
    "TrictracError",
    "__version__",
    "best_plays",
    "board_drawing",
    "board_svg",
    "board_text",
    "bot_maker",
    "evaluate",
    "events",
    "explain",
    "generate",
    "load_checkpoint",
    "make_bot",
    "observation_layout",
    "parse_play",
    "play_match",
    "play_steps",
    "play_text",
    "position_id",
    "position_text",
    "query",
    "rollout",
    "state_from_id",
    "train",
]
