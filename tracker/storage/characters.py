"""Characters a name must not hold: controls, invisible ones and those that turn the direction of writing."""

from __future__ import annotations

import re
import unicodedata

_INVISIBLE = (
    "\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb"
)
_HOSTILE = re.compile(f"[\x00-\x1f\x7f-\x9f{_INVISIBLE}\ud800-\udfff\U000e0000-\U000e007f]")
_HOSTILE_IN_FILE = re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f{_INVISIBLE}\ud800-\udfff\U000e0000-\U000e007f]")
_ESCAPE = re.compile(r"\\[btnfrexuU]")


def hostile(text: str, lines: bool = False) -> int:
    """Where the first character is that is refused, or −1; with `lines`, line breaks and tabs are let pass."""
    match = (_HOSTILE_IN_FILE if lines else _HOSTILE).search(text)
    return match.start() if match else -1


def may_be_hostile(text: str) -> bool:
    """Whether the text of a file could give a refused character, as it stands or by an escape; cheap."""
    return (
        _HOSTILE_IN_FILE.search(text) is not None or _ESCAPE.search(text) is not None or '"""' in text or "'''" in text
    )


def called(sign: str) -> str:
    """A refused character in words: `U+202E (right-to-left override)`."""
    name = unicodedata.name(sign, "").lower()
    if not name:
        name = "surrogate" if "\ud800" <= sign <= "\udfff" else "control character"
    return f"U+{ord(sign):04X} ({name})"


def shown(text: str) -> str:
    """`text` fit to be printed: refused characters as a mark, at most sixty characters."""
    clean = _HOSTILE.sub("\ufffd", text)
    return clean if len(clean) <= 60 else clean[:59] + "…"
