"""The dice feed of the screen: what comes in the reading thread is taken in the screen's own loop, and drawn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from tracker.controller.controller import Controller
from tracker.controller.outside.dice_feed import DiceFeed, FaceSource


class ShowsFight(Protocol):
    """The screen of a fight, as far as its dice have to do with it."""

    controller: Controller

    @property
    def left(self) -> bool:
        """True while it is being left, so that further input does not count."""
        ...

    def draw(self) -> None: ...


def feed_into(screen: ShowsFight, source: FaceSource, covered: Callable[[], bool]) -> DiceFeed:
    """Give the faces of a source to the fight on a screen as soon as they come. While a page has `covered` it, none."""
    feed, loop = DiceFeed(screen.controller, source), asyncio.get_running_loop()

    def heard() -> None:
        if not screen.left and feed.take(busy=covered()):
            screen.draw()

    def came() -> None:
        with suppress(RuntimeError):  # the loop has ended: what comes now counts no more
            loop.call_soon_threadsafe(heard)

    source.start(came)
    return feed
