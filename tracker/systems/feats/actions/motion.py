"""Motion: activities that move somebody, begun, tired of and ended (F-RUN, F-FLY, F-SWIM-5, F-CLIMB)."""

from __future__ import annotations

from fractions import Fraction

from tracker.encounter import events as ev
from tracker.encounter.declaring import may_declare_at
from tracker.encounter.draft import Draft
from tracker.encounter.questions import Roll, Task
from tracker.encounter.state import DECLARE, Rank
from tracker.systems.feats.actions import condition as now
from tracker.systems.feats.book.house import HouseRules
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.checks import targets
from tracker.systems.feats.sheets.sheet import FP, tired
from tracker.systems.kit.sums import Sum

STAMINA, CLIMBING, STRAIN = "stamina", "climbing", "strain"
"""What the agenda calls a roll against tiring, a climbing roll, and the cost of a load over 10·BL."""
EVERY = {
    now.SPRINT: BOOK.run.sprint_roll,
    now.SWOOP: BOOK.run.sprint_roll,
    now.RUN: BOOK.run.paced_roll,
    now.FLY: BOOK.run.paced_roll,
    now.SWIM: BOOK.swim.fast_roll,
    now.PADDLE: BOOK.swim.slow_roll,
    now.FLOAT: BOOK.swim.slow_roll,
}
"""Seconds between rolls (F-RUN-6, F-SWIM-5)."""


def begin(draft: Draft, who: str, key: str, label: str = "") -> None:
    """An activity begins now in the place of another; its owner is not asked, but may act at any second."""
    end(draft, who, "another pace")
    draft.emit(ev.MarkChanged(who=who, mark=now.SINCE, value=draft.encounter.count))
    draft.emit(ev.MarkChanged(who=who, mark=now.RUN_UP, value=0))
    draft.emit(ev.ConditionGained(who=who, condition=key, label=label or now.LABELS[key]))
    if key in EVERY:
        first = EVERY[key] + (1 if key in now.FAST else 0)
        _due(draft, who, STAMINA, first, key)
    idle(draft, who)


def idle(draft: Draft, who: str) -> None:
    """`who` is not asked, but may act at any second."""
    due = draft.encounter.agenda.find(who, DECLARE)
    if due is not None:
        draft.emit(ev.DueEnded(who=who, what=DECLARE, at=due.count))
    if not draft[who].waiting:
        draft.emit(ev.WaitChanged(who=who, waiting=True))


def _due(draft: Draft, who: str, what: str, seconds: int, ref: str = "") -> None:
    at = draft.encounter.count + seconds
    draft.emit(ev.DueAdded(who=who, what=what, at=at, rank=Rank.RECOVERY, ref=ref))


def settle(draft: Draft, who: str, on: bool = True) -> None:
    """Write down the way covered so far, before the speed changes; `on` when the activity goes on."""
    doing = now.activity(draft.encounter, who)
    if doing is None:
        return
    count = draft.encounter.count
    ran = draft[who].mark(now.RUN_UP) + count - draft[who].mark(now.SINCE)
    draft.emit(ev.MarkChanged(who=who, mark=now.WAY, value=str(now.covered(draft.encounter, who))))
    draft.emit(ev.MarkChanged(who=who, mark=now.SINCE, value=count))
    draft.emit(ev.MarkChanged(who=who, mark=now.RUN_UP, value=ran if on else 0))


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
        draft.emit(ev.WaitChanged(who=who, waiting=False))
    if draft[who].able:
        may_declare_at(draft, who, draft.encounter.count + after, why)


def tire(draft: Draft, who: str, points: int, why: str, house: HouseRules) -> None:
    """Fatigue points are lost; under a third one slows down, at none what tires ends (F-ENC-3, FQ 20)."""
    before = draft[who].pool(FP)
    settle(draft, who)
    left = max(0, before - points)
    draft.emit(ev.PoolChanged(who=who, pool=FP, by=left - before, to=left, excess=points - before + left, why=why))
    if left or not before:
        return
    doing = now.activity(draft.encounter, who)
    tiring = doing is not None and doing.key not in now.IN_WATER
    if house.exhausted == "note":
        draft.note(f"{draft[who].name} is exhausted: no fatigue points left (FQ 20)", who)
        return
    if tiring:
        stop(draft, who, "exhausted")
    if draft.encounter.agenda.find(who, STRAIN) is not None:
        set_down(draft, who, "exhausted")


