"""The dice feed of the screen: what comes in the reading thread is taken in the screen's own loop, and drawn."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from tracker.controller.dice_feed import DiceFeed, FaceSource

if TYPE_CHECKING:
    from tracker.tui.screens.fight import FightScreen


def feed_into(screen: FightScreen, source: FaceSource) -> DiceFeed:
    """Take the faces of a source for the fight on a screen as soon as they come; while a page covers it, none."""
    feed, loop = DiceFeed(screen.controller, source), asyncio.get_running_loop()

    def heard() -> None:
        if not screen.left and feed.take(busy=screen.app.screen is not screen):
            screen.draw()

    def came() -> None:
        with suppress(RuntimeError):  # the loop has ended: what comes now counts no more
            loop.call_soon_threadsafe(heard)

    source.start(came)
    return feed
