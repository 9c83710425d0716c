"""The analysis of a whole game: what every decision lost, and what the dice brought."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from trictrac_spiel._src.analysis.judging import PLAYER, best_plays, evaluate
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.people.course import DECISIONS
from trictrac_spiel._src.people.records import GameRecord
from trictrac_spiel._src.players import td_bot
from trictrac_spiel._src.position.game import parse_play
from trictrac_spiel._src.position.position import Position

MARKS = (("??", 0.05), ("?", 0.025), ("?!", 0.01))
"""The marks of plays that lose at least so much of the winning chances, worst first."""

BLUNDER = "??"

_GO = 1


@dataclass(frozen=True)
class Decision:
    """A choice in a game, and what was best instead."""

    turn: int
    """The number of the turn in the record, from 1."""
    player: int
    position: str
    """The position text of the choice."""
    played: str
    best: str
    win: float
    """The player's winning chances with the best choice."""
    loss: float
    """Winning chances lost."""
    holes_lost: float
    """Holes fewer expected at the end; below 0 where winning chances and holes part."""
    mark: str
    """``?!``, ``?`` or ``??``, or nothing."""
    is_hold_or_go: bool
    """Could the player go?"""

    @property
    def is_go_mistake(self) -> bool:
        """Has he gone where he ought to have held, or held where he ought to have gone?"""
        went, should = (play.rpartition(": ")[2] == "Go" for play in (self.played, self.best))
        return bool(self.mark) and went != should


@dataclass(frozen=True)
class Roll:
    """A roll of the game."""

    turn: int
    player: int
    dice: str
    luck: float
    """Winning chances that the dice brought the roller, against the average of all dice."""


@dataclass(frozen=True)
class Verdict:
    """How a player has played."""

    name: str
    decisions: int
    """Choices between two plays or more."""
    mean_loss: float
    """Winning chances lost at each of them on average."""
    holes_lost: float
    """Holes lost at all of them together."""
    blunders: int
    """Choices marked ``??``."""
    marks: dict[str, int]
    go_mistakes: int
    """Marked choices in which hold or go was the mistake."""
    luck: float
    """Winning chances that the dice brought him and took from the other one."""
    worst: tuple[int, ...]
    """The turns of the worst marked choices, at most three, the worst first."""


@dataclass(frozen=True)
class GameAnalysis:
    """A game as the network sees it."""

    player: str
    """Who judged."""
    decisions: tuple[Decision, ...]
    """In the order of the game; without claims and those in which nothing could be chosen."""
    rolls: tuple[Roll, ...]
    chances: tuple[float, ...]
    """Player 0's winning chances before the first roll and after every turn."""
    verdicts: tuple[Verdict, Verdict]
    result: float | None
    """Player 0's: 1, 0.5 or 0; None when the game is not over."""
    is_written: bool = False
    """Is it a written game, each roll of which is judged as one of an ordinary game?"""

    @property
    def adjusted_result(self) -> float | None:
        """Player 0's result without the luck of the dice: above a half if he played better.

        None too for a written game: the luck of its rolls is not that of winning it.
        """
        if self.result is None or self.is_written:
            return None
        return self.result - self.verdicts[0].luck

    def to_dict(self) -> dict[str, Any]:
        """The analysis as plain values for JSON."""
        return {
            "player": self.player,
            "players": [
                {
                    "name": verdict.name,
                    "decisions": verdict.decisions,
                    "mean_loss": verdict.mean_loss,
                    "holes_lost": verdict.holes_lost,
                    "blunders": verdict.blunders,
                    "marks": verdict.marks,
                    "go_mistakes": verdict.go_mistakes,
                    "luck": verdict.luck,
                    "worst": list(verdict.worst),
                }
                for verdict in self.verdicts
            ],
            "decisions": [
                {
                    "turn": decision.turn,
                    "player": decision.player,
                    "position": decision.position,
                    "played": decision.played,
                    "best": decision.best,
                    "win": decision.win,
                    "loss": decision.loss,
                    "holes_lost": decision.holes_lost,
                    "mark": decision.mark,
                    "go_mistake": decision.is_go_mistake,
                }
                for decision in self.decisions
            ],
            "rolls": [
                {"turn": roll.turn, "player": roll.player, "dice": roll.dice, "luck": roll.luck}
                for roll in self.rolls
            ],
            "chances": list(self.chances),
            "result": self.result,
            "adjusted_result": self.adjusted_result,
        }


