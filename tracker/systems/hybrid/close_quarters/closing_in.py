"""Closing in: getting inside a longer reach, fending, and falling back (H-ATK-7, ruling 45)."""

from __future__ import annotations

from typing import Any

from tracker.encounter.engine.declarations import declare
from tracker.encounter.engine.step import StepBuilder
from tracker.model import events as ev
from tracker.model.combatant import Action, Combatant
from tracker.model.commands import Do
from tracker.model.questions import Ask, Task
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.system_api.values import Choice
from tracker.systems.hybrid.blows import defence_choices, hit_odds
from tracker.systems.hybrid.blows.attack_declaration import check_target
from tracker.systems.hybrid.blows.batch_plan import Stage, push_batch
from tracker.systems.hybrid.blows.blow import Blow, StageQuestion
from tracker.systems.hybrid.body import conditions, parry_and_block, passive_defence, weapons
from tracker.systems.hybrid.body.condition_lifecycle import OUT, ConditionLifecycle
from tracker.systems.hybrid.body.conditions import (
    ADVANCED,
    CLOSED,
    DODGING,
    DROPPING,
    GRAPPLING,
    HELD,
    PRONE,
    RETREATING,
)
from tracker.systems.hybrid.body.skill_use import SkillUse
from tracker.systems.hybrid.body.weapons import weapon_of
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.chances.success_chance import odds
from tracker.systems.hybrid.modifiers.action_modifiers import ActionModifiers
from tracker.systems.hybrid.sheets.sheet import Weapon
from tracker.systems.hybrid.timing import action_points, free_actions, initiative
from tracker.systems.hybrid.timing.intent import intend
from tracker.systems.hybrid.timing.ordered_attack import CLOSING, FEND, HEED, IGNORE

CLOSE, BACK = "close", "retreat"
KEPT_OUT = "kept out"
"""The mark of one whom a fend has just stopped."""


