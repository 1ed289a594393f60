"""Shared pages: the links of the players' pages over the fight, one code at a time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from tracker.controller.keymap.key_names import small
from tracker.controller.outside import seat_answers
from tracker.controller.shared_pages import Sharing, page
from tracker.tui.screens.page import LaidOut, Page

if TYPE_CHECKING:
    from tracker.tui.screens.fight import FightScreen

_BY = {"right": 1, "down": 1, "space": 1, "tab": 1, "left": -1, "up": -1}


class SharingPage(Page[None]):
    """Arrows go from player to player. `r` gives one a new link. `x` stops sharing."""

    def __init__(
        self, sharing: Sharing, stop: Callable[[], None], revoked: Callable[[str | None], None] = lambda player: None
    ) -> None:
        """Show the links. `revoked` is called with the player whose link is revoked. None: no player's."""
        super().__init__()
        self._stop = stop
        self._revoked = revoked
        self._sharing = sharing
        self._at = 0
        self._trouble = ""

    def refreshed(self) -> None:
        """Draw again after news from the process: links, viewers, or its end."""
        if not self.gone:
            self._draw()

    def _laid_out(self, cells: int, height: int) -> LaidOut:
        """Return the page of links, with the marked one, the phones that ask to be let in, and any trouble."""
        doors = self._sharing.doors()
        self._at = max(0, min(self._at, len(doors) - 1))
        trouble = self._trouble or self._sharing.trouble
        front, knocks = self._sharing.front_door, self._sharing.knocks
        *lines, foot = page(doors, self._at, trouble, self._sharing.note, cells, height, front, knocks)
        return LaidOut(lines, foot, cursor=(1, 1))

    def _press(self, key: str, character: str | None) -> None:
        """Move the mark, replace a link, let a phone in or turn it away, or stop sharing. Any other key leaves."""
        doors, key = self._sharing.doors(), small(key)
        self._trouble = ""
        if key in _BY and doors:
            self._at = (self._at + _BY[key]) % len(doors)
        elif key == "r" and doors and doors[self._at].front:
            self._trouble = "The code is a new one whenever you begin to share: x, then share again."
        elif key == "r" and doors:
            player = doors[self._at].player
            self._trouble = self._sharing.revoke(player)
            if not self._trouble:
                self._revoked(player)
        elif key in ("y", "n"):
            for knock in self._sharing.knocks[:1]:
                self._sharing.admit(knock.number, yes=key == "y")
        elif key == "x":
            self._stop()
            self._revoked(None)
            self.leave()
            return
        else:
            self.leave()
            return
        self._draw()

    def _click(self, x: int, y: int) -> None:
        self.leave()


def open_over(fight: FightScreen) -> None:
    """Serve the players' pages if they are not served yet, and show their links."""
    sharing = fight.sharing
    if sharing is None:
        fight.tell("Only a fight that is played and saved here is shared; `tracker share FIGHT` shares another one.")
        return
    if not sharing.running:
        if why := sharing.start():
            fight.tell(why)
            return
        fight.listen(sharing)
    revoked = partial(seat_answers.forget, fight.controller)
    fight.app.push_screen(SharingPage(sharing, fight.unshare, revoked), lambda _: fight.draw())
