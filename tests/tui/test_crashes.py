"""Keys that once ended the program with a traceback: each does nothing worse than say why it does nothing."""

from __future__ import annotations

import pytest
from textual.command import CommandList, CommandPalette
from textual.events import Key, Resize

from tests.controllers import controller_of
from tests.hybrid.kit import ANNA, GRUK
from tests.hybrid.table import Table, at_once
from tests.plain_fights import DUEL, fight, rolled
from tests.tui.paper import Paper
from tests.tui.playing import playing
from tracker.controller import keys
from tracker.controller.modes import Mode
from tracker.tui.messages import Resized
from tracker.tui.screens.fight import FightScreen
from tracker.tui.screens.text_page import Reading


def due() -> Table:
    """Anna may declare now, Gruk at 60."""
    table = at_once(ANNA, GRUK)
    table.say("fix gruk count 60", "next")
    return table


@pytest.mark.parametrize("trick", ["d", "f"])
def test_esc_leads_from_a_trick_back_to_close_quarters_and_out(trick: str) -> None:
    table = due()
    player = Paper(table.session, (80, 24))
    player.press("k")
    around = player.controller.prompt.text
    player.press(trick)
    assert player.controller.prompt.text != around
    player.press("escape")
    assert player.controller.prompt.text == around
    player.press("escape")
    assert player.controller.mode is Mode.DECLARE


@pytest.mark.parametrize("back", [("u",), ("colon", *"back", "space", "0", "enter")])
def test_a_selection_that_is_gone_is_dropped(back: tuple[str, ...]) -> None:
    session = rolled(fight(DUEL))
    player = Paper(session)
    player.press("j", "n", *"Thug", "enter", "3")
    assert player.controller.view.selected == "thug"
    player.press(*back)
    assert "thug" not in session.encounter
    assert player.controller.view.selected == ""
    assert "Thug" not in player.controller.prompt.text
    player.press("space", "minus", "escape", "j", "escape")


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


def test_a_menu_closes_when_somebody_else_is_selected_who_has_no_such_skill() -> None:
    table = at_once(ANNA, GRUK, house_rules={"wait": "free"})
    table.say("fix gruk count 60", "next", "anna wait")
    controller = controller_of(table.session)
    controller.view.select("anna")
    keys.press(controller, "o", "o")
    keys.press(controller, "t", "t")
    keys.press(controller, "1", "1")
    assert controller.mode is Mode.MENU and "Sword" in controller.prompt.text
    controller.view.select("gruk")
    assert controller.mode is Mode.FREE and controller.menu is None


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
