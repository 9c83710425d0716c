"""``Engine``: a :class:`Position` that changes, with the method names of earlier bindings.

It is for programs that were written against them, and for ``python_trictrac``. New programs use
``Position``, which says the same in fewer words and cannot change behind their back.
"""

from collections.abc import Sequence

from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.position.position import Position


class Engine:
    """A game of Trictrac. Dice come from outside; the engine knows the rules and keeps the score.

    Players are 0 and 1, and player 0 rolls first; only ``get_score`` counts them from 1. An engine
    can be copied, compared and pickled.

    Args:
      **options: contested rules and lengths by their names, such as ``holes=3``.

    Example:
      >>> engine = Engine(holes=3)
      >>> engine.needs_roll()
      True
      >>> engine.apply_dice_roll((6, 1))
      >>> engine.action_to_string(0, engine.get_legal_actions(0)[0])
      '6-1: 1/7 1/2'
    """

    def __init__(self, **options: int | str | bool) -> None:
        self._position = Position(**options)

    def needs_roll(self) -> bool:
        """Are the dice to be rolled?"""
        return self._position.needs_roll

    def is_game_ended(self) -> bool:
        """Is the game over?"""
        return self._position.is_over

    def current_player_idx(self) -> int:
        """The player, 0 or 1, who rolls or decides; after the game, who did so last."""
        return self._position.mover

    def deciding_player_idx(self) -> int:
        """The player, 0 or 1, who decides; who rolls, or did so last, where nobody decides.

        With schools that is the other player when it is for him to claim.
        """
        player = self._position.current_player
        return self._position.mover if player < 0 else player

    def get_legal_actions(self, player_idx: int) -> list[int]:
        """The legal actions of a player, 0 or 1, ascending.

        Empty for the player who has nothing to decide: for the other one, for both when the dice
        are to be rolled, and for both after the game.
        """
        _check_player(player_idx)
        if self._position.current_player != player_idx:
            return []
        return self._position.legal_actions

    def action_to_string(self, player_idx: int, action: int) -> str:
        """The text of an action of a player, 0 or 1, in that player's numbering of the fields."""
        _check_player(player_idx)
        return self._position.action_text(action)

    def apply_dice_roll(self, dice: Sequence[int]) -> None:
        """Rolls two dice, each 1 to 6, in either order."""
        numbers = list(dice)
        if len(numbers) != 2:
            raise TrictracError(f"a roll is two dice, not {numbers}")
        self._position = self._position.roll(numbers)

    def apply_die(self, die: int) -> None:
        """Rolls one die, 1 to 6; two calls make a roll."""
        self._position = self._position.roll(die)

    def apply_action(self, action: int) -> None:
        """Takes an action of the player who decides.

        Raises:
          IllegalPlayError: it is not legal; the message says why. Nothing has changed.
        """
        self._position = self._position.apply(action)

    def get_score(self, player_id: int) -> int:
        """The points of a player, here 1 or 2, twelve to a hole."""
        if player_id not in (1, 2):
            raise TrictracError(f"player {player_id} has no score: here players are 1 and 2")
        return self.get_players_scores()[player_id - 1]

    def get_players_scores(self) -> list[int]:
        """The points of players 0 and 1, twelve to a hole."""
        return list(self._position.totals)

    def get_tensor(self, player_idx: int | None = None) -> list[int]:
        """The 36 numbers of the observation ``compact``, as a player, 0 or 1, sees the game.

        Without an argument that is the player who rolls or decides.
        """
        return [round(value) for value in self.observation("compact", player_idx)]

    def get_observation_string(self, player_idx: int | None = None) -> str:
        """The game drawn for a player, 0 or 1. Both see the same."""
        if player_idx is not None:
            _check_player(player_idx)
        return str(self._position)

    def observation(self, name: str, player_idx: int | None = None) -> list[float]:
        """The tensor ``features``, ``compact`` or ``planes`` of a player, 0 or 1, flattened."""
        player = self.current_player_idx() if player_idx is None else player_idx
        _check_player(player)
        values: list[float] = self._position.observation(name, player).tolist()
        return values

    def outcome(self) -> tuple[int | None, int]:
        """The winner, 0, 1 or None, and what he gains by the option ``game_value``.

        ``(None, 0)`` before the end of the game and for a draw.
        """
        return self._position.outcome

    @property
    def position(self) -> str:
        """The position text, which names everything about the game."""
        return self._position.text

    def __str__(self) -> str:
        return str(self._position)

    def __repr__(self) -> str:
        return f"<Engine {self.position}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Engine) and self._position == other._position

    def __hash__(self) -> int:
        return hash(self._position)


def _check_player(player_idx: int) -> None:
    if player_idx not in (0, 1):
        raise TrictracError(f"player {player_idx} does not exist: players are 0 and 1")
