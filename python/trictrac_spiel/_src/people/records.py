"""Games written down: as text that people read, and as JSON. Both can be read back."""

import contextlib
import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from types import UnionType
from typing import Any

import pyspiel

from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.files import write_file
from trictrac_spiel._src.people.commentary import Speaker
from trictrac_spiel._src.people.course import DECISIONS, Course, Turn
from trictrac_spiel._src.people.harmless import harmless
from trictrac_spiel._src.people.view import BoardView
from trictrac_spiel._src.position.dice import outcomes_of
from trictrac_spiel._src.position.game import parse_play, position_text
from trictrac_spiel._src.position.position import Position
from trictrac_spiel._src.position.reading import load_trictrac, state_at
from trictrac_spiel._src.strict_json import read_json, whole_number
from trictrac_spiel._src.whole_numbers import read_whole_number

SEATS = ("White", "Black")
"""What players 0 and 1 are called in a record, whoever they are."""

# Of a line in which blanks are single.
_TURN = re.compile(
    r"\d+\. (?P<seat>White|Black) ?(?P<dice>[1-6](?:-[1-6])?)?(?: ?: ?(?P<play>.+))?"
)
LARGEST_SEED = 2**63 - 1

_VERSION = 1


@dataclass(frozen=True)
class GameRecord:
    """A game, or its part so far: how it began and each turn.

    Example:
      >>> game = pyspiel.load_game("trictrac(holes=1)")
      >>> state = game.new_initial_state()
      >>> state.apply_action(23)
      >>> print(GameRecord.of(state).turns)
      (Turn(player=0, dice=(6, 4), play=None),)
    """

    game: str
    """Trictrac with its parameters, as ``pyspiel.load_game`` takes it."""
    names: tuple[str, str]
    turns: tuple[Turn, ...]
    start: str | None = None
    """The position text that the game began from, if it was not the usual start."""

    seed: int | None = None
    """Of the dice, if a program rolled them: the game goes on with those that would have come."""
    # What playing the game again would find, once it is known.
    _course: Course | None = field(default=None, init=False, compare=False, repr=False)

    @staticmethod
    def of(state: pyspiel.State, names: Sequence[str] = SEATS) -> "GameRecord":
        """The record of a state's history."""
        return GameRecord.of_course(Course.of(state), names)

    @staticmethod
    def of_course(
        course: Course, names: Sequence[str] = SEATS, seed: int | None = None
    ) -> "GameRecord":
        """The record of a game's course so far."""
        started = course.state.starting_state()
        start = None if started is None else position_text(started)
        white, black = map(str, names)
        game = str(course.state.get_game())
        return GameRecord(game, (white, black), course.turns, start, seed)._knowing(course)

    def _knowing(self, course: Course) -> "GameRecord":
        object.__setattr__(self, "_course", course)
        return self

    def course(self) -> Course:
        """The course of the game, played again if need be.

        Raises:
          TrictracError: a turn is against the rules; the message says which.
        """
        if self._course is not None:
            return self._course
        course = Course(self.initial_state())
        for _, _, course in self.courses():  # noqa: B007
            pass
        return course

    def courses(self) -> Iterator[tuple[Turn, Course, Course]]:
        """Plays the game again: each turn with the course after its roll and after its play.

        Raises:
          TrictracError: a turn is against the rules; the message says which.
        """
        course = Course(self.initial_state())
        for number, turn in enumerate(self.turns, 1):
            after_dice = [course, *_after_dice(course, turn, number)][-1]
            course = [after_dice, *_after_play(after_dice, turn, number)][-1]
            yield turn, after_dice, course

    def moments(self) -> Iterator[Course]:
        """Plays the game again: the course after each action, of chance and of players.

        Raises:
          TrictracError: a turn is against the rules; the message says which.
        """
        course = Course(self.initial_state())
        for number, turn in enumerate(self.turns, 1):
            rolled = _after_dice(course, turn, number)
            yield from rolled
            decided = _after_play([course, *rolled][-1], turn, number)
            yield from decided
            course = [course, *rolled, *decided][-1]

    def states(self) -> Iterator[tuple[Turn, pyspiel.State, pyspiel.State]]:
        """The same with states, which are the caller's own."""
        for turn, rolled, after in self.courses():
            yield turn, rolled.state.clone(), after.state.clone()

    def initial_state(self) -> pyspiel.State:
        """The state that the game began from.

        Raises:
          TrictracError: there is no such game or position.
        """
        try:
            return state_at(load_trictrac(self.game), self.start)
        except TrictracError as error:
            raise TrictracError(f"the record begins with no state of a game: {error}") from None

    def final_state(self) -> pyspiel.State:
        """The state after the last turn."""
        return self.course().state.clone()

    def to_text(self) -> str:
        """The record for people, with the reason of every mark as a comment."""
        lines = ["; A game of Trictrac. Read on with: trictrac replay FILE", f"game: {self.game}"]
        # A semicolon would begin a comment.
        names = (harmless(name).replace(";", ",") for name in self.names)
        lines += [f"{seat}: {name}" for seat, name in zip(SEATS, names, strict=True)]
        if self.start is not None:
            lines.append(f"start: {self.start}")
        if self.seed is not None:
            lines.append(f"seed: {self.seed}")
        lines.append("")
        course = self.course()
        for number, (turn, found) in enumerate(zip(course.turns, course.reasons, strict=True), 1):
            dice = "-".join(map(str, turn.dice))
            play = "" if turn.play is None else f": {turn.play}"
            lines.append(f"{number:>4}. {SEATS[turn.player]}  {dice}{play}")
            speaker = Speaker(SEATS[turn.player], SEATS[1 - turn.player])
            lines += [f"      ; {line}" for line in speaker.sentences(found)]
        lines += ["", f"; {_standing(course.view())}", ""]
        return "\n".join(lines)

    def to_json(self) -> str:
        """The record for programs: one JSON object, with the events of every roll."""
        course = self.course()
        turns = [
            {**asdict(turn), "events": [asdict(event) for event in found]}
            for turn, found in zip(course.turns, course.reasons, strict=True)
        ]
        end, view = course.state, course.view()
        result = None
        if end.is_terminal():
            result = {
                "winner": view.winner,
                "holes": [score.holes for score in view.scores],
                "returns": list(end.returns()),
            }
        record = {
            "trictrac_record": _VERSION,
            "game": self.game,
            "players": [harmless(name) for name in self.names],
            "start": self.start,
            "seed": self.seed,
            "turns": turns,
            "position": view.text,
            "result": result,
        }
        return json.dumps(record, indent=1, ensure_ascii=False) + "\n"

    def _repr_html_(self) -> str:
        """A page that steps through the game, for a notebook."""
        from trictrac_spiel._src.drawing.stepper import framed_page  # It draws records.

        return framed_page(self)

    def save(self, path: str | os.PathLike[str], replacing: "GameRecord | None" = None) -> None:
        """Writes the record, as JSON if the name ends in ``.json``, else as text.

        A file that is there is replaced if it holds an earlier part of this game, and only
        when the new one is complete. Symbolic links are followed.

        Args:
          path: where to write it.
          replacing: a record that may be replaced too, such as this game before an undo.

        Raises:
          TrictracError: something else is there, which stays as it is.
          OSError: the file cannot be written.
        """
        file = Path(os.path.realpath(path))
        as_json = Path(path).suffix == ".json"
        if replacing is None or not _holds(file, replacing._written(as_json)):
            self._check_replaceable(file, os.fspath(path), replacing)
        write_file(path, self._written(as_json))

    def _written(self, as_json: bool) -> str:
        return self.to_json() if as_json else self.to_text()

    def _check_replaceable(self, file: Path, name: str, replacing: "GameRecord | None") -> None:
        """Raises TrictracError unless there is no such file, or one that may be replaced."""
        try:
            file.stat()
        except FileNotFoundError:
            return
        if not file.is_file():
            what = "a folder" if file.is_dir() else "no regular file"
            raise TrictracError(f"{name} is {what}: no game can be written there")
        advice = "it is not replaced; choose another name, or remove it first"
        try:
            there = GameRecord.load(file)
        except TrictracError:
            raise TrictracError(
                f"{name} is there already and holds no record of a game: {advice}"
            ) from None
        if there._is_written_like(replacing) or self._continues(there):
            return
        raise TrictracError(f"{name} holds another game, or another course of this one: {advice}")

    def _is_written_like(self, other: "GameRecord | None") -> bool:
        """Is it the same game, whoever plays it?"""
        return other is not None and replace(self, names=other.names, seed=other.seed) == other

    def _continues(self, earlier: "GameRecord") -> bool:
        """Is the other record the beginning of this one?"""
        own, other = self.course(), earlier.course()
        if _beginning(own) != _beginning(other):
            return False
        count = len(other.turns)
        if count == 0:
            return True
        return (
            len(own.turns) >= count
            and own.turns[: count - 1] == other.turns[:-1]
            and _grows(other.turns[-1], own.turns[count - 1])
        )

    @staticmethod
    def load(path: str | os.PathLike[str]) -> "GameRecord":
        """Reads a record from a file of either form.

        Raises:
          TrictracError: the file holds no record, or one that breaks the rules.
        """
        text = Path(path).read_text(encoding="utf-8", errors="replace")
        try:
            return GameRecord.parse(text)
        except TrictracError as error:
            raise TrictracError(f"{os.fspath(path)}: {error}") from None

    @staticmethod
    def parse(text: str) -> "GameRecord":
        """Reads a record of either form.

        Raises:
          TrictracError: the text is no record, or one that breaks the rules.
        """
        text = text.encode(errors="backslashreplace").decode()  # Halves of surrogate pairs.
        record = _parse_json(text) if text.lstrip().startswith("{") else _parse_text(text)
        course = record.course()  # which says what is wrong
        return replace(record, turns=course.turns)._knowing(course)


