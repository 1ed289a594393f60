"""Closing in: getting inside a longer reach, fending, and falling back (H-ATK-7, ruling 45)."""

from __future__ import annotations

from typing import Any

from tracker.encounter.engine.declarations import declare
from tracker.encounter.engine.step import StepBuilder
from tracker.game_api.values import Choice, Percent
from tracker.games.hybrid.blows import defence_choices
from tracker.games.hybrid.blows.attack_declaration import why_no_target
from tracker.games.hybrid.blows.batch_plan import Stage, push_batch
from tracker.games.hybrid.blows.blow import Blow, StageQuestion
from tracker.games.hybrid.blows.odds import hit_odds
from tracker.games.hybrid.body import conditions, parry_and_block, passive_defence, posture, weapons
from tracker.games.hybrid.body.condition_lifecycle import OUT, ConditionLifecycle
from tracker.games.hybrid.body.conditions import (
    ADVANCED,
    CLOSED,
    DODGING,
    DROPPING,
    GRAPPLING,
    HELD,
    PRONE,
    RETREATING,
)
from tracker.games.hybrid.body.skill_use import SkillUse
from tracker.games.hybrid.body.weapons import weapon_of
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.fighter import Acting, Data
from tracker.games.hybrid.modifiers.action_modifiers import ActionModifiers
from tracker.games.hybrid.sheet.sheet import Weapon
from tracker.games.hybrid.timing import action_points, free_actions, initiative, stances
from tracker.games.hybrid.timing.intent import intend
from tracker.games.hybrid.timing.ordered_attack import CLOSING, FEND, HEED, IGNORE
from tracker.games.toolkit import guards, steps
from tracker.model import events as ev
from tracker.model.combatant import Action, Combatant
from tracker.model.questions import Ask, Task
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

CLOSE, BACK = "close", "retreat"
FEND_POINTS = "fend points"
"""The stage that fends once its speed points are known. Saved with the question."""
KEPT_OUT = "kept out"
"""The mark of a fighter whom a fend has just stopped."""


def declare_close(fighter: Acting, target: str, options: tuple[str, ...] = ()) -> None:
    """Declare to close with a target, a simple action. Raises Refused."""
    draft, rules, who = fighter.draft, fighter.rules, fighter.who
    action_points.action_point(fighter)
    guards.refuse(why_not(draft.encounter, who, target))
    intend(fighter, "physical")
    label = f"closing with {draft[target].name}"
    settled = action_points.settle(draft, options, SkillUse(draft[who], rules, speed=rules.book.close.counts))
    action = Action(0, CLOSE, target=target, options=settled.options, label=label, speed=settled.speed)
    declare(draft, who, action)


def why_not(encounter: Encounter, who: str, target: str) -> str:
    """Return why a fighter cannot close with another now. Empty when it can."""
    combatant, hold = encounter[who], encounter[who].condition(HELD)
    if why := why_no_target(combatant, encounter[target], "close with"):
        return why
    if target in conditions.closed_in(combatant):
        return f"{combatant.name} is closed in with {encounter[target].name} already."
    if why := posture.why_lying(combatant, "close"):
        return why
    if hold is not None:
        return f"{combatant.name} cannot close with {encounter[target].name}: {hold.label}."
    return ""


def landed(fighter: Acting, action: Action) -> None:
    """Let the closing fighter arrive, or ask the target: one that is aware and reaches further may fend or retreat."""
    draft, rules, who, target = fighter.draft, fighter.rules, fighter.who, action.target
    if not draft[target].able:
        draft.note(f"{fighter.name} closes with nobody: {draft[target].name} {draft[target].presence.words}", who)
        return
    data = {"who": who, "target": target, "weapon": "", "back": False}
    if not _weapons_that_fend(draft.encounter, rules, target, who):
        if why := conditions.defenceless(draft[target], rules):
            draft.note(f"{draft[target].name} cannot fend: {why} (ruling 79)", target)
        draft.push("closed", **data)
        return
    # No question where letting the other in is all that the target can do, or what its orders say.
    open_now = tuple(c.word for c in choices(draft.encounter, rules, Task(CLOSING, data)) if not c.refused)
    if open_now == (passive_defence.NOTHING,) or _orders_let_in(draft[target]):
        draft.push("closed", **data)
        return
    draft.stack.append(Task(CLOSING, data))
    draft.ask(Ask.CHOOSE, target, CLOSING, f"{fighter.name} closes with {draft[target].name}.", open_now, about=who)


