"""Names in little room: shortened so that those who are numbered can still be told apart."""

from __future__ import annotations

from functools import lru_cache

from tracker.views.cells import clean, cut, width


@lru_cache(maxsize=4096)
def shortened(name: str, cells: int) -> str:
    """`name` in at most `cells`: `Goblin 12` becomes `Gobl. 12`, then `Gob12`; the number is the last to go."""
    name = clean(name)
    if width(name) <= cells:
        return name
    stem, _, number = name.rpartition(" ")
    if not (stem and number.isdigit() and width(number) < cells):
        return _abbreviated(name, cells)
    room = cells - width(number)
    return f"{_abbreviated(stem, room - 1)} {number}" if room > 4 else f"{_abbreviated(stem, room)}{number}"


def _abbreviated(word: str, cells: int) -> str:
    """The beginning of a word, with a full stop where there is room for one."""
    if width(word) <= cells:
        return word
    if cells < 4:
        return cut(word, cells + 1)[:-1] if cells > 0 else ""
    return cut(word, cells)[:-1].rstrip() + "."
