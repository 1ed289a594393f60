"""Rest: the end of a phase and the shock that comes back in it, waking, and what outlasts a fight (P-DMG-8, PQ 25)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import ceil

from tracker.clock.recovery import Recovery
from tracker.encounter import events as ev
from tracker.encounter.combatant import Combatant, Condition, Presence
from tracker.encounter.draft import Draft
from tracker.encounter.state import Encounter, Rank
from tracker.rules.keeping import Kept
from tracker.systems.kit import changes, defaults
from tracker.systems.kit.steps import mark
from tracker.systems.phases.body.wounds import DEAD, DEFENDING, DYING, HIT, OUT, RESTING, UNCONSCIOUS, Body
from tracker.systems.phases.book.house import HouseRules, Options
from tracker.systems.phases.book.tables import tables
from tracker.systems.phases.checks.fighter import MOVED, USED, Fighter
from tracker.systems.phases.timing import PHASE_SECONDS, phase_end

PHASE_END = "phase"
"""What the agenda calls the end of a phase."""
NEW_ORDER = "order"
"""What the agenda calls Initiative rolled anew, where the house does (PQ 8)."""
_USELESS = "useless-"


def rested(one: Combatant) -> bool:
    """Whether one has used no sub-phase of this phase and was not hit in it (P-DMG-8)."""
    here = one.presence in (Presence.IN, Presence.DOWN) and one.condition(DEAD) is None
    return here and not one.mark(USED) and not one.mark(HIT) and not one.actions


def phase_over(draft: Draft, house: HouseRules) -> None:
    """The end of a phase for everyone: recovery, waking, and all that is counted by the phase begins anew.

    The next one has an end too as long as somebody can act in it or wake.
    """
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
    if draft.encounter.agenda.find("", PHASE_END) is None:
        draft.emit(ev.DueAdded(who="", what=PHASE_END, at=phase_end(count), rank=Rank.CLOSING))


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
