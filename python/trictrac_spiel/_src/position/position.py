"""``Position``: a position of the game as a value, the common ground of all that looks at one."""

import operator
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

import pyspiel

from trictrac_spiel import _core, _engine
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.position.dice import parse_dice
from trictrac_spiel._src.position.options import named_options
from trictrac_spiel._src.position.values import Event, Play, WrittenScore

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from trictrac_spiel._src.position.engine import Engine

_CHANCE = int(pyspiel.PlayerId.CHANCE)
_OVER = int(pyspiel.PlayerId.TERMINAL)


class Position:
    """A position of the game: board, scores, dice, whose turn it is, and the rules it is under.

    A value: nothing changes it, and a roll or a play gives another one. It can be compared,
    hashed, copied and pickled, and a notebook draws it. Players are 0 and 1; plays and events count
    the fields from the side of the player who moves.

    Args:
      **options: contested rules and lengths by their names, such as ``holes=3``, of a game at its
        start.

    Example:
      >>> position = Position().roll("6-1")
      >>> position.legal_plays
      <LegalPlays: 6-1: 1/7 1/2, 6-1: 1/7/8>
      >>> position.apply("1/7 1/2").text
      'tt1 p1 roll 1:13,2:1,7:1 1:15 0/0 0/0 1,0 1'
    """

    __slots__ = ("_value",)
    _value: _engine.Position

    def __init__(self, **options: int | str | bool) -> None:
        self._value = _engine.Position(named_options(options))

    @classmethod
    def from_text(cls, text: str) -> "Position":
        """The position of a text, as ``.text``, states, errors and records write it.

        Raises:
          InvalidPositionError: it is none; ``.faults`` lists all that is wrong.
        """
        if not isinstance(text, str):
            raise TrictracError(f"a position text is a str, not {type(text).__name__}")
        return cls._of_engine(_engine.Position.from_text(text))

    @classmethod
    def from_id(cls, id: str, **options: int | str | bool) -> "Position":
        """The position of an 18-character id, under the rules of these options.

        Raises:
          InvalidPositionError: the text is no id of a position.
        """
        if not isinstance(id, str):
            raise TrictracError(f"a position id is a str, not {type(id).__name__}")
        return cls._of_engine(_engine.Position.from_id(id, named_options(options)))

    @classmethod
    def from_board(
        cls,
        board: Sequence[int],
        dice: "str | int | Iterable[int]" = (),
        mover: int = 0,
        points: Sequence[int] = (0, 0),
        holes: Sequence[int] = (0, 0),
        *,
        phase: str | None = None,
        bredouille: Sequence[bool] | None = None,
        grande_bredouille: Sequence[bool] | None = None,
        rolls: Sequence[int] | None = None,
        turns: int | None = None,
        first_roll: bool | None = None,
        opening: Sequence[int] | None = None,
        **options: int | str | bool,
    ) -> "Position":
        """The position of a board and what else is known of it; the rest is chosen to fit.

        Pairs are player 0's and player 1's. What is left out: the phase is the one that the dice
        lead to, the setting began long ago (except at a start), and of two players with points, or
        with holes, both runs are interrupted.

        Args:
          board: 24 counts in player 0's numbering, his checkers positive.
          dice: to be played, or the first of two; none when a roll is due.
          mover: who rolls or decides.
          points: towards the next hole, those of the dice on the table included.
          holes: of each player.
          phase: ``roll``, ``move``, ``hold-or-go``, ``last-go`` or ``over``.
          bredouille: is the run of points uninterrupted?
          grande_bredouille: is the run of holes uninterrupted?
          rolls: since the setting began; 4 stands for more.
          turns: rolls that the game has had.
          first_roll: is the game's first roll still to be made?
          opening: the game's first roll, with ``jan_de_rencontre``.
          **options: contested rules and lengths by their names.

        Raises:
          InvalidPositionError: they contradict each other; the message says what would fit.

        Example:
          >>> Position.from_board([13, 0, 0, 0, 0, 2, *[0] * 17, -15], "6-4").text
          'tt1 p0 move:6-4 1:13,6:2 1:15 0/0 0/0 4,4 8'
        """
        return cls._of_engine(
            _engine.Position.from_board(
                _whole_numbers("board", board),
                _dice(dice),
                _whole_numbers("mover", [mover])[0],
                _pair("points", points),
                _pair("holes", holes),
                phase,
                None if bredouille is None else [bool(run) for run in bredouille],
                None if grande_bredouille is None else [bool(run) for run in grande_bredouille],
                None if rolls is None else _pair("rolls", rolls),
                None if turns is None else _whole_numbers("turns", [turns])[0],
                first_roll,
                None if opening is None else _pair("opening", opening),
                named_options(options),
            )
        )

    @classmethod
    def of(cls, state: "pyspiel.State | Engine | Position") -> "Position":
        """The position that a state of ``trictrac`` or ``python_trictrac``, or an engine, is in.

        Raises:
          TrictracError: it is a state of another game.
        """
        if isinstance(state, Position):
            return state
        if isinstance(state, pyspiel.State):
            written = _core.position_bytes(state)
            if written is not None:
                return cls._of_engine(_engine.Position.from_bytes(written))
        found = getattr(getattr(state, "engine", state), "_position", None)
        if not isinstance(found, Position):
            raise TrictracError(f"this is a state of another game than Trictrac: {state!r}")
        return found

    @classmethod
    def _of_engine(cls, position: _engine.Position) -> "Position":
        made = object.__new__(cls)
        made._value = position
        return made

    @property
    def text(self) -> str:
        """The position in one line, complete; ``from_text`` and ``new_initial_state`` read it."""
        return self._value.text

    @property
    def id(self) -> str:
        """The position in 18 characters; without the rules, the number of rolls and the turn.

        Raises:
          TrictracError: it cannot hold the position: marqués of a written game have been played, or
            points are being claimed.
        """
        return self._value.id

    @property
    def current_player(self) -> int:
        """Who acts, as in OpenSpiel: 0 or 1, -1 when a roll is due, -4 when the game is over."""
        return self._value.player

    @property
    def mover(self) -> int:
        """Who rolls or decides; after the game, who did so last."""
        return self._value.mover

    @property
    def phase(self) -> str:
        """``roll``, ``hold-or-go``, ``move``, ``last-go`` or ``over``.

        With schools also ``claim``, the roller's, and ``claim-received``, the other player's.
        """
        return self._value.phase

    @property
    def board(self) -> tuple[int, ...]:
        """24 counts in player 0's numbering, his checkers positive."""
        return tuple(self._value.board)

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice on the table: none, the first of two, or both with the higher one first."""
        return tuple(self._value.dice)

    @property
    def points(self) -> tuple[int, int]:
        """Player 0's and player 1's points towards the next hole."""
        return self._value.points

    @property
    def holes(self) -> tuple[int, int]:
        """Player 0's and player 1's holes."""
        return self._value.holes

    @property
    def bredouille(self) -> tuple[bool, bool]:
        """Is the run of points of player 0, of player 1, uninterrupted?"""
        return self._value.bredouille

    @property
    def grande_bredouille(self) -> tuple[bool, bool]:
        """Is the run of holes of player 0, of player 1, uninterrupted?"""
        return self._value.grande_bredouille

    @property
    def rolls(self) -> tuple[int, int]:
        """Player 0's and player 1's rolls since the setting began; 4 stands for more."""
        return self._value.rolls

    @property
    def turns(self) -> int:
        """How many rolls the game has had."""
        return self._value.turns

    @property
    def first_roll(self) -> bool:
        """Is the game's first roll still to be made?"""
        return self._value.first_roll

    @property
    def opening(self) -> tuple[int, ...]:
        """The game's first roll, while ``jan_de_rencontre`` waits for the second one."""
        return tuple(self._value.opening)

    @property
    def options(self) -> dict[str, str]:
        """The options of the game that are not the default ones, as texts."""
        return dict(self._value.options)

    @property
    def target(self) -> int:
        """How many holes win."""
        return self._value.target

    @property
    def num_actions(self) -> int:
        """How many distinct actions the game has: 514, with schools 578."""
        return self._value.num_actions

    @property
    def written(self) -> WrittenScore | None:
        """How the marqués of a written game stand; None in an ordinary game."""
        found = self._value.written
        if found is None:
            return None
        marque, refaits, starter, (white, black), (paid, owed) = found
        return WrittenScore(marque, refaits, starter, (white, black), (paid, owed))

    @property
    def school(self) -> int:
        """With schools: the roller's fault that waits to be marked for the other player."""
        return self._value.school

    @property
    def due(self) -> int | None:
        """What the player who decides should claim; None where no points are claimed."""
        return self._value.due

    @property
    def flag(self) -> int | None:
        """Who holds the flag."""
        return self._value.flag

    @property
    def is_over(self) -> bool:
        """Is the game over?"""
        return self._value.player == _OVER

    @property
    def needs_roll(self) -> bool:
        """Are the dice to be rolled?"""
        return self._value.player == _CHANCE

    @property
    def totals(self) -> tuple[int, int]:
        """All points of players 0 and 1, twelve to a hole; in a written game the tokens."""
        white, black = self._value.totals()
        return white, black

    @property
    def outcome(self) -> tuple[int | None, int]:
        """The winner and what he gains; ``(None, 0)`` before the end, and for a draw."""
        return self._value.outcome()

    @property
    def legal_plays(self) -> "LegalPlays":
        """What the player who decides may do; empty where nobody decides."""
        return LegalPlays(self)

    @property
    def legal_actions(self) -> list[int]:
        """The actions of ``legal_plays``, ascending, without the rest."""
        return self._value.legal_actions()

    @property
    def possible_rolls(self) -> tuple[tuple[tuple[int, int], float], ...]:
        """Every roll that can happen now, higher die first, with its probability."""
        return tuple(((high, low), chance) for high, low, chance in self._value.rolls_possible())

    def events(self, dice: str | Iterable[int] | None = None) -> list[Event]:
        """What scores: the events of the dice on the table, or those that these would bring.

        Fields are in the roller's numbering. There are none without dice.
        """
        if dice is None:
            return [Event(**event) for event in self._value.events()]
        return [Event(**event) for event in self._value.events_of_roll(_dice(dice))]

    def roll(self, dice: str | int | Iterable[int]) -> "Position":
        """The position after these dice: ``"6-4"`` or ``(6, 4)``, or one die of two.

        Raises:
          TrictracError: they cannot be rolled now.
        """
        return self._of_engine(self._value.apply_dice(_dice(dice)))

    def apply(self, play: "Play | SupportsIndex | str | Iterable[Sequence[int]]") -> "Position":
        """The position after a play: one of ``legal_plays``, an action, a text or its steps.

        Raises:
          IllegalPlayError: it is not allowed; the error says why.
        """
        return self._of_engine(self._value.apply(self.action_of(play)))

    def action_of(self, play: "Play | SupportsIndex | str | Iterable[Sequence[int]]") -> int:
        """The action that a play stands for; an action is handed back as it is.

        Raises:
          IllegalPlayError: a text or steps mean no legal play.
        """
        if isinstance(play, Play):
            return play.action
        if isinstance(play, SupportsIndex):
            return operator.index(play)
        if isinstance(play, str):
            return self._value.parse_action(play)
        return self._value.action_of_steps(_steps(play))

    def explain(self, play: "SupportsIndex | Iterable[Sequence[int]]") -> str | None:
        """Why an action or a list of steps ``(from, to)`` is not allowed; None when it is."""
        if isinstance(play, SupportsIndex):
            return self._value.explain(operator.index(play))
        return self._value.explain_steps(_steps(play))

    def action_text(self, action: SupportsIndex) -> str:
        """An action in words, such as ``6-1: 1/7 1/2``.

        Raises:
          IllegalPlayError: there is no action with this number anywhere in the game.
        """
        return self._value.action_text(operator.index(action))

    def steps(self, action: SupportsIndex) -> tuple[tuple[int, int], ...]:
        """The steps ``(from, to)`` of an action, ``to`` 0 for off the board; none for ``Go``.

        Raises:
          IllegalPlayError: the action stands for no play here.
        """
        return tuple(self._value.steps(operator.index(action)))

    def observation(
        self, name: str = "features", player: int | None = None
    ) -> "npt.NDArray[np.float32]":
        """The tensor ``features``, ``compact`` or ``planes`` that a player sees, flat.

        Without a player, the one who rolls or decides.
        """
        if player is None:
            player = self.current_player if self.current_player >= 0 else self.mover
        return self._value.observe(name, player)

    def perft(self, depth: int) -> int:
        """How many sequences of so many transitions lead on from here."""
        return self._value.perft(depth)

    def state(self, game: pyspiel.Game | None = None) -> pyspiel.State:
        """A state of OpenSpiel in this position.

        Args:
          game: a game of ``trictrac`` with the same rules; by default the one with these rules and
            all else as usual.

        Raises:
          TrictracError: the game is another one or has other rules.
        """
        if game is None:
            game = pyspiel.load_game("trictrac", _parameters(self.options))
        if not isinstance(game, _core.TrictracGame):
            raise TrictracError(f"{game} is another game than trictrac")
        try:
            return _core.state_from_bytes(game, self._value.bytes)
        except ValueError as error:
            raise TrictracError(str(error)) from None

    def __str__(self) -> str:
        return self._value.drawing

    def __repr__(self) -> str:
        return f"Position.from_text({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._value == other._value

    def __hash__(self) -> int:
        return hash(self._value)

    def __copy__(self) -> "Position":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return self

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return Position.from_text, (self.text,)


