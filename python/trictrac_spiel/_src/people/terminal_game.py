"""A game at a terminal: shows a ``GameSession``, and puts what is typed into it."""

import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass

from trictrac_spiel._src.errors import TrictracError, message_of
from trictrac_spiel._src.people import board_text
from trictrac_spiel._src.people.commentary import Speaker, marks
from trictrac_spiel._src.people.course import Happening
from trictrac_spiel._src.people.grammar import YOU, agree, capitalized, plural
from trictrac_spiel._src.people.prose import described, in_columns
from trictrac_spiel._src.people.records import SEATS, GameRecord
from trictrac_spiel._src.people.session import HUMAN, GameSession
from trictrac_spiel._src.people.summary import summary
from trictrac_spiel._src.people.terminal import EndOfInputError, Terminal
from trictrac_spiel._src.people.view import FIELDS, BoardView
from trictrac_spiel._src.position.dice import parse_dice

_LISTED = 18  # plays, unless all are asked for

_COMMANDS = (
    ("a number", "the play of that number in the list"),
    ("1/7 1/5", "the play in words; also 1/11 for one checker, 20/off, pass, go"),
    ("all", "list every play"),
    ("hint", "what a careful player would think of"),
    ("why", "explain the marks of this roll again"),
    ("undo", "take back your last decision; the same dice come again"),
    ("board", "draw the board again"),
    ("rules", "the game in twenty lines; all of it: trictrac rules"),
    ("position", "print the position as text, to show it or play on from it"),
    (
        "save FILE",
        "write the game down, now and after every turn; a name that ends in .json makes it JSON",
    ),
    ("quit", "stop; to go on another day, say save FILE before"),
)

_RULES = """\
  Both players bring fifteen checkers from their field 1 round the board to 24 and off. That \
is only the clock: points win, and points come from what your dice COULD do.

  A turn: roll two dice. Your points are marked at once, before you move. Then play both \
numbers, with one checker or two. A double is still two numbers. Nothing is ever captured.

  Where you may not go: onto an enemy checker; to stay on field 13, his corner; onto field 12, \
your corner, other than with two checkers at once; to stay among his fields 13-18 or 19-24 \
while he can still fill them.

  What scores (the program finds it for you), simple roll / double:
    a lone enemy checker in reach of a die or the sum:
      2 / 4 in his small table, 4 / 6 in the big ones
    filling 1-6, 7-12 or 19-24, two checkers on each: 4 / 6 a way
    moving without breaking such a full row: 4 / 6
    hitting his empty corner with two checkers: 4 / 6
    the last checker off the board: 4 / 6

  He marks 2 for each number that you cannot play, and marks your hit himself when the way to \
his lone checker is barred.

  Twelve points make a hole, or two if he marked nothing meanwhile; his points are wiped out. \
After a hole by your own roll you may go: all checkers back to the start, and you roll. Or \
hold: play on with the points left over. Twelve holes win.

  The whole of it: trictrac rules"""


@dataclass(frozen=True)
class Manners:
    """How a game is shown and kept."""

    file: str | None = None
    """Where it is written down after every turn."""
    written: GameRecord | None = None
    """What the file holds already."""
    seed: int | None = None
    """The seed that was asked for."""
    delay: float = 0.0
    """Seconds after each turn of a program."""


