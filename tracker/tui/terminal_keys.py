"""Terminal keys: what key a sequence or a control character stands for, in every form that terminals send it.

The forms are those of xterm, rxvt, the Linux console and the number pad in its application mode, of xterm's
`modifyOtherKeys`, and of the kitty keyboard protocol with alternate keys, text, event types and locks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from tracker.controller.keymap.key_names import called


class Stroke(NamedTuple):
    """A key that was pressed, by the name the keymap has for it, and what it writes. None: nothing."""

    key: str
    character: str | None = None


Strokes = tuple[Stroke, ...]

ENTER = Stroke("enter", "\r")
ESCAPE = Stroke("escape", "\x1b")
_BACKSPACE = Stroke("backspace", "\x7f")
_TAB = Stroke("tab", "\t")
_SPACE = Stroke("space", " ")

_SHIFT, _ALT, _CTRL, _SUPER, _HYPER, _META, _CAPS = (1 << bit for bit in range(7))
_MODIFIERS = (("alt", _ALT), ("ctrl", _CTRL), ("hyper", _HYPER), ("meta", _META), ("shift", _SHIFT), ("super", _SUPER))
"""The modifiers in the order of the name of a key."""
_SHORTCUT = _ALT | _CTRL | _SUPER | _HYPER | _META
"""The modifiers with which a key writes nothing."""
_ALL_MODIFIERS = 256
"""One more than all bits: the highest number that stands for modifiers."""
_PRESSES = ("", "1", "2")
"""The events that are a key: pressed, or held until it repeats. The third is its release."""

_CONTROLS = {
    **{chr(code): Stroke(f"ctrl+{chr(code + 0x60)}", chr(code)) for code in range(1, 27)},
    "\x00": Stroke("ctrl+at", "\x00"),
    "\x08": Stroke("backspace", "\x08"),
    "\t": _TAB,
    "\n": ENTER,
    "\r": ENTER,
    "\x1b": ESCAPE,
    "\x1c": Stroke("ctrl+backslash", "\x1c"),
    "\x1d": Stroke("ctrl+right_square_bracket", "\x1d"),
    "\x1e": Stroke("ctrl+circumflex_accent", "\x1e"),
    "\x1f": Stroke("ctrl+underscore", "\x1f"),
    "\x7f": _BACKSPACE,
}
"""The keys of control characters. A line feed is the Enter of serial lines and some remote shells."""

_BY_LETTER = {
    "A": "up", "B": "down", "C": "right", "D": "left", "F": "end", "H": "home",
    "P": "f1", "Q": "f2", "R": "f3", "S": "f4",
}  # fmt: skip
"""The keys by last letter, in `CSI 1;5 A` and in `SS3 A`."""
_BY_NUMBER = {
    "1": "home", "2": "insert", "3": "delete", "4": "end", "5": "pageup", "6": "pagedown", "7": "home", "8": "end",
    "11": "f1", "12": "f2", "13": "f3", "14": "f4", "15": "f5", "17": "f6", "18": "f7", "19": "f8", "20": "f9",
    "21": "f10", "23": "f11", "24": "f12", "25": "f13", "26": "f14", "28": "f15", "29": "f16", "31": "f17",
    "32": "f18", "33": "f19", "34": "f20",
}  # fmt: skip
"""The keys by number, in `CSI 5 ~`."""
_RXVT = {"$": _SHIFT, "^": _CTRL, "@": _SHIFT | _CTRL}
"""The characters of rxvt in place of `~`."""
_RXVT_ARROWS = {"a": "up", "b": "down", "c": "right", "d": "left"}
"""The arrows of rxvt, with Shift after CSI, with ctrl after SS3."""
_LINUX_CONSOLE = {"A": "f1", "B": "f2", "C": "f3", "D": "f4", "E": "f5"}

_PAD_SIGNS = {"X": "=", "j": "*", "k": "+", "l": ",", "m": "-", "n": ".", "o": "/", " ": " "} | {
    chr(ord("p") + digit): str(digit) for digit in range(10)
}
"""The number pad in application mode: `SS3 k` is its plus."""

_BY_CODE = {27: ESCAPE, 13: ENTER, 10: ENTER, 9: _TAB, 127: _BACKSPACE, 8: _BACKSPACE, 32: _SPACE, 57414: ENTER}
"""The keys of the kitty protocol with a character, by code."""
_KITTY_PAD = dict(zip(range(57399, 57417), "0123456789./*-+\r=,", strict=True))
"""The characters of kitty's number pad."""
_KITTY_NAMED = dict(
    zip(
        range(57417, 57427),
        ("left", "right", "up", "down", "pageup", "pagedown", "home", "end", "insert", "delete"),
        strict=True,
    )
) | {57376 + number: f"f{13 + number}" for number in range(23)}
"""The other keys of kitty: the number pad without Num Lock, and the function keys beyond the twelfth."""
_PRIVATE_USE = range(0xE000, 0xF900)
"""Codes without a character. Those not named above are locks, modifiers and media keys: alone no keys."""

