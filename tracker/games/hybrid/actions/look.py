"""Look: a fighter looks around, or may notice something in passing, and what it then sees (H-PERC)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.actions.simple_actions import under_way
from tracker.games.hybrid.body import conditions, perception, skill_use
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.chances import failure_severity
from tracker.games.hybrid.modifiers import action_modifiers, florentine
from tracker.games.hybrid.modifiers.action_modifiers import KINDS
from tracker.games.hybrid.timing import action_points
from tracker.games.hybrid.timing.intent import intend
from tracker.model import events as ev
from tracker.model.combatant import Action
from tracker.model.commands import Do
from tracker.model.questions import Task
from tracker.model.refusals import Refused


def declare_look(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """Declare to look around; the words are a kind of perception, if one is given, then options (H-PERC-1)."""
    who, (kinds, modifiers) = command.who, _parted(command.words)
    action_points.action_point(draft, who)
    intend(draft, who, "mental" if kinds == ("mental",) else "physical")
    label = f"looking around{''.join(f' ({kind})' for kind in kinds)}"
    skill = perception.skill_of(draft[who], rules, *kinds)
    counts = rules.book.perception.counts
    under_way(draft, rules, who, "look", label, counts, modifiers, skill=skill, extra=kinds)


def _parted(words: Sequence[str]) -> tuple[tuple[str, ...], list[str]]:
    """Return the kinds of perception among the words, and the other words."""
    kinds = tuple(word for word in words[:1] if word in KINDS)
    return kinds, list(words[len(kinds) :])


def landed(draft: StepBuilder, rules: Rulebook, who: str, action: Action) -> None:
    """Roll perception."""
    kind = action_modifiers.read(action.options).kind or KINDS[0]
    use = skill_use.of_action(draft[who], action, rules, perception.skill_of(draft[who], rules, kind))
    if florentine.while_at_it(draft[who], rules):  # the perception has that factor already
        use = replace(use, how=replace(use.how, beside=None))
    chance = replace(use, purpose=conditions.PERCEIVING).done(perception.chance(draft[who], rules, kind=kind))
    draft.roll(chance.roll(who, "perception", "perception"), Task("looked", {"who": who}))


def notice(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """Roll a passive perception: a quarter of the chance, and it takes no time (H-PERC-3, ruling 86).

    Raises Refused.
    """
    who, kind = command.who, command.words[0]
    if not draft[who].able or draft[who].condition(conditions.UNCONSCIOUS) is not None:
        raise Refused(f"{draft[who].name} notices nothing now.")
    draft.actor = ""
    roll = perception.passive_roll(draft[who], rules, "passive perception", kind)
    draft.roll(roll, Task("looked", {"who": who, "hidden": roll.secret}))


def looked(draft: StepBuilder, rules: Rulebook, task: Task) -> None:
    """Note what the fighter sees, and how well; success makes it aware of all it had not noticed (H-PERC 1 and 4).

    With `hidden`, only the game master sees a failure.
    """
    who = task.data["who"]
    hidden = bool(task.data.get("hidden")) and not task.data["success"]
    if failure_severity.roll_if_critical(draft, who, task.data, "looked"):
        return
    if words := perception.result(task.data["tier"], rules.book):
        draft.note(f"{draft[who].name} sees this: {words}", who, secret=hidden)
    if task.data["success"]:
        for other in sorted(draft[who].unaware_of):
            draft.emit(ev.AwarenessChanged(who=who, of=other, aware=True, why="seen (H-PERC-1)"))
