"""Keys and sizes that come while a page or the program is taken down."""

from __future__ import annotations

from textual.command import CommandList, CommandPalette
from textual.events import Key, Resize

from tests.plain_fights import DUEL, fight, rolled
from tests.tui.playing import playing
from tracker.tui.messages import Resized
from tracker.tui.screens.fight import FightScreen
from tracker.tui.screens.text_page import Reading


async def test_a_quick_thumb_on_the_palette_takes_its_command_once() -> None:
    session = rolled(fight(DUEL))
    async with playing(session) as player:
        await player.press("ctrl+p")
        await player.type("newest")
        await player.pilot.pause()
        palette, driver = player.app.screen, player.app._driver
        assert isinstance(palette, CommandPalette) and driver is not None
        while not palette.query_one(CommandList).option_count:
            await player.pilot.pause(0.01)
        for _ in range(3):
            driver.send_message(Key("enter", None))
        while player.app.screen is palette:
            await player.pilot.pause(0.01)
        await player.pilot.pause()
        assert player.app.screen is player.screen
    assert player.app._exception is None


async def test_keys_behind_the_one_that_leaves_are_dropped() -> None:
    session = rolled(fight(DUEL))
    async with playing(session) as player:
        driver = player.app._driver
        assert driver is not None
        for key in ("ctrl+q", "enter", "space", "1", "x", "question_mark"):
            driver.send_message(Key(key, key if len(key) == 1 else None))
        await player.pilot.pause()
    assert player.app._exception is None
    assert player.app.return_code == 0
    assert not session.journal.done, "nothing that came after it counts"


async def test_a_page_that_is_being_taken_down_when_told_of_a_new_size_draws_nothing() -> None:
    async with playing(rolled(fight(DUEL))) as player:
        await player.press("question_mark")
        page = player.app.screen
        assert isinstance(page, Reading)
        await page.query("#page").remove()
        page.on_resize(Resize(player.app.size, player.app.size))
        await player.press("escape")
        assert isinstance(player.screen, FightScreen)


async def test_a_fight_whose_panes_are_being_closed_when_told_of_a_new_size_draws_nothing() -> None:
    async with playing(fight()) as player:
        screen = player.screen
        await screen.remove_children()
        screen.on_resized(Resized())
        await player.drawn()
        assert player.app.is_running and player.app._exception is None
