"""Resolution: everything of a tick together: all reactions first, then roll after roll, and who falls at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tracker.clock.agenda import Due
from tracker.encounter import events as ev
from tracker.encounter.combatant import Action
from tracker.encounter.declaring import end_action
from tracker.encounter.draft import Draft
from tracker.encounter.questions import Ask, Roll, Task
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
            case "prism.rolled":
                self._rolled(draft, data)
            case "prism.dodged":
                self._dodged(draft, data)
            case "prism.deflected":
                self._hit(draft, data, deflects=bool(data["success"]))
            case "prism.late":
                self._late(draft, data)
            case _:
                self._desperate(draft, data)

    # Before the dice

    def _react(self, draft: Draft, left: list[Data], ready: list[Data]) -> None:
        """Ask the target of the next attack how it reacts; who can only absorb is not asked (S-REACT, S-ABSORB)."""
        while left:
            own = Answer.of(left[0])
            action = draft[own.who].action(own.action)
            if action is not None and action.verb == ATTACK and self._open(draft, action, own.who):
                standing_order = wounds.ordered_reaction(draft.encounter, action.target)
                data = {"left": left, "ready": ready}
                if standing_order is None:
                    draft.push(REACTED, **data)
                    number = self.attack_sum(draft, own, action).total
                    aim = plan.read(action.options, action.verb).aim
                    blow = f"{draft[own.who].name}'s {action.weapon}{f' at the {aim}' if aim else ''}"
                    text = f"{draft[action.target].name}: {blow}, TN {number}. How to react?"
                    draft.ask(Ask.CHOOSE, action.target, REACTION, text, (ABSORB, DODGE, DEFLECT), about=own.who)
                    return
                reaction, points = standing_order
                points = min(points, standing.energy(draft.encounter, action.target, self.options.house_rules))
                if self.why_not(draft, reaction, action, own.who):
                    reaction, points = ABSORB, 0
                self._answered(draft, action, Answer(own.action, own.who, reaction, points))
                ready.append(Answer(own.action, own.who, reaction, points).data())
            else:
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
        own, reaction = Answer.of(data["left"][0]), str(data["answer"])
        action = draft[own.who].action(own.action)
        kept = {"left": data["left"], "ready": data["ready"], "reaction": reaction}
        there = 0 if action is None else standing.energy(draft.encounter, action.target, self.options.house_rules)
        if action is None or reaction == ABSORB or not there:
            self._paid(draft, {**kept, "amount": 0})
            return
        draft.push(PAID, **kept)
        text = f"{draft[action.target].name}: how much energy to {reaction}?"
        draft.ask_amount(action.target, REACTION_ENERGY, text, 0, there, about=own.who)

    def _paid(self, draft: Draft, data: Data) -> None:
        own = Answer.of(data["left"][0])
        answer = Answer(own.action, own.who, data["reaction"], data["amount"])
        action = draft[own.who].action(own.action)
        if action is not None:
            self._answered(draft, action, answer)
        draft.push(REACT, left=list(data["left"])[1:], ready=[*data["ready"], answer.data()])

    def _answered(self, draft: Draft, action: Action, answer: Answer) -> None:
        """The reaction is chosen and its energy paid, before any die falls (S-DODGE-1, S-DEFLECT-1)."""
        label = answer.reaction
        if answer.energy:
            label += f" with {answer.energy} energy: {self.penalty(draft, action, answer)} off the TN"
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

    def _rolled(self, draft: Draft, data: Data) -> None:
        """The attack has been rolled: it fails, is answered, or hits."""
        answer, action = self._current(draft, data)
        if action is None:
            self._over(draft, data)
        elif not data["success"]:
            self._come_to(draft, data, "missed", "missed")
        elif answer.reaction == DODGE and self.options.house_rules.dodge_roll != "none":
            own = reactions.dodging(self.options, draft.encounter, action.target)
            house = self.options.house_rules
            if house.dodge_roll == "simple" or targets.open_window(own, data["total"], house):
                self._dodge(draft, data, own, "")
            else:
                self._ask_late(draft, data, action, own)
        elif answer.reaction == DEFLECT and self.options.house_rules.deflect_roll:
            self._roll_deflection(draft, data, action)
        else:
            self._hit(draft, data, deflects=answer.reaction == DEFLECT)

    def _dodge(self, draft: Draft, data: Data, own: int, why: str) -> None:
        """The dodger rolls against its own target number and the result (S-DODGE-2, S-OPP-3)."""
        answer, action = self._current(draft, data)
        assert action is not None
        number = standing.dodge_number(self.options, draft.encounter, action.target)
        assert number is not None
        number.add(own - number.total, why, "S-DODGE-4")
        kept = {key: data[key] for key in ("ready", "total", "chance", "margin")}
        house = self.options.house_rules
        against: dict[str, Any] = {"above": data["total"]}
        if house.dodge_roll == "simple":
            against = {"far": targets.farness(data["chance"], data["total"], house)}
        roll = Roll(action.target, DODGE, f"dodge {draft[answer.who].name}", book().dice.notation, own, float(own), 1.0,
                    tuple(number.lines), target=answer.who, data=against)  # fmt: skip
        draft.roll(roll, Task(DODGED, {"kept": kept}))

    def _dodged(self, draft: Draft, data: Data) -> None:
        if data["success"]:
            self._come_to(draft, data["kept"], "dodged", f"dodged by {data['total']:02d}")
        else:
            self._hit(draft, data["kept"], deflects=False)

    def _roll_deflection(self, draft: Draft, data: Data, action: Action) -> None:
        held = standing.objects(draft.encounter, action.target)[0]
        number = standing.attack_number(self.options, draft.encounter, action.target, held)
        kept = {key: data[key] for key in ("ready", "total", "chance", "margin")}
        roll = Roll(action.target, DEFLECT, f"deflect with {held.name}", book().dice.notation, number.total,
                    float(number.total), 1.0, tuple(number.lines))  # fmt: skip
        draft.roll(roll, Task(DEFLECTED, {"kept": kept}))

    # After the dice

    def _ask_late(self, draft: Draft, data: Data, action: Action, own: int) -> None:
        """The result leaves no window: deflect, absorb, or dodge in desperation (S-DODGE-4, S-DEFLECT-3)."""
        answer, house, result = Answer.of(data["ready"][0]), self.options.house_rules, data["total"]
        kept = {key: data[key] for key in ("ready", "total", "chance", "margin")}
        late = (
            reactions.no_deflection(draft.encounter, action.target, answer.who),
            reactions.no_desperation(draft.encounter, action.target, own, result, house),
        )
        if all(late):
            draft.note(f"{draft[action.target].name}'s {own} leaves nothing above {result:02d}: it absorbs (S-DODGE-4)")
            self._hit(draft, kept, deflects=False)
            return
        if wounds.ordered_reaction(draft.encounter, action.target) is not None:
            self._late(draft, {"kept": kept, "own": own, "answer": ABSORB if late[0] else DEFLECT})
            return
        draft.push(LATE, kept=kept, own=own)
        text = f"{draft[action.target].name}: {result:02d} leaves nothing under TN {own} to dodge with. What now?"
        draft.ask(Ask.CHOOSE, action.target, LATE_CHOICE, text, (ABSORB, DEFLECT, DESPERATION), about=answer.who)

    def _late(self, draft: Draft, data: Data) -> None:
        kept, own, chosen = data["kept"], data["own"], data["answer"]
        answer, action = self._current(draft, kept)
        if action is None:
            self._over(draft, kept)
            return
        if chosen == DESPERATION:
            least = targets.needed(own, kept["total"], self.options.house_rules)
            draft.push(DESPERATE, kept=kept, own=own)
            text = f"{draft[action.target].name}: how much stamina into the dodge?"
            most = draft[action.target].pool(STAMINA)
            draft.ask_amount(action.target, LATE_STAMINA, text, least, most,
                             step=self.options.house_rules.desperation_cost, about=answer.who)  # fmt: skip
            return
        late = ev.DefenceDeclared(who=action.target, defence=chosen, against=answer.who, label=f"{chosen} after all")
        draft.emit(late)
        self._hit(draft, kept, deflects=chosen == DEFLECT)

    def _desperate(self, draft: Draft, data: Data) -> None:
        """Stamina raises the dodger's own target number, and it rolls after all (S-DODGE-4)."""
        answer, action = self._current(draft, data["kept"])
        if action is None:
            self._over(draft, data["kept"])
            return
        points, house = data["amount"], self.options.house_rules
        label = f"desperation dodge with {points} stamina"
        draft.emit(ev.DefenceDeclared(who=action.target, defence=DESPERATION, against=answer.who, label=label))
        to = draft[action.target].pool(STAMINA) - points
        draft.emit(ev.PoolChanged(who=action.target, pool=STAMINA, by=-points, to=to, why="desperation dodge"))
        self._dodge(draft, data["kept"], data["own"] + targets.raised(points, house), f"{points} stamina")

    def _hit(self, draft: Draft, data: Data, deflects: bool) -> None:
        """The attack hits: damage, what is deflected, armour, pools (S-DMG-1, S-DMG-3)."""
        data = data.get("kept", data)
        answer, action = self._current(draft, data)
        if action is None:
            self._over(draft, data)
            return
        house, result = self.options.house_rules, int(data["total"])
        weapon = self.weapon(draft, answer.who, action)
        of_degree = quality.degree(data["chance"], result, house)
        aim = plan.read(action.options, action.verb).aim
        blow = wounds.Blow(
            answer.who, action.target, weapon, quality.damage(result, weapon.modifier, of_degree, house),
            wounds.location(self.options, aim, result), of_degree, deflects,
        )  # fmt: skip
        wounds.strike(draft, blow, result, house)
        self._end(draft, data, action)

    def _come_to(self, draft: Draft, data: Data, outcome: str, label: str) -> None:
        answer, action = self._current(draft, data)
        if action is None:
            self._over(draft, data)
            return
        draft.emit(ev.Struck(who=answer.who, target=action.target, outcome=outcome, label=label))
        self._end(draft, data, action)

    def _end(self, draft: Draft, data: Data, action: Action) -> None:
        end_action(draft, Answer.of(data["ready"][0]).who, action, "landed")
        self._over(draft, data)

    def _over(self, draft: Draft, data: Data) -> None:
        draft.push(STRIKE, ready=list(data["ready"])[1:])

    def _current(self, draft: Draft, data: Data) -> tuple[Answer, Action | None]:
        answer = Answer.of(data["ready"][0])
        return answer, draft[answer.who].action(answer.action)
