"""Harm: injury off one total, shock at the location hit, the effects of empty pools (P-DMG), and rest."""

from __future__ import annotations

from tracker.encounter.engine.step import StepBuilder
from tracker.game_api.values import ConditionByHand
from tracker.games.phases.book.house_rules import HouseRules
from tracker.games.phases.book.tables import Location, tables
from tracker.games.phases.fighter import MOVED, USED, Acting, Fighter
from tracker.games.phases.sheet import HF
from tracker.games.phases.timing import phase_end
from tracker.games.toolkit import conditions, pool_changes
from tracker.games.toolkit.steps import due, mark
from tracker.model import events as ev
from tracker.model.combatant import Combatant, Condition, Presence
from tracker.model.refusals import Refused
from tracker.model.state import Encounter, Rank

HIT = "hit"
"""The mark of a fighter hit in this phase, who does not rest (P-DMG-8)."""
DEFENDING = "defending"
"""The condition in which blows are contests until the next action or the end of the phase."""
RESTING = "resting"
"""The condition of resting until the end of the phase (P-DMG-8)."""
PRONE = "prone"
"""A condition set by hand. It has no effect, since the rules give none."""
UNCONSCIOUS, DYING, DEAD = OUT = ("unconscious", "dying", "dead")
"""The conditions that take a fighter out. `unconscious` names the location that caused it (P-DMG-6)."""
PHASE_END = "phase"
"""The agenda's name for the end of a phase."""
NEW_ORDER = "order"
"""The agenda's name for a new Initiative roll, where the house rule says so (PQ 8)."""
_USELESS = "useless-"


def is_useless(condition: Condition) -> bool:
    """Return whether a condition is that of a useless limb."""
    return condition.key.startswith(_USELESS)


def useless(place: Location) -> str:
    """Return the key of the condition of a useless limb (P-DMG-6)."""
    return f"{_USELESS}{place.key.casefold()}"


def by_hand() -> tuple[ConditionByHand, ...]:
    """Return every condition that the game master can set."""
    limbs = tuple(ConditionByHand(useless(place), f"{place.name} useless") for place in tables().location if place.limb)
    return (*(ConditionByHand(key, key) for key in (DEFENDING, *OUT, PRONE, RESTING)), *limbs)


def shares(points: int, kind: str, house: HouseRules) -> tuple[int, int]:
    """Return injury and shock of a hit with these points: shock alone for the kind `shock`, such as fists, else both.

    Rules: P-DMG 1 and 2, PQ 20.
    """
    if kind == "shock":
        return 0, points
    return (points + 1) // 2 if house.lethal == "half" else points, points


def is_dead(points: int, full: int) -> bool:
    """Return whether hit factors are half of full HF below 0 (P-DMG-6)."""
    return -points * 100 >= full * tables().body.dead_below


def waking_at(combatant: Combatant, place: str) -> int:
    """Return the shock factors at which a fighter wakes: half, rounded up (P-DMG-8)."""
    return (combatant.full(place) + 1) // 2


def keeps_out(encounter: Encounter, who: str) -> str:
    """Return the conditions that keep a fighter out, and the shock factors at which it wakes (P-DMG 6 and 8)."""
    fighter = encounter[who]
    words: list[str] = []
    for key in OUT:
        borne = fighter.condition(key)
        if borne is not None:
            waking = f" until its {borne.of} has {waking_at(fighter, borne.of)}" if borne.of else ""
            words.append(f"{borne.label}{waking}")
    return " and ".join(words)


def will_wake(combatant: Combatant, house: HouseRules) -> bool:
    """Return whether rest alone wakes a knocked-out fighter (P-DMG-8)."""
    sleep = combatant.condition(UNCONSCIOUS)
    if sleep is None or not sleep.of or combatant.presence is not Presence.DOWN:
        return False
    dying = combatant.condition(DYING) is not None or combatant.condition(DEAD) is not None
    return house.shock_recovery > 0 and not dying


