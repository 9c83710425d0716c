"""Versions of what the numbers mean that a network reads and writes.

Raised together with a change of the action ids or of a tensor's layout, so that a network
trained before it is refused instead of playing nonsense.
"""

import pyspiel

ACTION_ENCODING = 1
OBSERVATION_ENCODING = 1


def encodings_of(game: pyspiel.Game) -> dict[str, object]:
    """The encodings of a game; OpenSpiel's own games have no versions of theirs."""
    if game.get_type().short_name != "trictrac":
        return {}
    return {
        "actions": ACTION_ENCODING,
        "observation": game.get_parameters()["observation"],
        "observation_version": OBSERVATION_ENCODING,
    }