def set_down(draft: Draft, who: str, why: str) -> None:
    """The load is set down (FQ 20)."""
    settle(draft, who)
    draft.cancel(who, (STRAIN,), why)
    draft.emit(ev.MarkChanged(who=who, mark=now.UNLADEN, value=True, why=f"load set down: {why}"))
    draft.note(f"{draft[who].name} sets the load down: {why}", who)


def strain(draft: Draft, who: str, house: HouseRules) -> None:
    """A second under more than 10·BL: a fatigue point, and the next (F-LIFT-3)."""
    _strain_due(draft, who)
    tire(draft, who, 1, "a load over 10·BL (F-LIFT-3)", house)


def _strain_due(draft: Draft, who: str) -> None:
    draft.emit(ev.DueAdded(who=who, what=STRAIN, at=draft.encounter.count + 1, rank=Rank.EFFECT))


def shoulder(draft: Draft, who: str) -> None:
    """Whoever carries more than 10·BL pays from the next second on."""
    own = now.sheet_of(draft.encounter, who)
    if own.load > own.lift * BOOK.lift.strain and draft[who].pool(FP):
        _strain_due(draft, who)


def need(draft: Draft, who: str, key: str) -> Sum:
    """What tiring is rolled against in an activity."""
    own = now.sheet_of(draft.encounter, who)
    if key in now.IN_WATER:
        return targets.paddling(own)
    return targets.flying(own) if key in (now.SWOOP, now.FLY) else targets.running(own)


def roll(draft: Draft, who: str, key: str) -> None:
    """The roll against tiring has come due; the next one is put on the agenda first (FQ 24)."""
    _due(draft, who, STAMINA, EVERY[key], key)
    against = need(draft, who, key)
    label = f"{now.LABELS[key]}, {against.lines[0].split(' ')[0]}"
    draft.roll(
        Roll(who, STAMINA, label, "3d6", against.total, per_modifier=1, sum=tuple(against.lines)),
        Task("tired", {"who": who}),
    )


def climb(draft: Draft, who: str, words: tuple[str, ...], house: HouseRules) -> None:
    """A climb begins: what it is, its modifier, feet a second, in haste, secured (F-CLIMB-1, F-CLIMB-3, FQ 9)."""
    name, modifier, speed, haste, secured = words
    begin(draft, who, now.CLIMB, f"climbing {name}")
    for mark, value in (("climb", name), ("climb speed", speed)):
        draft.emit(ev.MarkChanged(who=who, mark=mark, value=value))
    draft.emit(ev.MarkChanged(who=who, mark="climb modifier", value=int(modifier)))
    if secured:
        draft.emit(ev.ConditionGained(who=who, condition=now.SECURED, label="secured by a rope"))
    else:
        draft.end(who, now.SECURED, "not secured")
    if haste:
        tire(draft, who, house.haste_fp, "a climb in haste (F-CLIMB-3)", house)
    if draft[who].condition(now.CLIMB) is not None:
        climbing_roll(draft, who)


def climbing_roll(draft: Draft, who: str) -> None:
    """A climbing roll is due, and the next five minutes on (F-CLIMB-1)."""
    _due(draft, who, CLIMBING, BOOK.climb.every)
    against = targets.climbing(now.sheet_of(draft.encounter, who), draft[who].mark("climb modifier"))
    draft.roll(
        Roll(who, CLIMBING, "Climbing", "3d6", against.total, per_modifier=1, sum=tuple(against.lines)),
        Task("climbed", {"who": who}),
    )


def height(draft: Draft, who: str) -> Fraction:
    """Feet climbed so far."""
    return Fraction(str(draft[who].marks["climb speed"])) * (draft.encounter.count - draft[who].mark(now.SINCE))


def climbed(draft: Draft, who: str, success: bool, fumbled: bool) -> None:
    """Any failure is a fall, on a rope only to its end unless it was critical (F-CLIMB-2)."""
    if success:
        return
    feet = float(height(draft, who))
    caught = draft[who].condition(now.SECURED) is not None and not fumbled
    how = "to the end of the rope" if caught else f"from {feet:.0f} ft"
    draft.note(f"{draft[who].name} falls {how} (F-CLIMB-2); falling damage is by hand: {who} damage N", who)
    stop(draft, who, "fallen")
    if not caught:
        draft.emit(ev.ConditionGained(who=who, condition=now.PRONE, label="lying down", why="fallen"))


def swerve(draft: Draft, who: str) -> None:
    """A sprint is broken: a second at plain Move before it goes on; the 15 seconds go on counting (F-RUN-4, FQ 24)."""
    settle(draft, who, on=False)


def is_tired(draft: Draft, who: str) -> bool:
    """Under a third of the fatigue points."""
    return tired(draft.encounter, who)
