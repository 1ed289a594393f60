"""Air: deep water, drowning, breath, no air, unconsciousness and coming round (F-SWIM, F-BREATH, F-AIR, F-SAVE)."""

from __future__ import annotations

from tracker.encounter import events as ev
from tracker.encounter.by_hand import take_out
from tracker.encounter.combatant import Presence
from tracker.encounter.declaring import may_declare_at
from tracker.encounter.draft import Draft
from tracker.encounter.state import Rank
from tracker.systems.feats import checks
from tracker.systems.feats.actions import condition as now
from tracker.systems.feats.actions import motion
from tracker.systems.feats.actions.declarations import AFLOAT
from tracker.systems.feats.book.house import HouseRules
from tracker.systems.feats.book.tables import BOOK
from tracker.systems.feats.rules import travel
from tracker.systems.feats.sheets import FP
from tracker.systems.kit.steps import ask_roll, due, mark
from tracker.systems.kit.sums import Sum

SWIMMING, OUT_OF_BREATH, NO_AIR, DEATH, REST = "swimming", "out of breath", "no air", "death", "rest"
"""What the agenda calls what comes by itself."""
ALL = (SWIMMING, OUT_OF_BREATH, NO_AIR, DEATH, REST)


def needs_air(draft: Draft, who: str) -> bool:
    """Whether somebody breathes at all."""
    return "no air needed" not in now.sheet_of(draft.encounter, who).traits


# Deep water


def dive(draft: Draft, who: str, on_purpose: bool) -> None:
    """Into water over one's head: a roll at once, unless one lives in it (F-SWIM-1)."""
    bonus = BOOK.swim.on_purpose if on_purpose else 0
    now.gain(draft, who, now.WATER, amount=bonus)
    mark(draft, who, AFLOAT, False)
    if draft[who].able:
        motion.begin(draft, who, "paddle")
    if now.sheet_of(draft.encounter, who).swims:
        swimming_roll(draft, who)


def swimming_roll(draft: Draft, who: str) -> None:
    """The roll of F-SWIM-1 is due; nobody rolls it unconscious."""
    water = draft[who].condition(now.WATER)
    if water is None or not draft[who].able:
        return
    need = checks.swimming(now.sheet_of(draft.encounter, who), on_purpose=water.amount > 0)
    ask_roll(draft, who, SWIMMING, "Swimming", need, "swam")


def swam(draft: Draft, who: str, success: bool, house: HouseRules) -> None:
    """Failed: a point, and again in 5 s; recovered: in a minute; else every five minutes (F-SWIM-1, F-SWIM-2)."""
    if not success:
        inhale(draft, who, house)
        return
    recovered = now.has(draft.encounter, who, now.DROWNING)
    draft.end(who, now.DROWNING, "the head is above water")
    if not now.has(draft.encounter, who, now.AIRLESS):
        draft.cancel(who, (NO_AIR,), "air again")
    mark(draft, who, AFLOAT, True)
    due(draft, who, SWIMMING, BOOK.swim.recovered if recovered else BOOK.swim.every)


def inhale(draft: Draft, who: str, house: HouseRules) -> None:
    """Water is inhaled: a fatigue point, and the Swimming roll again in 5 s (F-SWIM-2)."""
    draft.cancel(who, (SWIMMING,), "inhaled water")
    if not now.has(draft.encounter, who, now.DROWNING):
        now.gain(draft, who, now.DROWNING)
    motion.tire(draft, who, 1, "inhaled water (F-SWIM-2)", house)
    due(draft, who, SWIMMING, BOOK.swim.again)
    if draft[who].pool(FP) == 0 and needs_air(draft, who):
        due(draft, who, NO_AIR, 1, Rank.EFFECT)


def ashore(draft: Draft, who: str) -> None:
    """Out of the water; what it asked of one ends, and one declares at once."""
    draft.cancel(who, (SWIMMING,), "ashore")
    for key in (now.WATER, now.DROWNING):
        draft.end(who, key, "ashore")
    if not now.has(draft.encounter, who, now.AIRLESS):
        draft.cancel(who, (NO_AIR,), "ashore")
    if now.activity(draft.encounter, who) is not None:
        motion.stop(draft, who, "ashore", after=0)
    if not draft[who].able:
        clean_air(draft, who)


# Breath and air


def hold(draft: Draft, who: str, exertion: str, unprepared: bool) -> None:
    """A breath is held for as long as HT allows (F-BREATH-1); then there is no air."""
    own = now.sheet_of(draft.encounter, who)
    control = own.skill("Breath Control") is not None
    seconds = travel.breath(own.ht, exertion, control=control, unprepared=unprepared)
    until = draft.encounter.count + max(1, seconds)
    draft.cancel(who, (OUT_OF_BREATH,), "a new breath")
    now.gain(draft, who, now.BREATH, until=until)
    draft.emit(ev.DueAdded(who=who, what=OUT_OF_BREATH, at=until, rank=Rank.EFFECT))


def lose_air(draft: Draft, who: str, told: bool = False) -> None:
    """No air at all from now on, after the breath that was held (F-BREATH-2, F-AIR-1, F-AIR-2)."""
    if told:
        draft.note(f"{draft[who].name} is out of breath (F-BREATH-2)", who)
    draft.end(who, now.BREATH, "out of breath")
    if needs_air(draft, who):
        _suffocate(draft, who)
        due(draft, who, NO_AIR, 1, Rank.EFFECT)


