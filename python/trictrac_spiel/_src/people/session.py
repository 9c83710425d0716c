"""A game between people and programs without any input or output: terminals and pages show it."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pyspiel

from trictrac_spiel._src.analysis.judging import PLAYER, RankedPlay, best_plays
from trictrac_spiel._src.analysis.reasons import reasons
from trictrac_spiel._src.errors import IllegalPlayError, TrictracError
from trictrac_spiel._src.match.matches import chance_outcome
from trictrac_spiel._src.people.course import Course, Happening
from trictrac_spiel._src.people.records import LARGEST_SEED, GameRecord
from trictrac_spiel._src.people.sheet import Marque, leaving, left_marque
from trictrac_spiel._src.people.view import BoardView
from trictrac_spiel._src.players import bots, td_bot
from trictrac_spiel._src.position.dice import outcomes_of
from trictrac_spiel._src.position.game import explain, parse_play, play_text
from trictrac_spiel._src.position.position import Position
from trictrac_spiel._src.position.reading import load_trictrac, read_position

HUMAN = "human"
"""What a seat is called on which a person decides."""

_GO = 1
_FIRST_CLAIM = 514
_LARGEST_RANDOM_SEED = 2**31


@dataclass(frozen=True)
class Choice:
    """What the player who decides can do: the action, and its text without the dice."""

    action: int
    text: str

    @property
    def is_go(self) -> bool:
        """Is it going, after a hole?"""
        return self.action == _GO

    @property
    def is_claim(self) -> bool:
        """Is it a claim of points, in a game with schools?"""
        return self.action >= _FIRST_CLAIM


@dataclass(frozen=True)
class Hint:
    """A choice as the adviser sees it."""

    choice: Choice
    win: float
    """The player's winning chances after it, 0 to 1."""
    behind: float
    """Winning chances less than with the best one; 0 for the best."""
    why: tuple[str, ...]
    """What can be seen that makes the best one better; for the best, than the second."""


