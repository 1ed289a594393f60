"""The state: a change to one part leaves every other part as it was."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from tracker.model.combatant import Action, Combatant, Condition, Pool, Presence, Profile
from tracker.model.orders import Orders
from tracker.model.state import Encounter, FreeEvent, Group, Modifier

SELA = Combatant(
    Profile("sela", "Sela", "heroes", 0, "Ben", (Pool("HP", "health", 9), Pool("EN", "energy", 5)), None),
    (9, 5),
    Presence.SURRENDERED,
    (Condition("prone", "prone"),),
    {"carry": 3},
    (Action(1, "hit"),),
    Action(0, "hit"),
    True,
    Orders("attack"),
    True,
    frozenset({"archer"}),
    "the lady",
    True,
    "the company",
    True,
)
FIGHT = Encounter("ford", 7, True, (SELA,), {"sela": 0}, serial=4, modifiers=(Modifier(-2, "rain"),),
                  events=(FreeEvent("event-1", 60, "the gate falls"),), groups=(Group("the company"),))  # fmt: skip


def others(before: Any, after: Any, changed: str) -> dict[str, tuple[Any, Any]]:
    names = [field.name for field in fields(before) if field.name != changed]
    return {name: (getattr(before, name), getattr(after, name)) for name in names}


def test_no_field_is_at_its_default_so_that_a_lost_one_would_show() -> None:
    blank = Combatant(SELA.profile, SELA.pools)
    assert all(
        getattr(SELA, f.name) != getattr(blank, f.name) for f in fields(SELA) if f.name not in ("profile", "pools")
    )


def test_a_pool_changes_and_nothing_else() -> None:
    hurt = SELA.with_pool("EN", 2)
    assert hurt.pools == (9, 2)
    assert all(old == new for old, new in others(SELA, hurt, "pools").values())


def test_a_combatant_changes_and_nothing_else() -> None:
    back = replace(SELA, presence=Presence.IN)
    after = FIGHT.with_combatant(back)
    assert after["sela"] == back
    assert all(old == new for old, new in others(FIGHT, after, "combatants").values())
