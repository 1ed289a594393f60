"""Actions that are no blow: what each needs, what comes of it, and what ends it before (H-ACT-2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.hybrid.kit import ANNA, ANNA_BARE, GRUK, SEER, bout, duel, held, refused, rolls, tried
from tests.hybrid.table import Table, at_once
from tracker.model import events as ev
from tracker.model.combatant import Condition

AXE: dict[str, Any] = {"name": "Axe", "speed": 3, "damage": 5, "drawn": False, "unfamiliar": True}
MEDIC = {**ANNA, "skill": [*ANNA["skill"], {"name": "First Aid", "basis": ["DEX"], "rank": 4}]}


def noted(table: Table) -> list[str]:
    """What has been noted so far."""
    return [event.text for event in table.events() if isinstance(event, ev.Noted)]


def landed(table: Table) -> list[str]:
    """How each action of Anna has ended."""
    return [event.how for event in table.events() if isinstance(event, ev.ActionEnded) and event.who == "anna"]


# Body or mind


@pytest.mark.parametrize(
    ("line", "before"),
    [
        *(("draw axe", ""), ("fastdraw axe", ""), ("familiarise axe", ""), ("aids gruk", "fix gruk bleeding on")),
        *(("look", ""), ("look general", ""), ("stand", "fix anna prone on"), ("act turn", ""), ("close gruk", "")),
        *(("dodge", ""), ("drop", ""), ("attack gruk axe", "fix anna drawn.axe on"), ("task PAG difficult", "")),
    ],
)
def test_whatever_the_body_does_the_next_initiative_goes_by_the_body(line: str, before: str) -> None:
    table = at_once({**SEER, "weapon": [*SEER["weapon"], AXE]}, GRUK)
    table.say("fix gruk count 900", "next")
    table.fall(1)
    if "attack" in line:
        anna = table.now["anna"]
        table.session.encounter = table.now.with_combatant(replace(anna, marks={**anna.marks, "drawn.axe": True}))
    elif before:
        table.say(before)
    table.say(f"anna {line}")
    assert table.now["anna"].marks["intent"] == "physical"


@pytest.mark.parametrize("line", ["look mental", "attack gruk mind-blast", "task MST difficult"])
def test_whatever_the_mind_does_the_next_initiative_goes_by_the_mind(line: str) -> None:
    table = at_once({**SEER, "intent": "physical"}, GRUK)
    table.say("fix gruk count 900", "next", f"anna {line}")
    assert table.now["anna"].marks["intent"] == "mental"


def test_one_who_gets_free_intends_with_the_body() -> None:
    table = held()
    table.say("gruk intent mental", "gruk escape")
    assert table.now["gruk"].marks["intent"] == "physical"


# Refusals


@pytest.mark.parametrize("verb", ["draw", "fastdraw"])
def test_what_is_in_hand_is_not_drawn(verb: str) -> None:
    assert refused(duel(), f"anna {verb} sword") == "Anna has the Sword in hand already."


def test_what_is_familiar_needs_no_growing_familiar_with() -> None:
    assert refused(duel(), "anna familiarise sword") == "Anna is familiar with the Sword already."


def test_only_who_lies_gets_up_and_only_who_bleeds_is_aided() -> None:
    table = duel()
    assert refused(table, "anna stand") == "Anna is on its feet already."
    assert refused(table, "anna aids gruk") == "Gruk does not bleed, so there is nothing for Anna to stop."


@pytest.mark.parametrize(
    ("lines", "verb", "why"),
    [
        (("gruk leaves",), "runs", "Gruk cannot move about: it has left."),
        (("fix gruk unconscious on",), "crawls", "Gruk cannot move about: unconscious."),
        (("fix gruk prone on",), "jogs", "Gruk lies on the ground: it crawls, or `gruk stand` gets up first."),
    ],
)
def test_one_who_cannot_move_hears_why(lines: tuple[str, ...], verb: str, why: str) -> None:
    table = duel()
    table.fall(3, 3)
    table.say(*lines)
    assert refused(table, f"gruk {verb}") == why
    table.say("gruk sleeps")
    assert table.now["gruk"].marks["activity"] == "sleep", "resting is no moving"


def test_the_prone_crawl_and_ride_and_the_held_do_not_even_crawl() -> None:
    table = duel()
    table.say("fix gruk prone on", "gruk crawls")
    assert table.now["gruk"].condition("moving") is not None
    assert "`gruk escape` tries to get free" in refused(held(), "gruk crawls")


# Landing


def test_a_drawn_weapon_is_in_hand_when_the_draw_has_landed_and_not_before() -> None:
    table = duel({**ANNA, "weapon": [{**ANNA["weapon"][0], "drawn": False}]})
    table.say("anna draw")
    assert table.now["anna"].actions[0].label == "drawing sword"
    assert "drawn.sword" not in table.now["anna"].marks
    table.fall(3, 3)
    table.say("next")
    assert table.now["anna"].marks["drawn.sword"] is True


@pytest.mark.parametrize(("count", "looks"), [(13, False), (14, True)])
def test_what_a_blow_of_the_same_count_ends_is_not_carried_out(count: int, looks: bool) -> None:
    deadly = {**GRUK, "weapon": [{**GRUK["weapon"][0], "damage": 200}]}
    table = at_once(ANNA, deadly)
    table.say(f"fix gruk count {count}", "next", "anna look", "next", "gruk attack anna")
    assert (table.now["anna"].actions[0].lands, table.now["gruk"].actions[0].lands) == (19, count + 6)
    seen = len(rolls(table, "perception"))
    table.fall(*([1, 3, 3] if looks else []), 1, 40, 3, 3)
    table.say("next")
    if looks:
        table.say("next")
    table.say("anna nothing")
    assert not table.now["anna"].able
    assert len(rolls(table, "perception")) - seen == looks and landed(table) == ["landed" if looks else "lost"]


def test_a_landing_whose_action_is_gone_is_passed_over() -> None:
    table = duel()
    table.say("anna act turn")
    table.session.encounter = table.now.with_combatant(replace(table.now["anna"], actions=()))
    table.say("to 40")
    assert table.due("anna", "land") is None and table.now.count == 40


def test_first_aid_that_fails_leaves_the_wound_and_one_that_succeeds_stops_the_oldest_alone() -> None:
    for face, left in ((53, ["bleeding-1", "bleeding-2"]), (52, ["bleeding-2"])):
        table = duel(MEDIC)
        table.say("fix gruk bleeding on", "fix gruk bleeding on")
        table.fall(face, 3, 3)
        table.say("anna aids gruk", "to 20")
        assert rolls(table, "first aid")[0].chance == 36 + 16
        assert [one.key for one in table.now["gruk"].conditions] == left
        due = [due.ref for due in table.now.agenda.of("gruk") if due.what == "bleed"]
        assert due == left


def test_first_aid_for_a_wound_that_has_closed_meanwhile_does_nothing() -> None:
    table = duel(MEDIC)
    table.say("fix gruk bleeding on", "anna aids gruk", "fix gruk bleeding-1 off")
    table.fall(1, 3, 3)
    table.say("to 20")
    assert not table.now["gruk"].conditions


def test_growing_familiar_in_vain_gains_nothing() -> None:
    table = duel({**ANNA, "weapon": [{**ANNA["weapon"][0], "unfamiliar": True}]})
    table.fall(99, 3, 3)
    table.say("anna familiarise", "next")
    assert table.now["anna"].mark("familiar.sword") == 0


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("look setup", "looking around (setup)"),
        ("look mental rush 4", "looking around (mental) (rush 4/8)"),
        ("act turn", "turns"),
        ("aids gruk rush 1/2", "first aid (rush 5/10)"),
    ],
)
def test_how_an_action_is_done_stands_behind_its_name(line: str, label: str) -> None:
    table = duel()
    table.say("fix gruk bleeding on", f"anna {line}")
    assert table.now["anna"].actions[0].label == label


# Training and buying


def test_hours_of_training_carry_over_for_each_way_by_itself() -> None:
    table = duel()
    for way, hours in (("alone", 30), ("partner", 20), ("teacher", 10)):
        before = table.now["anna"].mark("experience")
        table.say(f"anna trains {hours - 1} {way}")
        assert table.now["anna"].mark("experience") == before
        table.say(f"anna trains 1 {way}")
        assert table.now["anna"].mark("experience") == before + 1
        how = "alone" if way == "alone" else f"with a {way}"
        assert noted(table)[-1] == f"Anna trains 1 h {how}: 1 experience, 0 h towards the next point (H-SKILL-10)"
    told = [event for event in table.events() if isinstance(event, ev.MarkChanged) and event.mark == "experience"]
    assert len(told) == 3, "without a point nothing changes"


# Damage by hand


def test_damage_by_hand_is_told_with_what_it_is_and_what_armour_stops() -> None:
    table = duel(gruk={**GRUK, "armour": [{"name": "Mail", "covers": ["chest"], "stops": {"all": 4}}]})
    table.say("gruk damage 3 cutting chest", "gruk damage 10 cutting chest", "gruk damage 2 cutting")
    assert noted(table)[-3:] == [
        "Gruk takes 3 cutting chest by hand, armour stops 3",
        "Gruk takes 10 cutting chest by hand, armour stops 4",
        "Gruk takes 2 cutting by hand",
    ]


def test_who_has_left_takes_no_damage_and_who_has_surrendered_does() -> None:
    table = duel()
    table.say("gruk leaves")
    assert refused(table, "gruk damage 5") == "Gruk has left the fight; `gruk returns` brings it back."
    table = duel()
    table.say("gruk surrenders", "gruk damage 36 cutting chest", "gruk damage 1 cutting chest")
    assert table.now["gruk"].pool("PBD") == 23 and table.asked() == ("anna", "declaration"), "no check is offered"


@pytest.mark.parametrize(
    ("line", "checks"),
    [
        ("damage 18 crushing chest", ""),
        ("damage 19 crushing chest", "knockback"),
        ("damage 1 explosive chest", "knockback"),
        ("damage 1 energy chest", "shock"),
        ("damage 36 cutting chest", ""),
        ("damage 37 cutting chest", "bleeding, shock"),
        ("damage 37 piercing", "bleeding, shock"),
        ("damage 37 crushing", "knockback, shock"),
        ("damage 37", "shock"),
    ],
)
def test_damage_by_hand_offers_the_checks_that_it_calls_for(line: str, checks: str) -> None:
    table = duel()
    table.say(f"gruk {line}")
    question = table.now.question
    assert question is not None
    assert (question.text if question.what == "checks" else "") == (f"Gruk: roll {checks}?" if checks else "")
    if checks:
        before = len(table.events())
        table.say("gruk none")
        assert not [event for event in table.events()[before:] if isinstance(event, ev.Rolled | ev.ConditionGained)]


def test_of_one_by_orders_the_checks_are_rolled_without_a_question() -> None:
    table = duel(ANNA, {**GRUK, "orders": "attack again, nothing"})
    table.fall(36, 36)
    table.say("gruk damage 37 cutting chest")
    assert [roll.what for roll in table.events() if isinstance(roll, ev.Rolled)][-2:] == ["bleeding", "shock"]
    assert table.asked() == ("anna", "declaration")


def test_knocked_down_by_hand_one_rolls_initiative_after_the_last_check() -> None:
    table = duel()
    table.say("gruk damage 30 crushing chest")
    table.fall(99, 3, 3)
    table.say("gruk checks")
    assert table.now["gruk"].condition("prone") is not None and table.due("gruk") == 11 + 12
    table = duel()
    table.say("gruk damage 30 crushing chest")
    table.fall(26)
    table.say("gruk checks")
    assert table.now["gruk"].condition("prone") is None and table.due("gruk") == 60


def test_damage_by_hand_that_fells_calls_for_no_check() -> None:
    table = duel()
    table.say("gruk damage 60 crushing chest")
    assert not table.now["gruk"].able and table.asked() == ("anna", "declaration")


# A landing grip


def test_of_two_grapples_that_land_at_once_only_the_first_gets_a_grip() -> None:
    table = at_once(ANNA_BARE, GRUK, {**ANNA_BARE, "name": "Hob"})
    for who, other in (("anna", "gruk"), ("hob", "gruk"), ("gruk", "anna"), ("gruk", "hob")):
        fighter = table.now[who]
        near = Condition(f"closed:{other}", f"closed in with {other}", of=other)
        table.session.encounter = table.now.with_combatant(replace(fighter, conditions=(*fighter.conditions, near)))
    table.say("fix gruk count 200", "next", "anna grapple gruk", "hob grapple gruk", "next", "gruk nothing")
    table.fall(32, 30, 3, 3, 3, 3)
    table.say("gruk nothing")
    assert "Gruk is held by Anna, strength 20 already: no grip for Hob" in noted(table)
    assert table.now["gruk"].condition("held").of == "anna"  # type: ignore[union-attr]
    assert table.now["hob"].condition("grappling") is None


def test_a_hold_of_one_still_holds_and_one_of_nothing_is_free() -> None:
    wrestler = {**GRUK, "skill": [*GRUK["skill"], {"name": "Wrestling", "basis": ["PCA"], "rank": 2}]}
    for face, strength in ((25, 1), (24, 0)):
        table = bout(gruk=wrestler)
        tried(table, "anna grapple gruk", 32)
        table.say("anna wait", "fix gruk count 50", "next")
        table.fall(face, 1, 1)
        table.say("gruk escape", "next")
        assert table.now["gruk"].mark("hold") == strength
        assert (table.now["gruk"].condition("held") is not None) is bool(strength)


def test_an_action_without_a_weapon_puts_no_mind_at_risk() -> None:
    table = duel(SEER)
    table.say("anna act turn")
    assert table.session.rules.display.pools_at_risk(table.now) == {}


@pytest.mark.parametrize("name", ["Old Wolf", "Big Bad Wolf", "Wolf"])
def test_a_foe_is_named_by_all_the_words_of_its_name(name: str) -> None:
    table = at_once(ANNA, {**GRUK, "name": name})
    wolf = next(one.id for one in table.now if one.name == name)
    table.say(f"fix {wolf} count 60", "next")
    for line in (f"anna attack {name}", f"anna attack {name} sword"):
        table.say(line)
        assert table.now["anna"].actions[0].target == wolf
        table.say("undo")


@pytest.mark.parametrize(
    ("line", "told"), [("light poor", "light 75% off"), ("light full", "light as usual"), ("df -2", "df -2")]
)
def test_a_change_of_the_scene_is_told(line: str, told: str) -> None:
    table = duel()
    table.say(f"scene {line}")
    assert f"the scene: {told} from now on (H-COND)" in [text.replace("−", "-") for text in noted(table)]
