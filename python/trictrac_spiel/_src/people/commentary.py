"""Sentences about what a roll brought, for people; the reasons come from the engine."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from trictrac_spiel._src.people.grammar import agree, capitalized, form, plural, possessive
from trictrac_spiel._src.people.view import BoardView
from trictrac_spiel._src.position.analyse import Event

_JANS = {"small": "small jan", "big": "big jan", "return": "return jan"}


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

    def sentence(self, event: Event) -> str:
        """One event: ``Two ways to fill the big jan: 8 points for White.``, for example."""
        who = self.roller if event.to == "mover" else self.other
        reason = self._reason(event)
        return f"{capitalized(reason)}: {event.points} points for {who}."

    def _reason(self, event: Event) -> str:
        jan, ways = event.jan, plural(event.ways, "way", "ways")
        place, _, what = jan.partition("_jan_")
        if what == "filled":
            return f"{ways} to fill the {_JANS[place]}"
        if what == "conserved":
            return f"the {_JANS[place]} stays full"
        field = "" if event.field is None else f"field {self.field(event.field)}"
        match jan:
            case "hit_big_table" | "hit_small_table":
                return f"{ways} to hit the lone checker on {field}"
            case "false_hit_big_table" | "false_hit_small_table":
                return f"the lone checker on {field} is hit falsely, the way to it is barred"
            case "corner_hit":
                return f"two checkers could land on {possessive(self.other)} empty rest corner"
            case "impuissance" if event.ways == 1:
                return f"one number {self.roller} cannot play"
            case "impuissance":
                return f"two numbers {self.roller} cannot play"
            case "exit":
                return "the last checker leaves the board"
            case "two_tables":
                return "jan of two tables, both corners within reach of the two checkers"
            case "contre_two_tables":
                return f"contre-jan of two tables, {self._other_holds('already ')}"
            case "mezeas":
                return "jan of mezeas, an ace with only the corner taken"
            case "contre_mezeas":
                return f"contre-jan of mezeas, an ace, but {self._other_holds()}"
            case "six_tables":
                return "jan of six tables, a checker on each of six fields in three rolls"
            case "misery_pile":
                return "pile of misery, all checkers on the corner"
            case "jan_de_rencontre":
                return "jan de rencontre, the same first roll as the other player's"
            case "margot":
                return "margot, a checker could fall between two lone ones"
        return jan.replace("_", " ")

    def _other_holds(self, when: str = "") -> str:
        his = form(self.other, "his", "your")
        return f"{agree(self.other, f'{when}holds', f'{when}hold')} {his} corner"


def _holes(won: int, *, is_double: bool) -> str:
    """Holes that were won at once; where only one is left to win, a double one brings one."""
    if not is_double or won == 1:
        return plural(won, "hole", "holes")
    double = "a double hole (bredouille: it counts two)"
    return double if won == 2 else f"{double} and {plural(won - 2, 'hole', 'holes')} more"


def marks(before: BoardView, after: BoardView, player: int, names: tuple[str, str]) -> list[str]:
    """What marking did to a player's score between two views, if it did anything."""
    old, new = before.scores[player], after.scores[player]
    name = names[player]
    won = new.holes - old.holes
    if won == 0:
        if new.points <= old.points:
            return []
        have = capitalized(agree(name, "now has", "now have"))
        return [f"{have} {new.points} of the 12 points of a hole."]
    wins, has = agree(name, "wins", "win"), form(name, "has", "have")
    lines = [
        f"{capitalized(wins)} {_holes(won, is_double=not old.points_cut)}, and now {has} "
        f"{new.holes} of {after.target}."
    ]
    if new.points and new.holes < after.target:
        lines.append(f"{new.points} points are left over for the next hole.")
    if before.scores[1 - player].points and not after.scores[1 - player].points:
        whose = capitalized(possessive(names[1 - player]))
        lines.append(f"{whose} points are wiped out.")
    return lines
