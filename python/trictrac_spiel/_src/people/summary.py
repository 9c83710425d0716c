"""The end of a game in some sentences: the score, what decided it, where points came from."""

from collections import Counter
from collections.abc import Sequence

from trictrac_spiel._src.people.commentary import Speaker
from trictrac_spiel._src.people.course import Course
from trictrac_spiel._src.people.grammar import agree, capitalized, possessive

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
        lines = [f"The game is a draw, {holes[0]} holes to {holes[1]}."]
    else:
        who = capitalized(agree(names[view.winner], "has won", "have won"))
        won, lost = holes[view.winner], holes[1 - view.winner]
        lines = [f"{who}, {won} {'hole' if won == 1 else 'holes'} to {lost}."]
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
    return [f"What decided it, at the last roll, {dice}:"] + [
        f"  {sentence}" for sentence in speaker.sentences(marked)
    ]


def _points(course: Course, player: int, name: str) -> list[str]:
    """How many points a player has marked, and with what."""
    sources: Counter[str] = Counter()
    for turn, events in zip(course.turns, course.reasons, strict=True):
        side = "mover" if turn.player == player else "opponent"
        for event in events:
            if event.to == side:
                sources[event.jan.replace("_", " ")] += event.points
    whose = capitalized(possessive(name))
    if not sources:
        return [f"{whose} rolls have brought no points."]
    most = ", ".join(f"{jan} {points}" for jan, points in sources.most_common(_SOURCES))
    return [f"{whose} points: {sources.total()}, most of them by {most}."]
