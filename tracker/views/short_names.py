"""Short names: shortened so that numbered fighters can still be told apart."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tracker.text.cells import ELLIPSIS, clean, clipped, width


# Cached: several panes shorten the same names with every key.
@lru_cache(maxsize=4096)
def shortened(name: str, cells: int) -> str:
    """Return `name` in at most `cells`: `Goblin 12` becomes `Gobl. 12`, then `Gob12`. The number is the last to go.

    So is the number of a group: `kobolds ×8` becomes `kobo. ×8`.
    """
    name = clean(name)
    if width(name) <= cells:
        return name
    stem, _, number = name.rpartition(" ")
    if not (stem and number.removeprefix("×").isdigit() and width(number) < cells):
        return _abbreviated(name, cells)
    room = cells - width(number)
    return f"{_abbreviated(stem, room - 1)} {number}" if room > 4 else f"{_abbreviated(stem, room)}{number}"


def _abbreviated(word: str, cells: int) -> str:
    """Return the beginning of a word, with a full stop where there is room for one."""
    if width(word) <= cells:
        return word
    if cells < 4:
        return clipped(word, cells)
    return clipped(word, cells - 1).rstrip() + "."


class CrowdName(str):
    """The name of a folded group as it is drawn, `3/12 goblins`, with what it is made of."""

    group: str
    standing: int
    all_told: int
    """The number of all members, in the fight or out of it."""

    def __new__(cls, standing: int, all_told: int, group: str) -> CrowdName:
        """Make a text of how many of how many stand, and the group's name. With none standing, the number of all."""
        crowd = super().__new__(cls, f"{standing}/{all_told} {group}" if standing else f"{all_told} {group}")
        crowd.standing, crowd.all_told, crowd.group = standing, all_told, group
        return crowd

    @property
    def counts(self) -> tuple[str, str]:
        """Return the number before a name: how many of how many stand. With none standing, the number of all."""
        if not self.standing:
            return f"{self.all_told} ", f"{self.all_told} "
        return f"{self.standing}/{self.all_told} ", f"{self.standing} "


class Short(NamedTuple):
    """A name in little room."""

    many: str
    """The number of a group's members standing. Empty for a single fighter."""
    name: str

    @property
    def text(self) -> str:
        return self.many + self.name


# Cached: it compares every name with every other, and the names of a fight seldom change.
@lru_cache(maxsize=256)
def told_apart(names: tuple[str, ...], cells: int) -> dict[str, Short]:
    """Return each of these names in at most `cells`: what several have in common goes before that in which they differ.

    `12/12 goblin archers` beside `12/12 goblin riders` becomes `12 …archers`.
    """
    short = {name: _short(name, cells) for name in names}
    alike: dict[str, list[str]] = {}
    for name, short_name in short.items():
        alike.setdefault(short_name.name, []).append(name)
    for same_short in alike.values():
        if len(same_short) > 1:
            short |= _differing(same_short, cells)
    return short


def _short(name: str, cells: int) -> Short:
    """Return a name in at most `cells`. The number of all members of a group is the first to be left out."""
    if not isinstance(name, CrowdName):
        return Short("", shortened(name, cells))
    full, brief = name.counts
    group = clean(name.group)
    for many in (full, brief):
        if width(many) + width(group) <= cells:
            return Short(many, group)
    if width(full) >= cells:
        return Short("", shortened(name, cells))
    return Short(full, shortened(group, cells - width(full)))


def _differing(names: Sequence[str], cells: int) -> dict[str, Short]:
    """Return shortened names, each without a common beginning if they would be cut alike."""
    bare = [clean(name.group if isinstance(name, CrowdName) else name) for name in names]
    common = _common(bare)
    cut = common.rfind(" ") + 1 if " " in common else len(common) if width(common) > cells // 2 else 0
    if not cut:
        return {name: _short(name, cells) for name in names}
    named: dict[str, Short] = {}
    for name, bare_name in zip(names, bare, strict=True):
        rest = bare_name[cut:].strip() or bare_name.rpartition(" ")[2]
        counts = (*name.counts, "") if isinstance(name, CrowdName) else ("",)
        fits = (many for many in counts if width(many) + 1 + width(rest) <= cells)
        many = next(fits, counts[1] if len(counts) > 1 else "")
        named[name] = Short(many, ELLIPSIS + shortened(rest, cells - width(many) - 1))
    return named


def _common(names: Sequence[str]) -> str:
    first, last = min(names), max(names)
    return next((first[:place] for place, sign in enumerate(first) if last[place : place + 1] != sign), first)
