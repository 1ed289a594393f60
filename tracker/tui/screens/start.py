"""Start: choose an encounter to begin or a fight to go on with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from textual import events

from tracker.controller.openable_files import Entry
from tracker.text.cells import Line, Span, clean, cut, rule, unseen, width
from tracker.tui.screens.page import Page
from tracker.tui.theme import Painted
from tracker.tui.widgets.foot import foot_line, key_at

KEYS = "123456789abcdefghijklmnoprstuvwxyz"

_FOOT = (("down", "mark"), ("enter", "open"), ("ctrl+q", "leave"))


class StartScreen(Page[Entry]):
    """A list; digits, letters, arrows and clicks choose."""

    def __init__(self, title: str, entries: Sequence[Entry], words: str = "") -> None:
        super().__init__()
        self._heading = title
        self._entries = tuple(entries)
        self._words = words
        self._at = 0
        self._top = 0

    def _draw(self) -> None:
        pane = self.pane
        if pane is None:
            return
        cells, height = self.app.size
        room = max(1, height - 4)
        self._top = max(0, min(self._top, self._at, len(self._entries) - 1))
        self._top = max(self._top, self._at - room + 1)
        below = max(0, len(self._entries) - self._top - room)
        more = unseen(self._top, below)
        page: list[Line] = [rule(self._heading, cells, more), (Span(f" {cut(self._words, cells - 2)}", "notice"),)]
        longest = max((width(clean(entry.name)) for entry in self._entries), default=0)
        for place in range(self._top, min(len(self._entries), self._top + room)):
            entry, here = self._entries[place], place == self._at
            key = KEYS[place] if place < len(KEYS) else " "
            name = clean(entry.name)
            gap = " " * (min(longest, cells // 2) - width(name) + 2)
            page.append(
                (
                    Span(" ▸ " if here else "   ", "due" if here else ""),
                    Span(f"{key}  ", "key"),
                    Span(name, "marked" if here else ""),
                    Span(gap if gap else "  "),
                    Span(clean(entry.detail), "dim"),
                )
            )
        page += [()] * (height - 1 - len(page))
        pane.put((*page, foot_line(_FOOT)))
        cast(Painted, self.app).point(1, 2 + self._at - self._top if self._entries else 1)

    def tell(self, sentence: str) -> None:
        """Show a sentence above the list."""
        self._words = sentence
        self._draw()

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if event.character and (place := KEYS.find(event.character)) >= 0:
            self._open(place)
        else:
            self._press(event.key)

    def _press(self, key: str) -> None:
        if key in ("down", "up"):
            self._at = max(0, min(len(self._entries) - 1, self._at + (1 if key == "down" else -1)))
            self._draw()
        elif key in ("escape", "ctrl+q"):
            cast(Painted, self.app).leave()
        elif key == "enter":
            self._open(self._at)

    def on_click(self, event: events.Click) -> None:
        if event.y < self.app.size.height - 1:
            self._open(self._top + int(event.y) - 2)
        else:
            self._press(key_at(_FOOT, int(event.x)))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._press("down")

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._press("up")

    def _open(self, place: int) -> None:
        if 0 <= place < len(self._entries):
            self.leave(self._entries[place])
