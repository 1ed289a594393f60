"""Start: choose an encounter to begin or a fight to continue with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import cast

from textual import events

from tracker.controller.input.debounce import EARLY, Debounce
from tracker.controller.keymap.key_names import small
from tracker.controller.pages.fight_difficulty import FightDifficulty
from tracker.controller.pages.openable_files import Entry
from tracker.controller.user_settings import Settings
from tracker.model.lazy_dataclass import dataclass
from tracker.model.refusals import Refused
from tracker.storage.fight_log.glimpse import Glimpse, glimpse
from tracker.text.cells import Line, Span, clean, cut, fit, rule, unseen, width
from tracker.tui.base_app import BaseApp
from tracker.tui.screens.page import LaidOut, Page
from tracker.tui.textual_private import get_time
from tracker.tui.widgets.foot import foot_line, key_at

KEYS = "123456789abcdefghijklmnoprstuvwxyz"

ODDS = "asterisk"
"""The key that asks for the difficulty of the marked fight."""
NEW = "plus"
_FOOT = (("down", "mark"), ("enter", "open"), (ODDS, "how hard"), (NEW, "new fight"), ("ctrl+q", "leave"))
_LIST = (0, 0)
"""The state of the screen for early keys, which never changes here."""
_LOOK = 0.1
"""The seconds between looks at a forecast."""
_TOP = 2
"""The lines above the list."""
_NAME, _TITLE, _GAME, _DATE = 24, 30, 8, 12
"""The most cells of a name and a title, and the cells of a game and a date."""
_WIDE = 150
"""The cells from which a file's folder is shown."""


@dataclass(frozen=True, slots=True)
class _ListLine:
    """A line of the list: an entry by position, or the heading of a section (−1)."""

    place: int
    heading: str = ""


