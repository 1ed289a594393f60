"""Throws: from the roll to the points, and catching (F-THROW, F-CATCH).

Thrown weapons are no thrown objects: their skill, range and damage are by hand (F-THROW-6).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tracker.encounter.draft import Draft
from tracker.encounter.questions import Ask, Roll, Task
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.systems.feats.actions import condition as now
from tracker.systems.feats.actions import deeds
from tracker.systems.feats.actions.deeds import Deed
from tracker.systems.feats.book.tables import ACTIVITIES, BOOK
from tracker.systems.feats.checks import targets
from tracker.systems.feats.rules import throws
from tracker.systems.feats.rules.loads import exact, plain
from tracker.systems.feats.rules.throws import Dice
from tracker.systems.feats.sheets.entry import Thing
from tracker.systems.feats.sheets.sheet import Sheet
from tracker.systems.kit.names import demanded
from tracker.systems.kit.steps import ask_roll, mark
from tracker.systems.kit.sums import Sum

AT, TO = "at", "to"
"""A throw at somebody, or to somebody who may catch it."""
NOT_SPORTS = {
    *(row.skill for row in BOOK.activity),
    *("Climbing", "Jumping", "Lifting", "Throwing", "Throwing Art", "Breath Control", "Brawling", "Sumo Wrestling"),
    *("Shield", "Acrobatics", "Riding", "Skiing", "Skating", "First Aid"),
}
"""The skills that have a use of their own; any other is a sport to catch by (F-CATCH-1)."""


def thing_of(sheet: Sheet, name: str, whose: str) -> Thing:
    """A thing of the sheet; raises Refused with those there are."""
    return demanded(sheet.things, name, whose, "thing")


def hands(thing: Thing, sheet: Sheet) -> int | None:
    """Hands it takes; None when it is too heavy (F-THROW-1)."""
    return throws.hands(exact(thing.weight), sheet.lift)


def reach(sheet: Sheet, thing: Thing) -> Fraction | None:
    """Yards the thing can be thrown; None when it cannot."""
    return throws.distance(sheet.st, exact(thing.weight), sheet.lift, targets.training(sheet, thing)[0])


def thrown_dice(sheet: Sheet, thing: Thing) -> Dice | None:
    """Dice of damage; None without thrust on the sheet (FQ 21)."""
    if sheet.thrust is None:
        return None
    return throws.damage(sheet.thrust, exact(thing.weight), sheet.lift, targets.training(sheet, thing)[1])


def why_not(encounter: Encounter, who: str, thing: Thing, target: str, yards: str, gap: bool) -> str:
    """Why a throw cannot be: not in hand, too heavy, out of reach, each with its numbers (F-THROW-1, F-THROW-3)."""
    own, name, far = now.sheet_of(encounter, who), encounter[who].name, reach(now.sheet_of(encounter, who), thing)
    if not now.holds(encounter, who, thing):
        return f'{name} has no {thing.name} in hand; `{who} ready "{thing.name}"` takes it up (F-THROW-1).'
    if far is None:
        most = plain(own.lift * BOOK.throw.most)
        return f"{name} cannot throw {thing.weight:g} lb: {most} lb at most, 8 times Basic Lift (F-THROW-1)."
    off = Fraction(yards) if yards else now.apart(encounter, who, target) if target and gap else Fraction(0)
    if off > far:
        return f"{name} throws {thing.name} {plain(far)} yd at most and is {int(off)} yd off: out of reach (F-THROW-3)."
    return ""


def throw(deed: Deed) -> None:
    """The roll to hit somebody, or an area, where somebody may be to catch it (F-THROW-2)."""
    modifier, way = deed.action.options
    thing = thing_of(deed.own, deed.action.weapon, deed.name)
    at_somebody = bool(deed.action.target) and way == AT
    mark(deed.draft, deed.who, f"holds {thing.name}", False)
    deed.roll("thrown", targets.throwing(deed.own, thing, at_somebody, int(modifier)))


def thrown(deed: Deed, data: Mapping[str, Any]) -> None:
    """Into an area nobody is hit, but somebody may catch it; at somebody who is hit, it may be met (F-CATCH-1)."""
    at_somebody = bool(deed.action.target) and deed.action.options[1] == AT
    if at_somebody and data["success"]:
        deeds.ask_defence(deed)
    elif at_somebody:
        deed.struck("missed", "missed")
        deed.over()
    else:
        words = (
            f"lands where it should, by {data['margin']}" if data["success"] else f"goes astray by {-data['margin']}"
        )
        deed.note(f"{deed.action.weapon} {words}")
        deed.over()
        if deed.action.target and data["success"]:
            ask_catch(deed.draft, deed.action.target, deed.who, deed.action.weapon, data["margin"])


def avoided(deed: Deed, how: str) -> None:
    """It comes to nothing."""
    deed.struck("avoided", how)
    deed.over()


def met(deed: Deed, data: Mapping[str, Any]) -> None:
    """Dice for what was hit; without thrust on the sheet points are by hand (F-THROW-4, FQ 21)."""
    rolled = thrown_dice(deed.own, thing_of(deed.own, deed.action.weapon, deed.name))
    if rolled is not None:
        deed.damage("struck", f"{deed.action.weapon} {rolled.text}", rolled)
        return
    deed.struck("hit", "hit")
    deed.note(f"no thrust on {deed.name}'s sheet: {deed.action.target} damage N (FQ 21)")
    deed.over()


def struck(deed: Deed, data: Mapping[str, Any]) -> None:
    """Points of a thrown thing; one that is fragile takes the same, rolled for itself (F-THROW-4)."""
    points = max(0, data["total"])
    deed.struck("hit", f"{points} points", points)
    thing = thing_of(deed.own, deed.action.weapon, deed.name)
    rolled = thrown_dice(deed.own, thing)
    deed.over()
    deeds.hurt(deed.draft, deed.action.target, points, f"hit by {thing.name}", deed.house)
    if thing.fragile and rolled is not None:
        roll = Roll(deed.who, "breakage", f"{thing.name} takes {rolled.text}", rolled.notation)
        deed.draft.roll(roll, Task("broken", {"who": deed.who, "thing": thing.name}))


# Catching


def sports(sheet: Sheet) -> tuple[str, ...]:
    """The skills of a sheet that one may catch by besides DX (F-CATCH-1)."""
    return tuple(name for name in sheet.skills if name not in NOT_SPORTS)


def word(sport: str) -> str:
    """A sport as the word that answers."""
    return sport.casefold().replace(" ", "-")


def waits(encounter: Encounter, who: str) -> bool:
    """Whether somebody waits and does nothing else: it is ready to catch (F-CATCH-1)."""
    doing = now.activity(encounter, who)
    return encounter[who].waiting and (doing is None or doing.key not in ACTIVITIES)


def ask_catch(draft: Draft, who: str, thrower: str, thing: str, margin: int, others: bool = True) -> None:
    """Whoever it was thrown to may catch it, by DX or a sport; that takes no time: it counts as a parry (F-CATCH-1).

    With `others` somebody else may take it out of the air first (F-CATCH-2).
    """
    if not draft[who].able:
        return
    between = deeds.interceptors(draft.encounter, thrower, who) if others else ()
    words = ("dx", *map(word, sports(now.sheet_of(draft.encounter, who))), deeds.NONE)
    draft.push("catching", who=who, thrower=thrower, thing=thing, margin=margin)
    text = f"{draft[who].name}: catch {thing}, thrown well by {margin}?"
    draft.ask(Ask.CHOOSE, who, "catch", text, (*words, *(f"{deeds.BY}{one}" for one in between)), about=thrower)


def catching(draft: Draft, data: Mapping[str, Any]) -> None:
    """Goes on with how it is caught."""
    who, answer, own = data["who"], str(data["answer"]), now.sheet_of(draft.encounter, data["who"])
    by = answer.removeprefix(deeds.BY)
    if answer.startswith(deeds.BY):
        intercept(draft, by, thrown=data["margin"], thing=data["thing"], catcher=who, thrower=data["thrower"])
    elif answer != deeds.NONE:
        sport = next((name for name in sports(own) if word(name) == answer), "")
        catch(draft, who, data["margin"], waits(draft.encounter, who), sport)


def catch(draft: Draft, who: str, margin: int, waiting: bool, sport: str) -> None:
    """The roll to catch what was thrown to one (F-CATCH-1)."""
    need = need_catch(draft.encounter, who, margin, waiting, sport)
    ask_roll(draft, who, "catch", "catch", need, "caught")


def intercept(draft: Draft, who: str, **data: Any) -> None:
    """What flies to somebody else is taken with a parry against a thrown weapon; it takes no time (F-CATCH-2)."""
    number = now.sheet_of(draft.encounter, who).defences.get(deeds.PARRY)
    if number is None or not draft[who].able:
        raise Refused(f"{draft[who].name} has no parry on the sheet to intercept with, or is out of the fight.")
    ask_roll(draft, who, "intercept", "intercept", Sum().add(number, "parry", "F-CATCH-2"), "intercepted", **data)


def intercepted(draft: Draft, data: Mapping[str, Any]) -> None:
    """It is snatched out of the air, or flies on to whoever may catch it."""
    draft.note("snatched out of the air" if data["success"] else "it flies past", data["who"])
    if not data["success"] and "catcher" in data:
        ask_catch(draft, data["catcher"], data["thrower"], data["thing"], data["thrown"], others=False)


def need_catch(encounter: Encounter, who: str, margin: int, waiting: bool, sport: str) -> Sum:
    """The target of catching; raises Refused for a sport that is not on the sheet (F-CATCH-1)."""
    own = now.sheet_of(encounter, who)
    if sport and own.skill(sport) is None:
        raise Refused(f"{encounter[who].name} has no {sport} on the sheet; catch by DX instead.")
    return targets.catching(own, waiting, margin, sport)
