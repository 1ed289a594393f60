"""Simple actions and manoeuvres: drawing, standing up, looking, first aid, dodging, dropping, breaking a bind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.clock.agenda import Due
from tracker.encounter import events as ev
from tracker.encounter.combatant import Action, Combatant
from tracker.encounter.commands import Do
from tracker.encounter.declaring import check_moment, close_moment, declare
from tracker.encounter.draft import Draft
from tracker.encounter.questions import Task
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Rank
from tracker.systems.hybrid import conditions, initiative, perception, spoiling
from tracker.systems.hybrid.checks import Chance, of_skill, unranked
from tracker.systems.hybrid.conditions import BLEEDING, BOUND, DODGING, DROPPING, PRONE
from tracker.systems.hybrid.defences import DODGE, DROP, sheet_of
from tracker.systems.hybrid.sheet import Weapon

if TYPE_CHECKING:
    from tracker.systems.hybrid.rules import Hybrid

DRAWN = "drawn."
"""The mark, with a weapon's key, that says whether it is in hand when that differs from the sheet."""
OVER = "fall"
"""How the agenda refers to the end of a manoeuvre."""
TRIED = "unbind.tried"
"""The mark with the count at which somebody last tried to free its weapon."""


def drawn(combatant: Combatant, weapon: Weapon) -> bool:
    """Whether a weapon is in hand."""
    marked = combatant.marks.get(f"{DRAWN}{weapon.key}")
    return weapon.drawn if marked is None else bool(marked)


def weapon_skill(combatant: Combatant, weapon: Weapon, rules: Hybrid, use: str) -> Chance:
    """A check with a weapon's skill under the conditions of now."""
    sheet, book = sheet_of(combatant), dict(rules.book)
    if weapon.skill is None:
        chance = unranked(sheet, weapon.basis, book)
    else:
        chance = of_skill(sheet, weapon.skill, book, weapon.basis)
    return chance.dfs(conditions.on_action(combatant, rules.book, rules.scene, use))


def declare_simple(draft: Draft, rules: Hybrid, command: Do) -> None:
    """Declare an action that is no blow; its words have been read."""
    who, verb = command.who, command.verb
    combatant, table = draft[who], rules.book["actions"]
    if verb == "stand":
        if combatant.condition(PRONE) is None:
            raise Refused(f"{combatant.name} is on its feet already.")
        _under_way(draft, who, verb, "getting up", rules.book["defences"]["stand_up"])
    elif verb == "look":
        _under_way(draft, who, verb, "looking around", rules.book["perception"]["counts"])
    elif verb == "act":
        row = table["simple"][command.words[0]]
        _under_way(draft, who, verb, row["words"], row["counts"])
    elif verb == "aids":
        _aid(draft, rules, who, command.words[0])
    elif verb in ("draw", "fastdraw"):
        _draw(draft, rules, who, verb, command.words[0])


def _under_way(draft: Draft, who: str, verb: str, label: str, counts: int, weapon: str = "", target: str = "") -> None:
    declare(draft, who, Action(0, verb, weapon=weapon, target=target, label=label, speed=counts))


def _aid(draft: Draft, rules: Hybrid, who: str, target: str) -> None:
    wounds = [c for c in draft[target].conditions if c.key.startswith(BLEEDING)]
    if not wounds:
        raise Refused(f"{draft[target].name} does not bleed, so there is nothing for {draft[who].name} to stop.")
    _under_way(draft, who, "aids", "first aid", rules.book["actions"]["first_aid"], target=target)


def _draw(draft: Draft, rules: Hybrid, who: str, verb: str, key: str) -> None:
    combatant = draft[who]
    weapon = sheet_of(combatant).weapon(key)
    assert weapon is not None
    if drawn(combatant, weapon):
        raise Refused(f"{combatant.name} has the {weapon.name} in hand already.")
    slow = weapon.speed * rules.book["actions"]["draw_factor"]
    if verb == "draw":
        _under_way(draft, who, "draw", f"drawing {weapon.name.lower()}", slow, weapon=key)
        return
    chance = weapon_skill(combatant, weapon, rules, conditions.OTHER)
    wanted = chance.roll(who, "fastdraw", f"fast draw of {weapon.name.lower()}")
    draft.roll(wanted, Task("drawn", {"who": who, "weapon": key}))


