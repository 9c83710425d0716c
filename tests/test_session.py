"""``GameSession``: a game with seats, seeds, undo, hints and records, without a terminal."""

import itertools
import random

import pytest

from trictrac_spiel import GameRecord, GameSession, IllegalPlayError, Position, TrictracError
from trictrac_spiel._src.people.course import Course, Happening
from trictrac_spiel._src.people.sheet import leaving, left_marque, settled, sheet_lines

HOLD_OR_GO = (
    "tt1 p0 hold-or-go:4-4 1:1,2:1,6:1,7:2,8:2,9:2,10:2,11:2,12:2 "
    "1:3,4:1,7:7,9:2,12:2 2/10 0/0 4,4 48"
)
LAST_GO = "tt1 p0 last-go:3-1 1:12,11:1,12:2 1:12,10:2,11:1 0/12x 0/10x 4,4 90"


def play_on(session: GameSession, decisions: int, luck: random.Random) -> list[Happening]:
    """Plays that many decisions of people by chance."""
    happened: list[Happening] = []
    for _ in range(decisions):
        happened += session.advance()
        if session.is_over:
            break
        happened.append(session.play(luck.choice(session.choices()).action))
    return happened


def test_a_game_to_its_end() -> None:
    session = GameSession(("human", "careful"), game="trictrac(holes=2)", seed=1)
    luck = random.Random(1)
    while not session.is_over:
        for _ in session.advance():
            assert not session.is_over or session.view().phase == "over"
        if session.needs_decision:
            assert session.player == 0
            session.play(luck.choice(session.choices()).action)
    assert session.view().winner in (0, 1)
    assert session.choices() == session.hints() == ()
    for refused in (session.step, lambda: session.play(2)):
        with pytest.raises(TrictracError, match="the game is over"):
            refused()
    happened = session.happenings
    for earlier, later in itertools.pairwise(happened):
        assert earlier.after == later.before
    assert happened[-1].after == session.position


