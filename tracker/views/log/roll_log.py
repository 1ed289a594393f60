"""Roll log: one entry a roll or other fact in words, kept up step by step so that a long fight costs no more."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field, replace

from tracker.clock.spans import WHOLE, TimeUnit
from tracker.encounter.engine.journal import Journal, Step
from tracker.encounter.names import NamesLearnt
from tracker.model.events import Event, Rolled, TimeAdvanced
from tracker.model.last_value import Last
from tracker.model.lazy_dataclass import dataclass
from tracker.narration.log_entry import Entry
from tracker.narration.log_groups import Folding
from tracker.narration.log_lines import Given, Names, Told, as_line, tell_step
from tracker.text.cells import Line, Span, fit, wrap
from tracker.text.citations import without_ids
from tracker.text.names import says
from tracker.views.focus import last_steps
from tracker.views.log.log_columns import LEAST as LEAST_FOR_COLUMNS
from tracker.views.log.log_columns import Widths, lay_row, widths_for

_AT_ONCE = 200
"""The steps read at first. Earlier ones are read when the log is scrolled or searched that far."""
_MOMENT = 600
"""The lines of one moment that are searched for what a group did together."""
_UNDONE = "undone"
UNFOLDS, UNFOLDED = "▸", "▾"
"""The signs behind a line that unfolds, and behind one that is unfolded."""


@dataclass(frozen=True, slots=True)
class _Filter:
    """The filter: a fighter, or some words."""

    text: str = ""
    """The typed text in small letters. Empty: every entry."""
    whom: str = ""
    """The fighter named by its first words."""
    words: tuple[str, ...] = ()
    """The words behind that name."""

    def keeps(self, entry: Entry, name: Names) -> bool:
        """Return whether the filter keeps an entry: it concerns the fighter or names it, and has all words sought."""
        if not self.text:
            return True
        words = [entry.words.text]
        for line in entry.single:
            words += [line.words.text, *line.details, *line.words.who, *map(name, line.words.who)]
        text = " ".join(words).casefold()
        concerned = not self.whom or any(self.whom in line.words.who for line in entry.single)
        if not concerned and not says(text, name(self.whom).casefold()):
            return False
        return all(word in text for word in self.words)


@dataclass
class RollLog:
    """Follows a journal. A place is that of an entry among those which are visible.

    With `secrets` off, what is for the game master only is left out, as if it were not there. What a group does
    together is one entry. While that is `opened`, its single lines are visible behind it.
    """

    name: Names
    unit: TimeUnit = WHOLE
    secrets: bool = True
    group: Callable[[str], str] = lambda who: ""
    """Returns a fighter's group. Empty without one."""
    worded: Callable[[Event], Event] = lambda event: event
    """Returns an event as the log words it: with pools under the words of the bars."""
    given: Given = as_line
    """Returns a command line as the log shows it."""
    turning_term: Callable[[Rolled], str] = lambda rolled: ""
    """Returns the term that turned a roll, by the game. Asked for an entry that is unfolded."""
    entries: list[Entry] = field(default_factory=list)
    opened: Entry | None = None
    _visible: list[Entry] = field(default_factory=list)
    """The entries that the filter keeps, with the opened one's single lines behind it."""
    _filter: _Filter = _Filter()
    _done: list[int] = field(default_factory=list)
    _in_force: set[int] = field(default_factory=set)
    _oldest: int = 0
    """The first step that has been read."""
    _seen: int = -1
    _moment: list[Entry] = field(default_factory=list)
    """The single lines since time last passed."""
    _settled: int = 0
    """The number of entries before those of this moment."""
    _visibly_settled: int = 0
    """The number of these that are visible while no entry is opened."""
    _naming: Names = str
    """The names in lines: the present ones, for earlier steps those of then."""
    _since: int = 0
    """The first of the last steps, whose losses are red."""
    _laid: dict[int, Last[list[Line]]] = field(default_factory=dict)
    """The lines of an entry as laid last, by position: a key changes few of those in sight."""

    def follow(self, journal: Journal) -> None:
        """Take in the steps since the last time. Undone ones stay, struck out."""
        self._since = next((step.n for step in last_steps(journal)), 0)
        if self._seen < 0:
            self._in_force = set(journal.done)
            self._done = list(journal.done)
            self._seen = journal.last
            read = sorted(journal.steps)[-_AT_ONCE:]
            self._oldest = read[0] if read else journal.last + 1
            self._take((journal.steps[n] for n in read), self._names_before(journal, self._oldest))
            # Steps of nothing but waiting tell nothing: a log is not called empty while earlier ones would fill it.
            while not self.entries and self.read_back(journal, _AT_ONCE):
                pass
            return
        before = set(self._in_force)
        while self._done and (
            len(self._done) > len(journal.done) or self._done[-1] != journal.done[len(self._done) - 1]
        ):
            self._in_force.discard(self._done.pop())
        for n in journal.done[len(self._done) :]:
            self._done.append(n)
            self._in_force.add(n)
        new = [journal.steps[n] for n in range(self._seen + 1, journal.last + 1) if n in journal.steps]
        self._reword({n for n in before ^ self._in_force if n <= self._seen})
        self._seen = journal.last
        if new:
            self._take(new)

    def read_back(self, journal: Journal, most: int, read_earlier: Callable[[], bool] = bool) -> bool:
        """Read at most `most` earlier steps. Return whether there were any.

        `read_earlier` reads steps from the file into the journal, and returns whether there were any.
        """
        earlier = sorted(n for n in journal.steps if n < self._oldest)
        if not earlier and read_earlier():
            earlier = sorted(n for n in journal.steps if n < self._oldest)
        if not earlier:
            return False
        batch = earlier[-most:]
        self._oldest = batch[0]
        earlier_log = RollLog(
            self.name, self.unit, group=self.group, worded=self.worded, given=self.given, _in_force=self._in_force
        )
        earlier_log._take((journal.steps[n] for n in batch), self._names_before(journal, self._oldest))
        self.entries[:0] = earlier_log.entries
        self._settled += len(earlier_log.entries)
        visible = [entry for entry in earlier_log.entries if self._shows(entry)]
        self._visible[:0] = visible
        self._visibly_settled += len(visible)
        return True

    def _names_before(self, journal: Journal, first: int) -> NamesLearnt:
        """Return the names of fighters before the step `first`: the present ones, back through all renames since."""
        names = NamesLearnt((), self.name)
        for n in reversed(journal.done):
            if n < first:
                break
            names.go_back(journal.steps[n].events)
        return names

    def kept_lines(self, place: int, entry: Entry, widths: Widths, cells: int, fold: str) -> list[Line]:
        """Return the lines of an entry in columns, laid again only where it or its columns have changed.

        `place` is its position in the log, `fold` the mark for single lines behind it.
        """
        kept = self._laid.setdefault(place, Last())
        made_for = cells, widths.count, widths.who, widths.what
        return kept.get(
            lambda: column_lines(entry, self, widths, cells, unfolded=False, fold=fold),
            entry,
            self.role(entry),
            fold,
            *made_for,
        )

    def role(self, entry: Entry) -> str:
        """Return the role of an entry's words: red only for the losses of the last step, struck out what is undone."""
        if not self.in_force(entry):
            return _UNDONE
        return "" if entry.words.role == "hurt" and entry.step < self._since else entry.words.role

    def in_force(self, entry: Entry) -> bool:
        """Return whether the entry's step is in force. Otherwise it was undone."""
        return entry.counts(self._in_force)

    def set_filter(
        self, text: str, journal: Journal, read_earlier: Callable[[], bool] = bool, whom: str = "", named: int = 0
    ) -> None:
        """Keep only entries that concern a fighter of that name or contain those words. Empty: all.

        The first `named` words are the whole name of `whom`, which then limits the entries to that fighter. All earlier
        steps are looked through; `read_earlier` reads them from the file (`read_back`).
        """
        sought = text.strip().casefold()
        self._filter = _Filter(sought, whom, tuple(sought.split()[named:]))
        self._look_through()
        while self.filter and self.read_back(journal, len(journal.steps) or 1, read_earlier):
            pass

    def show_secrets(self, shown: bool) -> None:
        """Show or hide the entries that are for the GM only."""
        self.secrets = shown
        self._look_through()

    @property
    def filter(self) -> str:
        return self._filter.text

    def count(self) -> int:
        return len(self._visible)

    def entry(self, place: int) -> Entry:
        return self._visible[place]

    def is_behind(self, place: int) -> bool:
        """Return whether the entry at a position is one of the single lines behind the opened one."""
        entry = self._visible[place]
        return self.opened is not None and any(line is entry for line in self.opened.behind)

    def unfold(self, place: int) -> int:
        """Unfold the line at a position, folding any other. Return its new position. −1: fold all."""
        if place >= 0 and self.is_behind(place):
            return place
        entry = self._visible[place] if place >= 0 else None
        self._fold_opened()
        if entry is None:
            return -1
        place = self._place_of(entry)
        if entry.behind:
            self.opened = entry
            self._visible[place + 1 : place + 1] = entry.behind
        return place

    def _fold_opened(self) -> None:
        """Fold the opened entry: its single lines are not visible any more."""
        if self.opened is not None:
            place = self._place_of(self.opened)
            del self._visible[place + 1 : place + 1 + len(self.opened.behind)]
            self.opened = None

    def _place_of(self, entry: Entry) -> int:
        """Return the position of an entry, by identity since two may be equal."""
        return next(place for place in reversed(range(len(self._visible))) if self._visible[place] is entry)

    def newest(self) -> Entry | None:
        """Return the last entry whatever the filter, but no secret one while those are hidden."""
        return next((entry for entry in reversed(self.entries) if self.secrets or not entry.words.secret), None)

    def _look_through(self) -> None:
        """Search all entries for the visible ones, none of them opened."""
        self.opened = None
        self._visible = [entry for entry in self.entries[: self._settled] if self._shows(entry)]
        self._visibly_settled = len(self._visible)
        self._visible += [entry for entry in self.entries[self._settled :] if self._shows(entry)]

    def _shows(self, entry: Entry) -> bool:
        return (self.secrets or not entry.words.secret) and self._filter.keeps(entry, self.name)

    def _take(self, steps: Iterable[Step], names: NamesLearnt | None = None) -> None:
        """Append the lines of steps. All of the moment they belong to is folded again.

        Earlier steps come with the `names` that fighters had before them.
        """
        self._naming = names or self.name
        for step in steps:
            if names is not None:
                names.begin(in_force=step.n in self._in_force)
            root, later = step.follows or step.n, [event.to for event in step.events if isinstance(event, TimeAdvanced)]
            count = later[0] if later else step.at
            by = step.by
            for event, words in tell_step(map(self.worded, step.events), self._naming, self.unit, self.given):
                if names is not None:
                    names.learn(event)
                count = event.to if isinstance(event, TimeAdvanced) else count
                if isinstance(event, TimeAdvanced) or len(self._moment) >= _MOMENT:
                    self._fold()
                    self._moment, self._settled = [], len(self.entries)
                    self._visibly_settled = len(self._visible)
                if words is not None:
                    when, as_group = self.unit.text(count), step.mode == "group"
                    words = _with_ids_folded(words, step.line)
                    self._moment.append(
                        Entry(step.n, count, words, when, event, root, as_group=as_group, typed=step.line, by=by)
                    )
                    by = ""  # the first line is what was answered; the others follow from it
        self._fold()

    def _fold(self) -> None:
        """Gather the single lines of this moment into entries again, a group's as one."""
        self._fold_opened()
        self.entries[self._settled :] = self._folding.folded(self._moment, self._in_force)
        self._visible[self._visibly_settled :] = [
            entry for entry in self.entries[self._settled :] if self._shows(entry)
        ]

    def _reword(self, steps: set[int]) -> None:
        """Reword the entries of groups of which some lines were undone or redone."""
        changed = False
        for index, entry in enumerate(self.entries if steps else ()):
            if any(line.step in steps for line in entry.behind):
                self.entries[index], changed = self._folding.worded(entry, self._in_force), True
        if changed:
            self._look_through()

    @property
    def _folding(self) -> Folding:
        return Folding(self._naming, self.group, self.unit)


