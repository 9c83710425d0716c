"""Paired-dice matches: same dice for both, same result for the same seed."""

import functools

import pyspiel
import pytest

import trictrac_spiel  # noqa: F401  (registers the game)
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.match.facts import facts
from trictrac_spiel._src.match.matches import paired_interval, play_match
from trictrac_spiel._src.players import bots

GAME = "trictrac(holes=1)"


class RollRecorder(pyspiel.Bot):
    """Plays the first legal action and notes the rolls it sees."""

    seen: list = []  # noqa: RUF012  (shared on purpose)

    def __init__(self):
        super().__init__()
        self.rolls = []
        self.seen.append(self)

    def step(self, state):
        self.rolls = [
            item.action for item in state.full_history() if item.player == pyspiel.PlayerId.CHANCE
        ]
        return state.legal_actions()[0]


def test_both_games_of_a_pair_have_the_same_dice():
    RollRecorder.seen.clear()
    make = lambda game, player_id, seed: RollRecorder()  # noqa: E731
    play_match(pyspiel.load_game(GAME), make, make, 2, seed=3)
    first, _, second, _ = RollRecorder.seen
    shared = min(len(first.rolls), len(second.rolls))
    assert shared > 5
    assert first.rolls[:shared] == second.rolls[:shared]


def test_same_seed_same_games_for_any_number_of_jobs():
    game = pyspiel.load_game(GAME)
    play = functools.partial(
        play_match, game, bots.maker("random"), bots.maker("mcts:5"), 6, seed=11
    )
    alone, together = play(jobs=1), play(jobs=2)
    assert alone.games == together.games
    assert (
        alone.games
        != play_match(game, bots.maker("random"), bots.maker("mcts:5"), 6, seed=12).games
    )


def test_the_counts_add_up():
    reported = []
    result = play_match(
        pyspiel.load_game(GAME),
        bots.maker("random"),
        bots.maker("random"),
        7,
        on_game=reported.append,
    )
    assert len(result.games) == len(reported) == 7
    assert result.wins + result.losses + result.draws == 7
    assert result.win_rate == (result.wins + 0.5 * result.draws) / 7
    low, high = result.win_rate_ci95
    assert 0 <= low < result.win_rate < high <= 1
    assert result.hole_margin is not None
    assert {game.seat_of_a for game in result.games} == {0, 1}


def test_a_written_game_is_counted_in_tokens():
    game = pyspiel.load_game("trictrac(format=written,marques=2)")
    result = play_match(game, bots.maker("greedy"), bots.maker("random"), 6, seed=2)
    assert result.hole_margin is None
    assert result.token_margin is not None
    for played in result.games:
        assert played.holes is None
        assert played.tokens is not None
        assert sum(played.tokens) == 0
        won = played.tokens[0]
        assert played.returns[played.seat_of_a] == (won > 0) - (won < 0)
    told = facts(result, "greedy", "random")
    assert (told["hole_margin"], told["token_margin"]) == (None, result.token_margin)


def test_mcts_beats_random():
    result = play_match(
        pyspiel.load_game(GAME), bots.maker("mcts:50"), bots.maker("random"), 60, seed=1
    )
    assert result.win_rate_ci95[0] > 0.5


@pytest.mark.parametrize(
    ("pairs", "low", "high"),
    [
        ([[1, 1]] * 50, 0.963, 1.0),  # Wilson for 100 of 100
        ([[0, 0]] * 50, 0.0, 0.037),
        ([[1, 0]] * 50, 0.43, 0.57),  # the dice decide: half of the variance or less
        ([[1, 1]] * 25 + [[0, 0]] * 25, 0.36, 0.64),  # as good as 50 games
        ([[1, 0.5]], 0.20, 0.98),
    ],
)
def test_the_interval_knows_how_much_pairs_tell(pairs, low, high):
    assert paired_interval(pairs) == pytest.approx((low, high), abs=0.01)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("grandmaster", "the players are"),
        ("mcts:many", "number of simulations"),
        ("mcts:0", "number of simulations"),
        ("random:3", "nothing after a colon"),
        ("az:", "az needs the folder"),
        ("az:nowhere", "nowhere"),
    ],
)
def test_wrong_names_are_refused_with_the_right_ones(name, message):
    with pytest.raises(TrictracError, match=message):
        bots.maker(name)


def test_wrong_numbers_are_refused():
    game = pyspiel.load_game(GAME)
    for arguments in ({"games": 0}, {"games": 2, "jobs": 0}):
        with pytest.raises(TrictracError):
            play_match(game, bots.maker("random"), bots.maker("random"), **arguments)
