"""What would fit: the nearest position to a text that is refused."""

import itertools
import re
from collections.abc import Iterator, Sequence

from trictrac_spiel import _engine

_MOST_CHANGES = 3  # words; more would be another position
_CHECKERS = 15
_MOST_POINTS = 10
_CORNER, _OTHER_CORNER = 12, 13
_DECISIONS = ("move", "hold-or-go", "last-go")


def nearest_position(text: str) -> str | None:
    """A position that differs from a text in as few words as possible; None if none is near."""
    words = text.split()
    if len(words) < 9:
        return None
    others = _alternatives(words)
    for changes in range(1, _MOST_CHANGES + 1):
        for places in itertools.combinations(sorted(others), changes):
            for chosen in itertools.product(*(others[place] for place in places)):
                changed = list(words)
                for place, word in zip(places, chosen, strict=True):
                    changed[place] = word
                found = " ".join(word for word in changed if word)
                if _is_position(found):
                    return found
    return None


def _is_position(text: str) -> bool:
    try:
        _engine.Position.from_text(text)
    except ValueError:
        return False
    return True


def _alternatives(words: Sequence[str]) -> dict[int, list[str]]:
    """For each place of a text the words that could stand there instead; one past it, a new one."""
    others = {
        2: [_phase(words)],
        3: list(_checkers(words[3])),
        4: list(_checkers(words[4])),
        5: list(_scores(words[5])),
        6: list(_scores(words[6])),
        7: list(_rolls(words)),
        8: ["1", "8"] if words[8] == "0" else ["0", "8"],
    }
    for place, word in enumerate(words[9:], 9):
        if word == "first" or word.startswith("opening="):
            others[place] = [""]
    return {
        place: list(dict.fromkeys(w for w in found if w != words[place]))
        for place, found in others.items()
    }


def _phase(words: Sequence[str]) -> str:
    """The phase with the dice that it needs, or without."""
    name, _, dice = words[2].partition(":")
    if name in _DECISIONS:
        return f"{name}:{dice if re.fullmatch('[1-6]-[1-6]', dice) else '6-4'}"
    return name


def _checkers(word: str) -> Iterator[str]:
    """A side's checkers, brought back to fifteen and off both corners' forbidden places."""
    try:
        piles = {
            int(field): int(count)
            for field, count in (pair.split(":") for pair in word.split(",") if word != "-")
        }
    except ValueError:
        return
    over = sum(piles.values()) - _CHECKERS
    largest = max(piles, key=lambda field: piles[field], default=0)
    if over > 0 and piles[largest] > over:
        piles = {**piles, largest: piles[largest] - over}
    for field, away in ((_CORNER, _CORNER - 1), (_OTHER_CORNER, _OTHER_CORNER + 1)):
        count = piles.get(field, 0)
        if count == 1 or (count and field == _OTHER_CORNER):
            rest = {other: number for other, number in piles.items() if other != field}
            piles = {**rest, away: rest.get(away, 0) + count}
    yield _written(piles)


def _written(piles: dict[int, int]) -> str:
    return ",".join(f"{field}:{count}" for field, count in sorted(piles.items()) if count) or "-"


def _scores(word: str) -> Iterator[str]:
    """A side's score: the same interrupted, other points, the nearest first, fewer holes."""
    found = re.fullmatch(r"(\d{1,9})(x?)/(\d{1,9})(x?)", word)
    if found is None:
        return
    yield from (f"{found[1]}{x}/{found[3]}{y}" for x, y in (("", "x"), ("x", ""), ("x", "x")))
    nearest = min(int(found[1]) // 2 * 2, _MOST_POINTS)
    for points in (nearest, *range(0, _MOST_POINTS + 1, 2)):
        for holes in (int(found[3]), 11, 0):
            yield f"{points}{found[2]}/{holes}{found[4]}"
            yield f"{points}/{holes}"


def _rolls(words: Sequence[str]) -> Iterator[str]:
    """Rolls since the setting that go with who decides."""
    yield from ("0,0", "4,4")
    yield "1,0" if words[1] == "p0" else "1,1"
