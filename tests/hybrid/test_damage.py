"""Damage: by hand and by blows, what it costs of fatigue and exhaustion (H-DMG)."""

from __future__ import annotations

from tests.hybrid.kit import ANNA, GRUK, current_tables, duel, refused, rolls
from tests.hybrid.table import at_once
from tracker.model import events as ev


def test_damage_by_hand_knows_armour_only_where_a_place_is_named() -> None:
    mail = {**GRUK, "armour": [{"name": "Mail", "covers": ["chest"], "stops": {"all": 4}}]}
    table = duel(gruk=mail)
    table.say("gruk damage 10 cutting", "gruk damage 10 cutting chest", "gruk damage 9 half")
    assert table.now["gruk"].pool("PFT") == 36 - 10 - 6 - 5


def test_every_ten_points_of_fatigue_cost_one_of_exhaustion_and_the_rest_carries_over() -> None:
    table = duel()
    seen = []
    for _ in range(4):
        table.say("gruk damage 7 crushing")
        seen.append((table.now["gruk"].pool("PFT"), table.now["gruk"].pool("PEX")))
    assert seen == [(29, 60), (22, 59), (15, 58), (8, 58)]


def test_fatigue_that_is_not_there_comes_off_exhaustion() -> None:
    table = duel()
    table.say("fix gruk PFT 3", "gruk spends 5")
    gruk = table.now["gruk"]
    assert (gruk.pool("PFT"), gruk.pool("PEX")) == (0, 60 - 2)
    assert "Give the fatigue" in refused(table, "gruk spends 5 PBD")


@current_tables
def test_a_fumble_hurts_with_the_batch_and_calls_for_shock() -> None:
    table = at_once(ANNA, GRUK, house_rules={"fumble": "self"})
    table.say("fix anna PFT 0", "next", "gruk attack anna", "anna attack gruk", "next", "gruk nothing")
    table.fall(60, 100, 10, 1, 3, 3, 3, 3)
    table.say("anna nothing")
    assert rolls(table, "attack")[0].chance == 40 - 12, "her own fumble has not happened yet"
    assert table.now["anna"].pool("PBD") == 24 - 10, "0.75 of 13"
    assert rolls(table, "shock")[0].who == "anna"


def test_damage_below_nothing_is_nothing() -> None:
    table = duel({**ANNA, "weapon": [{**ANNA["weapon"][0], "damage": "1d6-10"}]})
    table.fall(52, 40, 3, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    struck = next(event for event in table.events() if isinstance(event, ev.Struck))
    assert (struck.damage, struck.stopped) == (0, 0)


def test_of_several_dice_a_player_types_an_opened_one_at_its_highest_is_rolled_on_by_the_program() -> None:
    table = duel({**ANNA, "weapon": [{**ANNA["weapon"][0], "damage": "2d6!+1"}]})
    table.fall(6, 2)
    table.say("anna typed", "anna attack gruk", "next", "gruk nothing", "52", "40")
    while (question := table.now.question) is not None and question.what != "damage":
        table.say("3")
    assert rolls(table, "damage") == []
    table.say("6 3")
    (damage,) = rolls(table, "damage")
    assert (damage.faces, damage.total) == ((6, 6, 2, 3), 18)


def test_the_shock_of_ones_own_fumble_changes_nothing_of_the_order_of_initiative() -> None:
    table = at_once(ANNA, GRUK, house_rules={"fumble": "self", "critical_failure": "table", "open_ended": "once"})
    table.say("fix anna PFT 0", "next", "gruk attack anna", "anna attack gruk", "next", "gruk nothing")
    table.fall(60, 100, 10, 1, 3, 3, 3, 3)
    before = len(rolls(table, "initiative"))
    table.say("anna nothing")
    assert rolls(table, "shock")[-1].who == "anna"
    assert [roll.who for roll in rolls(table, "initiative")[before:]] == ["gruk", "anna"]
