"""The attack roll: hit or miss, the filter skill before it, and the severity of a critical failure (H-CHECK-9)."""

from __future__ import annotations

from typing import Any

from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.blows.attack_chance import ATTACK, attack_chance
from tracker.games.hybrid.blows.batch_plan import Stage
from tracker.games.hybrid.blows.blow import Blow
from tracker.games.hybrid.body import filter_skills
from tracker.games.hybrid.body.weapons import weapon_of
from tracker.games.hybrid.book.rounding import exact
from tracker.games.hybrid.checks import failure_severity, tiers
from tracker.games.hybrid.checks.success_chance import signed
from tracker.games.hybrid.modifiers import action_modifiers
from tracker.model import events as ev
from tracker.model.combatant import Action
from tracker.model.questions import Roll


def blow_of(who: str, action: Action) -> Blow:
    """Return the blow of an action that lands."""
    how = action_modifiers.read(action.options)
    return Blow(
        who, action.target, action.id, action.weapon, action.label, how.called, how.side, options=action.options
    )


# The filter skill, which may lift the cap on the rank first


def want_filter(stage: Stage) -> Roll | None:
    """Return the roll on the scene's filter skill when it caps the skill used. Else None."""
    blow = stage.blow
    if blow.gone:
        return None
    attacker = stage.draft[blow.attacker]
    return filter_skills.filter_roll(attacker, weapon_of(attacker, blow.weapon).skill, stage.rules)


def take_filter(stage: Stage, rolled: Any) -> None:
    """Lift the cap for this blow on success."""
    stage.blow.lifted = rolled["success"]


def want_attack(stage: Stage) -> Roll | None:
    """Return the attack roll. Its chance includes the target's defence. None for a blow that is gone."""
    draft, blow = stage.draft, stage.blow
    if blow.gone:
        return None
    chance = attack_chance(draft.encounter, stage.rules, blow)
    label = f"{blow.label} at {draft[blow.target].name}"
    return chance.roll(blow.attacker, ATTACK, label, blow.target)


def take_attack(stage: Stage, rolled: Any) -> None:
    """Store whether the blow hits, and how well. Record a miss, with the severity of a failure that has an effect."""
    blow = stage.blow
    blow.hit, blow.tier, blow.effect = rolled["success"], rolled["tier"], rolled["effect"]
    blow.margin, blow.missed_by = max(0, rolled["margin"]), max(0, -rolled["margin"])
    blow.critical = blow.tier == tiers.CRITICAL
    # The severity of a critical failure is rolled later.
    if not blow.hit:
        _missed(stage.draft, blow, blow.tier if not blow.effect or blow.critical else _severe(blow))


def _severe(blow: Blow) -> str:
    """Return a failure's tier with its effect, as `Notable Failure, effect −0.5`."""
    return f"{blow.tier}, effect {signed(exact(blow.effect))}"


def _missed(draft: StepBuilder, blow: Blow, words: str) -> None:
    """Record that a blow missed, with its tier in words."""
    draft.emit(
        ev.Struck(
            who=blow.attacker, target=blow.target, outcome="missed", label=f"{blow.label}: {words}", tier=blow.tier
        )
    )


def want_severity(stage: Stage) -> Roll | None:
    """Return the second roll of a critical failure (H-CHECK-9), which is not open-ended (ruling 36). Else None."""
    blow = stage.blow
    if not blow.critical:
        return None
    return failure_severity.check(blow.attacker, blow.missed_by)


def take_severity(stage: Stage, rolled: Any) -> None:
    """Store the severity of a critical failure."""
    draft, blow = stage.draft, stage.blow
    blow.tier, blow.effect = tiers.severity(blow.missed_by, rolled["total"], stage.rules.book)
    draft.note(f"{draft[blow.attacker].name}: {_severe(blow)}", blow.attacker)
