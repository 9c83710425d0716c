"""What notebooks show of the values of this package: a picture instead of a name."""

from typing import Any

_WIDTH = 480


def picture(state: Any) -> str:
    """The picture that a notebook shows of a state, an ``Engine`` or a position."""
    # Imported when it is first asked for: to import the package stays fast.
    from trictrac_spiel._src.drawing.board_svg import board_svg

    return board_svg(state, width=_WIDTH)


def show_themselves(*classes: type) -> None:
    """Lets the values of these classes be shown as pictures."""
    for shown in classes:
        shown._repr_svg_ = picture  # type: ignore[attr-defined]
