"""The value network from Python: players, evaluations, rollouts, analyses of games."""

import json
import math
import random
from pathlib import Path

import pyspiel
import pytest

import trictrac_spiel
from trictrac_spiel import GameRecord, Position, TrictracError, best_plays, evaluate, rollout
from trictrac_spiel._src.analysis import games, reasons, report
from trictrac_spiel._src.match.matches import play_chance, play_game, play_match
from trictrac_spiel._src.people.language import speaking
from trictrac_spiel._src.players import bots
from trictrac_spiel._src.players.levels import LEVELS

HOLD_OR_GO = "tt1 p0 hold-or-go:4-4 1:1,2:1,6:1,7:2,8:2,9:2,10:2,11:2,12:2 1:3,4:1,7:7,9:2,12:2 2/10 0/0 4,4 48"  # noqa: E501
OVER = "tt1 p0 over 1:15 1:15 0/12 0/3x 0,0 61"


@pytest.fixture
def game() -> pyspiel.Game:
    return pyspiel.load_game("trictrac")


def played(white: str, black: str, seed: int, holes: int = 2) -> pyspiel.State:
    """The end of a game."""
    game = pyspiel.load_game(f"trictrac(holes={holes})")
    players = [bots.make(name, game, seat, seed) for seat, name in enumerate((white, black))]
    state, _ = play_game(game, players, random.Random(seed))
    return state


def decisions(seed: int) -> list[Position]:
    """The decisions of a random game."""
    luck = random.Random(seed)
    position, found = Position(holes=3), []
    while not position.is_over:
        if position.needs_roll:
            rolls = position.possible_rolls
            dice = luck.choices([dice for dice, _ in rolls], [chance for _, chance in rolls])
            position = position.roll(dice[0])
        else:
            found.append(position)
            position = position.apply(luck.choice(position.legal_actions))
    return found


def test_td_is_a_player_that_keeps_to_the_best_play(game: pyspiel.Game) -> None:
    for name in ("td", "td:1", "td:2"):
        bot = bots.make(name, game)
        position = decisions(1)[5]
        best = best_plays(position, player=name)[0]
        assert bot.step(position.state()) == best.action
        policy, action = bot.step_with_policy(position.state())
        assert dict(policy)[action] == 1.0
        assert action == best.action


@pytest.mark.parametrize("name", ["td:0", "td:4", "td:two", "td:-1", "td:1.0"])
def test_plies_that_there_are_not_are_refused(name: str) -> None:
    with pytest.raises(TrictracError, match=r"1 to 3, not '"):
        bots.check(name)
    with pytest.raises(TrictracError, match=r"1 to 3, not '"):
        evaluate(Position(), player=name)


def test_only_players_that_judge_winning_chances_evaluate() -> None:
    for name in ("careful", "td:", "", "TD"):
        with pytest.raises(TrictracError, match="td or td:PLIES"):
            evaluate(Position(), player=name)
        with pytest.raises(TrictracError, match="td or td:PLIES"):
            best_plays(Position(), player=name)


def test_td_beats_careful(game: pyspiel.Game) -> None:
    result = play_match(game, bots.maker("td:1"), bots.maker("careful"), 100, seed=3)
    assert result.win_rate > 0.6


def test_the_same_seed_gives_the_same_game() -> None:
    assert played("td:2", "td:1", 5).history() == played("td:2", "td:1", 5).history()


def test_levels_are_players_from_the_weakest_to_the_strongest() -> None:
    assert list(LEVELS) == ["beginner", "club", "strong", "champion"]
    for level in LEVELS.values():
        bots.check(level.player)


def test_every_kind_of_position_has_an_evaluation() -> None:
    start = evaluate(Position())
    assert abs(start.win - 0.5) < 0.1
    assert abs(start.margin) < 2
    assert (start.mover_win, start.mover_margin) == (start.win, start.margin)
    over = evaluate(Position.from_text(OVER))
    assert (over.win, over.margin) == (1.0, 9.0)
    go = evaluate(Position.from_text(HOLD_OR_GO))
    assert go.win == pytest.approx(best_plays(Position.from_text(HOLD_OR_GO))[0].win)
    for position in decisions(2)[::7]:
        found = evaluate(position)
        assert 0 <= found.win <= 1
        assert found.mover_win == pytest.approx(found.win if position.mover == 0 else 1 - found.win)
        state = position.state()
        assert evaluate(state) == found


def test_one_die_on_the_table_counts(game: pyspiel.Game) -> None:
    one_by_one = pyspiel.load_game("trictrac(dice=sequential)")
    state = one_by_one.new_initial_state()
    before = evaluate(state).win
    wins = []
    for outcome, chance in state.chance_outcomes():
        wins.append(chance * evaluate(state.child(outcome)).win)
    assert sum(wins) == pytest.approx(before, abs=0.02)


def test_another_game_is_refused() -> None:
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    for ask in (evaluate, best_plays, rollout):
        with pytest.raises(TrictracError):
            ask(state)


