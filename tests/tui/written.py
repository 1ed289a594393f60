"""A fight on a terminal that keeps what is written to it, and shows it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.tui.emulator import Emulator
from tests.tui.playing import Player
from tracker.session import Session
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig
from tracker.tui.line_writer import LineWriter

SIZE = (120, 36)


class Written:
    """A fight on a terminal: what was written to it, and what it shows."""

    def __init__(self, app: TrackerApp, size: tuple[int, int]) -> None:
        self.app = app
        self.player = Player(app)
        self.texts: list[str] = []
        self.at_once = 0
        self._shows = Emulator(*size)

    def write(self, text: str) -> None:
        self.texts.append(text)
        self._shows.feed(text.encode())

    async def press(self, *keys: str) -> str:
        """Press keys, each drawn before the next; what was written for them."""
        self.texts.clear()
        await self.player.press(*keys)
        return "".join(self.texts)

    async def resize(self, size: tuple[int, int]) -> None:
        """A terminal of another size, on which nothing stands yet."""
        self._shows = Emulator(*size)
        await self.player.pilot.resize_terminal(*size)
        await self.player.drawn()

    def is_as_textual_draws(self, why: str = "") -> None:
        """Signs and looks of every cell are those that Textual draws when it draws everything anew."""
        whole = Emulator(self._shows.columns, self._shows.rows)
        update = self.app.screen._compositor.render_full_update()
        whole.feed(update.render_segments(self.app.console).encode())
        rows = zip(self._shows.rows_seen(), whole.rows_seen(), strict=True)
        other = [(y, shown, drawn) for y, (shown, drawn) in enumerate(rows) if shown != drawn]
        assert not other, why


@asynccontextmanager
async def written(
    session: Session, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int] = SIZE, colour: bool = True
) -> AsyncIterator[Written]:
    """The session on a terminal that keeps what is written to it."""
    monkeypatch.setattr(TrackerApp, "is_headless", False)
    app = TrackerApp(AppConfig(session, guard=0.0, colour=colour))
    async with app.run_test(size=size, notifications=True):
        own = Written(app, size)
        assert app._driver is not None
        monkeypatch.setattr(app._driver, "write", own.write)
        whole = app.write

        def counted(ink: LineWriter, cell: tuple[int, int] | None) -> None:
            own.at_once += 1
            whole(ink, cell)

        monkeypatch.setattr(app, "write", counted)
        app.screen.refresh()
        await own.player.drawn()
        yield own
