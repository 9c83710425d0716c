"""Trictrac for OpenSpiel: importing this package registers the game ``trictrac``."""

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

__all__ = [
    "Analysis",
    "Engine",
    "Event",
    "IllegalPlayError",
    "InvalidPositionError",
    "Play",
    "RunError",
    "Side",
    "TrictracError",
    "__version__",
    "analyse",
    "board_drawing",
    "events",
    "explain",
    "observation_layout",
    "parse_play",
    "play_steps",
    "play_text",
    "position_id",
    "position_text",
    "state_from_id",
]