def declare_close(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """Declare to close with a combatant: a simple action."""
    who, (target, *words) = command.who, command.words
    action_points.action_point(draft, who)
    check_target(draft[who], draft[target], "close with")
    if target in conditions.closed_in(draft[who]):
        raise Refused(f"{draft[who].name} is closed in with {draft[target].name} already.")
    if why := why_not(draft.encounter, who, target):
        raise Refused(why)
    intend(draft, who, "physical")
    label = f"closing with {draft[target].name}"
    settled = action_points.settle(draft, words, SkillUse(draft[who], rules, speed=rules.book.close.counts))
    action = Action(0, CLOSE, target=target, options=settled.options, label=label, speed=settled.speed)
    declare(draft, who, action)


def why_not(encounter: Encounter, who: str, target: str) -> str:
    """Why a combatant cannot close with another now, or empty."""
    combatant, held = encounter[who], encounter[who].condition(HELD)
    if combatant.condition(PRONE) is not None:
        return f"{combatant.name} cannot close: prone; `{who} stand` gets up."
    if held is not None:
        return f"{combatant.name} cannot close with {encounter[target].name}: {held.label}."
    return ""


def landed(draft: StepBuilder, rules: Rulebook, who: str, action: Action) -> None:
    """The closer arrives: a combatant who is aware, able and reaches further may fend it off or fall back."""
    target = action.target
    if not draft[target].able:
        return
    data = {"who": who, "target": target, "weapon": "", "back": False}
    if not _fends(draft.encounter, rules, target, who):
        if why := conditions.defenceless(draft[target], rules):
            draft.note(f"{draft[target].name} cannot fend: {why} (ruling 79)", target)
        draft.push("closed", **data)
        return
    open_now = tuple(c.word for c in choices(draft.encounter, rules, Task(CLOSING, data)) if not c.refused)
    if open_now == (passive_defence.NOTHING,) or _lets_in(draft[target]):
        draft.push("closed", **data)
        return
    draft.stack.append(Task(CLOSING, data))
    text = f"{draft[who].name} closes with {draft[target].name}."
    draft.ask(Ask.CHOOSE, target, CLOSING, text, open_now, about=who)


def _lets_in(combatant: Combatant) -> bool:
    """Whether a combatant's orders to fight have no word of fending, so that nobody is asked (rulings 58 and 97)."""
    return bool(combatant.orders.does) and combatant.orders.reply(FEND) is None


def _fends(encounter: Encounter, rules: Rulebook, target: str, closer: str) -> list[Weapon]:
    """Weapons that can keep a closer out, longer than what it comes with (H-ATK-7); the unaware have none."""
    defender = encounter[target]
    busy = [key for key in (DODGING, DROPPING, HELD) if defender.condition(key) is not None]
    out = conditions.defenceless(defender, rules)
    if closer in defender.unaware_of or conditions.helpless(defender) or busy or out:
        return []
    at_hand = weapons.at_hand(encounter[closer])
    closer_length = at_hand.length if at_hand is not None and at_hand.use in weapons.CLOSE_QUARTERS else 0.0
    return [w for w in weapons.usable(defender) if w.use == "melee" and w.length > closer_length]


def choices(encounter: Encounter, rules: Rulebook, task: Task) -> list[Choice]:
    """Letting it in, fending with each long enough weapon, falling back; each with its chance and its price."""
    closer, target = task.data["who"], task.data["target"]
    offered = [
        Choice(
            "enter",
            f"let {encounter[closer].name} close",
            passive_defence.NOTHING,
            f"{target} {passive_defence.NOTHING}",
        )
    ]
    defender, longer = encounter[target], _fends(encounter, rules, target, closer)
    for place, weapon in enumerate(longer):
        counts = parry_and_block.answer_counts(defender, weapon, FEND, rules)
        word = FEND if place == 0 else f"{FEND} {weapon.key}"
        percent = _chance(encounter, rules, target, closer, weapon, False)
        label = f"fend {odds(percent)}" + ("" if len(longer) == 1 else f" {weapon.name}")
        vain = defence_choices.no_chance(defender, FEND, weapon) if percent <= 0 and rules.third_reading else ""
        price, key = "" if vain else defence_choices.slip(encounter, target, counts), "f" if place == 0 else ""
        offered.append(Choice(key, label, word, f"{target} {word}", price=price, refused=vain, chance=percent))
        for spent, quicker in defence_choices.speed_point_prices(defender, weapon, FEND, rules) if not vain else ():
            more = defence_choices.Answer(FEND, "" if place == 0 else weapon.key, spent).word
            price = defence_choices.slip(encounter, target, quicker)
            offered.append(
                Choice("", f"{label}, {defence_choices.speed_points(spent)}", more, f"{target} {more}", price=price)
            )
    for weapon in longer[:1]:
        price = defence_choices.slip(encounter, target, parry_and_block.answer_counts(defender, weapon, FEND, rules))
        percent = _chance(encounter, rules, target, closer, weapon, True)
        vain = defence_choices.no_chance(defender, FEND, weapon) if percent <= 0 and rules.third_reading else ""
        if defender.condition(ADVANCED) is not None and rules.third_reading:
            vain = f"{defender.name} is advancing, so cannot retreat until its next declaration."
        label = f"retreat, fending {odds(percent)}"
        offered.append(Choice("r", label, BACK, f"{target} {BACK}", price="" if vain else price, refused=vain))
    return offered


def _blow(encounter: Encounter, rules: Rulebook, fender: str, closer: str, weapon: Weapon, back: bool) -> Blow:
    """A fend; falling back with it is at DF +6, which is retreat's own and never counts twice (H-ATK-7)."""
    blow = Blow(fender, closer, -1, weapon.key, f"{weapon.name.lower()} fend", fend=True, back=back)
    if back and encounter[fender].condition(RETREATING) is None:
        blow.df, blow.reason = rules.book.close.retreat, "fending in retreat (H-ATK-7)"
    return blow


def _chance(encounter: Encounter, rules: Rulebook, fender: str, closer: str, weapon: Weapon, back: bool) -> int:
    return hit_odds.of(encounter, rules, _blow(encounter, rules, fender, closer, weapon, back)).attack.percent


def answered(draft: StepBuilder, rules: Rulebook, task: Task) -> None:
    """The one closed upon has chosen."""
    closer, target = task.data["who"], task.data["target"]
    reply = defence_choices.read_answer(task.data["answer"])
    back = reply.defence == BACK
    data = {"who": closer, "target": target, "back": back}
    if reply.defence == passive_defence.NOTHING:
        draft.push("closed", **data)
        return
    weapon = (
        weapon_of(draft[target], reply.weapon) if reply.weapon else _fends(draft.encounter, rules, target, closer)[0]
    )
    if reply.points:
        use = parry_and_block.answer_use(draft[target], weapon, FEND, rules)
        action_points.spend_speed(draft, target, ActionModifiers(spent=reply.points), use.useful_points())
    if back and rules.third_reading:
        action_points.retreat(draft, target)
    blow = _blow(draft.encounter, rules, target, closer, weapon, back)
    blow.points = reply.points
    fend(draft, rules, blow, "closed", data)


def fend(draft: StepBuilder, rules: Rulebook, blow: Blow, then: str, data: dict[str, Any]) -> None:
    """Strike at a closer; half the weapon's speed delays what is pending, and no initiative follows."""
    counts = parry_and_block.answer_counts(
        draft[blow.attacker], weapon_of(draft[blow.attacker], blow.weapon), FEND, rules, blow.points
    )
    draft.emit(ev.DefenceDeclared(who=blow.attacker, defence=FEND, against=blow.target, label="fends", counts=counts))
    initiative.spend_time(draft, blow.attacker, counts, "fend (H-DEF)")
    draft.emit(ev.MarkChanged(who=blow.target, mark=KEPT_OUT, value=False))
    draft.push(then, **data)
    push_batch(draft, [blow])


def want_heed(stage: Stage) -> StageQuestion | None:
    """A fend that gets through: its target heeds it and stays out, or takes the blow and comes on."""
    draft, blow = stage.draft, stage.blow
    if not blow.fend or not blow.strikes:
        return None
    if blow.back and stage.rules.third_reading:
        why = "kept off in retreat (H-ATK-7, ruling 89)"
        draft.emit(ev.MarkChanged(who=blow.target, mark=KEPT_OUT, value=True, why=why))
    orders = draft[blow.target].orders
    if orders.does and orders.reply(HEED) is None:
        take_heed(stage, {"answer": IGNORE})
        return None
    text = f"{draft[blow.attacker].name}'s fend gets through to {draft[blow.target].name}."
    return StageQuestion(blow.target, HEED, text, blow.attacker)


def take_heed(stage: Stage, answer: Any) -> None:
    """Heeded, it stops the closing and does no harm; ignored, it does its normal damage."""
    blow = stage.blow
    if answer["answer"] == HEED:
        blow.gone = True
        stage.draft.emit(ev.MarkChanged(who=blow.target, mark=KEPT_OUT, value=True, why="heeds the fend (H-ATK-7)"))


def heed_choices(rules: Rulebook, who: str, blow: Blow) -> list[Choice]:
    """The two ways to take a fend; a fend in retreat keeps the closer out even when ignored (ruling 89)."""
    stays = ", but stay out all the same" if blow.back and rules.third_reading else ""
    return [
        Choice("enter", "heed the fend and stay out", HEED, f"{who} {HEED}"),
        Choice("i", f"ignore the fend and take the blow{stays}", IGNORE, f"{who} {IGNORE}"),
    ]


def closed(draft: StepBuilder, rules: Rulebook, task: Task) -> None:
    """The closing is decided: inside, unless it was kept out or has been put out of action."""
    closer, target = task.data["who"], task.data["target"]
    kept = bool(draft[closer].marks.get(KEPT_OUT)) and "back" in task.data
    draft.emit(ev.MarkChanged(who=closer, mark=KEPT_OUT, value=False))
    stopped = conditions.helpless(draft[closer]) or draft[closer].condition(PRONE) is not None
    if kept or stopped or not draft[closer].able or not draft[target].able:
        draft.note(f"{draft[closer].name} is kept out by {draft[target].name} (H-ATK-7)", closer)
        return
    for fighter, other in ((closer, target), (target, closer)):
        label = f"closed in with {draft[other].name}"
        draft.emit(
            ev.ConditionGained(who=fighter, condition=CLOSED + other, label=label, of=other, why="closed (H-ATK-7)")
        )


def back_off(draft: StepBuilder, rules: Rulebook, who: str, other: str) -> None:
    """Out of a close by falling back: a fend at DF +6 with the weapon at hand (H-ATK-7)."""
    weapon = weapons.at_hand(draft[who])
    held = draft[who].condition(HELD)
    if held is not None:
        raise Refused(f"{draft[who].name} is {held.label}: `{who} escape` tries to get free first.")
    if weapon is None or weapon.use != "melee":
        raise Refused(f"{draft[who].name} has no weapon in hand to fend with, so cannot fall back.")
    data = {"who": other, "target": who}
    fend(draft, rules, _blow(draft.encounter, rules, who, other, weapon, True), "opened", data)


def opened(draft: StepBuilder, rules: Rulebook, task: Task) -> None:
    """Kept off, the other lets one out; else they stay closed in."""
    other, who = task.data["who"], task.data["target"]
    out = bool(draft[other].marks.get(KEPT_OUT)) or not draft[other].able or bool(conditions.helpless(draft[other]))
    draft.emit(ev.MarkChanged(who=other, mark=KEPT_OUT, value=False))
    draft.straight_on = True
    if out:
        separate(draft, who, other, "fell back (H-ATK-7)")
    else:
        draft.note(f"{draft[who].name} is still closed in with {draft[other].name}", who)


def separate(draft: StepBuilder, who: str, other: str, why: str) -> None:
    """Two are no longer closed in with each other; grips end too."""
    for fighter, opponent in ((who, other), (other, who)):
        draft.end(fighter, CLOSED + opponent, why)
        for key in (GRAPPLING, HELD):
            condition = draft[fighter].condition(key)
            if condition is not None and condition.of == opponent:
                draft.end(fighter, key, why)


def _apart(draft: StepBuilder, rules: Rulebook, who: str, key: str) -> None:
    for other in draft.encounter:
        if who in conditions.closed_in(other) and key == CLOSED + other.id:
            separate(draft, who, other.id, "by hand")


def _left(draft: StepBuilder, rules: Rulebook, who: str) -> None:
    for other in conditions.closed_in(draft[who]):
        separate(draft, who, other, OUT)


LIFECYCLES = (ConditionLifecycle((CLOSED,), ended=_apart, left=_left, prefix=True),)


def able_closed_in(combatant: Combatant, encounter: Encounter) -> list[Combatant]:
    """Those a combatant is closed in with, able ones only."""
    return [encounter[other] for other in conditions.closed_in(combatant) if encounter[other].able]


def retreat(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """Give ground until the next declaration; out of a close this is a fend at DF +6 (H-ATK 3 and 7)."""
    who = command.who
    free_actions.keep_moment_open(draft, who, "retreats")
    action_points.action_point(draft, who)
    near = [other for other in conditions.closed_in(draft[who]) if draft[other].able]
    if near:
        back_off(draft, rules, who, near[0])
    else:
        action_points.retreat(draft, who)
        action_points.mark_free(draft, who, conditions.RETREATING)
