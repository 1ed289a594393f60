"""Filter skills: the check that lifts the cap which a filter puts on other skills (H-SKILL-3)."""

from __future__ import annotations

from tracker.games.hybrid.body import conditions
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import skills
from tracker.games.hybrid.checks.success_chance import Chance, of_skill
from tracker.games.hybrid.fighter import Acting
from tracker.games.hybrid.sheet.sheet import FILTER, Sheet, Skill, sheet_of
from tracker.model.combatant import Combatant
from tracker.model.questions import Roll


def filter_chance(sheet: Sheet, rules: Rulebook) -> Chance | None:
    """Return the chance of the check that lifts the filter's cap. None without the skill (H-SKILL-3)."""
    name = skills.filter_of(sheet, rules)
    skill = sheet.skill(name) if name else None
    return None if skill is None else of_skill(sheet, skill, rules.book, ("PAG",))


def filter_roll(combatant: Combatant, skill: Skill | None, rules: Rulebook) -> Roll | None:
    """Return the check that lifts the cap on `skill`. None when nothing caps it or the skill to lift it is missing.

    Rules: H-SKILL-3.
    """
    sheet = sheet_of(combatant)
    if skills.cap(sheet, skill, rules) is None:
        return None
    chance = filter_chance(sheet, rules)
    if chance is not None:
        chance.dfs(conditions.dfs_on_action(combatant, rules))
    return (
        None
        if chance is None
        else chance.roll(combatant.id, "filter", f"{skills.filter_of(sheet, rules)} lifts the cap")
    )


def set_filter(fighter: Acting, name: str) -> None:
    """Set or clear a filter skill of the fighter itself (H-SKILL-3, ruling 85)."""
    fighter.draft.actor = ""
    why = f"{name} caps its skills (H-SKILL-3)" if name else "no filter of its own (H-SKILL-3)"
    fighter.mark(FILTER, name, why)
    fighter.note(f"{fighter.name}: {why}")
