"""The attack roll and what answers it on a hit: parry, block, rolling with the blow (H-ATK-1, H-DEF)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracker.encounter import events as ev
from tracker.encounter.combatant import Action, Combatant
from tracker.encounter.draft import Draft
from tracker.encounter.questions import Roll
from tracker.encounter.state import Encounter
from tracker.systems.hybrid import conditions, defences, location, tiers
from tracker.systems.hybrid.blow import Blow
from tracker.systems.hybrid.checks import Chance, of_skill, unranked
from tracker.systems.hybrid.conditions import ADVANCED, BOUND, OFF_BALANCE
from tracker.systems.hybrid.defences import BLOCK, PARRY, ROLL_WITH, sheet_of
from tracker.systems.hybrid.sheet import Weapon

if TYPE_CHECKING:
    from tracker.systems.hybrid.batch import Batch
    from tracker.systems.hybrid.rules import Hybrid

ATTACK = "attack"
CALLED, EXTRA, QUICK = "called", "df", "speed"
"""Options of an attack: a called place, an extra DF with its reason, speed points spent."""


def blow_of(who: str, action: Action) -> Blow:
    """The blow of an action that lands."""
    blow = Blow(who, action.target, action.id, action.weapon, action.label)
    for option in action.options:
        name, _, rest = option.partition(" ")
        if name == CALLED:
            first, _, place = rest.partition(" ")
            blow.side, blow.called = (first, place) if first in location.SIDES and place else ("", rest)
        elif name == EXTRA:
            number, _, reason = rest.partition(" ")
            blow.df, blow.reason = int(number), reason
    return blow


def weapon_of(combatant: Combatant, key: str) -> Weapon:
    """The weapon with this key; every declared action has one that exists."""
    weapon = sheet_of(combatant).weapon(key)
    assert weapon is not None
    return weapon


def skill_chance(combatant: Combatant, weapon: Weapon, rules: Hybrid) -> Chance:
    """The chance of using a weapon, before DFs: its skill's, or half of 3·SB unranked (H-ATK-1)."""
    sheet, book = sheet_of(combatant), dict(rules.book)
    if weapon.skill is None:
        return unranked(sheet, weapon.basis, book)
    return of_skill(sheet, weapon.skill, book, weapon.basis, ATTACK)


def attack_chance(encounter: Encounter, rules: Hybrid, blow: Blow) -> Chance:
    """The whole chance of a blow as things stand (H-ATK 1, 2 and 4)."""
    attacker, target = encounter[blow.attacker], encounter[blow.target]
    chance = skill_chance(attacker, weapon_of(attacker, blow.weapon), rules)
    called = location.called_df(blow.called, rules.book) if blow.called else None
    dfs = [(called, f"called {blow.called} (H-ATK-4)")] if called else []
    if blow.df:
        dfs.append((blow.df, blow.reason or "by the game master"))
    chance.dfs([*dfs, *conditions.on_action(attacker, rules.book, rules.scene, conditions.OFFENSIVE)])
    aware = blow.attacker not in target.unaware_of
    return defences.against(chance, target, aware, blow.defence, rules.book, rules.house)


def want_attack(draft: Draft, rules: Hybrid, batch: Batch, blow: Blow, who: str) -> Roll | None:
    """The attack roll, with the target's defence inside its chance."""
    if blow.gone:
        return None
    chance = attack_chance(draft.encounter, rules, blow)
    label = f"{blow.label} at {draft[blow.target].name}"
    return chance.roll(blow.attacker, ATTACK, label, blow.target)


def take_attack(draft: Draft, rules: Hybrid, batch: Batch, blow: Blow, who: str, rolled: Any) -> None:
    """Hit or miss, and how well; a fumble is left to the game master (ruling 24)."""
    blow.hit, blow.tier, blow.effect = rolled["success"], rolled["tier"], rolled["effect"]
    blow.margin, blow.missed_by = max(0, rolled["margin"]), max(0, -rolled["margin"])
    blow.critical = blow.tier == tiers.CRITICAL
    if not blow.hit:
        fumble = "" if blow.effect == 0 or blow.critical else f", effect {blow.effect:g}: the game master decides"
        _missed(draft, blow, f"{blow.tier}{fumble}")


