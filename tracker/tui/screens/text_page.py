"""Text page: a page of lines over the fight, such as the help or the sum behind a number. Any other key closes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tracker.controller.keymap.key_names import small
from tracker.text.cells import Line, Span, rule
from tracker.tui.screens.page import LaidOut, Page

_BY = {"down": 1, "up": -1, "j": 1, "k": -1}
_PAGES = {"pagedown": 1, "pageup": -1, "space": 1}


class Reading(Page[None]):
    """Scrolls by arrows and wheel."""

    def __init__(self, title: str, lay: Callable[[int], Sequence[Line]]) -> None:
        super().__init__()
        self._heading = title
        self._lay = lay
        self._top = 0

    def _laid_out(self, cells: int, height: int) -> LaidOut:
        """Return the visible part of the text under its heading, with the range of shown lines."""
        lines = tuple((Span(" "), *line) for line in self._lay(cells - 2))
        room = height - 2
        self._top = max(0, min(self._top, len(lines) - room))
        shown_range = (
            f"{self._top + 1}–{min(len(lines), self._top + room)} of {len(lines)}, ↑↓" if len(lines) > room else ""
        )
        shown = [rule(self._heading, cells, shown_range), *lines[self._top : self._top + room]]
        return LaidOut(shown, self.foot(), cursor=(1, 1))

    def foot(self) -> tuple[Span, ...]:
        return Span(" esc", "key"), Span(" back   ", "dim"), Span("↑↓", "key"), Span(" scroll", "dim")

    @property
    def moves(self) -> bool:
        """True if arrows, letters and space scroll."""
        return True

    def taken(self, key: str, character: str | None = None) -> bool:
        """Return whether a key had an effect of this page's own."""
        return False

    def clicked(self, y: int) -> bool:
        """Return whether a click so far below the top had an effect of this page's own. Any other closes it."""
        return False

    @property
    def top(self) -> int:
        """The first line of the text in sight."""
        return self._top

    @property
    def page(self) -> int:
        """The lines of a page."""
        return max(1, self.app.size.height - 4)

    def go_to(self, line: int) -> None:
        """Scroll until a line of the text is the first, as far as the text goes."""
        self._top = line

    def line_at(self, y: int) -> int:
        """Return the line of the text so far below the top of the screen. −1 without one."""
        return y - 1 + self._top if 0 < y < self.app.size.height - 1 else -1

    def _press(self, key: str, character: str | None) -> None:
        """Draw the page if it takes the key, or the small letter that the key stands for. Leave for any other key."""
        letter = small(key)
        if self._takes(key, character) or (letter != key and self._takes(letter, letter)):
            self._draw()
        else:
            self.leave()

    def _takes(self, key: str, character: str | None) -> bool:
        """Return whether a key scrolled, or had an effect of this page's own."""
        if self.moves and (key in _BY or key in _PAGES):
            self._top += _BY.get(key, 0) + self.page * _PAGES.get(key, 0)
            return True
        return self.taken(key, character)

    def _wheel(self, by: int) -> None:
        self._top += by
        self._draw()

    def _click(self, x: int, y: int) -> None:
        """Draw the page if it takes the click on row `y`. Leave for any other click."""
        if self.clicked(y):
            self._draw()
        else:
            self.leave()
