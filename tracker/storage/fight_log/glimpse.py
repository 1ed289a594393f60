"""Glimpse: a file's subject, found in its bytes, because opening every fight of a list would take too long.

Nothing depends on it: a file that cannot be read this way is only listed with less beside its name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from tracker.model.lazy_dataclass import dataclass
from tracker.storage.file_beginnings import beginning
from tracker.storage.migrations import HEAD

_MOST = 4 << 20
"""The most bytes searched. For a longer fight the list does not show the fighters standing."""
_PLAIN = re.compile(rb'^(title|system) = ".*"$', re.MULTILINE)
_COMBATANT = re.compile(rb"^\[\[(?:encounter\.)?combatant\]\]\n((?:(?!\[).*\n?)*)", re.MULTILINE)
_KEY = re.compile(rb'^(name|side|group|count) = (?:".*"|\d+)$', re.MULTILINE)
_STEP = b"\n[[step]]\n"
_NUMBER = re.compile(rb"^(n|at|undo|redo) = (\d+)$", re.MULTILINE)
_CHANGE = re.compile(rb'\{ kind = "(?:PresenceChanged|SideChanged|Joined)", .*\}')
_TIME = re.compile(rb'kind = "TimeAdvanced", to = (\d+)')
_SIMPLE = re.compile(rb'(\w+) = (?:"([^"\\\x00-\x1f\x7f]*)"|(0|[1-9]\d{0,9}))')
"""A line that needs no reader of TOML: a text without an escape, or a number."""
_IN = "in"


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A short look into a fight or an encounter. Fields are empty where they are unknown."""

    title: str = ""
    game: str = ""
    count: int = -1
    """The count of the fight. −1 when it is unknown."""
    standing: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """The number of fighters in the fight, and of all fighters, by side."""


@dataclass(slots=True)
class _Seat:
    side: str
    presence: str = _IN


def glimpse(path: Path) -> Glimpse:
    """Return what the file at `path` is about, searched for a few keys instead of parsed.

    Of an encounter and of a file of `_MOST` bytes only title and game are known, of a fight with an unknown fighter or
    event no fighters.
    """
    data = beginning(path, _MOST)
    head, *blocks = data.split(_STEP)
    plain = _values(_PLAIN.finditer(head))
    title, game = str(plain.get("title", "")), str(plain.get("system", ""))
    if len(data) == _MOST:
        return Glimpse(title, game)
    if not head.startswith(HEAD.encode()):
        return Glimpse(title, game)
    seats, count, known = _seats(head), -1, True
    for block in _in_force(blocks):
        numbers = dict(_NUMBER.findall(block))
        times = _TIME.findall(block)
        count = int(times[-1]) if times else int(numbers.get(b"at", count))
        for change in _CHANGE.findall(block):
            known = _apply(seats, _inline(change)) and known
    if not known:
        return Glimpse(title, game, count)
    able = Counter(seat.side for seat in seats.values() if seat.presence == _IN)
    whole = Counter(seat.side for seat in seats.values())
    return Glimpse(title, game, count, {side: (able[side], many) for side, many in whole.items()})


def _values(matches: Iterator[re.Match[bytes]]) -> dict[str, Any]:
    """Return the keys of the matched lines. Of a key that occurs several times the first value counts."""
    values: dict[str, Any] = {}
    for match in matches:
        for key, value in _toml(match[0]).items():
            values.setdefault(key, value)
    return values


def _toml(line: bytes) -> dict[str, Any]:
    """Return the key and value of one line of TOML. Empty when it is none."""
    try:
        if simple := _SIMPLE.fullmatch(line):
            return {simple[1].decode(): int(simple[3]) if simple[3] else simple[2].decode("utf-8")}
        import tomli  # the list of a user whose names are plain is drawn without it

        return tomli.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return {}


def _inline(table: bytes) -> dict[str, Any]:
    """Return an event written as an inline table. Empty when it is none."""
    event = _toml(b"event = " + table).get("event", {})
    return event if isinstance(event, dict) else {}


def _seats(head: bytes) -> dict[str, _Seat]:
    """Return the fighters of the head by id. A combatant with a count becomes that many."""
    seats: dict[str, _Seat] = {}
    for match in _COMBATANT.finditer(head):
        keys = _values(_KEY.finditer(match[1]))
        name, copies = str(keys.get("name", "")), keys.get("count", 1)
        base = "-".join(re.findall(r"\w+", name.casefold()))
        is_numbered = isinstance(copies, int) and copies > 1
        for number in range(1, copies + 1 if is_numbered and isinstance(copies, int) else 2):
            seats[f"{base}-{number}" if is_numbered else base] = _Seat(str(keys.get("side", "")))
    return seats


def _in_force(blocks: list[bytes]) -> list[bytes]:
    """Return the blocks of the steps that were not undone, in their order."""
    steps: dict[int, bytes] = {}
    undone: set[int] = set()
    for block in blocks:
        numbers = dict(_NUMBER.findall(block.split(b"\nevents", 1)[0]))
        if b"undo" in numbers:
            undone.add(int(numbers[b"undo"]))
        elif b"redo" in numbers:
            undone.discard(int(numbers[b"redo"]))
        elif b"n" in numbers:
            steps[int(numbers[b"n"])] = block
    return [block for n, block in steps.items() if n not in undone]


def _apply(seats: dict[str, _Seat], event: Mapping[str, Any]) -> bool:
    """Apply an event to the seats. Return False for a fighter or kind that is unknown."""
    who = str(event.get("who", ""))
    match event.get("kind"):
        case "Joined":
            side = _toml(str(event.get("sheet", "")).encode()).get("side", "")
            seats[who] = _Seat(str(side))
        case "PresenceChanged" if who in seats:
            seats[who].presence = str(event.get("presence", ""))
        case "SideChanged" if who in seats:
            seats[who].side = str(event.get("side", ""))
        case _:
            return False
    return True