def test_plays_are_ranked_by_what_they_lose() -> None:
    for position in decisions(3)[::5]:
        ranked = best_plays(position)
        assert sorted(play.action for play in ranked) == position.legal_actions
        assert ranked[0].loss == 0
        losses = [play.loss for play in ranked]
        assert losses == sorted(losses)
        for play in ranked:
            assert play.win + play.loss == pytest.approx(ranked[0].win, abs=1e-6)
            assert position.action_text(play.action) == play.text
        assert best_plays(position) == ranked
        assert best_plays(position, limit=2) == ranked[:2]
    assert best_plays(Position()) == []
    for limit in (0, -1, 1.5, True):
        with pytest.raises(TrictracError, match="limit"):
            best_plays(Position(), limit=limit)  # type: ignore[arg-type]


def test_rollouts_tell_how_sure_they_are() -> None:
    position = decisions(4)[10]
    seen: list[int] = []
    one = rollout(position, games=72, rolls=5, seed=1, on_progress=seen.append)
    assert seen[-1] == 72
    assert seen == sorted(seen)
    assert one.win_ci95[0] < one.win < one.win_ci95[1]
    assert one.margin_ci95[0] < one.margin < one.margin_ci95[1]
    assert one.games == 72
    assert one.decisions_per_second > 0
    again = rollout(position, games=72, rolls=5, seed=1, threads=1)
    assert again.wins == one.wins
    same, (low, high) = one.win_more_than(again)
    assert (same, low, high) == (0, 0, 0)
    assert one.margin_more_than(again) == (0, (0, 0))
    ahead, (low, high) = one.margin_more_than(rollout(position, games=72, rolls=5, seed=2))
    assert low < ahead < high
    single = rollout(position, games=1, rolls=0)
    assert single.win == pytest.approx(evaluate(position, "td:1").win, abs=0.2)
    assert single.win_ci95 == (-math.inf, math.inf)
    for wrong in ({"games": 0}, {"rolls": -1}, {"seed": -1}, {"games": 1.5}):
        with pytest.raises(TrictracError, match=next(iter(wrong))):
            rollout(position, **wrong)  # type: ignore[arg-type]


def test_a_finished_game_rolls_out_to_its_result() -> None:
    result = rollout(Position.from_text(OVER), games=2)
    assert (result.win, result.margin, result.decisions) == (1.0, 9.0, 0)


def test_a_game_of_td_has_no_mistake_in_its_own_eyes() -> None:
    analysis = games.analyse_game(GameRecord.of(played("td:2", "td:2", 7)))
    assert len(analysis.decisions) > 5
    assert {decision.mark for decision in analysis.decisions} == {""}
    assert all(decision.loss == 0 for decision in analysis.decisions)
    assert analysis.result in (0.0, 1.0)
    assert analysis.chances[-1] == analysis.result


def test_a_random_game_has_many_mistakes() -> None:
    analysis = games.analyse_game(GameRecord.of(played("random", "random", 8, holes=4)))
    assert sum(bool(decision.mark) for decision in analysis.decisions) > 5
    assert all(verdict.mean_loss > 0.005 for verdict in analysis.verdicts)


def test_a_planted_blunder_is_the_only_mistake() -> None:
    game = pyspiel.load_game("trictrac(holes=2)")
    bot = bots.make("td:2", game)
    dice = random.Random(11)
    state = game.new_initial_state()
    planted = None
    while not state.is_terminal():
        if state.is_chance_node():
            play_chance(state, dice.random())
            continue
        action = bot.step(state)
        worst = best_plays(state)[-1]
        if planted is None and worst.loss > 0.06:
            action, planted = worst.action, worst.text
        state.apply_action(action)
    assert planted is not None
    analysis = games.analyse_game(GameRecord.of(state))
    marked = [decision for decision in analysis.decisions if decision.mark]
    assert [(decision.played, decision.mark) for decision in marked] == [(planted, "??")]
    player = marked[0].player
    assert analysis.verdicts[player].blunders == 1
    assert analysis.verdicts[player].worst == (marked[0].turn,)


@pytest.mark.parametrize(
    "game",
    [
        "trictrac(schools=true,holes=4)",
        "trictrac(format=written,marques=2)",
        "trictrac(dice=sequential,holes=4)",
    ],
)
def test_games_of_every_kind_are_analysed(game: str) -> None:
    state = pyspiel.load_game(game).new_initial_state()
    luck, choices = random.Random(3), 0
    while not state.is_terminal():
        if state.is_chance_node():
            play_chance(state, luck.random())
            continue
        due, actions = Position.of(state).due, state.legal_actions()
        choices += due is None and len(actions) > 1
        state.apply_action(luck.choice(actions) if due is None else 514 + due)
    analysis = games.analyse_game(GameRecord.of(state), "td:1")
    assert len(analysis.decisions) == choices > 10
    assert all(0 <= decision.loss <= 1 for decision in analysis.decisions)
    assert any(decision.loss == 0 for decision in analysis.decisions)
    assert sum(bool(decision.mark) for decision in analysis.decisions) > 3
    assert list(report.lines(analysis))
    assert analysis.result in (0.0, 0.5, 1.0)


