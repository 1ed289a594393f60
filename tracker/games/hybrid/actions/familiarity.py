"""Familiarity: a fighter grows used to an unfamiliar weapon or tool (H-SKILL-5)."""

from __future__ import annotations

from dataclasses import replace

from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.actions.simple_actions import under_way
from tracker.games.hybrid.body import skill_use
from tracker.games.hybrid.body.weapons import weapon_of
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.chances import skills
from tracker.games.hybrid.chances.success_chance import of_stats
from tracker.games.hybrid.fighter import Acting
from tracker.games.hybrid.sheets.sheet import sheet_of
from tracker.games.hybrid.timing import action_points
from tracker.games.hybrid.timing.intent import intend
from tracker.games.toolkit import steps
from tracker.model.combatant import Action
from tracker.model.questions import Task
from tracker.model.refusals import Refused


def familiarise(fighter: Acting, key: str, options: tuple[str, ...] = ()) -> None:
    """Declare the action of growing familiar with a weapon; raises Refused for a familiar one."""
    action_points.action_point(fighter.draft, fighter.who)
    intend(fighter.draft, fighter.who, "physical")
    weapon = weapon_of(fighter.now, key)
    if not skills.unfamiliar(fighter.now, weapon, fighter.rules):
        raise Refused(f"{fighter.name} is familiar with the {weapon.name} already.")
    label, counts = f"growing familiar with {weapon.name.lower()}", fighter.rules.book.actions.simple["act"].counts
    under_way(fighter, "familiarise", label, counts, options, weapon=key)


def landed(draft: StepBuilder, rules: Rulebook, who: str, action: Action) -> None:
    """Roll the check on the weapon's stats."""
    weapon = weapon_of(draft[who], action.weapon)
    chance = of_stats(sheet_of(draft[who]), weapon.basis, rules.book)
    chance.dfs([(rules.book.skills.unfamiliar.check, "to grow familiar (H-SKILL-5)")])
    use = replace(skill_use.of_action(draft[who], action, rules), column=weapon.column)
    roll = use.whole(chance).roll(who, "familiar", action.label)
    draft.roll(roll, Task("familiar", {"who": who, "weapon": weapon.key}))


def familiar(draft: StepBuilder, rules: Rulebook, task: Task) -> None:
    """Give back one point of the unfamiliarity penalty after a success (H-SKILL-5)."""
    who, key = task.data["who"], task.data["weapon"]
    if task.data["success"]:
        mark = f"{skills.FAMILIAR}{key}"
        value = draft[who].mark(mark) + 1
        steps.mark(draft, who, mark, value, "more familiar (H-SKILL-5)")