def _orders_let_in(combatant: Combatant) -> bool:
    """Return whether a fighter's orders do not fend, so that no question is asked (rulings 58 and 97)."""
    return bool(combatant.orders.does) and combatant.orders.reply(FEND) is None


def _weapons_that_fend(encounter: Encounter, rules: Rulebook, target: str, closer: str) -> list[Weapon]:
    """Return the weapons that can keep the closing fighter out: longer than its own, if the target notices it.

    Rules: H-ATK-7.
    """
    defender = encounter[target]
    busy = [key for key in (DODGING, DROPPING, HELD) if defender.condition(key) is not None]
    no_defence = conditions.defenceless(defender, rules)
    if closer in defender.unaware_of or conditions.helpless(defender) or busy or no_defence:
        return []
    at_hand = weapons.at_hand(encounter[closer])
    closer_length = at_hand.length if at_hand is not None and at_hand.use in weapons.CLOSE_QUARTERS else 0.0
    return [weapon for weapon in weapons.usable(defender) if weapon.use == "melee" and weapon.length > closer_length]


def choices(encounter: Encounter, rules: Rulebook, task: Task) -> list[Choice]:
    """Return the answers to a closing fighter (`who` of the task): let it close, fend, or fend in retreat (H-ATK-7)."""
    closer, target = task.data["who"], task.data["target"]
    offered = [
        Choice(
            "l",
            f"let {encounter[closer].name} close",
            passive_defence.NOTHING,
            f"{target} {passive_defence.NOTHING}",
        )
    ]
    defender, longer = encounter[target], _weapons_that_fend(encounter, rules, target, closer)
    for index, weapon in enumerate(longer):
        counts = parry_and_block.answer_counts(defender, weapon, FEND, rules)
        word = FEND if index == 0 else f"{FEND} {weapon.key}"
        percent = _chance(encounter, rules, target, closer, weapon, back=False)
        label = FEND if len(longer) == 1 else f"{FEND} with {weapon.name}"
        no_use = defence_choices.no_chance(defender, FEND, weapon) if percent <= 0 and rules.third_reading else ""
        price, key = "" if no_use else defence_choices.slip(encounter, rules, target, counts), "f" if index == 0 else ""
        offered.append(
            Choice(
                key,
                label,
                word,
                f"{target} {word}",
                price=price,
                refused=no_use,
                chance=percent,
                works=Percent.of(percent),
            )
        )
    for weapon in longer[:1]:  # a retreat fends with the first of them
        counts = parry_and_block.answer_counts(defender, weapon, FEND, rules)
        price = defence_choices.slip(encounter, rules, target, counts)
        percent = _chance(encounter, rules, target, closer, weapon, back=True)
        no_use = defence_choices.no_chance(defender, FEND, weapon) if percent <= 0 and rules.third_reading else ""
        if defender.condition(ADVANCED) is not None and rules.third_reading:
            no_use = f"{defender.name} is advancing, so cannot retreat until its next declaration."
        price, line, works = "" if no_use else price, f"{target} {BACK}", Percent.of(percent)
        offered.append(Choice("r", "retreat, fending", BACK, line, price=price, refused=no_use, works=works))
    return offered


def fend_blow(encounter: Encounter, rules: Rulebook, fender: str, closer: str, weapon: Weapon, back: bool) -> Blow:
    """Return the blow of a fend. Falling back (`back`) adds DF +6, unless a retreat under way gives it already.

    Rules: H-ATK-7.
    """
    no_action = -1  # a fend belongs to no declared action
    label = f"{weapon.name.lower()} fend"
    blow = Blow(fender, closer, no_action, weapon.key, label, fend=True, back=back)
    if back and encounter[fender].condition(RETREATING) is None:
        blow.df, blow.reason = rules.book.close.retreat, "fending in retreat (H-ATK-7)"
    return blow


def _chance(encounter: Encounter, rules: Rulebook, fender: str, closer: str, weapon: Weapon, back: bool) -> int:
    """Return the percent chance of a fend, or of falling back when `back`."""
    return hit_odds(encounter, rules, fend_blow(encounter, rules, fender, closer, weapon, back)).attack.percent


