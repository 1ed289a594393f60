"""Escape sequences: the characters of a terminal cut into keys, sequences, pastes, and answers that are no keys.

The cutter knows where a sequence ends (ECMA-48), not what it says. An answer of the terminal (OSC, DCS, APC, PM, SOS)
is dropped here, whole, however it comes. Times are seconds of one clock and given by the caller.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple

from tracker.model.lazy_dataclass import dataclass

ESC = "\x1b"
_C1 = {0x8F: "O", 0x90: "P", 0x98: "X", 0x9B: "[", 0x9D: "]", 0x9E: "^", 0x9F: "_"}
"""The character after an escape that begins the same sequence, by eight-bit form."""
EIGHT_BIT = frozenset((*_C1, 0x9C))
"""The control characters of eight bits that begin or end a sequence."""
_BEGINS = re.compile(f"[\x1b{''.join(map(chr, _C1))}]")
_STRINGS = "]P_^X"
"""The beginnings of a string that only its terminator ends."""
_INTRODUCERS = f"[O{_STRINGS}"
"""The characters after an escape that begin a sequence."""
_IN_STRING = re.compile("[^\x00-\x1f\x7f\x9c]*")
_FINAL = re.compile("[@-~]")
_WITHIN = re.compile("[ -?]")
"""The parameters and intermediate characters of a sequence."""
_LINUX_CONSOLE = re.compile(r"\x1b\[\[[@-~]")
_RXVT_SHIFT = re.compile(r"\x1b\[\d+\$")
_PASTE_ENDS = re.compile("(?:\x1b\\[|\x9b)201~")
_PASTE_BEGINS = "\x1b[200~"
_IN_PASTE = re.compile("(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]")
"""A sequence within a paste, such as a colour. It is no text."""
_LONGEST = 128
"""The most characters of a sequence that are kept. A longer one is never understood."""
LONGEST_PASTE = 1 << 22
"""The most characters of a paste that are kept."""

ALONE = 0.1
"""The seconds after which a lone escape is the key."""
APART = 0.03
"""The seconds between two characters after which no terminal has sent them together."""
REST = 1.0
"""The seconds in which the rest of a sequence arrives."""
LATE = 5.0
"""The seconds in which a late rest is still recognised by its form, though keys count again meanwhile."""
_LATE_BEHIND_KEY = 1.0
"""The same after an escape that was taken for the key."""

_REST_OF_STRING = re.compile("[^\x00-\x1f\x7f\x9c]*(?:\x07|\x1b\\\\|\x9c)")
_LATE_RESTS = {
    "[": re.compile("[0-?]+[ -/]*[@-~]|[ -/]+[@-~]"),
    "O": re.compile("[0-9;]+[@-~]"),
    **dict.fromkeys(_STRINGS, _REST_OF_STRING),
}
"""The form of a late rest, by beginning of its sequence. A single character may be a key."""
_AFTER_ESCAPE = re.compile(
    r"\[[0-9:;<=>?]+[ -/]*[@-~]|\[[A-FHIOPQRSZ]|O[A-DFHMP-S]|[\]P_^X][^\x00-\x1f\x7f\x9c]+(?:\x07|\x1b\\|\x9c)"
)
"""The text after a lone escape that was no key."""


class Kind(Enum):
    """The kind of a piece."""

    TEXT = auto()
    """Characters that were typed, control characters among them."""
    SEQUENCE = auto()
    """A whole CSI or SS3 sequence in its seven-bit form."""
    ESCAPE = auto()
    ALT = auto()
    """A character with Alt."""
    PASTE = auto()
    """A paste that the terminal marked."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of what a terminal sends. Of `ESCAPE` the text is empty."""

    kind: Kind
    text: str = ""


_ESCAPE_KEY = Piece(Kind.ESCAPE)


class Cut(NamedTuple):
    """A step through a text."""

    until: int
    """The position of the first character that was not taken."""
    pieces: tuple[Piece, ...] = ()
    """The pieces that ended with it."""