def test_one_saved_after_any_turn_goes_on_with_the_same_dice() -> None:
    whole = GameSession(("human", "careful"), game="trictrac(holes=1)", seed=9)
    choices = random.Random(2)
    actions: list[int] = []
    records: list[GameRecord] = []
    while not whole.is_over:
        for _ in whole.advance():
            records.append(whole.record())
        if whole.needs_decision:
            actions.append(choices.choice(whole.choices()).action)
            whole.play(actions[-1])
            records.append(whole.record())
    assert len(records) > 10
    for record in records[:: max(1, len(records) // 12)]:
        for written in (record.to_text(), record.to_json()):
            again = GameSession.resume(GameRecord.parse(written))
            done = sum(1 for happening in again.happenings if is_persons(happening))
            for action in actions[done:]:
                list(again.advance())
                again.play(action)
            list(again.advance())
            assert again.position == whole.position
            assert again.record() == whole.record()


def is_persons(happening: Happening) -> bool:
    return happening.play is not None and happening.player == 0


def test_an_undo_brings_back_position_and_dice() -> None:
    session = GameSession(("human", "human"), seed=5)
    luck = random.Random(3)
    play_on(session, 6, luck)
    list(session.advance())
    before, count = session.position, len(session.happenings)
    session.play(session.choices()[0].action)
    rolled = next(session.advance()).dice
    assert session.undo()
    assert (session.position, len(session.happenings)) == (before, count)
    session.play(session.choices()[-1].action)
    assert next(session.advance()).dice == rolled
    for _ in range(7):
        assert session.undo()
    assert not session.can_undo
    assert not session.undo()
    assert len(session.record().turns) == 1


def test_a_resumed_game_can_be_undone() -> None:
    session = GameSession(("careful", "human"), seed=5)
    play_on(session, 3, random.Random(1))
    again = GameSession.resume(session.record())
    assert again.seats == ("careful", "human")
    assert again.seed == 5
    for _ in range(3):
        assert again.undo()
        assert session.undo()
        assert again.position == session.position
        assert again.happenings == session.happenings
    assert not again.undo()


def test_the_course_of_a_session_is_that_of_its_history() -> None:
    for game in ("trictrac(holes=1)", "trictrac(holes=1,dice=sequential)"):
        session = GameSession(("greedy", "random"), game=game, seed=3)
        while not session.is_over:
            session.step()
            found = Course.of(session.state)
            assert found.turns == session.course.turns
            assert found.reasons == session.course.reasons
            assert found.last_play == session.course.last_play
            assert session.view().text == session.position
        assert GameRecord.parse(session.record().to_text()) == session.record()


def test_what_is_not_allowed_changes_nothing() -> None:
    session = GameSession(seed=1)
    with pytest.raises(TrictracError, match="not a person's decision"):
        session.play(2)
    list(session.advance())
    before = session.position
    for play in (0, 1, 513, 10**9, -1, "1/24", "nonsense", "go"):
        with pytest.raises(IllegalPlayError):
            session.play(play)
    with pytest.raises(TrictracError, match="a person is to decide"):
        session.step()
    with pytest.raises(TrictracError, match="the program rolls"):
        session.roll((1, 2))
    assert session.position == before


def test_typed_dice() -> None:
    session = GameSession(typed_dice=True)
    assert session.needs_dice
    with pytest.raises(TrictracError, match="to be typed"):
        session.step()
    with pytest.raises(TrictracError, match="cannot be a double"):
        session.roll((6, 6))
    assert session.roll((4, 6)).dice == (6, 4)
    assert session.record().seed is None
    halves = GameSession(game="trictrac(dice=sequential)", typed_dice=True)
    halves.roll((3,))
    assert halves.view().dice == (3,)
    assert halves.roll((5,)).dice == (5, 3)


def test_hints_are_ordered() -> None:
    session = GameSession(seed=2)
    assert session.hints() == ()
    play_on(session, 5, random.Random(2))
    list(session.advance())
    hints = session.hints(3)
    assert len(hints) == 3
    assert hints[0].behind == 0
    assert [hint.behind for hint in hints] == sorted(hint.behind for hint in hints)
    assert {hint.choice for hint in hints} <= set(session.choices())


def test_hold_or_go_and_the_go_that_closes_the_game() -> None:
    session = GameSession(position=HOLD_OR_GO, seed=1)
    assert [choice.text for choice in session.choices() if choice.is_go] == ["Go"]
    assert len(session.plays()) == len(session.choices()) - 1
    assert session.play("go").is_go
    last = GameSession(position=LAST_GO, seed=1)
    assert not last.needs_decision
    assert [happening.is_go for happening in last.advance()] == [True]
    assert last.is_over


def test_bad_input_is_named() -> None:
    for arguments, message in (
        ({"seats": ("human", "nobody")}, "no player 'nobody'"),
        ({"seats": "human"}, "seats is 'human'"),
        ({"seats": ("human",)}, "it must be two"),
        ({"seed": -1}, "seed is -1"),
        ({"seed": 0.5}, "seed is 0.5"),
        ({"game": "chess"}, "is not trictrac"),
        ({"position": "nonsense"}, "is no position"),
    ):
        with pytest.raises(TrictracError, match=message):
            GameSession(**arguments)  # type: ignore[arg-type]


def test_a_written_game_keeps_its_sheet() -> None:
    game = "trictrac(format=written,marques=2)"
    session = GameSession(("careful", "greedy"), game=game, seed=1)
    while not session.is_over:
        session.step()
    won = [marque.winner for marque in session.sheet if marque.winner is not None]
    assert len(won) == 2
    tokens = [sum(marque.tokens[player] for marque in session.sheet) for player in (0, 1)]
    assert tokens[0] == -tokens[1]
    lines = sheet_lines(session.sheet, ("White", "Black"))
    assert len(lines) == len(session.sheet) + 2
    assert f"{tokens[0]:+}" in lines[-1]
    again = GameSession.resume(GameRecord.parse(session.record().to_text()))
    assert again.sheet == session.sheet


def test_the_settlement_stands_on_a_line_of_its_own() -> None:
    game = "trictrac(format=written,marques=2,settlement=full)"
    session = GameSession(("careful", "greedy"), game=game, seed=1)
    while not session.is_over:
        session.step()
    written = Position.of(session.state).written
    assert written is not None
    rest = settled(session.sheet, written.tokens)
    assert written.wins == (2, 0)
    assert rest == (2 + 28, -2 - 28)  # The queue of two tokens, and the postillon.
    lines = sheet_lines(session.sheet, ("White", "Black"), written.tokens, is_settled=True)
    assert lines[-2].split()[0] == "settled"
    assert f"{rest[0]:+}" in lines[-2]
    assert f"{written.tokens[0]:+}" in lines[-1]


def test_one_is_told_what_leaving_a_marque_brings() -> None:
    at = (
        "tt1 p0 roll 1:9,7:1,8:1,10:2,12:2 1:15 8/{holes} 0/3x 4,4 40 "
        "wins=1,0 tokens=10,-10 starter=p1 format=written marques=4"
    )
    six = Position.from_text(at.format(holes=6)).roll("6-5")
    marque = left_marque(six)
    assert marque is not None
    assert (marque.number, marque.holes, marque.winner) == (2, (8, 3), 0)
    assert marque.tokens == (17, -17)
    told = "To go ends the marqué, 8 holes to 3: you win 17 tokens."
    assert leaving(marque, 0) == told
    # With fewer than six holes a Go is an ordinary new setting.
    assert left_marque(Position.from_text(at.format(holes=3)).roll("6-5")) is None


def test_points_are_claimed_by_a_person() -> None:
    game = "trictrac(schools=true,holes=6)"
    session = GameSession(("human", "careful"), game=game, seed=3)
    luck = random.Random(5)
    claims = 0
    while not session.is_over:
        list(session.advance())
        if session.needs_claim:
            claims += 1
            assert session.plays() == ()
            assert all(choice.is_claim for choice in session.choices())
            happening = session.play(f"claim {luck.choice([0, 2, 4])}")
            assert happening.claimed in (0, 2, 4)
        elif session.needs_decision:
            session.play(luck.choice(session.plays()).action)
    assert claims > 4
    record = session.record()
    assert ", Claim " in " ".join(turn.play or "" for turn in record.turns)
    for written in (record.to_text(), record.to_json()):
        again = GameSession.resume(GameRecord.parse(written))
        assert again.position == session.position
        assert again.happenings == session.happenings
    assert session.undo()
    assert not session.is_over
