"""Nearness: which known word somebody may have meant."""

from __future__ import annotations

from collections.abc import Iterable

LONGEST = 60
"""Longer words are not compared: nobody mistypes them, and the work would be unbounded."""


def distance(one: str, other: str) -> int:
    """How many signs must be added, dropped, changed or swapped with their neighbour to make `other` of `one`."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, sign in enumerate(one, 1):
        before_last, before, row = before, row, [i]
        for j, other_sign in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (sign != other_sign))
            if i > 1 and j > 1 and sign == other[j - 2] and one[i - 2] == other_sign:
                cost = min(cost, before_last[j - 2] + 1)
            row.append(cost)
    return row[-1]


def nearest(word: str, *groups: Iterable[str]) -> str:
    """The known word nearest to `word`, or nothing; of several equally near ones that of the earlier group."""
    if not word or len(word) > LONGEST:
        return ""
    folded = _folded(word)
    best: tuple[int, int, bool, int] | None = None
    nearest_name = ""
    for rank, group in enumerate(groups):
        for known in group:
            far = distance(folded, _folded(known))
            if far > max(1, min(len(folded), len(known)) // 3 + (len(known) > 3)):
                if not _part(folded, _folded(known)):
                    continue
                far = max(far, 2)
            order = (far, rank, sorted(folded) != sorted(_folded(known)), abs(len(known) - len(word)))
            if best is None or order < best:
                best, nearest_name = order, known
    return nearest_name


def _folded(word: str) -> str:
    return word.casefold().replace("-", "_").replace(" ", "_")


def _part(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return len(short) >= 3 and long.startswith(short)


def hint(word: str, *groups: Iterable[str]) -> str:
    """`; did you mean "skill"?`, or nothing."""
    near = nearest(word, *groups)
    return f'; did you mean "{near}"?' if near else ""
