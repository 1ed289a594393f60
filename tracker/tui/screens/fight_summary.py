"""Fight summary, as a page: a folded group is one paragraph, which a key or a click unfolds."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from tracker.controller.keymap.keymap import Keymap
from tracker.narration.summary import Account
from tracker.text.cells import Line, Span
from tracker.tui.screens.text_page import Reading
from tracker.views.pages.summary_page import lay_account

if TYPE_CHECKING:
    from tracker.tui.screens.fight import FightScreen


class AccountPage(Reading):
    """Groups are folded as they are in the fight, and turned by the same key. A click on a heading turns one."""

    def __init__(self, title: str, account: Account, keymap: Keymap, unfolded: Collection[str] = ()) -> None:
        super().__init__(title, self._laid)
        self._account, self._keymap = account, keymap
        self._groups = frozenset(paragraph.group for paragraph in account.paragraphs if paragraph.behind)
        self._unfolded = self._groups if account.each else self._groups & frozenset(unfolded)
        self._turns: tuple[str, ...] = ()
        """The group that each line folds or unfolds."""

    def _laid(self, cells: int) -> tuple[Line, ...]:
        """Return the lines of the summary for a width, and keep the group that each line folds or unfolds."""
        lines, self._turns = lay_account(self._account, self._unfolded, cells)
        return lines

    def foot(self) -> tuple[Span, ...]:
        """Return the keys of the page, with that of groups where there are any."""
        if not self._groups:
            return super().foot()
        turns = "folds groups" if self._unfolded == self._groups else "unfolds groups"
        return (*super().foot(), Span(f"   {self._keymap.key('groups')}", "key"), Span(f" {turns}", "dim"))

    def taken(self, key: str, character: str | None = None) -> bool:
        """Return whether the key folded or unfolded all groups."""
        if not self._groups or key not in self._keymap.by_id("groups").keys:
            return False
        self._unfolded = frozenset() if self._unfolded == self._groups else self._groups
        self.go_to(next(place for place, group in enumerate(self._turns) if group))
        return True

    def clicked(self, y: int) -> bool:
        """Return whether the click turned the group of the heading under it."""
        line = self.line_at(y)
        group = self._turns[line] if 0 <= line < len(self._turns) else ""
        if group:
            self._unfolded ^= {group}
            self.go_to(line)
        return bool(group)


def open_over(fight: FightScreen) -> None:
    """Open the summary of the fight, groups folded as they are in the fight."""
    controller = fight.controller.shown
    reading = controller.view.page
    assert reading.summary is not None
    swing = fight.controller.odds.swing(controller.session.journal.done)
    summary = replace(reading.summary, tail=(*reading.summary.tail, *swing))
    page = AccountPage(reading.title, summary, controller.keymap, controller.view.unfolded)
    fight.app.push_screen(page, lambda _: _ask_for_the_party(fight))


def _ask_for_the_party(fight: FightScreen) -> None:
    """Show the changes of each fighter of the party, if any are left to write."""
    session = fight.controller.session
    if session.shelf is not None and session.shelf.left_to_write(session.encounter, session.journal):
        from tracker.controller.pages.library_browser import Tab
        from tracker.tui.screens import library

        library.open_over(fight, Tab.PARTY)
