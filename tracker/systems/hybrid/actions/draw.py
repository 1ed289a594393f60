"""Draw: a weapon comes into the hand, slowly or fast (H-ACT-2, ruling 32)."""

from __future__ import annotations

from tracker.encounter import events as ev
from tracker.encounter.combatant import Action
from tracker.encounter.commands import Do
from tracker.encounter.draft import Draft
from tracker.encounter.questions import Task
from tracker.encounter.refusals import Refused
from tracker.systems.hybrid.actions.simple import under_way
from tracker.systems.hybrid.body import conditions
from tracker.systems.hybrid.body.weapons import DRAWN, drawn, weapon_check, weapon_of
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.manners import manner
from tracker.systems.hybrid.manners.manner import QUICK
from tracker.systems.hybrid.timing import points
from tracker.systems.hybrid.timing.intent import intend


def declare_draw(draft: Draft, rules: Rulebook, command: Do) -> None:
    """Declare to draw, or roll for a fast draw: its words are the weapon's key, then options."""
    who, (key, *manners) = command.who, command.words
    points.action_point(draft, who)
    combatant, weapon = draft[who], weapon_of(draft[who], key)
    intend(draft, who, "physical")
    if drawn(combatant, weapon):
        raise Refused(f"{combatant.name} has the {weapon.name} in hand already.")
    slow = weapon.speed * rules.book.actions.draw_factor
    if command.verb == "draw":
        under_way(draft, rules, who, "draw", f"drawing {weapon.name.lower()}", slow, manners, weapon=key)
        return
    chance = weapon_check(combatant, rules, weapon, conditions.OTHER, "draw")
    chance.dfs(manner.dfs(manner.read(manners), rules.book))
    roll = chance.roll(who, "fastdraw", f"fast draw of {weapon.name.lower()}")
    draft.roll(roll, Task("drawn", {"who": who, "weapon": key, "options": manners}))


def drawn_fast(draft: Draft, rules: Rulebook, task: Task) -> None:
    """A fast draw takes 1 × the speed on a success, else 2 × (H-ACT-2, ruling 32)."""
    who = task.data["who"]
    weapon = weapon_of(draft[who], task.data["weapon"])
    factor = 1 if task.data["success"] else rules.book.actions.draw_factor
    manners = list(manner.only(task.data.get("options", ()), QUICK))
    label = f"drawing {weapon.name.lower()}"
    under_way(
        draft,
        rules,
        who,
        "draw",
        label,
        weapon.speed * factor,
        manners,
        weapon=weapon.key,
        unskilled=weapon.skill is None,
    )


def landed(draft: Draft, rules: Rulebook, who: str, action: Action) -> None:
    """The weapon is in hand."""
    draft.emit(ev.MarkChanged(who=who, mark=f"{DRAWN}{action.weapon}", value=True, why="drawn (H-ACT-2)"))
