"""Blows: throws and slams from the roll to the points, with both sides' dice (F-THROW, F-CATCH, F-SLAM).

Thrown weapons are no thrown objects: their skill, range and damage are by hand (F-THROW-6).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tracker.encounter import events as ev
from tracker.encounter.by_hand import take_out
from tracker.encounter.combatant import Action, Presence
from tracker.encounter.declaring import end_action, lose_pending, may_declare_at
from tracker.encounter.draft import Draft
from tracker.encounter.questions import Ask, Roll, Task
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.systems.feats.actions import condition as now
from tracker.systems.feats.actions import motion
from tracker.systems.feats.book.house import HouseRules
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.checks import targets
from tracker.systems.feats.rules import slams, throws
from tracker.systems.feats.rules.throws import Dice
from tracker.systems.feats.sheets.entry import Thing
from tracker.systems.feats.sheets.sheet import HP, Sheet
from tracker.systems.kit.sums import Sum

NONE, AVOIDED = "none", "avoided"
DEFENCES = (NONE, "dodge", "parry", "block", AVOIDED)
"""Answers to a slam or throw; `avoided` is the game master's word."""


# Throws


def thing_of(sheet: Sheet, name: str, whose: str) -> Thing:
    """A thing of the sheet; raises Refused with those there are."""
    thing = sheet.thing(name)
    if thing is None:
        there = ", ".join(f'"{one.name}"' for one in sheet.things) or "nothing"
        raise Refused(f'{whose} has no "{name}"; there is {there}.')
    return thing


def reach(sheet: Sheet, thing: Thing) -> Fraction | None:
    """Yards the thing can be thrown; None when it cannot."""
    more, _ = targets.training(sheet, thing)
    return throws.distance(sheet.st, _weight(thing), sheet.lift, more)


def _weight(thing: Thing) -> Fraction:
    return Fraction(str(thing.weight))


def thrown_dice(sheet: Sheet, thing: Thing) -> Dice | None:
    """Dice of damage; None without thrust on the sheet (FQ 21)."""
    if sheet.thrust is None:
        return None
    return throws.damage(sheet.thrust, _weight(thing), sheet.lift, targets.training(sheet, thing)[1])


def check_throw(encounter: Encounter, who: str, name: str, target: str, yards: str, gap: bool) -> None:
    """Refuses a throw that cannot be: not in hand, too heavy, out of reach, each with its numbers (F-THROW-1, 3)."""
    own, whose = now.sheet_of(encounter, who), encounter[who].name
    thing = thing_of(own, name, whose)
    if not now.holds(encounter, who, thing):
        raise Refused(f'{whose} has no {thing.name} in hand; `{who} ready "{thing.name}"` takes it up (F-THROW-1).')
    far = reach(own, thing)
    if far is None:
        most = float(own.lift * BOOK.throw.most)
        raise Refused(f"{whose} cannot throw {thing.weight:g} lb: {most:g} lb at most, 8 times Basic Lift (F-THROW-1).")
    off = Fraction(yards) if yards else now.apart(encounter, who, target) if target and gap else Fraction(0)
    if off > far:
        raise Refused(
            f"{whose} throws {thing.name} {float(far):g} yd at most and is {int(off)} yd off: out of reach (F-THROW-3)."
        )


def throw(draft: Draft, who: str, action: Action) -> None:
    """The roll to hit somebody or an area (F-THROW-2)."""
    own = now.sheet_of(draft.encounter, who)
    thing = thing_of(own, action.weapon, draft[who].name)
    need = targets.throwing(own, thing, bool(action.target), int(action.options[0]))
    draft.emit(ev.MarkChanged(who=who, mark=f"holds {thing.name}", value=False))
    draft.roll(
        Roll(
            who, "throw", action.label, "3d6", need.total, per_modifier=1, sum=tuple(need.lines), target=action.target
        ),
        Task("thrown", {"who": who, "action": action.id}),
    )


def landed_in_area(draft: Draft, who: str, action: Action, data: Mapping[str, Any]) -> None:
    """A throw into an area hits nobody; its margin helps whoever catches (F-CATCH-1)."""
    words = f"lands where it should, by {data['margin']}" if data["success"] else f"goes astray by {-data['margin']}"
    draft.note(f"{action.weapon} {words}", who)
    over(draft, who, action)


