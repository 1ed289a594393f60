"""Calculator: the calculators of the game on a page over the fight, which stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual import events

from tracker.controller.calculator import Reckoner
from tracker.controller.keymap.key_names import shown
from tracker.controller.keymap.keymap import Keymap
from tracker.session import Session
from tracker.text.cells import Line, Span, fit_line, rule, words
from tracker.tui.base_app import BaseApp
from tracker.tui.screens.page import Page

if TYPE_CHECKING:
    from tracker.tui.screens.fight import FightScreen

_WIDE = 1000
"""Cells in which no line of the page is broken."""


class Reckoning(Page[None]):
    """A list of calculators, then the figures of one with its answer, reckoned anew with each key."""

    def __init__(self, session: Session, who: str, keymap: Keymap) -> None:
        super().__init__()
        self._session = session
        self._help = keymap.by_id("help-typing").keys
        """The keys that list the rules which the page names. Letters are typed."""
        name = session.encounter[who].name if who in session.encounter else ""
        self.reckoner = Reckoner(session.rules.sheets.reckoning(session.encounter, who), name)
        self._top = 0

    def _draw(self, follow: bool = True) -> None:
        """`follow` keeps in sight what is marked."""
        pane = self.pane
        if pane is None:
            return
        width, height = self.app.size
        room = max(1, height - 2)
        lines = self.reckoner.page(width - 2)
        marked = self.reckoner.marked
        if follow:
            self._top = max(min(self._top, marked), marked - room + 1)
        self._top = max(0, min(self._top, len(lines) - room))
        seen = [fit_line((Span(" "), *line), width) for line in lines[self._top : self._top + room]]
        more = f"{self._top + 1}–{self._top + len(seen)} of {len(lines)}, page up and down" if len(lines) > room else ""
        page: list[Line] = [rule(self.reckoner.title, width, more), *seen]
        page += [()] * (height - 1 - len(page))
        keys = (*self.reckoner.foot, *((shown(key), "rules") for key in self._help[:1]))
        foot = [span for key, word in keys for span in (Span(f" {key}", "key"), Span(f" {word} ", "dim"))]
        pane.put((*page, fit_line(foot, width)))
        cast(BaseApp, self.app).point(1, max(1, 1 + marked - self._top))

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if self.gone:
            return
        if event.key in ("pageup", "pagedown"):
            self._scroll(self.app.size.height // 2 * (1 if event.key == "pagedown" else -1))
            return
        if event.key in self._help:
            self._list_rules()
            return
        stays = self.reckoner.press(event.key, event.character if event.is_printable else None)
        if stays:
            self._draw()
        else:
            self.leave()

    def _list_rules(self) -> None:
        """List the rules that the page names."""
        from tracker.tui.screens.rule_page import RulePage

        self.app.push_screen(RulePage.of(self._session, [words(line) for line in self.reckoner.page(_WIDE)]))

    def _scroll(self, by: int) -> None:
        self._top += by
        self._draw(follow=False)

    def on_click(self, event: events.Click) -> None:
        self.reckoner.point(event.y - 1 + self._top)
        self._draw()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._scroll(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._scroll(-1)


def open_over(fight: FightScreen) -> None:
    """Open the calculators of the game for the selected fighter."""
    controller = fight.controller
    who = controller.view.target(controller.session)
    fight.app.push_screen(Reckoning(controller.session, who, controller.keymap))
