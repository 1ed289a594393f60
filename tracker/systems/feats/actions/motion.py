"""Motion: activities that move somebody, begun, tired of and ended; loads (F-RUN, F-FLY, F-SWIM-5, F-CLIMB, F-LIFT)."""

from __future__ import annotations

from tracker.encounter import events as ev
from tracker.encounter.declaring import may_declare_at
from tracker.encounter.draft import Draft
from tracker.encounter.state import DECLARE, Rank
from tracker.systems.feats import checks
from tracker.systems.feats.actions import condition as now
from tracker.systems.feats.book.house import HouseRules
from tracker.systems.feats.book.tables import ACTIVITIES, BOOK
from tracker.systems.feats.rules import loads
from tracker.systems.feats.sheets import FP
from tracker.systems.kit.changes import take
from tracker.systems.kit.figures import exact, half_up, plain
from tracker.systems.kit.steps import ask_roll, due, mark

STAMINA, CLIMBING, STRAIN = "stamina", "climbing", "strain"
"""What the agenda calls a roll against tiring, a climbing roll, and the cost of a load over 10·BL."""


def begin(draft: Draft, who: str, key: str, label: str = "") -> None:
    """An activity begins now in the place of another; its owner is not asked, but may act at any second."""
    end(draft, who, "another pace")
    mark(draft, who, now.SINCE, draft.encounter.count)
    mark(draft, who, now.RUN_UP, 0)
    row = ACTIVITIES.get(key)
    draft.emit(ev.ConditionGained(who=who, condition=key, label=label or (row.label if row is not None else key)))
    if row is not None:
        due(draft, who, STAMINA, row.first, ref=key)
    declaring = draft.encounter.agenda.find(who, DECLARE)
    if declaring is not None:
        draft.emit(ev.DueEnded(who=who, what=DECLARE, at=declaring.count))
    if not draft[who].waiting:
        draft.emit(ev.WaitChanged(who=who, waiting=True, busy=True))


def settle(draft: Draft, who: str, on: bool = True) -> None:
    """Write down the way covered so far, before the speed changes; `on` when the activity goes on.

    A sprint broken is a second at plain Move before it goes on; its 15 seconds go on counting (F-RUN-4, FQ 24).
    """
    if now.activity(draft.encounter, who) is None:
        return
    count = draft.encounter.count
    ran = draft[who].mark(now.RUN_UP) + count - draft[who].mark(now.SINCE)
    mark(draft, who, now.WAY, str(now.covered(draft.encounter, who)))
    mark(draft, who, now.SINCE, count)
    mark(draft, who, now.RUN_UP, ran if on else 0)


def fall_behind(draft: Draft, who: str, other: str, yards: int) -> None:
    """`who` is so many yards behind another from now on; by hand."""
    ahead = now.covered(draft.encounter, other) - yards
    settle(draft, who)
    mark(draft, who, now.WAY, str(ahead), f"{yards} yd behind")


def end(draft: Draft, who: str, why: str) -> None:
    """The activity of `who` ends, with the rolls it calls for."""
    doing = now.activity(draft.encounter, who)
    if doing is None:
        return
    settle(draft, who, on=False)
    draft.cancel(who, (STAMINA, CLIMBING), why)
    draft.end(who, doing.key, why)


def stop(draft: Draft, who: str, why: str, after: int = 1) -> None:
    """End the activity and let `who` declare again so many seconds on."""
    end(draft, who, why)
    if draft[who].waiting:
        draft.emit(ev.WaitChanged(who=who, waiting=False, busy=True))
    if draft[who].able:
        may_declare_at(draft, who, draft.encounter.count + after, why)


def tire(draft: Draft, who: str, points: int, why: str, house: HouseRules) -> None:
    """Fatigue points are lost; under a third one slows down, at none what tires ends (F-ENC-3, FQ 20)."""
    before = draft[who].pool(FP)
    settle(draft, who)
    take(draft, who, FP, points, why)
    if draft[who].pool(FP) or not before:
        return
    if house.exhausted == "note":
        draft.note(f"{draft[who].name} is exhausted: no fatigue points left (FQ 20)", who)
        return
    if now.activity(draft.encounter, who) is not None and not now.wet(draft.encounter, who):
        stop(draft, who, "exhausted")
    if draft.encounter.agenda.find(who, STRAIN) is not None:
        carry(draft, who, "0", "exhausted")


