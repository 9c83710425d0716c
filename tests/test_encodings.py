"""The versions of the encodings that checkpoints carry follow the encodings."""

import hashlib
import random

import pyspiel

import trictrac_spiel  # noqa: F401  (registers the game)
from trictrac_spiel._src.position import encodings

# A digest of one game for each version. When a test below fails because ids or tensors have
# changed their meaning, raise the version in encodings.py and enter its digest; when a rule
# was corrected and the game took another course, put the new digest in place of the old.
DIGESTS = {
    "actions": {1: "01aed22b5e27aaac"},
    "observations": {1: "226d5b55caf24187"},
}


def states_of_a_game(game="trictrac"):
    """Every node of a random game, always the same one."""
    luck = random.Random(4)
    state = pyspiel.load_game(game).new_initial_state()
    while not state.is_terminal():
        yield state
        state.apply_action(luck.choice(state.legal_actions()))
    yield state


def digest(words):
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:16]


def test_the_actions_mean_what_their_version_says():
    """An action means the position it leads to."""
    words = [
        f"{action} {state.child(action).observation_tensor(0)}"
        for state in states_of_a_game("trictrac(observation=compact)")
        for action in state.legal_actions()
    ]
    assert digest(words) == DIGESTS["actions"][encodings.ACTION_ENCODING]


def test_the_tensors_mean_what_their_version_says():
    words = []
    for kind in ("features", "compact", "planes"):
        for state in states_of_a_game(f"trictrac(observation={kind})"):
            for player in (0, 1):
                words.append(" ".join(f"{x:.4f}" for x in state.observation_tensor(player)))
    assert digest(words) == DIGESTS["observations"][encodings.OBSERVATION_ENCODING]


def test_openspiels_own_games_have_no_version():
    assert encodings.encodings_of(pyspiel.load_game("backgammon")) == {}
