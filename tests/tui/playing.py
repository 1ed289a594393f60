"""Playing through the screen: keys pressed one after another, and what is then to be seen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.app import App
from textual.events import Key
from textual.keys import _character_to_key
from textual.pilot import Pilot

from tests.controllers import controller_of
from tests.lanes import sample
from tracker.controller.controller import Controller
from tracker.controller.input.debounce import Debounce
from tracker.controller.input.keys import press as press_key
from tracker.session import Session
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig
from tracker.tui.screens.fight import FightScreen

SIGNS = {
    "space": " ",
    "equals_sign": "=",
    "minus": "-",
    "comma": ",",
    "full_stop": ".",
    "colon": ":",
    "slash": "/",
    "semicolon": ";",
    "apostrophe": "'",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
}
"""Keys with names of their own that write a sign."""
SIZES = ((80, 24), (120, 36), (200, 50))
every_size = pytest.mark.parametrize("size", sample(SIZES))
"""By the usual seed the smallest every day, where room is shortest."""


def press(controller: Controller, *keys: str) -> None:
    """Press keys one after another without a screen; a sign stands for its key."""
    for key in keys:
        press_key(
            controller, _character_to_key(key) if len(key) == 1 else key, key if len(key) == 1 else SIGNS.get(key)
        )


def key_event(key: str) -> Key:
    """Return the key by its name or by its sign, as a terminal gives it."""
    return Key(_character_to_key(key) if len(key) == 1 else key, SIGNS.get(key, key if len(key) == 1 else None))


def type_in(controller: Controller, text: str) -> None:
    """Type a text without a screen, and give it."""
    press(controller, *text, "enter")


async def drawn(app: App[int]) -> None:
    """Until all that was sent has been taken and drawn, on whatever screen it leads to."""
    for _ in range(2):
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        taken, shown = asyncio.Event(), asyncio.Event()
        app.call_later(taken.set)
        while not taken.is_set() and app.is_running:
            await asyncio.sleep(0)
        if not app.is_running:
            return
        screen = app.screen
        screen.call_after_refresh(shown.set)
        # A screen that is left meanwhile draws no more, and what waits for that would wait for ever.
        while not shown.is_set() and screen.is_running and app.screen is screen:
            await asyncio.sleep(0)
        # Of a fight the first frames may come before its panes have their places; then another one is on its way.
        while getattr(screen, "_pending", False) and screen.is_running and app.screen is screen:
            await asyncio.sleep(0)


class Hand(Pilot[int]):
    """Clicks, drags and turns the wheel; goes on once that is drawn, not when the processor has been idle."""

    async def pause(self, delay: float | None = None) -> None:
        """Until every part of the screen has taken what was sent to it, and it is drawn."""
        if delay is not None:
            await super().pause(delay)
            return
        await self._wait_for_screen()
        await drawn(self.app)

    async def resize_terminal(self, width: int, height: int) -> None:
        """Another size of the terminal, once the app has passed it on."""
        await super().resize_terminal(width, height)
        while self.app.is_running and self.app._resize_event is not None:
            await asyncio.sleep(0)


class Player:
    """Presses keys, counts them, and looks."""

    def __init__(self, app: TrackerApp) -> None:
        self.app = app
        self.pilot = Hand(app)
        self.pressed = 0

    async def press(self, *keys: str) -> None:
        """One key after another, each drawn before the next."""
        for key in keys:
            self._send(key)
            await self.drawn()

    def _send(self, key: str) -> None:
        driver = self.app._driver
        assert driver is not None
        driver.send_message(key_event(key))
        self.pressed += 1

    async def drawn(self) -> None:
        """Until all that was sent has been taken and drawn."""
        await drawn(self.app)

    async def turn_to(self, session: Session) -> None:
        """Leave whatever is open for another fight: on its controller nothing has been pressed."""
        while not isinstance(self.app.screen, FightScreen):
            await self.app.pop_screen()
        self.screen.controller, self.screen.debounce = controller_of(session, self.app.keymap_rows), Debounce(0.0)
        self.screen.draw()
        await self.drawn()

    async def type(self, text: str) -> None:
        """A text, sign by sign, as fast as a keyboard gives it: what is drawn is its end."""
        for sign in text:
            self._send("space" if sign == " " else sign)
        await self.drawn()

    @property
    def screen(self) -> FightScreen:
        """The fight."""
        assert isinstance(self.app.screen, FightScreen)
        return self.app.screen

    def seen(self) -> list[str]:
        """Every line of the screen as it would be drawn."""
        return ["".join(segment.text for segment in strip) for strip in self.app.screen._compositor.render_strips()]

    def text(self) -> str:
        """The whole screen as text."""
        return "\n".join(self.seen())

    def footer(self) -> str:
        """The last line."""
        return self.seen()[-1]


@asynccontextmanager
async def playing(session: Session, size: tuple[int, int] = (120, 36), slip: float = 0.0) -> AsyncIterator[Player]:
    """The session on a screen of this size; `slip` as in the app."""
    app = TrackerApp(AppConfig(session, guard=slip, colour=True))
    async with app.run_test(size=size):
        player = Player(app)
        await player.drawn()
        yield player


async def clicked(player: Player, words: str) -> None:
    """A click where these words are seen."""
    for y, line in enumerate(player.seen()):
        if words in line:
            await player.pilot.click(offset=(line.index(words) + 1, y))
            await player.drawn()
            return
    raise AssertionError(f"{words} is not on the screen:\n{player.text()}")


async def searched(player: Player, words: str) -> list[str]:
    """Open the palette and search; what is then seen."""
    await player.press("ctrl+p")
    await player.type(words)
    await player.pilot.pause()
    await player.app.workers.wait_for_complete()
    for _ in range(50):  # a screen that was pushed is blank until Textual has laid it out
        if words in player.text():
            break
        await player.pilot.pause()
    return player.seen()
