"""Activities: what a combatant does for a stretch of time, and what that costs or restores (H-NRG 1, 4 and 5)."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from tracker.clock.agenda import Due
from tracker.encounter.engine.step import StepBuilder
from tracker.model import events as ev
from tracker.model.combatant import Combatant
from tracker.model.state import Encounter
from tracker.systems.hybrid.body import activity_rates
from tracker.systems.hybrid.body.activity_rates import EXHAUSTION
from tracker.systems.hybrid.body.condition_lifecycle import ConditionLifecycle
from tracker.systems.hybrid.body.conditions import MOVING, wounds_of
from tracker.systems.hybrid.body.pool_changes import give, spend, take
from tracker.systems.hybrid.book.rulebook import Rulebook, in_force

SINCE = "activity.since"
"""The mark with the count at which the activity was taken up."""
EATING = "eat"


def begin(draft: StepBuilder, rules: Rulebook, who: str, activity: str) -> None:
    """Take up an activity, or none; the one before ends and fractions of points carry over (H-NRG-5)."""
    before = activity_rates.doing(draft[who])
    for rate in activity_rates.rates(before, rules):
        activity_rates.keep_part(draft, who, rate)
    draft.cancel(who, (activity_rates.ENERGY,), "another activity")
    if before == EATING and draft[who].able:
        _fed(draft, rules, who)
    rows = rules.book.energy.activity
    why = f"{rows[activity].verb} (H-NRG-5)" if activity and activity not in modes(rules) else ""
    draft.emit(ev.MarkChanged(who=who, mark=activity_rates.ACTIVITY, value=activity, why=why))
    if activity == EATING:
        draft.emit(ev.MarkChanged(who=who, mark=SINCE, value=draft.encounter.count))
    _move(draft, rules, who, activity)
    for rate in activity_rates.rates(activity, rules):
        activity_rates.start(draft, who, rate)


def _fed(draft: StepBuilder, rules: Rulebook, who: str) -> None:
    """A meal that has lasted long enough restores exhaustion (H-NRG-4, ruling 65)."""
    meal = rules.book.energy.meal
    if draft.encounter.count - draft[who].mark(SINCE) < meal.least:
        draft.note(f"{draft[who].name} eats too short a time for a meal (H-NRG-4)", who)
        return
    for pool in EXHAUSTION.values():
        give(draft, who, pool, meal.points, "a large meal (H-NRG-4)")


def _move(draft: StepBuilder, rules: Rulebook, who: str, activity: str) -> None:
    moving = draft[who].condition(MOVING)
    if moving is not None and moving.of != activity:
        draft.end(who, MOVING, "moves otherwise")
    if activity in modes(rules) and (moving is None or moving.of != activity):
        label = rules.book.energy.activity[activity].verb
        draft.emit(ev.ConditionGained(who=who, condition=MOVING, label=label, of=activity, why="moves (H-MOVE)"))


def modes(rules: Rulebook) -> tuple[str, ...]:
    """The ways to move that are ways of spending energy too, slowest first (H-MOVE)."""
    return (*rules.book.movement.parts, "vehicle")


def due(draft: StepBuilder, rules: Rulebook, entry: Due) -> None:
    """A whole point is reached: it is lost or restored, and the next one goes on the agenda."""
    who, pool, activity = entry.who, entry.ref, activity_rates.doing(draft[entry.who])
    rate = next((rate for rate in activity_rates.rates(activity, rules) if rate.pool == pool), None)
    if rate is None:
        return
    part = activity_rates.part_of(draft[who], pool).grown(rate, draft.encounter.count)
    points = int(abs(part))
    sign = 1 if rate.per_count > 0 else -1
    activity_rates.keep(draft, who, pool, part - sign * points)
    verb = rules.book.energy.activity[activity].verb
    if sign > 0:
        give(draft, who, pool, points, f"{verb} (H-NRG-4)", clock=True)
    elif pool in EXHAUSTION:
        per = rules.book.energy.fatigue_per_exhaustion
        spend(draft, who, pool, points, f"{verb} (H-NRG-1)", per, clock=True)
    else:
        take(draft, who, pool, points, f"{verb} (H-NRG-1)", clock=True)
    if draft.encounter.agenda.find(who, activity_rates.ENERGY, pool) is None:
        activity_rates.start(draft, who, rate)


AT_REST = ("sit", "rest", "sleep", "eat")
"""What nobody goes on with who does something in a fight."""


def rouse(draft: StepBuilder, who: str) -> None:
    """Doing something ends sitting, resting, sleeping and eating."""
    rules = in_force(draft)
    if activity_rates.doing(draft[who]) in AT_REST:
        begin(draft, rules, who, "")


def asleep(combatant: Combatant) -> bool:
    """Whether a combatant sleeps."""
    return activity_rates.doing(combatant) == "sleep"


LYING = ("crawl", "vehicle")
"""Ways to move that need no standing."""


def stop_walking(draft: StepBuilder, who: str) -> None:
    """On the ground nobody goes on walking or running."""
    rules = in_force(draft)
    activity = activity_rates.doing(draft[who])
    if activity and activity in modes(rules) and activity not in LYING:
        begin(draft, rules, who, "")


def _halted(draft: StepBuilder, rules: Rulebook, who: str, key: str) -> None:
    begin(draft, rules, who, "")


def _left(draft: StepBuilder, rules: Rulebook, who: str) -> None:
    """No activity goes on."""
    if activity_rates.doing(draft[who]):
        begin(draft, rules, who, "")


LIFECYCLES = (ConditionLifecycle((MOVING,), ended=_halted, left=_left),)


# Where it leads


def heading(encounter: Encounter, rules: Rulebook, who: str) -> str:
    """Where the bars go if nothing else happens: `PEX 0 at 210`, `PFT full at 95`; empty when nowhere (H-NRG-5)."""
    return ", ".join([words for _, words in _courses(encounter[who], rules)][:2])


def trend(encounter: Encounter, rules: Rulebook, who: str, pool: str) -> str:
    """Where one pool goes if nothing else happens; empty when nowhere (H-NRG-5)."""
    return ", ".join(words for goes, words in _courses(encounter[who], rules) if goes == pool)


def _courses(combatant: Combatant, rules: Rulebook) -> Iterator[tuple[str, str]]:
    """Each pool that the activity moves, or has emptied, and where it goes in words."""
    for rate in activity_rates.rates(activity_rates.doing(combatant), rules):
        pool, rest = rate.pool, EXHAUSTION.get(rate.pool, rate.pool)
        if not activity_rates.matters(combatant, rate):
            if rate.per_count < 0:
                yield rest, "out of breath" if rest == "PEX" else "exhausted in mind"
            continue
        kept = activity_rates.part_of(combatant, pool)
        if rate.per_count > 0:
            wait = ceil((combatant.full(pool) - combatant.pool(pool) - kept.points) / rate.per_count)
            yield pool, f"{pool} full at {kept.since + wait}"
        else:
            goes = pool if combatant.pool(pool) else rest
            wait = ceil((combatant.pool(goes) + kept.points) / -rate.per_count)
            yield goes, f"{'out of breath' if goes == 'PEX' else f'out of {goes}'} at {kept.since + wait}"


def drift(combatant: Combatant, rules: Rulebook) -> dict[str, int]:
    """The pools the clock changes: what an activity takes and gives, and what wounds bleed (H-NRG-5, H-DMG-7)."""
    if not combatant.able:
        return {}
    heading_for: dict[str, int] = {}
    for rate in activity_rates.rates(activity_rates.doing(combatant), rules):
        if not activity_rates.matters(combatant, rate):
            continue
        if rate.per_count > 0:
            heading_for[rate.pool] = 1
        else:
            empty = not combatant.pool(rate.pool)
            heading_for[EXHAUSTION.get(rate.pool, rate.pool) if empty else rate.pool] = -1
    if wounds_of(combatant):
        heading_for["PFT" if combatant.pool("PFT") else "PBD"] = -1
    return heading_for