class LegalPlays(Sequence[Play]):
    """The legal plays of a position, ascending by action.

    ``in`` understands a play, an action, a text and a list of steps.
    """

    __slots__ = ("_plays", "_position")

    def __init__(self, position: Position) -> None:
        self._position = position
        self._plays = [
            Play(action, text, tuple(steps)) for action, text, steps in position._value.plays()
        ]

    def __len__(self) -> int:
        return len(self._plays)

    def __iter__(self) -> Iterator[Play]:
        return iter(self._plays)

    @overload
    def __getitem__(self, index: int) -> Play: ...
    @overload
    def __getitem__(self, index: slice) -> list[Play]: ...
    def __getitem__(self, index: int | slice) -> Play | list[Play]:
        return self._plays[index]

    def __contains__(self, play: object) -> bool:
        if isinstance(play, Play):
            return play in self._plays
        try:
            action = self._position.action_of(play)  # type: ignore[arg-type]
        except TrictracError:
            return False
        return any(action == legal.action for legal in self._plays)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LegalPlays) and self._position == other._position

    def __hash__(self) -> int:
        return hash(self._position)

    def __repr__(self) -> str:
        return f"<LegalPlays: {', '.join(map(str, self._plays)) or 'none'}>"


def _dice(dice: str | int | Iterable[int]) -> list[int]:
    """Dice as the engine takes them; what they may be is its affair."""
    if isinstance(dice, str):
        return list(parse_dice(dice))
    if isinstance(dice, SupportsIndex):
        return [operator.index(dice)]
    try:
        return [operator.index(die) for die in dice]
    except TypeError:
        raise TrictracError(f"{dice!r} is no roll: dice are whole numbers, 1 to 6") from None


def _whole_numbers(name: str, values: Iterable[int]) -> list[int]:
    try:
        return [operator.index(value) for value in values]
    except TypeError:
        raise TrictracError(f"{name} is {values!r}, but it must be whole numbers") from None


def _pair(name: str, values: Iterable[int]) -> tuple[int, int]:
    numbers = _whole_numbers(name, values)
    if len(numbers) != 2:
        raise TrictracError(f"{name} is {values!r}, but it must be player 0's and player 1's")
    return numbers[0], numbers[1]


def _steps(play: Iterable[Sequence[int]]) -> list[tuple[int, int]]:
    try:
        return [(operator.index(start), operator.index(end)) for start, end in play]
    except (TypeError, ValueError):
        raise TrictracError("a play is a text, or a list of steps (from, to)") from None


def _parameters(options: dict[str, str]) -> dict[str, Any]:
    """Options as OpenSpiel takes them."""
    words = {"true": True, "false": False}
    return {
        name: words[value] if value in words else int(value) if value.isdecimal() else value
        for name, value in options.items()
    }