class StartScreen(Page[Entry]):
    """A list. Digits, letters, arrows and clicks choose."""

    def __init__(
        self,
        title: str,
        entries: Sequence[Entry],
        words: str = "",
        new_fight: Callable[[], Page[Entry]] | None = None,
    ) -> None:
        """Show the entries. `new_fight` makes the page for one. None: this is a choice between given ways."""
        super().__init__()
        self._new_fight = new_fight
        self._foot = tuple(key for key in _FOOT if key[0] != NEW or new_fight is not None)
        self._heading = title
        self._entries = tuple(entries)
        self._words = words
        self._debounce = Debounce(Settings().guard)
        self._at = 0
        self._top = 0
        self._lines = _list_lines(self._entries)
        self._known: dict[int, Glimpse] = {}
        """The glimpses by position. Only files that were in sight are read."""
        self.difficulty = FightDifficulty()
        self._asked = False

    def _laid_out(self, cells: int, height: int) -> LaidOut:
        """Return the page: as many lines of the list as fit, with the marked entry and its heading in sight."""
        room = max(1, height - 4)
        marked = next((row for row, line in enumerate(self._lines) if line.place == self._at), 0)
        # The heading above the first entry is in sight with it.
        first = marked - 1 if marked and self._lines[marked - 1].place < 0 else marked
        self._top = max(0, min(self._top, first, len(self._lines) - 1))
        self._top = max(self._top, marked - room + 1)
        below = sum(line.place >= 0 for line in self._lines[self._top + room :])
        above = sum(line.place >= 0 for line in self._lines[: self._top])
        page: list[Line] = [rule(self._heading, cells, unseen(above, below))]
        page.append((Span(f" {cut(self._words or self._whole(), cells - 2)}", "notice"),))
        longest = max((width(_name(entry)) for entry in self._entries), default=0)
        for line in self._lines[self._top : self._top + room]:
            if line.place < 0:
                page.append((Span(f" {line.heading}", "title"),))
            else:
                page.append(self._row(line.place, cells, longest))
        return LaidOut(page, foot_line(self._foot), cursor=(1, _TOP + marked - self._top if self._entries else 1))

    def _row(self, place: int, cells: int, longest: int) -> Line:
        """Return the key and name of an entry, `longest` cells at most, and a file's topic."""
        entry, marked = self._entries[place], place == self._at
        key = KEYS[place] if place < len(KEYS) else " "
        most = min(longest, _NAME if entry.section else cells // 2)
        spans = [
            Span(" ▸ " if marked else "   ", "strong" if marked else ""),
            Span(f"{key}  ", "key"),
            Span(cut(_name(entry), max(most, 8)), "marked" if marked else ""),
        ]
        spans.append(Span(" " * (2 + max(0, most - width(_name(entry))))))
        if entry.section:
            spans.append(Span(self._about(place, cells - 6 - most - 2, cells), "dim"))
        else:
            spans.append(Span(clean(entry.detail), "dim"))
        return tuple(spans)

    def _seen(self, place: int) -> Glimpse:
        if place not in self._known:
            self._known[place] = glimpse(self._entries[place].path)
        return self._known[place]

    def _whole(self) -> str:
        """Return everything known about the marked file, where its row may have been cut."""
        if not (0 <= self._at < len(self._entries)) or not self._entries[self._at].section:
            return ""
        entry, seen = self._entries[self._at], self._seen(self._at)
        if hard := self.difficulty.by_path.get(entry.path, ""):
            return f"{clean(seen.title) or clean(entry.name)} – {hard}"
        date = _date(entry) if seen.count >= 0 else ""
        parts = (clean(seen.title), clean(seen.game), date, _standing(seen), clean(entry.detail))
        return " · ".join(part for part in parts if part)

    def _about(self, place: int, room: int, cells: int) -> str:
        """Return title, game, date of the last play, count, and the sides: as many whole columns as `room` cells hold.

        `cells` are those of the screen: on a narrow one the details come only for a file without title and game.
        """
        entry, seen = self._entries[place], self._seen(place)
        played, unbegun = seen.count >= 0, entry.detail.endswith("begun yet")
        title = min(_TITLE, max(10, room - _GAME - _DATE - 4))
        columns = [fit(clean(seen.title), title), fit(clean(seen.game), _GAME)]
        if played or unbegun:
            columns.append(fit(_date(entry), _DATE))
        if played:
            columns.append(_standing(seen))
        elif unbegun:
            columns.append("not begun yet")
        if cells >= _WIDE or not (seen.title or seen.game):
            columns.append(clean(entry.detail))
        row = columns[0]
        for column in columns[1:]:
            if width(row) + 2 + width(column) > room:
                break
            row = f"{row}  {column}"
        return cut(row, max(0, room))

    def tell(self, sentence: str) -> None:
        self._words = sentence
        self._draw()

    def on_mount(self) -> None:
        super().on_mount()
        self.call_after_refresh(lambda: self._debounce.drawn(_LIST, get_time()))

    def on_key(self, event: events.Key) -> None:
        """Drop a key that came before the list was drawn, and say so."""
        if self._debounce.drop(_LIST, event.time):
            event.stop()
            event.prevent_default()
            self.tell(EARLY)

    def _press(self, key: str, character: str | None) -> None:
        """Open the fight of a key. Move the mark, open the marked fight, ask how hard it is, or leave."""
        if character and (place := KEYS.find(small(character))) >= 0:
            self._open(place)
        elif key in ("down", "up"):
            self._at = max(0, min(len(self._entries) - 1, self._at + (1 if key == "down" else -1)))
            self._words = ""
            self._draw()
        elif key in ("escape", "ctrl+q"):
            cast(BaseApp, self.app).leave()
        elif key == "enter":
            self._open(self._at)
        elif key == ODDS:
            self._ask_difficulty()
        elif key == NEW:
            self._ask_for_new()

    def _ask_for_new(self) -> None:
        """Open the page for a new fight. The written one is opened."""
        if self._new_fight is not None:
            self.app.push_screen(self._new_fight(), self._open_new)

    def _open_new(self, entry: Entry | None) -> None:
        if entry is not None:
            self.leave(entry)

    def _ask_difficulty(self) -> None:
        """Begin to play the marked fight, and show its difficulty above the list."""
        if not (0 <= self._at < len(self._entries)) or not self._entries[self._at].section:
            self.tell("Mark a fight first, to be told how hard it is.")
            return
        self.tell(f"{clean(self._entries[self._at].name)} – playing …")
        # The modules that play fights take a moment to load; the sentence is drawn before that.
        self.call_after_refresh(self._begin_difficulty, self._entries[self._at].path)

    def _begin_difficulty(self, path: Path) -> None:
        """Begin to play a file. A bad one is reported above the list."""
        from tracker.storage.toml.diagnostics import InvalidFile, StorageError

        try:
            self.difficulty.ask(path)
        except (InvalidFile, StorageError) as error:
            self.tell(str(error).splitlines()[0])
            return
        if not self._asked:
            self._asked = True
            self.set_interval(_LOOK, self._look_at_difficulty)
        self._words = ""
        self._draw()

    def _look_at_difficulty(self) -> None:
        """Draw the difficulty if its playing has gone on. Stop it where it is refused."""
        try:
            changed = self.difficulty.poll()
        except Refused as refused:
            self.difficulty.close()
            self.tell(refused.sentence)
            return
        if changed:
            self._draw()

    def on_unmount(self) -> None:
        self.difficulty.close()

    def _click(self, x: int, y: int) -> None:
        """Open the clicked entry. On the last line press the clicked key."""
        if y < self.app.size.height - 1:
            row = self._top + y - _TOP
            self._open(self._lines[row].place if y >= _TOP and row < len(self._lines) else -1)
        else:
            self._press(key_at(self._foot, x), None)

    def _wheel(self, by: int) -> None:
        self._press("down" if by > 0 else "up", None)

    def _open(self, place: int) -> None:
        if 0 <= place < len(self._entries):
            self.leave(self._entries[place])


def _name(entry: Entry) -> str:
    """Return the name as the list has it. Under a heading, which says what opening does, it is that of the file."""
    name = clean(entry.name)
    return name.partition(": ")[2] if entry.section else name


def _list_lines(entries: Sequence[Entry]) -> tuple[_ListLine, ...]:
    """Return the lines of the list: entries by position, and a heading (−1) before each section."""
    lines: list[_ListLine] = []
    section = ""
    for place, entry in enumerate(entries):
        if entry.section and entry.section != section:
            section = entry.section
            lines.append(_ListLine(-1, section))
        lines.append(_ListLine(place))
    return tuple(lines)


def _standing(seen: Glimpse) -> str:
    """Return count and sides: `at 92 · heroes 3/3, raiders 5/7`."""
    if seen.count < 0:
        return ""
    sides = ", ".join(f"{clean(side) or 'no side'} {able}/{many}" for side, (able, many) in seen.standing.items())
    return " · ".join(part for part in (f"at {seen.count}", sides) if part)


def _date(entry: Entry) -> str:
    """Return the time of the last change to a file: `22 Nov 20:15`."""
    try:
        return f"{datetime.fromtimestamp(entry.path.stat().st_mtime).astimezone():%d %b %H:%M}".lstrip("0")
    except (OSError, OverflowError, ValueError):
        return ""
