"""A game at a terminal: shows a ``GameSession``, and puts what is typed into it."""

import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass

from trictrac_spiel._src.analysis.judging import PLAYER
from trictrac_spiel._src.errors import TrictracError, message_of
from trictrac_spiel._src.people import board_text
from trictrac_spiel._src.people.commentary import Speaker, marks
from trictrac_spiel._src.people.course import Happening
from trictrac_spiel._src.people.grammar import YOU, called, counted, told
from trictrac_spiel._src.people.language import gettext as _
from trictrac_spiel._src.people.language import ngettext
from trictrac_spiel._src.people.prose import described, in_columns
from trictrac_spiel._src.people.records import SEATS, GameRecord
from trictrac_spiel._src.people.refusals import refusal
from trictrac_spiel._src.people.session import HUMAN, GameSession
from trictrac_spiel._src.people.sheet import is_settled, leaving, left_marque, sheet_lines
from trictrac_spiel._src.people.summary import summary
from trictrac_spiel._src.people.terminal import EndOfInputError, Terminal
from trictrac_spiel._src.people.view import FIELDS, BoardView
from trictrac_spiel._src.position.dice import parse_dice
from trictrac_spiel._src.position.position import Position
from trictrac_spiel._src.position.values import Event

_LISTED = 18  # plays, unless all are asked for

_WORDS = (
    "all",
    "hint",
    "why",
    "undo",
    "board",
    "rules",
    "position",
    "sheet",
    "save",
    "help",
    "quit",
)


def _commands() -> list[tuple[str, str]]:
    """What can be said at the prompt, with what it does."""
    return [
        (_("a number"), _("the play of that number in the list")),
        ("1/7 1/5", _("the play in words; also 1/11 for one checker, 20/off, pass, go")),
        ("all", _("list every play")),
        ("hint", _("what a strong player would think of")),
        ("why", _("explain the marks of this roll again, way by way")),
        ("undo", _("take back your last decision; the same dice come again")),
        ("board", _("draw the board again")),
        ("rules", _("the game in twenty lines; all of it: trictrac rules")),
        ("position", _("print the position as text, to show it or play on from it")),
        ("sheet", _("what the marqués of a written game have brought")),
        (
            "save FILE",
            _(
                "write the game down, now and after every turn; a name that ends in .json makes "
                "it JSON"
            ),
        ),
        ("quit", _("stop; to go on another day, say save FILE before")),
    ]


def _rules(*, is_written: bool, schools: bool) -> list[str]:
    """The game in some paragraphs, as lines."""
    further = []
    if is_written:
        further.append(
            _(
                "This is a written game, and no number of holes wins. Once somebody has six, "
                "whoever goes ends the marqué. It pays whoever has more holes: these and 2 tokens, "
                "twice if his run of holes was never interrupted, four times with twelve or more, "
                "less the other one's holes. Equal holes pay nothing, and the marqué is played "
                "again for more."
            )
        )
    if schools:
        further.append(
            _(
                "Here nobody marks for you: you claim your points after your roll, and what is "
                "left to you after his. What you claim too much or leave out, the other one marks."
            )
        )
    paragraphs = [
        _(
            "Both players bring fifteen checkers from their field 1 round the board to 24 and off. "
            "That is only the clock: points win, and points come from what your dice COULD do."
        ),
        _(
            "A turn: roll two dice. Your points are marked at once, before you move. Then play "
            "both numbers, with one checker or two. A double is still two numbers. Nothing is ever "
            "captured."
        ),
        _(
            "Where you may not go: onto an enemy checker; to stay on field 13, his corner; onto "
            "field 12, your corner, other than with two checkers at once; to stay among his fields "
            "13-18 or 19-24 while he can still fill them."
        ),
        _("What scores (the program finds it for you), simple roll / double:"),
        _(
            "- a lone enemy checker in reach of a die or the sum: 2 / 4 on fields 7-18, 4 / 6 on "
            "the others"
        ),
        _("- filling 1-6, 7-12 or 19-24, two checkers on each field: 4 / 6 for each way"),
        _("- moving without breaking such a full row: 4 / 6"),
        _("- hitting his empty corner with two checkers, holding yours: 4 / 6"),
        _("- the last checker off the board: 4 / 6"),
        _(
            "He marks 2 for each number that you cannot play, and marks your hit himself when the "
            "way to his lone checker is barred."
        ),
        _(
            "Twelve points make a hole, or two if he marked nothing meanwhile; his points are "
            "wiped out. After a hole by your own roll you may go: all checkers back to the start, "
            "and you roll. Or hold: play on with the points left over. Twelve holes win."
        ),
        *further,
        _("The whole of it: trictrac rules"),
    ]
    return [
        line
        for paragraph in paragraphs
        for line in ([] if paragraph.startswith("- ") else [""]) + [f"  {paragraph}"]
    ][1:]


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
    adviser: str = PLAYER
    """Who is asked for hints."""


