"""Wounds: injury off one total, shock where it hits, what an empty pool does (P-DMG), and rest."""

from __future__ import annotations

from tracker.encounter.engine.step import StepBuilder
from tracker.model import events as ev
from tracker.model.combatant import Combatant, Condition, Presence
from tracker.model.refusals import Refused
from tracker.model.state import Rank
from tracker.systems.kit import conditions, pool_changes
from tracker.systems.kit.steps import due, mark
from tracker.systems.phases.book.house import HouseRules
from tracker.systems.phases.book.tables import Location, tables
from tracker.systems.phases.checks.fighter import MOVED, USED, Acting, Fighter
from tracker.systems.phases.sheets import HF
from tracker.systems.phases.timing import phase_end

HIT = "hit"
"""The mark of a fighter hit in this phase, who therefore does not rest (P-DMG-8)."""
DEFENDING = "defending"
"""Attacks in melee are contests until its next action or the end of the phase (P-HIT-2)."""
RESTING = "resting"
"""Holds for the rest of the phase (P-DMG-8)."""
PRONE = "prone"
"""By hand, with no effect of its own: the text has none."""
UNCONSCIOUS, DYING, DEAD = OUT = ("unconscious", "dying", "dead")
"""What takes a fighter out of the fight; unconscious is of the location that did it (P-DMG-6)."""
PHASE_END = "phase"
"""What the agenda calls the end of a phase."""
NEW_ORDER = "order"
"""What the agenda calls Initiative rolled anew, where the house does (PQ 8)."""
_USELESS = "useless-"


def is_useless(condition: Condition) -> bool:
    """Whether a condition is of a limb that is useless."""
    return condition.key.startswith(_USELESS)


def useless(place: Location) -> str:
    """The key of a limb that is useless (P-DMG-6)."""
    return f"{_USELESS}{place.key.casefold()}"


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


def waking_at(combatant: Combatant, place: str) -> int:
    """The shock factors at which a combatant wakes: half, rounded up (P-DMG-8)."""
    return (combatant.full(place) + 1) // 2


def will_wake(combatant: Combatant, house: HouseRules) -> bool:
    """Whether rest alone wakes a combatant who is knocked out (P-DMG-8)."""
    sleep = combatant.condition(UNCONSCIOUS)
    if sleep is None or not sleep.of or combatant.presence is not Presence.DOWN:
        return False
    dying = combatant.condition(DYING) is not None or combatant.condition(DEAD) is not None
    return house.shock_recovery > 0 and not dying


class Wounded(Acting):
    """A fighter as its points change it, under the house rules."""

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
        names = " and ".join(empty)
        if names and self.now.marks.get("told", "") != names:
            self.mark("told", names, f"nothing left: {names} (PQ 23)")

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


def rested(combatant: Combatant) -> bool:
    """Whether a combatant has used no sub-phase of this phase and was not hit in it (P-DMG-8)."""
    if combatant.presence not in (Presence.IN, Presence.DOWN) or combatant.condition(DEAD) is not None:
        return False
    return not combatant.mark(USED) and not combatant.mark(HIT) and not combatant.actions


def phase_over(draft: StepBuilder, house: HouseRules) -> None:
    """The end of a phase for everyone: recovery, waking, and all that is counted by the phase begins anew."""
    for combatant in draft.encounter:
        if rested(combatant):
            _recover(draft, combatant.id, house)
    # Everybody's rest is settled before the marks that decide it are put back.
    for combatant in draft.encounter:
        shots_fired = (gun.mark("fired") for gun in Fighter(draft.encounter, combatant.id).guns)
        for name in (USED, HIT, MOVED, *shots_fired):
            if combatant.marks.get(name):
                mark(draft, combatant.id, name, 0)
        conditions.end(draft, combatant.id, DEFENDING, RESTING)
    if house.initiative == "phase":
        draft.emit(ev.DueAdded(who="", what=NEW_ORDER, at=draft.encounter.count + 1, rank=Rank.EFFECT))
    mark_end(draft, draft.encounter.count + 1)


def mark_end(draft: StepBuilder, count: int) -> None:
    """Put the end of the phase of `count` on the agenda."""
    due(draft, "", PHASE_END, phase_end(count) - draft.encounter.count, Rank.CLOSING)


def _recover(draft: StepBuilder, who: str, house: HouseRules) -> None:
    for place in tables().location:
        pool_changes.give(draft, who, place.key, house.shock_recovery, "a phase of rest")
    if any(condition.key == UNCONSCIOUS or is_useless(condition) for condition in draft[who].conditions):
        Wounded(draft, who).follow()
