"""Familiarity: a fighter grows used to an unfamiliar weapon or tool (H-SKILL-5)."""

from __future__ import annotations

from dataclasses import replace

from tracker.games.hybrid.actions.simple_actions import under_way
from tracker.games.hybrid.body import skill_use
from tracker.games.hybrid.body.weapons import weapon_of
from tracker.games.hybrid.checks import skills
from tracker.games.hybrid.checks.success_chance import of_stats
from tracker.games.hybrid.fighter import Acting, Data
from tracker.games.hybrid.sheet.sheet import sheet_of
from tracker.games.hybrid.timing import action_points
from tracker.games.hybrid.timing.intent import intend
from tracker.model.combatant import Action
from tracker.model.refusals import Refused


def familiarise(fighter: Acting, key: str, options: tuple[str, ...] = ()) -> None:
    """Declare the action of growing familiar with a weapon. Raises Refused for a familiar one."""
    action_points.action_point(fighter)
    intend(fighter, "physical")
    weapon = weapon_of(fighter.now, key)
    if not skills.unfamiliar(fighter.now, weapon, fighter.rules):
        raise Refused(f"{fighter.name} is familiar with the {weapon.name} already.")
    label, counts = f"growing familiar with {weapon.name.lower()}", fighter.rules.book.actions.simple["act"].counts
    under_way(fighter, "familiarise", label, counts, options, weapon=key)


def landed(fighter: Acting, action: Action) -> None:
    """Roll the check to grow familiar with the weapon, on its stats, when the action lands."""
    combatant, rules = fighter.now, fighter.rules
    weapon = weapon_of(combatant, action.weapon)
    chance = of_stats(sheet_of(combatant), weapon.basis, rules.book)
    chance.dfs([(rules.book.skills.unfamiliar.check, "to grow familiar (H-SKILL-5)")])
    use = replace(skill_use.of_action(combatant, action, rules), column=weapon.column)
    fighter.roll(use.whole(chance), "familiar", action.label, "familiar", weapon=weapon.key)


def familiar(fighter: Acting, data: Data) -> None:
    """Give back one point of the unfamiliarity penalty after a success (H-SKILL-5)."""
    if data["success"]:
        mark = f"{skills.FAMILIAR}{data['weapon']}"
        fighter.mark(mark, fighter.now.mark(mark) + 1, "more familiar (H-SKILL-5)")
