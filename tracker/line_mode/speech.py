"""Speech: text for a screen reader: signs that only an eye understands become words, or are dropped."""

from __future__ import annotations

import re

from tracker.text.cells import clean

_WORDS = {
    "→": " to ", "−": " minus ", "×": " times ", "·": ",", "…": "...", "½": "1/2", "¼": "1/4", "⅒": "1/10",
    "⅟": "1/", "₁": "1", "₀": "0", "≥": " at least ", "≤": " at most ", "–": " to ", "—": ",", "¾": "3/4", "⅓": "1/3",
    "⅔": "2/3", "§": "secret:", "“": '"', "”": '"', "‘": "'", "’": "'",
}  # fmt: skip
_DRAWN = re.compile("[\u2190-\u21ff\u2300-\u23ff\u2500-\u27bf\u2800-\u28ff\u2b00-\u2bff]")
"""Arrows, boxes, blocks, shapes and the like."""
_SPACES = re.compile(r" {2,}")
_BEFORE = re.compile(r" ([,.;:])(?=\s|$)")


def spoken(text: str) -> str:
    """Return a text as words: `own blow 17→22` as `own blow 17 to 22`. Control and drawing characters are dropped."""
    text = clean(text)
    if not text.isascii():
        text = "".join(_WORDS.get(sign, sign) for sign in text)
        text = _DRAWN.sub(" ", text)
    return _BEFORE.sub(r"\1", _SPACES.sub(" ", text)).strip()


def listed(parts: list[str]) -> str:
    """Join parts by commas, leaving out empty ones."""
    return ", ".join(part for part in parts if part)