_CSI = re.compile(r"\x1b\[([\d:;]*)([A-Za-z~$^@])")
_SS3 = re.compile(r"\x1bO([\d;]*)([ -~])")
_LONGEST_NUMBER = 7
"""The most digits of a number."""

_SAME_KEYS = (
    ("йцукенгшщзхъфывапролджэячсмитьбюё", "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"),
    ("іїєўґ", "s]'o\\"),
    ("ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm"),
)
"""Letters of the Cyrillic and Greek layouts, and the Latin key in the same place."""
_LATIN = {letter: key for letters, latin in _SAME_KEYS for letter, key in zip(letters, latin, strict=True)}

_SIGNS_FOR_LETTERS = {(";", "q"), ("/", "q"), ("'", "w")}
"""Signs in the place of letters, on the Greek and Hebrew layouts. Latin layouts have others, which stay signs."""


def of_character(character: str) -> Strokes:
    """Return the key of a character that was typed. A control character without a key is none."""
    if (control := _CONTROLS.get(character)) is not None:
        return (control,)
    return (Stroke(called(character), character),) if _writes(character) else ()


def with_alt(character: str) -> Stroke:
    """Return Alt with a character, which writes nothing."""
    return Stroke(f"alt+{called(character)}")


def of_sequence(sequence: str) -> Strokes:
    """Return the keys of a whole CSI or SS3 sequence. Answers of the terminal and all that is unknown are none."""
    if sequence.startswith("\x1b[[") and sequence[3:] in _LINUX_CONSOLE:
        return (Stroke(_LINUX_CONSOLE[sequence[3:]]),)
    if match := _SS3.fullmatch(sequence):
        return _of_ss3(*match.groups())
    if match := _CSI.fullmatch(sequence):
        parameters, final = match.groups()
        return _of_csi(parameters.split(";"), final)
    return ()


def _of_ss3(parameters: str, final: str) -> Strokes:
    """Return the key of an SS3 sequence: a function key, or a character of the number pad in application mode.

    `final` is its last character. The last of the `parameters` tells the held modifiers.
    """
    held = _modifiers(parameters.rpartition(";")[2])
    if held is None:
        return ()
    if final == "M":
        return _pressed(ENTER, held)
    if final == "I":
        return _pressed(_TAB, held)
    if final in _PAD_SIGNS:
        return _pad(_PAD_SIGNS[final], held, "")
    if final in _RXVT_ARROWS:
        return (_named(_RXVT_ARROWS[final], _CTRL),)
    return (_named(_BY_LETTER[final], held),) if final in _BY_LETTER else ()


def _of_csi(parameters: list[str], final: str) -> Strokes:
    """Return the keys of a CSI sequence by its parameters and its `final` character."""
    first, second, third, *unread = (*parameters, "", "", "")
    if any(unread) or any(len(number) > _LONGEST_NUMBER for part in parameters for number in part.split(":")):
        return ()
    modifiers, _, event = second.partition(":")
    held = _modifiers(modifiers)
    if held is None or event not in _PRESSES:
        return ()
    if final == "u":
        return _of_code(first, held, third)
    if final == "~":
        # `modifyOtherKeys` tells what the key writes with Shift, the kitty protocol what it would write without.
        return _of_code(f"{third}:{third}", held, "") if first == "27" and third else _numbered(first, held)
    if final in _RXVT:
        return _numbered(first, held | _RXVT[final])
    if final == "Z":
        return (_named("tab", held | _SHIFT),)
    if not any(parameters) and final in _RXVT_ARROWS:
        return (_named(_RXVT_ARROWS[final], _SHIFT),)
    if final not in _BY_LETTER or (final == "R" and len(parameters) > 1):
        return ()  # with two numbers it is a report of the cursor's place
    if len(parameters) == 1 and first not in ("", "1"):
        held, first = _modifiers(first), ""
    return (_named(_BY_LETTER[final], held),) if first in ("", "1") and held is not None else ()


