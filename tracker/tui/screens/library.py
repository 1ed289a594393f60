"""Library: the page of library, table and party over the fight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.controller.pages.library_browser import Browser, Tab
from tracker.text.cells import Line, Span, clean, cut, filled, fit_line, rule, width, wrap
from tracker.tui.screens.page import LaidOut, Page

if TYPE_CHECKING:
    from tracker.tui.screens.fight import FightScreen

_LIST_TOP = 2
"""The lines above the list: the heading and the tabs."""
_TYPED = 20
"""The cells kept for the typed text, however long the prompt."""


class Browsing(Page[None]):
    """A list at the left, what is marked at the right, a field below. Keys, clicks and the wheel."""

    def __init__(self, browser: Browser) -> None:
        super().__init__()
        self.browser = browser
        self._top = 0

    def _laid_out(self, cells: int, height: int) -> LaidOut:
        """Return the page: the list on the left, the sheet of the marked entry on the right, the typed words below."""
        browser, room = self.browser, max(1, height - _LIST_TOP - 3)
        rows = browser.rows()
        self._top = max(0, min(self._top, browser.at, len(rows) - room))
        self._top = max(self._top, browser.at - room + 1)
        position = f"{browser.at + 1} of {len(rows)}" if rows else "nothing"
        left = max(24, cells * 2 // 5)
        sheet = [line for text in browser.sheet() for line in wrap(clean(text), cells - left - 3)]
        page: list[Line] = [rule("Library and party", cells, position), self._tabs(cells)]
        for y in range(room):
            place = self._top + y
            row = (
                self._row(rows[place], marked=place == browser.at, cells=left)
                if place < len(rows)
                else filled((), left)
            )
            beside = sheet[y] if y < len(sheet) else ""
            page.append(fit_line((*row, Span("│ ", "rule"), Span(beside)), cells))
        page.append(rule("", cells))
        prompt = cut(browser.prompt, cells - _TYPED)
        page.append((Span(f" {prompt} ", "title"), *self._typed(cells - width(prompt) - 2)))
        foot = (Span(f" {cut(clean(browser.hint), cells - 2)}", "notice" if browser.words else "dim"),)
        marked = (1, _LIST_TOP + browser.at - self._top)
        return LaidOut([fit_line(line, cells) for line in page], fit_line(foot, cells), cursor=marked)

    def _tabs(self, cells: int) -> Line:
        """Return the line of tabs, with the present one marked, and the keys."""
        current = self.browser.tab
        spans = [
            Span(f"{'▸' if tab is current else ' '}{tab.value} ", "selected" if tab is current else "dim")
            for tab in Tab
        ]
        return fit_line((Span(" "), *spans, *_FOOT), cells)

    def _row(self, row: tuple[str, str], marked: bool, cells: int) -> Line:
        """Return a row of the list, (name, words behind it), in `cells`. The `marked` one has a mark in front."""
        name, behind = clean(row[0]), clean(row[1])
        room = max(8, cells - width(behind) - 5)
        mark = Span(" ▸ " if marked else "   ", "strong" if marked else "")
        return filled((mark, Span(cut(name, room), "marked" if marked else ""), Span("  "), Span(behind, "dim")), cells)

    def _typed(self, cells: int) -> Line:
        field = self.browser.field
        return (Span(cut(f"{field.text[: field.caret]}▏{field.text[field.caret :]}", cells), ""),)

    def _press(self, key: str, character: str | None) -> None:
        if self.browser.press(key, character):
            self._draw()
        else:
            self.leave()

    def _click(self, x: int, y: int) -> None:
        """Take a click: on a tab, on an entry of the list, or on the last lines, which is as Enter."""
        if y == _LIST_TOP - 1:
            end = 1
            for tab in Tab:
                end += len(tab.value) + 2
                if x < end:
                    self.browser.show(tab)
                    break
        elif _LIST_TOP <= y < self.app.size.height - 3:
            self.browser.click(self._top + y - _LIST_TOP)
        elif y >= self.app.size.height - 2:
            self.browser.enter()
        self._draw()

    def _wheel(self, by: int) -> None:
        self.browser.mark(self.browser.at + by)
        self._draw()


_FOOT: Line = (Span("   tab", "key"), Span(" next part  ", "dim"), Span("esc", "key"), Span(" back", "dim"))


def open_over(fight: FightScreen, tab: Tab | None = None) -> None:
    """Open the page of library, table and party, at a part of it where one is named."""
    shelf = fight.controller.session.shelf
    assert shelf is not None
    browser = Browser(fight.controller, shelf)
    if tab is not None:
        browser.show(tab)
    fight.app.push_screen(Browsing(browser), lambda _: fight.draw())
