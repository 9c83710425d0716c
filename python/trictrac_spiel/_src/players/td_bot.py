"""The players ``td`` and ``td:PLIES``: the shipped value network, looking ahead."""

import functools

import pyspiel

from trictrac_spiel import _engine
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.players.deciding_bot import DecidingBot
from trictrac_spiel._src.position.position import Position

_BEST = 2
"""How many plays ahead plain ``td`` looks: as many as fit into 50 ms."""
_MOST = 3


@functools.cache
def network() -> _engine.ValueNetwork:
    """The shipped network."""
    return _engine.ValueNetwork.champion()


def plies_of(player: str) -> int:
    """How many plays ahead a player called ``td`` or ``td:PLIES`` looks.

    Raises:
      TrictracError: it is called otherwise.
    """
    kind, colon, argument = str(player).partition(":")
    if kind != "td" or (colon and not argument):
        raise TrictracError(
            f"player: must be td or td:PLIES, which judge winning chances, not {player!r}"
        )
    check_plies(argument)
    return int(argument) if argument else _BEST


def check_plies(argument: str) -> None:
    """Raises TrictracError unless it is a number of plies, or empty."""
    if argument and argument not in map(str, range(1, _MOST + 1)):
        raise TrictracError(f"PLIES must be a number of plays, 1 to {_MOST}, not {argument!r}")


class TdBot(DecidingBot):
    """Plays what promises most by a value network; it plays for whoever decides."""

    def __init__(
        self,
        game: pyspiel.Game,
        plies: int = _BEST,
        with_network: _engine.ValueNetwork | None = None,
    ) -> None:
        """Takes a game of trictrac, how far to look, and another network than the shipped one."""
        super().__init__(f"td:{plies}", game, any_options=True)
        if game.get_type().short_name != "trictrac":
            raise TrictracError(f"td plays trictrac only, not {game}")
        self._plies = plies
        self._network = with_network or network()

    def choose(self, state: pyspiel.State) -> int:
        """The best action."""
        action = self._network.choose(Position.of(state)._value, self._plies)
        assert action is not None  # Somebody decides: that has been checked.
        return action


def make(game: pyspiel.Game, player_id: int = 0, seed: int = 0, argument: str = "") -> pyspiel.Bot:
    """The player ``td`` or ``td:PLIES``."""
    del player_id, seed  # It plays for whoever decides, and always the same.
    return TdBot(game, int(argument) if argument else _BEST)