def _missed(draft: Draft, blow: Blow, words: str) -> None:
    draft.emit(
        ev.Struck(
            who=blow.attacker, target=blow.target, outcome="missed", label=f"{blow.label}: {words}", tier=blow.tier
        )
    )


def want_severity(draft: Draft, rules: Hybrid, batch: Batch, blow: Blow, who: str) -> Roll | None:
    """The second roll of a critical failure (H-CHECK-9); not open-ended (ruling 36)."""
    if not blow.critical:
        return None
    sum_ = (f"missed by {blow.missed_by} (H-CHECK-9)",)
    return Roll(blow.attacker, "severity", "how bad the failure is", "d100", sum=sum_)


def take_severity(draft: Draft, rules: Hybrid, batch: Batch, blow: Blow, who: str, rolled: Any) -> None:
    """How bad the failure is."""
    blow.tier, blow.effect = tiers.severity(blow.missed_by, rolled["total"], rules.book)
    draft.note(f"{blow.tier}, effect {blow.effect:g}: the game master decides", blow.attacker)


def want_answer(draft: Draft, rules: Hybrid, batch: Batch, blow: Blow, who: str) -> Roll | None:
    """On a hit the parry, its chance less the attack's SN, the block, or the PAG check of rolling with it."""
    if not blow.hit or blow.gone or blow.defence not in (PARRY, BLOCK, ROLL_WITH):
        return None
    target, name = draft[blow.target], draft[blow.attacker].name
    if blow.defence == ROLL_WITH:
        chance = defences.roll_with_chance(target, rules.book, rules.house, rules.scene)
        return chance.roll(blow.target, ROLL_WITH, f"rolling with {name}'s blow")
    weapon = weapon_of(target, blow.with_)
    if blow.defence == BLOCK:
        chance = defences.block_chance(target, weapon, rules.book, rules.scene)
        return chance.roll(blow.target, BLOCK, f"{weapon.name} block of {name}'s blow")
    struck = weapon_of(draft[blow.attacker], blow.weapon)
    chance = defences.parry_chance(target, weapon, struck, rules.book, rules.scene)
    alone = chance.percent
    chance.add(-blow.margin, f"{name}'s attack, its SN (H-CHECK-11)")
    return chance.roll(blow.target, PARRY, f"{weapon.name} parry of {name}'s blow", shown=alone)


def take_answer(draft: Draft, rules: Hybrid, batch: Batch, blow: Blow, who: str, rolled: Any) -> None:
    """Parried or not, with a bind or a lost balance; blocked; rolled with."""
    if not rolled["success"]:
        return
    if blow.defence == ROLL_WITH:
        blow.rolled_with = True
    elif blow.defence == BLOCK:
        blow.blocked = -1
    else:
        blow.parried = True
        parrier = draft[blow.target].name
        draft.emit(
            ev.Struck(
                who=blow.attacker, target=blow.target, outcome="parried", label=f"{blow.label}: {parrier} parries"
            )
        )
        _side_effects(draft, rules, blow, rolled["margin"])


def _side_effects(draft: Draft, rules: Hybrid, blow: Blow, margin: int) -> None:
    """A narrow parry binds the weapons and the attacker has advanced; a wide one takes its balance (ruling 22)."""
    table = rules.book["defences"]
    weapon = weapon_of(draft[blow.attacker], blow.weapon)
    if margin < table["bound_under"] and weapon.use == "melee":
        for one, other, held in (
            (blow.attacker, blow.target, blow.weapon),
            (blow.target, blow.attacker, blow.with_),
        ):
            label = f"bound with {draft[other].name}"
            draft.emit(ev.ConditionGained(who=one, condition=BOUND, label=label, of=other, why="narrow parry (H-DEF)"))
            draft.emit(ev.MarkChanged(who=one, mark=BOUND, value=held))
        draft.emit(
            ev.ConditionGained(
                who=blow.attacker, condition=ADVANCED, label="advanced", of=blow.target, why="bound (H-DEF)"
            )
        )
        return
    for least, df in table["off_balance"]:
        if margin >= least:
            draft.emit(
                ev.ConditionGained(
                    who=blow.attacker,
                    condition=OFF_BALANCE,
                    label="off balance",
                    amount=df,
                    why=f"parried by {margin} (H-DEF)",
                )
            )
            return