def drawn_fast(draft: Draft, rules: Hybrid, task: Task) -> None:
    """A fast draw takes 1 × the speed on a success, else 2 × (H-ACT-2, ruling 32)."""
    who = task.data["who"]
    weapon = sheet_of(draft[who]).weapon(task.data["weapon"])
    assert weapon is not None
    factor = 1 if task.data["success"] else rules.book["actions"]["draw_factor"]
    _under_way(draft, who, "draw", f"drawing {weapon.name.lower()}", weapon.speed * factor, weapon=weapon.key)


def happened(draft: Draft, rules: Hybrid, who: str, action: Action) -> None:
    """What an action that has landed does; initiative follows it."""
    if action.verb == "stand":
        spoiling.end(draft, who, PRONE, "got up")
    elif action.verb == "draw":
        draft.emit(ev.MarkChanged(who=who, mark=f"{DRAWN}{action.weapon}", value=True, why="drawn (H-ACT-2)"))
    elif action.verb == "look":
        chance = perception.chance(draft[who], rules)
        draft.roll(chance.roll(who, "perception", "perception"), Task("looked", {"who": who}))
    elif action.verb == "aids":
        chance = _first_aid(draft[who], rules)
        wanted = chance.roll(who, "first aid", f"first aid for {draft[action.target].name}")
        draft.roll(wanted, Task("aided", {"who": who, "target": action.target}))


def _first_aid(combatant: Combatant, rules: Hybrid) -> Chance:
    sheet, book = sheet_of(combatant), dict(rules.book)
    skill = sheet.skill("First Aid")
    chance = unranked(sheet, ("DEX",), book) if skill is None else of_skill(sheet, skill, book, ("DEX",))
    return chance.dfs(conditions.on_action(combatant, rules.book, rules.scene))


def looked(draft: Draft, rules: Hybrid, task: Task) -> None:
    """An active perception that succeeds makes aware of all that was unnoticed (H-PERC-1)."""
    if task.data["success"]:
        for other in sorted(draft[task.data["who"]].unaware_of):
            draft.emit(ev.AwarenessChanged(who=task.data["who"], of=other, aware=True, why="seen (H-PERC-1)"))


def aided(draft: Draft, rules: Hybrid, task: Task) -> None:
    """First aid that succeeds stops one wound (ruling 19)."""
    target = task.data["target"]
    wound = next((c for c in draft[target].conditions if c.key.startswith(BLEEDING)), None)
    if not task.data["success"] or wound is None:
        return
    due = draft.encounter.agenda.find(target, spoiling.BLEED, wound.key)
    if due is not None:
        draft.emit(ev.DueEnded(who=target, what=due.what, at=due.count, ref=due.ref, why="first aid"))
    spoiling.end(draft, target, wound.key, "first aid")


# Dodging and dropping prone


def declare_manoeuvre(draft: Draft, rules: Hybrid, command: Do) -> None:
    """Dodge or drop prone at one's own count (H-DEF, ruling 26)."""
    combatant = draft[command.who]
    if combatant.condition(PRONE) is not None:
        raise Refused(f"{combatant.name} cannot {command.verb}: prone; `{combatant.id} stand` gets up.")
    if command.verb == DROP and rules.scene.gravity == "100% off":
        raise Refused(f"{combatant.name} cannot drop prone: there is no gravity to fall by.")
    close_moment(draft, command.who, command.verb)
    draft.actor = command.who
    manoeuvre(draft, rules, command.who, command.verb)


def manoeuvre(draft: Draft, rules: Hybrid, who: str, verb: str) -> None:
    """Begin a dodge or a drop: its phases go on the agenda."""
    table = rules.book["defences"][verb]
    key = DODGING if verb == DODGE else DROPPING
    until, times = (table["until"], table["times"]) if verb == DODGE else ([table["counts"]], [table["times"]])
    _phase(draft, who, key, times[0], f"{verb} (H-DEF)")
    for place, counts in enumerate(until):
        following = f"{times[place + 1]}×PDF" if place + 1 < len(times) else OVER
        at = draft.encounter.count + counts
        draft.emit(ev.DueAdded(who=who, what=key, at=at, rank=Rank.ENDING, ref=following))


