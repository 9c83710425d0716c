"""The engine's players ``greedy`` and ``careful`` as bots: they look one play ahead."""

import pyspiel

from trictrac_spiel import _core, _engine
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.players.deciding_bot import DecidingBot


class JudgingBot(DecidingBot):
    """Plays what its judgement likes best; of equals, the smallest action.

    The judgement is written in Rust, in ``rust/play``. It is about states of trictrac
    with any utility, and about neither seat in particular.
    """

    def __init__(self, judgement: str, game: pyspiel.Game) -> None:
        """Takes the judgement, ``greedy`` or ``careful``, and a game of trictrac."""
        super().__init__(judgement, game, any_options=True)
        if game.get_type().short_name != "trictrac":
            raise TrictracError(f"{judgement} plays trictrac only, not {game}")
        self.judgement = judgement

    def judge(self, state: pyspiel.State) -> list[tuple[int, float]]:
        """Each legal action's worth in points; empty where nobody decides."""
        self.check_game_of(state)
        return self._position(state).judge_actions(self.judgement)

    def choose(self, state: pyspiel.State) -> int:
        """The best action."""
        return self._position(state).choose(self.judgement)

    def _position(self, state: pyspiel.State) -> _engine.Position:
        position = _core.position_bytes(state)
        if position is None:
            raise TrictracError(f"{self.judgement} plays trictrac only, not {state.get_game()}")
        return _engine.Position.from_bytes(position)


def make_greedy(game: pyspiel.Game, player_id: int = 0, seed: int = 0) -> pyspiel.Bot:
    """Counts points: those of this roll and of both players' next ones."""
    del player_id, seed  # It plays for whoever decides, and always the same.
    return JudgingBot("greedy", game)


def make_careful(game: pyspiel.Game, player_id: int = 0, seed: int = 0) -> pyspiel.Bot:
    """Also weighs jans, corner, pace and stray checkers."""
    del player_id, seed
    return JudgingBot("careful", game)
