"""The roll of an active defence against a hit: parry, block, disarm, roll with the blow (H-ATK-6)."""

from __future__ import annotations

from typing import Any

from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.blows.batch_plan import Stage
from tracker.games.hybrid.blows.blow import NOT_ROLLED, Blow
from tracker.games.hybrid.body import conditions, filter_skills, parry_and_block, roll_with_blow
from tracker.games.hybrid.body.conditions import BOUND, OFF_BALANCE
from tracker.games.hybrid.body.passive_defence import BLOCK, DISARM, PARRY, ROLL_WITH
from tracker.games.hybrid.body.weapons import weapon_of
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks.success_chance import Chance
from tracker.games.hybrid.timing import lost_actions, weapon_binds
from tracker.model import events as ev
from tracker.model.questions import Roll
from tracker.model.state import Encounter

ANSWERS = (PARRY, BLOCK, DISARM, ROLL_WITH)


def answer_chance(
    encounter: Encounter, rules: Rulebook, blow: Blow, task: str, key: str, uncapped: bool = False
) -> Chance:
    """Return the chance to parry, block or disarm (`task`) a blow with the weapon `key`. 0 where impossible.

    The attack's SN is not taken off yet. With `uncapped` no filter skill caps the chance.
    """
    defender, struck = encounter[blow.target], weapon_of(encounter[blow.attacker], blow.weapon)
    weapon, uncapped = weapon_of(defender, key), uncapped or blow.answer_lifted
    if task == BLOCK:
        return parry_and_block.block_chance(defender, weapon, rules, uncapped)
    if task == DISARM:
        # Rules before the third reading count no DF for the opponent of a disarm.
        opponent = encounter[blow.attacker] if rules.third_reading else None
        return parry_and_block.disarm_chance(defender, weapon, rules, conditions.DEFENSIVE, uncapped, opponent)
    # It cannot be parried at all, as an explosion.
    if parry_and_block.parry_df(struck, rules) is None:
        return Chance()
    return parry_and_block.parry_chance(defender, weapon, struck, rules, uncapped)


def want_cap(stage: Stage) -> Roll | None:
    """Return the defender's roll on the filter skill when it caps the skill of the defence. Else None."""
    blow = stage.blow
    if not blow.hit or blow.gone or not blow.with_ or blow.defence not in ANSWERS:
        return None
    target = stage.draft[blow.target]
    return filter_skills.filter_roll(target, weapon_of(target, blow.with_).skill, stage.rules)


def take_cap(stage: Stage, rolled: Any) -> None:
    """Lift the cap for this defence on success."""
    stage.blow.answer_lifted = rolled["success"]


def want_answer(stage: Stage) -> Roll | None:
    """Return the defender's roll against a hit. A parry or disarm is opposed, less the attack's SN."""
    draft, rules, blow = stage.draft, stage.rules, stage.blow
    if not blow.hit or blow.gone or blow.defence not in ANSWERS:
        return None
    target, name = draft[blow.target], draft[blow.attacker].name
    struck = weapon_of(draft[blow.attacker], blow.weapon)
    if blow.defence == ROLL_WITH:
        chance = roll_with_blow.roll_with_chance(target, rules, mental=struck.use == "mental")
        return chance.roll(blow.target, ROLL_WITH, f"rolling with {name}'s blow")
    weapon = weapon_of(target, blow.with_)
    chance = answer_chance(draft.encounter, rules, blow, blow.defence, blow.with_)
    if blow.defence == BLOCK:
        return chance.roll(blow.target, BLOCK, f"{weapon.name} block of {name}'s blow")
    # The question shows the chance of the parry alone: the attack's SN is known only now, and only the roll has it off.
    alone = chance.percent
    chance.less_margin(blow.margin, f"{name}'s attack")
    label = f"{weapon.name} {blow.defence} of {name}'s blow"
    return chance.roll(blow.target, blow.defence, label, shown=alone)


def take_answer(stage: Stage, rolled: Any) -> None:
    """Apply a successful defence: parried (perhaps with a bind or lost balance), blocked, disarmed or rolled with."""
    draft, blow = stage.draft, stage.blow
    if not rolled["success"]:
        return
    if blow.defence == ROLL_WITH:
        blow.rolled_with = True
    elif blow.defence == BLOCK:
        blow.blocked = NOT_ROLLED
    elif blow.defence == DISARM:
        lost_actions.drop_weapon(draft, blow.attacker, blow.weapon, f"disarmed by {draft[blow.target].name} (H-ATK-6)")
        blow.parried = True
    else:
        blow.parried = True
        parrier = draft[blow.target].name
        draft.emit(
            ev.Struck(
                who=blow.attacker, target=blow.target, outcome="parried", label=f"{blow.label}: {parrier} parries"
            )
        )
        _side_effects(draft, stage.rules, blow, rolled["margin"])


def _side_effects(draft: StepBuilder, rules: Rulebook, blow: Blow, margin: int) -> None:
    """Apply a parry's margin: a narrow one binds the weapons, a wide one costs the attacker its balance (ruling 22)."""
    table = rules.book.defences
    weapon = weapon_of(draft[blow.attacker], blow.weapon)
    other = weapon_of(draft[blow.target], blow.with_)
    unbound = draft[blow.attacker].condition(BOUND) is None and draft[blow.target].condition(BOUND) is None
    if margin < table.bound_under and weapon.use == other.use == "melee" and unbound and not weapon.verb:
        weapon_binds.bind(draft, blow.attacker, blow.weapon, blow.target, blow.with_)
        return
    for least, df in table.off_balance:
        if margin >= least:
            draft.emit(
                ev.ConditionGained(
                    who=blow.attacker,
                    condition=OFF_BALANCE,
                    label="off balance",
                    amount=df,
                    why=f"parried by {margin} (H-DEF-7)",
                )
            )
            return
