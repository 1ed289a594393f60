"""Names in little room: shortened so that those who are numbered can still be told apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from tracker.views.cells import ELLIPSIS, clean, cut, width

_COUNT = re.compile(r"(\d+)/\d+ ")
"""How many of a group stand, before its name."""


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


@lru_cache(maxsize=256)
def told_apart(names: tuple[str, ...], cells: int) -> dict[str, str]:
    """Each of these names in at most `cells`: what several have in common goes before that in which they differ.

    `12/12 goblin archers` beside `12/12 goblin riders` becomes `12 …archers`.
    """
    short = {name: _counted(name, cells) for name in names}
    alike: dict[str, list[str]] = {}
    for name, own in short.items():
        alike.setdefault(uncounted(own) if _COUNT.match(name) else own, []).append(name)
    for some in alike.values():
        if len(some) > 1:
            short |= _differing(some, cells)
    return short


def _differing(names: Sequence[str], cells: int) -> dict[str, str]:
    """Names that would be cut alike, each without what all of them begin with."""
    bare = [uncounted(clean(name)) for name in names]
    common = _common(bare)
    at = common.rfind(" ") + 1 if " " in common else len(common) if width(common) > cells // 2 else 0
    told: dict[str, str] = {}
    for name, own in zip(names, bare, strict=True):
        rest = own[at:].strip() or own.rpartition(" ")[2]
        match = _COUNT.match(name)
        counts = [match[0].strip() + " ", f"{match[1]} "] if match else []
        heads = [f"{count}{ELLIPSIS}" for count in counts] + [ELLIPSIS]
        head = next((head for head in heads if width(head) + width(rest) <= cells), heads[-2] if match else ELLIPSIS)
        told[name] = head + shortened(rest, cells - width(head)) if at else shortened(name, cells)
    return told


def _counted(name: str, cells: int) -> str:
    """A name shortened; of a group how many there were goes first."""
    match = _COUNT.match(name)
    brief = f"{match[1]} {uncounted(name)}" if match else name
    return brief if width(name) > cells >= width(brief) else shortened(name, cells)


def uncounted(name: str) -> str:
    """The name of a group without how many of it stand."""
    return _COUNT.sub("", name, count=1)


def _common(names: Sequence[str]) -> str:
    """What all of them begin with."""
    first, last = min(names), max(names)
    return next((first[:at] for at, sign in enumerate(first) if last[at : at + 1] != sign), first)
