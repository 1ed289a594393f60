"""Wounds: injury off one total, shock at the place that was hit, and what comes of nothing left (P-DMG)."""

from __future__ import annotations

from tracker.encounter import events as ev
from tracker.encounter.by_hand import take_out
from tracker.encounter.combatant import Combatant, Presence
from tracker.encounter.refusals import Refused
from tracker.systems.phases.book.house import HouseRules
from tracker.systems.phases.book.tables import Location, tables
from tracker.systems.phases.checks.fighter import Acting
from tracker.systems.phases.sheets import HF

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
            self.draft.emit(ev.PresenceChanged(who=self.who, presence=Presence.IN.value, why="awake again"))
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
            take_out(self.draft, self.who, Presence.DOWN, why or "by hand")

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
