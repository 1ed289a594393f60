"""Standing orders: a fight runs by them, and a veto takes the last one back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.hybrid.kit import ANNA, GRUK, KNIFE, current_tables
from tests.hybrid.table import Table, at_once
from tests.tui.paper import Paper
from tracker.dice.source import SeededDice
from tracker.encounter.engine.standing_orders import declares
from tracker.games.hybrid.sheet.sheet import sheet_of
from tracker.games.hybrid.timing import weapon_binds
from tracker.model.combatant import Action, Condition
from tracker.model.commands import Do, Improvise
from tracker.model.events import Answered, DefenceDeclared, Noted

both = pytest.mark.parametrize("edition", ["current", "1997"])


@both
def test_a_fight_in_which_all_have_orders_runs_by_itself(edition: str) -> None:
    ordered: list[dict[str, Any]] = [
        {**ANNA, "orders": "attack again, parry"},
        {**GRUK, "orders": "Attack Again, nothing"},
    ]
    table = at_once(*ordered, house_rules={"fumble": "self"}, edition=edition)
    table.session.dice = SeededDice(3)
    table.say("to 300")
    assert table.now.question is None or table.asked()[1] == "declaration", "fumbles hurt without asking"
    modes = [table.session.journal.steps[n].mode for n in table.session.journal.done]
    assert modes.count("orders") > 3, "each declaration is a step of its own"


@both
def test_a_veto_takes_the_last_order_back_and_asks(edition: str) -> None:
    table = at_once({**ANNA, "orders": "attack again"}, GRUK, edition=edition)
    table.say("fix gruk count 60", "next")
    assert not table.now["anna"].actions or table.now["anna"].actions[0].ordered
    table.say("veto")
    assert table.asked() == ("anna", "declaration")
    assert not table.now["anna"].actions


def doing(table: Table, who: str) -> str:
    """What somebody has under way, in its verb and weapon."""
    action = table.now[who].actions[0]
    return f"{action.verb} {action.weapon}".strip()


@both
def test_one_on_the_ground_gets_up_of_its_own_accord(edition: str) -> None:
    table = at_once({**ANNA, "orders": "attack nearest"}, GRUK, edition=edition)
    table.say("fix gruk count 60", "fix anna prone on", "next")
    assert doing(table, "anna") == "stand"


@both
def test_a_weapon_that_is_put_away_is_drawn_of_its_own_accord(edition: str) -> None:
    sheathed = {**ANNA, "weapon": [{**ANNA["weapon"][0], "drawn": False}, {**KNIFE, "drawn": False}]}
    for orders, verb in (("attack nearest", "draw sword"), ("attack nearest with Knife", "draw knife")):
        table = at_once({**sheathed, "orders": orders}, GRUK, edition=edition)
        table.say("fix gruk count 60", "next")
        assert doing(table, "anna") == verb


@both
def test_a_weapon_in_hand_that_is_not_the_ordered_one_stays_where_it_is(edition: str) -> None:
    two = {**ANNA, "weapon": [*ANNA["weapon"], {**KNIFE, "length": 1.5}]}
    table = at_once({**two, "orders": "attack nearest with Knife"}, GRUK, edition=edition)
    table.say("fix gruk count 60", "next")
    assert doing(table, "anna") == "attack knife"


@both
def test_a_bound_weapon_is_freed_once_and_then_another_is_drawn(edition: str) -> None:
    two = {**ANNA, "weapon": [*ANNA["weapon"], {**KNIFE, "drawn": False}]}
    table = at_once({**two, "orders": "attack nearest"}, GRUK, edition=edition)
    table.say("fix gruk count 60")
    anna = table.now["anna"]
    bound = Condition("bound", "bound by Gruk", of="gruk")
    held = replace(anna, conditions=(bound,), marks={**anna.marks, "bound": "sword"})
    table.session.encounter = table.now.with_combatant(held)
    rules = table.session.rules
    assert declares(table.now, rules, "anna") == Do("anna", "unbind")
    tried = replace(held, marks={**held.marks, weapon_binds.TRIED: table.now.count})
    assert declares(table.now.with_combatant(tried), rules, "anna") == Do("anna", "draw", ("knife",))


def test_one_whose_only_weapon_stays_bound_waits_for_another_try_and_is_not_asked() -> None:
    table = at_once({**ANNA, "orders": "attack nearest"}, GRUK)
    table.say("fix gruk count 60")
    anna = table.now["anna"]
    sheet = replace(sheet_of(anna), fist=None)
    held = replace(
        anna,
        profile=replace(anna.profile, sheet=sheet),
        conditions=(Condition("bound", "bound by Gruk", of="gruk"),),
        marks={**anna.marks, "bound": "sword", weapon_binds.TRIED: table.now.count},
    )
    assert declares(table.now.with_combatant(held), table.session.rules, "anna") == Improvise(
        "anna", "waits to free its weapon", 1
    )


FIST: dict[str, Any] = {"name": "Close Fist", "skill": "Sword", "speed": 3, "damage": "2*PSE"}
DREAD: dict[str, Any] = {"name": "Dread", "use": "mental", "skill": "Sword", "speed": 6, "damage": 9}


@both
def test_before_its_fist_a_fighter_draws_a_weapon_of_the_body(edition: str) -> None:
    weapons = [FIST, {**DREAD, "drawn": False}, {**ANNA["weapon"][0], "drawn": False}]
    table = at_once({**ANNA, "weapon": weapons, "orders": "attack nearest"}, GRUK, edition=edition)
    assert declares(table.now, table.session.rules, "anna") == Do("anna", "draw", ("sword",))


@both
def test_one_who_struck_with_its_fist_last_goes_on_with_it_unless_its_weapon_is_bound(edition: str) -> None:
    weapons = [FIST, {**ANNA["weapon"][0], "drawn": False}]
    table = at_once({**ANNA, "weapon": weapons, "orders": "attack nearest"}, GRUK, edition=edition)
    anna = replace(table.now["anna"], last=Action(1, "attack", "close-fist", "gruk"))
    now = table.now.with_combatant(anna)
    assert declares(now, table.session.rules, "anna") == Do("anna", "attack", ("gruk", "close-fist"))
    bound = replace(
        anna,
        conditions=(Condition("bound", "bound with Gruk", of="gruk"),),
        marks={**anna.marks, "bound": "sword", "drawn.sword": True},
    )
    assert declares(now.with_combatant(bound), table.session.rules, "anna") == Do("anna", "unbind")


@both
def test_in_the_place_of_a_bound_weapon_neither_fist_nor_mind_is_drawn(edition: str) -> None:
    weapons = [ANNA["weapon"][0], {**FIST, "drawn": False}, {**DREAD, "drawn": False}, {**KNIFE, "drawn": False}]
    table = at_once({**ANNA, "weapon": weapons, "orders": "attack nearest"}, GRUK, edition=edition)
    anna = table.now["anna"]
    marks = {**anna.marks, "bound": "sword", weapon_binds.TRIED: table.now.count}
    tried = replace(anna, conditions=(Condition("bound", "bound with Gruk", of="gruk"),), marks=marks)
    orders = declares(table.now.with_combatant(tried), table.session.rules, "anna")
    assert orders == Do("anna", "draw", ("knife",))


@both
def test_one_ordered_to_attack_looks_around_while_the_only_foe_that_stands_is_unnoticed(edition: str) -> None:
    table = at_once({**ANNA, "orders": "attack nearest"}, GRUK, edition=edition)
    table.say("fix gruk count 60", "gruk hidden", "next")
    assert doing(table, "anna") == "look" and table.now["anna"].actions[0].ordered
    table.say("anna abort", "fix anna prone on")
    assert declares(table.now, table.session.rules, "anna") == Do("anna", "stand")


def test_one_ordered_to_attack_is_asked_where_no_foe_stands() -> None:
    table = at_once({**ANNA, "orders": "attack nearest"}, GRUK)
    table.say("fix gruk count 60", "gruk hidden")
    gruk = replace(table.now["gruk"], conditions=(Condition("unconscious", "unconscious"),))
    table.session.encounter = table.now.with_combatant(gruk)
    table.say("next")
    assert table.asked() == ("anna", "declaration")


def test_it_is_the_bound_weapon_that_is_freed_not_the_first_of_the_sheet_that_is_drawn() -> None:
    two = {**ANNA, "weapon": [{**ANNA["weapon"][0], "drawn": False}, KNIFE]}
    table = at_once({**two, "orders": "attack nearest"}, GRUK)
    table.say("fix gruk count 60")
    anna = table.now["anna"]
    bound = Condition("bound", "bound by Gruk", of="gruk")
    held = replace(anna, conditions=(bound,), marks={**anna.marks, "bound": "knife"})
    assert declares(table.now.with_combatant(held), table.session.rules, "anna") == Do("anna", "unbind")


@both
def test_a_parry_by_orders_is_a_step_that_can_be_vetoed(edition: str) -> None:
    table = at_once(GRUK, {**ANNA, "orders": "attack again, parry above 5"}, edition=edition)
    table.say("next", "gruk attack anna", "fix anna count 90")
    table.session.dice = SeededDice(3)
    outcome = table.say("next")
    assert any(isinstance(event, DefenceDeclared) and event.defence == "parry" for event in outcome.events)
    assert outcome.steps[-1].mode == "orders"
    table.say("veto")
    assert table.asked() == ("anna", "defence")


def fumbling(edition: str = "current", **house: Any) -> Table:
    """Anna and Gruk fight by orders; her first blow falls on 105, a fumble."""
    table = at_once({**ANNA, "orders": "attack again"}, {**GRUK, "orders": "attack again, nothing"}, house_rules=house)
    table.say("fix gruk count 60")
    table.fall(100, 5, 3, 3)
    return table


@both
def test_a_fumble_by_orders_halts_the_fight_until_the_game_master_has_decided(edition: str) -> None:
    table = fumbling(edition)
    table.say("to 50")
    assert table.asked() == ("anna", "fumble") and table.now.count == 17
    table.say("anna hurts-itself")
    assert table.now["anna"].pool("PFT") < table.now["anna"].full("PFT")


def test_a_fumble_by_orders_is_seen_on_the_smallest_screen() -> None:
    table = fumbling()
    player = Paper(table.session, (80, 24))
    player.press("space", "space")
    assert table.asked() == ("anna", "fumble")
    seen = " ".join(player.text().split())
    assert "Anna fumbles" in seen and "the attacker takes the damage" in seen


@current_tables
def test_a_house_in_which_fumbles_are_only_noted_goes_on() -> None:
    table = fumbling(fumble="note")
    table.say("next", "next")
    assert table.asked() == ("", "")
    assert any(isinstance(event, Noted) and "Anna fumbles" in event.text for event in table.events())


@both
def test_whoever_is_too_far_for_its_weapon_closes_of_its_own_accord(edition: str) -> None:
    short = {**ANNA, "weapon": [KNIFE], "orders": "attack nearest"}
    long = {**GRUK, "weapon": [{**GRUK["weapon"][0], "length": 2.0}]}
    for must_close, asked in ((True, "closing"), (False, "defence")):
        table = at_once(short, long, house_rules={"must_close": must_close}, edition=edition)
        table.say("fix gruk count 60", "next")
        assert table.asked() == ("gruk", asked)


@current_tables
@pytest.mark.parametrize(
    ("orders", "scene", "why"),
    [
        ("parry", "fix gruk PBD 6", "parry; Gruk cannot parry with Short Sword: its chance is 0 now"),
        ("parry above 90", "", "parry above 90; parry has 25 %"),
        ("dodge", "", "dodge; Gruk cannot dodge now: it must be declared beforehand, on its own count"),
        ("parry", "", "parry"),
    ],
)
def test_what_is_kept_of_an_answer_by_orders_says_why_it_is_another_than_they_name(
    orders: str, scene: str, why: str
) -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix gruk count 60", f"gruk orders {orders}", *([scene] if scene else []), "next", "anna attack gruk")
    table.fall(99, 3, 3, 3, 3)
    events = table.say("next").events
    answered = next(event for event in events if isinstance(event, Answered) and event.who == "gruk")
    assert (answered.answer == "parry") is (why == "parry") and answered.order == why
