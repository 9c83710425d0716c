"""The end of a game in some sentences: the score, what decided it, where points came from."""

import functools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from trictrac_spiel._src.people.commentary import Speaker
from trictrac_spiel._src.people.course import DECISIONS, Course, claimed_points
from trictrac_spiel._src.people.grammar import told
from trictrac_spiel._src.people.language import gettext as _
from trictrac_spiel._src.people.language import ngettext
from trictrac_spiel._src.people.view import BoardView
from trictrac_spiel._src.position.values import WrittenScore

_SOURCES = 3  # named for each player
_MOST_CLAIMED = 126  # points of one claim


def summary(course: Course, names: Sequence[str], below: int = 0) -> list[str]:
    """What to say when a game is over.

    Args:
      course: the whole game.
      names: what to call players 0 and 1.
      below: the player who sits below, in whose numbering fields are named.
    """
    view = course.view(below)
    holes = [score.holes for score in view.scores]
    if view.written is not None:
        lines = _written(view.written, view.winner, names)
    elif view.winner is None:
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
        lines += _deciding(course, view.winner, names, view)
    claimed = _claims(course)
    for player in (0, 1):
        if claimed:
            lines += _schools([claim for claim in claimed if claim.player == player], names[player])
        else:
            lines += _points(course, player, names[player])
    return lines


@dataclass(frozen=True)
class _Claim:
    """What a player has claimed for a roll."""

    player: int
    points: int
    due: int
    sources: frozenset[str]
    """What has brought him points."""

    @property
    def fault(self) -> int:
        return abs(self.points - self.due)


def _claims(course: Course) -> list[_Claim]:
    """All claims of a game with schools."""
    claims = []
    for turn, events in zip(course.turns, course.reasons, strict=True):
        if len(turn.dice) < 2:
            continue  # The game has begun with these dice: what they brought is not known.
        for index, decision in enumerate((turn.play or "").split(DECISIONS)):
            points = claimed_points(decision)
            if points is None:
                continue
            player, side = (1 - turn.player, "opponent") if index else (turn.player, "mover")
            own = [event for event in events if event.to == side]
            due = min(sum(event.points for event in own), _MOST_CLAIMED)
            claims.append(_Claim(player, points, due, frozenset(_source(e.jan) for e in own)))
    return claims


def _schools(claims: Sequence[_Claim], name: str) -> list[str]:
    """How often a player was sent to school, and on what."""
    faults = [claim for claim in claims if claim.fault]
    if not faults:
        return [
            told(name, _("{name} was never sent to school."), _("You were never sent to school."))
        ]
    lines = [
        told(
            name,
            ngettext(
                "{name} was sent to school once, for {points} points.",
                "{name} was sent to school {number} times, for {points} points in all.",
                len(faults),
            ),
            ngettext(
                "You were sent to school once, for {points} points.",
                "You were sent to school {number} times, for {points} points in all.",
                len(faults),
            ),
            number=len(faults),
            points=sum(claim.fault for claim in faults),
        )
    ]
    nothing = _("nothing, where points were claimed")
    due: Counter[str] = Counter()
    for claim in faults:
        due.update(claim.sources or [nothing])
    listed = ", ".join(f"{source} ({number})" for source, number in due.most_common())
    lines.append("  " + _("What these rolls brought: {listed}.").format(listed=listed))
    return lines


def _written(score: WrittenScore, winner: int | None, names: Sequence[str]) -> list[str]:
    """How a written game has ended."""
    if winner is None:
        draw = _("The game is a draw: nobody has won a token, with {won} marqués to {lost}.")
        return [draw.format(won=score.wins[0], lost=score.wins[1])]
    return [
        told(
            names[winner],
            _("{name} has won {tokens} tokens, with {won} marqués to {lost}."),
            _("You have won {tokens} tokens, with {won} marqués to {lost}."),
            tokens=score.tokens[winner],
            won=score.wins[winner],
            lost=score.wins[1 - winner],
        )
    ]


def _deciding(course: Course, winner: int, names: Sequence[str], view: BoardView) -> list[str]:
    """What brought the winner points in the last turn."""
    if not course.turns:
        return []
    turn, events = course.turns[-1], course.reasons[-1]
    side = "mover" if winner == turn.player else "opponent"
    marked = [event for event in events if event.to == side]
    if not marked:
        return []
    speaker = Speaker(
        names[turn.player],
        names[1 - turn.player],
        functools.partial(view.seen_field, turn.player),
    )
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
