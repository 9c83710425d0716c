"""Dice for people: reading them, and putting them on the table whatever the tree's shape."""

import re
from collections.abc import Sequence

import pyspiel

from trictrac_spiel._src.errors import TrictracError


def parse_dice(text: str) -> tuple[int, int]:
    """Two dice as people write them: ``6-4``, ``64``, ``6 4`` or ``6,4``.

    Raises:
      TrictracError: these are no two dice.
    """
    found = re.fullmatch(r"\s*([1-6])\s*[-, ]?\s*([1-6])\s*", text)
    if found is None:
        raise TrictracError(f"{text!r} is no roll; write two dice, each 1 to 6, such as 6-4")
    return int(found[1]), int(found[2])


def dice_of(action: int, state: pyspiel.State) -> list[int]:
    """The dice that an outcome of a chance node puts on the table: two, or one of two."""
    return list(state.action_to_struct(pyspiel.PlayerId.CHANCE, action).dice)


def outcomes_of(state: pyspiel.State, dice: Sequence[int]) -> list[int]:
    """The outcomes of a chance node that put these dice on the table: one, or two in turn.

    Raises:
      TrictracError: they cannot be rolled now.
    """
    if not state.is_chance_node():
        raise TrictracError("no roll is due")
    written = "-".join(map(str, dice))
    for action in state.legal_actions():
        rolled = dice_of(action, state)
        if rolled == list(dice[: len(rolled)]) or sorted(rolled) == sorted(dice):
            rest = dice[len(rolled) :]
            return [action, *(outcomes_of(state.child(action), rest) if rest else ())]
    if len(set(dice)) == 1 and len(dice) == 2:
        raise TrictracError(f"{written}: the first roll of a game cannot be a double")
    raise TrictracError(f"{written} cannot be rolled now")


def apply_dice(state: pyspiel.State, dice: Sequence[int]) -> None:
    """Rolls these dice at a chance node, in one action or in two.

    Raises:
      TrictracError: they cannot be rolled now; nothing has changed.
    """
    for action in outcomes_of(state, dice):
        state.apply_action(action)
