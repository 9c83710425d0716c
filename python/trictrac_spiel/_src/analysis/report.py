"""An analysis for people: as lines of text, and as a page with boards and a graph."""

import html
from collections import Counter
from collections.abc import Iterator

from trictrac_spiel._src.analysis.games import MARKS, Decision, GameAnalysis, Verdict
from trictrac_spiel._src.analysis.reasons import reasons
from trictrac_spiel._src.drawing import board_svg
from trictrac_spiel._src.drawing.arrows import Arrow
from trictrac_spiel._src.people.harmless import harmless
from trictrac_spiel._src.people.language import gettext as _
from trictrac_spiel._src.people.language import language
from trictrac_spiel._src.people.view import view_of
from trictrac_spiel._src.position.position import Position

_WIDTH, _HEIGHT = 760, 220
_BETTER, _PLAYED = "#3ddc68", "#ff5a4d"


def lines(analysis: GameAnalysis) -> Iterator[str]:
    """The analysis, a line for each marked choice and a summary."""
    names = [harmless(verdict.name) for verdict in analysis.verdicts]
    marked = [decision for decision in analysis.decisions if decision.mark]
    for decision in marked:
        behind = _("{loss} and {holes:+.2f} holes behind {better}").format(
            loss=_percent(decision.loss),
            holes=decision.holes_lost,
            better=_without_dice(decision.best),
        )
        yield (
            f"{decision.turn:>4}. {names[decision.player]:<10} {decision.played} {decision.mark}"
            f"   {behind}"
        )
        if why := _why(decision):
            yield "      " + _("which {reasons}").format(reasons="; ".join(why))
    if marked:
        yield ""
    for verdict in analysis.verdicts:
        yield from _summary(verdict)
    yield from _result(analysis)


def page(analysis: GameAnalysis, title: str = "Trictrac") -> str:
    """One page of HTML with everything in it: the graph, the mistakes with boards, the summary."""
    names = [harmless(verdict.name) for verdict in analysis.verdicts]
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="{language()}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{html.escape(harmless(title))}</title>",
        f"<style>{_STYLE}</style></head><body>",
        f"<h1>{html.escape(harmless(title))}</h1>",
        _paragraph(_("Judged by {player}.").format(player=analysis.player)),
        _heading(_("Winning chances of {name}").format(name=names[0])),
        _graph(analysis),
        _heading(_("Summary")),
        *(_paragraph(line) for verdict in analysis.verdicts for line in _summary(verdict)),
        *(_paragraph(line) for line in _result(analysis)),
        _heading(_("Mistakes")),
    ]
    marked = [decision for decision in analysis.decisions if decision.mark]
    told = (
        _("Green arrows are the better play, red ones what was played, the others both.")
        if marked
        else _("None.")
    )
    parts.append(_paragraph(told))
    for decision in marked:
        parts += [
            f'<section id="turn-{decision.turn}">',
            f"<h3>{decision.turn}. {html.escape(names[decision.player])}: "
            f"{html.escape(decision.played)} <b>{decision.mark}</b></h3>",
            board_svg.draw(
                view_of(decision.position, decision.player), arrows=list(_arrows(decision))
            ),
            _paragraph(_better(decision)),
            "</section>",
        ]
    parts.append("</body></html>")
    return "\n".join(parts) + "\n"


def _paragraph(text: str) -> str:
    return f"<p>{html.escape(text)}</p>"


def _heading(text: str) -> str:
    return f"<h2>{html.escape(text)}</h2>"


def _better(decision: Decision) -> str:
    """What should have been played, why, and what was lost."""
    better = _without_dice(decision.best)
    if why := _why(decision):
        better = f"{better} ({'; '.join(why)})"
    return _("Better: {better}. Lost: {loss} of the winning chances, {holes:+.2f} holes.").format(
        better=better, loss=_percent(decision.loss), holes=decision.holes_lost
    )