def _with_ids_folded(words: Told, typed: str) -> Told:
    """Return words whose rule ids stand in the details below, which unfold."""
    text, ids = without_ids(words.text, typed)
    return replace(words, text=text, details=(*words.details, f"by {', '.join(ids)}")) if ids else words


@dataclass(frozen=True, slots=True)
class LogPage:
    """The lines to draw. `places` says which entry each line belongs to (−1: none)."""

    lines: tuple[Line, ...]
    places: tuple[int, ...]


def lay_log(log: RollLog, *, cells: int, height: int, cursor: int = -1, columns: bool = False) -> LogPage:
    """Return the last entries, or those up to the one at `cursor`, which is unfolded. The newest at the bottom.

    With `columns` they are in columns, where there is room for these.
    """
    total = log.count()
    if not total:
        words = "No log line matches." if log.filter else "Rolls come here."
        texts = wrap(words, cells, 2)[:height]
        return LogPage(tuple((Span(text, "dim"),) for text in texts), (-1,) * len(texts))
    opened = cursor >= 0 and log.entry(min(cursor, total - 1)) is log.opened
    # The lines below the one at the cursor: more where its single lines are unfolded behind it.
    ahead = height * 2 // 3 if opened else height // 3
    last = total - 1 if cursor < 0 else min(total - 1, cursor + ahead)
    near = [log.entry(index) for index in range(max(0, last - height), min(total, max(last + 1, height)))]
    widths = widths_for(near, log.name, cells) if columns and cells >= LEAST_FOR_COLUMNS else None
    placed: list[tuple[int, Line]] = []
    place = last
    while place >= 0 and len(placed) < height:
        placed[:0] = [(place, line) for line in _lines_of(log, place, cells, widths, unfolded=place == cursor)]
        place -= 1
    if len(placed) < height:
        # At the beginning of the log there is room for what comes after these.
        place = last + 1
        while place < total and len(placed) < height:
            placed += [(place, line) for line in _lines_of(log, place, cells, widths, unfolded=False)]
            place += 1
        del placed[height:]
    first = max(0, len(placed) - height)
    if cursor >= 0:
        first = next((row for row, (place, _) in enumerate(placed[:first]) if place == cursor), first)
    shown = placed[first : first + height]
    return LogPage(tuple(line for _, line in shown), tuple(place for place, _ in shown))