def _beginning(course: Course) -> tuple[Any, str | None]:
    """The game of a course, and the position text that it started from."""
    started = course.state.starting_state()
    return (
        course.state.get_game().get_parameters(),
        None if started is None else position_text(started),
    )


def _grows(before: Turn, after: Turn) -> bool:
    """Can a turn have become another one: by its second die, by its play, or not at all?"""
    same_dice = before.dice == after.dice or (
        len(before.dice) == 1 and before.dice[0] in after.dice and before.play is None
    )
    return before.player == after.player and same_dice and before.play in (None, after.play)


def _holds(file: Path, text: str) -> bool:
    """Is this all that the file holds?"""
    try:
        return file.is_file() and file.read_bytes() == text.encode()
    except OSError:
        return False


def _after_dice(course: Course, turn: Turn, number: int) -> list[Course]:
    """The courses after a turn's dice: none, one, or one for each die."""
    if not turn.dice:
        return []
    with _naming(number):
        _check_mover(turn, course.state)
        courses = []
        for outcome in outcomes_of(course.state, turn.dice):
            course = course.after(outcome)
            courses.append(course)
    return courses


def _after_play(course: Course, turn: Turn, number: int) -> list[Course]:
    """The courses after each decision of a turn."""
    if turn.play is None:
        return []
    with _naming(number):
        _check_mover(turn, course.state)
        courses = []
        for play in turn.play.split(DECISIONS):
            course = course.after(parse_play(course.state, play))
            courses.append(course)
    return courses