def tired_of(draft: Draft, who: str) -> None:
    """The roll against tiring has come due; the next one is put on the agenda first (FQ 24)."""
    doing = now.activity(draft.encounter, who)
    assert doing is not None, "the roll goes with the activity"
    row, need = ACTIVITIES[doing.key], checks.tiring(now.sheet_of(draft.encounter, who), doing.key)
    due(draft, who, STAMINA, row.every, ref=row.key)
    label = f"{row.label}, {need.lines[0].split(' ')[0]}"
    ask_roll(draft, who, STAMINA, label, need, "tired", why=f"tired ({row.rule})")


# Loads


def carry(draft: Draft, who: str, pounds: str, why: str) -> None:
    """So much is carried or pulled from now on; at 0 the load is set down (F-ENC-1, F-DRAG-2, FQ 20)."""
    settle(draft, who)
    draft.cancel(who, (STRAIN,), why)
    mark(draft, who, now.LOAD, pounds, why)
    name, own = draft[who].name, now.sheet_of(draft.encounter, who)
    told = f"{name}: {plain(exact(pounds))} lb, {own.encumbered}" if exact(pounds) else f"{name} sets the load down"
    draft.note(f"{told}: {why}", who)
    shoulder(draft, who)


def shoulder(draft: Draft, who: str) -> None:
    """Whoever carries more than 10·BL pays from the next second on."""
    own = now.sheet_of(draft.encounter, who)
    if loads.straining(own.load, own.lift) and draft[who].pool(FP):
        due(draft, who, STRAIN, 1, Rank.EFFECT)


def strain(draft: Draft, who: str, house: HouseRules) -> None:
    """A second under more than 10·BL: a fatigue point, and the next (F-LIFT-3)."""
    due(draft, who, STRAIN, 1, Rank.EFFECT)
    tire(draft, who, 1, "a load over 10·BL (F-LIFT-3)", house)


# Climbs


def climbing_cost(haste: bool, cost: int, house: HouseRules) -> int:
    """What a climb costs: what the game master set; in haste double that, at least the house rule's (F-CLIMB-3)."""
    return max(house.haste_fp, 2 * cost) if haste else cost


def climb(draft: Draft, who: str, words: tuple[str, ...], house: HouseRules) -> None:
    """A climb begins: what, its modifier ("": no roll), feet a second, in haste, secured, its cost (F-CLIMB-1)."""
    name, modifier, speed, haste, secured, cost = words
    begin(draft, who, now.CLIMB, f"climbing {name}")
    mark(draft, who, "climb speed", speed)
    mark(draft, who, "climb modifier", int(modifier or 0))
    if secured:
        now.gain(draft, who, now.SECURED)
    else:
        draft.end(who, now.SECURED, "not secured")
    if points := climbing_cost(bool(haste), int(cost), house):
        tire(draft, who, points, "a climb in haste (F-CLIMB-3)" if haste else "a climb", house)
    if modifier and now.has(draft.encounter, who, now.CLIMB):
        climbing_roll(draft, who)


def climbing_roll(draft: Draft, who: str) -> None:
    """A climbing roll is due, and the next five minutes on (F-CLIMB-1)."""
    due(draft, who, CLIMBING, BOOK.climb.every)
    need = checks.climbing(now.sheet_of(draft.encounter, who), draft[who].mark("climb modifier"))
    ask_roll(draft, who, CLIMBING, "Climbing", need, "climbed")


def fall(draft: Draft, who: str, fumbled: bool) -> None:
    """Any failure is a fall, on a rope only to its end unless it was critical (F-CLIMB-2)."""
    feet = exact(draft[who].marks["climb speed"]) * (draft.encounter.count - draft[who].mark(now.SINCE))
    caught = now.has(draft.encounter, who, now.SECURED) and not fumbled
    how = "to the end of the rope" if caught else f"from {plain(half_up(feet))} ft"
    draft.note(f"{draft[who].name} falls {how} (F-CLIMB-2); falling damage is by hand: {who} damage N", who)
    stop(draft, who, "fallen")
    if not caught:
        now.gain(draft, who, now.PRONE, "fallen")