def mark_of(loss: float) -> str:
    """The mark of a play that loses so much of the winning chances."""
    return next((mark for mark, least in MARKS if loss >= least), "")


def analyse_game(
    record: GameRecord,
    player: str = PLAYER,
    on_turn: Callable[[int], object] | None = None,
) -> GameAnalysis:
    """Goes through a game and says what each choice lost, and what the dice brought.

    Args:
      record: the game.
      player: who judges: ``td``, or ``td:PLIES`` with 2 or 3 plies.
      on_turn: called after each turn with its number.

    Raises:
      TrictracError: the player judges no winning chances, or the record breaks a rule.
    """
    plies = td_bot.plies_of(player)
    decisions: list[Decision] = []
    rolls: list[Roll] = []
    before = Position.of(record.initial_state())
    # The mean over the rolls and what one roll makes of it must be judged equally far.
    after_roll = f"td:{max(plies - 1, 1)}"
    mean = f"td:{max(plies, 2)}"
    chances = [evaluate(before, mean).win]
    for number, (turn, rolled, after) in enumerate(record.states(), 1):
        position = Position.of(rolled)
        if turn.dice and not position.needs_roll and before.needs_roll:
            gained = evaluate(position, after_roll).win - evaluate(before, mean).win
            luck = gained if turn.player == 0 else -gained
            rolls.append(Roll(number, turn.player, "-".join(map(str, turn.dice)), luck))
        for play in turn.play.split(DECISIONS) if turn.play else ():
            position, action = Position.of(rolled), parse_play(rolled, play)
            if len(position.legal_actions) > 1 and position.due is None:
                decisions.append(_judged(number, position, action, player))
            rolled.apply_action(action)
        before = Position.of(after)
        chances.append(evaluate(before, mean).win)
        if on_turn is not None:
            on_turn(number)
    result = None
    if before.is_over:
        winner, _ = before.outcome
        result = 0.5 if winner is None else float(winner == 0)
    verdicts = [_verdict(seat, name, decisions, rolls) for seat, name in enumerate(record.names)]
    return GameAnalysis(
        player,
        tuple(decisions),
        tuple(rolls),
        tuple(chances),
        (verdicts[0], verdicts[1]),
        result,
        before.written is not None,
    )


def _judged(turn: int, position: Position, action: int, player: str) -> Decision:
    """What a choice has lost.

    In a written game a Go loses nothing, and plays are compared with plays: whether to leave is
    decided by tokens, of which the network knows nothing.
    """
    ranked = best_plays(position, player)
    if position.written is not None and position.phase == "hold-or-go":
        same = [play for play in ranked if (play.action == _GO) == (action == _GO)]
        ranked = [replace(play, loss=play.loss - same[0].loss) for play in same]
    best = ranked[0]
    played = next((play for play in ranked if play.action == action), None)
    if played is None:
        raise TrictracError(f"turn {turn} of the record: this play is not among the legal ones")
    return Decision(
        turn=turn,
        player=position.mover,
        position=position.text,
        played=played.text,
        best=best.text,
        win=best.win,
        loss=played.loss,
        holes_lost=best.margin - played.margin,
        mark=mark_of(played.loss),
        is_hold_or_go=position.phase == "hold-or-go",
    )


def _verdict(seat: int, name: str, decisions: list[Decision], rolls: list[Roll]) -> Verdict:
    own = [decision for decision in decisions if decision.player == seat]
    marked = sorted((d for d in own if d.mark), key=lambda decision: -decision.loss)
    return Verdict(
        name=name,
        decisions=len(own),
        mean_loss=sum(decision.loss for decision in own) / len(own) if own else 0.0,
        holes_lost=sum(decision.holes_lost for decision in own),
        blunders=sum(decision.mark == BLUNDER for decision in own),
        marks={mark: sum(d.mark == mark for d in own) for mark, _ in MARKS},
        go_mistakes=sum(decision.is_go_mistake for decision in own),
        luck=sum(roll.luck if roll.player == seat else -roll.luck for roll in rolls),
        worst=tuple(decision.turn for decision in marked[:3]),
    )
