"""Calculator: the calculators of the game on a page over the fight, which stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.controller.keymap.key_names import shown
from tracker.controller.keymap.keymap import Keymap
from tracker.controller.pages.calculator import Reckoner
from tracker.session import Session
from tracker.text.cells import Span, fit_line, rule, words
from tracker.tui.screens.page import LaidOut, Page

if TYPE_CHECKING:
    from tracker.tui.screens.fight import FightScreen

_WIDE = 1000
"""The cells in which no line of the page is broken."""


class Reckoning(Page[None]):
    """A list of calculators, then the figures of one with its answer, computed again with each key."""

    def __init__(self, session: Session, who: str, keymap: Keymap) -> None:
        super().__init__()
        self._session = session
        self._help = keymap.by_id("help-typing").keys
        """The keys that list the rules which the page names. Letters are typed."""
        name = session.encounter[who].name if who in session.encounter else ""
        self.reckoner = Reckoner(session.rules.sheets.reckoning(session.encounter, who), name)
        self._top = 0
        self._follows = True
        """True if the marked line is kept in sight."""

    def _laid_out(self, cells: int, height: int) -> LaidOut:
        """Return the page of the calculator. Its marked line is in sight, unless the wheel has scrolled it away."""
        room = max(1, height - 2)
        lines = self.reckoner.page(cells - 2)
        marked = self.reckoner.marked
        if self._follows:
            self._top = max(min(self._top, marked), marked - room + 1)
        self._top = max(0, min(self._top, len(lines) - room))
        seen = [fit_line((Span(" "), *line), cells) for line in lines[self._top : self._top + room]]
        shown_range = (
            f"{self._top + 1}–{self._top + len(seen)} of {len(lines)}, page up and down" if len(lines) > room else ""
        )
        keys = (*self.reckoner.foot, *((shown(key), "rules") for key in self._help[:1]))
        foot = [span for key, word in keys for span in (Span(f" {key}", "key"), Span(f" {word} ", "dim"))]
        lines = [rule(self.reckoner.title, cells, shown_range), *seen]
        return LaidOut(lines, fit_line(foot, cells), cursor=(1, max(1, 1 + marked - self._top)))

    def _press(self, key: str, character: str | None) -> None:
        """Scroll, list the rules, or pass the key to the calculator. Leave for a key that it does not take."""
        if key in ("pageup", "pagedown"):
            self._wheel(self.app.size.height // 2 * (1 if key == "pagedown" else -1))
        elif key in self._help:
            self._list_rules()
        elif self.reckoner.press(key, character):
            self._follow()
        else:
            self.leave()

    def _list_rules(self) -> None:
        from tracker.tui.screens.rule_page import RulePage

        self.app.push_screen(RulePage.of(self._session, [words(line) for line in self.reckoner.page(_WIDE)]))

    def _wheel(self, by: int) -> None:
        """Scroll by so many lines, down if positive. The page then follows its mark no more."""
        self._top += by
        self._follows = False
        self._draw()

    def _click(self, x: int, y: int) -> None:
        self.reckoner.point(y - 1 + self._top)
        self._follow()

    def _follow(self) -> None:
        """Draw the page, scrolled so that its marked line is in sight."""
        self._follows = True
        self._draw()


def open_over(fight: FightScreen) -> None:
    """Open the calculators of the game for the selected fighter."""
    controller = fight.controller
    who = controller.view.target(controller.session)
    fight.app.push_screen(Reckoning(controller.session, who, controller.keymap))
