"""Holds: what the held one and the holder may do, and what ends a hold (H-ATK-8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.hybrid.kit import ANNA_BARE, GRUK, HOB, bout, held, refused, tried
from tests.hybrid.table import at_once
from tracker.model import events as ev
from tracker.model.combatant import Condition


@pytest.mark.parametrize(
    "line",
    [
        *("gruk dodge", "gruk drop", "gruk evade", "gruk look", "gruk act lift heavy", "gruk task PAG difficult"),
        *("gruk accelerate run", "gruk runs", "gruk disarm anna", "gruk preset dodge if he moves", "gruk retreat"),
    ],
)
def test_the_held_one_does_nothing_but_close_combat(line: str) -> None:
    assert "held by Anna" in refused(held(), line) or "fall back" in refused(held(), line)


def test_the_held_one_may_strike_with_its_fist_but_only_who_is_near() -> None:
    table = held()
    table.say("gruk attack anna fist")
    assert table.now["gruk"].actions[0].weapon == "close-fist"


def test_a_senseless_holder_holds_nobody() -> None:
    table = held()
    table.fall(3, 3)
    table.say("fix anna unconscious on")
    assert table.now["gruk"].condition("held") is None and table.now["anna"].condition("grappling") is None


def test_one_holds_one_and_is_held_by_one() -> None:
    table = at_once(ANNA_BARE, GRUK, HOB)
    table.say("fix gruk count 200", "fix hob count 300", "next")
    for foe in ("gruk", "hob"):
        table.fall(3, 3)
        table.say(f"anna close {foe}", "next")
        if table.asked()[1] == "closing":
            table.say(f"{foe} nothing")
        table.say("next")
    tried(table, "anna grapple gruk", 32)
    assert "release" in refused(table, "anna grapple hob")


def test_all_of_it_can_be_taken_back_and_brought_again() -> None:
    table = held()
    table.fall(30, 3, 3)
    before = table.now
    table.say("gruk escape", "next")
    after = table.now
    table.say("undo", "undo")
    assert table.now == before
    table.say("redo", "redo")
    assert table.now == after


def test_what_needs_closeness_or_a_grip_is_lost_without_it() -> None:
    table = bout(gruk={**GRUK, "skill": [*GRUK["skill"], {"name": "Wrestling", "basis": ["PCA"], "rank": 9}]})
    tried(table, "anna grapple gruk", 48)
    table.say("anna hold gruk setup", f"fix gruk count {table.now.count + 1}", "next")
    table.fall(1, 1, 1, 3, 3)
    table.say("gruk escape", "next")
    assert table.now["gruk"].condition("held") is None
    table.say("gruk wait") if table.asked()[0] == "gruk" else None
    while table.now["anna"].actions:
        table.say("gruk wait" if table.asked()[0] == "gruk" else "next")
    assert table.now["gruk"].condition("held") is None


def test_an_escape_that_fails_leaves_the_hold_as_strong_as_it_was() -> None:
    table = held()
    table.fall(99, 3, 3)
    table.say("gruk escape", "next")
    assert table.now["gruk"].mark("hold") == 20 and table.now["gruk"].condition("held") is not None


def test_a_hold_that_changes_is_told_as_one_that_ends_and_one_that_begins() -> None:
    table = bout()
    tried(table, "anna grapple gruk", 32)
    tried(table, "anna hold gruk", 46)
    told = [
        (type(event), event.label)
        for event in table.events()
        if isinstance(event, ev.ConditionGained | ev.ConditionEnded) and event.condition == "held"
    ]
    weak, strong = "held by Anna, strength 20", "held by Anna, strength 36"
    assert told == [(ev.ConditionGained, weak), (ev.ConditionEnded, weak), (ev.ConditionGained, strong)]


@pytest.mark.parametrize(("verb", "why"), [("throw", "thrown down (H-ATK-8)"), ("overbear", "borne down (H-ATK-8)")])
def test_who_is_thrown_or_borne_down_is_told_so(verb: str, why: str) -> None:
    table = bout()
    table.fall(27, 60, 3, 3, 3, 3)
    table.say(f"anna {verb} gruk", "next", "gruk nothing")
    (fall,) = [e for e in table.events() if isinstance(e, ev.ConditionGained) and e.condition == "prone"]
    assert fall.why == why


@pytest.mark.parametrize("line", ["anna release", "fix gruk held off", "fix anna grappling off"])
def test_of_a_hold_that_is_over_no_strength_is_left(line: str) -> None:
    table = held()
    assert table.now["gruk"].mark("hold") == 20
    table.say(line)
    assert table.now["gruk"].mark("hold") == 0


@pytest.mark.parametrize(("holder", "is_held"), [("", False), ("hob", True)])
def test_letting_go_ends_ones_own_grip_and_no_hold_of_another(holder: str, is_held: bool) -> None:
    table = at_once(ANNA_BARE, GRUK, HOB)
    grip = Condition("grappling", "has a grip on Gruk", of="gruk")
    table.session.encounter = table.now.with_combatant(replace(table.now["anna"], conditions=(grip,)))
    if holder:
        hold = Condition("held", "held by Hob", of=holder)
        table.session.encounter = table.now.with_combatant(replace(table.now["gruk"], conditions=(hold,)))
    table.say("anna release")
    assert table.now["anna"].condition("grappling") is None
    assert (table.now["gruk"].condition("held") is not None) is is_held


@pytest.mark.parametrize(
    ("line", "meanwhile", "why"),
    [
        ("anna throw gruk", "fix anna closed:gruk off", "no longer closed in"),
        ("anna hold gruk", "anna release", "no grip any more"),
        ("anna throw gruk", "anna release", ""),
    ],
)
def test_a_technique_that_no_longer_reaches_is_lost_and_initiative_follows(line: str, meanwhile: str, why: str) -> None:
    table = bout()
    tried(table, "anna grapple gruk", 32)
    table.say(line, meanwhile)
    lands = table.now["anna"].actions[0].lands
    table.fall(*([] if why else [60]), 3, 3)
    table.say(f"to {lands}")
    if not why:
        table.say("gruk nothing")
    ended = [(event.how, event.why) for event in table.events() if isinstance(event, ev.ActionEnded)]
    assert ended[-1] == (("lost", why) if why else ("landed", ""))
    assert table.due("anna") == lands + 12
