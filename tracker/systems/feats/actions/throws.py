"""Throws: from the roll to the points, and catching (F-THROW, F-CATCH).

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
from tracker.systems.feats.actions import condition as now
from tracker.systems.feats.actions import deeds
from tracker.systems.feats.actions.declarations import AT
from tracker.systems.feats.actions.deeds import Deed
from tracker.systems.feats.book.tables import ACTIVITIES, BOOK
from tracker.systems.feats.sheets import Sheet
from tracker.systems.kit.steps import ask_roll, mark
from tracker.systems.kit.sums import Sum


def at_somebody(deed: Deed) -> bool:
    """Whether it is thrown at somebody, not to one who may catch it or into an area."""
    return bool(deed.action.target) and deed.action.options[1] == AT


def throw(deed: Deed) -> None:
    """The roll to hit somebody, or an area, where somebody may be to catch it (F-THROW-2)."""
    mark(deed.draft, deed.who, f"holds {deed.thing.name}", False)
    deed.roll("thrown", checks.throwing(deed.own, deed.thing, at_somebody(deed), int(deed.action.options[0])))


def thrown(deed: Deed, data: Mapping[str, Any]) -> None:
    """Into an area nobody is hit, but somebody may catch it; at somebody who is hit, it may be met (F-CATCH-1)."""
    success, margin = data["success"], data["margin"]
    if at_somebody(deed) and success:
        deeds.ask_defence(deed)
    elif at_somebody(deed):
        deed.struck("missed", "missed", over=True)
    else:
        words = f"lands where it should, by {margin}" if success else f"goes astray by {-margin}"
        deed.note(f"{deed.action.weapon} {words}")
        deed.over()
        if deed.action.target and success:
            ask_catch(deed.draft, deed.action.target, deed.who, deed.action.weapon, margin)


def avoided(deed: Deed, how: str) -> None:
    """It comes to nothing."""
    deed.struck("avoided", how, over=True)


def met(deed: Deed, data: Mapping[str, Any]) -> None:
    """Dice for what was hit; without thrust on the sheet points are by hand (F-THROW-4, FQ 21)."""
    rolled = checks.thrown_dice(deed.own, deed.thing)
    if rolled is not None:
        deed.damage("struck", f"{deed.action.weapon} {rolled.text}", rolled)
        return
    deed.struck("hit", "hit")
    deed.note(f"no thrust on {deed.name}'s sheet: {deed.action.target} damage N (FQ 21)")
    deed.over()


def struck(deed: Deed, data: Mapping[str, Any]) -> None:
    """Points of a thrown thing; one that is fragile takes the same, rolled for itself (F-THROW-4)."""
    points, thing, rolled = max(0, data["total"]), deed.thing, checks.thrown_dice(deed.own, deed.thing)
    deed.struck("hit", f"{points} points", points, over=True)
    deeds.hurt(deed.draft, deed.action.target, points, f"hit by {thing.name}", deed.house)
    if thing.fragile and rolled is not None:
        roll = Roll(deed.who, "breakage", f"{thing.name} takes {rolled.text}", rolled.notation)
        deed.draft.roll(roll, Task("broken", {"who": deed.who, "thing": thing.name}))


# Catching


def ways_to_catch(sheet: Sheet) -> dict[str, str]:
    """The skills one may catch by, "" for DX, by the word that answers so (F-CATCH-1)."""
    sports = (name for name in sheet.skills if name not in BOOK.catch.no_sports)
    return {"dx": "", **{name.casefold().replace(" ", "-"): name for name in sports}}


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
    words = (*ways_to_catch(now.sheet_of(draft.encounter, who)), deeds.NONE, *(f"{deeds.BY}{one}" for one in between))
    draft.push("catching", who=who, thrower=thrower, thing=thing, margin=margin)
    draft.ask(
        Ask.CHOOSE, who, "catch", f"{draft[who].name}: catch {thing}, thrown well by {margin}?", words, about=thrower
    )


def catching(draft: Draft, data: Mapping[str, Any]) -> None:
    """Goes on with how it is caught."""
    who, answer = data["who"], str(data["answer"])
    by = answer.removeprefix(deeds.BY)
    if answer.startswith(deeds.BY):
        intercept(draft, by, thrown=data["margin"], thing=data["thing"], catcher=who, thrower=data["thrower"])
    elif answer != deeds.NONE:
        sport = ways_to_catch(now.sheet_of(draft.encounter, who)).get(answer, "")
        catch(draft, who, data["margin"], waits(draft.encounter, who), sport)


def catch(draft: Draft, who: str, margin: int, waiting: bool, sport: str) -> None:
    """The roll to catch what was thrown to one; raises Refused for a sport that is not on the sheet (F-CATCH-1)."""
    own = now.sheet_of(draft.encounter, who)
    if sport and own.skill(sport) is None:
        raise Refused(f"{draft[who].name} has no {sport} on the sheet; catch by DX instead.")
    ask_roll(draft, who, "catch", "catch", checks.catching(own, waiting, margin, sport), "caught")


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
