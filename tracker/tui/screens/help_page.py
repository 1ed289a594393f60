"""The page of the help: what is asked now first, and a search in all of it."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.controller.keymap.keymap import Keymap
from tracker.system_api.values import Choice
from tracker.text.cells import Line, Span
from tracker.tui.screens.help import help_lines
from tracker.tui.screens.text_page import Reading

_SEARCH = "slash"
_LONGEST = 40
"""Characters that are searched for at most."""
_SCROLLS = ("down", "up", "pagedown", "pageup")


class HelpPage(Reading):
    """While a search is typed letters are searched for; arrows and page keys scroll all the same."""

    def __init__(self, keymap: Keymap, now: Sequence[Choice] = ()) -> None:
        super().__init__("Keys", self._laid)
        self._keymap, self._now = keymap, tuple(now)
        self._sought: str | None = None
        """What is searched for; None: nothing is typed."""

    def _laid(self, cells: int) -> tuple[Line, ...]:
        """The lines of the help for so many cells, only those found while a search is on."""
        return help_lines(self._keymap, cells, self._now, self._sought or "")

    @property
    def moves(self) -> bool:
        """Whether letters and space scroll: not while a search is typed."""
        return self._sought is None

    def taken(self, key: str, character: str | None = None) -> bool:
        """Whether the key began, changed or ended a search, or scrolled during one."""
        if self._sought is None:
            if key != _SEARCH:
                return False
            self._sought = ""
        elif key in _SCROLLS:
            self.go_to(self.top + {"down": 1, "up": -1, "pagedown": self.page, "pageup": -self.page}[key])
        elif key == "escape":
            self._sought = None
        elif key == "backspace":
            self._sought = self._sought[:-1]
        elif character is None:
            return False
        elif len(self._sought) < _LONGEST:
            self._sought += character
            self.go_to(0)
        return True

    def foot(self) -> tuple[Span, ...]:
        """What the keys do, or the search that is typed."""
        if self._sought is None:
            return (*super().foot(), Span("   /", "key"), Span(" find", "dim"))
        typed = (Span(" find: ", "question"), Span(self._sought, "typed"), Span(" ", "caret"))
        return (*typed, Span("   esc", "key"), Span(" all keys", "dim"))
