"""Turns: what somebody does with a sub-phase, carried out at once: moving, loading, defending, resting, in words."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.encounter import events as ev
from tracker.encounter.combatant import Action
from tracker.encounter.declaring import check_moment, close_moment, declare, declare_at_once, end_action
from tracker.encounter.draft import Draft
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.systems.kit import changes
from tracker.systems.phases.body.rest import MOVED
from tracker.systems.phases.body.wounds import DEFENDING, HIT, RESTING
from tracker.systems.phases.book.house import Options
from tracker.systems.phases.sheets.sheet import sheet_of, weapon_of
from tracker.systems.phases.timing import fire, phases


def metres_left(encounter: Encounter, who: str, rules: Options) -> float:
    """How far one may move now: the rate in each sub-phase, or what is left of it in the phase (P-MOVE, PQ 14)."""
    rate = sheet_of(encounter, who).movement
    if rules.house_rules.movement == "sub-phase":
        return rate
    return max(0.0, rate - float(encounter[who].marks.get(MOVED, 0)))


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody's moment in a sub-phase under the house rules."""

    draft: Draft
    who: str
    rules: Options

    def start(self, action: Action, shoots: bool = False) -> Action:
        """It becomes an action that is carried out at once and uses a sub-phase (P-SUB-1, PQ 15)."""
        check_moment(self.draft, self.who)
        phases.check_free(self.draft.encounter, self.who, shoots)
        under_way = declare_at_once(self.draft, self.who, action)
        self._used()
        return under_way

    def _start_long(self, text: str, sub_phases: int) -> None:
        """An action of several sub-phases is under way until its last one (P-SUB-2, PQ 28)."""
        check_moment(self.draft, self.who)
        phases.check_free(self.draft.encounter, self.who, False)
        lands = phases.landing(self.draft.encounter, self.who, sub_phases)
        declare(self.draft, self.who, Action(0, "other", label=text, speed=lands - self.draft.encounter.count))
        self._used()

    def _used(self) -> None:
        changes.end(self.draft, self.who, DEFENDING, RESTING)
        phases.use(self.draft, self.who)

    def long_ended(self, action: Action) -> None:
        """A long action is done in its last sub-phase, which is used with it (P-SUB-2)."""
        self.draft.note(f"{self.draft[self.who].name} is done: {action.label}", self.who)
        used = phases.used_by(action.declared, self.draft.encounter.count)
        self.draft.emit(ev.MarkChanged(who=self.who, mark=phases.USED, value=used))
        self.finish(action.id)

    def finish(self, number: int) -> None:
        """An action is over; its owner is asked again when its turn comes (P-TIME-2)."""
        action = self.draft[self.who].action(number)
        if action is not None:
            end_action(self.draft, self.who, action, "landed")
        phases.go_on(self.draft, self.who, self.rules)

    def move(self, metres: float | None) -> None:
        """Up to the movement rate, in sub-phase 2 or 3 or in both (P-MOVE)."""
        most = metres_left(self.draft.encounter, self.who, self.rules)
        if not most or (metres or 0) > most:
            name = self.draft[self.who].name
            raise Refused(f"{name} may move {most:g} m now, not {metres or 0:g} (P-MOVE).")
        metres = most if metres is None else metres
        action = self.start(Action(0, "move", label=f"move, up to {metres:g} m"))
        before = self.draft[self.who].marks.get(MOVED, 0)
        self.draft.emit(ev.MarkChanged(who=self.who, mark=MOVED, value=float(before) + metres))
        self.finish(action.id)

    def load(self, name: str) -> None:
        """One 2-second action, and the weapon is full again (P-FIRE-4, PQ 12)."""
        guns = fire.guns(self.draft.encounter, self.who, self.rules)
        empty = [gun.weapon for gun in guns if gun.to_load]
        weapon = weapon_of(self.draft.encounter, self.who, name) if name else next(iter(empty), None)
        if weapon is None or weapon not in empty:
            which = f" in {weapon.name}" if weapon else ""
            raise Refused(f"{self.draft[self.who].name} has nothing to load{which}.")
        action = self.start(Action(0, "load", weapon=weapon.name, label=f"load {weapon.name}"))
        fire.load(self.draft, self.who, weapon)
        self.finish(action.id)

    def defend(self) -> None:
        """Attacks in melee are contests until one's next action or the end of the phase (P-HIT-2, PQ 19)."""
        if not self.rules.house_rules.defend:
            raise Refused(f"{self.draft[self.who].name} cannot defend: the house rule defend is off here (PQ 19).")
        action = self.start(Action(0, "defend", label="defend"))
        changes.begin(self.draft, self.who, DEFENDING)
        self.finish(action.id)

    def other(self, text: str, sub_phases: int) -> None:
        """Any action in words: one sub-phase at once, more of them until the last (P-SUB 1 and 2, PQ 28)."""
        if sub_phases > 1:
            self._start_long(text, sub_phases)
        else:
            self.finish(self.start(Action(0, "other", label=text)).id)

    def rest(self) -> None:
        """Hold for the rest of the phase, so that shock comes back at its end (P-DMG-8)."""
        check_moment(self.draft, self.who)
        one = self.draft[self.who]
        if one.mark(phases.USED) or one.mark(HIT):
            raise Refused(
                f"{one.name} has acted or was hit in this phase, so no rest comes of it (P-DMG-8); `{self.who} hold`."
            )
        close_moment(self.draft, self.who, "rest")
        changes.end(self.draft, self.who, DEFENDING)
        changes.begin(self.draft, self.who, RESTING)
        phases.back(self.draft, self.who, self.rules, phases.phase_end(self.draft.encounter.count) + 1)
        self.draft.note(f"{one.name} rests for this phase", self.who)
