"""Harm: the dice of a hit, what armour stops, and which pools lose the rest (H-DMG 1–5)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.blows.batch_plan import Stage
from tracker.games.hybrid.body.pool_changes import take, tire
from tracker.games.hybrid.body.weapons import kind, weapon_of
from tracker.games.hybrid.book.rounding import exact, half_up, shown
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import hit_location
from tracker.games.hybrid.modifiers import action_modifiers
from tracker.games.hybrid.sheet.sheet import sheet_of
from tracker.model import events as ev
from tracker.model.questions import Roll


def want_dice(stage: Stage) -> Roll | None:
    """Return the roll of the weapon's damage dice, when it has any (H-DMG-1). Else None."""
    blow = stage.blow
    if not blow.strikes:
        return None
    weapon = weapon_of(stage.draft[blow.attacker], blow.weapon)
    if not weapon.damage.dice or weapon.is_grip:
        return None
    return Roll(blow.attacker, "damage", f"{weapon.name} damage", weapon.damage.text)


def take_dice(stage: Stage, rolled: Any) -> None:
    """Store the faces of the damage dice."""
    stage.blow.faces = tuple(rolled["faces"])


def want_shield(stage: Stage) -> Roll | None:
    """Return the roll of the blocking weapon's damage, which counts as armour (H-DEF-8, ruling 47).

    Return None without a block, or for damage without dice, which is stored at once.
    """
    draft, blow = stage.draft, stage.blow
    if not blow.strikes or not blow.blocked:
        return None
    weapon = weapon_of(draft[blow.target], blow.with_)
    if not weapon.damage.dice:
        stats = sheet_of(draft[blow.target]).stats
        blow.blocked = half_up(weapon.damage.total((), stats))
        return None
    return Roll(blow.target, "block", f"{weapon.name} as armour", weapon.damage.text)


def take_shield(stage: Stage, rolled: Any) -> None:
    """Store the points that the blocking weapon stops."""
    draft, blow = stage.draft, stage.blow
    weapon = weapon_of(draft[blow.target], blow.with_)
    blow.blocked = half_up(weapon.damage.total(tuple(rolled["faces"]), sheet_of(draft[blow.target]).stats))


def split(base: Fraction | int, effect: Fraction, times: Fraction | int = 1) -> tuple[int, int]:
    """Return the ordinary and the critical damage of `base` at a tier's effect (H-DMG-2).

    `times` is the factor of a spin, for both parts (ruling 41). Each product is rounded once, half up. What the tier
    adds to the ordinary part is critical.
    """
    base *= times
    total = half_up(base * effect)
    ordinary = min(half_up(base), total)
    return ordinary, total - ordinary


def through(ordinary: int, extra: int, stops: int, ignores: bool) -> tuple[int, int]:
    """Return the ordinary and the critical (`extra`) damage that armour lets through. It stops ordinary damage first.

    `stops` are the armour's points. With `ignores` they stop no critical damage. Rules: H-DMG-3, ruling 18.
    """
    stops_left = max(0, stops - ordinary)
    return max(0, ordinary - stops), extra if ignores else max(0, extra - stops_left)


def reckon(stage: Stage) -> None:
    """Calculate the damage of a blow and record the hit, before the damage takes effect: tier, block and armour."""
    draft, rules, blow = stage.draft, stage.rules, stage.blow
    if not blow.strikes:
        return
    attacker, target = draft[blow.attacker], draft[blow.target]
    weapon = weapon_of(attacker, blow.weapon)
    if weapon.is_grip:
        label = f"{blow.label}: gets hold of {target.name}"
        draft.emit(ev.Struck(who=blow.attacker, target=blow.target, outcome="hit", label=label, tier=blow.tier))
        return
    mind = weapon.use == "mental"
    type_ = kind(draft.encounter, blow.attacker, blow.target, weapon)
    base = max(0, weapon.damage.sum(blow.faces, sheet_of(attacker).stats))
    times = action_modifiers.damage_times(blow.how, rules.book)
    ordinary, extra = split(base, exact(blow.effect), times)
    armour = 0 if mind else sheet_of(target).stopped(blow.location, type_)
    blow.stopped = min(armour + max(0, blow.blocked), ordinary + extra)
    factor = "" if times == 1 else f" × {shown(times)}"
    lines = [f"{weapon.name} {shown(base)}{factor} × {blow.effect:g} {blow.tier} = {ordinary + extra} (H-DMG-2)"]
    if type_ != weapon.type:
        lines.append(f"closed in, it serves as a club: {type_} (H-ATK-7)")
    if blow.blocked > 0:
        lines.append(f"blocked −{blow.blocked} (H-DEF-8)")
    if armour:
        lines.append(f"armour −{armour} at the {blow.location} (H-DMG-3)")
    blow.ordinary, blow.extra = through(
        ordinary, extra, armour + max(0, blow.blocked), rules.house.critical_ignores_armour
    )
    if rules.house.critical_ignores_armour and extra and armour:
        lines.append("critical damage passes it by (house rule critical_ignores_armour)")
    pools = ("MFT", "MBD") if mind else ("PFT", "PBD")
    lines.append(
        f"ordinary {blow.ordinary} off {pools[0]} then {pools[1]}, critical {blow.extra} off {pools[1]} (H-DMG-4)"
    )
    place = hit_location.words(blow.location, blow.side)
    draft.emit(
        ev.Struck(
            who=blow.attacker,
            target=blow.target,
            outcome="hit",
            label=f"{blow.label} hits {target.name}'s {'mind' if mind else place}",
            location=place,
            tier=blow.tier,
            damage=ordinary + extra,
            critical=extra,
            stopped=blow.stopped,
            type="" if mind else type_,
            sum=tuple(lines),
        )
    )


def apply(stage: Stage) -> None:
    """Take the calculated damage off the target's pools, and store the points that each lost."""
    draft, blow = stage.draft, stage.blow
    mind = weapon_of(draft[blow.attacker], blow.weapon).use == "mental"
    blow.fatigue, blow.body = harm(
        draft, stage.rules, blow.target, blow.ordinary, blow.extra, why=blow.label, mind=mind
    )


def harm(
    draft: StepBuilder, rules: Rulebook, who: str, ordinary: int, extra: int, why: str, mind: bool = False
) -> tuple[int, int]:
    """Take ordinary damage off PFT and then PBD, critical damage off PBD. Of the mind MFT and MBD (H-DMG-4).

    Returns the points that fatigue and body lost. `why` is the reason shown with each loss.
    """
    fatigue_pool, body_pool = ("MFT", "MBD") if mind else ("PFT", "PBD")
    fatigue_per_exhaustion = rules.book.energy.fatigue_per_exhaustion
    fatigue = tire(draft, who, fatigue_pool, min(ordinary, draft[who].pool(fatigue_pool)), why, fatigue_per_exhaustion)
    body = take(draft, who, body_pool, ordinary - fatigue + extra, why)
    return fatigue, body
