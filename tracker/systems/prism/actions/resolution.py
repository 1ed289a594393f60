"""Resolution: everything of a tick together: all reactions first, then roll after roll, and who falls at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tracker.clock.agenda import Due
from tracker.encounter import events as ev
from tracker.encounter.combatant import Action
from tracker.encounter.declaring import end_action
from tracker.encounter.draft import Draft
from tracker.encounter.questions import Ask, Roll, Task
from tracker.systems.kit import changes
from tracker.systems.kit.sums import Sum
from tracker.systems.prism.actions import declarations, plan, reactions, turns, wounds
from tracker.systems.prism.actions.plan import ATTACK
from tracker.systems.prism.actions.reactions import ABSORB, DEFLECT, DESPERATION, DODGE, Answer
from tracker.systems.prism.book.house import Options
from tracker.systems.prism.book.tables import book
from tracker.systems.prism.checks import energy, quality, targets
from tracker.systems.prism.sheets import standing
from tracker.systems.prism.sheets.models import Weapon
from tracker.systems.prism.sheets.sheet import STAMINA, sheet_of

REACT, REACTED, PAID = "prism.react", "prism.reacted", "prism.paid"
STRIKE, ROLLED, DODGED, DEFLECTED = "prism.strike", "prism.rolled", "prism.dodged", "prism.deflected"
LATE, DESPERATE = "prism.late", "prism.desperate"
REACTION, REACTION_ENERGY, LATE_CHOICE, LATE_STAMINA = "reaction", "reaction energy", "late choice", "desperation"
"""What the questions are about."""
Data = Mapping[str, Any]


class _Attack(NamedTuple):
    """The attack that is resolved now: what its roll came to, how it is answered, the action itself."""

    kept: dict[str, Any]
    answer: Answer
    action: Action

    @property
    def target(self) -> str:
        """Whom it is at."""
        return self.action.target


class Resolution:
    """The stages of one tick; `left` is still to be asked, `ready` has its answer and is still to be rolled."""

    __slots__ = ("options",)

    def __init__(self, options: Options) -> None:
        self.options = options

    def begin(self, draft: Draft, entries: Sequence[Due]) -> None:
        """Take the actions of a tick, by Initiative, then Speed, then seat; each by itself where ties are broken."""
        order = [(draft.rules.tie_order(draft.encounter, due.who)[1:], int(due.ref), due.who) for due in entries]
        asked = [Answer(action, who).data() for _, action, who in sorted(order)]
        if self.options.house_rules.ties == "simultaneous":
            draft.push(REACT, left=asked, ready=[])
            return
        for one in reversed(asked):
            draft.push(REACT, left=[one], ready=[])

    def resume(self, draft: Draft, stage: str, data: Data) -> None:
        """Go on with a stage."""
        match stage:
            case "prism.react":
                self._react(draft, list(data["left"]), list(data["ready"]))
            case "prism.reacted":
                self._reacted(draft, data)
            case "prism.paid":
                self._paid(draft, data)
            case "prism.strike":
                self._strike(draft, list(data["ready"]))
            case _:
                kept = data.get("kept", data)
                answer = Answer.of(kept["ready"][0])
                action = draft[answer.who].action(answer.action)
                if action is None:
                    draft.push(STRIKE, ready=list(kept["ready"])[1:])
                else:
                    kept = {key: kept[key] for key in ("ready", "total", "chance", "margin")}
                    self._fell(draft, stage, data, _Attack(kept, answer, action))

    def _fell(self, draft: Draft, stage: str, data: Data, attack: _Attack) -> None:
        """Dice have fallen, or the late choice has been made, for the attack that is resolved now."""
        match stage:
            case "prism.rolled":
                self._rolled(draft, attack, bool(data["success"]))
            case "prism.dodged" if data["success"]:
                self._misses(draft, attack, "dodged", f"dodged by {data['total']:02d}")
            case "prism.dodged":
                self._hit(draft, attack, deflects=False)
            case "prism.deflected":
                self._hit(draft, attack, deflects=bool(data["success"]), held=data.get("held", ""))
            case "prism.late":
                self._late(draft, attack, data["own"], data["answer"])
            case _:
                self._desperate(draft, attack, data["own"], data["amount"])

    # Before the dice

    def _react(self, draft: Draft, left: list[Data], ready: list[Data]) -> None:
        """Ask the target of the next attack how it reacts; who can only absorb is not asked (S-REACT, S-ABSORB)."""
        while left:
            own = Answer.of(left[0])
            action = draft[own.who].action(own.action)
            if action is not None and action.verb == ATTACK and self._open(draft, action, own.who):
                draft.push(REACTED, left=left, ready=ready)
                number = self.attack_sum(draft, own, action).total
                aim = plan.read(action.options, action.verb).aim
                blow = f"{draft[own.who].name}'s {action.weapon}{f' at the {aim}' if aim else ''}"
                text = f"{draft[action.target].name}: {blow}, TN {number}. How to react?"
                ways = (ABSORB, DODGE, *reactions.deflections(draft.encounter, action.target))
                draft.ask(Ask.CHOOSE, action.target, REACTION, text, ways, about=own.who)
                return
            ready.append(own.data())
            left = left[1:]
        draft.push(STRIKE, ready=ready)

    def _open(self, draft: Draft, action: Action, who: str) -> bool:
        """Whether anything but absorbing is open."""
        return any(not self.why_not(draft, one, action, who) for one in (DODGE, DEFLECT))

    def why_not(self, draft: Draft, reaction: str, action: Action, who: str) -> str:
        """Why the target of `who`'s action cannot react so."""
        if reaction == DODGE:
            return reactions.no_dodge(draft.encounter, action.target, who, self.weapon(draft, who, action))
        return reactions.no_deflection(draft.encounter, action.target, who) if reaction == DEFLECT else ""

    def _reacted(self, draft: Draft, data: Data) -> None:
        own = Answer.of(data["left"][0])
        action = draft[own.who].action(own.action)
        who = "" if action is None else action.target
        reaction, held = reactions.with_what(draft.encounter, who, str(data["answer"])) if who else (ABSORB, "")
        kept = {"left": data["left"], "ready": data["ready"], "reaction": reaction, "held": held}
        there = standing.energy(draft.encounter, who, self.options.house_rules) if who else 0
        if reaction == ABSORB or not there:
            self._paid(draft, {**kept, "amount": 0})
            return
        draft.push(PAID, **kept)
        text = f"{draft[who].name}: how much energy to {reaction}?"
        draft.ask_amount(who, REACTION_ENERGY, text, 0, there, about=own.who)

    def _paid(self, draft: Draft, data: Data) -> None:
        own = Answer.of(data["left"][0])
        answer = Answer(own.action, own.who, data["reaction"], data["amount"], data.get("held", ""))
        action = draft[own.who].action(own.action)
        if action is not None:
            self._answered(draft, action, answer)
        draft.push(REACT, left=list(data["left"])[1:], ready=[*data["ready"], answer.data()])

    def _answered(self, draft: Draft, action: Action, answer: Answer) -> None:
        """The reaction is chosen and its energy paid, before any die falls (S-DODGE-1, S-DEFLECT-1)."""
        means = [answer.held] if answer.held else []
        if answer.energy:
            means.append(f"{answer.energy} energy: {self.penalty(draft, action, answer)} off the TN")
        label = " with ".join([answer.reaction, *([" and ".join(means)] if means else [])])
        draft.emit(ev.DefenceDeclared(who=action.target, defence=answer.reaction, against=answer.who, label=label))
        why = f"to {answer.reaction} {draft[answer.who].name}"
        declarations.burn(draft, action.target, answer.energy, why, self.options.house_rules)

    # Numbers

    def weapon(self, draft: Draft, who: str, action: Action) -> Weapon:
        """The weapon of an attack under way."""
        weapon = sheet_of(draft.encounter, who).weapon(action.weapon)
        assert weapon is not None
        return weapon

    def penalty(self, draft: Draft, action: Action, answer: Answer) -> int:
        """What a reaction's energy takes off the attacker's target number."""
        if answer.reaction not in (DODGE, DEFLECT):
            return 0
        on_guard = standing.defensive(draft.encounter, action.target)
        kind: energy.Reaction = "dodge" if answer.reaction == DODGE else "deflect"
        return energy.penalty(kind, answer.energy, on_guard, self.options.house_rules)

    def attack_sum(self, draft: Draft, answer: Answer, action: Action) -> Sum:
        """The target number of an attack under way, with the energy on either side (S-TN-3, S-DODGE-1, S-DEFLECT-1)."""
        own = plan.read(action.options, action.verb)
        sum = standing.attack_number(self.options, draft.encounter, answer.who, self.weapon(draft, answer.who, action))
        sum.add(targets.raised(own.energy, self.options.house_rules), f"{own.energy} energy", "S-TN-3")
        rule = "S-DODGE-1" if answer.reaction == DODGE else "S-DEFLECT-1"
        why = f"{draft[action.target].name} {answer.reaction}s with {answer.energy} energy"
        return sum.add(-self.penalty(draft, action, answer), why, rule)

    # The dice

    def _strike(self, draft: Draft, ready: list[Data]) -> None:
        """Roll the next attack; what is no attack is over (S-DICE-1, S-TN-2)."""
        while ready:
            answer = Answer.of(ready[0])
            action = draft[answer.who].action(answer.action)
            if action is not None and action.verb == ATTACK:
                number = self.attack_sum(draft, answer, action)
                called = declarations.named(draft.encounter, action)
                roll = Roll(
                    answer.who, ATTACK, called, book().dice.notation, number.total, float(number.total), 1.0,
                    tuple(number.lines), target=action.target,
                )  # fmt: skip
                draft.roll(roll, Task(ROLLED, {"ready": ready}))
                return
            if action is not None:
                end_action(draft, answer.who, action, "landed")
            ready = ready[1:]
        wounds.settle(draft, self.options.house_rules)
        for who in [one.id for one in draft.encounter if not one.actions]:
            turns.go_on(draft, who, self.options.house_rules)

    def _rolled(self, draft: Draft, attack: _Attack, success: bool) -> None:
        """The attack has been rolled: it fails, is answered, or hits."""
        house, reaction = self.options.house_rules, attack.answer.reaction
        if not success:
            self._misses(draft, attack, "missed", "missed")
        elif reaction == DODGE and house.dodge_roll != "none":
            own = reactions.dodging(self.options, draft.encounter, attack.target)
            if house.dodge_roll == "simple" or targets.open_window(own, attack.kept["total"], house):
                self._dodge(draft, attack, own, "")
            else:
                self._ask_late(draft, attack, own)
        elif reaction == DEFLECT:
            self._deflect(draft, attack, attack.answer.held)
        else:
            self._hit(draft, attack, deflects=False)

    def _deflect(self, draft: Draft, attack: _Attack, name: str) -> None:
        """A share is negated; where the house has it so, only if the target's own roll succeeds (S-DEFLECT-2)."""
        if not self.options.house_rules.deflect_roll:
            self._hit(draft, attack, deflects=True, held=name)
            return
        held = standing.held(draft.encounter, attack.target, name)
        number = standing.attack_number(self.options, draft.encounter, attack.target, held)
        roll = self._roll(attack, DEFLECT, f"deflect with {held.name}", number)
        draft.roll(roll, Task(DEFLECTED, {"kept": attack.kept, "held": held.name}))

    def _roll(self, attack: _Attack, what: str, label: str, number: Sum, **against: Any) -> Roll:
        """The target's roll; `against` is what the judgement must know of the attack."""
        return Roll(attack.target, what, label, book().dice.notation, number.total, float(number.total), 1.0,
                    tuple(number.lines), target=attack.answer.who, data=against)  # fmt: skip

    def _dodge(self, draft: Draft, attack: _Attack, own: int, why: str) -> None:
        """The dodger rolls against its own target number and the result (S-DODGE-2, S-OPP-3)."""
        number = standing.dodge_number(self.options, draft.encounter, attack.target)
        assert number is not None
        number.add(own - number.total, why, "S-DODGE-4")
        house, result = self.options.house_rules, attack.kept["total"]
        against = {"above": result}
        if house.dodge_roll == "simple":
            against = {"far": targets.farness(attack.kept["chance"], result, house)}
        roll = self._roll(attack, DODGE, f"dodge {draft[attack.answer.who].name}", number, **against)
        draft.roll(roll, Task(DODGED, {"kept": attack.kept}))

    # After the dice

    def _ask_late(self, draft: Draft, attack: _Attack, own: int) -> None:
        """The result leaves no window: deflect, absorb, or dodge in desperation (S-DODGE-4, S-DEFLECT-3)."""
        who, name, result = attack.target, draft[attack.target].name, attack.kept["total"]
        late = (
            reactions.no_deflection(draft.encounter, who, attack.answer.who),
            reactions.no_desperation(draft.encounter, who, own, result, self.options.house_rules),
        )
        if all(late):
            draft.note(f"{name}'s {own} leaves nothing above {result:02d}: it absorbs (S-DODGE-4)")
            self._hit(draft, attack, deflects=False)
        elif draft[who].orders.answer:
            self._late(draft, attack, own, ABSORB if late[0] else DEFLECT)
        else:
            draft.push(LATE, kept=attack.kept, own=own)
            text = f"{name}: {result:02d} leaves nothing under TN {own} to dodge with. What now?"
            ways = (ABSORB, *reactions.deflections(draft.encounter, who), DESPERATION)
            draft.ask(Ask.CHOOSE, who, LATE_CHOICE, text, ways, about=attack.answer.who)

    def _late(self, draft: Draft, attack: _Attack, own: int, chosen: str) -> None:
        who, about = attack.target, attack.answer.who
        if chosen == DESPERATION:
            step, most = self.options.house_rules.desperation_cost, draft[who].pool(STAMINA)
            least = targets.needed(own, attack.kept["total"], self.options.house_rules)
            draft.push(DESPERATE, kept=attack.kept, own=own)
            text = f"{draft[who].name}: how much stamina into the dodge?"
            draft.ask_amount(who, LATE_STAMINA, text, least, most, step=step, about=about)
            return
        reaction, held = reactions.with_what(draft.encounter, who, chosen)
        draft.emit(ev.DefenceDeclared(who=who, defence=reaction, against=about, label=f"{reaction} after all"))
        if reaction == DEFLECT:
            self._deflect(draft, attack, held)
        else:
            self._hit(draft, attack, deflects=False)

    def _desperate(self, draft: Draft, attack: _Attack, own: int, points: int) -> None:
        """Stamina raises the dodger's own target number, and it rolls after all (S-DODGE-4)."""
        who, label = attack.target, f"desperation dodge with {points} stamina"
        draft.emit(ev.DefenceDeclared(who=who, defence=DESPERATION, against=attack.answer.who, label=label))
        changes.take(draft, who, STAMINA, points, "desperation dodge")
        self._dodge(draft, attack, own + targets.raised(points, self.options.house_rules), f"{points} stamina")

    def _hit(self, draft: Draft, attack: _Attack, deflects: bool, held: str = "") -> None:
        """The attack hits: damage, what is deflected, armour, pools (S-DMG-1, S-DMG-3)."""
        house, result, action = self.options.house_rules, int(attack.kept["total"]), attack.action
        weapon = self.weapon(draft, attack.answer.who, action)
        of_degree = quality.degree(attack.kept["chance"], result, house)
        where = wounds.location(self.options, plan.read(action.options, action.verb).aim, result)
        points = quality.damage(result, weapon.modifier, of_degree, house)
        who, target = attack.answer.who, attack.target
        own = standing.held(draft.encounter, target, held or attack.answer.held) if deflects else None
        wounds.strike(draft, wounds.Blow(who, target, weapon, points, where, of_degree, own), house)
        self._over(draft, attack)

    def _misses(self, draft: Draft, attack: _Attack, outcome: str, label: str) -> None:
        draft.emit(ev.Struck(who=attack.answer.who, target=attack.target, outcome=outcome, label=label))
        self._over(draft, attack)

    def _over(self, draft: Draft, attack: _Attack) -> None:
        end_action(draft, attack.answer.who, attack.action, "landed")
        draft.push(STRIKE, ready=list(attack.kept["ready"])[1:])
