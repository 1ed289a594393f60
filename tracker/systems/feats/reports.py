"""Reports: the sheet pane, headings, explanations: what stands and what comes next, read from the state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.rules.values import Card
from tracker.systems.feats.actions import air, blows, motion
from tracker.systems.feats.actions import condition as now
from tracker.systems.feats.book.house import HouseRules
from tracker.systems.feats.checks import targets
from tracker.systems.feats.rules import loads, rolls, travel, water
from tracker.systems.feats.sheets.sheet import FP, tired
from tracker.systems.kit.sums import Sum

_COMING = {
    motion.STAMINA: "next roll {}",
    motion.CLIMBING: "next climbing roll {}",
    air.SWIMMING: "next Swimming {}",
    air.OUT_OF_BREATH: "out of breath at {}",
    air.DEATH: "dead at {}",
}


def number(value: Fraction | int) -> str:
    """A figure with at most two decimals."""
    return f"{round(float(value), 2):g}"


def heading(encounter: Encounter, who: str, gap: bool) -> str:
    """`next roll 85 · out of breath at 140`, and in a chase the yards to the nearest other side."""
    parts = [_COMING[due.what].format(due.count) for due in encounter.agenda.of(who) if due.what in _COMING]
    losing = {motion.STRAIN: "−1 FP each second under the load", air.NO_AIR: "−1 FP each second without air"}
    parts += [words for what, words in losing.items() if encounter.agenda.find(who, what) is not None]
    others = [one for one in encounter if one.able and one.profile.side != encounter[who].profile.side]
    if gap and others and encounter.began and encounter[who].able:
        near = min(others, key=lambda one: now.apart(encounter, who, one.id))
        parts.append(f"{number(now.apart(encounter, who, near.id))} yd from {near.name}")
    return " · ".join(parts)


def doing(encounter: Encounter, who: str) -> str:
    """The activity with its speed."""
    activity = now.activity(encounter, who)
    if activity is None:
        return ""
    pace = now.pace(encounter, who, activity.key)
    return f"{activity.label} {number(pace)} yd/s" if pace else activity.label


def drift(encounter: Encounter, who: str) -> Mapping[str, int]:
    """Fatigue points go each second without air or under too much, and come at rest."""
    if any(encounter.agenda.find(who, what) is not None for what in (motion.STRAIN, air.NO_AIR)):
        return {FP: -1}
    return {FP: 1} if encounter.agenda.find(who, air.REST) is not None else {}


def _needs(encounter: Encounter, who: str) -> dict[str, Sum]:
    own = now.sheet_of(encounter, who)
    water_ = encounter[who].condition(now.WATER)
    needs = {
        "run": targets.running(own),
        "climb": targets.climbing(own, encounter[who].mark("climb modifier")),
        "swim": targets.swimming(own, on_purpose=water_ is None or water_.amount > 0),
        "tire": targets.paddling(own),
        "slam": targets.slamming(own),
    }
    if "wings" in own.traits:
        needs["fly"] = targets.flying(own)
    return needs


def figures(encounter: Encounter, who: str) -> dict[str, Any]:
    """Everything derived, with the rule it comes from."""
    own, slow = now.sheet_of(encounter, who), tired(encounter, who)
    move = own.move(slow)
    high, broad = travel.jumps(move, jumping=own.skill("Jumping") or 0)
    control = own.skill("Breath Control") is not None
    limits = loads.limits(own.lift)
    dig = loads.dig(own.lift, "loose", travel.ZERO + 1).shovel
    return {
        "Basic Lift (F-LIFT-1)": f"{number(own.lift)} lb",
        "lifts (F-LIFT-2)": f"{number(limits['one hand'])} lb with one hand, {number(limits['two hands'])} with two",
        "encumbrance (F-ENC-1)": f"{own.encumbered}, Move × {number(loads.factor(own.level))} (F-ENC-2)",
        "Move": f"{number(move)} yd/s{', halved: tired (F-ENC-3)' if slow else ''}",
        "sprint (F-RUN-2)": f"{number(travel.top(move, own.enhanced))} yd/s",
        "paced run (F-RUN-5)": f"{number(travel.paced(move, own.enhanced))} yd/s",
        "in water (F-SWIM-4)": f"{number(now.pace(encounter, who, now.SWIM) * 10)} yd in 10 s",
        "in the air (F-FLY)": f"{number(own.air(slow))} yd/s" if "wings" in own.traits else "no wings",
        "jumps (F-JUMP-1)": f"{number(high)} in up, {number(broad)} ft across",
        "breath (F-BREATH-1)": " · ".join(
            f"{water.breath(own.ht, exertion, control=control)} s {exertion}" for exertion in ("rest", "mild", "heavy")
        ),
        "hikes (F-HIKE-1)": f"{number(travel.miles(move))} miles a day",
        "digs (F-DIG)": f"{number(dig)} cf an hour of loose soil",
    }


def card(encounter: Encounter, who: str) -> Card:
    """The rolls one is likely to make, with their odds in percent, and the derived figures."""
    rows = (
        f"{name} {need.total} or less, {rolls.percent(need.total):g} %" for name, need in _needs(encounter, who).items()
    )
    facts = (*rows, *(f"{what}: {value}" for what, value in figures(encounter, who).items()))
    conditions = tuple(condition.label for condition in encounter[who].conditions)
    return Card(who, encounter[who].name, (), conditions, facts)


def explain(encounter: Encounter, who: str, words: Sequence[str], house: HouseRules) -> tuple[str, ...]:
    """The sum behind a roll, each summand with its rule id; without words, the figures and what comes next."""
    needs = _needs(encounter, who)
    if not words:
        facts = [f"{what}: {value}" for what, value in figures(encounter, who).items()]
        coming = heading(encounter, who, gap=False)
        return (*facts, *([coming] if coming else []))
    if words[0] == "throw" and len(words) > 1:
        own = now.sheet_of(encounter, who)
        thing = blows.thing_of(own, " ".join(words[1:]), encounter[who].name)
        need, far = targets.throwing(own, thing, at_somebody=True), blows.reach(own, thing)
        reach = "too heavy to be thrown" if far is None else f"{number(far)} yd at most"
        return (*_told(need, house), f"{reach} (F-THROW-3, table †)")
    if words[0] not in needs:
        raise Refused(f"There is {', '.join([*needs, 'throw ROCK'])} to explain, as in: why {who} swim")
    return _told(needs[words[0]], house)


def _told(need: Sum, house: HouseRules) -> tuple[str, ...]:
    percent = rolls.percent(need.total, house.criticals)
    return (*need.told("target"), f"{need.total} or less on 3d6: {percent:g} % (F-ROLL-1)")