def answered(fighter: Acting, data: Data) -> None:
    """Carry out the target's answer to the closing fighter: let it in, fend, or first ask for speed points to spend."""
    draft, rules, closer, target = fighter.draft, fighter.rules, fighter.who, data["target"]
    reply = defence_choices.read_answer(data["answer"])
    back = reply.defence == BACK
    kept = {"who": closer, "target": target, "back": back}
    if reply.defence == passive_defence.NOTHING:
        draft.push("closed", **kept)
        return
    weapon = (
        weapon_of(draft[target], reply.weapon)
        if reply.weapon
        else _weapons_that_fend(draft.encounter, rules, target, closer)[0]
    )
    question = defence_choices.points_question(draft[target], weapon, FEND, rules, closer)
    if question is None or reply.points or draft.ordered:  # orders spend no speed points
        _fend_off(fighter, target, weapon, back, reply.points)
        return
    draft.push(FEND_POINTS, **kept, weapon=weapon.key)
    draft.ask_amount(target, question.what, question.text, 0, question.most, about=closer)


def points_given(fighter: Acting, data: Data) -> None:
    """Fend with the speed points that the target has named (`amount`) (ruling 106)."""
    weapon = weapon_of(fighter.draft[data["target"]], data["weapon"])
    _fend_off(fighter, data["target"], weapon, data["back"], data["amount"])


def _fend_off(closer: Acting, target: str, weapon: Weapon, back: bool, points: int) -> None:
    """Let the target fend: strike at the closer, spending speed `points`, and give ground where `back` is True."""
    draft, rules = closer.draft, closer.rules
    if points:
        use = parry_and_block.answer_use(draft[target], weapon, FEND, rules)
        action_points.spend_speed(draft, target, ActionModifiers(spent=points), use.useful_points())
    if back and rules.third_reading:
        stances.retreat(closer.another(target))
    blow = fend_blow(draft.encounter, rules, target, closer.who, weapon, back)
    blow.points = points
    fend(draft, rules, blow, "closed", {"who": closer.who, "target": target, "back": back})


def fend(draft: StepBuilder, rules: Rulebook, blow: Blow, then: str, data: dict[str, Any]) -> None:
    """Strike the blow of a fend, then go on at the stage `then` with its `data`.

    Half the weapon's speed delays what the fender has pending, and no initiative follows.
    """
    counts = parry_and_block.answer_counts(
        draft[blow.attacker], weapon_of(draft[blow.attacker], blow.weapon), FEND, rules, blow.points
    )
    draft.emit(ev.DefenceDeclared(who=blow.attacker, defence=FEND, against=blow.target, label="fends", counts=counts))
    initiative.spend_time(draft, blow.attacker, counts, "fend (H-DEF-9)")
    steps.mark(draft, blow.target, KEPT_OUT, value=False)
    draft.push(then, **data)  # the stack runs the task pushed last first: the blow
    push_batch(draft, [blow])


def want_heed(stage: Stage) -> StageQuestion | None:
    """Return the question of a fend that gets through: heed it and stay out, or take the blow. None for any other blow.

    None too where the orders of the closing fighter name no reply: it takes the blow.
    """
    draft, blow = stage.draft, stage.blow
    if not blow.fend or not blow.strikes:
        return None
    if blow.back and stage.rules.third_reading:
        why = "kept off in retreat (H-ATK-7, ruling 89)"
        steps.mark(draft, blow.target, KEPT_OUT, value=True, why=why)
    orders = draft[blow.target].orders
    if orders.does and orders.reply(HEED) is None:
        take_heed(stage, {"answer": IGNORE})
        return None
    text = f"{draft[blow.attacker].name}'s fend gets through to {draft[blow.target].name}."
    return StageQuestion(blow.target, HEED, text, blow.attacker)


def take_heed(stage: Stage, answer: Any) -> None:
    """Carry out the answer to a fend: heeded, the closing stops and the blow does no harm. Ignored, the blow lands."""
    blow = stage.blow
    if answer["answer"] == HEED:
        blow.gone = True
        steps.mark(stage.draft, blow.target, KEPT_OUT, value=True, why="heeds the fend (H-ATK-7)")


def heed_choices(rules: Rulebook, who: str, blow: Blow) -> list[Choice]:
    """Return both answers to a fend. A fend in retreat keeps the fighter out even when it is ignored (ruling 89)."""
    stays = ", but stay out all the same" if blow.back and rules.third_reading else ""
    return [
        Choice("h", "heed the fend and stay out", HEED, f"{who} {HEED}"),
        Choice("i", f"ignore the fend and take the blow{stays}", IGNORE, f"{who} {IGNORE}"),
    ]


