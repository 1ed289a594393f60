"""Key names: how a key is written in the footer and in one's own file, and what the screen calls it."""

from __future__ import annotations

import string
import unicodedata

from tracker.text.suggestions import nearest

_SHOWN = {
    "space": "space", "enter": "enter", "escape": "esc", "backspace": "⌫", "up": "↑", "down": "↓", "left": "←",
    "right": "→", "pageup": "page up", "pagedown": "page down",
}  # fmt: skip
_SHORTER = {
    "solidus": "slash", "reverse_solidus": "backslash", "commercial_at": "at", "hyphen_minus": "minus",
    "plus_sign": "plus", "low_line": "underscore",
}  # fmt: skip
"""The names on the screen of characters that Unicode calls otherwise."""


def called(sign: str) -> str:
    """Return the name of the key of a sign, as the screen shows it."""
    if sign.isalnum():
        return sign
    name = unicodedata.name(sign, sign).lower().replace("-", "_").replace(" ", "_")
    return _SHORTER.get(name, name)


_SIGNS = {called(sign): sign for sign in string.punctuation}
_NAMED = {
    "space", "enter", "escape", "tab", "shift+tab", "backspace", "delete", "insert", "home", "end",
    "pageup", "pagedown",
    *("up", "down", "left", "right"), *(f"shift+{way}" for way in ("up", "down", "left", "right")),
    *(f"ctrl+{way}" for way in ("up", "down", "left", "right")), *(f"f{number}" for number in range(1, 13)),
    *(f"ctrl+{letter}" for letter in string.ascii_lowercase), *_SIGNS,
}  # fmt: skip
_SPELLED = {"esc": "escape", "return": "enter", "page up": "pageup", "page down": "pagedown", "del": "delete"}
_SPELLED |= {sign: name for name, sign in (("up", "↑"), ("down", "↓"), ("left", "←"), ("right", "→"))} | {
    "⌫": "backspace"
}


def small(key: str) -> str:
    """Return the small letter of a capital, which Caps Lock or Shift held too long writes. Any other key as it is."""
    return key.lower() if len(key) == 1 and key.isupper() and len(key.lower()) == 1 else key


def other_layout(key: str) -> str:
    """Return a sentence that says why a letter of another alphabet is no key here. Empty for any other key."""
    if len(key) != 1 or not key.isalpha() or unicodedata.name(key, "LATIN").startswith("LATIN"):
        return ""
    return f"{key} is a letter of another keyboard layout. The keys here are Latin letters: switch the layout."


def shown(key: str) -> str:
    """Return a key as the footer writes it."""
    return _SHOWN.get(key) or _SIGNS.get(key, key)


def written(key: str) -> str:
    """Return a key as one's own file would have it, in plain signs."""
    return "esc" if key == "escape" else _SIGNS.get(key, key)


def key_named(word: str) -> str:
    """Return the name of the key written as `word`: a sign itself, or a name. Empty when there is no such key."""
    if len(word) == 1 and word.isprintable():
        return "space" if word == " " else _SPELLED.get(word) or called(word)
    name = " ".join(word.casefold().split())
    name = _SPELLED.get(name, name)
    return name if name in _NAMED else ""


def meant(word: str) -> str:
    """Return the name of a key that may have been meant by `word`. Empty when none is near."""
    return nearest(word.casefold(), sorted(_NAMED - set(_SIGNS)), _SPELLED)


def is_sign(key: str) -> bool:
    """Return whether the key writes something where a line is typed."""
    return len(key) == 1 or key in _SIGNS or key == "space"