class TerminalGame:
    """One game between people and programs at one terminal."""

    def __init__(self, session: GameSession, terminal: Terminal, manners: Manners) -> None:
        self._session = session
        self._terminal = terminal
        self._file = manners.file
        self._written = manners.written
        self._asked_seed = manners.seed
        self._delay = manners.delay
        self._adviser = manners.adviser
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
        if happening.claimed is not None:
            self._tell_claim(happening, happening.claimed)
        elif not happening.is_roll:
            self._tell_decision(happening)
        elif len(happening.dice) == 2:
            self._tell_roll(happening)
        self._save()

    def _welcome(self) -> None:
        white, black = self._session.seats
        view = self._view()
        if view.written is None:
            who = ngettext(
                "White ({white}) against Black ({black}); {word} hole wins.",
                "White ({white}) against Black ({black}); {word} holes win.",
                view.target,
            )
        else:
            who = _("White ({white}) against Black ({black}); {marques} marqués for tokens.")
        self._say(
            who.format(
                white=white,
                black=black,
                word=counted(view.target),
                number=view.target,
                marques=self._session.marques,
            )
        )
        if self._watching:
            self._draw()
        else:
            self._say(_("At the prompt: a play, or help. New to the game? Say rules."))
        if self._written is None and self._session.happenings:
            self._tell(self._session.happenings[-1])  # The first roll, when it was given.

    def _say_the_end(self) -> None:
        self._say()
        below = self._below(self._session.player)
        for line in summary(self._session.course, self._names(), below):
            self._say(line)
        if self._file is None:
            self._say(_("The game is not written down; --save FILE keeps the next one."))
        else:
            self._say(
                _("The game is in {file}. Step through it, or see what was played badly:").format(
                    file=self._file
                )
            )
            for command in ("replay", "analyse"):
                self._terminal.say_whole(f"  {shlex.join(['trictrac', command, self._file])}")

    def _say_where_it_stopped(self) -> None:
        """Tells how to go on with an unfinished game."""
        self._save()
        position = self._session.position
        self._say()
        self._terminal.say_whole(_("Stopped at: {position}").format(position=position))
        if self._session.is_over:
            return
        if self._file is not None:
            self._say(_("The game is in {file}.").format(file=self._file))
            where = ["--resume", self._file]
            if self._asked_seed is not None:
                where += ["--seed", str(self._asked_seed)]
        else:
            where = [*self._player_options(), position]
        if self._session.typed_dice:
            where = ["--dice", "typed", *where]
        self._say(_("To go on:"))
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
            roller = self._names()[view.mover]
            prompt = told(roller, _("Dice of {name}: "), _("Your dice: "))
            answer = self._terminal.ask(prompt, _WORDS)
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
        if self._session.needs_claim:
            prompt = _("Your points: ")
            self._say(_("How many points do you claim? A number, 0 for none."))
        elif is_only_one:
            only = choices[0]
            dice = "" if only.is_go else f"{_written(self._view().dice)}: "
            self._say(_("Only one choice: {play}").format(play=f"{dice}{only.text}"))
            prompt = _("Press Enter to go on, or give a command: ")
        else:
            if len(plays) < len(choices):
                self._ask_to_hold_or_go()
            self._list(_LISTED if len(plays) > _LISTED + 3 else len(plays))
            prompt = f"{called(SEATS[self._session.player])}> "
        words = [*_WORDS, *(choice.text.lower() for choice in choices)]
        while self._session.course is before:
            answer = self._terminal.ask(prompt, words)
            if answer.lower() == "all":
                self._list(len(plays))
            elif not self._common_command(answer):
                self._decide(choices[0].action if is_only_one and not answer else answer)

    def _ask_to_hold_or_go(self) -> None:
        view = self._view()
        points = view.scores[view.mover].points
        ended = left_marque(Position.of(self._session.state))
        if ended is not None:
            hold = _("Hold or go? To hold, choose a play: you keep your {points} points.")
            self._say(hold.format(points=points))
            self._say(leaving(ended, view.mover))
            return
        self._say(
            _(
                "Hold or go? To hold, choose a play: you keep your {points} points and play on.\n"
                "To go, say go: both lose their points, all checkers return to the talons, and you "
                "roll."
            ).format(points=points)
        )

    def _decide(self, answer: str | int) -> None:
        """Takes a decision if it is one; else says why it is none."""
        plays = self._session.plays()
        if self._session.needs_claim:
            word = str(answer).lower().removeprefix("claim ").strip()
            if word not in {str(points) for points in range(0, 127, 2)}:
                reason = _("say how many points, an even number to 126, 0 for none")
                self._say("  " + _("Not allowed: {reason}.").format(reason=reason))
                return
            answer = f"claim {word}"
        elif answer == "":
            self._say("  " + _("Choose a play by its number or in words; help tells more."))
            return
        elif isinstance(answer, str) and answer.isdecimal() and len(answer) < 10:
            if not 1 <= int(answer) <= len(plays):
                none = _("There is no play {number}: they are numbered 1 to {count}.")
                if len(plays) == 1:
                    none = _("There is no play {number}: there is only play 1.")
                self._say("  " + none.format(number=answer, count=len(plays)))
                return
            answer = plays[int(answer) - 1].action
        try:
            self._tell(self._session.play(answer))
        except TrictracError as error:
            reason = refusal(str(error))
            self._say("  " + _("Not allowed: {reason}.").format(reason=reason))

    def _list(self, count: int) -> None:
        plays = self._session.plays()
        cells = [f"{number:>3}) {play.text}" for number, play in enumerate(plays[:count], 1)]
        for line in in_columns(cells, self._terminal.width):
            self._terminal.show(line)
        if count < len(plays):
            self._say("     " + _("and {number} more: say all").format(number=len(plays) - count))

    def _common_command(self, answer: str) -> bool:
        """Obeys a command that is no play; False when it is none."""
        if not answer:
            return False
        command, *file = answer.split(maxsplit=1)
        match command.lower():
            case "help" | "?" | "h":
                self._terminal.show("\n".join(described(_commands(), self._terminal.width)))
            case "rules":
                is_written = self._session.marques is not None
                schools = "schools" in Position.of(self._session.state).options
                self._say("\n".join(_rules(is_written=is_written, schools=schools)))
            case "hint":
                self._hint()
            case "why" if self._session.needs_claim:
                self._say("  " + _("Claim first; then why explains what was due."))
            case "why":
                lines = self._reasons(explained=True) or [_("This roll brings no points.")]
                self._say("\n".join(f"  {line}" for line in lines))
            case "undo":
                if self._session.undo():
                    self._say("  " + _("Taken back."))
                else:
                    self._say("  " + _("There is no decision of yours to take back."))
            case "board":
                self._draw()
            case "position":
                self._terminal.say_whole(self._session.position)
            case "sheet":
                self._show_sheet()
            case "save":
                self._save_as("".join(file).strip())
            case "quit" | "exit" | "q":
                raise EndOfInputError
            case _:
                return False
        return True

    def _show_sheet(self) -> None:
        sheet, view = self._session.sheet, self._view()
        if view.written is None or not sheet:
            self._say("  " + _("No marqué of a written game has ended."))
            return
        tokens = view.written.tokens
        done = is_settled(Position.of(self._session.state))
        for line in sheet_lines(sheet, SEATS, tokens, is_settled=done):
            self._terminal.show(f"  {line}")

    def _hint(self) -> None:
        hints = self._session.hints(player=self._adviser)
        if not hints:
            self._say("  " + _("Nothing is to be decided before the dice have fallen."))
            return
        self._say("  " + _("A strong player would think of:"))
        for hint in hints:
            behind = _("loses {percent:.1f} % of the winning chances").format(
                percent=100 * hint.behind
            )
            said = [behind, *hint.why] if hint.behind else hint.why
            self._say(f"    {hint.choice.text}" + (f"   ({'; '.join(said)})" if said else ""))

    # Telling.

    def _tell_roll(self, happening: Happening) -> None:
        before, after = happening.views(self._below(happening.player))
        roller, dice = self._names()[happening.player], _written(happening.dice)
        if after.dice:
            self._say()
            self._say(told(roller, _("{name} rolls {dice}."), _("You roll {dice}."), dice=dice))
        else:
            last = told(
                roller,
                _("{name} rolls {dice}, and the last checker leaves the board."),
                _("You roll {dice}, and the last checker leaves the board."),
                dice=dice,
            )
            self._say(last)
        if self._view().phase != "claim":  # Else the roller is to find the reasons.
            for line in self._reasons():
                self._say(f"  {line}")
        # The other player marks at the roll only when it bears off the last checker.
        for player in (happening.player, 1 - happening.player):
            for line in marks(before, after, player, self._names()):
                self._say(f"  {line}")

    def _tell_claim(self, happening: Happening, claimed: int) -> None:
        """A claim, what was due and why, and what that did to both scores."""
        before, after = happening.views(self._below(happening.player))
        course = self._session.course
        side = "mover" if happening.player == before.mover else "opponent"
        due = [event for event in course.reasons[-1] if event.to == side]
        name = self._names()[happening.player]
        if name != YOU and claimed == 0 and not due:
            return  # It claims nothing at most rolls.
        self._say(
            told(
                name,
                _("{name} claims {points} points; {due} were due."),
                _("You claim {points} points; {due} were due."),
                points=claimed,
                due=sum(event.points for event in due),
            )
        )
        for line in self._sentences(due):
            self._say(f"  {line}")
        for player in (happening.player, 1 - happening.player):
            for line in marks(before, after, player, self._names()):
                self._say(f"  {line}")

    def _tell_decision(self, happening: Happening) -> None:
        before, after = happening.views(self._below(happening.player))
        name = self._names()[happening.player]
        ended = self._session.course.marque_ended
        if happening.closes:
            pass  # Nothing moves; that the game is over is told below.
        elif happening.is_go and ended is not None:
            number = ended.number
            self._say(
                told(
                    name,
                    _("{name} goes, which ends marqué {number}."),
                    _("You go, which ends marqué {number}."),
                    number=number,
                )
            )
        elif happening.is_go:
            self._say(
                told(
                    name,
                    _("{name} goes: all checkers to the talons."),
                    _("You go: all checkers to the talons."),
                )
            )
        elif happening.play is not None:
            play = before.seen_play(happening.play)
            self._say(told(name, _("{name} plays {play}"), _("You play {play}"), play=play))
        for line in marks(before, after, 1 - happening.player, self._names()):
            self._say(f"  {line}")
        if ended is not None:
            self._show_sheet()

    def _reasons(self, *, explained: bool = False) -> list[str]:
        """Why the last roll has brought its points."""
        course = self._session.course
        return self._sentences(course.reasons[-1], explained=explained) if course.turns else []

    def _sentences(self, events: Sequence[Event], *, explained: bool = False) -> list[str]:
        """Events of the last roll, fields numbered as the viewer counts."""
        roller = self._roller()
        below = self._view().player

        def field(number: int) -> int:
            return number if roller == below else FIELDS + 1 - number

        names = self._names()
        speaker = Speaker(names[roller], names[1 - roller], field)
        return speaker.explained(events) if explained else speaker.sentences(events)

    def _roller(self) -> int:
        """Whose dice have fallen last."""
        rolled = (turn.player for turn in reversed(self._session.course.turns) if turn.dice)
        return next(rolled, self._session.player)

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

    def _draw(self) -> None:
        white, black = (
            _("{name} (you)").format(name=called(seat))
            if player == self._only_human
            else called(seat)
            for player, seat in enumerate(SEATS)
        )
        view = self._session.view(
            self._below(self._session.player), (white, black), self._only_human
        )
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
            self._say(f"  {message_of(error)}")
            self._say("  " + _("The game is not written down any more: save FILE"))
            self._file = None

    def _save_as(self, file: str) -> None:
        if not file:
            self._say("  " + _("Say where: save FILE"))
            return
        try:
            self._write(file)
        except (OSError, ValueError) as error:  # A zero byte in a name is a ValueError.
            self._say("  " + _("Not saved: {reason}").format(reason=message_of(error)))
            return
        self._file = file
        kept = _("Saved; from now on {file} is kept up to date.").format(file=file)
        self._say(f"  {kept}")

    def _write(self, file: str) -> None:
        record = self._session.record()
        record.save(file, replacing=self._written)
        self._written = record


def _written(dice: Sequence[int]) -> str:
    return "-".join(map(str, dice))
