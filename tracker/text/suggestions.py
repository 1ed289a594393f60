"""Suggestions: did-you-mean, the known word nearest to a mistyped one. For files, commands and options alike."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

LONGEST = 60
"""The longest word compared: longer ones are never mistyped words, and the work would be unbounded."""
_WORDS = re.compile(r"[^\W\d_]+|\d+")


def distance(word: str, other: str) -> int:
    """Return the characters to add, drop, change or swap with their neighbour to make `other` of `word`."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, sign in enumerate(word, 1):
        before_last, before, row = before, row, [i]
        for j, other_sign in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (sign != other_sign))
            if i > 1 and j > 1 and sign == other[j - 2] and word[i - 2] == other_sign:
                cost = min(cost, before_last[j - 2] + 1)
            row.append(cost)
    return row[-1]


def nearest(word: str, *groups: Iterable[str]) -> str:
    """Return the known word nearest to `word`, or nothing. Of several equally near ones that of the earlier group."""
    if not word or len(word) > LONGEST:
        return ""
    folded = _folded(word)
    best: tuple[int, int, bool, int] | None = None
    nearest_name = ""
    for rank, group in enumerate(groups):
        for known in group:
            name = _folded(known)
            # With more mistakes than `most` another word is meant, unless one begins the other (`part`).
            most = max(1, min(len(folded), len(name)) // 3 + (len(name) > 3))
            part = _part(folded, name)
            if abs(len(folded) - len(name)) > most and not part:
                continue
            far = distance(folded, name)
            if far > most:
                if not part:
                    continue
                # A mere beginning counts as two mistakes, so that it gives way to a word with one.
                far = max(far, 2)
            # A word with two letters swapped has the same letters, and is likelier meant than one with another letter.
            order = (far, rank, sorted(folded) != sorted(name), abs(len(known) - len(word)))
            if best is None or order < best:
                best, nearest_name = order, known
    return nearest_name


# Cached: each word that is wrong is compared with every known word, and those stay the same.
@lru_cache(maxsize=4096)
def _folded(word: str) -> str:
    """Return a word as it is compared: case, hyphens and blanks make no difference."""
    return word.casefold().replace("-", "_").replace(" ", "_")


def _part(word: str, other: str) -> bool:
    """Return whether the shorter of two words, of at least three letters, begins the longer."""
    short, long = sorted((word, other), key=len)
    return len(short) >= 3 and long.startswith(short)


def hint(word: str, *groups: Iterable[str]) -> str:
    """Return `; did you mean "skill"?`, or an empty text."""
    near = nearest(word, *groups)
    return f'; did you mean "{near}"?' if near else ""


def hint_or_list(word: str, known: Iterable[str]) -> str:
    """Return `; did you mean "skill"?`, or where nothing is similar `; there are skill, weapon`."""
    known = tuple(known)
    return hint(word, known) or (f"; there are {', '.join(known)}" if known else "; there are none")


def ended(text: str) -> str:
    """Return a sentence with its full stop, unless it ends with a question such as a hint has."""
    return text if text.endswith(("?", ".", "!", "…")) else f"{text}."


def mistyped(word: str, known: Iterable[str]) -> str:
    """Return the known word that `word` misses by one or two letters or its case. Empty for a known word.

    `Team 2` is no mistyped `Team 1`: numbers, and words of one or two letters, are never mistyped for each other.
    """
    folded = _folded(word)
    best: tuple[int, int] | None = None
    meant = ""
    if not word or len(word) > LONGEST:
        return ""
    for name in known:
        other = _folded(name)
        if name == word:
            return ""
        if abs(len(other) - len(folded)) > 2 or _numbered(folded) != _numbered(other):
            continue
        far = distance(folded, other)
        order = (far, abs(len(other) - len(folded)))
        if far <= (2 if max(len(folded), len(other)) > 4 else 1) and (best is None or order < best):
            best, meant = order, name
    return meant


# Cached for the same reason as `_folded`.
@lru_cache(maxsize=4096)
def _numbered(folded: str) -> tuple[str, ...]:
    """Return the parts of a name that cannot be typing errors: its numbers, and its words of one or two letters."""
    return tuple(part for part in _WORDS.findall(folded) if part.isdigit() or len(part) < 3)
