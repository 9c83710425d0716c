"""A game as a moving picture: SVG, which needs nothing else, or GIF, APNG and WebP."""

import importlib
import io
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from trictrac_spiel._src.drawing import board_svg
from trictrac_spiel._src.drawing.frames import Frame
from trictrac_spiel._src.drawing.geometry import HEIGHT, WIDTH
from trictrac_spiel._src.drawing.themes import style
from trictrac_spiel._src.errors import RunError, TrictracError
from trictrac_spiel._src.files import write_file

_SAVED_AS: dict[str, dict[str, Any]] = {
    ".gif": {"format": "GIF", "optimize": True},
    ".png": {"format": "PNG"},
    ".apng": {"format": "PNG"},
    ".webp": {"format": "WEBP", "lossless": True},
}


def check(file: str) -> None:
    """Raises TrictracError if this name ends in no kind of moving picture, or tools are missing."""
    if not _is_svg(file):
        _kind(file)
        _tools()


def animated_svg(frames: Sequence[Frame], *, seconds: float = 1.6, theme: str = "wood") -> str:
    """The frames as one SVG that moves; readers who want no motion see the last one."""
    count = len(frames)
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" '
        f'class="trictrac trictrac-{theme}" viewBox="0 0 {WIDTH} {HEIGHT:g}" role="img">',
        f"<style>{style(theme)}\n"
        f".moment {{ opacity: 0; animation: shown {count * seconds:g}s step-end infinite }}\n"
        f"@keyframes shown {{ 0% {{ opacity: 1 }} {100 / count:.4f}% {{ opacity: 0 }} }}\n"
        "@media (prefers-reduced-motion: reduce) { .moment { animation: none } "
        ".moment:last-of-type { opacity: 1 } }</style>",
        *board_svg.still(),
    ]
    for index, frame in enumerate(frames):
        parts.append(f'<g class="moment" style="animation-delay: {index * seconds:g}s">')
        parts += board_svg.moving(frame.view, frame.arrows, frame.lit)
        parts.append("</g>")
    return "\n".join([*parts, "</svg>"]) + "\n"


def write(
    frames: Iterable[Frame], file: str, *, width: int = 480, seconds: float = 1.6, theme: str
) -> None:
    """Writes the pictures into one file, each shown for some seconds.

    Raises:
      TrictracError: the file's name says no kind of picture, or the libraries are not installed.
      RunError: a library cannot draw.
    """
    shown = list(frames)
    if _is_svg(file):
        write_file(file, animated_svg(shown, seconds=seconds, theme=theme))
        return
    kind = _kind(file)
    cairosvg, image = _tools()
    pictures = []
    for frame in shown:
        drawing = board_svg.draw(frame.view, arrows=frame.arrows, highlight=frame.lit, theme=theme)
        png = cairosvg.svg2png(bytestring=drawing.encode(), output_width=width)
        pictures.append(image.open(io.BytesIO(png)).convert("RGB"))
    made = io.BytesIO()
    pictures[0].save(
        made,
        save_all=True,
        append_images=pictures[1:],
        duration=round(1000 * seconds),
        loop=0,
        **kind,
    )
    write_file(file, made.getvalue())


def _is_svg(file: str) -> bool:
    return os.path.splitext(file)[1].lower() == ".svg"


def _kind(file: str) -> dict[str, Any]:
    suffix = os.path.splitext(file)[1].lower()
    if suffix not in _SAVED_AS:
        raise TrictracError(
            f"{file}: a moving picture ends in .svg, {', '.join(_SAVED_AS)}, "
            f"not in {suffix or 'nothing'}"
        )
    return _SAVED_AS[suffix]


def _tools() -> tuple[Any, Any]:
    try:
        return importlib.import_module("cairosvg"), importlib.import_module("PIL.Image")
    except ModuleNotFoundError as error:
        raise TrictracError(
            f"moving pictures need the libraries cairosvg and pillow ({error.name} is missing): "
            f"{sys.executable} -m pip install cairosvg pillow; a name in .svg needs nothing"
        ) from None
    except OSError as error:
        raise RunError(f"cairosvg does not find the library cairo: {error}") from None
