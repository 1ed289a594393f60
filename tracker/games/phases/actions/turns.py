"""Turns: a fighter's actions in a sub-phase: moving, loading, defending, resting, actions in words."""

from __future__ import annotations

from tracker.encounter.engine.declarations import check_moment, close_moment, declare, declare_at_once, end_action
from tracker.games.phases.fighter import MOVED, USED, Acting
from tracker.games.phases.harm import DEFENDING, RESTING, Wounded, why_no_rest
from tracker.games.phases.timing import landing, phase_end, used_by
from tracker.games.toolkit import guards
from tracker.model.combatant import Action
from tracker.model.refusals import Refused


class Turn(Acting):
    """A fighter's chance to act in a sub-phase."""

    __slots__ = ()

    def start(self, action: Action, *, shoots: bool = False) -> Action:
        """Start an action, which uses a sub-phase (P-SUB-1). One without a speed is carried out at once (PQ 15).

        An action that `shoots` may also start in the first sub-phase. Raises Refused.
        """
        check_moment(self.draft, self.who)
        self.fighter.check_free(shoots=shoots)
        (declare if action.speed else declare_at_once)(self.draft, self.who, action)
        self.end(DEFENDING, RESTING)
        self.mark(USED, self.now.mark(USED) + 1)
        return self.now.actions[-1]

    def long_ended(self, action: Action) -> None:
        """End a long action in its last sub-phase, which it uses too (P-SUB-2)."""
        self.draft.note(f"{self.now.name} is done: {action.label}", self.who)
        self.mark(USED, used_by(action.declared, self.draft.encounter.count))
        self.finish(action.id)

    def finish(self, number: int) -> None:
        """End the action with this id. The fighter is asked again on its next turn (P-TIME-2)."""
        action = self.now.action(number)
        if action is not None:
            end_action(self.draft, self.who, action, "landed")
        self.go_on()

    def move(self, metres: float | None = None) -> None:
        """Move up to the movement rate, in sub-phase 2 or 3 or in both (P-MOVE). Raises Refused."""
        most = self.fighter.metres
        if self.fighter.why_rooted:
            raise Refused(self.fighter.why_rooted)
        if metres is not None and metres > most:
            raise Refused(f"{self.now.name} may move {most:g} m now, not {metres:g} (P-MOVE).")
        metres = most if metres is None else metres
        action = self.start(Action(0, "move", label=f"move, up to {metres:g} m"))
        self.mark(MOVED, float(self.now.marks.get(MOVED, 0)) + metres)
        self.finish(action.id)

    def load(self, name: str) -> None:
        """Load a weapon full in one sub-phase (P-FIRE-4, PQ 12). Raises Refused when none needs it."""
        empty = [gun for gun in self.fighter.guns if gun.rounds < gun.weapon.full]
        gun = self.fighter.gun(self.fighter.weapon(name)) if name else next(iter(empty), None)
        if gun is None or gun not in empty:
            which = f" in {gun.weapon.name}" if gun else ""
            raise Refused(f"{self.now.name} has nothing to load{which}.")
        weapon = gun.weapon
        action = self.start(Action(0, "load", weapon=weapon.name, label=f"load {weapon.name}"))
        words = f"{weapon.name} is loaded" + (f", {weapon.full} rounds" if weapon.rounds > 1 else "")
        self.mark(gun.mark("rounds"), weapon.full, words)
        self.finish(action.id)

    def defend(self) -> None:
        """Defend: blows at the fighter are contests until its next action or the end of the phase (P-HIT-2, PQ 19)."""
        if not self.fighter.house.defend:
            raise Refused(f"{self.now.name} cannot defend: the house rule defend is off here (PQ 19).")
        action = self.start(Action(0, "defend", label="defend"))
        self.begin(DEFENDING)
        self.finish(action.id)

    def other(self, text: str, sub_phases: int) -> None:
        """Do an action in words: one sub-phase at once, or a long action of several (P-SUB 1 and 2, PQ 28)."""
        count = self.draft.encounter.count
        speed = landing(count, self.now.mark(USED), sub_phases) - count if sub_phases > 1 else 0
        action = self.start(Action(0, "other", label=text, speed=speed))
        if not speed:
            self.finish(action.id)

    def rest(self) -> None:
        """Rest for the phase, so that shock comes back at its end. Raises Refused after acting or a hit."""
        check_moment(self.draft, self.who)
        name = self.now.name
        guards.refuse(why_no_rest(self.now))
        close_moment(self.draft, self.who, "rest")
        self.end(DEFENDING)
        self.begin(RESTING)
        self.back(phase_end(self.draft.encounter.count) + 1)
        self.draft.note(f"{name} rests for this phase", self.who)

    def damage(self, points: int, place: str, kind: str) -> None:
        """Take points by hand at a location, or at none where `place` is empty."""
        Wounded(self.draft, self.who).damage(points, place, kind)
