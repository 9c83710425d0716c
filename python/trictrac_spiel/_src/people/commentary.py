"""Sentences about what a roll brought, for people; the reasons come from the engine."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from trictrac_spiel._src.people.grammar import called, capitalized, counted, told
from trictrac_spiel._src.people.language import gettext as _
from trictrac_spiel._src.people.language import ngettext
from trictrac_spiel._src.people.view import BoardView
from trictrac_spiel._src.people.ways import way_sentences
from trictrac_spiel._src.position.values import Event


@dataclass(frozen=True)
class Speaker:
    """How to speak of the players and their fields.

    Attributes:
      roller: what to call the player whose dice are on the table.
      other: what to call the other one.
      field: the roller's number of a field, as it is to be told.
    """

    roller: str
    other: str
    field: Callable[[int], int] = lambda field: field

    def sentences(self, events: Iterable[Event]) -> list[str]:
        """Each event's reason, points and who marks them, the roller's first."""
        ordered = sorted(events, key=lambda event: event.to != "mover")
        return [self.sentence(event) for event in ordered]

    def explained(self, events: Iterable[Event]) -> list[str]:
        """The same, and below each event its ways, one by one."""
        lines = []
        for event in sorted(events, key=lambda event: event.to != "mover"):
            lines.append(self.sentence(event))
            lines += [f"  - {way}" for way in way_sentences(event, self.field)]
        return lines

    def sentence(self, event: Event) -> str:
        """One event: ``Two ways to fill the big jan: 8 points for White.``, for example."""
        who = self.roller if event.to == "mover" else self.other
        return _("{reason}: {points} points for {name}.").format(
            reason=capitalized(self._reason(event)), points=event.points, name=called(who)
        )

    def _reason(self, event: Event) -> str:
        jan, ways = event.jan, {"word": counted(event.ways), "number": event.ways}
        filled = {
            "small_jan_filled": ngettext(
                "{word} way to fill the small jan", "{word} ways to fill the small jan", event.ways
            ),
            "big_jan_filled": ngettext(
                "{word} way to fill the big jan", "{word} ways to fill the big jan", event.ways
            ),
            "return_jan_filled": ngettext(
                "{word} way to fill the return jan",
                "{word} ways to fill the return jan",
                event.ways,
            ),
        }
        if jan in filled:
            return filled[jan].format(**ways)
        field = "" if event.field is None else self.field(event.field)
        roller, other = called(self.roller), self.other
        match jan:
            case "small_jan_conserved":
                return _("the small jan stays full")
            case "big_jan_conserved":
                return _("the big jan stays full")
            case "return_jan_conserved":
                return _("the return jan stays full")
            case "hit_big_table" | "hit_small_table":
                return ngettext(
                    "{word} way to hit the lone checker on field {field}",
                    "{word} ways to hit the lone checker on field {field}",
                    event.ways,
                ).format(field=field, **ways)
            case "false_hit_big_table" | "false_hit_small_table":
                return _(
                    "the lone checker on field {field} is hit falsely, the way to it is barred"
                ).format(field=field)
            case "corner_hit":
                return told(
                    other,
                    _("two checkers could land on {name}'s empty rest corner"),
                    _("two checkers could land on your empty rest corner"),
                )
            case "impuissance":
                return ngettext(
                    "one number {name} cannot play", "two numbers {name} cannot play", event.ways
                ).format(name=roller)
            case "exit":
                return _("the last checker leaves the board")
            case "two_tables":
                return _("jan of two tables, both corners within reach of the two checkers")
            case "contre_two_tables":
                return told(
                    other,
                    _("contre-jan of two tables, {name} already holds his corner"),
                    _("contre-jan of two tables, you already hold your corner"),
                )
            case "mezeas":
                return _("jan of mezeas, an ace with only the corner taken")
            case "contre_mezeas":
                return told(
                    other,
                    _("contre-jan of mezeas, an ace, but {name} holds his corner"),
                    _("contre-jan of mezeas, an ace, but you hold your corner"),
                )
            case "six_tables":
                return _("jan of six tables, a checker on each of six fields in three rolls")
            case "misery_pile":
                return _("pile of misery, all checkers on the corner")
            case "jan_de_rencontre":
                return _("jan de rencontre, the same first roll as the other player's")
            case "margot":
                return _("margot, a checker could fall between two lone ones")
        return jan.replace("_", " ")


def _holes(won: int, *, is_double: bool) -> str:
    """Holes that were won at once; where only one is left to win, a double one brings one."""
    if not is_double or won == 1:
        return ngettext("{word} hole", "{word} holes", won).format(word=counted(won), number=won)
    double = _("a double hole (bredouille: it counts two)")
    if won == 2:
        return double
    more = ngettext("{double} and {word} hole more", "{double} and {word} holes more", won - 2)
    return more.format(double=double, word=counted(won - 2), number=won - 2)


def marks(before: BoardView, after: BoardView, player: int, names: tuple[str, str]) -> list[str]:
    """What marking did to a player's score between two views, if it did anything."""
    old, new = before.scores[player], after.scores[player]
    name, other = names[player], names[1 - player]
    won = new.holes - old.holes
    if won < 0:
        return []  # A new marqué has begun.
    if won == 0:
        if new.points <= old.points:
            return []
        return [
            told(
                name,
                _("{name} now has {points} of the 12 points of a hole."),
                _("You now have {points} of the 12 points of a hole."),
                points=new.points,
            )
        ]
    third, yours = (
        (
            _("{name} wins {won}, and now has {holes} of {target}."),
            _("You win {won}, and now have {holes} of {target}."),
        )
        if after.written is None
        else (
            _("{name} wins {won}, and now has {holes}."),
            _("You win {won}, and now have {holes}."),
        )
    )
    lines = [
        told(
            name,
            third,
            yours,
            won=_holes(won, is_double=not old.points_cut),
            holes=new.holes,
            target=after.target,
        )
    ]
    if new.points and (after.written is not None or new.holes < after.target):
        left = _("{points} points are left over for the next hole.")
        lines.append(left.format(points=new.points))
    if before.scores[1 - player].points and not after.scores[1 - player].points:
        lines.append(
            told(other, _("{name}'s points are wiped out."), _("Your points are wiped out."))
        )
    return lines
