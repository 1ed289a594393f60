"""The command palette, pressed hard: without room, closed while it searches, and with a megabyte pasted."""

from __future__ import annotations

from time import process_time

import pytest
from textual.events import Click, Paste

from tests.tui.opening import declaring
from tests.tui.playing import clicked, playing, searched
from tracker.tui.screens.command_palette import Palette
from tracker.tui.screens.fight import FightScreen


@pytest.mark.parametrize("key", ["pagedown", "pageup", "ctrl+end", "ctrl+home", "down", "enter"])
async def test_a_page_of_a_palette_without_room_for_an_entry_ends_nothing(key: str) -> None:
    async with playing(declaring("duel", "brann"), (80, 24)) as player:
        await searched(player, "s")
        await player.pilot.resize_terminal(1, 1)
        await player.press("down", key, key)
        await player.pilot.resize_terminal(80, 24)
        await player.press(key, "escape")
        assert player.app.is_running and player.app._exception is None


async def test_a_palette_that_is_closed_while_it_searches_searches_no_more() -> None:
    async with playing(declaring("duel", "brann"), (80, 24)) as player:
        await player.press("ctrl+p")
        palette = player.app.screen
        assert isinstance(palette, Palette)
        await player.type("sel")
        await player.pilot.click(offset=(1, 22))
        assert palette._gather_commands("select") is None
        await player.pilot.pause()
        await player.app.workers.wait_for_complete()
        assert isinstance(player.app.screen, FightScreen) and player.app._exception is None


async def test_a_megabyte_pasted_into_the_palette_is_answered_at_once() -> None:
    async with playing(declaring("duel", "brann"), (80, 24)) as player:
        await player.press("ctrl+p")
        began, driver = process_time(), player.app._driver
        assert driver is not None
        driver.send_message(Paste("goblin" * 170_000))
        await player.drawn()
        await player.app.workers.wait_for_complete()
        assert process_time() - began < 3
        await player.press("escape")
        assert player.app.is_running


async def test_an_entry_is_taken_by_a_click_as_by_enter() -> None:
    session = declaring("brawl", "hanna")
    async with playing(session, (80, 24)) as player:
        await searched(player, "slct tom")
        await clicked(player, "select Old Tom")
        await player.pilot.pause()
        await player.drawn()
        assert isinstance(player.app.screen, FightScreen)
        assert player.screen.controller.view.selected == "old-tom"


async def test_a_click_beside_everything_that_is_drawn_closes_the_palette() -> None:
    async with playing(declaring("duel", "brann"), (80, 24)) as player:
        await player.press("ctrl+p")
        palette = player.app.screen
        click = Click(palette, 500, 500, 0, 0, 1, False, False, False, screen_x=500, screen_y=500)
        palette.post_message(click)
        await player.drawn()
        await player.pilot.pause()
        assert isinstance(player.app.screen, FightScreen) and player.app._exception is None
