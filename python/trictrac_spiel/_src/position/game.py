"""What OpenSpiel's API cannot say about a state of ``trictrac``: functions that take the state."""

import operator
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

import pyspiel

from trictrac_spiel import _core
from trictrac_spiel._src.errors import IllegalPlayError, InvalidPositionError, TrictracError
from trictrac_spiel._src.position.analyse import Event

if TYPE_CHECKING:
    from trictrac_spiel._src.position.engine import Engine


def position_text(state: "pyspiel.State | Engine") -> str:
    """The position in one line of text: complete, and ``new_initial_state`` reads it back."""
    return _position(state).text


def position_id(state: "pyspiel.State | Engine") -> str:
    """The position in 18 characters, to exchange it.

    The id holds board, player, phase, dice, scores and flags. It holds neither the rules the game
    is played by, nor the number of rolls, nor the turn.
    """
    return _position(state).id


def state_from_id(game: pyspiel.Game, text: str) -> pyspiel.State:
    """A state of the game in the position of an 18-character id.

    Raises:
      InvalidPositionError: the text is no id of a position.
    """
    start = _position(game.new_initial_state())
    try:
        position = _core.Position.from_id(start, text)
    except ValueError as error:
        raise InvalidPositionError(str(error)) from None
    return game.new_initial_state(position.text)


def events(state: pyspiel.State) -> list[Event]:
    """The events of the last roll: what scored, for whom, and why.

    Fields are in the numbering of the player who rolled. Empty before the first roll of a history.
    """
    position = _position(state)
    if state.current_player() >= 0:
        return _events(position.events())
    history = state.full_history()
    ends = [i for i, action in enumerate(history) if action.player == pyspiel.PlayerId.CHANCE]
    if not ends:
        return []
    before = replay(state, history[: ends[-1]])
    fallen = before.action_to_string(pyspiel.PlayerId.CHANCE, history[ends[-1]].action)
    dice = [int(die) for die in fallen.split("-")]
    # Between two sequential dice the last roll is the one before.
    first = _position(before).dice()
    if len(dice) == 1 and not first:
        return events(before)
    return _events(_position(before).events_of_roll(first + dice))


def replay(state: pyspiel.State, history: Sequence[Any]) -> pyspiel.State:
    """The state after a part of another one's history."""
    past = state.starting_state() or state.get_game().new_initial_state()
    for action in history:
        past.apply_action(action.action)
    return past


def _events(found: Iterable[dict[str, Any]]) -> list[Event]:
    return [Event(**event) for event in found]


def play_text(state: "pyspiel.State | Engine", action: int) -> str:
    """An action of a decision in words, such as ``6-1: 1/7 1/2``, in the mover's numbering.

    Raises:
      IllegalPlayError: there is no action with this number anywhere in the game.
    """
    try:
        return _position(state).action_text(action)
    except ValueError as error:
        raise IllegalPlayError(str(error)) from None


def play_steps(state: "pyspiel.State | Engine", action: int) -> list[tuple[int, int]]:
    """The steps of an action as ``(from, to)``, ``to`` 0 for off the board; none for ``Go``.

    Raises:
      IllegalPlayError: the action stands for no play in this position.
    """
    try:
        return _position(state).steps(action)
    except ValueError as error:
        raise IllegalPlayError(str(error)) from None


def parse_play(state: "pyspiel.State | Engine", play: str | Iterable[Sequence[int]]) -> int:
    """The legal action that a text or a list of steps ``(from, to)`` stands for.

    Order of steps and resting field do not matter; the text may come without its dice.

    Raises:
      IllegalPlayError: no legal action is meant; the message says why.
    """
    position = _position(state)
    try:
        if isinstance(play, str):
            return position.parse_action(play)
        return position.action_of_steps(_steps(play))
    except ValueError as error:
        raise IllegalPlayError(str(error)) from None


def explain(
    state: "pyspiel.State | Engine", play: SupportsIndex | Iterable[Sequence[int]]
) -> str | None:
    """Why an action or a list of steps ``(from, to)`` is not allowed; None when it is."""
    position = _position(state)
    try:
        if isinstance(play, SupportsIndex):
            reason = position.explain(operator.index(play))
        else:
            reason = position.explain_steps(_steps(play))
    except ValueError as error:
        raise TrictracError(str(error)) from None
    return reason or None


def _steps(play: Iterable[Sequence[int]]) -> list[tuple[int, int]]:
    try:
        return [(int(start), int(end)) for start, end in play]
    except (TypeError, ValueError):
        raise TrictracError("a play is a text, or a list of steps (from, to)") from None


class LayoutEntry(NamedTuple):
    """A named range ``start:end`` of a tensor (of ``planes``, of its planes)."""

    name: str
    start: int
    end: int
    meaning: str


def observation_layout(observation: str = "features") -> list[LayoutEntry]:
    """What the values of the observation ``features``, ``compact`` or ``planes`` mean."""
    try:
        return [LayoutEntry(*entry) for entry in _core.layout(observation)]
    except ValueError as error:
        raise TrictracError(str(error)) from None


def board_drawing(state: "pyspiel.State | Engine") -> str:
    """The board, scores, dice and phase drawn as text, as ``str(state)`` does."""
    return _position(state).drawing


def _position(state: "pyspiel.State | Engine") -> _core.Position:
    """The engine's position behind a state of either game, or behind an ``Engine``."""
    position = _core.position_of(state) if isinstance(state, pyspiel.State) else None
    if position is None:
        owner = getattr(state, "engine", state)
        position = getattr(owner, "_position", None)
    if not isinstance(position, _core.Position):
        raise TrictracError(f"this is a state of another game than Trictrac: {state!r}")
    return position
