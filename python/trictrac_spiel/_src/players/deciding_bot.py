"""What all players have in common: they play for whoever decides, and refuse where nobody does.

OpenSpiel's own bots end the process there, or answer what is no action of anybody. So every
player of this package is a ``DecidingBot``, and the check below is the only one. With schools all
of them claim what is due.
"""

from typing import Any

import pyspiel

from trictrac_spiel import _core, _engine
from trictrac_spiel._src.errors import TrictracError


class DecidingBot(pyspiel.Bot):  # type: ignore[misc]
    """Base of the players. A derived class chooses; whether there is a choice is seen to here."""

    def __init__(self, name: str, game: pyspiel.Game, *, any_options: bool = False) -> None:
        """Takes the player's name for messages, and the game.

        Args:
            name: what the player is called.
            game: what it plays.
            any_options: whether states of the game with other parameters will do, too.
        """
        pyspiel.Bot.__init__(self)
        check_game(name, game)
        self.name = name
        self.game = game
        self._any_options = any_options
        self._short_name = game.get_type().short_name

    def choose(self, state: pyspiel.State) -> int:
        """The action, in a state where somebody decides."""
        raise NotImplementedError

    def choose_with_policy(self, state: pyspiel.State) -> tuple[list[tuple[int, float]], int]:
        """A probability for actions, and the action; by default all on the one chosen."""
        chosen = self.choose(state)
        return [(action, float(action == chosen)) for action in state.legal_actions()], chosen

    def check(self, state: Any) -> None:
        """Refuses what nobody could answer.

        Raises:
            TrictracError: this is no state, or of another game, or nobody decides in it.
        """
        if not isinstance(state, pyspiel.State):
            raise TrictracError(f"{self.name} wants a state of {self.game}, not {state!r}")
        self.check_game_of(state)
        if state.current_player() < 0:
            what = "the game is over" if state.is_terminal() else "the dice are to be rolled"
            raise TrictracError(f"{self.name} cannot choose an action: {what}")

    def check_game_of(self, state: pyspiel.State) -> None:
        """Refuses a state of another game."""
        game = state.get_game()
        if game == self.game:
            return
        if game.get_type().short_name != self._short_name:
            raise TrictracError(f"{self.name} plays {self._short_name} only, not {game}")
        if not self._any_options and str(game) != str(self.game):
            raise TrictracError(f"{self.name} was made for {self.game}, but the state is of {game}")

    # OpenSpiel's interface.

    def step(self, state: pyspiel.State) -> int:
        """The action, for whichever player decides.

        Raises:
            TrictracError: nobody is to choose an action in this state.
        """
        self.check(state)
        claim = honest_claim(state)
        return self.choose(state) if claim is None else claim

    def step_with_policy(self, state: pyspiel.State) -> tuple[list[tuple[int, float]], int]:
        """A probability for actions, and the action; errors as those of ``step``."""
        self.check(state)
        claim = honest_claim(state)
        return self.choose_with_policy(state) if claim is None else ([(claim, 1.0)], claim)

    def get_policy(self, state: pyspiel.State) -> list[tuple[int, float]]:
        """A probability for actions; errors as those of ``step``."""
        return self.step_with_policy(state)[0]

    def provides_policy(self) -> bool:
        """It does."""
        return True

    def restart(self) -> None:
        """Nothing to forget: each state is looked at anew."""

    def restart_at(self, state: pyspiel.State) -> None:
        """Nothing to forget: each state is looked at anew."""


class WrappedBot(DecidingBot):
    """A player that leaves the choice to a bot of OpenSpiel's, one for each seat or for both."""

    def __init__(self, name: str, game: pyspiel.Game, bots: list[pyspiel.Bot]) -> None:
        """Takes a bot for each player, who may be the same."""
        super().__init__(name, game)
        self._bots = bots

    def choose(self, state: pyspiel.State) -> int:
        """What the bot of the player who decides chooses."""
        return int(self._bots[state.current_player()].step(state))

    def choose_with_policy(self, state: pyspiel.State) -> tuple[list[tuple[int, float]], int]:
        """What the bot of the player who decides says."""
        policy, action = self._bots[state.current_player()].step_with_policy(state)
        return list(policy), int(action)


def honest_claim(state: pyspiel.State) -> int | None:
    """The claim of exactly what is due; None where no points are to be claimed.

    What is due follows from board and dice, so no player has anything to think about there.
    """
    position = _core.position_bytes(state)
    return None if position is None else _engine.Position.from_bytes(position).honest_claim


def check_game(name: str, game: Any) -> None:
    """Refuses what is no game, which OpenSpiel would follow into nothing."""
    if not isinstance(game, pyspiel.Game):
        raise TrictracError(
            f"{name} wants a game, such as pyspiel.load_game('trictrac'), not {game!r}"
        )