class Wounded(Acting):
    """A fighter and the effects of its points, under the house rules."""

    __slots__ = ()

    def hurt(self, injury: int, shock: int, place: Location | None, why: str) -> None:
        """Take injury off HF and shock off the location. Shock beyond its points is lost (P-DMG 2 and 7, PQ 24).

        `why` is the reason in the log.
        """
        self.take(HF, injury, why)
        if place is not None:
            self.take(place.key, shock, why)
        if not self.now.mark(HIT):
            self.mark(HIT, value=True)
        self.follow()

    def damage(self, points: int, place: str, kind: str) -> None:
        """Deal damage by hand, to a location or to none (P-DMG). Raises Refused for shock without a location."""
        location = tables().place(place) if place else None
        if location is None and kind == "shock":
            raise Refused(f"Shock is counted where it hits (P-DMG-2): {self.who} damage {points} head shock")
        self.hurt(*shares(points, kind, self.fighter.house), location, "by hand")

    def follow(self) -> None:
        """Apply the effects of the points left: a fighter falls, limbs fail, or it wakes and recovers.

        Rules: P-DMG-6, PQ 23.
        """
        if not self.fighter.house.thresholds:
            self._only_note()
            return
        self._limbs()
        better = self._wake()
        better = self._mend() or better
        self._fall()
        if better and not self._out() and self.now.presence is Presence.DOWN:
            self.wake_up("awake again")
            self.back()

    def _only_note(self) -> None:
        """Note empty pools in the log, where the house rule gives them no effect. The same pools are noted once."""
        empty = [place.name for place in tables().location if self.now.pool(place.key) == 0]
        if self.now.pool(HF) <= 0:
            empty.append("hit factors")
        names = " and ".join(empty)
        if names and self.now.marks.get("told", "") != names:
            self.mark("told", names, f"nothing left: {names} (PQ 23)")

    def _limbs(self) -> None:
        """Make each limb without shock factors useless, and give back the others (P-DMG-6)."""
        for place in (place for place in tables().location if place.limb):
            if self.now.pool(place.key) == 0:
                self.begin(useless(place), f"{place.name} useless", of=place.key)
            else:
                self.end(useless(place))

    def _empty(self) -> list[Location]:
        return [place for place in tables().location if not place.limb and self.now.pool(place.key) == 0]

    def _fall(self) -> None:
        """Make the fighter unconscious, dying or dead, and take it out of the fight (P-DMG-6)."""
        why, hit_factors = "", self.now.pool(HF)
        falls = [
            (UNCONSCIOUS, place.key, f"unconscious, no shock factors left in the {place.name}")
            for place in self._empty()
        ]
        if hit_factors <= 0:
            falls.append((DYING, "", "dying, no hit factors left"))
        if is_dead(hit_factors, self.now.full(HF)):
            falls.append((DEAD, "", f"dead, {-hit_factors} hit factors below 0"))
        for key, place_key, reason in falls:
            if self.now.condition(key) is None:
                self.begin(key, of=place_key)
                why = reason
        if self._out() and self.now.able:
            self.go_down(why or "by hand")

    def _out(self) -> bool:
        return any(self.now.condition(key) is not None for key in OUT)

    def _mend(self) -> bool:
        """End dying and dead when hit factors are above 0 again. Return whether one of them ended.

        At 0 and below only dead ends, once hit factors are above the point of death.
        """
        if self.now.pool(HF) > 0:
            return self.end(DYING, DEAD)
        if not is_dead(self.now.pool(HF), self.now.full(HF)):
            self.end(DEAD)
        return False

    def _wake(self) -> bool:
        """Wake the fighter when the location that knocked it out has half its shock factors. Return whether it woke.

        Rules: P-DMG-8.
        """
        sleep = self.now.condition(UNCONSCIOUS)
        if sleep is None or not sleep.of or self.now.pool(sleep.of) < waking_at(self.now, sleep.of) or self._empty():
            return False
        return self.end(UNCONSCIOUS)


def rested(combatant: Combatant) -> bool:
    """Return whether a fighter has used no sub-phase of this phase and was not hit in it (P-DMG-8)."""
    if combatant.presence not in (Presence.IN, Presence.DOWN) or combatant.condition(DEAD) is not None:
        return False
    return not combatant.mark(USED) and not combatant.mark(HIT) and not combatant.actions


def why_no_rest(combatant: Combatant) -> str:
    """Return why a fighter cannot rest for this phase: it has acted or was hit in it. Empty when it can (P-DMG-8)."""
    if not combatant.mark(USED) and not combatant.mark(HIT):
        return ""
    return f"{combatant.name} cannot rest: it has acted or was hit in this phase (P-DMG-8). w: hold"


def phase_over(draft: StepBuilder, house: HouseRules) -> None:
    """End the phase for everyone: recovery and waking, then reset all counts of the phase."""
    for combatant in draft.encounter:
        if rested(combatant):
            _recover(draft, combatant.id, house)
    # All rests are settled before the marks that decide it are put back.
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
    """Schedule the end of the phase that `count` is in."""
    due(draft, "", PHASE_END, phase_end(count) - draft.encounter.count, Rank.CLOSING)


def _recover(draft: StepBuilder, who: str, house: HouseRules) -> None:
    """Give back shock factors after a phase of rest, and wake the fighter if it can."""
    for place in tables().location:
        pool_changes.give(draft, who, place.key, house.shock_recovery, "a phase of rest")
    if any(condition.key == UNCONSCIOUS or is_useless(condition) for condition in draft[who].conditions):
        Wounded(draft, who).follow()
