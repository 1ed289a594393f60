"""Activities: what somebody does for a stretch of time, and what the clock takes or gives for it (H-NRG 1, 4 and 5)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import NamedTuple

from tracker.clock.agenda import Due
from tracker.encounter import events as ev
from tracker.encounter.combatant import Combatant
from tracker.encounter.draft import Draft
from tracker.encounter.state import Encounter, Rank
from tracker.systems.hybrid.body.conditions import BLEEDING, MOVING
from tracker.systems.hybrid.body.energy import EXHAUSTION, give, spend, take
from tracker.systems.hybrid.book.rulebook import Rulebook, in_force
from tracker.systems.hybrid.timing import spoiling

ENERGY = "energy"
"""What the agenda calls the next whole point an activity takes or gives; `ref` is the pool."""
ACTIVITY, PART = "activity", "part."
"""Marks: what somebody is doing; with a pool, the part of a point already used up, as `-1/3@120`."""
SINCE = "activity.since"
"""The mark with the count at which the activity was taken up."""
EATING = "eat"


class Rate(NamedTuple):
    """Points of a pool per count; negative: lost."""

    pool: str
    per_count: Fraction


def doing(combatant: Combatant) -> str:
    """The activity somebody is at, or empty."""
    return str(combatant.marks.get(ACTIVITY, ""))


def rates(activity: str, rules: Rulebook) -> tuple[Rate, ...]:
    """What an activity takes and gives, by pool (H-NRG 1 and 4, PG tables 4.5–4.7), per count of a tenth of a second.

    H-TIME-1; who overrules it puts the pools right by hand.
    """
    row = rules.book["energy"]["activity"].get(activity)
    if row is None:
        return ()
    counts = rules.book["time"]["per_second"]
    return tuple(Rate(rate["pool"], Fraction(rate["points"], rate["seconds"] * counts)) for rate in row["rates"])


def begin(draft: Draft, rules: Rulebook, who: str, activity: str) -> None:
    """Take up an activity, or none; the one before ends and fractions of points carry over (H-NRG-5)."""
    before = doing(draft[who])
    for rate in rates(before, rules):
        _keep_part(draft, who, rate)
    spoiling.cancel(draft, who, (ENERGY,), "another activity")
    if before == EATING and draft[who].able:
        _fed(draft, rules, who)
    rows = rules.book["energy"]["activity"]
    why = f"{rows[activity]['verb']} (H-NRG-5)" if activity and activity not in modes(rules) else ""
    draft.emit(ev.MarkChanged(who=who, mark=ACTIVITY, value=activity, why=why))
    if activity == EATING:
        draft.emit(ev.MarkChanged(who=who, mark=SINCE, value=draft.encounter.count))
    _move(draft, rules, who, activity)
    for rate in rates(activity, rules):
        _start(draft, who, rate)


def _fed(draft: Draft, rules: Rulebook, who: str) -> None:
    """A meal that has lasted long enough restores exhaustion (H-NRG-4, ruling 65)."""
    meal = rules.book["energy"]["meal"]
    if draft.encounter.count - draft[who].mark(SINCE) < meal["least"]:
        draft.note(f"{draft[who].name} eats too short a time for a meal (H-NRG-4)", who)
        return
    for pool in EXHAUSTION.values():
        give(draft, who, pool, meal["points"], "a large meal (H-NRG-4)")


def _move(draft: Draft, rules: Rulebook, who: str, activity: str) -> None:
    moving = draft[who].condition(MOVING)
    if moving is not None and moving.of != activity:
        spoiling.end(draft, who, MOVING, "moves otherwise")
    if activity in modes(rules) and (moving is None or moving.of != activity):
        label = rules.book["energy"]["activity"][activity]["verb"]
        draft.emit(ev.ConditionGained(who=who, condition=MOVING, label=label, of=activity, why="moves (H-MOVE)"))


def modes(rules: Rulebook) -> tuple[str, ...]:
    """The ways to move that are ways of spending energy too, slowest first (H-MOVE)."""
    return (*rules.book["movement"]["parts"], "vehicle")


def _start(draft: Draft, who: str, rate: Rate) -> None:
    """Put the next whole point on the agenda, unless there is nothing left to lose or to restore."""
    part, _ = _part(draft[who], rate.pool)
    now = draft.encounter.count
    draft.emit(ev.MarkChanged(who=who, mark=f"{PART}{rate.pool}", value=f"{part}@{now}"))
    if not _matters(draft[who], rate):
        return
    whole = 1 if rate.per_count > 0 else -1
    wait = max(1, ceil((whole - part) / rate.per_count))
    draft.emit(ev.DueAdded(who=who, what=ENERGY, at=now + wait, rank=Rank.EFFECT, ref=rate.pool))


def _matters(combatant: Combatant, rate: Rate) -> bool:
    if rate.per_count > 0:
        return combatant.pool(rate.pool) < combatant.full(rate.pool)
    left = combatant.pool(rate.pool) + combatant.pool(EXHAUSTION.get(rate.pool, rate.pool))
    return left > 0


def _part(combatant: Combatant, pool: str) -> tuple[Fraction, int]:
    """The part of a point used up so far (negative: lost), and since when it was reckoned."""
    mark = str(combatant.marks.get(f"{PART}{pool}", "0@0"))
    part, _, since = mark.partition("@")
    return Fraction(part), int(since or 0)


def _keep_part(draft: Draft, who: str, rate: Rate) -> None:
    """Reckon the part of a point up to now; with a full or empty pool nothing is carried."""
    part, since = _part(draft[who], rate.pool)
    now = draft.encounter.count
    part = part + rate.per_count * (now - since) if _matters(draft[who], rate) else Fraction(0)
    part = max(Fraction(-1), min(Fraction(1), part))
    draft.emit(ev.MarkChanged(who=who, mark=f"{PART}{rate.pool}", value=f"{part}@{now}"))


def due(draft: Draft, rules: Rulebook, entry: Due) -> None:
    """A whole point is reached: it is lost or restored, and the next one goes on the agenda."""
    who, pool, activity = entry.who, entry.ref, doing(draft[entry.who])
    rate = next((rate for rate in rates(activity, rules) if rate.pool == pool), None)
    if rate is None:
        return
    part, since = _part(draft[who], pool)
    part += rate.per_count * (draft.encounter.count - since)
    points = int(abs(part))
    sign = 1 if rate.per_count > 0 else -1
    value = f"{part - sign * points}@{draft.encounter.count}"
    draft.emit(ev.MarkChanged(who=who, mark=f"{PART}{pool}", value=value))
    verb = rules.book["energy"]["activity"][activity]["verb"]
    if sign > 0:
        give(draft, who, pool, points, f"{verb} (H-NRG-4)", clock=True)
    elif pool in EXHAUSTION:
        per = rules.book["energy"]["fatigue_per_exhaustion"]
        spend(draft, who, pool, points, f"{verb} (H-NRG-1)", per, clock=True)
    else:
        take(draft, who, pool, points, f"{verb} (H-NRG-1)", clock=True)
    if draft.encounter.agenda.find(who, ENERGY, pool) is None:
        _start(draft, who, rate)


def wake(draft: Draft, who: str, pool: str) -> None:
    """A pool has changed: what stood still because it was full or empty goes on from now."""
    rules = in_force(draft)
    for rate in rates(doing(draft[who]), rules):
        touched = pool in (rate.pool, EXHAUSTION.get(rate.pool))
        if touched and draft.encounter.agenda.find(who, ENERGY, rate.pool) is None and _matters(draft[who], rate):
            draft.emit(ev.MarkChanged(who=who, mark=f"{PART}{rate.pool}", value=f"0@{draft.encounter.count}"))
            _start(draft, who, rate)


AT_REST = ("sit", "rest", "sleep", "eat")
"""What nobody goes on with who does something in a fight."""


def rouse(draft: Draft, who: str) -> None:
    """Doing something ends sitting, resting, sleeping and eating."""
    rules = in_force(draft)
    if doing(draft[who]) in AT_REST:
        begin(draft, rules, who, "")


def asleep(combatant: Combatant) -> bool:
    """Whether somebody sleeps."""
    return doing(combatant) == "sleep"


LYING = ("crawl", "vehicle")
"""Ways to move that need no standing."""


def fall(draft: Draft, who: str) -> None:
    """On the ground nobody goes on walking or running."""
    rules = in_force(draft)
    activity = doing(draft[who])
    if activity and activity in modes(rules) and activity not in LYING:
        begin(draft, rules, who, "")


def stop(draft: Draft, rules: Rulebook, who: str) -> None:
    """One who is out of the fight keeps no activity."""
    if doing(draft[who]):
        begin(draft, rules, who, "")


# Where it leads


def heading(encounter: Encounter, rules: Rulebook, who: str) -> str:
    """Where the bars go if nothing else happens: `PEX 0 at 210`, `PFT full at 95`; empty when nowhere (H-NRG-5)."""
    combatant = encounter[who]
    activity = doing(combatant)
    if not activity:
        return ""
    found: list[str] = []
    for rate in rates(activity, rules):
        if rate.per_count < 0 and not _matters(combatant, rate):
            found.append("out of breath" if rate.pool in ("PFT", "PEX") else "exhausted in mind")
            continue
        if not _matters(combatant, rate):
            continue
        part, since = _part(combatant, rate.pool)
        have = combatant.pool(rate.pool)
        if rate.per_count > 0:
            at = since + ceil((combatant.full(rate.pool) - have - part) / rate.per_count)
            found.append(f"{rate.pool} full at {at}")
        elif have:
            at = since + ceil((have + part) / -rate.per_count)
            out = "out of breath" if rate.pool == "PEX" else f"out of {rate.pool}"
            found.append(f"{out} at {at}")
        else:
            rest = EXHAUSTION.get(rate.pool, rate.pool)
            at = since + ceil((combatant.pool(rest) + part) / -rate.per_count)
            found.append(f"{'out of breath' if rest == 'PEX' else f'out of {rest}'} at {at}")
    return ", ".join(found[:2])


def drift(combatant: Combatant, rules: Rulebook) -> dict[str, int]:
    """The pools the clock changes: what an activity takes and gives, and what wounds bleed (H-NRG-5, H-DMG-7)."""
    if not combatant.able:
        return {}
    heading_for: dict[str, int] = {}
    for rate in rates(doing(combatant), rules):
        if not _matters(combatant, rate):
            continue
        if rate.per_count > 0:
            heading_for[rate.pool] = 1
        else:
            empty = not combatant.pool(rate.pool)
            heading_for[EXHAUSTION.get(rate.pool, rate.pool) if empty else rate.pool] = -1
    if any(condition.key.startswith(BLEEDING) for condition in combatant.conditions):
        heading_for["PFT" if combatant.pool("PFT") else "PBD"] = -1
    return heading_for