class Cutter:
    """Characters in, pieces out. `tick` says what the characters so far are when none follow."""

    def __init__(self) -> None:
        self._held = ""
        """The beginning of a sequence. Of a string only its first two characters."""
        self._in_body = False
        """True if more than the beginning of a string has come."""
        self._ends_string = False
        """True if an escape within a string may be the first half of its terminator."""
        self._apart = False
        """True if the escape of `_held` came some time before the next character."""
        self._last = 0.0
        """The time of the last characters."""
        self._late = ""
        """The beginning of a sequence whose rest did not come in time."""
        self._late_until = 0.0
        self._pasted: list[str] | None = None
        """A marked paste so far. None outside of one."""
        self._pasted_length = 0

    @property
    def typing(self) -> bool:
        """True if the next character is typed: no sequence and no paste is open."""
        return not self._held and self._pasted is None

    def wait(self, now: float) -> float | None:
        """Return the seconds until `tick` decides something. None when there is nothing to decide."""
        return max(0.0, self._last + self._patience - now) if self._held else None

    @property
    def _patience(self) -> float:
        """Return the time to wait for the rest of the held bytes: short where they may have been typed."""
        return ALONE if self._may_be_typed else REST

    @property
    def _may_be_typed(self) -> bool:
        """Return whether the held text may be the escape key, or Alt with a character."""
        return len(self._held) <= 2 and not (self._in_body or self._ends_string)

    def cut(self, text: str, now: float) -> Iterator[Piece]:
        """Yield the pieces that end within `text`, in order. `now` is the time of its arrival in seconds."""
        gap, self._last = now - self._last, now
        position = self._past_late_rest(text, now)
        # An escape alone, then a pause: it is the key, unless what follows can only go on a sequence.
        if self._held == ESC and gap > APART and position < len(text):
            self._apart = True
            if text[position] not in _INTRODUCERS and text[position].isprintable():
                self._held = ""
                yield _ESCAPE_KEY
        while position < len(text):
            if self._pasted is not None:
                cut = self._gather_paste(text, position)
            elif self._held:
                cut = self._go_on(text, position)
            else:
                cut = self._take_text(text, position)
            position = cut.until
            yield from cut.pieces

    def tick(self, now: float) -> Iterator[Piece]:
        """Yield the pieces of the held characters, if their rest has not come by the time `now`, in seconds."""
        if not self._held or now - self._last < self._patience:
            return
        held = self._held
        pieces = (_ESCAPE_KEY,) if held == ESC else self._typed_apart()
        self._late = held + ESC if self._ends_string else held
        self._late_until = now + (_LATE_BEHIND_KEY if held == ESC else LATE)
        self._drop()
        yield from pieces

    def _typed_apart(self) -> tuple[Piece, ...]:
        """Return escape and the key pressed after it, where they look like the beginning of a sequence."""
        return (_ESCAPE_KEY, Piece(Kind.TEXT, self._held[1])) if self._apart and self._may_be_typed else ()

    def _drop(self) -> None:
        self._begin("")

    def _begin(self, held: str) -> None:
        self._held, self._in_body, self._ends_string, self._apart = held, False, False, False

    def _past_late_rest(self, text: str, now: float) -> int:
        """Return the position in `text` after the rest of a late string. Resume a late sequence."""
        late = self._late
        if not late or not text or now > self._late_until or self._held or self._pasted is not None:
            return 0
        if late == ESC:
            if _AFTER_ESCAPE.match(text):
                self._begin(late)
            return 0
        if late.endswith(ESC):
            return 1 if text[0] in "\\\x07\x9c" else 0
        rest = _LATE_RESTS[late[1]].match(text)
        if rest is None:
            return 0
        if late[1] in _STRINGS:
            return rest.end()
        self._begin(late)
        return 0

    def _take_text(self, text: str, position: int) -> Cut:
        """Take the text from `position` up to the next escape sequence. Where that is there already, begin it."""
        begins = _BEGINS.search(text, position)
        end = begins.start() if begins else len(text)
        if end > position:
            return Cut(end, (Piece(Kind.TEXT, text[position:end].replace("\x9c", "")),))
        self._begin(ESC if text[position] == ESC else ESC + _C1[ord(text[position])])
        return Cut(position + 1)

    def _go_on(self, text: str, position: int) -> Cut:
        """Take more of the open sequence, from `position` on."""
        if self._held == ESC:
            return self._after_escape(text, position)
        if self._held[1] in _STRINGS:
            return Cut(self._skip_string(text, position))
        return self._take_control(text, position)

    def _after_escape(self, text: str, position: int) -> Cut:
        """Decide by the character at `position` what the escape before it was.

        It begins a sequence, is Alt with that character, or the key of its own before another one.
        """
        sign = text[position]
        if sign in _INTRODUCERS:
            self._held += sign
            return Cut(position + 1)
        self._drop()
        if _BEGINS.match(sign) or not sign.isprintable():
            return Cut(position, (_ESCAPE_KEY,))
        return Cut(position + 1, (Piece(Kind.ALT, sign),))

    def _skip_string(self, text: str, position: int) -> int:
        """Skip a string up to its terminator or any control character. Return the position behind it."""
        if self._ends_string:
            if text[position] == "\\":
                self._drop()
                return position + 1
            self._begin(ESC)
            return position
        body = _IN_STRING.match(text, position)
        assert body is not None
        self._in_body = self._in_body or body.end() > position
        position = body.end()
        if position == len(text):
            return position
        if text[position] == ESC:
            self._ends_string = True
            return position + 1
        self._drop()
        # A control character that is no terminator is a key: the string has been broken off.
        return position + 1 if text[position] in "\x07\x9c" else position

    def _take_control(self, text: str, position: int) -> Cut:
        """Take the character at `position` into the open CSI or SS3 sequence, which ends with it or goes on."""
        sign, held = text[position], self._held
        if held.startswith("\x1b[M"):
            return Cut(self._skip_old_mouse(text, position))
        whole = held + sign
        if _LINUX_CONSOLE.fullmatch(whole) or _RXVT_SHIFT.fullmatch(whole):
            self._drop()
            return Cut(position + 1, (Piece(Kind.SEQUENCE, whole),))
        if whole in ("\x1b[M", "\x1b[[") or _WITHIN.match(sign):
            if held != "\x1bO" or sign.isdigit() or sign == ";":
                self._held = whole if len(whole) < _LONGEST else held
                return Cut(position + 1)
        elif not _FINAL.match(sign):
            # The sequence has been broken off, and what broke it is a key.
            broken_off = self._typed_apart()
            self._drop()
            return Cut(position, broken_off)
        self._drop()
        if whole == _PASTE_BEGINS:
            self._pasted, self._pasted_length = [], 0
            return Cut(position + 1)
        return Cut(position + 1, (Piece(Kind.SEQUENCE, whole),) if len(whole) < _LONGEST else ())

    def _skip_old_mouse(self, text: str, position: int) -> int:
        """Skip one of the three characters of a mouse report in the old form, which is never requested.

        Return the position behind it. A control character ends the report and is not skipped.
        """
        if text[position] < " ":
            self._drop()
            return position
        self._held += text[position]
        if len(self._held) == len("\x1b[M") + 3:
            self._drop()
        return position + 1

    def _gather_paste(self, text: str, position: int) -> Cut:
        """Gather a marked paste from `position` up to its end mark, which may come in parts."""
        assert self._pasted is not None
        before = self._pasted.pop() if self._pasted else ""
        both = before + text[position:]
        end = _PASTE_ENDS.search(both)
        if end is None:
            # The last characters may be the beginning of the mark: they stay a part of their own.
            self._keep(both[:-5])
            self._pasted.append(both[-5:])
            return Cut(len(text))
        self._keep(both[: end.start()])
        pasted, self._pasted = "".join(self._pasted), None
        paste = Piece(Kind.PASTE, _IN_PASTE.sub("", pasted).replace("\x00", ""))
        return Cut(position + end.end() - len(before), (paste,))

    def _keep(self, part: str) -> None:
        """Keep a part of a paste, as far as there is room."""
        assert self._pasted is not None
        room = LONGEST_PASTE - self._pasted_length
        if part and room > 0:
            self._pasted.append(part[:room])
            self._pasted_length += len(part)
