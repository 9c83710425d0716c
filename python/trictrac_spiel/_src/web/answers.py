"""What the server tells of a game: plain values for JSON, in the reader's language."""

import re
from dataclasses import asdict, replace
from typing import Any

from trictrac_spiel._src.analysis.games import analyse_game
from trictrac_spiel._src.drawing import board_svg
from trictrac_spiel._src.drawing.board_svg import Svg
from trictrac_spiel._src.drawing.ways import arrows_of, lit_fields
from trictrac_spiel._src.people.commentary import Speaker, marks
from trictrac_spiel._src.people.course import Happening
from trictrac_spiel._src.people.grammar import YOU, called
from trictrac_spiel._src.people.grammar import told as said
from trictrac_spiel._src.people.language import gettext as _
from trictrac_spiel._src.people.records import SEATS
from trictrac_spiel._src.people.session import HUMAN, GameSession
from trictrac_spiel._src.people.sheet import (
    ended_marque,
    is_settled,
    leaving,
    left_marque,
    told_marque,
)
from trictrac_spiel._src.people.summary import summary
from trictrac_spiel._src.people.view import FIELDS, BoardView, view_of
from trictrac_spiel._src.position.game import play_steps
from trictrac_spiel._src.position.position import Position
from trictrac_spiel._src.web.games import Game

_ANALYST = "td:2"


class Reader:
    """Who reads about a game: the seat that is his, if one is, and who sits below for him."""

    def __init__(self, game: Game, key: str | None = None) -> None:
        """The reader who has a key, or the one who began the game."""
        seats = game.session.seats
        people = [seat for seat in (0, 1) if seats[seat] == HUMAN]
        self.seat: int | None = None
        if game.keys is not None:
            self.seat = game.seat_of(key)
        elif len(people) == 1:
            self.seat = people[0]
        # Two people at one screen turn the board round; who only watches sees White below.
        turned = game.player if len(people) == 2 and game.keys is None else 0
        self.below = turned if self.seat is None else self.seat
        self.names = _names(seats, self.seat)
        self.labels = _labels(seats, self.seat)

    def view(self, view: BoardView) -> BoardView:
        """The view with this reader's names."""
        return replace(view, names=self.labels, reader=self.seat)


def _names(seats: tuple[str, str], you: int | None) -> tuple[str, str]:
    white, black = (YOU if seat == you else SEATS[seat] for seat in (0, 1))
    return white, black


def _labels(seats: tuple[str, str], you: int | None) -> tuple[str, str]:
    told = [YOU if seat == you else seats[seat] for seat in (0, 1)]
    white, black = (
        called(seat) if name == HUMAN else f"{called(seat)} ({called(name)})"
        for seat, name in zip(SEATS, told, strict=True)
    )
    return white, black


def of_game(game: Game, reader: Reader, since: int = 0) -> dict[str, Any]:
    """Everything about a game, its happenings from a number on."""
    session = game.session
    view = reader.view(session.view(reader.below))
    ended = left_marque(Position.of(session.state))
    return {
        "id": game.id,
        "position": session.position,
        "player": game.player,
        "legal": [choice.action for choice in session.choices()] if _may_act(session) else [],
        "over": session.is_over,
        "version": game.version,
        "seats": list(session.seats),
        "names": list(reader.labels),
        "seat": reader.seat,
        "below": reader.below,
        "friend": game.keys is not None,
        "watched": game.watched,
        "saved": game.saved,
        "seed": session.seed,
        "phase": view.phase,
        "dice": list(view.dice),
        "board": list(view.counts),
        "off": [view.off(0), view.off(1)],
        "points": [score.points for score in view.scores],
        "holes": [score.holes for score in view.scores],
        "target": view.target,
        "bredouille": [view.counts_double(0), view.counts_double(1)],
        "flag": view.flag,
        "winner": view.winner,
        "status": view.status(),
        "story": view.story(),
        "can_undo": session.can_undo and game.keys is None,
        "plays": _plays(session) if _may_act(session) else [],
        "happened": len(session.happenings),
        "log": [
            told(happening, number, reader, _roll_of(session, number))
            for number, happening in enumerate(session.happenings[since:], since + 1)
        ],
        "sheet": [asdict(marque) for marque in session.sheet],
        "written": (
            None
            if view.written is None
            else asdict(view.written)
            | {"marques": session.marques, "settled": is_settled(Position.of(session.state))}
        ),
        "leaving": (
            None if ended is None else asdict(ended) | {"text": leaving(ended, view.mover)}
        ),
        "reasons": _reasons(session, reader),
        "summary": (summary(session.course, reader.names, reader.below) if session.is_over else []),
    }


def _reasons(session: GameSession, reader: Reader) -> list[str]:
    """Why the dice on the table score, unless the points are still to be claimed."""
    position = Position.of(session.state)
    if len(position.dice) < 2 or position.phase.startswith("claim"):
        return []
    speaker = _speaker(reader, position.mover)
    return speaker.sentences(position.events())


def _speaker(reader: Reader, roller: int) -> Speaker:
    """Who tells what a roll scores, fields as the reader counts them."""
    turned = roller != reader.below
    return Speaker(
        reader.names[roller],
        reader.names[1 - roller],
        lambda field: FIELDS + 1 - field if turned else field,
    )


