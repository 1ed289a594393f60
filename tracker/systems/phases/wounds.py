"""Body: injury off one total, shock where it hits, what comes of nothing left (P-DMG), rest, what outlasts a fight."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import ceil

from tracker.clock.recovery import Recovery
from tracker.encounter.engine.step import Draft
from tracker.model import events as ev
from tracker.model.combatant import Combatant, Condition, Presence
from tracker.model.refusals import Refused
from tracker.model.state import Encounter, Rank
from tracker.system_api.carry_over import Kept
from tracker.systems.kit import changes, defaults
from tracker.systems.kit.steps import due, mark
from tracker.systems.phases.book.house import HouseRules, Options
from tracker.systems.phases.book.tables import Location, tables
from tracker.systems.phases.checks.fighter import MOVED, USED, Acting, Fighter
from tracker.systems.phases.sheets import HF
from tracker.systems.phases.timing import PHASE_SECONDS, phase_end

HIT = "hit"
"""The mark of one who was hit in this phase, and so does not rest (P-DMG-8)."""
DEFENDING = "defending"
"""Attacks in melee are contests until its next action or the end of the phase (P-HIT-2)."""
RESTING = "resting"
"""Holds for the rest of the phase (P-DMG-8)."""
PRONE = "prone"
"""By hand, with no effect of its own: the text has none."""
UNCONSCIOUS, DYING, DEAD = OUT = ("unconscious", "dying", "dead")
"""What puts one down; unconscious is of the location that did it (P-DMG-6)."""
PHASE_END = "phase"
"""What the agenda calls the end of a phase."""
NEW_ORDER = "order"
"""What the agenda calls Initiative rolled anew, where the house does (PQ 8)."""
_USELESS = "useless-"


def useless(place: Location) -> str:
    """The key of a limb that is useless (P-DMG-6)."""
    return f"useless-{place.key.casefold()}"


def by_hand() -> tuple[tuple[str, str, int], ...]:
    """Key and label of all conditions there are."""
    limbs = tuple((useless(place), f"{place.name} useless", 0) for place in tables().location if place.limb)
    return (*((key, key, 0) for key in (DEFENDING, *OUT, PRONE, RESTING)), *limbs)


def shares(points: int, kind: str, house: HouseRules) -> tuple[int, int]:
    """Injury and shock of a hit: both when lethal, shock alone from a fist (P-DMG 1 and 2, PQ 20)."""
    if kind == "shock":
        return 0, points
    return (points + 1) // 2 if house.lethal == "half" else points, points


def is_dead(left: int, full: int) -> bool:
    """Whether half of full HF lies below 0 (P-DMG-6)."""
    return -left * 100 >= full * tables().body.dead_below


def waking_at(one: Combatant, place: str) -> int:
    """The shock factors at which one wakes: half, rounded up (P-DMG-8)."""
    return (one.full(place) + 1) // 2


def will_wake(one: Combatant, house: HouseRules) -> bool:
    """Whether rest alone brings somebody back who is knocked out (P-DMG-8)."""
    sleep = one.condition(UNCONSCIOUS)
    if sleep is None or not sleep.of or one.presence is not Presence.DOWN:
        return False
    return house.shock_recovery > 0 and one.condition(DYING) is None and one.condition(DEAD) is None


class Body(Acting):
    """What somebody's points make of it under the house rules."""

    __slots__ = ()

    def hurt(self, injury: int, shock: int, place: Location | None, why: str) -> None:
        """Injury off HF and shock off the place; shock beyond it is lost, the injury is not (P-DMG 2 and 7, PQ 24)."""
        self.take(HF, injury, why)
        if place is not None:
            self.take(place.key, shock, why)
        if not self.now.mark(HIT):
            self.mark(HIT, True)
        self.follow()

    def damage(self, points: int, place: str, kind: str) -> None:
        """Damage the game master gives: to a location or to none (P-DMG, damage by hand)."""
        location = tables().place(place) if place else None
        if location is None and kind == "shock":
            raise Refused(f"Shock is counted where it hits (P-DMG-2): {self.who} damage {points} head shock")
        self.hurt(*shares(points, kind, self.fighter.house), location, "by hand")

    def follow(self) -> None:
        """What the points left make of it, for better or worse (P-DMG-6, PQ 23)."""
        if not self.fighter.house.thresholds:
            self._only_told()
            return
        self._limbs()
        better = self._wake()
        better = self._mend() or better
        self._fall()
        if better and not self._out() and self.now.presence is Presence.DOWN:
            self.wake_up("awake again")
            self.back()

    def _only_told(self) -> None:
        empty = [place.name for place in tables().location if self.now.pool(place.key) == 0]
        if self.now.pool(HF) <= 0:
            empty.append("hit factors")
        told = " and ".join(empty)
        if told and self.now.marks.get("told", "") != told:
            self.mark("told", told, f"nothing left: {told} (PQ 23)")

    def _limbs(self) -> None:
        for place in (place for place in tables().location if place.limb):
            if self.now.pool(place.key) == 0:
                self.begin(useless(place), f"{place.name} useless", of=place.key)
            else:
                self.end(useless(place))

    def _empty(self) -> list[Location]:
        """Head, chest and vitals without shock factors."""
        return [place for place in tables().location if not place.limb and self.now.pool(place.key) == 0]

    def _fall(self) -> None:
        """Unconscious, dying or dead; in each case down (P-DMG-6)."""
        why, left = "", self.now.pool(HF)
        falls = [
            (UNCONSCIOUS, place.key, f"unconscious, no shock factors left in the {place.name}")
            for place in self._empty()
        ]
        if left <= 0:
            falls.append((DYING, "", "dying, no hit factors left"))
        if is_dead(left, self.now.full(HF)):
            falls.append((DEAD, "", f"dead, {-left} hit factors below 0"))
        for key, of, how in falls:
            if self.now.condition(key) is None:
                self.begin(key, of=of)
                why = how
        if self._out() and self.now.able:
            self.go_down(why or "by hand")

    def _out(self) -> bool:
        return any(self.now.condition(key) is not None for key in OUT)

    def _mend(self) -> bool:
        """Hit factors put right by hand end dying."""
        if self.now.pool(HF) > 0:
            return self.end(DYING, DEAD)
        if not is_dead(self.now.pool(HF), self.now.full(HF)):
            self.end(DEAD)
        return False

    def _wake(self) -> bool:
        """Awake once the location that did it has half of its shock factors back (P-DMG-8)."""
        sleep = self.now.condition(UNCONSCIOUS)
        if sleep is None or not sleep.of or self.now.pool(sleep.of) < waking_at(self.now, sleep.of) or self._empty():
            return False
        return self.end(UNCONSCIOUS)


