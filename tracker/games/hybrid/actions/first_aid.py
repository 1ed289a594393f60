"""First aid: it stops a wound from bleeding (H-ACT-2, H-DMG-7)."""

from __future__ import annotations

from tracker.games.hybrid.actions.simple_actions import under_way
from tracker.games.hybrid.body import conditions, skill_use
from tracker.games.hybrid.body.skill_use import SkillUse
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import skills
from tracker.games.hybrid.checks.success_chance import Chance, unranked
from tracker.games.hybrid.fighter import Acting, Data
from tracker.games.hybrid.sheet.sheet import sheet_of
from tracker.games.hybrid.timing import action_points
from tracker.games.hybrid.timing.intent import intend
from tracker.model import events as ev
from tracker.model.combatant import Action, Combatant
from tracker.model.questions import Task
from tracker.model.refusals import Refused

AID = "First Aid"


def aid(fighter: Acting, target: str, options: tuple[str, ...] = ()) -> None:
    """Declare first aid. Raises Refused for a patient who does not bleed."""
    action_points.action_point(fighter)
    intend(fighter, "physical")
    patient = fighter.draft[target]
    if not conditions.wounds_of(patient):
        raise Refused(f"{patient.name} does not bleed, so there is nothing for {fighter.name} to stop.")
    counts, skill = fighter.rules.book.actions.first_aid, sheet_of(fighter.now).skill(AID)
    under_way(fighter, "aids", "first aid", counts, options, target=target, skill=skill, unskilled=skill is None)


def landed(fighter: Acting, action: Action) -> None:
    """Roll first aid on the target of an action that lands."""
    use = skill_use.of_action(fighter.now, action, fighter.rules, sheet_of(fighter.now).skill(AID))
    chance, target = use.done(aid_chance(fighter.now, fighter.rules)), action.target
    label = f"first aid for {fighter.draft[target].name}"
    roll = chance.roll(fighter.who, "first aid", label, target)
    fighter.draft.roll(roll, Task("aided", {"who": fighter.who, "target": target}))


def aided(fighter: Acting, data: Data) -> None:
    """Stop one wound from bleeding when first aid succeeded (H-DMG-7, ruling 19)."""
    draft, target = fighter.draft, data["target"]
    wounds = conditions.wounds_of(draft[target])
    if not data["success"] or not wounds:
        return
    wound = wounds[0]
    # The entry of the agenda for the wound's next loss.
    due = draft.encounter.agenda.find(target, conditions.BLEED, wound.key)
    if due is not None:
        draft.emit(ev.DueEnded(who=target, what=due.what, at=due.count, ref=due.ref, why="first aid"))
    draft.end(target, wound.key, "first aid")


def aid_counts(combatant: Combatant, rules: Rulebook) -> int:
    """Return the counts that first aid takes a fighter (H-ACT-2)."""
    counts, skill = rules.book.actions.first_aid, sheet_of(combatant).skill(AID)
    return SkillUse(combatant, rules, skill, counts, unskilled=skill is None).counts()


def aid_chance(combatant: Combatant, rules: Rulebook) -> Chance:
    """Return the chance to stop a wound now. Without the skill it is a check of DEX."""
    sheet = sheet_of(combatant)
    skill = sheet.skill(AID)
    stats = ("DEX",)
    chance = unranked(sheet, stats, rules.book) if skill is None else skills.chance(sheet, skill, rules, stats)
    return SkillUse(combatant, rules, skill).under_conditions(chance)