def _numbered(number: str, held: int) -> Strokes:
    return (_named(_BY_NUMBER[number], held),) if number in _BY_NUMBER else ()


def _of_code(codes: str, held: int, text: str) -> Strokes:
    """Return the keys of a code with its alternates, `code:shifted:base layout`, and of its text.

    All are decimal code points, those of `text` with colons between. `held` has the bits of the held modifiers.
    """
    code, shifted, base = (_character(number) for number in (*codes.split(":"), "", "")[:3])
    written = "".join(filter(_writes, (_character(number) for number in text.split(":"))))
    if not code:
        # Text without a key comes from an input method.
        return _typed(written) if codes in ("", "0") else ()
    number = ord(code)
    if text and not written and not held & _SHORTCUT and number not in _BY_CODE:
        return ()  # what it writes is no character
    if number in _KITTY_PAD and number not in _BY_CODE:
        return _pad(_KITTY_PAD[number], held, written)
    if number in _BY_CODE:
        return _pressed(_BY_CODE[number], held)
    if number in _KITTY_NAMED:
        return (_named(_KITTY_NAMED[number], held),)
    if number in _PRIVATE_USE or not _writes(code):
        return ()
    return _of_letter(code, shifted, base, held, written)


def _of_letter(code: str, shifted: str, base: str, held: int, written: str) -> Strokes:
    """Return the text of a key with a character, or its name with the modifiers that make it a shortcut.

    `code`, `shifted` and `base` are the key's characters: alone, with Shift, and on the base layout. `written` is the
    text that the terminal reports. `held` has the bits of the held modifiers.
    """
    key_texts = {code, code.upper(), shifted, shifted.lower()}
    if not held & _SHORTCUT:
        if written:
            return _typed(written)
        if held & _SHIFT and shifted:
            return _typed(shifted)
        if code.isalpha():
            return _typed(code.upper() if bool(held & _SHIFT) != bool(held & _CAPS) else code)
        return (_named(called(code), held),) if held & _SHIFT else _typed(code)
    composed = held & _ALT and not held & (_SUPER | _HYPER | _META)
    if composed and written and written not in key_texts:
        return _typed(written)  # AltGr, or the Option key of a Mac
    return (_named(called(_latin(code, base)), held),)


def _latin(code: str, base: str) -> str:
    """Return the Latin character of a key: that of the base layout where the key has another alphabet's."""
    small = code.lower() if len(code.lower()) == 1 else code
    if small.isascii():
        return base if (small, base) in _SIGNS_FOR_LETTERS else small
    return base if base and base.isascii() and _writes(base) else _LATIN.get(small, small)


def _pad(sign: str, held: int, written: str) -> Strokes:
    """Return the keys of a `sign` on the number pad, which Shift does not change. `written` is the reported text."""
    if held & _SHORTCUT:
        return (_named(called(sign), held),)
    return _typed(written or sign)


def _pressed(stroke: Stroke, held: int) -> Strokes:
    """Return Enter, Backspace, Space, Tab or Esc. Shift held too long changes only Tab."""
    if held & _SHORTCUT or (held & _SHIFT and stroke is _TAB):
        return (_named(stroke.key, held),)
    return (stroke,)


def _typed(text: str) -> Strokes:
    return tuple(stroke for character in text for stroke in of_character(character))


def _named(key: str, held: int) -> Stroke:
    return Stroke("+".join((*_names(held), key)))


def _names(held: int) -> Iterable[str]:
    return (name for name, bit in _MODIFIERS if held & bit)


def _modifiers(number: str) -> int | None:
    """Return the bits of the held modifiers, which a sequence has as a number greater by 1. None for no such number."""
    if not number:
        return 0
    return max(0, int(number) - 1) if number.isdecimal() and int(number) <= _ALL_MODIFIERS else None


def _character(number: str) -> str:
    """Return the character of a decimal code point. Empty where it is none."""
    code = int(number) if number.isdecimal() else 0
    return chr(code) if 0 < code <= 0x10FFFF and not 0xD800 <= code < 0xE000 else ""


def _writes(character: str) -> bool:
    return bool(character) and character.isprintable()
