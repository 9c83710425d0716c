"""The game through OpenSpiel's interface, and our own functions about its states."""

import copy
import json
import pickle
import random
from collections.abc import Callable, Iterator

import pyspiel
import pytest
from open_spiel.python.observation import make_observation

import trictrac_spiel as tt
from helpers import run_python
from trictrac_spiel import _core, python_trictrac  # noqa: F401  (registers python_trictrac)

DICE = ("ordered", "unordered", "sequential")


def walk(game: pyspiel.Game, seed: int) -> Iterator[pyspiel.State]:
    """Every state of a random game."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    yield state
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        yield state


def first_state(game: pyspiel.Game, wanted: Callable[[pyspiel.State], bool]) -> pyspiel.State:
    for seed in range(10_000):
        for state in walk(game, seed):
            if wanted(state):
                return state
    raise AssertionError("no such state")


@pytest.fixture(scope="module")
def game() -> pyspiel.Game:
    return pyspiel.load_game("trictrac")


@pytest.fixture
def decision(game: pyspiel.Game) -> pyspiel.State:
    """Player 0 to play 6-1."""
    return game.new_initial_state().child(30)


class TestParameters:
    @pytest.mark.parametrize(
        ("wrong", "accepted"),
        [
            ("dice=coins", "ordered, unordered, sequential"),
            ("utility=gold", "win, margin, score"),
            ("observation=none", "features, compact, planes"),
            ("max_turns=0", "from 1 to 65535"),
            ("max_turns=65536", "from 1 to 65535"),
            ("holes=0", "from 1 to 100"),
            ("holes=101", "from 1 to 100"),
            ("game_value=triple", "simple, double, quadruple"),
            ("exit_rule=none", "laws, min_overflow, sequential"),
            ("margot=1", "Expected type: kBool"),
            ("holes=many", "Expected type: kInt"),
            ("hole=3", "holes"),
        ],
    )
    def test_wrong_values_are_refused_with_what_is_accepted(
        self, wrong: str, accepted: str
    ) -> None:
        with pytest.raises(pyspiel.SpielError, match=wrong.split("=")[0]) as error:
            pyspiel.load_game(f"trictrac({wrong})")
        assert accepted in str(error.value)

    def test_parameter_struct_and_json(self) -> None:
        params = _core.TrictracGameParams()
        assert pyspiel.load_game(params).get_parameters() == (
            pyspiel.load_game("trictrac").get_parameters()
        )
        params.holes, params.utility = 3, "score"
        game = pyspiel.load_game(params)
        assert game.max_utility() == 46
        assert pyspiel.load_game_from_json(params.to_json()).get_parameters() == (
            game.get_parameters()
        )
        assert json.loads(_core.TrictracGameParams('{"holes": 5}').to_json())["holes"] == 5
        assert _core.TrictracGame.GameParametersStruct is _core.TrictracGameParams

    @pytest.mark.parametrize(
        ("name", "least", "most", "total"),
        [
            ("trictrac", -1, 1, 0),
            ("trictrac(utility=margin,game_value=quadruple)", -1, 1, 0),
            ("trictrac(utility=score)", 0, 154, None),
            ("trictrac(utility=score,holes=1)", 0, 22, None),
        ],
    )
    def test_utility_bounds(self, name: str, least: int, most: int, total: int | None) -> None:
        game = pyspiel.load_game(name)
        assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (least, most, total)
        kind = game.get_type()
        is_score = "score" in name
        assert (kind.utility == pyspiel.GameType.Utility.GENERAL_SUM) == is_score
        assert (kind.reward_model == pyspiel.GameType.RewardModel.REWARDS) == is_score

    def test_lengths(self) -> None:
        game = pyspiel.load_game("trictrac(max_turns=65535,dice=sequential)")
        assert game.max_game_length() == 65535
        assert game.max_chance_nodes_in_history() == 2 * 65535
        assert pyspiel.load_game("trictrac").max_chance_nodes_in_history() == 1000


class TestTree:
    @pytest.mark.parametrize(
        ("dice", "outcomes"), [("ordered", 30), ("unordered", 15), ("sequential", 6)]
    )
    def test_first_roll_is_no_double(self, dice: str, outcomes: int) -> None:
        state = pyspiel.load_game(f"trictrac(dice={dice})").new_initial_state()
        assert len(state.chance_outcomes()) == outcomes
        assert sum(probability for _, probability in state.chance_outcomes()) == pytest.approx(1)
        if dice == "sequential":
            state.apply_action(4)
            assert [outcome for outcome, _ in state.chance_outcomes()] == [0, 1, 2, 3, 5]
            assert state.current_player() == pyspiel.PlayerId.CHANCE

    def test_order_of_dice_makes_no_difference(self, game: pyspiel.Game) -> None:
        start = game.new_initial_state()
        one, other = start.child(5), start.child(30)
        assert str(one) == str(other)
        assert one.legal_actions() == other.legal_actions()

    @pytest.mark.parametrize("dice", DICE)
    def test_legal_actions_lead_to_different_states(self, dice: str) -> None:
        game = pyspiel.load_game(f"trictrac(dice={dice},holes=4)")
        exits = 0
        for seed in range(4):
            for state in walk(game, seed):
                if state.is_chance_node() or state.is_terminal():
                    continue
                actions = state.legal_actions()
                assert actions == sorted(set(actions))
                texts = {str(state.child(action)) for action in actions}
                if len(texts) < len(actions):
                    exits += 1
                    assert any(event.jan == "exit" for event in tt.events(state))

    def test_exit_without_a_hole_is_carried_out_by_the_roll(self, game: pyspiel.Game) -> None:
        position = "tt1 p0 roll 24:1 2:15 0/0 0/0 4,4 30"
        state = game.new_initial_state(position)
        state.apply_action(35)
        assert state.is_chance_node()
        assert [event.jan for event in tt.events(state)] == ["exit"]
        struct = state.to_struct()
        assert (struct.mover, struct.board[0], struct.points) == (0, 15, [6, 0])
        state.undo_action(pyspiel.PlayerId.CHANCE, 35)
        assert tt.position_text(state) == position

    @pytest.mark.parametrize("dice", DICE)
    @pytest.mark.parametrize(
        "options", ["holes=1", "holes=1,exit_dead_number_penalty=True", "max_turns=5"]
    )
    def test_no_roll_ends_a_game(self, dice: str, options: str) -> None:
        game = pyspiel.load_game(f"trictrac(dice={dice},{options})")
        for seed in range(100):
            for state in walk(game, seed):
                if state.is_terminal():
                    assert state.full_history()[-1].player >= 0

    def test_turn_cap_is_honoured(self) -> None:
        game = pyspiel.load_game("trictrac(max_turns=8)")
        for seed in range(20):
            state = list(walk(game, seed))[-1]
            rolls = [action for action in state.full_history() if action.player < 0]
            assert len(rolls) == 8
            holes_and_points = state.to_struct().holes, state.to_struct().points
            scores = list(zip(*holes_and_points, strict=True))
            assert state.returns()[0] == (scores[0] > scores[1]) - (scores[0] < scores[1])


class TestScoreUtility:
    @pytest.mark.parametrize("dice", DICE)
    def test_rewards_add_up_to_returns(self, dice: str) -> None:
        game = pyspiel.load_game(f"trictrac(utility=score,dice={dice})")
        for seed in range(5):
            totals = [0.0, 0.0]
            for state in walk(game, seed):
                rewards = state.rewards()
                if state.is_chance_node():
                    assert rewards == [0, 0]
                totals = [total + reward for total, reward in zip(totals, rewards, strict=True)]
                assert state.returns() == totals
            struct = state.to_struct()
            pairs = zip(struct.holes, struct.points, strict=True)
            assert totals == [12 * holes + points for holes, points in pairs]

    @pytest.mark.parametrize("dice", DICE)
    def test_a_start_has_the_points_that_stand_there(self, dice: str) -> None:
        """So the first reward is what is newly marked, wherever a game begins."""
        game = pyspiel.load_game(f"trictrac(utility=score,dice={dice})")
        luck = random.Random(4)
        starts = {"chance": 0, "decision": 0}
        for past in walk(game, 3):
            if past.is_terminal():
                continue
            struct = past.to_struct()
            pairs = zip(struct.holes, struct.points, strict=True)
            standing = [12 * holes + points for holes, points in pairs]
            state = game.new_initial_state(tt.position_text(past))
            starts["chance" if state.is_chance_node() else "decision"] += any(standing)
            assert state.returns() == standing
            assert state.rewards() == [0, 0]
            copy = game.deserialize_state(state.serialize())
            while not state.is_terminal() and not any(state.rewards()):
                state.apply_action(luck.choice(state.legal_actions()))
            rewards = zip(standing, state.rewards(), strict=True)
            assert state.returns() == [before + reward for before, reward in rewards]
            assert copy.returns() == standing
        assert min(starts.values()) > 5

    def test_going_takes_points_back(self) -> None:
        game = pyspiel.load_game("trictrac(utility=score)")
        state = first_state(
            game,
            lambda state: (
                state.current_player() >= 0
                and state.to_struct().phase == "hold-or-go"
                and max(state.to_struct().points) > 0
            ),
        )
        before = state.returns()
        state.apply_action(1)
        assert state.returns() == before
        state.apply_action(state.legal_actions()[0])
        if state.current_player() >= 0:
            assert min(state.rewards()) < 0


class TestStates:
    def special_states(self) -> Iterator[pyspiel.State]:
        """Every kind of state: phases, terminal ones, a first die, a capped game."""
        for name in (
            "trictrac(holes=2)",
            "trictrac(dice=sequential,holes=1,jan_de_rencontre=True)",
            "trictrac(max_turns=6,utility=score)",
        ):
            for seed in range(12):
                yield from walk(pyspiel.load_game(name), seed)

    def test_every_state_can_be_a_start(self) -> None:
        phases = set()
        for state in self.special_states():
            game = state.get_game()
            struct = state.to_struct()
            phases.add((struct.phase, len(struct.dice)))
            starts = [
                game.new_initial_state(state.to_json()),
                game.new_initial_state(state.to_dict()),
                game.new_initial_state(struct),
                game.new_initial_state(tt.position_text(state)),
            ]
            for start in starts:
                assert str(start) == str(state)
                assert start.to_json() == state.to_json()
                assert start.legal_actions() == state.legal_actions()
                assert "\n" not in start.starting_state_str()
                again = game.deserialize_state(start.serialize())
                assert again.to_json() == state.to_json()
                assert str(again.starting_state()) == str(state)
        assert phases == {
            ("roll", 0),
            ("roll", 1),
            ("move", 2),
            ("hold-or-go", 2),
            ("last-go", 2),
            ("over", 0),
        }

    def test_history_goes_on_from_a_start(self, game: pyspiel.Game) -> None:
        start = game.new_initial_state("tt1 p1 roll 1:15 1:15 4/3 0/0 2,2 9")
        start.apply_action(7)
        action = start.legal_actions()[0]
        start.apply_action(action)
        again = pickle.loads(pickle.dumps(start))
        assert again.history() == start.history() == [7, action]
        assert str(again) == str(start)
        start.undo_action(1, action)
        start.undo_action(pyspiel.PlayerId.CHANCE, 7)
        assert tt.position_text(start) == "tt1 p1 roll 1:15 1:15 4/3 0/0 2,2 9"

    def test_part_of_a_state_is_enough(self, game: pyspiel.Game) -> None:
        state = game.new_initial_state(
            {"points": [4, 0], "turns": 2, "first_roll": False, "rolls": [1, 1]}
        )
        assert tt.position_text(state) == "tt1 p0 roll 1:15 1:15 4/0 0/0 1,1 2"

    @pytest.mark.parametrize(
        ("state", "said"),
        [
            ("{", "broken JSON"),
            ("[1]", "version tt1"),
            ('{"board": 3}', "board|array"),
            ('{"board": [15]}', "24"),
            ('{"points": [3, 0]}', "0, 2, 4"),
            ('{"dice": [7, 1]}', "1 to 6"),
            ('{"phase": "sleep"}', "hold-or-go"),
            ('{"holes": [12, 0]}', "all the holes"),
            ('{"current_player": 0}', "current_player"),
            ('{"colour": 1}', "colour"),
            ('{"mover": 2}', "mover"),
            ("", "tt1"),
            ("tt1 p0 roll", "checkers"),
            ("tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 first holes=3", "another game"),
        ],
    )
    def test_broken_states_are_refused(self, game: pyspiel.Game, state: str, said: str) -> None:
        with pytest.raises(pyspiel.SpielError, match=said):
            game.new_initial_state(state)

    def test_events_in_json_are_those_of_the_dice_on_the_table(self, game: pyspiel.Game) -> None:
        for state in walk(game, 5):
            listed = json.loads(state.to_json())["events"]
            if state.current_player() < 0:
                assert listed == []
            else:
                assert [tt.Event(**event) for event in listed] == tt.events(state)

    def test_pickle_and_copy(self, game: pyspiel.Game, decision: pyspiel.State) -> None:
        assert str(pickle.loads(pickle.dumps(decision))) == str(decision)
        assert str(copy.deepcopy(decision)) == str(decision)
        assert pickle.loads(pickle.dumps(game)) == game
        kind = game.get_type()
        assert pickle.loads(pickle.dumps(kind)) == kind

    def test_pickles_bring_the_game_along(self, decision: pyspiel.State) -> None:
        program = f"import pickle; print(pickle.loads({pickle.dumps(decision)!r}))"
        result = run_python("-c", program)
        assert result.stdout == f"{decision}\n", result.stderr

    def test_observation_struct(self, decision: pyspiel.State) -> None:
        struct = decision.to_observation_struct(1)
        assert isinstance(struct, _core.TrictracObservationStruct)
        assert struct.observing_player == 1
        assert struct.dice == [6, 1]
        again = _core.TrictracObservationStruct(struct.to_json())
        assert again.to_dict() == struct.to_dict()


class TestActions:
    @pytest.mark.parametrize("dice", DICE)
    def test_texts_and_structs_stand_for_actions(self, dice: str) -> None:
        game = pyspiel.load_game(f"trictrac(dice={dice})")
        for state in walk(game, 11):
            player = state.current_player()
            for action in state.legal_actions():
                text = state.action_to_string(player, action)
                assert state.string_to_action(player, text) == action
                struct = state.action_to_struct(player, action)
                assert state.struct_to_actions(struct) == [action]
                assert state.struct_to_actions(_core.TrictracActionStruct(struct.to_json())) == [
                    action
                ]
                if player >= 0:
                    assert tt.parse_play(state, text) == action
                    assert tt.play_text(state, action) == text

    def test_action_struct_is_applied_or_refused(self, decision: pyspiel.State) -> None:
        struct = _core.TrictracActionStruct({"type": "play", "dice": [], "steps": [[1, 2], [1, 7]]})
        before = str(decision)
        wrong = _core.TrictracActionStruct({"type": "play", "dice": [], "steps": [[1, 2]]})
        status = decision.apply_action_struct(wrong)
        assert not status.ok()
        assert "both numbers" in status.message()
        assert str(decision) == before
        assert decision.apply_action_struct(struct).ok()
        assert decision.to_struct().board[6] == 1

    def test_every_id_of_a_play_is_understood_but_one_is_legal(
        self, decision: pyspiel.State
    ) -> None:
        texts: dict[str, list[int]] = {}
        for action in range(514):
            text = tt.play_text(decision, action)
            if "illegal" not in text:
                texts.setdefault(text, []).append(action)
        assert sorted(min(ids) for ids in texts.values()) == decision.legal_actions()
        assert any(len(ids) > 1 for ids in texts.values())
        for ids in texts.values():
            for other in ids[1:]:
                with pytest.raises(pyspiel.SpielError, match="smaller number"):
                    decision.apply_action(other)

    @pytest.mark.parametrize("action", [-1, 0, 1, 2, 513, 514, 2**40, -(2**40)])
    def test_illegal_actions_are_refused_with_position_and_reason(
        self, decision: pyspiel.State, action: int
    ) -> None:
        before, history = decision.to_json(), decision.history()
        for apply in (decision.apply_action, decision.apply_action_with_legality_check):
            with pytest.raises(pyspiel.SpielError, match="in the position tt1 p0 move:6-1"):
                apply(action)
        assert (decision.to_json(), decision.history()) == (before, history)

    @pytest.mark.parametrize("outcome", [0, 7, 36, -1, 2**40])
    def test_impossible_outcomes_are_refused(self, game: pyspiel.Game, outcome: int) -> None:
        state = game.new_initial_state()
        with pytest.raises(pyspiel.SpielError, match="in the position tt1 p0 roll"):
            state.apply_action(outcome)
        assert state.history() == []

    def test_nothing_can_be_done_after_the_end(self) -> None:
        state = list(walk(pyspiel.load_game("trictrac(max_turns=3)"), 1))[-1]
        with pytest.raises(pyspiel.SpielError, match="nothing to decide"):
            state.apply_action(1)

    @pytest.mark.parametrize(("player", "bound"), [(-1, "player >= 0"), (2, "player <")])
    def test_wrong_players_are_refused_with_the_position(
        self, decision: pyspiel.State, player: int, bound: str
    ) -> None:
        for ask in (
            decision.observation_tensor,
            decision.observation_string,
            decision.information_state_string,
            decision.to_observation_struct,
            decision.player_reward,
            decision.player_return,
        ):
            with pytest.raises(pyspiel.SpielError, match=f"{bound}.*tt1 p0 move:6-1"):
                ask(player)

    def test_undo_of_another_action_is_refused(self, decision: pyspiel.State) -> None:
        with pytest.raises(pyspiel.SpielError, match="not the last one"):
            decision.undo_action(0, 30)
        assert decision.history() == [30]

    def test_every_action_has_a_name_without_a_position(self, game: pyspiel.Game) -> None:
        names = {game.action_to_string(0, action) for action in range(514)}
        assert len(names) == 514
        assert {"Roll", "Go"} < names
        assert game.action_to_string(pyspiel.PlayerId.CHANCE, 30) == "6-1"
        with pytest.raises(pyspiel.SpielError, match="513"):
            game.action_to_string(0, 514)


class TestObservations:
    @pytest.mark.parametrize(
        ("name", "shape"), [("features", [217]), ("compact", [36]), ("planes", [33, 2, 12])]
    )
    def test_every_node_can_be_observed(self, name: str, shape: list[int]) -> None:
        game = pyspiel.load_game(f"trictrac(observation={name},dice=sequential)")
        assert game.observation_tensor_shape() == shape
        observation = make_observation(game, params={"name": "single_tensor"})
        for state in walk(game, 3):
            for player in (0, 1):
                tensor = state.observation_tensor(player)
                assert len(tensor) == game.observation_tensor_size()
                observation.set_from(state, player)
                assert list(observation.tensor) == tensor
                if name != "compact":
                    assert 0 <= min(tensor) <= max(tensor) <= 1

    @pytest.mark.parametrize("name", ["features", "compact", "planes"])
    def test_layout_covers_the_tensor(self, name: str) -> None:
        layout = tt.observation_layout(name)
        size = pyspiel.load_game(f"trictrac(observation={name})").observation_tensor_shape()[0]
        assert [entry.start for entry in layout] == [0, *(entry.end for entry in layout[:-1])]
        assert layout[-1].end == size
        assert all(entry.meaning for entry in layout)

    def test_layout_of_what_is_not_there(self) -> None:
        with pytest.raises(tt.TrictracError, match="features, compact, planes"):
            tt.observation_layout("pixels")

    def test_seat_is_absolute(self, game: pyspiel.Game) -> None:
        seat = next(entry for entry in tt.observation_layout() if entry.name == "seat_to_move")
        for state in walk(game, 4):
            mover = state.to_struct().mover
            for player in (0, 1):
                assert state.observation_tensor(player)[seat.start] == mover


class TestQuestions:
    def test_events_of_the_last_roll_are_known_after_it(self) -> None:
        for name in ("trictrac", "python_trictrac"):
            self.check_last_events(name)

    def check_last_events(self, name: str) -> None:
        for dice in DICE:
            last: list[tt.Event] = []
            for state in walk(pyspiel.load_game(f"{name}(dice={dice},holes=2)"), 8):
                if state.current_player() >= 0:
                    last = tt.events(state)
                elif not state.history() or state.full_history()[-1].player >= 0:
                    assert tt.events(state) == last

    def test_explanations_name_the_rule(self, decision: pyspiel.State) -> None:
        assert tt.explain(decision, [(1, 7), (1, 2)]) is None
        assert tt.explain(decision, decision.legal_actions()[0]) is None
        assert "(trictrac rules numbers-first)" in (tt.explain(decision, [(1, 7)]) or "")
        assert "going is offered only after a hole" in (tt.explain(decision, 1) or "")
        assert "no checker" in (tt.explain(decision, [(5, 6)]) or "")
        with pytest.raises(tt.TrictracError, match="steps"):
            tt.explain(decision, [(1, 2, 3)])

    def test_plays_are_read_in_any_order(self, decision: pyspiel.State) -> None:
        action = tt.parse_play(decision, "6-1: 1/7 1/2")
        for play in ("1/2 1/7", "1/7 1/2", [(1, 2), (1, 7)]):
            assert tt.parse_play(decision, play) == action
        assert tt.play_steps(decision, action) == [(1, 7), (1, 2)]
        with pytest.raises(tt.IllegalPlayError, match="in the position tt1"):
            tt.parse_play(decision, "1/9 9/10")
        with pytest.raises(tt.IllegalPlayError, match="write it like"):
            tt.parse_play(decision, "hello")

    def test_id_holds_the_position(self, game: pyspiel.Game) -> None:
        for state in walk(game, 9):
            text = tt.position_id(state)
            assert len(text) == 18
            again = tt.state_from_id(game, text)
            assert again.to_struct().board == state.to_struct().board
            # The id does not hold the number of rolls, so a first roll may be any.
            if not state.is_chance_node():
                assert again.legal_actions() == state.legal_actions()
            assert again.is_chance_node() == state.is_chance_node()
        with pytest.raises(tt.InvalidPositionError, match="18 characters"):
            tt.state_from_id(game, "short")

    def test_states_of_other_games_are_refused(self) -> None:
        state = pyspiel.load_game("tic_tac_toe").new_initial_state()
        with pytest.raises(tt.TrictracError, match="another game"):
            tt.position_text(state)

    def test_drawing_is_the_states_text(self, decision: pyspiel.State) -> None:
        assert tt.board_drawing(decision) == str(decision)


def test_panic_becomes_an_error() -> None:
    with pytest.raises(RuntimeError, match="on purpose"):
        _core.provoke_panic("on purpose")


def test_clone_is_independent(decision: pyspiel.State) -> None:
    clone = decision.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert decision.is_player_node()
    assert clone.is_chance_node()
