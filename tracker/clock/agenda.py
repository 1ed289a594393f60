"""The agenda: the scheduler's priority queue, immutable, ordered by count, then rank, then serial.

A sorted tuple and not a heap (`heapq`): a change must give a new value, because undo keeps the old one, and the screen
reads the queue in order with every frame. A fight has some dozens of entries: copying them is cheaper than cleverness.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple


class AgendaError(ValueError):
    """The agenda refuses a change, such as an entry in the past."""


class Due(NamedTuple):
    """One entry: at `count`, in the order of `rank`, something (`what`, `ref`) happens to or by `who`.

    A named tuple, so that entries are ordered by their first three fields without a key. No two have the same serial.
    """

    count: int  # type: ignore[assignment]  # of a tuple it is a method, which nobody needs of an entry
    rank: int
    serial: int
    who: str
    what: str
    ref: str = ""


@dataclass(frozen=True, slots=True)
class Agenda:
    """The scheduler: entries soonest first. Every change gives a new agenda. No entry may lie before `floor`."""

    entries: tuple[Due, ...] = ()
    floor: int = 0
    serial: int = 0
    """The serial of the next entry: entries with the same count and rank keep the order in which they were added."""

    def __iter__(self) -> Iterator[Due]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def peek(self) -> Due | None:
        """Return the next entry, or None when nothing is due."""
        return self.entries[0] if self.entries else None

    def ties(self) -> tuple[Due, ...]:
        """Return all entries that share count and rank with the next one, in order. Empty without any."""
        if not self.entries:
            return ()
        first = self.entries[0]
        next_rank: Any = (first.count, first.rank + 1)
        return self.entries[: bisect_left(self.entries, next_rank)]

    def find(self, who: str, what: str, ref: str | None = None) -> Due | None:
        """Return the first entry of `who` for `what` (and `ref`, when given). None without one."""
        for due in self.entries:
            if due.who == who and due.what == what and (ref is None or due.ref == ref):
                return due
        return None

    def of(self, who: str) -> tuple[Due, ...]:
        """Return all entries of `who`, soonest first."""
        return tuple([due for due in self.entries if due.who == who])  # a list first: it takes half the time

    def add(self, count: int, rank: int, who: str, what: str, ref: str = "") -> Agenda:
        """Return the agenda with one more entry. Refuses a count before the floor."""
        if count < self.floor:
            raise AgendaError(f"Nothing can be put at count {count}: it is {self.floor} already.")
        # As a tuple is made: the named tuple's own way is a third slower, and this is done for every moment of a fight.
        due: Due = _new_tuple(Due, (count, rank, self.serial, who, what, ref))
        return _made(_entries_with(due, self.entries), self.floor, self.serial + 1)

    def cancel(self, due: Due) -> Agenda:
        """Return the agenda without `due`. Raises AgendaError for an unknown entry."""
        entries = self.entries
        if entries and entries[0] is due:  # nearly always: what has come is carried out and taken off
            return _made(entries[1:], self.floor, self.serial)
        place = self._index(due)
        return _made(entries[:place] + entries[place + 1 :], self.floor, self.serial)

    def shift(self, due: Due, to: int) -> Agenda:
        """Return the agenda with `due` moved to count `to`. It keeps its serial and so its place among ties."""
        if to < self.floor:
            raise AgendaError(f"Nothing can be moved to count {to}: it is {self.floor} already.")
        place = self._index(due)
        rest = self.entries[:place] + self.entries[place + 1 :]
        moved = Due(to, due.rank, due.serial, due.who, due.what, due.ref)
        return _made(_entries_with(moved, rest), self.floor, self.serial)

    def advance(self, to: int) -> Agenda:
        """Return the agenda with the floor raised to `to`. Time never goes back or passes over an entry."""
        if to == self.floor:
            return self
        if to < self.floor:
            raise AgendaError(f"Time does not go back from {self.floor} to {to}.")
        if self.entries and self.entries[0].count < to:
            raise AgendaError(f"Something is due at {self.entries[0].count}, before {to}.")
        return _made(self.entries, to, self.serial)

    def _index(self, due: Due) -> int:
        """Return the place of `due` among the entries. Raises AgendaError where it is none of them."""
        place = bisect_left(self.entries, due)
        if place == len(self.entries) or self.entries[place] != due:
            raise AgendaError(f"{due.who}'s {due.what} at {due.count} is not on the agenda.")
        return place


_new: Any = object.__new__
_new_tuple: Any = tuple.__new__
_set_entries: Any = Agenda.__dict__["entries"].__set__
_set_floor: Any = Agenda.__dict__["floor"].__set__
_set_serial: Any = Agenda.__dict__["serial"].__set__


def _made(entries: tuple[Due, ...], floor: int, serial: int) -> Agenda:
    """Return an agenda, made in a third of the time of a frozen dataclass's `__init__`."""
    agenda: Agenda = _new(Agenda)
    _set_entries(agenda, entries)
    _set_floor(agenda, floor)
    _set_serial(agenda, serial)
    return agenda


def _entries_with(due: Due, entries: tuple[Due, ...]) -> tuple[Due, ...]:
    """Return the sorted entries with one more in its place."""
    # A new entry is often the last, so the end is looked at before a search.
    if not entries or entries[-1] < due:
        return entries + (due,)  # noqa: RUF005  # unpacking goes by way of a list
    place = bisect_left(entries, due)
    return (*entries[:place], due, *entries[place:])
