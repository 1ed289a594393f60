"""Look: a fighter looks around, or may notice something in passing, and what it then sees (H-PERC)."""

from __future__ import annotations

from dataclasses import replace

from tracker.games.hybrid.actions.simple_actions import under_way
from tracker.games.hybrid.body import conditions, perception, skill_use
from tracker.games.hybrid.checks import failure_severity
from tracker.games.hybrid.fighter import Acting, Data
from tracker.games.hybrid.modifiers import action_modifiers, florentine
from tracker.games.hybrid.modifiers.action_modifiers import KINDS
from tracker.games.hybrid.timing import action_points
from tracker.games.hybrid.timing.intent import intend
from tracker.model import events as ev
from tracker.model.combatant import Action
from tracker.model.questions import Task
from tracker.model.refusals import Refused


def look(fighter: Acting, kind: str = "", options: tuple[str, ...] = ()) -> None:
    """Declare to look around, with the body unless a kind of perception is named (H-PERC-1)."""
    action_points.action_point(fighter)
    intend(fighter, "mental" if kind == "mental" else "physical")
    label = f"looking around ({kind})" if kind else "looking around"
    skill = perception.skill_of(fighter.now, fighter.rules, kind or KINDS[0])
    counts, extra = fighter.rules.book.perception.counts, (kind,) if kind else ()
    under_way(fighter, "look", label, counts, options, skill=skill, extra=extra)


def landed(fighter: Acting, action: Action) -> None:
    """Roll perception of the kind named in the options, when the action to look lands."""
    combatant, rules = fighter.now, fighter.rules
    kind = action_modifiers.read(action.options).kind or KINDS[0]
    use = skill_use.of_action(combatant, action, rules, perception.skill_of(combatant, rules, kind))
    if florentine.while_at_it(combatant, rules):  # the perception has that factor already
        use = replace(use, how=replace(use.how, beside=None))
    chance = replace(use, purpose=conditions.PERCEIVING).done(perception.chance(combatant, rules, kind=kind))
    fighter.roll(chance, "perception", "perception", "looked")


def notice(fighter: Acting, kind: str) -> None:
    """Roll a passive perception: a quarter of the chance, and it takes no time (ruling 86).

    Raises Refused for a fighter who is out or unconscious.
    """
    if not fighter.now.able or fighter.now.condition(conditions.UNCONSCIOUS) is not None:
        raise Refused(f"{fighter.name} notices nothing now.")
    fighter.draft.actor = ""  # it is no action of the fighter's
    roll = perception.passive_roll(fighter.now, fighter.rules, "passive perception", kind)
    fighter.draft.roll(roll, Task("looked", {"who": fighter.who, "hidden": roll.secret}))


def looked(fighter: Acting, data: Data) -> None:
    """Note what the fighter sees, and how well. Success makes it aware of all it had not noticed (H-PERC 1 and 4).

    With `hidden`, only the game master sees a failure.
    """
    draft, who = fighter.draft, fighter.who
    if failure_severity.roll_if_critical(draft, who, data, "looked"):
        return
    if words := perception.result(data["tier"], fighter.rules.book):
        hidden = bool(data.get("hidden")) and not data["success"]
        draft.note(f"{fighter.name} sees this: {words}", who, secret=hidden)
    if data["success"]:
        for other in sorted(fighter.now.unaware_of):
            draft.emit(ev.AwarenessChanged(who=who, of=other, aware=True, why="seen (H-PERC-1)"))