@contextlib.contextmanager
def _naming(number: int) -> Iterator[None]:
    """Says of an error in which turn it is."""
    try:
        yield
    except TrictracError as error:
        raise TrictracError(f"turn {number} of the record: {error}") from None


def _check_mover(turn: Turn, state: pyspiel.State) -> None:
    if state.is_terminal():
        raise TrictracError("the game is over before it")
    if turn.player != Position.of(state).mover:
        raise TrictracError(f"it is not {SEATS[turn.player]}'s turn")


def _standing(view: BoardView) -> str:
    white, black = view.scores
    standing = f"{view.status()}. Holes: White {white.holes}, Black {black.holes}."
    if view.written is not None:
        tokens = view.written.tokens
        standing += f" Tokens: White {tokens[0]:+}, Black {tokens[1]:+}."
    return standing


def _parse_text(text: str) -> GameRecord:
    header: dict[str, str] = {}
    turns: list[Turn] = []
    # Only what ends a line of a file: a name may have other controls in it.
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        line = " ".join(line.partition(";")[0].split())
        if not line:
            continue
        key, colon, value = line.partition(":")
        if colon and key in ("game", "start", "seed", *SEATS):
            header[key] = value.strip()
        elif found := _TURN.fullmatch(line):
            dice = tuple(int(die) for die in (found["dice"] or "").split("-") if die)
            turns.append(Turn(SEATS.index(found["seat"]), dice, found["play"]))
        else:
            raise TrictracError(
                f"line {number}, {line[:60]!r}, is neither a turn such as "
                "'1. White 6-4: 1/7 1/5' nor one of game:, White:, Black:, start:, seed:"
            )
    if "game" not in header:
        raise TrictracError("this is no record of a game: it lacks a line such as 'game: trictrac'")
    names = (header.get("White", SEATS[0]), header.get("Black", SEATS[1]))
    seed = read_whole_number(header["seed"]) if "seed" in header else None
    if "seed" in header:
        seed = whole_number(header["seed"] if seed is None else seed, "seed", 0, LARGEST_SEED)
    return GameRecord(header["game"], names, tuple(turns), header.get("start"), seed)


