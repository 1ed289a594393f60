"""The keymap: the rows of keys in force. It feeds the footer, the help, the palette and what a key does."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from tracker.controller.keymap.key_names import shown
from tracker.controller.keymap.row import Kind, Row, Section
from tracker.controller.modes import Mode

_KEYED = {"summary": "came-to", "notes": "notes"}
"""The rows with the effect of a line, by line."""
_PLACE = re.compile(r"\{([a-z-]+)\}")


class Clash(NamedTuple):
    """A key that two rows would be on in one mode."""

    key: str
    kept: str
    """The id of the row that keeps the key."""
    dropped: str
    """The id of the row that gives way."""


class KeymapError(ValueError):
    """A key that cannot be given to an action. The text is a sentence."""


class Keymap:
    """The rows in force, with the game master's own keys for some of them."""

    def __init__(self, rows: Sequence[Row], user_keys: Mapping[str, Sequence[str]] | None = None) -> None:
        """Bind `rows`, some of them to `user_keys`. Raises KeymapError."""
        user_keys = user_keys or {}
        for id in user_keys:
            if all(id != row.id for row in rows):
                raise KeymapError(f'No key is called "{id}"; there are {", ".join(row.id for row in rows)}.')
        if (clash := conflict(rows, user_keys, tuple(user_keys))) is not None:
            raise KeymapError(f'"{clash.key}" cannot be both {clash.dropped} and {clash.kept}.')
        self.usual = tuple(rows)
        self.rows = tuple(replace(row, keys=keys_of(row, rows, user_keys)) for row in rows)
        self.changed = tuple(row.id for row, usual in zip(self.rows, rows, strict=True) if row.keys != usual.keys)
        """The rows whose keys are not the usual ones."""
        self._by_id = {row.id: row for row in self.rows}
        self._shown = {row.id: shown(row.keys[0]) for row in self.rows}
        """The first key of each row, as the footer writes it."""
        self._by_key: dict[tuple[str, Mode], Row] = {}
        self._known: dict[str, Row] = {}
        for row in self.rows:
            for key in row.keys:
                self._known.setdefault(key, row)
                for mode in row.modes:
                    self._by_key[key, mode] = row

    def row(self, key: str, mode: Mode) -> Row | None:
        return self._by_key.get((key, mode))

    def why(self, row: Row, mode: Mode) -> str:
        """Return the reason why a row cannot be used in a mode, and the key to use instead.

        Empty when there is no reason.
        """
        if mode is not Mode.MENU or not row.why:
            return self.worded(row.why)
        return self.worded(row.in_menu)

    def why_not(self, key: str, mode: Mode) -> str:
        """Return why a known key does nothing in a mode. Empty for an unknown one."""
        row = self._known.get(key)
        if row is None:
            return ""
        many = sum(key in other.keys for other in self.rows) > 1
        why = self.why(row, mode)
        return f"{shown(key)} does nothing now. {why}".strip() if many else self.not_now(row, mode)

    def not_now(self, row: Row, mode: Mode) -> str:
        """Return why a row cannot be used in a mode. Without a reason, that its key does nothing now."""
        return self.why(row, mode) or f"{self.key(row.id)} ({row.label}) does nothing now."

    def busy(self, mode: Mode, likely: bool) -> str:
        """Return the hint at an open question: the effect of enter, if any, and the way back."""
        label = next((f" ({self.key(row.id)}: {row.label})" for row in self._enter(mode) if likely), "")
        return self.worded(f"Answer the question first{label}, or {{undo}} to undo.")

    def _enter(self, mode: Mode) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if Kind.LIKELY in row.kind and mode in row.modes)

    def key(self, id: str) -> str:
        return shown(self.by_id(id).keys[0])

    def marked(self, names: str) -> str:
        """Return the hint about marked fighters and acts on them."""
        damage = shown(self.by_id("damage").keys[-1])
        return self.worded(f"Marked: {names} · {damage}: damage · {{fighter-menu}}: other changes · {{drop}}: unmark")

    def given(self, line: str) -> str:
        """Return the way to give a line at the screen: by its key, where it has one."""
        return self.key(_KEYED[line]) if line in _KEYED else f"`{line}`"

    def enter(self, mode: Mode) -> str:
        """Return the key that gives the likely answer in a mode, as the footer writes it."""
        return next((shown(row.keys[0]) for row in self._enter(mode)), "enter")

    @property
    def hasty(self) -> frozenset[str]:
        """The keys that go on or answer, and are easily pressed twice."""
        return frozenset(key for row in self.rows if Kind.LIKELY in row.kind or row.id == "next" for key in row.keys)

    def worded(self, text: str) -> str:
        """Return a sentence with the key of a row in the place of its name in braces: `{next} goes on`."""
        if "{" not in text:
            return text
        return _PLACE.sub(lambda place: self._shown.get(place[1], place[0]), text)

    def footer(self, mode: Mode) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if mode in row.footer)

    def of(self, section: Section) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.section is section)

    def by_id(self, id: str) -> Row:
        return self._by_id[id]


def keys_of(row: Row, rows: Sequence[Row], user_keys: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return the keys of a row: the user's own, else its usual ones without those that the user has put to other use.

    A row keeps its usual keys where the user has taken all of them.
    """
    if row.id in user_keys or not user_keys:
        return tuple(user_keys.get(row.id, row.keys))
    taken = {key for other in rows if other.id in user_keys and other.modes & row.modes for key in user_keys[other.id]}
    return tuple(key for key in row.keys if key not in taken) or row.keys


def conflict(rows: Sequence[Row], user_keys: Mapping[str, Sequence[str]], blamed: Sequence[str]) -> Clash | None:
    """Return the first key that two rows would be on in one mode. None where there is none.

    `user_keys` replace the usual keys of some rows. One of `blamed` gives way, of two the later.
    """
    taken: dict[tuple[str, Mode], str] = {}
    for row in rows:
        for key in keys_of(row, rows, user_keys):
            for mode in row.modes:
                other = taken.setdefault((key, mode), row.id)
                if other != row.id:
                    rank = {id: blamed.index(id) if id in blamed else -1 for id in (other, row.id)}
                    kept, dropped = sorted((other, row.id), key=lambda id: rank[id])
                    return Clash(key, kept, dropped)
    return None
