"""One page of HTML that steps through a game: everything in it, nothing from elsewhere."""

import html
import importlib.resources
import json
from collections.abc import Iterable

from trictrac_spiel._src.drawing import board_svg
from trictrac_spiel._src.drawing.frames import Frame, frames
from trictrac_spiel._src.drawing.geometry import HEIGHT, WIDTH
from trictrac_spiel._src.drawing.themes import style
from trictrac_spiel._src.people.harmless import harmless
from trictrac_spiel._src.people.language import gettext as _
from trictrac_spiel._src.people.language import language
from trictrac_spiel._src.people.records import GameRecord


def game_page(title: str, shown: Iterable[Frame], *, theme: str = "wood") -> str:
    """The page, as text.

    Args:
      title: what the page is called.
      shown: what it shows, in order; at least one.
      theme: of the pictures.
    """
    data = [
        {
            "turn": frame.turn,
            "caption": harmless(frame.caption),
            "lines": [harmless(line) for line in frame.lines],
            "picture": "".join(board_svg.moving(frame.view, frame.arrows, frame.lit)),
        }
        for frame in shown
    ]
    # Within a script no text of the data may look like its end.
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    board = (
        f'<svg class="trictrac trictrac-{theme}" viewBox="0 0 {WIDTH} {HEIGHT:g}" role="img">'
        f"<style>{style(theme)}</style>{''.join(board_svg.still())}<g id='moving'></g></svg>"
    )
    page = importlib.resources.files(__package__).joinpath("stepper.html").read_text("utf-8")
    fillings = {
        "<!--TITLE-->": html.escape(harmless(title)),
        "<!--BOARD-->": board,
        "<!--LANG-->": language(),
        "/*START*/": json.dumps(_("Start"), ensure_ascii=False),
        "/*FRAMES*/": text,
    }
    labels = {
        "Steps": _("Steps"),
        "to the start": _("to the start"),
        "one step back": _("one step back"),
        "play": _("play by itself"),
        "one step on": _("one step on"),
        "to the end": _("to the end"),
        "step of the game": _("step of the game"),
        "Turns": _("Turns"),
    }
    fillings |= {f"<!--T:{place}-->": html.escape(label) for place, label in labels.items()}
    for place, filling in fillings.items():
        page = page.replace(place, filling)
    return page


def framed_page(record: GameRecord) -> str:
    """The page of a whole record in a frame of its own, so that it meets no other page's style."""
    page = html.escape(game_page("Trictrac", frames(record)))
    return f'<iframe title="a game of Trictrac" width="100%" height="640" srcdoc="{page}"></iframe>'