def _suffocate(draft: Draft, who: str) -> None:
    if not now.has(draft.encounter, who, now.AIRLESS):
        now.gain(draft, who, now.AIRLESS)
    due(draft, who, DEATH, BOOK.air.dead, Rank.EFFECT)


def gasp(draft: Draft, who: str, house: HouseRules) -> None:
    """A second without air: a fatigue point, at none Will or unconscious (F-AIR-1); while drowning only the Will."""
    if not draft[who].able:
        return
    without = now.has(draft.encounter, who, now.AIRLESS)
    due(draft, who, NO_AIR, 1, Rank.EFFECT)
    if draft[who].pool(FP) > 0:
        if without:
            motion.tire(draft, who, 1, "no air (F-AIR-1)", house)
        else:
            draft.cancel(who, (NO_AIR,), "fatigue points again")
        return
    will = now.sheet_of(draft.encounter, who).will
    ask_roll(draft, who, "will", "Will to stay conscious", Sum().add(will, "Will", "F-AIR-1"), "willed")


def pass_out(draft: Draft, who: str) -> None:
    """Unconscious; in water that is being without air, and somebody must give first aid (FQ 12, FQ 25)."""
    now.gain(draft, who, now.UNCONSCIOUS)
    if now.wet(draft.encounter, who) and needs_air(draft, who):
        now.gain(draft, who, now.DROWNED)
        _suffocate(draft, who)
    take_out(draft, who, Presence.DOWN, "unconscious")


def die(draft: Draft, who: str) -> None:
    """Four minutes without air, whatever the points (F-AIR-2)."""
    now.gain(draft, who, now.DEAD)
    draft.cancel(who, ALL, "dead")
    if draft[who].able:
        take_out(draft, who, Presence.DOWN, "four minutes without air (F-AIR-2)")


def clean_air(draft: Draft, who: str) -> None:
    """Clean air: losing stops, points come back, and after two minutes there may be harm (F-AIR-3, F-AIR-4)."""
    if now.has(draft.encounter, who, now.DEAD):
        return
    draft.end(who, now.BREATH, "clean air")
    without = draft[who].condition(now.AIRLESS)
    draft.cancel(who, (OUT_OF_BREATH, NO_AIR, DEATH), "clean air")
    draft.end(who, now.AIRLESS, "clean air")
    draft.push("rests", who=who)
    if without is not None and travel.airless(draft.encounter.count - without.since) == "harmed":
        need = Sum().add(now.sheet_of(draft.encounter, who).ht, "HT", "F-AIR-4")
        ask_roll(draft, who, "HT", "HT against lasting harm", need, "harmed")


def rest(draft: Draft, who: str, house: HouseRules) -> None:
    """A fatigue point comes back at rest in clean air, and wakes the unconscious (F-AIR-3, FQ 13 †)."""
    one = draft[who]
    busy = now.activity(draft.encounter, who) is not None or one.condition(now.DROWNED) is not None
    if not busy and one.pool(FP) < one.full(FP):
        draft.emit(ev.PoolChanged(who=who, pool=FP, by=1, to=one.pool(FP) + 1, why="rest (F-AIR-3)"))
    wake(draft, who)
    resting(draft, who, house)


def resting(draft: Draft, who: str, house: HouseRules) -> None:
    """Put the next point of rest on the agenda, while any is missing."""
    one = draft[who]
    if one.pool(FP) < one.full(FP) and one.condition(now.AIRLESS) is None and one.condition(now.DEAD) is None:
        due(draft, who, REST, house.rest_seconds, Rank.EFFECT)


def wake(draft: Draft, who: str) -> None:
    """The unconscious wake at 1 FP in clean air, with no water in the lungs (F-AIR-3)."""
    one = draft[who]
    kept = any(one.condition(key) is not None for key in (now.AIRLESS, now.DROWNED, now.DEAD))
    if one.condition(now.UNCONSCIOUS) is None or kept or one.pool(FP) < 1:
        return
    draft.end(who, now.UNCONSCIOUS, "awake")
    if one.presence is Presence.DOWN:
        draft.emit(ev.PresenceChanged(who=who, presence=Presence.IN.value, why="awake"))
    if draft.encounter.began:
        may_declare_at(draft, who, draft.encounter.count + 1)


def saved(draft: Draft, who: str, victim: str, success: bool, fumbled: bool, house: HouseRules) -> None:
    """What came of lifesaving: out of the water, a point and again in a minute, or broken off at 6 (F-SAVE)."""
    name = draft[victim].name
    if success:
        draft.note(f"{draft[who].name} brings {name} to the surface and ashore", who)
        ashore(draft, victim)
        return
    points = BOOK.save.fumble if fumbled else 1
    motion.tire(draft, who, points, f"rescuing {name} (F-SAVE)", house)
    again = -1 if fumbled else draft.encounter.count + BOOK.save.again
    mark(draft, who, f"rescue {victim}", again)
    draft.note(f"{draft[who].name} {'must break off' if fumbled else f'may try again at {again}'}", who)
