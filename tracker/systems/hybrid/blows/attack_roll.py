"""The attack roll: its whole chance, hit or miss, and the severity of a critical failure (H-ATK-1, H-CHECK-9)."""

from __future__ import annotations

from typing import Any

from tracker.encounter.engine.step import StepBuilder
from tracker.model import events as ev
from tracker.model.combatant import Action, Combatant
from tracker.model.questions import Roll
from tracker.model.state import Encounter
from tracker.systems.hybrid.blows.batch_plan import Stage
from tracker.systems.hybrid.blows.blow import Blow
from tracker.systems.hybrid.body import conditions, filter_skills, passive_defence, skill_use
from tracker.systems.hybrid.body.conditions import GRAPPLING
from tracker.systems.hybrid.body.weapons import weapon_of
from tracker.systems.hybrid.book.rounding import exact
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances import failure_severity, skills, tiers
from tracker.systems.hybrid.chances.success_chance import Chance, Df, signed
from tracker.systems.hybrid.modifiers import action_modifiers
from tracker.systems.hybrid.sheets.sheet import Weapon, sheet_of

ATTACK = "attack"
"""The task that a support skill helps with when it helps to strike."""


def blow_of(who: str, action: Action) -> Blow:
    """Return the blow of an action that lands."""
    how = action_modifiers.read(action.options)
    return Blow(
        who, action.target, action.id, action.weapon, action.label, how.called, how.side, options=action.options
    )


def attack_chance(encounter: Encounter, rules: Rulebook, blow: Blow) -> Chance:
    """Return the whole chance of a blow as things stand (H-ATK).

    The order is that of ruling 34: stat, skill and weapon; DFs of the moment; conditions; set-up; the defence; hurry.
    """
    attacker, target = encounter[blow.attacker], encounter[blow.target]
    weapon, how = weapon_of(attacker, blow.weapon), blow.how
    purpose = conditions.DEFENSIVE if blow.fend else conditions.OFFENSIVE
    aimed_at = None if weapon.use == "mental" else target
    use = skill_use.of_weapon(attacker, weapon, rules, purpose, how, aimed_at, blow.lifted)
    gm_df: list[Df] = [(blow.df, blow.reason or "by the game master")] if blow.df else []
    chance = use.in_manner(
        base_chance(attacker, weapon, rules, blow.lifted), [*gm_df, *_grip(attacker, target, weapon, rules)]
    )
    use.prepared(use.under_conditions(chance))
    if action_modifiers.ALLOUT in how:
        stat = "MDF" if weapon.column == "mental" else "PDF"
        percent = sheet_of(attacker).stats[stat] * rules.house.defence_point
        chance.add(percent, f"all out, own {stat} (H-ATK-3)")
    aware = blow.attacker not in target.unaware_of
    passive_defence.against(chance, target, aware, blow.defence, rules, weapon.use == "mental")
    # Hurry leaves a share of the whole, the defence included, so it is last.
    return use.hurried(chance)


def base_chance(attacker: Combatant, weapon: Weapon, rules: Rulebook, lifted: bool = False) -> Chance:
    """Return the chance to strike with a weapon or technique before any DF of the moment (H-ATK-1)."""
    chance = skills.with_weapon(attacker, sheet_of(attacker), weapon, rules, ATTACK, lifted)
    return chance.dfs([(weapon.df, f"to {weapon.verb} (H-ATK-8)")] if weapon.df else [])


def strike_chance(combatant: Combatant, weapon: Weapon, rules: Rulebook) -> Chance:
    """Return the chance to strike with a weapon now, before any defence."""
    return skill_use.of_weapon(combatant, weapon, rules).under_conditions(base_chance(combatant, weapon, rules))


def _grip(attacker: Combatant, target: Combatant, weapon: Weapon, rules: Rulebook) -> list[Df]:
    """Return the DF for a grip on the target at close quarters; none without one (H-ATK-8)."""
    grip = attacker.condition(GRAPPLING)
    has_grip = weapon.verb and grip is not None and grip.of == target.id
    return [(rules.book.close.grappled, "has a grip (H-ATK-8)")] if has_grip else []


# The filter skill, which may lift the cap on the rank first


def want_filter(stage: Stage) -> Roll | None:
    """Return the roll on the scene's filter skill when it caps the skill used (H-SKILL-3); else None."""
    blow = stage.blow
    if blow.gone:
        return None
    attacker = stage.draft[blow.attacker]
    return filter_skills.filter_roll(attacker, weapon_of(attacker, blow.weapon).skill, stage.rules)


def take_filter(stage: Stage, rolled: Any) -> None:
    """Lift the cap for this blow on success."""
    stage.blow.lifted = rolled["success"]


def want_attack(stage: Stage) -> Roll | None:
    """Return the attack roll; its chance includes the target's defence. None for a blow that is gone."""
    draft, blow = stage.draft, stage.blow
    if blow.gone:
        return None
    chance = attack_chance(draft.encounter, stage.rules, blow)
    label = f"{blow.label} at {draft[blow.target].name}"
    return chance.roll(blow.attacker, ATTACK, label, blow.target)


def take_attack(stage: Stage, rolled: Any) -> None:
    """Store whether the blow hits, and how well; note a miss."""
    blow = stage.blow
    blow.hit, blow.tier, blow.effect = rolled["success"], rolled["tier"], rolled["effect"]
    blow.margin, blow.missed_by = max(0, rolled["margin"]), max(0, -rolled["margin"])
    blow.critical = blow.tier == tiers.CRITICAL
    if not blow.hit:
        _missed(stage.draft, blow, blow.tier if not blow.effect or blow.critical else _severe(blow))


def _severe(blow: Blow) -> str:
    """Return a failure's tier with its effect, as `Notable Failure, effect −0.5`."""
    return f"{blow.tier}, effect {signed(exact(blow.effect))}"


def _missed(draft: StepBuilder, blow: Blow, words: str) -> None:
    """Record that a blow missed, with the reason in words."""
    draft.emit(
        ev.Struck(
            who=blow.attacker, target=blow.target, outcome="missed", label=f"{blow.label}: {words}", tier=blow.tier
        )
    )


def want_severity(stage: Stage) -> Roll | None:
    """Return the second roll of a critical failure (H-CHECK-9), which is not open-ended (ruling 36); else None."""
    blow = stage.blow
    if not blow.critical:
        return None
    return failure_severity.check(blow.attacker, blow.missed_by)


def take_severity(stage: Stage, rolled: Any) -> None:
    """Store the severity of a critical failure."""
    draft, blow = stage.draft, stage.blow
    blow.tier, blow.effect = tiers.severity(blow.missed_by, rolled["total"], stage.rules.book)
    draft.note(f"{draft[blow.attacker].name}: {_severe(blow)}", blow.attacker)
