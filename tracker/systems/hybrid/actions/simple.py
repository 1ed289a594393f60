"""Simple actions: drawing, standing up, looking, first aid, growing familiar with a weapon (H-ACT-2, H-PERC-1)."""

from __future__ import annotations

from tracker.encounter import events as ev
from tracker.encounter.combatant import Action, Combatant
from tracker.encounter.commands import Do
from tracker.encounter.declarations import declare
from tracker.encounter.draft import Draft
from tracker.encounter.questions import Task
from tracker.encounter.refusals import Refused
from tracker.systems.hybrid.body import conditions, perception
from tracker.systems.hybrid.body.conditions import PRONE
from tracker.systems.hybrid.body.weapons import DRAWN, drawn, weapon_of
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances import severity, skills
from tracker.systems.hybrid.chances.checks import Chance, of_stats, unranked
from tracker.systems.hybrid.manners import florentine, manner, options
from tracker.systems.hybrid.manners.manner import EXTRA, KINDS, QUICK, RUSH
from tracker.systems.hybrid.sheets.sheet import Skill, sheet_of
from tracker.systems.hybrid.timing import moments, points
from tracker.systems.hybrid.timing.intent import intend

AID = "First Aid"
ALLOWED = {
    "look": (EXTRA, QUICK, RUSH),
    "aids": (EXTRA, QUICK, RUSH),
    "familiarise": (EXTRA, QUICK, RUSH),
    "stand": (QUICK,),
    "act": (QUICK,),
    "draw": (QUICK,),
    "fastdraw": (EXTRA, QUICK),
}
"""The options each takes; only where something is rolled can be hurried or made harder."""


def declare_simple(draft: Draft, rules: Rulebook, command: Do) -> None:
    """Declare an action that is no blow: its words are what it needs to know, at most one, then its options."""
    who, verb = command.who, command.verb
    knows = verb != "stand" and (verb != "look" or command.words[:1] in [(kind,) for kind in KINDS])
    words, manners = list(command.words[:knows]), list(command.words[knows:])
    points.action_point(draft, who)
    combatant, table = draft[who], rules.book.actions
    intend(draft, who, "mental" if verb == "look" and words[:1] == ["mental"] else "physical")
    if verb == "stand":
        if combatant.condition(PRONE) is None:
            raise Refused(f"{combatant.name} is on its feet already.")
        _under_way(draft, rules, who, verb, "getting up", rules.book.defences.stand_up, manners)
    elif verb == "look":
        kind = words[0] if words else ""
        label = f"looking around{f' ({kind})' if kind else ''}"
        counts = rules.book.perception.counts
        skill = perception.skill_of(combatant, rules, kind or KINDS[0])
        _under_way(draft, rules, who, verb, label, counts, manners, skill=skill, extra=(kind,) if kind else ())
    elif verb == "act":
        row = table.simple[words[0]]
        _under_way(draft, rules, who, verb, row.words, row.counts, manners)
    elif verb == "aids":
        _aid(draft, rules, who, words[0], manners)
    elif verb == "familiarise":
        _familiarise(draft, rules, who, words[0], manners)
    else:
        _draw(draft, rules, who, verb, words[0], manners)


def _under_way(
    draft: Draft,
    rules: Rulebook,
    who: str,
    verb: str,
    label: str,
    counts: int,
    manners: list[str],
    weapon: str = "",
    target: str = "",
    skill: Skill | None = None,
    extra: tuple[str, ...] = (),
    unskilled: bool = False,
) -> None:
    settled = options.settle(manners, draft[who], counts, skill, rules)
    how = manner.read(settled)
    points.spend_speed(draft, who, how, manner.useful(draft[who], counts, skill, how, rules))
    speed = manner.counts(draft[who], counts, skill, how, rules, unskilled)
    label += options.texts(settled)
    action = Action(0, verb, weapon, target, (*extra, *settled), label, speed=speed)
    declare(draft, who, action)


def _aid(draft: Draft, rules: Rulebook, who: str, target: str, manners: list[str]) -> None:
    if not conditions.wounds_of(draft[target]):
        raise Refused(f"{draft[target].name} does not bleed, so there is nothing for {draft[who].name} to stop.")
    counts, skill = rules.book.actions.first_aid, sheet_of(draft[who]).skill(AID)
    _under_way(
        draft, rules, who, "aids", "first aid", counts, manners, target=target, skill=skill, unskilled=skill is None
    )


def _familiarise(draft: Draft, rules: Rulebook, who: str, key: str, manners: list[str]) -> None:
    weapon = weapon_of(draft[who], key)
    if not skills.unfamiliar(draft[who], weapon, rules):
        raise Refused(f"{draft[who].name} is familiar with the {weapon.name} already.")
    label = f"growing familiar with {weapon.name.lower()}"
    _under_way(draft, rules, who, "familiarise", label, rules.book.actions.simple["act"].counts, manners, weapon=key)


