"""Exertions: what lands when things are lifted, shoved, shed, jumped, when a breath is drawn or somebody saved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.systems.feats import checks
from tracker.systems.feats.actions import air, declarations, motion
from tracker.systems.feats.actions import condition as now
from tracker.systems.feats.actions.deeds import Deed
from tracker.systems.feats.rules import loads, rolls
from tracker.systems.kit.figures import exact, plain
from tracker.systems.kit.steps import mark
from tracker.systems.kit.sums import Sum


def begin(deed: Deed) -> None:
    """What an action comes to when it lands; one with a roll goes on in its stage."""
    draft, own, options = deed.draft, deed.own, deed.action.options
    match deed.action.verb:
        case "shove":
            deed.note(f"{options[0]} lb give way (F-GRAB-3)")
            deed.over()
        case "jump":
            figures = checks.figures(own, exact(options[0]))
            high, broad = plain(figures["high_inches"]), plain(figures["broad_feet"])
            deed.note(f"{deed.name} clears {high} in up or {broad} ft across (F-JUMP)")
            deed.over()
        case "rescue":
            victim = now.sheet_of(draft.encounter, deed.action.target)
            deed.roll("rescued", checks.rescue(own, victim, int(options[0])))
        case "firstaid":
            deed.roll("aided", checks.first_aid(own))
        case "shed":
            deed.roll("shed", checks.shedding(own, deed.thing.piece))
        case "lift" if own.skill("Lifting") is not None:
            deed.roll("lifted", Sum().add(own.skill("Lifting") or 0, "Lifting", "F-LIFT-5"))
        case "lift":
            lifted(deed, {"success": False})
        case "ready":
            mark(draft, deed.who, f"holds {deed.action.weapon}", True)
            deed.done()
        case "hold":
            deed.done()
            air.hold(draft, deed.who, options[0], unprepared=False)
        case _:
            mark(draft, deed.who, declarations.POISED, draft.encounter.count)
            deed.done()


def lifted(deed: Deed, data: Mapping[str, Any]) -> None:
    """Whether it goes up: 8·BL, more by a Lifting roll; a person may have got free (F-LIFT-5, F-GRAB-2)."""
    (weight, helpers, person), encounter = deed.action.options, deed.draft.encounter
    free = declarations.held_fast(encounter, deed.who, person) if person else ""
    bonus = loads.lift_bonus(data["margin"] if data["success"] else 0)
    bound = declarations.most(encounter, deed.who, "lift", (weight, helpers)) * (100 + bonus) / 100
    words = "up it goes" if exact(weight) <= bound else "it stays where it is"
    deed.note(free or f"{weight} lb against {plain(bound)} lb: {words} (F-LIFT-2, F-LIFT-5)")
    deed.done()


def shed(deed: Deed, data: Mapping[str, Any]) -> None:
    """A piece of gear is off, with its weight; failure inhales water (F-SWIM-3)."""
    deed.done()
    if not data["success"]:
        air.inhale(deed.draft, deed.who, deed.house)
        return
    name, load = deed.thing.name, deed.own.load
    mark(deed.draft, deed.who, f"holds {name}", False)
    if load:
        motion.carry(deed.draft, deed.who, plain(max(exact(0), load - exact(deed.thing.weight))), f"{name} shed")
    else:
        deed.note(f"{name} is gone; the load without it is by hand")


def rescued(deed: Deed, data: Mapping[str, Any]) -> None:
    """The roll of lifesaving has fallen (F-SAVE)."""
    deed.over()
    fumbled = data["tier"] == rolls.FUMBLE
    air.saved(deed.draft, deed.who, deed.action.target, data["success"], fumbled, deed.house)


def aided(deed: Deed, data: Mapping[str, Any]) -> None:
    """The water is out of the lungs, or not yet (F-AIR-3)."""
    deed.over()
    if data["success"]:
        deed.draft.end(deed.action.target, now.DROWNED, "first aid (F-AIR-3)")
        air.clean_air(deed.draft, deed.action.target)
