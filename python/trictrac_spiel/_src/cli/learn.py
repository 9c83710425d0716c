"""Learn Trictrac by short lessons, each a position with a question.

    trictrac learn              goes on with the first lesson that you have not learned
    trictrac learn --list       the lessons, and which you have learned
    trictrac learn corner       one lesson, by name or number
    trictrac learn --glossary   the words of the game

At the prompt: an answer or its number, ? for the glossary, s to skip, q to stop.
"""

import argparse
import sys

from trictrac_spiel._src.cli.arguments import add_display, wants_color, wants_unicode
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.learn import progress
from trictrac_spiel._src.learn.glossary import TERMS
from trictrac_spiel._src.learn.lessons import LESSONS, Lesson, lesson
from trictrac_spiel._src.people import board_text
from trictrac_spiel._src.people.language import gettext
from trictrac_spiel._src.people.language import gettext as _
from trictrac_spiel._src.people.terminal import EndOfInputError, Terminal
from trictrac_spiel._src.whole_numbers import read_whole_number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``trictrac learn``."""
    parser.add_argument(
        "lesson", metavar="LESSON", nargs="?", help="a name or number (default: go on)"
    )
    parser.add_argument("--list", action="store_true", help="list the lessons")
    parser.add_argument("--glossary", action="store_true", help="print the words of the game")
    add_display(parser)


def run(args: argparse.Namespace) -> None:
    """Teaches."""
    terminal = Terminal(unicode=wants_unicode(args, sys.stdout), color=wants_color(args))
    done = progress.learned()
    if args.glossary:
        _glossary(terminal)
        return
    if args.list:
        for number, one in enumerate(LESSONS, 1):
            mark = "x" if one.id in done else " "
            terminal.say_whole(f"{number:>3}. [{mark}] {one.id:<12} {gettext(one.title)}")
        return
    if args.lesson is not None:
        chosen = [lesson(args.lesson)]
    else:
        chosen = [one for one in LESSONS if one.id not in done] or list(LESSONS)
    try:
        for one in chosen:
            if not _teach(terminal, one, done):
                return
    except EndOfInputError:
        terminal.say()
        return
    terminal.say()
    if len(done) == len(LESSONS):
        terminal.say(_("You have learned everything here. Now play: trictrac play"))
    else:
        terminal.say(
            _("{done} of {all} lessons are learned.").format(done=len(done), all=len(LESSONS))
        )


def _teach(terminal: Terminal, one: Lesson, done: set[str]) -> bool:
    """One lesson; False if the reader wants to stop."""
    number = LESSONS.index(one) + 1
    terminal.say()
    terminal.say(f"{number}/{len(LESSONS)}  {gettext(one.title)}")
    terminal.say()
    terminal.say(gettext(one.text))
    terminal.say_whole("")
    terminal.say_whole(board_text.draw(one.view(), unicode=terminal.unicode, color=terminal.color))
    terminal.say()
    terminal.say(gettext(one.question))
    for place, choice in enumerate(one.choices, 1):
        terminal.say_whole(f"  {place}) {choice}")
    while True:
        answer = terminal.ask(_("Your answer, ? for the words, s to skip, q to stop: "))
        match answer.strip().lower():
            case "?":
                _glossary(terminal)
            case "q" | "quit":
                return False
            case "s" | "skip":
                return True
            case "":
                continue
            case _:
                if _answered(terminal, one, answer, done):
                    return True


def _answered(terminal: Terminal, one: Lesson, answer: str, done: set[str]) -> bool:
    """Tells what is right; True if the answer was."""
    choices = one.choices
    number = read_whole_number(answer)
    # Where the answers are numbers themselves, these count and not their places.
    if number is not None and str(number) not in choices and 1 <= number <= len(choices):
        answer = choices[number - 1]
    try:
        verdict = one.check(answer)
    except TrictracError as error:
        terminal.say(f"  {error}")
        return False
    if not verdict.right:
        terminal.say(_("  Not so: try again."))
        return False
    terminal.say(_("  Right."))
    for line in verdict.because:
        terminal.say(f"  {line}")
    done.add(one.id)
    progress.remember(done)
    return True


def _glossary(terminal: Terminal) -> None:
    for term in TERMS:
        line = _("{french} ({english}): {meaning}")
        words = {"french": term.french, "english": term.english, "meaning": term.told()}
        terminal.say("  " + line.format(**words))
