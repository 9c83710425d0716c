"""The words of the game for its players: French and English, explained in one sentence."""

from dataclasses import dataclass

from trictrac_spiel._src.learn.lessons import N_
from trictrac_spiel._src.people.language import gettext


@dataclass(frozen=True)
class Term:
    """A word of the game."""

    french: str
    english: str
    meaning: str

    def told(self) -> str:
        """What it means, in the reader's language."""
        return gettext(self.meaning)


TERMS: tuple[Term, ...] = (
    Term(
        "à écrire (partie)",
        "written game",
        N_("A match of marqués for tokens, in place of a number of holes."),
    ),
    Term("bredouille", "double hole", N_("A hole made while the other marked nothing counts two.")),
    Term("case", "made field", N_("A field with two or more checkers, which nobody can hit.")),
    Term("coin de repos", "rest corner", N_("Field 12, taken and left by two checkers at once.")),
    Term(
        "consolation",
        "consolation",
        N_("Tokens for winning a marqué beside the holes: 2, and more after a refait."),
    ),
    Term("conserver", "to keep", N_("To play without breaking a full jan: 4 points, or 6.")),
    Term("dame", "checker", N_("One of the fifteen pieces of a player.")),
    Term(
        "dame découverte, demi-case",
        "lone checker",
        N_("A checker alone on its field, which dice can hit."),
    ),
    Term("école", "school", N_("A fault in marking points, for which the other one marks.")),
    Term("fichet", "peg", N_("It counts holes in the rail.")),
    Term("flèche", "field", N_("One of the 24 points, counted by each player from his talon.")),
    Term(
        "grande bredouille",
        "unbroken run of holes",
        N_("All holes of a game made while the other made none in between."),
    ),
    Term("impuissance", "number not played", N_("Each brings the other player 2 points.")),
    Term("jan (petit, grand, de retour)", "jan", N_("Fields 1 to 6, 7 to 12, and 19 to 24.")),
    Term(
        "jan de deux tables",
        "two tables",
        N_("Two checkers down, whose dice would reach both empty corners."),
    ),
    Term(
        "jan de mézéas",
        "mezeas",
        N_("Only the corner taken, and an ace is rolled."),
    ),
    Term(
        "jan de six tables",
        "six tables",
        N_("In three rolls a checker on each of six fields in a row."),
    ),
    Term("jeton", "token", N_("It counts points; a double one stands for bredouille.")),
    Term(
        "marqué",
        "marqué",
        N_("A part of a written game; with six holes on a side, whoever goes ends it."),
    ),
    Term("battre à faux", "false hit", N_("The way to a lone checker is barred: he marks it.")),
    Term("battre à vrai", "hit", N_("A lone checker that a die or the sum would reach.")),
    Term(
        "paris, postillon",
        "bets",
        N_("Paid at the end of a written game for marqués beyond half of them."),
    ),
    Term("pavillon", "flag", N_("Shows that the run of holes is unbroken.")),
    Term(
        "petite bredouille",
        "double marqué",
        N_("A marqué won by an unbroken run of six holes or more: it counts twice."),
    ),
    Term(
        "pile de misère",
        "misery pile",
        N_("All fifteen checkers on the corner: 4 points, or 6."),
    ),
    Term("plein", "full", N_("A jan with two checkers on each of its six fields.")),
    Term(
        "puissance",
        "puissance",
        N_("Taking the own corner with dice that lead to the other's empty one."),
    ),
    Term(
        "queue",
        "queue",
        N_("A token for each lost marqué, which at the end go to whoever has more."),
    ),
    Term("refait", "drawn marqué", N_("Equal holes: nobody is paid, and it is played again.")),
    Term("relevé", "setting", N_("What is played between two returns to the talons.")),
    Term("s'en aller", "to go", N_("After a hole: everything returns, and you roll first.")),
    Term("sortie", "bearing off", N_("When all are on 19 to 24 checkers leave the board.")),
    Term("talon", "talon", N_("Field 1, where all checkers stand at the beginning.")),
    Term("tenir", "to hold", N_("After a hole: to play on with the points left over.")),
    Term("tout d'une", "chain", N_("One checker plays both numbers.")),
    Term("trou", "hole", N_("Twelve points; twelve of them win the game.")),
)
