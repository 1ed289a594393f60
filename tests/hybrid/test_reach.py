"""Who does not reach closes first: in lines, menus and standing orders (H-ATK-7, ruling 76)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hybrid.kit import ANNA, ANNA_WITH_KNIFE, GUARD, KNIFE, duel, inside, near, refused
from tests.hybrid.table import Table, at_once
from tracker.dice.source import SeededDice
from tracker.model import events as ev

# Out of reach


def declares(table: Table) -> Table:
    assert table.asked() == ("anna", "declaration")
    return table


def test_a_shorter_weapon_must_close_first_unless_the_house_has_it_otherwise() -> None:
    table = declares(duel(ANNA_WITH_KNIFE, GUARD))
    assert "does not reach Gruk" in refused(table, "anna attack gruk")
    assert "`anna close gruk`" in refused(table, "anna attack gruk")
    table = inside()
    table.say("next", "anna attack gruk")
    assert table.now["anna"].actions
    table = duel(ANNA_WITH_KNIFE, GUARD, house_rules={"must_close": False})
    table.say("anna attack gruk")
    assert table.now["anna"].actions


@pytest.mark.parametrize(
    ("weapon", "reaches"),
    [
        ({"length": 2.0}, True),
        ({"length": 1.9}, False),
        ({"use": "thrown"}, True),
        ({"use": "missile"}, True),
        ({"use": "mental"}, True),
    ],
)
def test_equal_reach_and_what_is_shot_thrown_or_of_the_mind_need_no_closing(weapon: Any, reaches: bool) -> None:
    table = declares(duel({**ANNA, "weapon": [{**KNIFE, **weapon}]}, GUARD))
    if not reaches:
        assert "does not reach" in refused(table, "anna attack gruk")
        return
    table.say("anna attack gruk")
    assert table.now["anna"].actions[0].verb == "attack"


def test_bare_hands_have_no_reach() -> None:
    table = declares(duel({**ANNA, "weapon": []}, GUARD))
    assert "does not reach" in refused(table, "anna attack gruk")
    bare = {**GUARD, "weapon": []}
    table = declares(duel({**ANNA, "weapon": []}, bare))
    table.say("anna attack gruk")
    assert table.now["anna"].actions


def test_the_menu_offers_closing_in_the_place_of_a_blow_that_does_not_reach() -> None:
    table = declares(duel(ANNA_WITH_KNIFE, GUARD))
    [gruk] = table.session.rules.choices.menu(table.now, "anna", ("attack",)).choices
    assert (gruk.label, gruk.line, gruk.refused) == ("Gruk out of reach: close first", "anna close gruk", "")
    assert gruk.price.startswith("closes 21")
    table = inside()
    table.say("next")
    [gruk] = table.session.rules.choices.menu(table.now, "anna", ("attack",)).choices
    assert gruk.line == "anna attack gruk knife" and "%" in gruk.told


def test_the_same_again_closes_first_and_strikes_once_inside() -> None:
    table = inside()
    table.say("next")
    again = table.session.rules.choices.repeat_last(table.now, "anna")
    assert again is not None and again.line == "anna attack gruk knife"
    table.fall(99, 3, 3)
    table.say(again.line, "next", "gruk nothing", "fix anna closed:gruk off", "next")
    again = table.session.rules.choices.repeat_last(table.now, "anna")
    assert again is not None and again.line == "anna close gruk"


def test_two_at_once_say_whom_they_do_not_reach() -> None:
    table = declares(duel({**ANNA, "weapon": [KNIFE, {**KNIFE, "name": "Dirk"}]}, GUARD))
    [gruk] = table.session.rules.choices.menu(table.now, "anna", ("both", "knife")).choices
    assert "does not reach" in gruk.refused


def test_standing_orders_close_by_themselves_and_then_strike() -> None:
    table = at_once({**ANNA_WITH_KNIFE, "orders": "attack again"}, {**GUARD, "orders": "attack again"})
    table.say("fix gruk count 200", "next")
    [closing_in] = table.now["anna"].actions
    assert (closing_in.verb, closing_in.target, closing_in.ordered) == ("close", "gruk", True)
    table.fall(3, 3)
    table.say("next", "next")
    assert near(table)
    assert [(action.verb, action.weapon) for action in table.now["anna"].actions] == [("attack", "knife")]


def test_under_orders_one_on_the_ground_gets_up_before_it_closes() -> None:
    table = at_once({**ANNA_WITH_KNIFE, "orders": "attack again"}, GUARD)
    table.say("fix gruk count 200", "fix anna prone on", "next")
    assert table.now["anna"].actions[0].verb == "stand"


def test_a_fight_of_mixed_lengths_under_orders_comes_to_its_end() -> None:
    ordered = {"orders": "attack again, parry"}
    axe = {**KNIFE, "name": "Axe", "length": 0.8}
    table = Table(
        {**ANNA_WITH_KNIFE, **ordered},
        {**ANNA, **ordered, "name": "Bea", "weapon": [{**axe, "skill": "Sword"}]},
        {**GUARD, **ordered},
        {**GUARD, **ordered, "name": "Hob", "weapon": [{**axe, "skill": "Spear"}]},
        house_rules={"fumble": "note"},
    )
    table.session.dice = SeededDice(11)
    table.say("begin")
    for _ in range(600):
        if len({one.profile.side for one in table.now if one.able}) < 2:
            break
        table.say("next")
    assert len({one.profile.side for one in table.now if one.able}) == 1
    closed = [
        event for event in table.events() if isinstance(event, ev.ConditionGained) and event.why == "closed (H-ATK-7)"
    ]
    assert closed, "and not without closing"


def test_must_close_is_asked_of_tricks_too() -> None:
    table = duel(ANNA_WITH_KNIFE, GUARD, house_rules={"must_close": True})
    for verb in ("disarm", "feint"):
        assert "does not reach" in refused(table, f"anna {verb} gruk")
