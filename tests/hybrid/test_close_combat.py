"""Grapples, holds and getting free, throws and bearing down (H-ATK-8, ruling 46)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hybrid.kit import ANNA, ANNA_BARE, GRUK, WRESTLING, bout, refused, rolls, tried
from tests.hybrid.table import at_once

BOUT = 64 - 12
"""Anna's grapple against Gruk's defence."""


def test_a_grapple_gets_a_grip_and_a_hold_as_strong_as_its_success_number() -> None:
    table = bout()
    tried(table, "anna grapple gruk", 32)
    assert rolls(table, "attack")[0].chance == BOUT
    assert table.now["anna"].condition("grappling").of == "gruk"  # type: ignore[union-attr]
    assert table.now["gruk"].condition("held").label == "held by Anna, strength 20"  # type: ignore[union-attr]
    assert table.now["gruk"].pool("PFT") == 36, "it does no harm"
    assert not rolls(table, "location")


def test_a_grip_helps_everything_further_and_a_hold_grows_by_half_its_success_number() -> None:
    table = bout()
    tried(table, "anna grapple gruk", 32)
    tried(table, "anna hold gruk", 46)
    assert rolls(table, "attack")[-1].chance == BOUT + 25
    assert table.now["gruk"].mark("hold") == 20 + 16, "half of 31, rounded half up"
    tried(table, "anna hold gruk", 2)
    assert table.now["gruk"].mark("hold") == 60, "never above 5 × PST"


def test_a_hold_needs_a_grip() -> None:
    assert "grapple gruk" in refused(bout(), "anna hold gruk")


def test_close_combat_needs_closing() -> None:
    table = at_once(ANNA_BARE, GRUK)
    table.say("next")
    assert "close gruk" in refused(table, "anna grapple gruk")


def test_the_held_one_can_only_fight_at_close_quarters() -> None:
    sworded = {**GRUK, "weapon": [{**GRUK["weapon"][0], "length": 0.6}]}
    table = bout(gruk=sworded)
    tried(table, "anna grapple gruk", 32)
    table.say("anna wait", "fix gruk count 50", "next")
    assert "held by Anna" in refused(table, "gruk attack anna")
    assert "Gruk cannot do two things at once: held by Anna" in refused(table, "gruk act sit and look")
    table.say("gruk discards", "gruk grapple anna")
    assert table.now["gruk"].actions[0].weapon == "grapple"


def test_getting_free_takes_its_success_number_off_until_nothing_is_left() -> None:
    table = bout(gruk={**GRUK, "skill": [*GRUK["skill"], {"name": "Wrestling", "basis": ["PCA"], "rank": 2}]})
    tried(table, "anna grapple gruk", 32)
    table.say("anna wait", "fix gruk count 50", "next")
    table.fall(30, 1, 1)
    table.say("gruk escape", "next")
    assert rolls(table, "escape")[0].chance == 36 + 8
    assert table.now["gruk"].mark("hold") == 20 - 14
    table.fall(38, 1, 1)
    table.say("next", "gruk escape", "next")
    assert table.now["gruk"].condition("held") is None
    assert table.now["anna"].condition("grappling") is None
    table.say("next")
    assert "is not held" in refused(table, "gruk escape")


def test_the_holder_may_let_go_and_the_game_master_may_free() -> None:
    for line in ("anna release", "fix gruk held off"):
        table = bout()
        tried(table, "anna grapple gruk", 32)
        table.say(line)
        assert table.now["gruk"].condition("held") is None
        assert table.now["anna"].condition("grappling") is None
    assert "holds no fighter" in refused(bout(), "anna release")


@pytest.mark.parametrize(
    ("line", "chance", "damage"),
    [
        ("anna throw gruk", BOUT - 25, 5),
        ("anna throw gruk hip throw", BOUT - 25, 6),
        ("anna throw gruk sacrifice throw", BOUT - 25, 8),
        ("anna throw gruk leg throw", BOUT - 25, 4),
        ("anna overbear gruk", BOUT, 2),
    ],
)
def test_throws_and_bearing_down_end_on_the_ground_and_lose_what_was_pending(
    line: str, chance: int, damage: int
) -> None:
    table = bout()
    table.fall(27, 60, 3, 3, 3, 3)
    table.say(line, "next", "gruk nothing")
    assert rolls(table, "attack")[0].chance == chance
    assert table.now["gruk"].pool("PFT") == 36 - damage
    assert table.now["gruk"].condition("prone") is not None
    assert table.due("gruk") not in (None, 200), "it rolls initiative anew"


def test_without_the_skill_a_technique_is_unranked() -> None:
    table = bout(anna={**ANNA, "weapon": []})
    table.say("anna grapple gruk")
    assert table.now["anna"].actions[0].speed == 3 + 2
    table.fall(1, 3, 3)
    table.say("next", "gruk nothing")
    assert rolls(table, "attack")[0].chance == 18 - 12


@pytest.mark.parametrize(
    ("line", "speed"),
    [
        ("anna grapple gruk", 3),
        ("anna overbear gruk", 3),
        ("anna throw gruk", 5),
        ("anna throw gruk hip throw", 5),
        ("anna throw gruk leg throw", 4),
        ("anna throw gruk sacrifice throw", 7),
        ("anna throw gruk balance throw", 3),
        ("anna throw gruk strength throw", 6),
        ("anna hold gruk", 2),
        ("anna hold gruk balance hold", 2),
        ("anna hold gruk pain hold", 2),
        ("anna hold gruk strength hold", 2),
    ],
)
def test_every_technique_has_its_own_speed(line: str, speed: int) -> None:
    """H-ATK-8; without the skill two counts more."""
    table = bout(anna={**ANNA, "weapon": []})
    if "hold" in line:
        tried(table, "anna grapple gruk", 1)
    table.say(line)
    assert table.now["anna"].actions[0].speed == speed + 2


def test_who_is_out_of_the_fight_holds_nobody() -> None:
    table = bout()
    tried(table, "anna grapple gruk", 32)
    table.say("anna falls")
    assert table.now["gruk"].condition("held") is None


def test_the_menu_offers_what_can_be_done_to_whom() -> None:
    table = bout()
    rules = table.session.rules
    near = next(choice for choice in rules.choices.menu(table.now, "anna", ("close",)).choices if choice.path)
    menu = rules.choices.menu(table.now, "anna", near.path)
    labels = {choice.told: choice.refused for choice in menu.choices}
    assert labels["Grapple 52 %"] == ""
    assert "no grip" in labels["Hold 52 %"]


# With empty hands


SWORDED: dict[str, Any] = {**ANNA_BARE, "skill": [WRESTLING, ANNA["skill"][0]], "weapon": ANNA["weapon"]}


@pytest.mark.parametrize("verb", ["grapple", "throw", "overbear"])
def test_close_combat_needs_empty_hands_and_dropping_takes_no_time(verb: str) -> None:
    table = bout(SWORDED)
    assert "`anna discards`" in refused(table, f"anna {verb} gruk")
    offered = table.session.rules.choices.menu(table.now, "anna", ("close", "gruk")).choices
    assert all("needs empty hands" in choice.refused for choice in offered)
    count = table.now.count
    table.say("anna discards")
    assert table.asked() == ("anna", "declaration") and table.now.count == count
    table.say(f"anna {verb} gruk")
    assert table.now["anna"].actions[0].label.startswith(verb)


def test_a_hold_with_a_weapon_drawn_since_is_refused() -> None:
    drawn = {**SWORDED, "weapon": [{**ANNA["weapon"][0], "drawn": False, "speed": 2}]}
    table = bout(drawn)
    tried(table, "anna grapple gruk", 32)
    table.fall(3, 3)
    table.say("anna draw sword", "next", "next")
    assert "needs empty hands" in refused(table, "anna hold gruk")


def test_the_menu_drops_what_is_in_hand_one_by_one() -> None:
    two = {**SWORDED, "weapon": [ANNA["weapon"][0], {**ANNA["weapon"][0], "name": "Dagger"}]}
    table = bout(two)
    lines = [choice.line for choice in table.session.rules.choices.menu(table.now, "anna", ("close",)).choices]
    assert {"anna discards sword", "anna discards dagger"} <= set(lines)
    table.say("anna discards dagger")
    assert "Sword" in refused(table, "anna grapple gruk") and "Dagger" not in refused(table, "anna grapple gruk")
    assert "no such weapon" in refused(table, "anna discards dagger")


def test_where_the_house_has_it_one_grapples_armed() -> None:
    table = bout(SWORDED, house_rules={"grapple_armed": True})
    table.say("anna grapple gruk")
    assert table.now["anna"].actions[0].weapon == "grapple"