class TerminalGame:
    """One game between people and programs at one terminal."""

    def __init__(self, session: GameSession, terminal: Terminal, manners: Manners) -> None:
        self._session = session
        self._terminal = terminal
        self._file = manners.file
        self._written = manners.written
        self._asked_seed = manners.seed
        self._delay = manners.delay
        people = [seat for seat in (0, 1) if session.seats[seat] == HUMAN]
        self._only_human = people[0] if len(people) == 1 else None
        self._watching = not people

    def play(self) -> None:
        """Plays until the game is over or the people stop.

        Raises:
          KeyboardInterrupt: Ctrl-C, after telling how to go on.
          TrictracError: the file cannot be written.
          OSError: the same.
        """
        if self._file is not None:  # The game begins only if it can be written down.
            self._write(self._file)
        try:
            self._play()
        except EndOfInputError:
            self._say_where_it_stopped()
        except KeyboardInterrupt:
            self._say_where_it_stopped()
            raise

    # The course of the game.

    def _play(self) -> None:
        self._welcome()
        while not self._session.is_over:
            if self._session.needs_dice:
                self._roll_typed()
            elif self._session.needs_decision:
                self._ask_for_decision()
            else:
                closes = self._view().phase == "last-go"
                happening = self._session.step()
                if not closes:
                    self._tell(happening)
                if not happening.is_roll:
                    self._pause()
        self._draw()
        self._save()
        self._say_the_end()

    def _tell(self, happening: Happening) -> None:
        if not happening.is_roll:
            self._tell_decision(happening)
        elif len(happening.dice) == 2:
            self._tell_roll(happening)
        self._save()

    def _welcome(self) -> None:
        white, black = self._session.seats
        target = plural(self._view().target, "hole wins", "holes win")
        self._say(f"White ({white}) against Black ({black}); {target}.")
        if self._watching:
            self._draw()
        else:
            self._say("At the prompt: a play, or help. New to the game? Say rules.")
        if self._written is None and self._session.happenings:
            self._tell(self._session.happenings[-1])  # The first roll, when it was given.

    def _say_the_end(self) -> None:
        self._say()
        for line in summary(self._session.course, self._names()):
            self._say(line)
        if self._file is None:
            self._say("The game is not written down; --save FILE keeps the next one.")
        else:
            self._say(f"The game is in {self._file}. Step through it:")
            self._terminal.say_whole(f"  {shlex.join(['trictrac', 'replay', self._file])}")

    def _say_where_it_stopped(self) -> None:
        """Tells how to go on with an unfinished game."""
        self._save()
        position = self._session.position
        self._say()
        self._terminal.say_whole(f"Stopped at: {position}")
        if self._session.is_over:
            return
        if self._file is not None:
            self._say(f"The game is in {self._file}.")
            where = ["--resume", self._file]
            if self._asked_seed is not None:
                where += ["--seed", str(self._asked_seed)]
        else:
            where = [*self._player_options(), position]
        if self._session.typed_dice:
            where = ["--dice", "typed", *where]
        self._say("To go on:")
        self._terminal.say_whole(f"  trictrac play {shlex.join(where)}")

    def _player_options(self) -> list[str]:
        """What to say to ``trictrac play`` for the same players."""
        white, black = self._session.seats
        if self._watching:
            return ["--white", white, "--black", black]
        if self._only_human == 1:
            return ["--seat", "black", "--against", white]
        return [] if black == "careful" else ["--against", black]

    def _roll_typed(self) -> None:
        while self._session.needs_dice:
            view = self._view()
            yours = view.mover == self._only_human
            prompt = "Your dice: " if yours else f"Dice of {SEATS[view.mover]}: "
            answer = self._terminal.ask(prompt, _words())
            if self._common_command(answer):
                continue
            try:
                dice = parse_dice(answer)
                self._tell(self._session.roll(dice[: 2 - len(view.dice)] if view.dice else dice))
            except TrictracError as error:
                self._say(f"  {error}")

    # A person's decision.

    def _ask_for_decision(self) -> None:
        before, plays = self._session.course, self._session.plays()
        choices = self._session.choices()
        is_only_one = len(choices) == 1
        self._draw()
        if is_only_one:
            only = choices[0]
            dice = "" if only.is_go else f"{_written(self._view().dice)}: "
            self._say(f"Only one choice: {dice}{only.text}")
            prompt = "Press Enter to go on, or give a command: "
        else:
            if len(plays) < len(choices):
                self._ask_to_hold_or_go()
            self._list(_LISTED if len(plays) > _LISTED + 3 else len(plays))
            prompt = f"{SEATS[self._session.player]}> "
        words = [*_words(), *(choice.text.lower() for choice in choices)]
        while self._session.course is before:
            answer = self._terminal.ask(prompt, words)
            if answer.lower() == "all":
                self._list(len(plays))
            elif not self._common_command(answer):
                self._decide(choices[0].action if is_only_one and not answer else answer)

    def _ask_to_hold_or_go(self) -> None:
        view = self._view()
        points = view.scores[view.mover].points
        self._say(
            f"Hold or go? To hold, choose a play: you keep your {points} points and play on.\n"
            "To go, say go: both lose their points, all checkers return to the talons, and you "
            "roll."
        )

    def _decide(self, answer: str | int) -> None:
        """Takes a decision if it is one; else says why it is none."""
        plays = self._session.plays()
        if answer == "":
            self._say("  Choose a play by its number or in words; help tells more.")
            return
        if isinstance(answer, str) and answer.isdecimal() and len(answer) < 10:
            if not 1 <= int(answer) <= len(plays):
                known = f"they are numbered 1 to {len(plays)}"
                if len(plays) == 1:
                    known = "there is only play 1"
                self._say(f"  There is no play {answer}: {known}.")
                return
            answer = plays[int(answer) - 1].action
        try:
            self._tell(self._session.play(answer))
        except TrictracError as error:
            self._say(f"  Not allowed: {str(error).partition(', in the position')[0]}.")

    def _list(self, count: int) -> None:
        plays = self._session.plays()
        cells = [f"{number:>3}) {play.text}" for number, play in enumerate(plays[:count], 1)]
        for line in in_columns(cells, self._terminal.width):
            self._terminal.show(line)
        if count < len(plays):
            self._say(f"     and {len(plays) - count} more: say all")

    def _common_command(self, answer: str) -> bool:
        """Obeys a command that is no play; False when it is none."""
        word, _, rest = answer.strip().partition(" ")
        match word.lower():
            case "help" | "?" | "h":
                self._terminal.show("\n".join(described(_COMMANDS, self._terminal.width)))
            case "rules":
                self._say(_RULES)
            case "hint":
                self._hint()
            case "why":
                lines = self._reasons() or ["This roll brings no points."]
                self._say("\n".join(f"  {line}" for line in lines))
            case "undo":
                taken_back = self._session.undo()
                self._say(
                    "  Taken back."
                    if taken_back
                    else "  There is no decision of yours to take back."
                )
            case "board":
                self._draw()
            case "position":
                self._terminal.say_whole(self._session.position)
            case "save":
                self._save_as(rest.strip())
            case "quit" | "exit" | "q":
                raise EndOfInputError
            case _:
                return False
        return True

    def _hint(self) -> None:
        hints = self._session.hints()
        if not hints:
            self._say("  Nothing is to be decided before the dice have fallen.")
            return
        self._say("  A careful player would think of:")
        for hint in hints:
            behind = f"   (worse by {hint.behind:.1f} points)" if hint.behind else ""
            self._say(f"    {hint.choice.text}{behind}")

    # Telling.

    def _tell_roll(self, happening: Happening) -> None:
        before, after = happening.views(self._below(happening.player))
        rolls = self._does(happening.player, "rolls", "roll")
        if after.dice:
            self._say(f"\n{rolls} {_written(happening.dice)}.")
        else:
            self._say(f"{rolls}, and the last checker leaves the board.")
        for line in self._reasons():
            self._say(f"  {line}")
        # The other player marks at the roll only when it bears off the last checker.
        for player in (happening.player, 1 - happening.player):
            for line in marks(before, after, player, self._names()):
                self._say(f"  {line}")

    def _tell_decision(self, happening: Happening) -> None:
        before, after = happening.views(self._below(happening.player))
        if happening.is_go:
            goes = self._does(happening.player, "goes", "go")
            self._say(f"{goes}: all checkers to the talons.")
        elif happening.play is not None:
            plays = self._does(happening.player, "plays", "play")
            self._say(f"{plays} {before.seen_play(happening.play)}")
        for line in marks(before, after, 1 - happening.player, self._names()):
            self._say(f"  {line}")

    def _reasons(self) -> list[str]:
        """Why the last roll has brought its points, fields numbered as the viewer counts."""
        course = self._session.course
        if not course.turns:
            return []
        roller = course.turns[-1].player
        below = self._view().player

        def field(number: int) -> int:
            return number if roller == below else FIELDS + 1 - number

        names = self._names()
        return Speaker(names[roller], names[1 - roller], field).sentences(course.reasons[-1])

    def _view(self) -> BoardView:
        return self._session.view(self._below(self._session.player))

    def _below(self, mover: int) -> int:
        """Who sits below: the only person; of two people, the one whose turn it is."""
        if self._watching:
            return 0
        return mover if self._only_human is None else self._only_human

    def _names(self) -> tuple[str, str]:
        if self._only_human == 0:
            return (YOU, SEATS[1])
        if self._only_human == 1:
            return (SEATS[0], YOU)
        return (SEATS[0], SEATS[1])

    def _does(self, player: int, verb: str, your_verb: str) -> str:
        return capitalized(agree(self._names()[player], verb, your_verb))

    def _draw(self) -> None:
        labels = (
            SEATS[0] if self._only_human != 0 else "White (you)",
            SEATS[1] if self._only_human != 1 else "Black (you)",
        )
        view = self._session.view(self._below(self._session.player), labels, self._only_human)
        terminal = self._terminal
        terminal.show("")
        terminal.show(
            board_text.draw(
                view, unicode=terminal.unicode, color=terminal.color, columns=terminal.width
            )
        )

    def _say(self, text: str = "") -> None:
        self._terminal.say(text)

    def _pause(self) -> None:
        if self._watching and not self._session.is_over:
            self._draw()
        if self._delay:
            time.sleep(self._delay)

    # Files.

    def _save(self) -> None:
        if self._file is None:
            return
        try:
            self._write(self._file)
        except (OSError, TrictracError) as error:
            if self._watching:
                raise
            self._say(f"  {message_of(error)}\n  The game is not written down any more: save FILE")
            self._file = None

    def _save_as(self, file: str) -> None:
        if not file:
            self._say("  Say where: save FILE")
            return
        try:
            self._write(file)
        except (OSError, ValueError) as error:  # A zero byte in a name is a ValueError.
            self._say(f"  Not saved: {message_of(error)}")
            return
        self._file = file
        self._say(f"  Saved; from now on {file} is kept up to date.")

    def _write(self, file: str) -> None:
        record = self._session.record()
        record.save(file, replacing=self._written)
        self._written = record


def _written(dice: Sequence[int]) -> str:
    return "-".join(map(str, dice))


def _words() -> list[str]:
    """The commands, as they are typed."""
    words = [word.partition(" ")[0] for word, _ in _COMMANDS]
    return [word for word in words if word.isalpha() and word != "a"]
