"""Filters over every line drawn: no control sign out of a fighter's name, and no colour when none is wanted."""

from __future__ import annotations

import re
from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

_DROPPED = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]"
)


# Cached: the same names and labels are drawn with every key; 4096 texts are some screens full.
@lru_cache(maxsize=4096)
def drawable(text: str) -> str:
    """Return `text` without C0, C1, DEL, zero-width and bidi signs."""
    return text if text.isascii() and text.isprintable() else _DROPPED.sub("", text)


class OnlyDrawable(LineFilter):
    """Drops what must never reach a terminal from within a text."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        if not _DROPPED.search("".join([text for text, _, control in segments if not control])):
            return segments
        return [segment if segment.control else Segment(drawable(segment.text), segment.style) for segment in segments]


# Cached: Rich parses and hashes again for every style it makes, and a screen has some dozens of them.
@lru_cache(maxsize=1024)
def _colourless(style: Style) -> Style:
    """Return a style without its colours."""
    return Style(
        bold=style.bold, dim=style.dim, italic=style.italic, underline=style.underline,
        reverse=style.reverse, strike=style.strike, meta=style.meta,
    )  # fmt: skip


class Colourless(LineFilter):
    """Leaves bold, reverse and the like, and no colour at all."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment if segment.style is None else Segment(segment.text, _colourless(segment.style), segment.control)
            for segment in segments
        ]