def rested(one: Combatant) -> bool:
    """Whether one has used no sub-phase of this phase and was not hit in it (P-DMG-8)."""
    here = one.presence in (Presence.IN, Presence.DOWN) and one.condition(DEAD) is None
    return here and not one.mark(USED) and not one.mark(HIT) and not one.actions


def phase_over(draft: Draft, house: HouseRules) -> None:
    """The end of a phase for everyone: recovery, waking, and all that is counted by the phase begins anew."""
    for one in draft.encounter:
        if rested(one):
            _recover(draft, one.id, house)
    for one in draft.encounter:
        guns = (gun.mark("fired") for gun in Fighter(draft.encounter, one.id).guns)
        for name in (USED, HIT, MOVED, *guns):
            if one.marks.get(name):
                mark(draft, one.id, name, 0)
        changes.end(draft, one.id, DEFENDING, RESTING)
    if house.initiative == "phase":
        draft.emit(ev.DueAdded(who="", what=NEW_ORDER, at=draft.encounter.count + 1, rank=Rank.EFFECT))
    mark_end(draft, draft.encounter.count + 1)


def mark_end(draft: Draft, count: int) -> None:
    """Put the end of the phase of `count` on the agenda."""
    due(draft, "", PHASE_END, phase_end(count) - draft.encounter.count, Rank.CLOSING)


def _recover(draft: Draft, who: str, house: HouseRules) -> None:
    for place in tables().location:
        changes.give(draft, who, place.key, house.shock_recovery, "a phase of rest")
    if any(c.key == UNCONSCIOUS or c.key.startswith(_USELESS) for c in draft[who].conditions):
        Body(draft, who).follow()


class Keeping(defaults.Keeping[Options]):
    """What outlasts a fight of phases, and what phases of rest bring back, however many."""

    __slots__ = ()

    def rests(self) -> Mapping[str, tuple[Recovery, ...]]:
        """Shock comes back to every location at the end of each phase of rest; hit factors are by hand (PQ 25)."""
        points = self.options.house_rules.shock_recovery
        places = tuple(Recovery(place.key, points, PHASE_SECONDS) for place in tables().location)
        return {"rest": places} if points else {}

    def lasts(self, condition: Condition) -> bool:
        """Whatever a wound has done outlasts the fight."""
        return condition.key in OUT or condition.key.startswith(_USELESS)

    def restless(self, conditions: Collection[str]) -> str:
        """The dying and the dead do not recover by themselves."""
        return next((f"{key}, which is seen to by hand" for key in (DEAD, DYING) if key in conditions), "")

    def outlived(self, condition: Condition, points: Mapping[str, int], full: Mapping[str, int]) -> bool:
        """Awake with half of the shock factors back where it was struck; a limb of use with any (P-DMG 6 and 8)."""
        back = points.get(condition.of, 0)
        if condition.key == UNCONSCIOUS:
            vital = [place.key for place in tables().location if not place.limb]
            return back >= ceil(full.get(condition.of, 0) / 2) and all(points[key] for key in vital)
        return condition.key.startswith(_USELESS) and back > 0

    def things_kept(self, encounter: Encounter, who: str) -> tuple[Kept, ...]:
        """What is left in each ranged weapon: rounds where they are counted, else whether it is loaded (P-FIRE-4)."""
        kept: list[Kept] = []
        for gun in Fighter(encounter, who).guns:
            name, counted = gun.weapon.name, bool(gun.weapon.rounds)
            what, left = ("left", gun.rounds) if counted else ("loaded", bool(gun.rounds))
            usual = left == gun.weapon.opening if counted else bool(left)
            kept.append(Kept(("weapon", name, what), left, f"{name} {'rounds' if counted else what}", usual=usual))
        return tuple(kept)
