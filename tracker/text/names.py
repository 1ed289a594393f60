"""Names: a name within the words of a line or a label."""

from __future__ import annotations

import re


def in_its_place(words: str, name: str, other: str) -> str:
    """Return the words with another name where a name first stands by itself: `attack Cy with Bow` for Bo."""
    return re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda match: other, words, count=1)
