"""The log: one entry a roll or other fact in words, kept up step by step so that a long fight costs no more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from tracker.clock.spans import WHOLE, TimeUnit
from tracker.encounter.events import Rolled
from tracker.encounter.journal import Journal, Step
from tracker.views.cells import Line, Span, wrap
from tracker.views.telling import Told, tell

_AT_ONCE = 200
"""Steps read at first; earlier ones are read when the log is scrolled or searched that far."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log with the step it belongs to and the count it happened at."""

    step: int
    at: int
    told: Told
    when: str = ""
    """The count as the table writes it."""
    roll: Rolled | None = None
    """The roll it tells, when it tells one."""
    alike: tuple[str, ...] = ()
    """What others of a group did with it, told only when it is unfolded."""


@dataclass
class RollLog:
    """Follows a journal; `filter` keeps entries that concern somebody of that name or hold those words.

    With `secrets` off, what is for the game master only is left out, as if it were not there.
    """

    name: Callable[[str], str]
    unit: TimeUnit = WHOLE
    entries: list[Entry] = field(default_factory=list)
    filter: str = ""
    secrets: bool = True
    notes: str = ""
    """What stands there until something has happened."""
    _done: list[int] = field(default_factory=list)
    _in_force: set[int] = field(default_factory=set)
    _oldest: int = 0
    """The first step that has been read."""
    _seen: int = -1
    _kept: list[int] = field(default_factory=list)
    """Places of the entries the filter keeps."""
    _sieved: int = 0

    def follow(self, journal: Journal) -> None:
        """Take in what happened since; what was taken back stays, struck out."""
        if self._seen < 0:
            self._in_force = set(journal.done)
            self._done = list(journal.done)
            self._seen = journal.last
            self._oldest = journal.last + 1
            self.read_back(journal, _AT_ONCE)
            return
        while self._done and (
            len(self._done) > len(journal.done) or self._done[-1] != journal.done[len(self._done) - 1]
        ):
            self._in_force.discard(self._done.pop())
        for n in journal.done[len(self._done) :]:
            self._done.append(n)
            self._in_force.add(n)
        for n in range(self._seen + 1, journal.last + 1):
            step = journal.steps.get(n)
            if step is not None:
                self._add(self.entries, step)
        self._seen = journal.last

    def read_back(self, journal: Journal, most: int, more: Callable[[], bool] = bool) -> bool:
        """Read `most` earlier steps, got by `more` where the journal lacks them; says whether there were any."""
        earlier = sorted(n for n in journal.steps if n < self._oldest)
        if not earlier and more():
            earlier = sorted(n for n in journal.steps if n < self._oldest)
        if not earlier:
            return False
        batch = earlier[-most:]
        self._oldest = batch[0]
        earlier_ones: list[Entry] = []
        for n in batch:
            self._add(earlier_ones, journal.steps[n])
        self.entries[:0] = earlier_ones
        self._kept, self._sieved = [], 0
        return True

    def in_force(self, entry: Entry) -> bool:
        """Whether the entry's step counts; otherwise it was taken back."""
        return entry.step in self._in_force

    def set_filter(self, text: str, journal: Journal, more: Callable[[], bool] = bool) -> None:
        """Keep only entries that concern somebody of that name or hold those words; empty: all."""
        self.filter = text.strip().casefold()
        self._kept, self._sieved = [], 0
        while self.filter and self.read_back(journal, len(journal.steps) or 1, more):
            pass

    def show_secrets(self, shown: bool) -> None:
        """Show what is for the game master only, or leave it out."""
        self.secrets = shown
        self._kept, self._sieved = [], 0

    @property
    def whole(self) -> bool:
        """Whether every entry that was read is shown."""
        return self.secrets and not self.filter

    def count(self) -> int:
        """How many entries are shown."""
        return len(self.entries) if self.whole else len(self._sieve())

    def entry(self, place: int) -> Entry:
        """The entry at a place among those that are shown."""
        return self.entries[place] if self.whole else self.entries[self._sieve()[place]]

    def newest(self) -> Entry | None:
        """The last entry, whatever the filter; but no secret one while those are left out."""
        return next((entry for entry in reversed(self.entries) if self.secrets or not entry.told.secret), None)

    def _sieve(self) -> list[int]:
        for place in range(self._sieved, len(self.entries)):
            if self._passes(self.entries[place]):
                self._kept.append(place)
        self._sieved = len(self.entries)
        return self._kept

    def _passes(self, entry: Entry) -> bool:
        if entry.told.secret and not self.secrets:
            return False
        own = " ".join(
            [entry.told.text, *entry.alike, *entry.told.who, *entry.told.more, *map(self.name, entry.told.who)]
        )
        return all(word in own.casefold() for word in self.filter.split())

    def _add(self, entries: list[Entry], step: Step) -> None:
        """Put what a step tells behind the others; what one of a group did alike stands with what the first did."""
        told = self._told(step)
        if step.mode == "group" and told:
            at = next((at for at in reversed(range(len(entries))) if entries[at].step == step.follows), -1)
            first = next((at for at in range(at + 1) if entries[at].step == step.follows), -1)
            if at >= 0:
                same = first if len(told) == 1 else at
                alike = tuple(entry.told.text for entry in told if entry.roll is None)
                rest = [entry for entry in told if entry.roll is not None]
                if not rest:
                    entries[same] = replace(entries[same], alike=(*entries[same].alike, *alike))
                    return
        entries += told

    def _told(self, step: Step) -> list[Entry]:
        when = self.unit.text(step.at)
        return [
            Entry(step.n, step.at, told, when, event if isinstance(event, Rolled) else None)
            for event in step.events
            if (told := tell(event, self.name, self.unit)) is not None
        ]