def _lines_of(log: RollLog, place: int, cells: int, widths: Widths | None, unfolded: bool) -> list[Line]:
    """Return the lines of the entry at a position: in columns, unless there are none or it is one behind another.

    `unfolded`: with its sum below.
    """
    entry = log.entry(place)
    fold = UNFOLDED if entry is log.opened else UNFOLDS if entry.behind else ""
    behind = log.is_behind(place)
    if widths is None or behind:
        role = log.role(entry)
        return entry_lines(
            entry, role, cells, unfolded=unfolded, fold=fold, behind=behind, turning_term=log.turning_term
        )
    if unfolded:
        return column_lines(entry, log, widths, cells, unfolded=True, fold=fold)
    return log.kept_lines(place, entry, widths, cells, fold)


def column_lines(entry: Entry, log: RollLog, widths: Widths, cells: int, unfolded: bool, fold: str) -> list[Line]:
    """Return an entry in columns, unfolded with its sum below. One taken back is struck out."""
    role = log.role(entry)
    mark = "~" if role == _UNDONE else "§" if entry.words.secret else " "
    words = replace(entry.words, text=f"{entry.words.text} {fold}") if fold else entry.words
    shown = replace(entry, words=words)
    lines = lay_row(shown, log.name, widths, role, mark, marked=unfolded, most=0 if unfolded else 3)
    return [*lines, *_sum_lines(entry, cells, widths.count + 2, log.turning_term)] if unfolded else lines