def throw_damage(draft: Draft, who: str, action: Action) -> None:
    """Dice for what was hit; without thrust on the sheet points are by hand (F-THROW-4, FQ 21)."""
    own = now.sheet_of(draft.encounter, who)
    rolled = thrown_dice(own, thing_of(own, action.weapon, draft[who].name))
    if rolled is None:
        draft.emit(ev.Struck(who=who, target=action.target, outcome="hit", label="hit"))
        draft.note(f"no thrust on {draft[who].name}'s sheet: {action.target} damage N (FQ 21)", who)
        over(draft, who, action)
        return
    draft.roll(
        Roll(who, "damage", f"{action.weapon} {rolled.text}", rolled.notation, target=action.target),
        Task("struck", {"who": who, "action": action.id}),
    )


def struck(draft: Draft, who: str, action: Action, total: int, house: HouseRules) -> None:
    """Points of a thrown thing; one that is fragile takes the same, rolled for itself (F-THROW-4)."""
    points = max(0, total)
    draft.emit(
        ev.Struck(
            who=who, target=action.target, outcome="hit", label=f"{points} points", damage=points, type="crushing"
        )
    )
    own = now.sheet_of(draft.encounter, who)
    thing = thing_of(own, action.weapon, draft[who].name)
    rolled = thrown_dice(own, thing)
    over(draft, who, action)
    hurt(draft, action.target, points, f"hit by {thing.name}", house)
    if thing.fragile and rolled is not None:
        roll = Roll(who, "breakage", f"{thing.name} takes {rolled.text}", rolled.notation)
        draft.roll(roll, Task("broken", {"who": who, "thing": thing.name}))


# Defence


def ask_defence(draft: Draft, who: str, action: Action) -> None:
    """The one aimed at may dodge, block or parry, by the numbers of its sheet (F-SLAM-2, F-CATCH-1)."""
    draft.push("defended", who=who, action=action.id)
    name = draft[action.target].name
    text = f"{name}: how does it meet {action.label}?"
    draft.ask(Ask.CHOOSE, action.target, "defence", text, DEFENCES, about=who)


def defended(draft: Draft, who: str, action: Action, answer: str) -> None:
    """Goes on with the answer: nothing, a roll, or what the game master says."""
    number = dict(now.sheet_of(draft.encounter, action.target).defences).get(answer)
    if answer != NONE:
        draft.emit(ev.DefenceDeclared(who=action.target, defence=answer, against=who, label=answer))
    if answer == AVOIDED:
        avoided(draft, who, action, answer)
    elif number is None:
        draft.push("met", who=who, action=action.id)
    else:
        roll = Roll(
            action.target, "defence", answer, "3d6", number, per_modifier=1, sum=(f"{answer} +{number}",), target=who
        )
        draft.roll(roll, Task("parried", {"who": who, "action": action.id, "how": answer}))


def avoided(draft: Draft, who: str, action: Action, how: str) -> None:
    """It comes to nothing; one who slammed goes on past (F-SLAM-2, FQ 26)."""
    draft.emit(ev.Struck(who=who, target=action.target, outcome="avoided", label=how))
    if action.verb == "slam" and how == "dodge":
        draft.note(f"{draft[who].name} goes at least {BOOK.slam.past} yd past, if there is Move left (F-SLAM-2)", who)
    finish_slam(draft, who, action)


# Slams


def slam_dice(
    encounter: Encounter, who: str, target: str, options: tuple[str, ...], house: HouseRules
) -> tuple[Dice, Dice]:
    """Both sides' dice: HP × velocity / 100 (F-SLAM-3); `options` are kind, yards, the foe's yards, strong."""
    yards, foe_yards, strong = options[1:4]
    velocity = Fraction(yards) + Fraction(foe_yards)
    own = slams.dice(encounter[who].full(HP), velocity)
    if strong:
        own = slams.strong(own, house.all_out)
    return own, slams.dice(encounter[target].full(HP), velocity)


def slam(draft: Draft, who: str, action: Action) -> None:
    """The roll to hit with one's body (F-SLAM-1)."""
    need = targets.slamming(now.sheet_of(draft.encounter, who), action.options[0])
    draft.roll(
        Roll(who, "slam", action.label, "3d6", need.total, per_modifier=1, sum=tuple(need.lines), target=action.target),
        Task("slammed", {"who": who, "action": action.id}),
    )


def collide(draft: Draft, who: str, action: Action, house: HouseRules) -> None:
    """Both roll: first whoever slams, then the foe (F-SLAM-3)."""
    own, _ = slam_dice(draft.encounter, who, action.target, action.options, house)
    roll = Roll(who, "damage", f"slam {own.text}", own.notation, target=action.target)
    draft.roll(roll, Task("collided", {"who": who, "action": action.id}))


