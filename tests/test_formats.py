"""The written game and schools through OpenSpiel: all that the ordinary game works through."""

import json
import random
from collections.abc import Iterator

import pyspiel
import pytest

import trictrac_spiel
from trictrac_spiel import GameSession, Position, TrictracError, make_bot

WRITTEN = "trictrac(format=written,marques=2)"
SETTLED = (
    "trictrac(format=written,marques=2,marque_first=winner,refait_consolation=arithmetic,"
    "settlement=full,utility=score)"
)
SCHOOLS = "trictrac(schools=true,holes=4)"
BOTH = "trictrac(format=written,marques=2,schools=true,utility=margin,dice=sequential)"
GAMES = [WRITTEN, SETTLED, SCHOOLS, BOTH]
CLAIMS = list(range(514, 578))


def choose(state: pyspiel.State, rng: random.Random) -> int:
    """Anything, but mostly what is due where points are claimed."""
    if state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        return int(rng.choices(outcomes, weights)[0])
    due = Position.of(state).due
    if due is not None and rng.random() < 0.8:
        return 514 + due // 2
    return int(rng.choice(state.legal_actions()))


def nodes(name: str, seed: int) -> Iterator[tuple[pyspiel.State, int | None]]:
    """The nodes of a random game, each with the action that comes next."""
    rng = random.Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    while not state.is_terminal():
        action = choose(state, rng)
        yield state, action
        state.apply_action(action)
    yield state, None


@pytest.mark.parametrize("name", GAMES)
def test_every_state_is_written_down_and_set_up_again(name: str) -> None:
    game = pyspiel.load_game(name)
    for number, (state, action) in enumerate(nodes(name, seed=1)):
        if number % 7 and Position.of(state).phase != "claim-received":
            continue
        assert game.new_initial_state(state.to_json()).to_json() == state.to_json()
        again = game.new_initial_state(trictrac_spiel.position_text(state))
        assert Position.of(again) == Position.of(state)
        assert str(
            pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]
        ) == str(state)
        if action is not None:
            player, before = state.current_player(), state.to_json()
            state.apply_action(action)
            state.undo_action(player, action)
            assert state.to_json() == before


@pytest.mark.parametrize("name", GAMES)
def test_actions_are_texts_and_structs_and_back(name: str) -> None:
    for number, (state, _) in enumerate(nodes(name, seed=2)):
        if number % 11 or state.current_player() < 0:
            continue
        for action in state.legal_actions()[::9]:
            assert state.string_to_action(state.action_to_string(action)) == action
            assert list(state.struct_to_actions(state.action_to_struct(action))) == [action]


@pytest.mark.parametrize("name", GAMES)
def test_rewards_sum_to_the_returns_within_bounds(name: str) -> None:
    game = pyspiel.load_game(name)
    earned = [0.0, 0.0]
    for state, _ in nodes(name, seed=3):
        rewards = state.rewards()
        earned = [sum(pair) for pair in zip(earned, rewards, strict=True)]
        for value in state.returns():
            assert game.min_utility() <= value <= game.max_utility()
    assert earned == pytest.approx(state.returns())
    if game.utility_sum() is not None:
        assert sum(state.returns()) == 0


def test_the_written_game_says_how_the_marques_stand() -> None:
    game = pyspiel.load_game(WRITTEN)
    assert json.loads(game.new_initial_state().to_json())["marque"] == 1
    assert game.get_parameters()["max_turns"] == 10_000
    assert game.observation_tensor_shape() == [225]
    for state, _ in nodes(WRITTEN, seed=4):
        found = json.loads(state.to_json())
        written = Position.of(state).written
        assert written is not None
        assert (found["marque"], found["refaits"]) == (written.marque, written.refaits)
        assert (found["wins"], found["tokens"]) == (list(written.wins), list(written.tokens))
        assert sum(found["tokens"]) == 0
        assert "school" not in found
    assert sum(written.wins) == 2
    assert state.returns()[0] == (written.tokens[0] > 0) - (written.tokens[0] < 0)


def test_a_won_marque_is_paid() -> None:
    game = pyspiel.load_game(WRITTEN)
    position = "tt1 p0 roll 1:9,7:1,8:1,10:2,12:2 1:15 8/6 0/3x 4,4 40 format=written marques=2"
    state = game.new_initial_state(position)
    state.apply_action(state.string_to_action("6-5"))
    state.apply_action(1)
    written = Position.of(state).written
    assert written == trictrac_spiel.Position.of(state).written
    assert (written.marque, written.wins, written.tokens) == (2, (1, 0), (17, -17))
    assert Position.of(state).mover == 1


def test_claims_are_all_legal_and_faults_are_punished() -> None:
    game = pyspiel.load_game("trictrac(schools=true)")
    assert game.num_distinct_actions() == 578
    assert game.max_game_length() == 3 * 1000
    assert pyspiel.load_game("trictrac").num_distinct_actions() == 514
    state = game.new_initial_state()
    state.apply_action(state.string_to_action("6-4"))
    assert state.legal_actions() == CLAIMS
    assert json.loads(state.to_json())["phase"] == "claim"
    state.apply_action(state.string_to_action("Claim 4"))
    assert json.loads(state.to_json())["school"] == 4
    state.apply_action(state.legal_actions()[0])
    assert (state.current_player(), json.loads(state.to_json())["phase"]) == (1, "claim-received")
    assert json.loads(state.to_json())["mover"] == 0
    state.apply_action(514)
    assert json.loads(state.to_json())["points"] == [0, 4]