@dataclass(frozen=True, slots=True)
class LogPage:
    """The lines to draw; `places` says which entry each line belongs to (−1: none)."""

    lines: tuple[Line, ...]
    places: tuple[int, ...]


def lay_log(log: RollLog, *, cells: int, height: int, cursor: int = -1) -> LogPage:
    """The last entries, or those up to the one at `cursor`, which is unfolded; the newest at the bottom."""
    total = log.count()
    if not total:
        words = "Nothing matches." if log.filter else log.notes or "Nothing has happened yet."
        texts = [text for line in words.splitlines() for text in wrap(line, cells, 2)][:height]
        return LogPage(tuple((Span(text, "" if log.notes else "dim"),) for text in texts), (-1,) * len(texts))
    last = total - 1 if cursor < 0 else min(total - 1, cursor + height // 3)
    lines: list[Line] = []
    places: list[int] = []
    place = last
    while place >= 0 and len(lines) < height:
        entry = log.entry(place)
        own = entry_lines(entry, log.in_force(entry), cells, unfolded=place == cursor)
        lines[:0] = own
        places[:0] = [place] * len(own)
        place -= 1
    if cursor >= 0 and places.count(cursor) and places.index(cursor) < len(lines) - height:
        first = places.index(cursor)
        return LogPage(tuple(lines[first : first + height]), tuple(places[first : first + height]))
    return LogPage(tuple(lines[-height:]), tuple(places[-height:]))


def entry_lines(entry: Entry, in_force: bool, cells: int, unfolded: bool = False) -> list[Line]:
    """An entry on a few lines: its count, `~` when taken back, `§` when secret, its words, and unfolded its sum."""
    told = entry.told
    count = f"{entry.when or entry.at:>3}"
    mark = "~" if not in_force else "§" if told.secret else " "
    role = "undone" if not in_force else told.role
    indent = len(count) + 1
    more = f" (and {len(entry.alike)} more of the group)" if entry.alike else ""
    texts = wrap(told.text + more, cells - indent, 2, most=0 if unfolded else 3)
    lines: list[Line] = []
    for at, text in enumerate(texts):
        head = f"{count}{mark}" if at == 0 else " " * indent
        lines.append((Span(head, "cursor" if unfolded else "dim"), Span(text, role)))
    if unfolded:
        for part in (*entry.alike, *told.more):
            lines += [(Span(" " * (indent + 2)), Span(text, "dim")) for text in wrap(part, cells - indent - 2, 2)]
    return lines
