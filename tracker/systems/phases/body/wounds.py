"""Wounds: injury off one total, shock at the place that was hit, and what comes of nothing left (P-DMG)."""

from __future__ import annotations

from collections.abc import Callable

from tracker.encounter import events as ev
from tracker.encounter.by_hand import take_out
from tracker.encounter.combatant import Combatant, Presence
from tracker.encounter.draft import Draft
from tracker.systems.kit import changes
from tracker.systems.phases.body import conditions
from tracker.systems.phases.body.conditions import DEAD, DYING, UNCONSCIOUS
from tracker.systems.phases.book.house import Options
from tracker.systems.phases.book.tables import Location, tables
from tracker.systems.phases.sheets.sheet import HF

HIT = "hit"
"""The mark of one who was hit in this phase, and so does not rest (P-DMG-8)."""
Back = Callable[[Draft, str], None]
"""Puts somebody who is able again back into the order."""


def shares(points: int, kind: str, rules: Options) -> tuple[int, int]:
    """Injury and shock of a hit: both when lethal, shock alone from a fist (P-DMG 1 and 2, PQ 20)."""
    if kind == "shock":
        return 0, points
    return (points + 1) // 2 if rules.house_rules.lethal == "half" else points, points


def hurt(draft: Draft, who: str, injury: int, shock: int, place: Location | None, why: str, rules: Options) -> None:
    """Take injury off HF and shock off the place; shock beyond it is lost, the injury is not (P-DMG 2 and 7, PQ 24)."""
    changes.take(draft, who, HF, injury, why)
    if place is not None:
        changes.take(draft, who, place.key, shock, why)
    if not draft[who].mark(HIT):
        draft.emit(ev.MarkChanged(who=who, mark=HIT, value=True))
    follow(draft, who, rules, lambda draft, who: None)


def follow(draft: Draft, who: str, rules: Options, back: Back) -> None:
    """What the points left make of somebody, for better or worse (P-DMG-6, PQ 23)."""
    if not rules.house_rules.thresholds:
        _only_told(draft, who)
        return
    _limbs(draft, who)
    better = _wake(draft, who)
    better = _mend(draft, who) or better
    _fall(draft, who)
    if better and not _out(draft[who]) and draft[who].presence is Presence.DOWN:
        draft.emit(ev.PresenceChanged(who=who, presence=Presence.IN.value, why="awake again"))
        back(draft, who)


def _only_told(draft: Draft, who: str) -> None:
    one = draft[who]
    empty = [place.name for place in tables().location if one.pool(place.key) == 0]
    if one.pool(HF) <= 0:
        empty.append("hit factors")
    told = " and ".join(empty)
    if told and one.marks.get("told", "") != told:
        draft.emit(ev.MarkChanged(who=who, mark="told", value=told, why=f"nothing left: {told} (PQ 23)"))


def _limbs(draft: Draft, who: str) -> None:
    for place in tables().location:
        if not place.limb:
            continue
        if draft[who].pool(place.key) == 0:
            changes.begin(draft, who, conditions.useless(place), f"{place.name} useless", of=place.key)
        else:
            changes.end(draft, who, conditions.useless(place))


def _fall(draft: Draft, who: str) -> None:
    """Unconscious, dying or dead; in each case down (P-DMG-6)."""
    why = ""
    for place in tables().location:
        if not place.limb and draft[who].pool(place.key) == 0 and draft[who].condition(UNCONSCIOUS) is None:
            changes.begin(draft, who, UNCONSCIOUS, UNCONSCIOUS, of=place.key)
            why = f"unconscious, no shock factors left in the {place.name}"
    left, full = draft[who].pool(HF), draft[who].full(HF)
    if left <= 0 and draft[who].condition(DYING) is None:
        changes.begin(draft, who, DYING, DYING)
        why = "dying, no hit factors left"
    if is_dead(left, full) and draft[who].condition(DEAD) is None:
        changes.begin(draft, who, DEAD, DEAD)
        why = f"dead, {-left} hit factors below 0"
    if _out(draft[who]) and draft[who].able:
        take_out(draft, who, Presence.DOWN, why or "by hand")


def is_dead(left: int, full: int) -> bool:
    """Whether half of full HF lies below 0 (P-DMG-6)."""
    return -left * 100 >= full * tables().body.dead_below


def _out(one: Combatant) -> bool:
    return any(one.condition(key) is not None for key in (UNCONSCIOUS, DYING, DEAD))


def _mend(draft: Draft, who: str) -> bool:
    """Hit factors put right by hand end dying."""
    ended = False
    if draft[who].pool(HF) > 0:
        ended = changes.end(draft, who, DYING, DEAD)
    elif not is_dead(draft[who].pool(HF), draft[who].full(HF)):
        changes.end(draft, who, DEAD)
    return ended


def _wake(draft: Draft, who: str) -> bool:
    """Awake once the location that did it has half of its shock factors back (P-DMG-8)."""
    sleep = draft[who].condition(UNCONSCIOUS)
    if sleep is None or not sleep.of or draft[who].pool(sleep.of) < waking_at(draft[who], sleep.of):
        return False
    if any(draft[who].pool(place.key) == 0 for place in tables().location if not place.limb):
        return False
    return changes.end(draft, who, UNCONSCIOUS)


def waking_at(one: Combatant, place: str) -> int:
    """The shock factors at which one wakes: half, rounded up (P-DMG-8)."""
    return (one.full(place) + 1) // 2


def will_wake(one: Combatant, rules: Options) -> bool:
    """Whether rest alone brings somebody back who is knocked out (P-DMG-8)."""
    sleep = one.condition(UNCONSCIOUS)
    if sleep is None or not sleep.of or one.presence is not Presence.DOWN:
        return False
    return rules.house_rules.shock_recovery > 0 and one.condition(DYING) is None and one.condition(DEAD) is None
