"""Reports: the sheet pane, headings, explanations: what stands and what comes next, read from the state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.rules.values import Card
from tracker.systems.feats import checks
from tracker.systems.feats.actions import air
from tracker.systems.feats.actions import condition as now
from tracker.systems.feats.book.house import HouseRules
from tracker.systems.feats.rules import rolls
from tracker.systems.feats.sheets import FP
from tracker.systems.kit.figures import plain
from tracker.systems.kit.sums import Sum

_LINES: Sequence[str] = now.WORDS["sheet"]["lines"]
_COMING: Mapping[str, str] = now.WORDS["coming"]
_LOSING: Mapping[str, str] = now.WORDS["losing"]


def heading(encounter: Encounter, who: str, gap: bool) -> str:
    """`next roll 85 · out of breath at 140`, and in a chase the yards to the nearest other side."""
    parts = [_COMING[due.what].format(due.count) for due in encounter.agenda.of(who) if due.what in _COMING]
    parts += [told for what, told in _LOSING.items() if encounter.agenda.find(who, what) is not None]
    others = [one for one in encounter if one.able and one.profile.side != encounter[who].profile.side]
    if gap and others and encounter.began and encounter[who].able:
        near = min(others, key=lambda one: now.apart(encounter, who, one.id))
        parts.append(f"{plain(now.apart(encounter, who, near.id))} yd from {near.name}")
    return " · ".join(parts)


def doing(encounter: Encounter, who: str) -> str:
    """The activity with its speed."""
    activity = now.activity(encounter, who)
    if activity is None:
        return ""
    pace = checks.figures(now.sheet_of(encounter, who)).get(activity.key)
    return f"{activity.label} {plain(pace)} yd/s" if pace else activity.label


def drift(encounter: Encounter, who: str) -> Mapping[str, int]:
    """Fatigue points go each second without air or under too much, and come at rest."""
    if any(encounter.agenda.find(who, what) is not None for what in _LOSING):
        return {FP: -1}
    return {FP: 1} if encounter.agenda.find(who, air.REST) is not None else {}


def _needs(encounter: Encounter, who: str) -> Mapping[str, Sum]:
    """What is explained and shown: only what this body may roll for."""
    own, water = now.sheet_of(encounter, who), encounter[who].condition(now.WATER)
    on_purpose = water is None or water.amount > 0
    needs = checks.needs(own, on_purpose, encounter[who].mark("climb modifier"))
    shown = {"run": "run", "climb": "climb", "dive": "swim", "paddle": "tire", "slam": "slam", "catch": "catch"}
    wings = {"fly": "fly"} if "wings" in own.traits else {}
    return {told: needs[name] for name, told in (shown | wings).items()}


def lines(encounter: Encounter, who: str) -> tuple[str, ...]:
    """Everything derived, with the rule it comes from."""
    own = now.sheet_of(encounter, who)
    there = {what: plain(value) for what, value in checks.figures(own).items()}
    there["encumbered"] = own.encumbered
    there["halved"] = ", halved: tired (F-ENC-3)" if own.tired else ""
    there["air"] = (
        f"{there['air_move']} yd/s, {there['miles_by_air']} miles a day" if "wings" in own.traits else "no wings"
    )
    return tuple(line.format_map(there) for line in _LINES)


def card(encounter: Encounter, who: str, house: HouseRules) -> Card:
    """The rolls one is likely to make, with their odds, and the derived figures."""
    rows = (f"{name} {rolls.odds(need.total, house.criticals)}" for name, need in _needs(encounter, who).items())
    conditions = tuple(condition.label for condition in encounter[who].conditions)
    return Card(who, encounter[who].name, (), conditions, (*rows, *lines(encounter, who)))


def explain(encounter: Encounter, who: str, words: Sequence[str], house: HouseRules) -> tuple[str, ...]:
    """The sum behind a roll, each summand with its rule id; without words, the figures and what comes next."""
    needs = _needs(encounter, who)
    if not words:
        return tuple(filter(None, (*lines(encounter, who), heading(encounter, who, gap=False))))
    if words[0] == "throw" and len(words) > 1:
        own = now.sheet_of(encounter, who)
        thing = now.thing_of(own, " ".join(words[1:]), encounter[who].name)
        need, far = checks.throwing(own, thing, at_somebody=True), checks.reach(own, thing)
        reach = "too heavy to be thrown" if far is None else f"{plain(far)} yd at most"
        return (*_told(need, house), f"{reach} (F-THROW-3, table †)")
    if words[0] not in needs:
        raise Refused(f"There is {', '.join([*needs, 'throw ROCK'])} to explain, as in: why {who} swim")
    return _told(needs[words[0]], house)


def _told(need: Sum, house: HouseRules) -> tuple[str, ...]:
    percent = rolls.percent(need.total, house.criticals)
    return (*need.told("target"), f"{need.total} or less on 3d6: {percent:g} % (F-ROLL-1)")
