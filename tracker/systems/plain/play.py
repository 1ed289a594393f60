"""Play: rounds in order of initiative, one attack a round against a defence, hit points, down at none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tracker.clock.agenda import Due
from tracker.encounter import events as ev
from tracker.encounter.by_hand import take_out
from tracker.encounter.combatant import Action, Condition, Presence
from tracker.encounter.commands import Command, Do
from tracker.encounter.declaring import declare, end_action, may_declare_at
from tracker.encounter.draft import Draft
from tracker.encounter.questions import Roll, Task
from tracker.encounter.state import DECLARE, Encounter
from tracker.rules.values import Judgement
from tracker.systems.kit import guards
from tracker.systems.kit.defaults import Defaults
from tracker.systems.kit.sums import Sum, signed
from tracker.systems.plain.sheet import HP, Options, Weapon, sheet_of

ATTACK, GUARD, DAMAGE = "attack", "guard", "damage"
GUARDING, GUARD_BONUS = "guarding", 4
"""The condition of one on guard, and what it adds to its defence until its next turn."""


class Play(Defaults):
    """What happens."""

    __slots__ = ("options",)

    def __init__(self, options: Options) -> None:
        self.options = options

    # The order

    def begin(self, draft: Draft) -> None:
        """Everyone rolls initiative, in the order of the file (the stack takes the last one first)."""
        for combatant in reversed(draft.encounter.combatants):
            draft.push("initiative", who=combatant.id)

    def join(self, draft: Draft, who: str) -> None:
        """A latecomer rolls initiative now and acts from the next round on."""
        draft.push("initiative", who=who)

    def restart(self, draft: Draft, who: str, why: str) -> None:
        """Whoever has acted acts again in the next round."""
        if draft[who].able and draft.encounter.agenda.find(who, DECLARE) is None:
            may_declare_at(draft, who, draft.encounter.count + 1)

    def tie_order(self, encounter: Encounter, who: str) -> tuple[float, ...]:
        """Within a round the higher initiative first."""
        return -encounter[who].mark("initiative"), float(encounter[who].profile.seat)

    # Verbs

    def obey(self, encounter: Encounter, who: str, does: str, target: str, weapon: str) -> Command | None:
        """Being on guard, or an attack with the weapon named where there is one, else the first."""
        if does == GUARD:
            return Do(who, GUARD)
        named = sheet_of(encounter, who).weapon(weapon) if weapon else None
        return Do(who, ATTACK, (target, named.name) if named is not None else (target,))

    def point(self, draft: Draft, who: str, acts: bool) -> None:
        """A guard is over when its turn comes round."""
        guard = draft[who].condition(GUARDING)
        if guard is not None:
            draft.emit(ev.ConditionEnded(who=who, condition=GUARDING, label=guard.label))

    def decide(self, draft: Draft, command: Do) -> None:
        """Attack and guard take one's turn; damage by hand may come at any time."""
        who = command.who
        match command.verb:
            case "attack":
                target = guards.standing(draft.encounter, who, command.words[0], ATTACK)
                guards.noticed(draft.encounter, who, target.id, ATTACK)
                weapon = command.words[1] if len(command.words) > 1 else ""
                label = f"attack {target.name}"
                declare(draft, who, Action(0, ATTACK, weapon=weapon, target=target.id, label=label))
                self.point(draft, who, acts=True)
            case "guard":
                declare(draft, who, Action(0, GUARD, label="on guard"))
                self.point(draft, who, acts=True)
            case _:
                self._hurt(draft, who, int(command.words[0]), "by hand")

    # What comes due: actions take no time, so they land on the count they were declared on

    def due(self, draft: Draft, entries: Sequence[Due]) -> None:
        """Nothing is simultaneous: each action is carried out by itself."""
        for due in reversed(entries):
            draft.push("act", who=due.who, action=int(due.ref))

    def resume(self, draft: Draft, task: Task) -> None:
        """The stages of a fight, one after another."""
        who = str(task.data["who"])
        match task.stage:
            case "initiative":
                draft.roll(Roll(who, "initiative", "initiative", "1d20"), Task("placed", {"who": who}))
            case "placed":
                placed = task.data["total"] + sheet_of(draft.encounter, who).initiative
                draft.emit(ev.MarkChanged(who=who, mark="initiative", value=placed, why=f"initiative {placed}"))
                may_declare_at(draft, who, draft.encounter.count + 1)
            case "act":
                self._act(draft, who, task.data["action"])
            case "attacked":
                self._attacked(draft, who, task)
            case "hurt":
                action = draft[who].action(task.data["action"])
                assert action is not None
                points = max(1, task.data["total"])
                draft.emit(
                    ev.Struck(who=who, target=action.target, outcome="hit", label=f"{points} points", damage=points)
                )
                end_action(draft, who, action, "landed")
                self._hurt(draft, action.target, points, f"hit by {draft[who].name}")
                self.restart(draft, who, "landed")

    def _act(self, draft: Draft, who: str, number: int) -> None:
        action = draft[who].action(number)
        if action is None:
            return
        if action.verb == GUARD:
            draft.emit(ev.ConditionGained(who=who, condition=GUARDING, label="on guard", amount=GUARD_BONUS))
            end_action(draft, who, action, "landed")
            self.restart(draft, who, "landed")
            return
        weapon = self.weapon(draft.encounter, who, action.weapon)
        need = self.need(draft.encounter, who, action.target, weapon)
        draft.roll(
            Roll(who, ATTACK, action.label, "1d20", need.total, per_modifier=1, sum=tuple(need.lines),
                 target=action.target),
            Task("attacked", {"who": who, "action": number}),
        )  # fmt: skip

    def _attacked(self, draft: Draft, who: str, task: Task) -> None:
        action = draft[who].action(task.data["action"])
        assert action is not None
        if task.data["success"]:
            weapon = self.weapon(draft.encounter, who, action.weapon)
            roll = Roll(who, DAMAGE, f"{weapon.name} damage", weapon.damage, target=action.target)
            draft.roll(roll, Task("hurt", {"who": who, "action": action.id}))
            return
        draft.emit(ev.Struck(who=who, target=action.target, outcome="missed", label="missed"))
        end_action(draft, who, action, "landed")
        self.restart(draft, who, "landed")

    def _hurt(self, draft: Draft, who: str, points: int, why: str) -> None:
        before = draft[who].pool(HP)
        left = max(0, before - points)
        draft.emit(
            ev.PoolChanged(who=who, pool=HP, by=left - before, to=left, excess=points - (before - left), why=why)
        )
        self.fixed(draft, who, HP)

    def fixed(self, draft: Draft, who: str, what: str) -> None:
        """Without hit points one is down."""
        if draft[who].able and draft[who].pool(HP) == 0:
            take_out(draft, who, Presence.DOWN, "no hit points left")

    # Numbers

    def weapon(self, encounter: Encounter, who: str, name: str = "") -> Weapon:
        """The weapon of this name, or the first; the line has seen to it that it is there."""
        weapon = sheet_of(encounter, who).weapon(name)
        assert weapon is not None
        return weapon

    def need(self, encounter: Encounter, who: str, target: str, weapon: Weapon) -> Sum:
        """What a d20 must show or beat: the defence less what helps the attack."""
        need = Sum().add(sheet_of(encounter, target).defence, f"defence of {encounter[target].name}")
        guard = encounter[target].condition(GUARDING)
        need.add(guard.amount if guard is not None else 0, "on guard")
        need.add(-weapon.attack, weapon.name)
        return need.add(-self.options.scene.modifier, "the scene")

    def visible(self, condition: Condition) -> str:
        """A guard is plain to see."""
        return condition.label if condition.key == GUARDING else ""

    def judge(self, roll: Roll, chance: int, total: int) -> Judgement:
        """A hit from the number on; 1 always misses and 20 always hits."""
        success = total != 1 and (total == 20 or total >= chance)
        return Judgement("hit" if success else "missed", float(success), total - chance, success)

    def modified(self, roll: Roll, amount: int, why: str) -> Roll:
        """A modifier for the attacker makes the number that much easier to reach."""
        if roll.chance is None:
            return roll
        return replace(roll, chance=roll.chance - amount, sum=(*roll.sum, f"{why} {signed(-amount)}"))