def _phase(draft: Draft, who: str, key: str, times: int, why: str) -> None:
    of = f"{times}×PDF"
    draft.emit(ev.ConditionGained(who=who, condition=key, label=f"{key} {of}", of=of, why=why))


def phase(draft: Draft, rules: Hybrid, due: Due) -> None:
    """The next phase of a manoeuvre begins, or it ends in a fall and initiative is rolled."""
    key = due.what
    condition = draft[due.who].condition(key)
    if condition is None:
        return
    draft.actor = due.who
    if due.ref != OVER:
        _phase(draft, due.who, key, int(due.ref.partition("×")[0]), "next phase")
        return
    spoiling.end(draft, due.who, key, "over")
    skill = sheet_of(draft[due.who]).skill(rules.book["defences"]["dodge"]["skill"]) if key == DODGING else None
    if skill is None:
        spoiling.prone(draft, due.who, "a controlled fall (H-DEF)" if key == DODGING else "dropped (H-DEF)")
        initiative.after_action(draft, rules, due.who)
        return
    chance = of_skill(sheet_of(draft[due.who]), skill, dict(rules.book), ("PAG",))
    chance.dfs(conditions.on_action(draft[due.who], rules.book, rules.scene))
    draft.roll(chance.roll(due.who, "acrobatics", "landing on its feet"), Task("rolled over", {"who": due.who}))


def rolled_over(draft: Draft, rules: Hybrid, task: Task) -> None:
    """A skilled dodger keeps its feet on a success (H-DEF dodge)."""
    if not task.data["success"]:
        spoiling.prone(draft, task.data["who"], "a controlled fall (H-DEF)")
    initiative.after_action(draft, rules, task.data["who"])


# Breaking a bind


def try_unbind(draft: Draft, rules: Hybrid, who: str) -> None:
    """At its moment somebody may try to free a bound weapon, once, taking no time: an opposed check (H-DEF parry)."""
    combatant = draft[who]
    bind = combatant.condition(BOUND)
    if bind is None:
        raise Refused(f"{combatant.name}'s weapon is not bound.")
    check_moment(draft, who)
    if combatant.marks.get(TRIED) == draft.encounter.count:
        raise Refused(f"{combatant.name} has tried at this count already; it may try again at its next initiative.")
    draft.actor = who
    question = draft.encounter.question
    if question is not None:
        draft.emit(ev.Withdrawn(who=who, what=question.what, why="tries to free its weapon first"))
    draft.straight_on = True
    draft.emit(ev.MarkChanged(who=who, mark=TRIED, value=draft.encounter.count))
    other = draft[bind.of]
    chance = weapon_skill(other, _bound_weapon(other), rules, conditions.OFFENSIVE)
    wanted = chance.roll(other.id, "bind", "holding the bind")
    draft.roll(wanted, Task("unbind", {"who": who}))


def _bound_weapon(combatant: Combatant) -> Weapon:
    sheet = sheet_of(combatant)
    return sheet.weapon(str(combatant.marks.get(BOUND))) or sheet.weapons[0]


def unbind(draft: Draft, rules: Hybrid, task: Task) -> None:
    """The holder has rolled; the other's chance is less its SN, if it succeeded (H-CHECK-11, ruling 37)."""
    who = task.data["who"]
    chance = weapon_skill(draft[who], _bound_weapon(draft[who]), rules, conditions.DEFENSIVE)
    if task.data["success"]:
        chance.add(-task.data["margin"], "the holder's SN (H-CHECK-11)")
    draft.straight_on = True
    draft.roll(chance.roll(who, "unbind", "freeing the weapon"), Task("unbound", {"who": who}))


def unbound(draft: Draft, rules: Hybrid, task: Task) -> None:
    """A success frees both weapons; either way the moment goes on."""
    draft.straight_on = True
    if task.data["success"]:
        spoiling.release(draft, task.data["who"], "freed (H-DEF)")
