"""Keys that once ended the program with a traceback: each does nothing worse than say why it does nothing."""

from __future__ import annotations

import pytest

from tests.controllers import controller_of
from tests.hybrid.kit import ANNA, GRUK
from tests.hybrid.table import Table, at_once
from tests.plain_fights import DUEL, fight, rolled
from tests.tui.paper import Paper
from tracker.controller.input import keys
from tracker.controller.modes import Mode


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
