"""Attacks: slams from the roll to hit to who falls, throws from the roll to the points, and catching.

Thrown weapons are no thrown objects: their skill, range and damage are by hand (F-THROW-6).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.encounter.draft import Draft
from tracker.encounter.questions import Ask, Roll, Task
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.systems.feats import checks
from tracker.systems.feats.actions.deeds import BY, NONE, PARRY, Deed, ask_defence, interceptors
from tracker.systems.feats.actions.standing import Standing
from tracker.systems.feats.book.house import HouseRules
from tracker.systems.feats.book.tables import ACTIVITIES, BOOK
from tracker.systems.feats.rules import impacts
from tracker.systems.feats.rules.impacts import Fall
from tracker.systems.feats.sheets import HP, Sheet
from tracker.systems.kit.figures import exact
from tracker.systems.kit.sixes import Sixes
from tracker.systems.kit.steps import ask_roll
from tracker.systems.kit.sums import Sum, signed

AT, TO = "at", "to"
"""A throw at somebody, or to somebody who may catch it."""

# Slams


def both_dice(
    encounter: Encounter, who: str, target: str, options: tuple[str, ...], house: HouseRules
) -> tuple[Sixes, Sixes]:
    """Both sides' dice: HP × velocity / 100 (F-SLAM-3); `options` are kind, yards, the foe's yards, strong."""
    velocity = exact(options[1]) + exact(options[2])
    own, foe = (impacts.collision(encounter[one].full(HP), velocity) for one in (who, target))
    return impacts.strong(own, house.all_out) if options[3] else own, foe


def _dice(deed: Deed) -> tuple[Sixes, Sixes]:
    action, body = deed.action, deed.body
    return both_dice(deed.draft.encounter, body.who, action.target, action.options, body.house)


def slam(deed: Deed) -> None:
    """The roll to hit with one's body (F-SLAM-1)."""
    deed.roll("slammed", checks.slamming(deed.own, deed.action.options[0]))


def slammed(deed: Deed, data: Mapping[str, Any]) -> None:
    """Hit: the foe may meet it (F-SLAM-2)."""
    if data["success"]:
        ask_defence(deed)
    else:
        deed.struck("missed", "missed")
        finish(deed)


def slam_avoided(deed: Deed, how: str) -> None:
    """It comes to nothing; one who was dodged goes on past (F-SLAM-2, FQ 26)."""
    deed.struck("avoided", how)
    if how == "dodge":
        deed.body.note(f"{deed.body.name} goes at least {BOOK.slam.past} yd past, if there is Move left (F-SLAM-2)")
    finish(deed)


def slam_met(deed: Deed, data: Mapping[str, Any]) -> None:
    """Both roll: first whoever slams, then the foe (F-SLAM-3)."""
    own, _ = _dice(deed)
    deed.damage("collided", f"slam {own.text}", own)


def collided(deed: Deed, data: Mapping[str, Any]) -> None:
    """The foe's dice on whoever slams."""
    _, foe = _dice(deed)
    deed.damage("crashed", f"meets it with {foe.text}", foe, by=deed.action.target, own=max(0, data["total"]))


def crashed(deed: Deed, data: Mapping[str, Any]) -> None:
    """Points on both, and who falls; behind a shield one falls at twice one's basic damage (F-SLAM-4, F-SLAM-6)."""
    body, foe, own, back = deed.body, deed.foe, int(data["own"]), max(0, data["total"])
    rush = deed.action.options[0] == checks.RUSH
    points = own + (max((one.bonus for one in deed.own.things if one.piece == "shield"), default=0) if rush else 0)
    fall, thrown_back = impacts.falls(points, back), impacts.falls(own, back) is Fall.ONE
    more = f", {Fall.ONE.value}" if thrown_back and fall is not Fall.ONE else ""
    deed.struck("hit", f"{points} against {back}: {fall.value}{more}", points)
    for one, loss in ((foe, points), (body, 0 if rush else back)):
        if loss:
            one.hurt(loss, "the slam")
    if rush and back:
        body.note(f"the shield takes {back} in {body.name}'s place (F-SLAM-6)")
    if thrown_back:
        body.lie_down("thrown back")
    if fall is Fall.FOE:
        foe.lie_down("knocked down")
    finish(deed)
    if fall is Fall.FOE_ROLLS and deed.draft[foe.who].able:
        foe.stay_up(Sum().add(foe.own.dx, "DX", "F-SLAM-4"), "DX to stay up", target=body.who)


def finish(deed: Deed) -> None:
    """The action ends; a flying tackle lies down, whatever came of it, a pounce rolls to stay up (F-SLAM-6)."""
    deed.over()
    kind, able = deed.action.options[0], deed.draft[deed.body.who].able
    if kind == checks.TACKLE and able:
        deed.body.lie_down("after a flying tackle")
    elif kind == checks.POUNCE and able:
        deed.body.note(f"a rider rolls Riding {signed(BOOK.slam.rider)} or is off (F-SLAM-6)")
        deed.body.stay_up(checks.staying_up(deed.own), "staying up")


# Throws


def at_somebody(deed: Deed) -> bool:
    """Whether it is thrown at somebody, not to one who may catch it or into an area."""
    return bool(deed.action.target) and deed.action.options[1] == AT


def throw(deed: Deed) -> None:
    """The roll to hit somebody, or an area, where somebody may be to catch it (F-THROW-2)."""
    deed.body.mark(f"holds {deed.thing.name}", False)
    deed.roll("thrown", checks.throwing(deed.own, deed.thing, at_somebody(deed), int(deed.action.options[0])))


