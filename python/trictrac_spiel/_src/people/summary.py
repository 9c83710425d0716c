"""The end of a game in some sentences: the score, what decided it, where points came from."""

from collections import Counter
from collections.abc import Sequence

from trictrac_spiel._src.people.commentary import Speaker
from trictrac_spiel._src.people.course import Course
from trictrac_spiel._src.people.grammar import told
from trictrac_spiel._src.people.language import gettext as _
from trictrac_spiel._src.people.language import ngettext

_SOURCES = 3  # named for each player


def summary(course: Course, names: Sequence[str]) -> list[str]:
    """What to say when a game is over.

    Args:
      course: the whole game.
      names: what to call players 0 and 1.
    """
    view = course.view()
    holes = [score.holes for score in view.scores]
    if view.winner is None:
        draw = _("The game is a draw, {holes} holes to {other}.")
        lines = [draw.format(holes=holes[0], other=holes[1])]
    else:
        won, lost = holes[view.winner], holes[1 - view.winner]
        lines = [
            told(
                names[view.winner],
                ngettext(
                    "{name} has won, {holes} hole to {other}.",
                    "{name} has won, {holes} holes to {other}.",
                    won,
                ),
                ngettext(
                    "You have won, {holes} hole to {other}.",
                    "You have won, {holes} holes to {other}.",
                    won,
                ),
                holes=won,
                other=lost,
            )
        ]
        lines += _deciding(course, view.winner, names)
    for player in (0, 1):
        lines += _points(course, player, names[player])
    return lines


def _deciding(course: Course, winner: int, names: Sequence[str]) -> list[str]:
    """What brought the winner points in the last turn."""
    if not course.turns:
        return []
    turn, events = course.turns[-1], course.reasons[-1]
    side = "mover" if winner == turn.player else "opponent"
    marked = [event for event in events if event.to == side]
    if not marked:
        return []
    speaker = Speaker(names[turn.player], names[1 - turn.player])
    dice = "-".join(map(str, turn.dice))
    heading = _("What decided it, at the last roll, {dice}:").format(dice=dice)
    return [heading, *(f"  {sentence}" for sentence in speaker.sentences(marked))]


def _source(jan: str) -> str:
    """What has scored, in some words."""
    names = {
        "hit_big_table": _("hits in the big tables"),
        "hit_small_table": _("hits in the small tables"),
        "false_hit_big_table": _("the other player's false hits"),
        "false_hit_small_table": _("the other player's false hits"),
        "corner_hit": _("the corner"),
        "small_jan_filled": _("filling the small jan"),
        "big_jan_filled": _("filling the big jan"),
        "return_jan_filled": _("filling the return jan"),
        "small_jan_conserved": _("keeping the small jan"),
        "big_jan_conserved": _("keeping the big jan"),
        "return_jan_conserved": _("keeping the return jan"),
        "impuissance": _("numbers that could not be played"),
        "exit": _("leaving the board"),
    }
    return names.get(jan, jan.replace("_", " "))


def _points(course: Course, player: int, name: str) -> list[str]:
    """How many points a player has marked, and with what."""
    sources: Counter[str] = Counter()
    for turn, events in zip(course.turns, course.reasons, strict=True):
        side = "mover" if turn.player == player else "opponent"
        for event in events:
            if event.to == side:
                sources[_source(event.jan)] += event.points
    if not sources:
        return [
            told(
                name,
                _("{name}'s rolls have brought no points."),
                _("Your rolls have brought no points."),
            )
        ]
    most = ", ".join(f"{jan} {points}" for jan, points in sources.most_common(_SOURCES))
    return [
        told(
            name,
            _("{name}'s points: {points}, most of them by {most}."),
            _("Your points: {points}, most of them by {most}."),
            points=sources.total(),
            most=most,
        )
    ]