def test_events_of_a_roll_stay_through_both_claims() -> None:
    game = pyspiel.load_game("trictrac(schools=true)")
    position = "tt1 p0 roll 1:9,7:1,8:1,10:2,12:2 1:15 0/0 0/0 4,4 40 schools=true"
    state = game.new_initial_state(position)
    state.apply_action(state.string_to_action("6-5"))
    events = json.loads(state.to_json())["events"]
    assert [event["jan"] for event in events] == ["corner_hit"]
    state.apply_action(516)
    assert json.loads(state.to_json())["events"] == events
    state.apply_action(state.legal_actions()[0])
    assert json.loads(state.to_json())["events"] == events
    set_up = game.new_initial_state(state.to_json())
    assert json.loads(set_up.to_json())["events"] == events


@pytest.mark.parametrize("name", ["random", "greedy", "careful", "mcts:2", "rollouts:2"])
def test_every_player_claims_what_is_due(name: str) -> None:
    game = pyspiel.load_game(SCHOOLS.replace("holes=4", "holes=1"))
    bot = make_bot(name, game, seed=1)
    rng = random.Random(5)
    state = game.new_initial_state()
    while not state.is_terminal():
        action = choose(state, rng) if state.is_chance_node() else bot.step(state)
        due = Position.of(state).due
        assert due is None or action == 514 + due // 2
        state.apply_action(action)


@pytest.mark.parametrize("name", ["mcts:5", "rollouts:5", "td:1"])
def test_searching_players_leave_a_marque_when_it_pays(name: str) -> None:
    game = pyspiel.load_game(WRITTEN)
    bot, careful = make_bot(name, game, seed=1), make_bot("careful", game)
    rng = random.Random(7)
    met = 0
    for seed in range(12):
        for state, _ in nodes(WRITTEN, seed=100 + seed):
            legal = [] if state.current_player() < 0 else state.legal_actions()
            if 1 in legal and len(legal) > 1 and rng.random() < 0.5:
                met += 1
                assert (bot.step(state) == 1) == (careful.step(state) == 1), str(state)
    assert met > 20


def test_a_hint_leaves_a_marque_when_it_pays() -> None:
    board = "1:9,7:1,8:1,10:2,12:2 1:15"
    won = f"tt1 p0 roll {board} 8/12 0/0 4,4 40 wins=1,0 tokens=10,-10 starter=p1"
    for marques, first in ((2, "Go"), (4, "Go")):
        position = Position.from_text(f"{won} format=written marques={marques}").roll("6-5")
        session = GameSession(("human", "careful"), position=position.text)
        assert session.hints()[0].choice.text == first
    run = Position.from_text(f"tt1 p0 roll {board} 8/8 0/0 4,4 40 format=written").roll("6-5")
    hints = GameSession(("human", "careful"), position=run.text).hints()
    assert make_bot("td", pyspiel.load_game("trictrac(format=written)")).step(run.state()) != 1
    assert [hint.choice.text for hint in hints].count("Go") == 0
    assert hints[0].behind == 0
    won = Position.from_text(f"{won} format=written marques=4").roll("6-5").text
    hints = GameSession(("human", "careful"), position=won).hints()
    assert hints[0].why == ("To go ends the marqué, 14 holes to 0: you win 64 tokens.",)
    assert all(hint.why == () for hint in hints[1:])


@pytest.mark.parametrize(
    ("parameters", "word"),
    [
        ("format=written,holes=6", "holes"),
        ("format=written,game_value=double", "game_value"),
        ("marques=4", "marques"),
        ("settlement=full", "settlement"),
        ("format=written,marques=3", "even number from 2 to 48"),
        ("format=points", "ordinary, written"),
    ],
)
def test_parameters_that_do_not_apply_are_refused(parameters: str, word: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=word):
        pyspiel.load_game(f"trictrac({parameters})")


def test_an_id_refuses_what_it_cannot_hold() -> None:
    written = (
        "tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 40 wins=1,0 tokens=10,-10 starter=p1 format=written"
    )
    with pytest.raises(TrictracError, match="marqués"):
        _ = Position.from_text(written).id
    claim = Position(schools=True).roll("6-4")
    with pytest.raises(TrictracError, match="claims"):
        _ = claim.id
    assert len(Position(format="written").id) == 18


@pytest.mark.parametrize("name", GAMES)
def test_the_python_game_agrees_node_by_node(name: str) -> None:
    import trictrac_spiel.python_trictrac  # noqa: F401  (registers it)

    other = pyspiel.load_game("python_" + name).new_initial_state()
    for state, action in nodes(name, seed=6):
        assert other.current_player() == state.current_player()
        assert other.legal_actions() == state.legal_actions()
        assert (other.returns(), other.rewards()) == (state.returns(), state.rewards())
        assert str(other) == str(state)
        if action is not None:
            other.apply_action(action)
    assert other.get_game().num_distinct_actions() == state.get_game().num_distinct_actions()
    assert other.get_game().max_utility() == state.get_game().max_utility()
