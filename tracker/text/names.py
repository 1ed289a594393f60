"""Names: a name within the words of a line, and the first of many names."""

from __future__ import annotations

import re
from collections.abc import Sequence


def in_its_place(words: str, name: str, other: str) -> str:
    """Return the words with another name where a name first stands by itself: `attack Cy with Bow` for Bo."""
    return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda match: other, words, count=1)


def says(words: str, name: str) -> bool:
    """Return whether a name is in words by itself already: `closing with Orc` says Orc, `orcbane` does not."""
    return name in words and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words) is not None


def joined(parts: Sequence[str]) -> str:
    """Return parts as a list in words: `chest, head and left arm`. A part that comes twice is listed twice."""
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def with_article(kind: str) -> str:
    """Return a name with its article: `a wolf`, `an ogre`."""
    return f"{'an' if kind[:1] in 'aeiou' else 'a'} {kind}"


def first_of(parts: Sequence[str], most: int, joint: str = ", ") -> str:
    """Return the first parts and how many more there are: `Ann, Bob and 3 more`."""
    return joint.join(parts[:most]) + and_more(len(parts) - most)


def and_more(number: int) -> str:
    """Return ` and 3 more`. Nothing where there are no more."""
    return f" and {number} more" if number > 0 else ""