def _parse_json(text: str) -> GameRecord:
    try:
        data = read_json(text)
    except TrictracError as error:
        raise TrictracError(f"this is no record: {error}") from None
    # A number 1.0 or true would be equal to 1 as well.
    if not isinstance(data, dict) or repr(data.get("trictrac_record")) != repr(_VERSION):
        raise TrictracError(f'this is no record: "trictrac_record": {_VERSION} is missing')
    for key, kind, wanted in _JSON_KEYS:
        if not isinstance(data.get(key), kind):
            raise TrictracError(f'this is no record: "{key}" must be {wanted}')
    names = data["players"]
    if len(names) != 2 or not all(isinstance(name, str) for name in names):
        raise TrictracError("a record names two players, each by a text")
    turns = tuple(_json_turn(turn, number) for number, turn in enumerate(data["turns"], 1))
    start, seed = data.get("start"), data.get("seed")
    if start is not None:
        start = harmless(start)
    if seed is not None:
        seed = whole_number(seed, "seed", 0, LARGEST_SEED)
    return GameRecord(data["game"], (names[0], names[1]), turns, start, seed)


_JSON_KEYS: tuple[tuple[str, type | UnionType, str], ...] = (
    ("game", str, "a text such as trictrac"),
    ("players", list, "a list of two names"),
    ("turns", list, "a list of turns"),
    ("start", str | None, "a position text or null"),
)


def _json_turn(turn: object, number: int) -> Turn:
    where = f"turn {number} of the record"
    if not isinstance(turn, dict):
        raise TrictracError(f"{where} is no object with player, dice and play")
    dice, play = turn.get("dice"), turn.get("play")
    if not isinstance(dice, list) or len(dice) > 2:
        raise TrictracError(f"{where}: dice must be a list of at most two numbers")
    if play is not None and not isinstance(play, str):
        raise TrictracError(f"{where}: play must be a text or null")
    return Turn(
        whole_number(turn.get("player"), f"{where}: player", 0, 1),
        tuple(whole_number(die, f"{where}: a die", 1, 6) for die in dice),
        None if play is None else harmless(play),
    )