def _sum_lines(entry: Entry, cells: int, indent: int, turning_term: Callable[[Rolled], str]) -> list[Line]:
    """Return the lines unfolded below an entry: the sum, and its turning term.

    `turning_term` returns a sentence about the summand that decided a roll, or an empty text.
    """
    turned = turning_term(entry.roll) if entry.roll is not None else ""
    return [
        (Span(" " * (indent + 2)), Span(text, "dim"))
        for part in (*entry.details, *([turned] if turned else []))
        for text in wrap(part, cells - indent - 2, 2)
    ]


def entry_lines(
    entry: Entry,
    role: str,
    cells: int,
    unfolded: bool = False,
    fold: str = "",
    behind: bool = False,
    turning_term: Callable[[Rolled], str] = lambda rolled: "",
) -> list[Line]:
    """Return an entry on a few lines: count, `~` when taken back, `§` when secret, words in `role`, unfolded its sum.

    A line that stands for several ends in the mark `fold`. One of those `behind` it is further in. `turning_term`
    returns a sentence about the summand that decided a roll, or an empty text.
    """
    words = entry.words
    count = f"{entry.when or entry.at:>3}"
    mark = "~" if role == _UNDONE else "§" if words.secret else " "
    indent = len(count) + 1 + 2 * behind
    signed = entry.signed(words.text)
    texts = wrap(f"{signed} {fold}" if fold else signed, cells - indent, 2, most=0 if unfolded else 3)
    lines: list[Line] = []
    for index, text in enumerate(texts):
        head = fit(f"{count}{mark}", indent) if index == 0 else " " * indent
        lines.append((Span(head, "cursor" if unfolded else "dim"), Span(text, role)))
    return [*lines, *_sum_lines(entry, cells, indent, turning_term)] if unfolded else lines
