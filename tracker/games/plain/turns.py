"""Turns and resolution of plain: rounds by initiative, one attack against a defence, down at 0 hit points."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.clock.agenda import Due
from tracker.encounter.engine.declarations import TARGET_OUT, end_action, may_declare_at
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.engine.turn_order import in_order, may_have_turns
from tracker.encounter.features.presence import take_out
from tracker.game_api import parts
from tracker.games.plain.actions import ATTACK, DAMAGE, GUARD, GUARD_BONUS, GUARDING, attack_on, defended, number
from tracker.games.plain.sheet import HP, Options, sheet_of
from tracker.games.plain.verbs import VERBS
from tracker.games.toolkit import conditions, pool_changes, steps
from tracker.games.toolkit.fighters import Acting
from tracker.games.toolkit.sums import Sum
from tracker.model import events as ev
from tracker.model.combatant import Action, Presence
from tracker.model.commands import Command, Do
from tracker.model.questions import Roll, Task
from tracker.model.state import Encounter


class Turns(parts.Turns[Options]):
    """The turns of Plain."""

    __slots__ = ()

    def begin(self, draft: StepBuilder) -> None:
        """Let everyone roll initiative in the order of the file (L-TURN).

        The stack runs the last task pushed first, so push backwards.
        """
        for who in reversed(in_order(draft.encounter)):
            self.join(draft, who)

    def join(self, draft: StepBuilder, who: str) -> None:
        """Let a latecomer roll initiative now. It acts from the next round on."""
        draft.push("initiative", who=who)

    def schedule_next_turn(self, draft: StepBuilder, who: str, why: str) -> None:
        """Let a fighter who has acted act again in the next round."""
        may_declare_at(draft, who, draft.encounter.count + 1)

    def tie_order(self, encounter: Encounter, who: str) -> tuple[float, ...]:
        """Order the fighters of a round by initiative, then by seat."""
        return -encounter[who].mark("initiative"), float(encounter[who].profile.seat)

    def command_for_orders(self, encounter: Encounter, who: str, does: str, target: str, weapon: str) -> Command | None:
        """Return the guard, or an attack with the weapon named, else with the first."""
        if does == GUARD:
            return Do(who, GUARD)
        return Do(who, ATTACK, (target, sheet_of(encounter, who).weapon(weapon).name) if weapon else (target,))

    def on_turn_used(self, draft: StepBuilder, who: str, acts: bool) -> None:
        """End a guard when the fighter's turn comes."""
        conditions.end(draft, who, GUARDING)


class Resolution(parts.Resolution[Options]):
    """The resolution of verbs and due entries of Plain.

    An action takes no time: it lands on the count on which it is declared.
    """

    __slots__ = ()

    def decide(self, draft: StepBuilder, command: Do) -> None:
        """Carry out a verb: attack and guard use the fighter's turn, damage by hand may come at any time."""
        VERBS.carry_out(Acting(draft, command.who), command)

    def on_due(self, draft: StepBuilder, entries: Sequence[Due]) -> None:
        """Resolve due actions one after the other: nothing is simultaneous."""
        # The stack runs the task pushed last first, so push in reverse order.
        for due in reversed(entries):
            draft.push("act", who=due.who, action=int(due.ref))

    def resume(self, draft: StepBuilder, task: Task) -> None:
        """Go on with a stage of a roll for initiative or of an action.

        Initiative: `initiative`, then with its total `placed`. An action: `act`. An attack: also `attacked`, `hurt`.
        """
        who, data = str(task.data["who"]), task.data
        match task.stage:
            case "initiative" if not may_have_turns(draft.encounter, who):
                return
            case "initiative":
                bonus = Sum().add(sheet_of(draft.encounter, who).initiative, "initiative", "L-TURN")
                roll = Roll(who, "initiative", "initiative", "1d20", sum=tuple(bonus.lines))
                draft.roll(roll, Task("placed", {"who": who}))
                return
            case "placed":
                placed = data["total"] + sheet_of(draft.encounter, who).initiative
                draft.emit(ev.MarkChanged(who=who, mark="initiative", value=placed, why=f"initiative {placed}"))
                may_declare_at(draft, who, draft.encounter.count + 1)
                return
        action = draft[who].action(data["action"])
        if action is None:
            return
        match task.stage:
            case "act" if action.verb == GUARD:
                draft.emit(ev.ConditionGained(who=who, condition=GUARDING, label="on guard", amount=GUARD_BONUS))
                self._over(draft, who, action)
            case "act" if draft[action.target].presence is Presence.LEFT:
                self._over(draft, who, action, why=TARGET_OUT)
            case "act":
                self._attack(draft, who, action)
            case "attacked" if data["success"]:
                weapon = sheet_of(draft.encounter, who).weapon(action.weapon)
                roll = Roll(who, DAMAGE, f"{weapon.name} damage", weapon.damage, target=action.target)
                draft.roll(roll, Task("hurt", {"who": who, "action": action.id}))
            case "attacked":
                draft.emit(ev.Struck(who=who, target=action.target, outcome="missed", label="missed"))
                self._over(draft, who, action)
            case _:
                self._over(draft, who, action, max(1, data["total"]))

    def _attack(self, draft: StepBuilder, who: str, action: Action) -> None:
        """Roll an attack against the number it must reach, and go on at the stage `attacked` (L-HIT)."""
        weapon = sheet_of(draft.encounter, who).weapon(action.weapon)
        need = number(draft.encounter, who, action.target, weapon, self.options)
        defence = defended(draft.encounter, action.target).total
        roll = steps.against(need, who, ATTACK, action.label, "1d20", action.target, against=defence)
        draft.roll(roll, Task("attacked", {"who": who, "action": action.id}))

    def _over(self, draft: StepBuilder, who: str, action: Action, points: int = 0, why: str = "") -> None:
        """End an action, record a hit with its points, and schedule the fighter's next turn.

        Without `points` no hit is recorded. `why` is the reason in the log for an action that came to nothing.
        """
        target = action.target
        if points:
            draft.emit(ev.Struck(who=who, target=target, outcome="hit", label=f"{points} points", damage=points))
        end_action(draft, who, action, "landed", why)
        if points:
            pool_changes.take(draft, target, HP, points, f"hit by {draft[who].name}")
            self.apply_consequences(draft, target, HP)
        draft.rules.turns.schedule_next_turn(draft, who, "landed")

    def label_towards(self, encounter: Encounter, who: str, action: Action, target: str) -> str:
        return attack_on(encounter[target])

    def keeps_out(self, encounter: Encounter, who: str) -> str:
        return "" if encounter[who].pool(HP) else "no hit points left"

    def apply_consequences(self, draft: StepBuilder, who: str, what: str) -> None:
        """Take a fighter with no hit points left out of the fight (L-HURT)."""
        if draft[who].able and draft[who].pool(HP) == 0:
            take_out(draft, who, Presence.DOWN, "no hit points left")
