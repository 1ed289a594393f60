"""Every house rule changes what it says it changes, and nothing else is a house rule (rulings)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hybrid.kit import ANNA, GRUK, current_tables, duel, refused, rolls
from tests.hybrid.table import Table, at_once
from tracker.games.hybrid.book.house_rules import HouseRules
from tracker.model import events as ev


def struck(table: Table) -> ev.Struck:
    return next(event for event in table.events() if isinstance(event, ev.Struck))


def missed_at(face: int, chance_df: int = 0, **house: Any) -> Table:
    """Anna misses with this face at 52 %, or with a DF."""
    table = duel(house_rules=house)
    table.fall(face, 1, 3, 3)
    table.say(f"anna attack gruk df {chance_df} luck" if chance_df else "anna attack gruk", "next", "gruk nothing")
    return table


@current_tables
def test_open_ended_once() -> None:
    for rule, faces, total in (("always", (100, 100, 30), 230), ("once", (100, 100), 200)):
        table = duel(house_rules={"open_ended": rule, "fumble": "note"})
        table.fall(*faces, 3, 3)
        table.say("anna attack gruk", "next", "gruk nothing")
        assert rolls(table, "attack")[0].total == total


def test_equal_succeeds() -> None:
    for equal, hit in ((True, "hit"), (False, "missed")):
        table = duel(house_rules={"equal_succeeds": equal})
        table.fall(52, *([40] if equal else []), 3, 3)
        table.say("anna attack gruk", "next", "gruk nothing")
        assert struck(table).outcome == hit


@pytest.mark.parametrize(
    ("rule", "tier"),
    [("gated", "Failure"), ("table", "Solid Failure"), ("severity", "Failure"), ("additive", "Failure")],
)
def test_critical_failure(rule: str, tier: str) -> None:
    table = missed_at(80, critical_failure=rule, fumble="note")
    assert rolls(table, "attack")[0].tier == tier


def test_halve_stat_checks() -> None:
    table = Table(ANNA, GRUK, house_rules={"halve_stat_checks": True}, dice=[1, 3, 3, 1, 3, 3])
    table.say("begin")
    assert rolls(table, "perception")[0].chance == 18


def test_initiative_speed() -> None:
    for rule, due in (("half", 12), ("full", 10)):
        table = Table(ANNA, GRUK, house_rules={"initiative_speed": rule}, dice=[1, 3, 3, 1, 3, 3])
        table.say("begin")
        assert table.due("anna") == due


def test_rank_speed_off_the_next_initiative() -> None:
    table = duel(house_rules={"rank_speed": "initiative"})
    table.fall(60, 3, 3)
    table.say("anna attack gruk")
    assert table.now["anna"].actions[0].speed == 10
    table.say("next", "gruk nothing")
    assert table.due("anna") == 21 + 12 - 4


def test_defence_point() -> None:
    table = duel(house_rules={"defence_point": 5})
    table.fall(60, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    assert rolls(table, "attack")[0].chance == 64 - 60
    assert any("house rule defence_point" in line for line in rolls(table, "attack")[0].sum)


def test_critical_ignores_armour() -> None:
    mail = {**GRUK, "armour": [{"name": "Mail", "stops": {"all": 20}}]}
    for ignores, body in ((False, 6), (True, 13)):
        table = duel(ANNA, mail, house_rules={"critical_ignores_armour": ignores})
        table.fall(5, 40, 1, 1, 3, 3)
        table.say("anna attack gruk", "next", "gruk nothing")
        assert table.now["gruk"].full("PBD") - table.now["gruk"].pool("PBD") == body


def test_down_at() -> None:
    table = duel(house_rules={"down_at": 10})
    table.say("fix gruk PBD 10")
    assert not table.now["gruk"].able


def test_ties_by_speed_land_one_after_another_on_the_same_count() -> None:
    quick = {**GRUK, "derived": {"PSPD": 6}, "weapon": [{**GRUK["weapon"][0], "speed": 7, "damage": 200}]}
    for rule, anna_strikes in (("simultaneous", True), ("speed", False)):
        table = at_once(ANNA, quick, house_rules={"ties": rule})
        table.say("next", "gruk attack anna", "anna attack gruk")
        assert {combatant.actions[0].lands for combatant in table.now} == {17}
        table.say("next")
        table.fall(1, 40, 3, 3, 60, 3, 3) if not anna_strikes else table.fall(60, 1, 40, 3, 3, 3, 3)
        while table.now.question is not None:
            table.say(f"{table.now.question.who} nothing")
        assert (len(rolls(table, "attack")) == 2) is anna_strikes, rule


@pytest.mark.parametrize(("rule", "asked", "lost"), [("ask", "fumble", 0), ("self", "", 10), ("note", "", 0)])
def test_fumbles(rule: str, asked: str, lost: int) -> None:
    table = missed_at(105 - 5, fumble=rule, open_ended="once", critical_failure="table")
    assert rolls(table, "attack")[0].tier in ("Solid Failure", "Notable Failure", "Very Notable Failure")
    assert table.asked()[1] == asked
    anna = table.now["anna"]
    assert (anna.full("PFT") - anna.pool("PFT") > 0) is bool(lost)
    if asked:
        table.fall(3, 3)
        table.say("anna hurts-itself")
        assert table.now["anna"].full("PFT") > table.now["anna"].pool("PFT")


FUMBLES = [("ask", "ask", True, 0), ("ask", "note", False, 0), ("ask", "self", False, 1), ("self", "note", False, 1)]
"""The house rule, what is said of those by orders, whether it is asked then, and whether points are lost."""


@pytest.mark.parametrize(("house", "ordered", "asked", "lost"), FUMBLES)
def test_fumbles_by_orders_go_as_is_said_of_them_where_the_house_asks(
    house: str, ordered: str, asked: bool, lost: int
) -> None:
    rules = {"fumble": house, "open_ended": "once", "critical_failure": "table"}
    table = at_once({**ANNA, "orders": "attack"}, GRUK, house_rules=rules, order_fumbles=ordered)
    table.fall(100, 5, 3, 3)
    table.say("next", "gruk wait", "next", "gruk nothing")
    assert (table.asked()[1] == "fumble") is asked
    if asked:
        assert table.now.question is not None
        assert 'By orders: order_fumbles = "note" or "self"' in table.now.question.text
    assert (table.now["anna"].full("PFT") > table.now["anna"].pool("PFT")) is bool(lost)


@pytest.mark.parametrize("ordered", ["note", "self"])
def test_whoever_attacks_of_its_own_accord_is_asked_whatever_is_said_of_orders(ordered: str) -> None:
    table = duel(house_rules={"open_ended": "once", "critical_failure": "table"}, order_fumbles=ordered)
    table.fall(100, 5, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    assert table.asked() == ("anna", "fumble")
    assert table.now.question is not None and "By orders" not in table.now.question.text


def test_what_was_preset_by_hand_is_not_done_by_the_orders_given_since() -> None:
    rules = {"open_ended": "once", "critical_failure": "table"}
    table = duel(house_rules=rules, order_fumbles="self")
    table.say("anna preset attack gruk sword if he moves", "anna orders parry", "to 20")
    table.fall(1, 3, 3)
    table.say("anna trigger", "next")
    assert table.now["anna"].actions[0].verb == "attack" and not table.now["anna"].actions[0].ordered
    table.fall(100, 5, 3, 3)
    table.say("gruk nothing")
    assert table.asked() == ("anna", "fumble")
    assert table.now["anna"].pool("PFT") == table.now["anna"].full("PFT")


@current_tables
def test_a_fumble_hurts_by_the_part_of_the_damage_its_effect_says() -> None:
    table = duel(house_rules={"fumble": "self"})
    table.fall(100, 5, 3, 3)
    table.say("anna attack gruk df -3 luck", "next", "gruk nothing")
    attack = rolls(table, "attack")[0]
    assert (attack.total, attack.tier, attack.effect) == (105, "Very Notable Failure", -1.0), "37 %: over 92.5"
    assert table.now["anna"].full("PFT") - table.now["anna"].pool("PFT") == 13


def test_late_dodge() -> None:
    table = duel(house_rules={"late_dodge": True})
    table.fall(60, 3, 3)
    table.say("anna attack gruk", "next", "gruk dodge")
    assert table.now["gruk"].condition("dodging") is not None
    table = duel()
    table.say("anna attack gruk", "next")
    assert "own count" in refused(table, "gruk dodge")


def test_what_differs_from_the_rulings_is_listed() -> None:
    house = HouseRules(fumble="self", florentine=[-4, -6], late_dodge=True)
    assert house.everything(changed=True) == ("florentine = [-4, -6]", 'fumble = "self"', "late_dodge = true")
    assert HouseRules().everything(changed=True) == ()