def _result(analysis: GameAnalysis) -> Iterator[str]:
    """The result and what it would have been with even luck, once the game is over."""
    if analysis.result is not None and analysis.adjusted_result is not None:
        yield _("{name} scored {result:g}; without the luck of the dice {adjusted:.2f}").format(
            name=harmless(analysis.verdicts[0].name),
            result=analysis.result,
            adjusted=analysis.adjusted_result,
        )


def _summary(verdict: Verdict) -> Iterator[str]:
    marks = ", ".join(f"{verdict.marks[mark]} {mark}" for mark, _least in MARKS)
    yield _(
        "{name}: {choices} choices, {loss} lost at each on average, {holes:.1f} holes in all; "
        "{marks}; hold or go mistaken {mistakes} times; luck {luck:+.2f} games"
    ).format(
        name=harmless(verdict.name),
        choices=verdict.decisions,
        loss=_percent(verdict.mean_loss),
        holes=verdict.holes_lost,
        marks=marks,
        mistakes=verdict.go_mistakes,
        luck=verdict.luck,
    )
    if verdict.worst:
        turns = ", ".join(_("turn {number}").format(number=turn) for turn in verdict.worst)
        yield "  " + _("worst: {turns}").format(turns=turns)


def _why(decision: Decision) -> list[str]:
    position = Position.from_text(decision.position)
    better, other = (position.action_of(play) for play in (decision.best, decision.played))
    return reasons(position, better, other)


def _arrows(decision: Decision) -> Iterator[Arrow]:
    position = Position.from_text(decision.position)
    better, played = (
        Counter(position.steps(position.action_of(play)))
        for play in (decision.best, decision.played)
    )
    for steps, color, title in (
        (better & played, None, _("both")),
        (better - played, _BETTER, _("better")),
        (played - better, _PLAYED, _("played")),
    ):
        for start, end in steps.elements():
            yield Arrow(start, end, color=color, title=title)


def _graph(analysis: GameAnalysis) -> str:
    """Player 0's winning chances turn by turn, with a dot at each mistake."""
    steps = max(len(analysis.chances) - 1, 1)

    def place(turn: int) -> tuple[float, float]:
        return _WIDTH * turn / steps, _HEIGHT * (1 - analysis.chances[turn])

    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(place, range(len(analysis.chances))))
    dots = []
    for decision in analysis.decisions:
        if decision.mark:
            x, y = place(decision.turn)
            dots.append(
                f'<a href="#turn-{decision.turn}"><circle class="player{decision.player}" '
                f'cx="{x:.1f}" cy="{y:.1f}" r="4"><title>'
                f"{html.escape(_('turn {number}').format(number=decision.turn))}: "
                f"{html.escape(decision.played)} {decision.mark}</title></circle></a>"
            )
    return (
        f'<svg class="graph" viewBox="-40 -10 {_WIDTH + 50} {_HEIGHT + 20}" role="img" '
        f'aria-label="{html.escape(_("winning chances"))}">'
        + "".join(
            f'<line class="rule" x1="0" x2="{_WIDTH}" y1="{_HEIGHT * share}" '
            f'y2="{_HEIGHT * share}"/><text x="-6" y="{_HEIGHT * share + 4}">'
            f"{100 * (1 - share):.0f}</text>"
            for share in (0, 0.25, 0.5, 0.75, 1)
        )
        + f'<polyline points="{points}"/>'
        + "".join(dots)
        + "</svg>"
    )


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _without_dice(play: str) -> str:
    return play.partition(": ")[2] or play


_STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}"
    "section svg{max-width:34rem;height:auto}.graph{width:100%;height:auto}"
    ".graph polyline{fill:none;stroke:#333;stroke-width:2}"
    ".graph .rule{stroke:#ccc}.graph text{font-size:12px;text-anchor:end;fill:#555}"
    ".graph .player0{fill:#c33}.graph .player1{fill:#36c}"
)