class GameSession:
    """A game with two seats, each a person's or a program's.

    It prints nothing and asks nobody: whoever shows it asks what is needed next, and calls
    ``step`` for what needs no person, ``play`` with a person's decision, ``roll`` with typed dice.

    The dice are a function of the seed and of how many rolls came before, so neither an undo
    nor a pause changes them: a session saved with ``record()`` goes on with the same ones.

    Example:
      >>> session = GameSession(("human", "careful"), seed=4)
      >>> for happening in session.advance():
      ...     print(happening.player, happening.dice)
      0 (4, 2)
      >>> session.needs_decision
      True
      >>> session.choices()[0].text
      '1/5 1/3'
      >>> _ = session.play("1/5 1/3")
      >>> session.undo()
      True
    """

    def __init__(
        self,
        seats: Sequence[str] = (HUMAN, "careful"),
        *,
        game: str | pyspiel.Game = "trictrac",
        position: str = "",
        seed: int | None = None,
        typed_dice: bool = False,
        first_dice: Sequence[int] | None = None,
    ) -> None:
        """Begins a game.

        Args:
          seats: who plays White and Black: ``human`` or a player's name, as ``make_bot`` takes it.
          game: Trictrac with its parameters.
          position: a position text or id to start from; the options of a text count.
          seed: of the dice and of players that use chance; another game each time by default.
          typed_dice: the dice come from outside, by ``roll(dice)``.
          first_dice: the first roll, which has fallen already.

        Raises:
          TrictracError: there is no such player, game or position, the game is over in it, or these
            dice cannot be rolled first.
        """
        loaded = load_trictrac(game) if isinstance(game, str) else game
        self._begin(Course(read_position(position, loaded)), seats, seed, typed_dice)
        if self.is_over:
            raise TrictracError("the game is over in this position")
        if first_dice is not None:
            self._take(self._rolled(first_dice))

    @staticmethod
    def resume(
        record: GameRecord,
        seats: Sequence[str] | None = None,
        *,
        seed: int | None = None,
        typed_dice: bool = False,
    ) -> "GameSession":
        """Goes on with a game that was written down, with the same dice.

        Args:
          record: the game so far.
          seats: who goes on; by default the record's players, people under any other name.
          seed: of the dice, instead of the record's.
          typed_dice: the dice come from outside.

        Raises:
          TrictracError: the record breaks the rules, or there is no such player.
        """
        session = GameSession.__new__(GameSession)
        session._begin(
            Course(record.initial_state()),
            known_seats(record.names) if seats is None else seats,
            record.seed if seed is None else seed,
            typed_dice,
        )
        for course in record.moments():
            before = session._course
            if session._is_person(before.state.current_player()):
                session._decided.append((before, len(session._happenings)))
            session._take(course)
        return session

    def _begin(
        self, course: Course, seats: Sequence[str], seed: int | None, typed_dice: bool
    ) -> None:
        if isinstance(seats, str) or len(seats) != 2:
            raise TrictracError(f"seats is {seats!r}, but it must be two: White's and Black's")
        white, black = seats
        if seed is None:
            seed = random.SystemRandom().randrange(_LARGEST_RANDOM_SEED)
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= LARGEST_SEED:
            raise TrictracError(f"seed is {seed!r}, but it must be a whole number, 0 or more")
        self.seats = (white, black)
        self.seed = seed
        self.typed_dice = typed_dice
        self._course = course
        self._happenings: list[Happening] = []
        # Where a person had to decide, and how much had happened: what undo comes back to.
        self._decided: list[tuple[Course, int]] = []
        luck = random.Random(f"play {seed}")
        game = course.state.get_game()
        self._bots = [
            None if name == HUMAN else bots.make(name, game, seat, luck.randrange(2**31))
            for seat, name in enumerate(self.seats)
        ]

    # What there is to see.

    @property
    def state(self) -> pyspiel.State:
        """The game's state, a copy."""
        return self._course.state.clone()

    @property
    def position(self) -> str:
        """The position text."""
        return Position.of(self._course.state).text

    @property
    def course(self) -> Course:
        """The game so far."""
        return self._course

    @property
    def player(self) -> int:
        """Who rolls or decides, 0 or 1; after the game, who did so last."""
        return Position.of(self._course.state).mover

    @property
    def happenings(self) -> tuple[Happening, ...]:
        """Every roll and decision so far, also those of a record that was resumed."""
        return tuple(self._happenings)

    @property
    def sheet(self) -> tuple[Marque, ...]:
        """The marqués of a written game that have ended; none in an ordinary game."""
        return self._course.sheet

    @property
    def marques(self) -> int | None:
        """How many marqués a written game has; None of an ordinary game."""
        if Position.of(self._course.state).written is None:
            return None
        return int(self._course.state.get_game().get_parameters()["marques"])

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return bool(self._course.state.is_terminal())

    @property
    def needs_dice(self) -> bool:
        """Must ``roll`` be called with dice from outside?"""
        return self.typed_dice and bool(self._course.state.is_chance_node())

    @property
    def needs_decision(self) -> bool:
        """Must a person decide, by ``play``?"""
        state = self._course.state
        return state.current_player() >= 0 and (
            self._is_person(state.current_player()) and not self._only_closes(state)
        )

    @property
    def needs_claim(self) -> bool:
        """Must a person claim the points of a roll, in a game with schools?"""
        phase = Position.of(self._course.state).phase
        return self.needs_decision and phase in ("claim", "claim-received")

    @property
    def can_undo(self) -> bool:
        """Is there a decision of a person to take back?"""
        return bool(self._decided)

    def view(
        self,
        player: int = 0,
        names: tuple[str, str] | None = None,
        reader: int | None = None,
    ) -> BoardView:
        """The board with the last play.

        Args:
          player: who sits below.
          names: what to call players 0 and 1.
          reader: the player whom sentences call you, if one of them reads it.
        """
        return self._course.view(player, names, reader)

    def choices(self) -> tuple[Choice, ...]:
        """What the player who decides can do; nothing at a roll and after the game."""
        state = self._course.state
        if state.current_player() < 0:
            return ()
        return tuple(self._choice(action) for action in state.legal_actions())

    def plays(self) -> tuple[Choice, ...]:
        """The choices that move checkers, numbered from 1 by their places in every face."""
        return tuple(choice for choice in self.choices() if not (choice.is_go or choice.is_claim))

    def hints(self, count: int = 3, player: str = PLAYER) -> tuple[Hint, ...]:
        """The best choices as a strong player sees them, the best one first.

        Args:
          count: how many at most.
          player: who is asked: ``td`` or ``td:PLIES``.
        """
        position = Position.of(self._course.state)
        ranked = best_plays(position, player)
        if not ranked:
            return ()
        if position.written is not None and position.phase == "hold-or-go":
            ranked = self._leaving_first(ranked, td_bot.plies_of(player))
        best, others = ranked[0], ranked[1:]
        hints = []
        for play in ranked[:count]:
            other = play if play is not best else others[0] if others else None
            if position.written is not None and best.text == "Go":
                # A play against a Go, which is decided by tokens: their sum is the reason.
                left = left_marque(position) if play is best else None
                why = [] if left is None else [leaving(left, position.mover)]
            else:
                why = reasons(position, best.action, other.action) if other else []
            hints.append(Hint(self._choice(play.action), play.win, play.loss, tuple(why)))
        return tuple(hints)

    def _leaving_first(self, ranked: list[RankedPlay], plies: int) -> list[RankedPlay]:
        """Whether to leave in a written game is decided by what the marqué is worth."""
        state = self._course.state
        chosen = td_bot.TdBot(state.get_game(), plies).choose(state)
        plays = [play for play in ranked if play.text != "Go"]
        least = min(play.loss for play in plays)
        plays = [replace(play, loss=play.loss - least) for play in plays]
        go = [play for play in ranked if play.text == "Go" and play.action == chosen]
        return [*(replace(play, loss=0.0) for play in go), *plays]

    def record(self, names: Sequence[str] | None = None) -> GameRecord:
        """The game so far, to be written down.

        Args:
          names: of White and Black, instead of the seats.
        """
        seed = None if self.typed_dice else self.seed
        return GameRecord.of_course(self._course, names or self.seats, seed)

    # What can be done.

    def step(self) -> Happening:
        """Does what needs no person: rolls, or lets a program decide.

        Raises:
          TrictracError: dice or a person's decision are needed, or the game is over.
        """
        state = self._course.state
        if self.is_over:
            raise TrictracError("the game is over")
        if self.needs_dice:
            raise TrictracError("the dice are to be typed: roll(dice)")
        if state.is_chance_node():
            return self._take(self._course.after(chance_outcome(state, self._next_luck())))
        if self.needs_decision:
            raise TrictracError("a person is to decide: play(action)")
        bot = self._bots[state.current_player()]
        action = _GO if bot is None or self._only_closes(state) else bot.step(state)
        return self._take(self._course.after(action))

    def advance(self) -> Iterator[Happening]:
        """Steps on until a person or dice are needed, or the game is over."""
        while not (self.is_over or self.needs_dice or self.needs_decision):
            yield self.step()

    def roll(self, dice: Sequence[int]) -> Happening:
        """Puts dice on the table that have fallen outside.

        Raises:
          TrictracError: they cannot be rolled now, or the program rolls; nothing has changed.
        """
        if not self.typed_dice:
            raise TrictracError("the program rolls the dice of this game: step()")
        return self._take(self._rolled(dice))

    def play(self, play: int | str) -> Happening:
        """Takes a person's decision: an action, or a play in words.

        Raises:
          TrictracError: no person is to decide now.
          IllegalPlayError: it is not allowed; the message says why. Nothing has changed.
        """
        state = self._course.state
        if not self.needs_decision:
            raise TrictracError(
                "the game is over" if self.is_over else "it is not a person's decision now"
            )
        if isinstance(play, str):
            action = parse_play(state, play)
        elif play in state.legal_actions():
            action = play
        else:
            raise IllegalPlayError(explain(state, play) or f"action {play} is not legal here")
        self._decided.append((self._course, len(self._happenings)))
        return self._take(self._course.after(action))

    def undo(self) -> bool:
        """Takes back the last decision of a person, and what followed; False if there is none."""
        if not self._decided:
            return False
        self._course, count = self._decided.pop()
        del self._happenings[count:]
        return True

    def _rolled(self, dice: Sequence[int]) -> Course:
        course = self._course
        for outcome in outcomes_of(course.state, dice):
            course = course.after(outcome)
        return course

    def _take(self, course: Course) -> Happening:
        assert course.last is not None
        self._course = course
        self._happenings.append(course.last)
        return course.last

    def _is_person(self, player: int) -> bool:
        """Does a person decide, when this is the current player of a state?"""
        return player >= 0 and self.seats[player] == HUMAN

    @staticmethod
    def _only_closes(state: pyspiel.State) -> bool:
        """Is the one legal action the Go that closes the game?"""
        return Position.of(state).phase == "last-go"

    def _choice(self, action: int) -> Choice:
        text = play_text(self._course.state, action)
        return Choice(action, text.partition(": ")[2] or text)

    def _next_luck(self) -> float:
        return random.Random(f"play {self.seed} roll {self._course.rolls}").random()


def known_seats(names: Sequence[str]) -> tuple[str, str]:
    """The names of a record that are players'; others are people's."""
    white, black = (name if name.partition(":")[0] in bots.PLAYERS else HUMAN for name in names)
    return white, black