def _roll_of(session: GameSession, number: int) -> Happening | None:
    """The last roll among so many happenings."""
    return next((h for h in reversed(session.happenings[:number]) if h.is_roll), None)


def _may_act(session: GameSession) -> bool:
    return session.needs_decision


def _plays(session: GameSession) -> list[dict[str, Any]]:
    """What can be done, with steps in the numbering of the player who decides."""
    state = session.state
    return [
        {
            "action": choice.action,
            "text": choice.text,
            "go": choice.is_go,
            "claim": _claimed(choice.text),
            "steps": (
                []
                if choice.is_go or _claimed(choice.text) is not None
                else play_steps(state, choice.action)
            ),
        }
        for choice in session.choices()
    ]


def _claimed(text: str) -> int | None:
    """The points of a claim, where players mark for themselves; None for any other action."""
    found = re.fullmatch(r"Claim (\d+)", text)
    return None if found is None else int(found[1])


def _is_claimed_first(position: str) -> bool:
    """Are points to be claimed in this position, so that nobody may tell them yet?"""
    return position.split()[2].startswith("claim")


def told(
    happening: Happening, number: int, reader: Reader, roll: Happening | None
) -> dict[str, Any]:
    """One happening: what it was, and in sentences what it brought.

    Args:
      happening: the one.
      number: its number, from 1.
      reader: who reads it.
      roll: the last roll until then, which a claim is about.
    """
    before, after = happening.views(reader.below)
    player = happening.player
    names = reader.names
    lines: list[str] = []
    claim = None if happening.play is None else _claimed(happening.play.text)
    if roll is not None and (happening.is_roll or claim is not None):
        speaker = _speaker(reader, roll.player)
        if claim is not None:
            side = "mover" if player == roll.player else "opponent"
            due = [event for event in roll.events if event.to == side]
            lines += speaker.sentences(due)
            lines += _school(names[player], claim, sum(event.points for event in due))
        elif not _is_claimed_first(happening.after):
            lines += speaker.sentences(roll.events)
    both = happening.is_roll or claim is not None
    order = (player, 1 - player) if both else (1 - player,)
    for marking in order:
        lines += marks(before, after, marking, names)
    ended = None
    if happening.is_go:
        ended = ended_marque(*map(Position.from_text, (happening.before, happening.after)))
        lines += [] if ended is None else [told_marque(ended, names)]
    text = ""
    if happening.play is not None:
        text = after.seen_play(happening.play).rpartition(": ")[2]
    return {
        "number": number,
        "kind": _kind(happening, claim),
        "claim": claim,
        "player": player,
        "name": names[player],
        "dice": list(happening.dice),
        "text": text,
        "marque": None if ended is None else ended.number,
        "lines": lines,
        "position": happening.after,
    }


def _school(name: str, claim: int, due: int) -> list[str]:
    """What a wrong claim is told."""
    if claim == due:
        return []
    return [
        said(
            name,
            _("{name} claimed {claimed} points, and {due} were due: a school."),
            _("You claimed {claimed} points, and {due} were due: a school."),
            claimed=claim,
            due=due,
        )
    ]


def _kind(happening: Happening, claim: int | None) -> str:
    if happening.is_roll:
        return "roll"
    if claim is not None:
        return "claim"
    if happening.closes:
        return "end"
    return "go" if happening.is_go else "play"


def picture(
    game: Game,
    reader: Reader,
    *,
    at: int | None,
    theme: str,
    for_hands: bool = False,
    why: bool = False,
    caption: bool = True,
) -> Svg:
    """The board now, or as it was after a number of happenings.

    With `why` it shows what the last roll until then scores, on the board that was rolled on;
    `caption` is for the lines below the board.
    """
    session = game.session
    happenings = session.happenings
    if at is None or at >= len(happenings):
        at = len(happenings)
        view = session.view(reader.below)
    else:
        last = next((h.play for h in reversed(happenings[:at]) if h.play is not None), None)
        text = happenings[at - 1].after if at > 0 else happenings[0].before
        view = replace(view_of(text, reader.below), last=last)
    arrows, lit = [], []
    if why and not _is_claimed_first(view.text):
        roll = _roll_of(session, at)
        if roll is not None:
            view, events = replace(view_of(roll.after, reader.below), last=None), roll.events
        else:  # The game may begin with dice on the table.
            events = tuple(Position.from_text(view.text).events()) if view.dice else ()
        arrows = arrows_of(events, view, view.mover)
        lit = lit_fields(events, view, view.mover)
    return board_svg.draw(
        reader.view(view),
        arrows=arrows,
        highlight=lit,
        theme=theme,
        for_hands=for_hands,
        caption=caption,
    )


def hints(game: Game, count: int) -> list[dict[str, Any]]:
    """The best choices, the best one first; what speaks for it stands beside it."""
    return [
        {
            "action": hint.choice.action,
            "text": hint.choice.text,
            "win": round(hint.win, 4),
            "loss": round(hint.behind, 4),
            "why": [] if hint.behind else list(hint.why),
        }
        for hint in game.session.hints(count)
    ]


def analysis(game: Game) -> dict[str, Any]:
    """What every decision of the game lost, and what the dice brought."""
    if game.analysis is None or game.analysis[0] != game.version:
        record = game.session.record()
        game.analysis = (game.version, analyse_game(record, _ANALYST).to_dict())
    return game.analysis[1]
