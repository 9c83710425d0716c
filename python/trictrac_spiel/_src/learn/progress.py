"""Which lessons a reader at this machine has learned."""

import contextlib
import json
import os
from pathlib import Path

from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.learn.lessons import LESSONS
from trictrac_spiel._src.strict_json import read_json


def _file() -> Path:
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(home) / "trictrac" / "learned.json"


def learned() -> set[str]:
    """The ids of the lessons that were answered right; a file that is damaged says none."""
    try:
        kept = read_json(_file().read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, TrictracError):
        return set()
    names = kept if isinstance(kept, list) else []
    return {lesson.id for lesson in LESSONS if lesson.id in names}


def remember(done: set[str]) -> None:
    """Keeps them, where this can be done."""
    with contextlib.suppress(OSError):
        file = _file()
        file.parent.mkdir(parents=True, exist_ok=True)
        unfinished = file.with_suffix(".unfinished")
        unfinished.write_text(json.dumps(sorted(done)) + "\n", encoding="utf-8")
        unfinished.replace(file)
