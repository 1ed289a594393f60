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
from tracker.games.hybrid.sheets.sheet import sheet_of
from tracker.games.hybrid.timing import action_points
from tracker.games.hybrid.timing.intent import intend
from tracker.games.toolkit import steps
from tracker.model.combatant import Action
from tracker.model.commands import Do
from tracker.model.questions import Task
from tracker.model.refusals import Refused


def declare_familiarise(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """Declare the action of growing familiar with a weapon; the words are its key, then options."""
    who, (key, *modifiers) = command.who, command.words
    action_points.action_point(draft, who)
    intend(draft, who, "physical")
    weapon = weapon_of(draft[who], key)
    if not skills.unfamiliar(draft[who], weapon, rules):
        raise Refused(f"{draft[who].name} is familiar with the {weapon.name} already.")
    label = f"growing familiar with {weapon.name.lower()}"
    under_way(draft, rules, who, "familiarise", label, rules.book.actions.simple["act"].counts, modifiers, weapon=key)


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
