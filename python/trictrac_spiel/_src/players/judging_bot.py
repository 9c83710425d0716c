"""The engine's players ``greedy`` and ``careful`` as bots: they look one play ahead."""

import pyspiel

from trictrac_spiel import _core
from trictrac_spiel._src.errors import TrictracError


class JudgingBot(pyspiel.Bot):  # type: ignore[misc]
    """Plays what its judgement likes best; of equals, the smallest action.

    The judgement is written in Rust, in ``rust/play``. It is about states of trictrac
    with any utility, and about neither seat in particular.
    """

    def __init__(self, judgement: str, game: pyspiel.Game) -> None:
        """Takes the judgement, ``greedy`` or ``careful``, and a game of trictrac."""
        pyspiel.Bot.__init__(self)
        if game.get_type().short_name != "trictrac":
            raise TrictracError(f"{judgement} plays trictrac only, not {game}")
        self.judgement = judgement

    def judge(self, state: pyspiel.State) -> list[tuple[int, float]]:
        """Each legal action's worth in points; empty where nobody decides."""
        return self._position(state).judge_actions(self.judgement)

    def step(self, state: pyspiel.State) -> int:
        """The best action.

        Raises:
            TrictracError: nobody is to choose an action in this state.
        """
        position = self._position(state)
        try:
            return position.choose(self.judgement)
        except ValueError as error:
            what = "the game is over" if state.is_terminal() else "the dice are to be rolled"
            raise TrictracError(f"{self.judgement} cannot choose an action: {what}") from error

    def step_with_policy(self, state: pyspiel.State) -> tuple[list[tuple[int, float]], int]:
        """All probability on the best action, and the action."""
        action = self.step(state)
        return [(legal, float(legal == action)) for legal in state.legal_actions()], action

    def get_policy(self, state: pyspiel.State) -> list[tuple[int, float]]:
        """All probability on the best action."""
        return self.step_with_policy(state)[0]

    def provides_policy(self) -> bool:
        """It does."""
        return True

    def restart(self) -> None:
        """Nothing to forget: it judges what it sees."""

    def restart_at(self, state: pyspiel.State) -> None:
        """Nothing to forget: it judges what it sees."""

    def _position(self, state: pyspiel.State) -> _core.Position:
        position = _core.position_of(state)
        if position is None:
            raise TrictracError(f"{self.judgement} plays trictrac only, not {state.get_game()}")
        return position


def make_greedy(game: pyspiel.Game, player_id: int = 0, seed: int = 0) -> pyspiel.Bot:
    """Counts points: those of this roll and of both players' next ones."""
    del player_id, seed  # It plays for whoever decides, and always the same.
    return JudgingBot("greedy", game)


def make_careful(game: pyspiel.Game, player_id: int = 0, seed: int = 0) -> pyspiel.Bot:
    """Also weighs jans, corner, pace and stray checkers."""
    del player_id, seed
    return JudgingBot("careful", game)
