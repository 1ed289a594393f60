"""Moments: what is done at one's own count without using it up, such as freeing a weapon, evading or giving ground."""

from __future__ import annotations

from tracker.encounter import events as ev
from tracker.encounter.commands import Do
from tracker.encounter.declarations import check_moment
from tracker.encounter.draft import Draft
from tracker.encounter.questions import Task
from tracker.encounter.refusals import Refused
from tracker.systems.hybrid.body import binds, conditions
from tracker.systems.hybrid.body.conditions import BOUND, EVADING, PRONE
from tracker.systems.hybrid.body.weapons import at_hand, weapon_of
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances import skills
from tracker.systems.hybrid.chances.checks import Chance
from tracker.systems.hybrid.sheets.sheet import Weapon, sheet_of
from tracker.systems.hybrid.timing import points

TRIED = "unbind.tried"
"""The mark with the count at which somebody last tried to free its weapon."""


def open_up(draft: Draft, who: str, why: str) -> None:
    """Something is done at somebody's moment, which stays open: its question is put again afterwards."""
    check_moment(draft, who)
    draft.actor = who
    question = draft.encounter.question
    if question is not None and question.who == who:
        draft.emit(ev.Withdrawn(who=who, what=question.what, why=why))
    draft.straight_on = True


def evade(draft: Draft, rules: Rulebook, command: Do) -> None:
    """Begin to evade, or give it up: 2 × defence, everything else florentine (H-DEF evade)."""
    who = command.who
    open_up(draft, who, "evades")
    points.action_point(draft, who)
    if draft[who].condition(EVADING) is not None:
        draft.end(who, EVADING, "given up")
    elif draft[who].condition(PRONE) is not None:
        raise Refused(f"{draft[who].name} cannot evade: prone; `{who} stand` gets up.")
    else:
        points.gain(draft, who, EVADING, "evading", "", "evades (H-DEF)")


def advance(draft: Draft, rules: Rulebook, command: Do) -> None:
    """Press in until the next declaration; refused against somebody with the longer weapon (H-ATK-3)."""
    who = command.who
    open_up(draft, who, "advances")
    points.action_point(draft, who)
    points.advance(draft, who, at_hand(draft[who]), command.words[0] if command.words else "")
    points.free(draft, who, conditions.ADVANCED)


# Breaking a bind


def unbind(draft: Draft, rules: Rulebook, command: Do) -> None:
    """At its moment somebody may try to free a bound weapon, once, taking no time: an opposed check (H-DEF parry)."""
    who = command.who
    combatant = draft[who]
    bind = combatant.condition(BOUND)
    if bind is None:
        raise Refused(f"{combatant.name}'s weapon is not bound.")
    check_moment(draft, who)
    if combatant.marks.get(TRIED) == draft.encounter.count:
        raise Refused(f"{combatant.name} has tried at this count already; it may try again at its next initiative.")
    open_up(draft, who, "tries to free its weapon first")
    draft.emit(ev.MarkChanged(who=who, mark=TRIED, value=draft.encounter.count))
    other = draft[bind.of]
    chance = weapon_check(draft, rules, other.id, _bound_weapon(draft, other.id), conditions.OFFENSIVE)
    roll = chance.roll(other.id, "bind", "holding the bind")
    draft.roll(roll, Task("unbind", {"who": who}))


def weapon_check(draft: Draft, rules: Rulebook, who: str, weapon: Weapon, use: str, task: str = "") -> Chance:
    """A check with a weapon's skill under the conditions of now."""
    combatant = draft[who]
    chance = skills.with_weapon(combatant, sheet_of(combatant), weapon, rules, task)
    return chance.dfs(conditions.on_action(combatant, rules, use, weapon.column))


def _bound_weapon(draft: Draft, who: str) -> Weapon:
    key = str(draft[who].marks.get(BOUND))
    return weapon_of(draft[who], key) if sheet_of(draft[who]).weapon(key) else sheet_of(draft[who]).weapons[0]


def holder_rolled(draft: Draft, rules: Rulebook, task: Task) -> None:
    """The holder has rolled; the other's chance is less its SN, if it succeeded (H-CHECK-11, ruling 37)."""
    who = task.data["who"]
    chance = weapon_check(draft, rules, who, _bound_weapon(draft, who), conditions.DEFENSIVE)
    if task.data["success"]:
        chance.less_margin(task.data["margin"], "the holder")
    draft.straight_on = True
    draft.roll(chance.roll(who, "unbind", "freeing the weapon"), Task("unbound", {"who": who}))


def unbound(draft: Draft, rules: Rulebook, task: Task) -> None:
    """A success frees both weapons; either way the moment goes on."""
    draft.straight_on = True
    if task.data["success"]:
        binds.release(draft, task.data["who"], "freed (H-DEF)")
