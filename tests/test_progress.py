"""The bar of long work: on a terminal below the lines that stay, elsewhere not at all."""

import io

import pytest

from trictrac_spiel._src.people.progress import ProgressBar, duration


class Terminal(io.StringIO):
    """A stream that takes itself for a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("total", [10, None])
def test_a_terminal_shows_the_bar_below_the_lines(
    total: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    terminal = Terminal()
    with ProgressBar(terminal, total) as bar:
        bar.show(3, "three of [ten]")
        bar.print("a line that stays, with [brackets] and 50 %")
        bar.show(4, "four of [ten]")
    shown = terminal.getvalue()
    assert "a line that stays, with [brackets] and 50 %" in shown
    assert "four of [ten]" in shown
    # What is drawn last is taken away again, and the cursor is back.
    assert shown.rindex("\x1b[2K") > shown.rindex("four of [ten]")
    assert shown.rindex("\x1b[?25h") > shown.rindex("\x1b[?25l")


def test_a_file_gets_the_lines_only() -> None:
    file = io.StringIO()
    with ProgressBar(file, 10) as bar:
        bar.show(3, "three of ten")
        bar.print("a line that stays")
    assert file.getvalue() == "a line that stays\n"


def test_durations_are_hours_minutes_and_seconds() -> None:
    assert [duration(seconds) for seconds in (0.9, 61, 36_000)] == [
        "0:00:00",
        "0:01:01",
        "10:00:00",
    ]
