"""Activities: what a fighter does for some time, and the points it costs or restores (H-NRG 1, 4 and 5)."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from tracker.clock.agenda import Due
from tracker.encounter.engine.step import StepBuilder
from tracker.games.hybrid.body import activity_rates
from tracker.games.hybrid.body.activity_rates import EXHAUSTION
from tracker.games.hybrid.body.condition_lifecycle import ConditionLifecycle
from tracker.games.hybrid.body.conditions import HELD, MOVING, PRONE, helpless, wounds_of
from tracker.games.hybrid.body.pool_changes import spend, take
from tracker.games.hybrid.book.rulebook import Rulebook, in_force
from tracker.games.hybrid.fighter import Acting
from tracker.games.toolkit import guards
from tracker.games.toolkit.pool_changes import give
from tracker.model import events as ev
from tracker.model.combatant import Combatant
from tracker.model.state import Encounter

SINCE = "activity.since"
"""The mark with the count at which the activity began."""
EATING = "eat"
IDLE = ""
"""The absence of an activity. Beginning it only ends the one before."""


def begin(fighter: Acting, activity: str) -> None:
    """End the present activity and begin another, or `IDLE`. Fractions of points carry over (H-NRG-5)."""
    before = activity_rates.doing(fighter.now)
    for rate in activity_rates.rates(before, fighter.rules):
        activity_rates.keep_part(fighter.draft, fighter.who, rate)
    fighter.draft.cancel(fighter.who, (activity_rates.ENERGY,), "another activity")
    if before == EATING and fighter.now.able:  # the meal ends now
        _restore_by_meal(fighter)
    rows = fighter.rules.book.energy.activity
    why = f"{rows[activity].verb} (H-NRG-5)" if activity and activity not in modes(fighter.rules) else ""
    fighter.mark(activity_rates.ACTIVITY, activity, why)
    if activity == EATING:
        fighter.mark(SINCE, fighter.count)
    _update_moving(fighter, activity)
    for rate in activity_rates.rates(activity, fighter.rules):
        activity_rates.start(fighter.draft, fighter.who, rate)


def declare(fighter: Acting, activity: str) -> None:
    """Begin an activity. Raises Refused where the fighter cannot move."""
    guards.refuse(why_not_moving(fighter.now, fighter.rules, activity))
    fighter.draft.actor = ""
    begin(fighter, activity)


def why_not_moving(combatant: Combatant, rules: Rulebook, mode: str) -> str:
    """Return why a fighter cannot begin an activity: it is out, senseless, held, or lies and does not crawl."""
    name, hold = combatant.name, combatant.condition(HELD)
    if mode not in modes(rules):
        return ""
    if not combatant.able:
        return f"{name} cannot move about: it {combatant.presence.words}."
    if state := helpless(combatant):
        return f"{name} cannot move about: {state}."
    if hold is not None:
        return f"{name} cannot move about: {hold.label}; `{combatant.id} escape` tries to get free."
    if combatant.condition(PRONE) is not None and mode not in LYING:
        return f"{name} lies on the ground: it crawls, or `{combatant.id} stand` gets up first."
    return ""


def _restore_by_meal(fighter: Acting) -> None:
    """Restore exhaustion after a meal that was long enough (H-NRG-4, ruling 65)."""
    meal = fighter.rules.book.energy.meal
    if fighter.count - fighter.now.mark(SINCE) < meal.least:
        fighter.draft.note(f"{fighter.name} eats too short a time for a meal (H-NRG-4)", fighter.who)
        return
    for pool in EXHAUSTION.values():
        give(fighter.draft, fighter.who, pool, meal.points, "a large meal (H-NRG-4)")


def _update_moving(fighter: Acting, activity: str) -> None:
    """Begin or end the condition of moving, as the activity is a way to move or not."""
    moving = fighter.now.condition(MOVING)
    if moving is not None and moving.of != activity:
        fighter.draft.end(fighter.who, MOVING, "moves otherwise")
    if activity in modes(fighter.rules) and (moving is None or moving.of != activity):
        label = fighter.rules.book.energy.activity[activity].verb
        fighter.draft.emit(
            ev.ConditionGained(who=fighter.who, condition=MOVING, label=label, of=activity, why="moves (H-MOVE)")
        )


def modes(rules: Rulebook) -> tuple[str, ...]:
    """Return the activities that are ways to move, slowest first (H-MOVE)."""
    return (*rules.book.movement.parts, "vehicle")


def due(draft: StepBuilder, rules: Rulebook, entry: Due) -> None:
    """Take or restore the points of a pool that an activity has reached, and schedule the next one."""
    who, pool, activity = entry.who, entry.ref, activity_rates.doing(draft[entry.who])
    rate = next((rate for rate in activity_rates.rates(activity, rules) if rate.pool == pool), None)
    if rate is None:
        return
    points_grown = activity_rates.part_of(draft[who], pool).grown(rate, draft.encounter.count)
    points = int(abs(points_grown))
    sign = 1 if rate.per_count > 0 else -1
    activity_rates.keep(draft, who, pool, points_grown - sign * points)
    verb = rules.book.energy.activity[activity].verb
    if sign > 0:
        give(draft, who, pool, points, f"{verb} (H-NRG-4)")
    elif pool in EXHAUSTION:
        fatigue_per_exhaustion = rules.book.energy.fatigue_per_exhaustion
        spend(draft, who, pool, points, f"{verb} (H-NRG-1)", fatigue_per_exhaustion, clock=True)
    else:
        take(draft, who, pool, points, f"{verb} (H-NRG-1)", clock=True, spent=True)
    if draft.encounter.agenda.find(who, activity_rates.ENERGY, pool) is None:
        activity_rates.start(draft, who, rate)


AT_REST = ("sit", "rest", "sleep", "eat")
"""The activities that end when the fighter does something else."""


def rouse(draft: StepBuilder, who: str) -> None:
    """End sitting, resting, sleeping or eating, because the fighter acts."""
    if activity_rates.doing(draft[who]) in AT_REST:
        begin(Acting(draft, who, in_force(draft)), IDLE)


def asleep(combatant: Combatant) -> bool:
    """Return whether a combatant sleeps."""
    return activity_rates.doing(combatant) == "sleep"


LYING = ("crawl", "vehicle")


def stop_walking(draft: StepBuilder, who: str) -> None:
    """End walking or running, because the fighter is on the ground."""
    rules = in_force(draft)
    activity = activity_rates.doing(draft[who])
    if activity and activity in modes(rules) and activity not in LYING:
        begin(Acting(draft, who, rules), IDLE)


def _stop_by_hand(fighter: Acting, key: str) -> None:
    begin(fighter, IDLE)


def _stop_on_leaving(fighter: Acting) -> None:
    if activity_rates.doing(fighter.now):
        begin(fighter, IDLE)


LIFECYCLES = (ConditionLifecycle((MOVING,), ended=_stop_by_hand, left=_stop_on_leaving),)


# The outlook


def heading(encounter: Encounter, rules: Rulebook, who: str) -> str:
    """Return where the pools go if nothing else happens: `out of breath at 210`, `PFT full at 95`. Empty if nowhere.

    Rules: H-NRG-5.
    """
    return ", ".join([words for _, words in _courses(encounter[who], rules)][:2])


def trend(encounter: Encounter, rules: Rulebook, who: str, pool: str) -> str:
    """Return where one pool goes if nothing else happens. Empty if nowhere (H-NRG-5)."""
    return ", ".join(words for moving_pool, words in _courses(encounter[who], rules) if moving_pool == pool)


def _courses(combatant: Combatant, rules: Rulebook) -> Iterator[tuple[str, str]]:
    """Yield each pool that the activity changes or has emptied, and its course in words: `PFT full at 95`."""
    for rate in activity_rates.rates(activity_rates.doing(combatant), rules):
        pool, exhaustion_pool = rate.pool, EXHAUSTION.get(rate.pool, rate.pool)
        if not activity_rates.matters(combatant, rate):
            if rate.per_count < 0:
                yield exhaustion_pool, "out of breath" if exhaustion_pool == "PEX" else "exhausted in mind"
            continue
        kept = activity_rates.part_of(combatant, pool)
        if rate.per_count > 0:
            counts_left = ceil((combatant.full(pool) - combatant.pool(pool) - kept.points) / rate.per_count)
            yield pool, f"{pool} full at {kept.since + counts_left}"
        else:
            moving_pool = pool if combatant.pool(pool) else exhaustion_pool
            counts_left = ceil((combatant.pool(moving_pool) + kept.points) / -rate.per_count)
            yield (
                moving_pool,
                f"{'out of breath' if moving_pool == 'PEX' else f'out of {moving_pool}'} at {kept.since + counts_left}",
            )


def drift(combatant: Combatant, rules: Rulebook) -> dict[str, int]:
    """Return the pools that the clock changes, +1 or −1: by an activity or by bleeding (H-NRG-5)."""
    if not combatant.able:
        return {}
    direction_by_pool: dict[str, int] = {}
    for rate in activity_rates.rates(activity_rates.doing(combatant), rules):
        if not activity_rates.matters(combatant, rate):
            continue
        if rate.per_count > 0:
            direction_by_pool[rate.pool] = 1
        else:
            empty = not combatant.pool(rate.pool)
            direction_by_pool[EXHAUSTION.get(rate.pool, rate.pool) if empty else rate.pool] = -1
    if wounds_of(combatant):
        direction_by_pool["PFT" if combatant.pool("PFT") else "PBD"] = -1
    return direction_by_pool
