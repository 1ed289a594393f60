"""Repeats: the same again, and what orders to attack make of a moment."""

from __future__ import annotations

from tracker.encounter.commands import Command, Do
from tracker.encounter.state import Encounter
from tracker.rules.values import Choice
from tracker.systems.feats.actions import condition as now
from tracker.systems.feats.actions import declarations
from tracker.systems.feats.book.house import HouseRules
from tracker.systems.feats.checks import targets
from tracker.systems.feats.rules import rolls
from tracker.systems.kit.sums import Sum


def again(encounter: Encounter, who: str, house: HouseRules) -> Choice | None:
    """The last slam, rescue or first aid once more, with its odds; None when it cannot be (a throw never)."""
    last, own = encounter[who].last, now.sheet_of(encounter, who)
    if last is None or declarations.why_not(encounter, who, last.verb, house):
        return None
    words, target = last.options, last.target
    match last.verb:
        case "slam" if encounter[target].able:
            need = targets.slamming(own, words[0])
            line = f"slam {target} {words[1]} foe {words[2]} {'' if words[0] == targets.PLAIN else words[0]} {words[3]}"
        case "rescue" | "firstaid" if not declarations.why_not_whom(encounter, who, last.verb, target):
            need = targets.rescue(own, now.sheet_of(encounter, target), int(words[0] if words else 0))
            need = need if last.verb == "rescue" else Sum(own.skill("First Aid") or 0)
            line = f"{last.verb} {target} {' '.join(words)}"
        case _:
            return None
    price = f"{rolls.odds(need.total, house.criticals)} · 1 s"
    return Choice("enter", last.label, line=f"{who} {' '.join(line.split())}", price=price)


def ordered(encounter: Encounter, who: str, target: str, house: HouseRules) -> Command | None:
    """A slam: the last one again at the same foe, else over all one's move; None where it cannot be."""
    if declarations.why_not(encounter, who, "slam", house):
        return None
    last = encounter[who].last
    if last is not None and last.verb == "slam" and last.target == target:
        return Do(who, "slam", (target, *last.options))
    yards = str(max(1, int(now.sheet_of(encounter, who).move())))
    return Do(who, "slam", (target, targets.PLAIN, yards, "0", ""))
