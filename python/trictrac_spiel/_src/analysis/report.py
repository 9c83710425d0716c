"""An analysis for people: as lines of text, and as a page with boards and a graph."""

import html
from collections import Counter
from collections.abc import Iterator

from trictrac_spiel._src.analysis.games import MARKS, Decision, GameAnalysis, Verdict
from trictrac_spiel._src.analysis.reasons import reasons
from trictrac_spiel._src.drawing import board_svg
from trictrac_spiel._src.drawing.arrows import Arrow
from trictrac_spiel._src.people.harmless import harmless
from trictrac_spiel._src.people.view import view_of
from trictrac_spiel._src.position.position import Position

_WIDTH, _HEIGHT = 760, 220
_BETTER, _PLAYED = "#3ddc68", "#ff5a4d"


def lines(analysis: GameAnalysis) -> Iterator[str]:
    """The analysis, a line for each marked choice and a summary."""
    names = [harmless(verdict.name) for verdict in analysis.verdicts]
    marked = [decision for decision in analysis.decisions if decision.mark]
    for decision in marked:
        yield (
            f"{decision.turn:>4}. {names[decision.player]:<10} {decision.played} {decision.mark}"
            f"   {_percent(decision.loss)} and {decision.holes_lost:+.2f} holes behind "
            f"{_without_dice(decision.best)}"
        )
        if why := _why(decision):
            yield f"      which {'; '.join(why)}"
    if marked:
        yield ""
    for verdict in analysis.verdicts:
        yield from _summary(verdict)
    if analysis.result is not None and analysis.adjusted_result is not None:
        yield (
            f"{names[0]} scored {analysis.result:g}; without the luck of the dice "
            f"{analysis.adjusted_result:.2f}"
        )


def page(analysis: GameAnalysis, title: str = "A game of Trictrac") -> str:
    """One page of HTML with everything in it: the graph, the mistakes with boards, the summary."""
    names = [harmless(verdict.name) for verdict in analysis.verdicts]
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{html.escape(harmless(title))}</title>",
        f"<style>{_STYLE}</style></head><body>",
        f"<h1>{html.escape(harmless(title))}</h1>",
        f"<p>Judged by {html.escape(analysis.player)}.</p>",
        f"<h2>Winning chances of {html.escape(names[0])}</h2>",
        _graph(analysis),
        "<h2>Summary</h2>",
        *(
            f"<p>{html.escape(line)}</p>"
            for verdict in analysis.verdicts
            for line in _summary(verdict)
        ),
    ]
    if analysis.result is not None and analysis.adjusted_result is not None:
        parts.append(
            f"<p>{html.escape(names[0])} scored {analysis.result:g}; without the luck of the dice "
            f"{analysis.adjusted_result:.2f}.</p>"
        )
    parts.append("<h2>Mistakes</h2>")
    marked = [decision for decision in analysis.decisions if decision.mark]
    if marked:
        parts.append(
            "<p>Green arrows are the better play, red ones what was played, the others both.</p>"
        )
    else:
        parts.append("<p>None.</p>")
    for decision in marked:
        why = "; ".join(_why(decision))
        parts += [
            f'<section id="turn-{decision.turn}">',
            f"<h3>{decision.turn}. {html.escape(names[decision.player])}: "
            f"{html.escape(decision.played)} <b>{decision.mark}</b></h3>",
            board_svg.draw(
                view_of(decision.position, decision.player), arrows=list(_arrows(decision))
            ),
            f"<p>Better: {html.escape(_without_dice(decision.best))}"
            + (f" ({html.escape(why)})" if why else "")
            + f". Lost: {_percent(decision.loss)} of the winning chances, "
            f"{decision.holes_lost:+.2f} holes.</p>",
            "</section>",
        ]
    parts.append("</body></html>")
    return "\n".join(parts) + "\n"


def _summary(verdict: Verdict) -> Iterator[str]:
    marks = ", ".join(f"{verdict.marks[mark]} {mark}" for mark, _ in MARKS)
    yield (
        f"{harmless(verdict.name)}: {verdict.decisions} choices, {_percent(verdict.mean_loss)} "
        f"lost at each on average, {verdict.holes_lost:.1f} holes in all; {marks}; "
        f"hold or go mistaken {verdict.go_mistakes} times; luck {verdict.luck:+.2f} games"
    )
    if verdict.worst:
        yield f"  worst: {', '.join(f'turn {turn}' for turn in verdict.worst)}"


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
        (better & played, None, "both"),
        (better - played, _BETTER, "better"),
        (played - better, _PLAYED, "played"),
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
                f'cx="{x:.1f}" cy="{y:.1f}" r="4"><title>turn {decision.turn}: '
                f"{html.escape(decision.played)} {decision.mark}</title></circle></a>"
            )
    return (
        f'<svg class="graph" viewBox="-40 -10 {_WIDTH + 50} {_HEIGHT + 20}" role="img" '
        'aria-label="winning chances">'
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