def collide_back(draft: Draft, who: str, action: Action, total: int, house: HouseRules) -> None:
    """The foe's dice on whoever slams."""
    _, foe = slam_dice(draft.encounter, who, action.target, action.options, house)
    roll = Roll(action.target, "damage", f"meets it with {foe.text}", foe.notation, target=who)
    draft.roll(roll, Task("crashed", {"who": who, "action": action.id, "own": max(0, total)}))


def crashed(draft: Draft, who: str, action: Action, own: int, back: int, house: HouseRules) -> None:
    """Points on both, and who falls (F-SLAM-3, F-SLAM-4, F-SLAM-6)."""
    target, back = action.target, max(0, back)
    rush = action.options[0] == targets.RUSH
    bonus = max((one.bonus for one in now.sheet_of(draft.encounter, who).things if one.piece == "shield"), default=0)
    points = own + (bonus if rush else 0)
    fall = slams.falls(points, back)
    if rush:
        fall = (
            slams.Fall.ONE
            if back >= 2 * own and back > 0
            else fall
            if fall is not slams.Fall.ONE
            else slams.Fall.NOBODY
        )
    draft.emit(
        ev.Struck(who=who, target=target, outcome="hit", label=f"{points} against {back}: {fall.value}", damage=points,
                  type="crushing")
    )  # fmt: skip
    for one, loss in ((target, points), (who, 0 if rush else back)):
        if loss:
            hurt(draft, one, loss, "the slam", house)
    if rush and back:
        draft.note(f"the shield takes {back} in {draft[who].name}'s place (F-SLAM-6)", who)
    if fall is slams.Fall.ONE:
        lie_down(draft, who, "thrown back")
    if fall is slams.Fall.FOE:
        lie_down(draft, target, "knocked down")
    finish_slam(draft, who, action)
    if fall is slams.Fall.FOE_ROLLS and draft[target].able:
        dx = now.sheet_of(draft.encounter, target).dx
        roll = Roll(target, "DX", "DX to stay up", "3d6", dx, per_modifier=1, sum=(f"DX +{dx} (F-SLAM-4)",), target=who)
        draft.roll(roll, Task("steadied", {"who": target}))


def finish_slam(draft: Draft, who: str, action: Action) -> None:
    """The action ends; a flying tackle lies down, whatever came of it, a pounce rolls to stay up (F-SLAM-6)."""
    over(draft, who, action)
    kind = action.options[0] if action.verb == "slam" else ""
    if kind == targets.TACKLE and draft[who].able:
        lie_down(draft, who, "after a flying tackle")
    elif kind == targets.POUNCE and draft[who].able:
        need = targets.staying_up(now.sheet_of(draft.encounter, who))
        roll = Roll(who, "DX", "staying up", "3d6", need.total, per_modifier=1, sum=tuple(need.lines))
        draft.roll(roll, Task("steadied", {"who": who}))


# What is left


def need_catch(encounter: Encounter, who: str, margin: int, waiting: bool, sport: str) -> Sum:
    """The target of catching; a sport must be on the sheet (F-CATCH-1)."""
    own = now.sheet_of(encounter, who)
    known = own.skill(sport) if sport else None
    if sport and known is None:
        raise Refused(f"{encounter[who].name} has no {sport} on the sheet; catch by DX instead.")
    return targets.catching(own, waiting, margin, known)


def over(draft: Draft, who: str, action: Action) -> None:
    """An attack or move is over: one declares again a second later."""
    if draft[who].action(action.id) is not None:
        end_action(draft, who, action, "landed")
    if draft[who].able and now.activity(draft.encounter, who) is None:
        may_declare_at(draft, who, draft.encounter.count + 1)


def lie_down(draft: Draft, who: str, why: str) -> None:
    """Falling ends activities and what is under way; the next declaration is a second later."""
    if not draft[who].able:
        return
    draft.emit(ev.ConditionGained(who=who, condition=now.PRONE, label="lying down", why=why))
    motion.end(draft, who, why)
    lose_pending(draft, who, why)
    may_declare_at(draft, who, draft.encounter.count + 1, why)


def hurt(draft: Draft, who: str, points: int, why: str, house: HouseRules) -> None:
    """Hit points are lost; at 0 one is down (FQ 22)."""
    before = draft[who].pool(HP)
    left = max(draft[who].least(HP), before - points)
    draft.emit(ev.PoolChanged(who=who, pool=HP, by=left - before, to=left, excess=points - before + left, why=why))
    check_down(draft, who, house)


def check_down(draft: Draft, who: str, house: HouseRules) -> None:
    """At so few hit points one is down."""
    if draft[who].able and draft[who].pool(HP) <= house.down_at:
        motion.end(draft, who, "down")
        take_out(draft, who, Presence.DOWN, "no hit points left")
