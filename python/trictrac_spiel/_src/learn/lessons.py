"""A dozen short lessons, each a position with a question; the engine knows the answers."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import pyspiel

from trictrac_spiel._src.drawing import board_svg
from trictrac_spiel._src.drawing.ways import arrows_of, lit_fields
from trictrac_spiel._src.errors import IllegalPlayError, TrictracError
from trictrac_spiel._src.people.commentary import Speaker
from trictrac_spiel._src.people.grammar import YOU
from trictrac_spiel._src.people.language import gettext
from trictrac_spiel._src.people.language import gettext as _
from trictrac_spiel._src.people.view import BoardView, view_of
from trictrac_spiel._src.position.dice import apply_dice
from trictrac_spiel._src.position.game import events, parse_play, play_text
from trictrac_spiel._src.position.reading import load_trictrac, read_position

_GO = 1
_SHOWN = 5  # plays to choose from


def N_(message: str) -> str:  # noqa: N802
    """Marks a message for the catalogues, which is translated when it is shown."""
    return message


@dataclass(frozen=True)
class Verdict:
    """What is told after an answer."""

    right: bool
    answer: str
    """The right one, or one of them."""
    because: tuple[str, ...]
    """Sentences."""


@dataclass(frozen=True)
class Lesson:
    """A position, a roll on it, and a question about both."""

    id: str
    title: str
    text: str
    question: str
    position: str
    """Before the roll; the reader is White."""
    dice: tuple[int, int]
    because: str
    """What is to be learned, told with the answer."""

    @cached_property
    def state(self) -> pyspiel.State:
        """The state after the roll."""
        state = read_position(self.position, load_trictrac("trictrac"))
        apply_dice(state, self.dice)
        return state

    @property
    def choices(self) -> list[str]:
        """What can be answered, as texts."""
        raise NotImplementedError

    @property
    def right(self) -> list[str]:
        """The right ones among the choices."""
        raise NotImplementedError

    def check(self, answer: str) -> Verdict:
        """Says whether an answer is right.

        Raises:
          TrictracError: it is none of the choices.
        """
        choices = self.choices
        given = next((one for one in choices if _plain(one) == _plain(answer)), None)
        if given is None:
            accepted = ", ".join(choices)
            raise TrictracError(
                _("{answer} is none of the answers: {choices}").format(
                    answer=repr(answer[:40]), choices=accepted
                )
            )
        return Verdict(given in self.right, self.right[0], self._because(given))

    def _because(self, given: str) -> tuple[str, ...]:
        speaker = Speaker(YOU, _("Black"))
        return (*speaker.sentences(events(self.state)), gettext(self.because))

    def view(self) -> BoardView:
        """The board of the question."""
        before = view_of(self.position, 0)
        view = replace(before, dice=tuple(sorted(self.dice, reverse=True)), phase="move")
        return replace(view, mover=0, reader=0)

    def picture(
        self, *, theme: str = "wood", solved: bool = False, caption: bool = True
    ) -> board_svg.Svg:
        """The board, with the ways that score once the question is answered."""
        view, arrows, lit = self.view(), [], []
        if solved:
            arrows = arrows_of(events(self.state), view, 0)
            lit = lit_fields(events(self.state), view, 0)
        return board_svg.draw(view, theme=theme, arrows=arrows, highlight=lit, caption=caption)


def _plain(text: str) -> str:
    return " ".join(sorted(text.lower().replace(",", " ").split()))


@dataclass(frozen=True)
class PointsLesson(Lesson):
    """How many points does the roll bring?"""

    whose: str = "mover"

    @property
    def choices(self) -> list[str]:
        return ["0", "2", "4", "6", "8", "12"]

    @property
    def right(self) -> list[str]:
        return [str(sum(event.points for event in events(self.state) if event.to == self.whose))]


@dataclass(frozen=True)
class HolesLesson(Lesson):
    """How many holes does the roll make?"""

    @property
    def choices(self) -> list[str]:
        return ["0", "1", "2", "3"]

    @property
    def right(self) -> list[str]:
        before, after = view_of(self.position, 0), view_of(self.state, 0)
        return [str(after.scores[0].holes - before.scores[0].holes)]


@dataclass(frozen=True)
class PlayLesson(Lesson):
    """Which play does what is asked?"""

    wanted: Callable[[BoardView], bool] = lambda view: False
    """Of the board after the play, White below."""
    forbidden: Sequence[str] = ()
    """Plays to choose from that the rules forbid."""

    def plays(self) -> dict[str, bool]:
        """The legal plays: is each one what is wanted?"""
        found = {}
        for action in self.state.legal_actions():
            after = self.state.clone()
            after.apply_action(action)
            text = play_text(self.state, action).partition(": ")[2]
            found[text] = self.wanted(view_of(after, 0))
        return found

    @property
    def choices(self) -> list[str]:
        plays = self.plays()
        right = [text for text, good in plays.items() if good]
        wrong = [*self.forbidden, *(text for text, good in plays.items() if not good)]
        shown = [*right[:2], *wrong[: _SHOWN - len(right[:2])]]
        random.Random(self.id).shuffle(shown)
        return shown

    @property
    def right(self) -> list[str]:
        return [text for text, good in self.plays().items() if good]

    def _because(self, given: str) -> tuple[str, ...]:
        told = super()._because(given)
        if given not in self.forbidden:
            return told
        try:
            parse_play(self.state, given)
        except IllegalPlayError as error:
            return (str(error).partition(", in the position")[0] + ".", *told)
        raise AssertionError(f"{given} is allowed")


@dataclass(frozen=True)
class HoldOrGoLesson(Lesson):
    """Hold, or go?"""

    goes: bool = False

    @property
    def choices(self) -> list[str]:
        return [_("hold"), _("go")]

    @property
    def right(self) -> list[str]:
        return [self.choices[self.goes]]


def _full_big_jan(view: BoardView) -> bool:
    return all(view.count(field) >= 2 for field in range(7, 13))


def _holds_corner(view: BoardView) -> bool:
    return view.count(12) >= 2


_POINTS = N_("How many points does this roll score for you?")

LESSONS: tuple[Lesson, ...] = (
    PlayLesson(
        "move",
        N_("A turn"),
        N_(
            "You are White and sit below. Your fifteen checkers stand on field 1, the talon, and "
            "travel by rising numbers: along your side to 12, then along the other side to 24. "
            "You play both dice, with two checkers or one after the other with one. Where an "
            "enemy checker stands you may not go, and nothing is ever captured."
        ),
        N_("Which play brings one checker as far as both dice allow?"),
        "tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 first",
        (6, 4),
        N_("1/7/11 is one checker by both dice: from 1 to 7 by the six, then to 11 by the four."),
        wanted=lambda view: view.count(11) == 1,
    ),
    PointsLesson(
        "hit",
        N_("What dice could do"),
        N_(
            "In Trictrac you score for what your dice could do, before you move anything. A lone "
            "enemy checker that a die, or the sum of both, would reach is hit: 2 points for each "
            "way in the big table (fields 7 to 18). It stays where it is."
        ),
        _POINTS,
        "tt1 p0 roll 1:13,5:1,7:1 1:13,6:1,7:1 0/0 0/0 1,1 2",
        (6, 5),
        N_(
            "Your checker on 7 would reach the lone one on 18 by 6 and 5 together: one way, 2 "
            "points. Nobody reaches the one on 19."
        ),
    ),
    PointsLesson(
        "ways",
        N_("Every way counts"),
        N_(
            "A checker can be hit in up to three ways: by each die and by their sum. Each way "
            "scores again."
        ),
        _POINTS,
        "tt1 p0 roll 1:13,8:1,9:1 1:11,3:1,7:1,8:1,10:1 0/0 2/2 2,3 15",
        (6, 1),
        N_(
            "The lone checker on 15 is reached from 9 by the six and from 8 by six and one "
            "together: two ways of 2 points."
        ),
    ),
    PointsLesson(
        "small-table",
        N_("The small table is dearer"),
        N_("On fields 1 to 6 and 19 to 24, the small table, each way scores 4 instead of 2."),
        _POINTS,
        "tt1 p0 roll 1:14,9:1 1:13,5:1,7:1 0/0 0/0 1,1 2",
        (6, 5),
        N_("The lone checker on 20 is reached from 9 by 6 and 5 together: 4 points."),
    ),
    PointsLesson(
        "false-hit",
        N_("A way that is barred"),
        N_(
            "For the sum the checker must be able to rest between its two steps. If two enemy "
            "checkers bar every resting field, and no single die hits either, the hit is false, "
            "and the other player marks it."
        ),
        N_("How many points does this roll score for Black?"),
        "tt1 p0 roll 1:12,11:1,12:2 1:12,10:1,12:2 2/0 0/0 4,4 43",
        (2, 2),
        N_(
            "Four away from your checker on 11 stands the lone one on 15, but you would have to "
            "rest on 13, Black's corner. A double counts more: 4 points for Black."
        ),
        whose="opponent",
    ),
    PlayLesson(
        "corner",
        N_("Taking the rest corner"),
        N_(
            "Field 12 is your rest corner, the best field of the board. It is taken, and left "
            "empty, by two checkers in the same play only."
        ),
        N_("Which play takes the corner?"),
        "tt1 p0 roll 1:9,6:2,7:2,9:2 1:11,7:2,8:2 0/0 0/0 3,3 9",
        (6, 5),
        N_("6/12 by the six and 7/12 by the five, both at once."),
        wanted=_holds_corner,
        forbidden=("6/12 1/6",),
    ),
    PlayLesson(
        "puissance",
        N_("Taking it by puissance"),
        N_(
            "If the dice would bring two checkers onto Black's empty corner, field 13, you may "
            "stop each one field short and take your own instead. This is puissance, and only "
            "allowed when you cannot take your corner directly."
        ),
        N_("Which play takes the corner?"),
        "tt1 p0 roll 1:9,7:2,8:2,10:2 1:11,7:2,8:2 0/0 0/0 3,3 9",
        (6, 5),
        N_("7 and 6 is 13, 8 and 5 is 13: both stop on 12."),
        wanted=_holds_corner,
    ),
    PointsLesson(
        "fill",
        N_("Filling a jan"),
        N_(
            "Six fields in a row, 1 to 6, 7 to 12 or 19 to 24, are a jan. If you can bring two "
            "checkers to each of its fields you fill it: 4 points for each way, 6 with a double. "
            "What can be filled must be filled."
        ),
        _POINTS,
        "tt1 p0 roll 2:1,6:1,7:3,8:3,9:1,10:2,11:2,12:2 1:1,2:1,3:1,4:1,7:2,8:2,9:3,12:4 "
        "0/3 10/0 4,4 32",
        (3, 2),
        N_(
            "Field 9 lacks one checker. The third checker on 7 brings it by the two, the one on 6 "
            "by the three: two ways of 4 points."
        ),
    ),
    PlayLesson(
        "keep",
        N_("Keeping it full"),
        N_(
            "As long as you can play without breaking a full jan you score 4 each turn, 6 with a "
            "double, and must not break it."
        ),
        N_("Which of these plays keeps the big jan?"),
        "tt1 p0 roll 1:2,6:1,7:2,8:2,9:2,10:2,11:2,12:2 1:9,7:2,8:2,12:2 0/0 0/0 3,3 20",
        (4, 3),
        N_("Only checkers that are not needed for fields 7 to 12 may move."),
        wanted=_full_big_jan,
        forbidden=("7/11 8/11", "8/12 9/12", "12/16 12/15"),
    ),
    PointsLesson(
        "corner-hit",
        N_("Hitting the corner"),
        N_(
            "Who holds his own corner scores when two checkers could land on the other's empty "
            "one: 4 points, 6 with a double. The two checkers of the own corner do not count."
        ),
        _POINTS,
        "tt1 p0 roll 1:7,7:2,8:2,9:2,12:2 1:9,5:2,7:2,8:2 0/0 0/0 3,3 9",
        (5, 4),
        N_("From 8 by the five and from 9 by the four both would land on 13."),
    ),
    PointsLesson(
        "impuissance",
        N_("What you cannot play"),
        N_(
            "You must play both numbers if you can, else the higher one. For each number that "
            "you cannot play the other player marks 2 points."
        ),
        N_("How many points does this roll score for Black?"),
        "tt1 p0 roll 9:2,10:2,11:3,12:8 8:2,9:2,10:2,11:2,12:6,21:1 4x/2 10x/0 4,4 46",
        (5, 4),
        N_("Every way is barred, so both numbers stay unplayed: 2 points each."),
        whose="opponent",
    ),
    HolesLesson(
        "bredouille",
        N_("Holes, and double ones"),
        N_(
            "Twelve points make a hole, and twelve holes win. If the other player has not "
            "marked since you began to count these twelve, the hole is double: bredouille. "
            "White has 10 points, and Black none."
        ),
        N_("How many holes does this roll make?"),
        "tt1 p0 roll 1:2,6:1,7:2,8:2,9:2,10:2,11:2,12:2 1:9,7:2,8:2,12:2 10/0 0/0 3,3 20",
        (4, 3),
        N_("The full jan brings 4 points: 14, which is a hole and 2 points over. It counts two."),
    ),
    HoldOrGoLesson(
        "hold",
        N_("Hold or go: hold"),
        N_(
            "After a hole of your own roll you choose. To go: all checkers return to the talons, "
            "both lose their points, and you roll first. To hold: you keep the points that are "
            "left over and play on."
        ),
        N_("Your jan is full and has spare checkers; Black has nothing. Hold, or go?"),
        "tt1 p0 roll 1:2,6:1,7:2,8:2,9:2,10:2,11:2,12:2 1:13,7:1,8:1 10/0 0/0 3,3 20",
        (4, 3),
        N_("Hold: the full jan goes on scoring, and Black has little to answer with."),
    ),
    HoldOrGoLesson(
        "go",
        N_("Hold or go: go"),
        N_(
            "You have just made a hole, but Black's board is strong, your lone checkers pay him, "
            "and what you can still play is little."
        ),
        N_("Hold, or go?"),
        "tt1 p0 roll 1:1,3:1,7:3,8:2,9:2,10:2,11:2,12:2 1:1,5:1,6:1,7:2,8:2,9:2,10:2,11:2,12:2 "
        "6x/2x 4x/1x 4,4 34",
        (6, 6),
        N_("Go: Black would mark three false hits and more on the next rolls. Take the hole."),
        goes=True,
    ),
)


def lesson(name: str) -> Lesson:
    """A lesson by its id, or by its number from 1.

    Raises:
      TrictracError: there is no such lesson.
    """
    for number, found in enumerate(LESSONS, 1):
        if name in (found.id, str(number)):
            return found
    known = ", ".join(found.id for found in LESSONS)
    raise TrictracError(f"there is no lesson {name!r}; there are 1 to {len(LESSONS)}: {known}")
