"""Characters that a name must not contain: controls, invisible ones, and those that turn the direction of writing.

The same validation holds for files, for typed commands and for what is written into a fight.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_REFUSED_BEFORE = (
    "\x7f-\x9f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f"
)
"""The characters refused by every release. Fights from before more was refused may hold the rest, and go on."""
_NO_CHARACTER = "".join(f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0, 0x110000, 0x10000))
_REFUSED = f"{_REFUSED_BEFORE}\uffa0\ue000-\uf8ff\ufdd0-\ufdef\U000f0000-\U0010ffff{_NO_CHARACTER}"
"""All refused ones: private use, which no two machines draw alike, and non-characters, which are invisible."""
_HOSTILE = re.compile(f"[\x00-\x1f{_REFUSED}]")
_HOSTILE_IN_TEXT = re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f{_REFUSED}]")
_HOSTILE_IN_FIGHT = re.compile(f"[\x00-\x08\x0a-\x1f{_REFUSED_BEFORE}]")
_HOSTILE_IN_TEXT_OF_FIGHT = re.compile(f"[\x00-\x08\x0b\x0c\x0e-\x1f{_REFUSED_BEFORE}]")
_TO_BE_LOOKED_AT = re.compile(r"\\[btnfrexuU]|\"\"\"|'''|\t|[^\x00-\x7f]")
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs", "Mn", "Me")
_UNSEEN_LETTERS = "\u115f\u1160\u3164\uffa0\u2800"


def hostile(text: str, lines: bool = False, played: bool = False) -> int:
    """Return the position of the first refused character, or −1. With `lines`, line breaks and tabs are allowed.

    With `played` the text is of a fight's head: signs that earlier releases took pass, such as a tab in a name.
    """
    if played:
        match = (_HOSTILE_IN_TEXT_OF_FIGHT if lines else _HOSTILE_IN_FIGHT).search(text)
    else:
        match = (_HOSTILE_IN_TEXT if lines else _HOSTILE).search(text)
    return match.start() if match else -1


def hostile_sign(text: str, names: Iterable[str]) -> str:
    """Return the first refused character of a line outside of the names in it. Empty when there is none."""
    if hostile(text) < 0:
        return ""
    for name in names:
        text = text.replace(name, "")
    place = hostile(text)
    return text[place] if place >= 0 else ""


def may_be_hostile(text: str) -> bool:
    """Return whether the text of a file could give a refused character, as it is or by an escape. Cheap."""
    return _TO_BE_LOOKED_AT.search(text) is not None


def shows_nothing(text: str) -> bool:
    """Return whether nothing of a text would be seen: it is empty, blank, or all marks on nothing."""
    return all(unicodedata.category(sign) in _UNSEEN or sign in _UNSEEN_LETTERS for sign in text)


def called(sign: str) -> str:
    """Return a refused character in words: `U+202E (right-to-left override)`."""
    name = unicodedata.name(sign, "").lower() or _NAMES.get(sign, "")
    if not name:
        kinds = {"Cs": "surrogate", "Co": "private use", "Cn": "no character"}
        name = kinds.get(unicodedata.category(sign), "control character")
    return f"U+{ord(sign):04X} ({name})"


_NAMES = {"\t": "tab"}


def shown(text: str) -> str:
    """Return `text` fit to be printed: refused characters as a mark, at most sixty characters."""
    clean = _HOSTILE.sub("\ufffd", text)
    return clean if len(clean) <= 60 else clean[:59] + "…"
