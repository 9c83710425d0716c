"""What OpenSpiel's API cannot say about a state of ``trictrac``: functions that take the state."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

import pyspiel

from trictrac_spiel import _engine
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.position.options import named_options
from trictrac_spiel._src.position.position import Position
from trictrac_spiel._src.position.values import Event

if TYPE_CHECKING:
    from trictrac_spiel._src.position.engine import Engine


def position_text(state: "pyspiel.State | Engine | Position") -> str:
    """The position in one line of text: complete, and ``new_initial_state`` reads it back."""
    return Position.of(state).text


def position_id(state: "pyspiel.State | Engine | Position") -> str:
    """The position in 18 characters, to exchange it.

    The id holds board, player, phase, dice, scores and flags. It holds neither the rules the game
    is played by, nor the number of rolls, nor the turn.
    """
    return Position.of(state).id


def state_from_id(game: pyspiel.Game, text: str) -> pyspiel.State:
    """A state of the game in the position of an 18-character id.

    Raises:
      InvalidPositionError: the text is no id of a position.
      TrictracError: the game is none.
    """
    if not isinstance(game, pyspiel.Game):
        raise TrictracError(f"game is {game!r}, but it must be one that pyspiel.load_game made")
    options = Position.of(game.new_initial_state()).options
    return Position.from_id(text, **options).state(game)


def events(state: pyspiel.State) -> list[Event]:
    """The events of the last roll: what scored, for whom, and why.

    Fields are in the numbering of the player who rolled. Empty before the first roll of a history.
    """
    if not isinstance(state, pyspiel.State):
        raise TrictracError(
            "events takes a state of OpenSpiel, which knows what was rolled last; "
            f"ask a Position for its .events(), not {state!r}"
        )
    position = Position.of(state)
    if state.current_player() >= 0 and position.phase != "claim-received":
        return position.events()
    history = state.full_history()
    ends = [i for i, action in enumerate(history) if action.player == pyspiel.PlayerId.CHANCE]
    if not ends:
        return []
    before = replay(state, history[: ends[-1]])
    fallen = before.action_to_string(pyspiel.PlayerId.CHANCE, history[ends[-1]].action)
    dice = [int(die) for die in fallen.split("-")]
    # Between two sequential dice the last roll is the one before.
    first = Position.of(before).dice
    if len(dice) == 1 and not first:
        return events(before)
    return Position.of(before).events([*first, *dice])


def replay(state: pyspiel.State, history: Sequence[Any]) -> pyspiel.State:
    """The state after a part of another one's history."""
    past = state.starting_state() or state.get_game().new_initial_state()
    for action in history:
        past.apply_action(action.action)
    return past


def play_text(state: "pyspiel.State | Engine | Position", action: int) -> str:
    """An action of a decision in words, such as ``6-1: 1/7 1/2``, in the mover's numbering.

    Raises:
      IllegalPlayError: there is no action with this number anywhere in the game.
    """
    return Position.of(state).action_text(action)


def play_steps(state: "pyspiel.State | Engine | Position", action: int) -> list[tuple[int, int]]:
    """The steps of an action as ``(from, to)``, ``to`` 0 for off the board; none for ``Go``.

    Raises:
      IllegalPlayError: the action stands for no play in this position.
    """
    return list(Position.of(state).steps(action))


def parse_play(
    state: "pyspiel.State | Engine | Position", play: str | Iterable[Sequence[int]]
) -> int:
    """The legal action that a text or a list of steps ``(from, to)`` stands for.

    Order of steps and resting field do not matter; the text may come without its dice.

    Raises:
      IllegalPlayError: no legal action is meant; the message says why.
    """
    return Position.of(state).action_of(play)


def explain(
    state: "pyspiel.State | Engine | Position", play: SupportsIndex | Iterable[Sequence[int]]
) -> str | None:
    """Why an action or a list of steps ``(from, to)`` is not allowed; None when it is."""
    return Position.of(state).explain(play)


class LayoutEntry(NamedTuple):
    """A named range ``start:end`` of a tensor (of ``planes``, of its planes)."""

    name: str
    start: int
    end: int
    meaning: str


def observation_layout(
    observation: str = "features", **options: int | str | bool
) -> list[LayoutEntry]:
    """What the values of the observation ``features``, ``compact`` or ``planes`` mean.

    Args:
      observation: which one.
      **options: of the game; ``format="written"`` and ``schools=True`` append values.
    """
    return [LayoutEntry(*entry) for entry in _engine.layout(observation, named_options(options))]


def board_drawing(state: "pyspiel.State | Engine | Position") -> str:
    """The board, scores, dice and phase drawn as text, as ``str(state)`` does."""
    return str(Position.of(state))