def test_a_game_with_schools_is_judged_as_the_one_without() -> None:
    plain = pyspiel.load_game("trictrac(holes=2)").new_initial_state()
    claimed = pyspiel.load_game("trictrac(holes=2,schools=true)").new_initial_state()
    careful, dice = bots.make("careful", plain.get_game()), random.Random(12)
    while not plain.is_terminal():
        if Position.of(plain).phase == "last-go":
            plain.apply_action(1)
            continue
        luck = dice.random()
        for state in (plain, claimed):
            if state.is_chance_node():
                play_chance(state, luck)
        if not plain.is_chance_node() and Position.of(plain).phase != "last-go":
            chosen = careful.step(plain)
            plain.apply_action(chosen)
        else:
            chosen = None
        while (due := Position.of(claimed).due) is not None or chosen is not None:
            action, chosen = (chosen, None) if due is None else (514 + due // 2, chosen)
            claimed.apply_action(action)
        assert evaluate(claimed) == evaluate(plain)
    ours, others = (games.analyse_game(GameRecord.of(state)) for state in (claimed, plain))
    assert [roll.luck for roll in ours.rolls] == [roll.luck for roll in others.rolls]
    told = [(d.turn, d.played, d.best, d.loss) for d in ours.decisions]
    assert told == [(d.turn, d.played, d.best, d.loss) for d in others.decisions]


def test_leaving_a_marque_is_not_judged_as_leaving_a_setting() -> None:
    game = pyspiel.load_game("trictrac(format=written,marques=2)")
    players = [bots.make("careful", game, seat, 1) for seat in (0, 1)]
    state, _ = play_game(game, players, random.Random(13))
    analysis = games.analyse_game(GameRecord.of(state))
    assert len(analysis.decisions) > 50
    for choice in analysis.decisions:
        assert (choice.played == "Go") == (choice.best == "Go")
        assert choice.loss >= 0
    assert any(choice.played == "Go" for choice in analysis.decisions)
    assert analysis.adjusted_result is None


def test_luck_is_what_dice_bring_against_their_mean() -> None:
    record = GameRecord.of(played("td:1", "careful", 9))
    analysis = games.analyse_game(record)
    assert len(analysis.rolls) == sum(bool(turn.dice) for turn in record.turns)
    first, second = analysis.verdicts
    assert first.luck == pytest.approx(-second.luck)
    # What neither dice nor plays explain is what the network's judgement drifts by.
    lost = [verdict.mean_loss * verdict.decisions for verdict in analysis.verdicts]
    assert analysis.result is not None
    explained = analysis.chances[0] + first.luck - lost[0] + lost[1]
    assert explained == pytest.approx(analysis.result, abs=0.5)


def test_the_analysis_is_one_object_and_one_page(tmp_path: Path) -> None:
    analysis = games.analyse_game(GameRecord.of(played("random", "td:1", 10), ("<b>Ann", "Bo")))
    facts = json.loads(json.dumps(analysis.to_dict()))
    assert [player["name"] for player in facts["players"]] == ["<b>Ann", "Bo"]
    for decision in facts["decisions"]:
        assert {"turn", "player", "played", "best", "loss", "mark"} <= decision.keys()
    for seat, player in enumerate(facts["players"]):
        own = [decision for decision in facts["decisions"] if decision["player"] == seat]
        assert player["decisions"] == len(own)
        assert player["mean_loss"] == pytest.approx(
            sum(decision["loss"] for decision in own) / len(own)
        )
        assert player["blunders"] == sum(decision["mark"] == "??" for decision in own)
    page = report.page(analysis)
    assert "<b>Ann" not in page
    assert "http" not in page.replace("http://www.w3.org", "")
    assert page.count("<section") == sum(bool(decision["mark"]) for decision in facts["decisions"])
    moved = [d for d in facts["decisions"] if d["mark"] and not d["played"].endswith("Go")]
    assert len(moved) > 0
    assert "<title>played</title>" in page
    assert "<title>better</title>" in page
    text = list(report.lines(analysis))
    assert any("choices" in line for line in text)
    with speaking("fr"):
        assert any("choix" in line for line in report.lines(analysis))
        assert "<h2>Fautes</h2>" in report.page(analysis)


def test_reasons_name_what_can_be_seen() -> None:
    position = Position.from_text(HOLD_OR_GO)
    other = next(action for action in position.legal_actions if action != 1)
    assert reasons.reasons(position, 1, other) == ["a new setting is worth more"]
    found = set()
    for decision in decisions(12):
        ranked = best_plays(decision, "td:1")
        if len(ranked) > 1:
            found.update(reasons.reasons(decision, ranked[0].action, ranked[-1].action))
    assert len(found) > 5


def test_the_names_are_public() -> None:
    for name in ("evaluate", "best_plays", "rollout", "Evaluation", "RankedPlay", "RolloutResult"):
        assert name in trictrac_spiel.__all__
        assert getattr(trictrac_spiel, name) is not None