def closed(fighter: Acting, data: Data) -> None:
    """End a closing: both are closed in now, unless the closer was kept out, knocked down or put out of action."""
    draft, closer, target = fighter.draft, fighter.who, data["target"]
    kept_out = bool(fighter.now.marks.get(KEPT_OUT))
    fighter.mark(KEPT_OUT, value=False)
    stopped = conditions.helpless(fighter.now) or fighter.now.condition(PRONE) is not None
    if kept_out or stopped or not fighter.now.able or not draft[target].able:
        fighter.note(f"{fighter.name} is kept out by {draft[target].name} (H-ATK-7)")
        return
    for who, other in ((closer, target), (target, closer)):
        label = f"closed in with {draft[other].name}"
        draft.emit(ev.ConditionGained(who=who, condition=CLOSED + other, label=label, of=other, why="closed (H-ATK-7)"))


def back_off(fighter: Acting, other: str) -> None:
    """Fall back out of close quarters: a fend at DF +6 with the weapon at hand (H-ATK-7). Raises Refused."""
    if why := why_not_back_off(fighter.now):
        raise Refused(why)
    weapon = weapons.at_hand(fighter.now)
    assert weapon is not None, "the refusal above is for one without"
    draft, rules, who = fighter.draft, fighter.rules, fighter.who
    blow = fend_blow(draft.encounter, rules, fender=who, closer=other, weapon=weapon, back=True)
    fend(draft, rules, blow, "opened", {"who": other, "target": who})


def why_not_back_off(combatant: Combatant) -> str:
    """Return why a fighter who is not held cannot fall back out of close quarters. Empty when it can (H-ATK-7)."""
    weapon = weapons.at_hand(combatant)
    if weapon is None or weapon.use != "melee":
        return f"{combatant.name} has no weapon in hand to fend with, so cannot fall back."
    return ""


def opened(fighter: Acting, data: Data) -> None:
    """Separate two fighters when the fend of `target`, who falls back, has driven off this one. Else they stay."""
    draft, other, who = fighter.draft, fighter.who, data["target"]
    gets_out = bool(fighter.now.marks.get(KEPT_OUT)) or not fighter.now.able or bool(conditions.helpless(fighter.now))
    fighter.mark(KEPT_OUT, value=False)
    draft.straight_on = True
    if gets_out:
        separate(draft, who, other, "fell back (H-ATK-7)")
    else:
        draft.note(f"{draft[who].name} is still closed in with {fighter.name}", who)


def separate(draft: StepBuilder, who: str, other: str, why: str) -> None:
    """End that two fighters are closed in with each other, and their grips."""
    for fighter, opponent in ((who, other), (other, who)):
        draft.end(fighter, CLOSED + opponent, why)
        for key in (GRAPPLING, HELD):
            condition = draft[fighter].condition(key)
            if condition is not None and condition.of == opponent:
                draft.end(fighter, key, why)


def _separate_by_hand(fighter: Acting, key: str) -> None:
    """Separate two fighters when the game master ended one side by hand."""
    for other in fighter.draft.encounter:
        if fighter.who in conditions.closed_in(other) and key == CLOSED + other.id:
            separate(fighter.draft, fighter.who, other.id, "by hand")


def _separate_on_leaving(fighter: Acting) -> None:
    for other in conditions.closed_in(fighter.now):
        separate(fighter.draft, fighter.who, other, OUT)


LIFECYCLES = (ConditionLifecycle((CLOSED,), ended=_separate_by_hand, left=_separate_on_leaving, prefix=True),)


def able_closed_in(combatant: Combatant, encounter: Encounter) -> list[Combatant]:
    """Return the able fighters with whom this one is closed in."""
    return [encounter[other] for other in conditions.closed_in(combatant) if encounter[other].able]


def retreat(fighter: Acting) -> None:
    """Give ground until the next declaration. Out of close quarters this is a fend at DF +6 (H-ATK-7)."""
    free_actions.keep_moment_open(fighter, "retreats")
    action_points.action_point(fighter)
    near = [other for other in conditions.closed_in(fighter.now) if fighter.draft[other].able]
    if near:
        back_off(fighter, near[0])
    else:
        stances.retreat(fighter)
        stances.mark_free(fighter, conditions.RETREATING)