def _draw(draft: Draft, rules: Rulebook, who: str, verb: str, key: str, manners: list[str]) -> None:
    combatant, weapon = draft[who], weapon_of(draft[who], key)
    if drawn(combatant, weapon):
        raise Refused(f"{combatant.name} has the {weapon.name} in hand already.")
    slow = weapon.speed * rules.book.actions.draw_factor
    if verb == "draw":
        _under_way(draft, rules, who, "draw", f"drawing {weapon.name.lower()}", slow, manners, weapon=key)
        return
    chance = moments.weapon_check(draft, rules, who, weapon, conditions.OTHER, "draw")
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
    _under_way(
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


def happened(draft: Draft, rules: Rulebook, who: str, action: Action) -> None:
    """What an action that has landed does; initiative follows it."""
    if action.verb == "stand":
        draft.end(who, PRONE, "got up")
    elif action.verb == "draw":
        draft.emit(ev.MarkChanged(who=who, mark=f"{DRAWN}{action.weapon}", value=True, why="drawn (H-ACT-2)"))
    elif action.verb == "look":
        kind = manner.read(action.options).kind or KINDS[0]
        twice = bool(florentine.while_at_it(draft[who], rules))
        chance = _in_the_manner(perception.chance(draft[who], rules, kind=kind), action, rules, not twice)
        draft.roll(chance.roll(who, "perception", "perception"), Task("looked", {"who": who}))
    elif action.verb == "aids":
        chance = _in_the_manner(aid_chance(draft[who], rules), action, rules)
        roll = chance.roll(who, "first aid", f"first aid for {draft[action.target].name}", action.target)
        draft.roll(roll, Task("aided", {"who": who, "target": action.target}))
    elif action.verb == "familiarise":
        weapon = weapon_of(draft[who], action.weapon)
        basis = weapon.basis
        chance = of_stats(sheet_of(draft[who]), basis, rules.book)
        chance.dfs([(rules.book.skills.unfamiliar.check, "to grow familiar (H-SKILL-5)")])
        chance.dfs(conditions.on_action(draft[who], rules, column=weapon.column))
        roll = _in_the_manner(chance, action, rules).roll(who, "familiar", action.label)
        draft.roll(roll, Task("familiar", {"who": who, "weapon": weapon.key}))


def _in_the_manner(chance: Chance, action: Action, rules: Rulebook, awareness: bool | None = None) -> Chance:
    """With what the action's options add: DFs, two at once, hurry; `awareness`: whether its −2 is still to be added."""
    how = manner.read(action.options)
    beside = [] if awareness is False else florentine.dfs(how, rules, bool(awareness))
    chance.dfs([*manner.dfs(how, rules.book), *beside])
    return manner.hurried(chance, how)


def aid_counts(combatant: Combatant, rules: Rulebook) -> int:
    """Counts that first aid takes somebody (H-ACT-2)."""
    counts, skill = rules.book.actions.first_aid, sheet_of(combatant).skill(AID)
    return manner.counts(combatant, counts, skill, manner.Manner(), rules, skill is None)


def aid_chance(combatant: Combatant, rules: Rulebook) -> Chance:
    """The chance of stopping a wound as things stand now; unranked it is a check of DEX."""
    sheet = sheet_of(combatant)
    skill = sheet.skill(AID)
    by = ("DEX",)
    chance = unranked(sheet, by, rules.book) if skill is None else skills.chance(sheet, skill, rules, by)
    return chance.dfs(conditions.on_action(combatant, rules))


def notice(draft: Draft, rules: Rulebook, command: Do) -> None:
    """A passive perception asked for: a quarter of the chance, no time and nobody's moment (H-PERC-3, ruling 86)."""
    who, kind = command.who, command.words[0]
    if not draft[who].able or draft[who].condition(conditions.UNCONSCIOUS) is not None:
        raise Refused(f"{draft[who].name} notices nothing now.")
    draft.actor = ""
    roll = perception.passive_roll(draft[who], rules, "passive perception", kind)
    draft.roll(roll, Task("looked", {"who": who, "hidden": roll.secret}))


def looked(draft: Draft, rules: Rulebook, task: Task) -> None:
    """What is seen, and how well; a success makes aware of all that was unnoticed (H-PERC 1 and 4).

    With `hidden` a failure is for the game master only.
    """
    who = task.data["who"]
    hidden = bool(task.data.get("hidden")) and not task.data["success"]
    if severity.follow(draft, who, task.data, "looked"):
        return
    if words := perception.result(task.data["tier"], rules.book):
        draft.note(f"{draft[who].name} sees this: {words}", who, secret=hidden)
    if task.data["success"]:
        for other in sorted(draft[who].unaware_of):
            draft.emit(ev.AwarenessChanged(who=who, of=other, aware=True, why="seen (H-PERC-1)"))


def aided(draft: Draft, rules: Rulebook, task: Task) -> None:
    """First aid that succeeds stops one wound from bleeding (H-DMG-7, ruling 19)."""
    target = task.data["target"]
    wounds = conditions.wounds_of(draft[target])
    if not task.data["success"] or not wounds:
        return
    wound = wounds[0]
    due = draft.encounter.agenda.find(target, conditions.BLEED, wound.key)
    if due is not None:
        draft.emit(ev.DueEnded(who=target, what=due.what, at=due.count, ref=due.ref, why="first aid"))
    draft.end(target, wound.key, "first aid")


def familiar(draft: Draft, rules: Rulebook, task: Task) -> None:
    """A success gains back one point of what an unfamiliar tool costs (H-SKILL-5)."""
    who, key = task.data["who"], task.data["weapon"]
    if task.data["success"]:
        mark = f"{skills.FAMILIAR}{key}"
        value = draft[who].mark(mark) + 1
        draft.emit(ev.MarkChanged(who=who, mark=mark, value=value, why="more familiar (H-SKILL-5)"))
