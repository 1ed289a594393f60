"""The agenda: the scheduler's priority queue, immutable, ordered by count, then rank, then serial.

A sorted tuple and not a heap: a change must give a new value, because undo keeps the old one, and the screen reads the
queue in order with every frame. A fight has some dozens of entries, so copying them is cheaper than any cleverness.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter


class AgendaError(ValueError):
    """The agenda refuses a change, such as an entry in the past."""


@dataclass(frozen=True, slots=True)
class Due:
    """One entry: at `count`, in the order of `rank`, something (`what`, `ref`) happens to or by `who`."""

    count: int
    rank: int
    serial: int
    who: str
    what: str
    ref: str = ""


_ORDER = attrgetter("count", "rank", "serial")


@dataclass(frozen=True, slots=True)
class Agenda:
    """The scheduler: entries soonest first; every change gives a new agenda. No entry may lie before `floor`."""

    entries: tuple[Due, ...] = ()
    floor: int = 0
    serial: int = 0
    """Of the next entry: entries with the same count and rank keep the order in which they were added."""

    def __iter__(self) -> Iterator[Due]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def peek(self) -> Due | None:
        """The next entry, or None when nothing is due."""
        return self.entries[0] if self.entries else None

    def ties(self) -> tuple[Due, ...]:
        """All entries that share count and rank with the next one, in order."""
        if not self.entries:
            return ()
        first = self.entries[0]
        end = bisect_left(self.entries, (first.count, first.rank + 1, 0), key=_ORDER)
        return self.entries[:end]

    def find(self, who: str, what: str, ref: str | None = None) -> Due | None:
        """The entry of `who` for `what` (and `ref`, when given)."""
        for due in self.entries:
            if due.who == who and due.what == what and (ref is None or due.ref == ref):
                return due
        return None

    def of(self, who: str) -> tuple[Due, ...]:
        """All entries of `who`, soonest first."""
        return tuple(due for due in self.entries if due.who == who)

    def add(self, count: int, rank: int, who: str, what: str, ref: str = "") -> Agenda:
        """With one more entry; refuses a count before the floor."""
        if count < self.floor:
            raise AgendaError(f"Nothing can be put at count {count}: it is {self.floor} already.")
        due = Due(count, rank, self.serial, who, what, ref)
        return Agenda(self._with(due, self.entries), self.floor, self.serial + 1)

    def cancel(self, due: Due) -> Agenda:
        """Without `due`; refuses an entry that is not there."""
        place = self._index(due)
        rest = self.entries[1:] if place == 0 else self.entries[:place] + self.entries[place + 1 :]
        return Agenda(rest, self.floor, self.serial)

    def shift(self, due: Due, to: int) -> Agenda:
        """With `due` moved to count `to`; it keeps its serial, so ties stay in the order of first entry."""
        if to < self.floor:
            raise AgendaError(f"Nothing can be moved to count {to}: it is {self.floor} already.")
        place = self._index(due)
        rest = self.entries[:place] + self.entries[place + 1 :]
        moved = Due(to, due.rank, due.serial, due.who, due.what, due.ref)
        return Agenda(self._with(moved, rest), self.floor, self.serial)

    def advance(self, to: int) -> Agenda:
        """With the floor raised to `to`; time never goes back and never passes over an entry."""
        if to == self.floor:
            return self
        if to < self.floor:
            raise AgendaError(f"Time does not go back from {self.floor} to {to}.")
        if self.entries and self.entries[0].count < to:
            raise AgendaError(f"Something is due at {self.entries[0].count}, before {to}.")
        return Agenda(self.entries, to, self.serial)

    def _index(self, due: Due) -> int:
        """The place of an entry; the first one is found without a search. Raises AgendaError."""
        if self.entries and self.entries[0] is due:
            return 0
        place = bisect_left(self.entries, _ORDER(due), key=_ORDER)
        if place == len(self.entries) or self.entries[place] != due:
            raise AgendaError(f"{due.who}'s {due.what} at {due.count} is not on the agenda.")
        return place

    @staticmethod
    def _with(due: Due, entries: tuple[Due, ...]) -> tuple[Due, ...]:
        # What is planned is often planned after all else, so the end is looked at before a search.
        if not entries or entries[-1].count < due.count:
            return (*entries, due)
        place = bisect_left(entries, _ORDER(due), key=_ORDER)
        return (*entries[:place], due, *entries[place:])
