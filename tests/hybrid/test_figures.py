"""Figures in menus and on sheets say what they are, and sums are done where they can be."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hybrid.kit import ANNA, GRUK
from tests.hybrid.table import BRANN, GOBLIN, Table, at_once
from tests.tui.opening import declaring, example
from tests.tui.playing import Player, every_size, playing
from tracker.controller.pages.openable_files import Entry
from tracker.games.hybrid.body import perception
from tracker.games.hybrid.sheet.sheet import Sheet
from tracker.text.cells import words
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig
from tracker.views.fighters.sheet import lay_sheet


def test_a_weapons_menu_says_what_its_figures_are() -> None:
    session = declaring("brawl", "the-bard")
    menu = session.rules.choices.menu(session.encounter, "the-bard", ("attack",))
    assert [(choice.key, choice.told) for choice in menu.choices] == [
        ("1", "Bottle · speed 1 45 %"),
        ("2", "Close Fist · speed 5 19 %"),
    ]
    card = session.rules.display.card(session.encounter, "the-bard")
    assert [dict(strike.chances)["strike"] for strike in card.strikes] == [45, 19], "as on the sheet"


def test_a_weapon_of_two_at_once_shows_the_chance_it_has_then() -> None:
    table = at_once({**ANNA, "weapon": [ANNA["weapon"][0], {"name": "Knife", "skill": "Sword", "speed": 4}]}, GRUK)
    table.say("next")
    paths = [("attack",), ("both",), ("both", "sword", "gruk")]
    menus = [table.session.rules.choices.menu(table.now, "anna", path).choices for path in paths]
    percents = [[choice.works.most for choice in menu if choice.works is not None] for menu in menus]
    assert [one - other for one, other in zip(percents[0], percents[1], strict=True)] == [15, 15], "DF −3 (H-ACT-5)"
    assert [one - other for one, other in zip(percents[0], percents[2], strict=True)] == [30, 30], "DF −6 (H-ACT-5)"


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("3*PSE", "7.2 crushing (3 × PSE)"),
        ("13", "13 crushing"),
        ("2d6+3", "2d6+3 crushing"),
        ("1d10+2*PSE", "1d10 + 4.8 crushing (1d10 + 2 × PSE)"),
        ("2*PSE-1", "3.8 crushing (2 × PSE − 1)"),
        ("d6!+PSE-4", "1d6! − 1.6 crushing (d6! + PSE − 4)"),
        ("6d6>4+PSE", "6d6>4 + 2.4 crushing (6d6>4 + PSE)"),
        ("0.5*2d6+PSE+1", "0.5 × 2d6 + 3.4 crushing (0.5 × 2d6 + PSE + 1)"),
    ],
)
def test_damage_sums_are_done_where_they_can_be(damage: str, words: str) -> None:
    table = Table({**BRANN, "weapon": [{"name": "Fist", "damage": damage}]}, GOBLIN)
    (strike,) = table.session.rules.display.card(table.now, "brann").strikes
    sheet = table.now["brann"].profile.sheet
    assert isinstance(sheet, Sheet) and sheet.stats["PSE"] * 5 == 12
    assert strike.damage == words


@pytest.mark.parametrize("cells", [34, 38, 60, 80])
def test_a_weapon_that_is_not_drawn_says_so_whole(cells: int) -> None:
    entry = {
        **BRANN,
        "weapon": [{"name": "Colt Peacemaker", "damage": "2d6+PSE", "type": "projectile", "drawn": False}],
    }
    table = Table(entry, GOBLIN)
    lines = [words(line) for line in lay_sheet(table.now, table.session.rules.display.card(table.now, "brann"), cells)]
    joined = "\n".join(lines)
    assert "Colt Peacemaker (not drawn)" in joined and "2d6 + 2.4 projectile (2d6 + PSE)" in joined
    assert "…" not in joined


@every_size
async def test_before_the_fight_digits_select_and_letters_set_alertness(size: tuple[int, int]) -> None:
    session = example("ambush")
    async with playing(session, size) as player:
        await player.press("2")
        assert player.screen.controller.view.selected == "sela"
        await player.press("3")
        assert player.screen.controller.view.selected == session.encounter.combatants[2].id
        assert perception.alertness(session.encounter["sela"]) == ()
        choices = player.screen.controller.prompt.choices
        assert all(choice.key.isalpha() for choice in choices) and len({choice.key for choice in choices}) == len(
            choices
        )
        drunk = next(choice for choice in choices if choice.label.startswith("drunk"))
        await player.press(drunk.key)
        assert perception.alertness(session.encounter.combatants[2]) == ("drunk",)
        assert f"{drunk.key} ● drunk" in player.text() or f"{drunk.key}  ● drunk" in player.text()


async def test_the_start_list_counts_what_is_above_and_below() -> None:
    entries = [Entry(f"Fight {n}", "an encounter", Path(f"{n}.toml")) for n in range(40)]
    app = TrackerApp(
        AppConfig(entries=entries, open_entry=lambda entry: (Table(BRANN, GOBLIN).session, lambda: ""), colour=True)
    )
    async with app.run_test(size=(80, 24)):
        player = Player(app)
        await player.drawn()
        seen = player.seen
        assert " ↓20 more" in seen()[0] and "↑" not in seen()[0]
        assert sum("Fight " in line for line in seen()) == 20
        await player.press(*["down"] * 25)
        assert "↑6 ↓14 more" in seen()[0]