def thrown(deed: Deed, data: Mapping[str, Any]) -> None:
    """Into an area nobody is hit, but somebody may catch it; at somebody who is hit, it may be met (F-CATCH-1)."""
    success, margin = data["success"], data["margin"]
    if at_somebody(deed) and success:
        ask_defence(deed)
    elif at_somebody(deed):
        deed.struck("missed", "missed", over=True)
    else:
        words = f"lands where it should, by {margin}" if success else f"goes astray by {-margin}"
        deed.over(f"{deed.action.weapon} {words}")
        if deed.action.target and success:
            ask_catch(deed.draft, deed.action.target, deed.body.who, deed.action.weapon, margin)


def throw_avoided(deed: Deed, how: str) -> None:
    """It comes to nothing."""
    deed.struck("avoided", how, over=True)


def throw_met(deed: Deed, data: Mapping[str, Any]) -> None:
    """Dice for what was hit; without thrust on the sheet points are by hand (F-THROW-4, FQ 21)."""
    rolled = checks.thrown_dice(deed.own, deed.thing)
    if rolled is not None:
        deed.damage("struck", f"{deed.action.weapon} {rolled.text}", rolled)
        return
    deed.struck("hit", "hit")
    deed.over(f"no thrust on {deed.body.name}'s sheet: {deed.action.target} damage N (FQ 21)")


def struck(deed: Deed, data: Mapping[str, Any]) -> None:
    """Points of a thrown thing; one that is fragile takes the same, rolled for itself (F-THROW-4)."""
    points, thing, rolled = max(0, data["total"]), deed.thing, checks.thrown_dice(deed.own, deed.thing)
    deed.struck("hit", f"{points} points", points, over=True)
    deed.foe.hurt(points, f"hit by {thing.name}")
    if thing.fragile and rolled is not None:
        roll = Roll(deed.body.who, "breakage", f"{thing.name} takes {rolled.text}", rolled.notation)
        deed.draft.roll(roll, Task("broken", {"who": deed.body.who, "thing": thing.name}))


# Catching


def ways_to_catch(sheet: Sheet) -> dict[str, str]:
    """The skills one may catch by, "" for DX, by the word that answers so (F-CATCH-1)."""
    sports = (name for name in sheet.skills if name not in BOOK.catch.no_sports)
    return {"dx": "", **{name.casefold().replace(" ", "-"): name for name in sports}}


def waits(one: Standing) -> bool:
    """Whether somebody waits and does nothing else: it is ready to catch (F-CATCH-1)."""
    return one.one.waiting and (one.doing is None or one.doing.key not in ACTIVITIES)


def ask_catch(draft: Draft, who: str, thrower: str, thing: str, margin: int, others: bool = True) -> None:
    """Whoever it was thrown to may catch it, by DX or a sport; that takes no time: it counts as a parry (F-CATCH-1).

    With `others` somebody else may take it out of the air first (F-CATCH-2).
    """
    if not draft[who].able:
        return
    between = interceptors(draft.encounter, thrower, who) if others else ()
    words = (*ways_to_catch(Standing(draft.encounter, who).own), NONE, *(f"{BY}{one}" for one in between))
    draft.push("catching", who=who, thrower=thrower, thing=thing, margin=margin)
    draft.ask(
        Ask.CHOOSE, who, "catch", f"{draft[who].name}: catch {thing}, thrown well by {margin}?", words, about=thrower
    )


def catching(draft: Draft, data: Mapping[str, Any]) -> None:
    """Goes on with how it is caught."""
    who, answer = data["who"], str(data["answer"])
    by = answer.removeprefix(BY)
    if answer.startswith(BY):
        intercept(draft, by, thrown=data["margin"], thing=data["thing"], catcher=who, thrower=data["thrower"])
    elif answer != NONE:
        sport = ways_to_catch(Standing(draft.encounter, who).own).get(answer, "")
        catch(draft, who, data["margin"], waits(Standing(draft.encounter, who)), sport)


def catch(draft: Draft, who: str, margin: int, waiting: bool, sport: str) -> None:
    """The roll to catch what was thrown to one; raises Refused for a sport that is not on the sheet (F-CATCH-1)."""
    own = Standing(draft.encounter, who).own
    if sport and own.skill(sport) is None:
        raise Refused(f"{draft[who].name} has no {sport} on the sheet; catch by DX instead.")
    ask_roll(draft, who, "catch", "catch", checks.catching(own, waiting, margin, sport), "caught")


def intercept(draft: Draft, who: str, **data: Any) -> None:
    """What flies to somebody else is taken with a parry against a thrown weapon; it takes no time (F-CATCH-2)."""
    number = Standing(draft.encounter, who).own.defences.get(PARRY)
    if number is None or not draft[who].able:
        raise Refused(f"{draft[who].name} has no parry on the sheet to intercept with, or is out of the fight.")
    ask_roll(draft, who, "intercept", "intercept", Sum().add(number, "parry", "F-CATCH-2"), "intercepted", **data)


def intercepted(draft: Draft, data: Mapping[str, Any]) -> None:
    """It is snatched out of the air, or flies on to whoever may catch it."""
    draft.note("snatched out of the air" if data["success"] else "it flies past", data["who"])
    if not data["success"] and "catcher" in data:
        ask_catch(draft, data["catcher"], data["thrower"], data["thing"], data["thrown"], others=False)
