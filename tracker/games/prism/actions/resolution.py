"""Resolution of a tick: all reactions first, then each attack's rolls, and at the end who falls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tracker.clock.agenda import Due
from tracker.encounter.engine.declarations import TARGET_OUT, end_action
from tracker.encounter.engine.step import StepBuilder
from tracker.games.prism import checks, harm
from tracker.games.prism.actions import attempts, contests, declarations, reactions, turns, wounds
from tracker.games.prism.actions.action_options import ATTACK
from tracker.games.prism.actions.attempts import Trial
from tracker.games.prism.actions.reactions import ABSORB, DEFLECT, DESPERATION, DODGE, Answer, Attack
from tracker.games.prism.book.house_rules import HouseRules
from tracker.games.prism.fighter import Fighter
from tracker.games.prism.sheet import STAMINA, Weapon
from tracker.games.toolkit import pool_changes
from tracker.model import events as ev
from tracker.model.questions import Ask, Task

REACT, REACTED, PAID = "prism.react", "prism.reacted", "prism.paid"
STRIKE, ROLLED, DODGED, DEFLECTED = "prism.strike", "prism.rolled", "prism.dodged", "prism.deflected"
LATE, DESPERATE, LANDED = "prism.late", "prism.desperate", "prism.landed"
"""The stages. In their data, attacks in `left` have no answer yet. Those in `ready` have one and are to be rolled."""
REACTION, REACTION_ENERGY, LATE_CHOICE, LATE_STAMINA = "reaction", "reaction energy", "late choice", "desperation"
Data = Mapping[str, Any]


def begin(draft: StepBuilder, entries: Sequence[Due], house: HouseRules) -> None:
    """Start the actions of a tick, ordered by Initiative, Speed and seat. One by one where ties are broken."""

    def rank(due: Due) -> tuple[tuple[int, int, int], int, str]:
        """Return the sort key of an action. Who declares first does not count for what lands (S-CHAIN-5)."""
        return turns.by_initiative(Fighter(draft.encounter, due.who)), int(due.ref), due.who

    answers = [Answer(int(due.ref), due.who)._asdict() for due in sorted(entries, key=rank)]
    if house.ties == "simultaneous":
        draft.push(REACT, left=answers, ready=[])
        return
    # Tasks pushed last go on first.
    for answer in reversed(answers):
        draft.push(REACT, left=[answer], ready=[])


def resume(draft: StepBuilder, stage: str, data: Data) -> None:
    """Go on with a stage: before the dice, or after those of one attack.

    An attack whose action has ended meanwhile is passed over.
    """
    if stage in _BEFORE:
        _BEFORE[stage](draft, data)
        return
    kept = data.get("kept", data)
    attack = Attack.of(draft.encounter, Answer(**kept["ready"][0]))
    if attack is None:
        draft.push(STRIKE, ready=kept["ready"][1:])
    else:
        rolled = {key: kept[key] for key in ("ready", "total", "chance", "margin")}
        _AFTER[stage](RolledAttack(draft, attack, rolled), data)


# Before the dice


def _react(draft: StepBuilder, data: Data) -> None:
    """Ask the target of the next attack or attempt for its reaction. A target that can only absorb is not asked.

    Rules: S-REACT, S-ABSORB, SQ 38.
    """
    unanswered, ready = [Answer(**answer) for answer in data["left"]], [*data["ready"]]
    for position, answer in enumerate(unanswered):
        attack = Attack.of(draft.encounter, answer)
        if attack is not None and not attack.is_idle and not all(attack.no(way) for way in (DODGE, DEFLECT)):
            draft.push(REACTED, left=data["left"][position:], ready=ready)
            aim = f" at the {attack.how.aim}" if attack.how.aim else ""
            blow = f"{attack.attacker.name}'s {attack.action.weapon}{aim}, TN {attack.number.total}"
            text = f"{attack.target.name}: {blow}. How to react?"
            ways = reactions.ways(attack)
            draft.ask(Ask.CHOOSE, attack.target.who, REACTION, text, ways, about=attack.attacker.who)
            return
        attempt = attempts.asked(draft.encounter, {"left": [answer._asdict()]})
        if attempt is not None and attempt.opens:
            contests.ask(draft, attempt, REACTED, {"left": data["left"][position:], "ready": ready})
            return
        ready.append(answer._asdict())
    draft.push(STRIKE, ready=ready)


def _reacted(draft: StepBuilder, data: Data) -> None:
    """Ask for the energy of the chosen reaction, unless it needs none."""
    attack = Attack.of(draft.encounter, Answer(**data["left"][0]))
    if attack is None and "ways" in data:
        _reacted_to_attempt(draft, data)
        return
    reaction, held = reactions.with_what(attack.target, str(data["answer"])) if attack else (ABSORB, "")
    kept = {"left": data["left"], "ready": data["ready"], "reaction": reaction, "held": held}
    if attack is None or reaction == ABSORB or not attack.target.energy:
        _paid(draft, {**kept, "amount": 0})
        return
    draft.push(PAID, **kept)
    text = f"{attack.target.name}: how much energy to {reaction}?"
    way: checks.Reaction = "dodge" if reaction == DODGE else "deflect"
    low = checks.least(way, attack.target.defensive, attack.target.house)
    who, most = attack.target.who, attack.target.energy
    draft.ask_amount(who, REACTION_ENERGY, text, min(low, most), most, about=attack.attacker.who)


def _reacted_to_attempt(draft: StepBuilder, data: Data) -> None:
    """Resolve the reaction to a use or a move. A dodge asks for its energy (SQ 38)."""
    word, attempt = str(data["answer"]), attempts.asked(draft.encounter, data)
    skill = data["ways"].get(word, "")
    kept = {
        "left": data["left"],
        "ready": data["ready"],
        "reaction": attempts.RESIST if skill else word,
        "held": skill,
    }
    if attempt is not None and word == DODGE and attempt.target.energy:
        contests.ask_energy(draft, attempt, PAID, kept)
    else:
        _paid(draft, {**kept, "amount": 0})


def _paid(draft: StepBuilder, data: Data) -> None:
    """Record the chosen reaction and take its energy before any die falls. Then the next attack is asked about."""
    asked = Answer(**data["left"][0])
    answer = Answer(asked.action, asked.who, data["reaction"], data["amount"], data.get("held", ""))
    if attack := Attack.of(draft.encounter, answer):
        means = [answer.held] if answer.held else []
        if answer.energy:
            means.append(f"{answer.energy} energy: {attack.penalty} off the TN")
        label = f"{answer.reaction} with {' and '.join(means)}" if means else answer.reaction
        who, attacker = attack.target.who, attack.attacker
        draft.emit(ev.DefenceDeclared(who=who, defence=answer.reaction, against=attacker.who, label=label))
        declarations.burn(draft, who, answer.energy, f"to {answer.reaction} {attacker.name}")
    elif attempt := attempts.asked(draft.encounter, data):
        contests.react(draft, attempt, answer.reaction, answer.held, answer.energy)
    draft.push(REACT, left=list(data["left"])[1:], ready=[*data["ready"], answer._asdict()])


# The dice


def _strike(draft: StepBuilder, data: Data) -> None:
    """Roll the next attack and end actions that are no attack. After the last, fighters fall (S-DICE-1)."""
    for position, ready in enumerate(data["ready"]):
        answer = Answer(**ready)
        attack = Attack.of(draft.encounter, answer)
        if attack is not None and attack.is_idle:
            end_action(draft, answer.who, attack.action, "landed", TARGET_OUT)
            continue
        if attack is not None:
            label = declarations.named(draft.encounter, attack.action)
            roll = attack.attacker.roll(ATTACK, label, attack.number, attack.target.who)
            draft.roll(roll, Task(ROLLED, {"ready": data["ready"][position:]}))
            return
        if trial := Trial.of(draft.encounter, answer):
            draft.push(STRIKE, ready=data["ready"][position + 1 :])
            reacts = answer.reaction in (attempts.RESIST, DODGE)
            answers = [[trial.target, answer.reaction, answer.held, answer.energy]] if reacts else []
            contests.begin(draft, trial, answers)
            return
        action = draft[answer.who].action(answer.action)
        if action is not None:
            end_action(draft, answer.who, action, "landed")
            kept = {"who": answer.who, "target": action.target, "options": list(action.options)}
            draft.push(LANDED, verb=action.verb, **kept)
    # All attacks of the tick have hit before a fighter falls, so that two may fell each other (S-CHAIN-4).
    for combatant in draft.encounter:
        wounds.fall(draft, combatant.id)
    idle = [combatant.id for combatant in draft.encounter if not combatant.actions]
    for who in idle:
        turns.go_on(draft, who)


class RolledAttack:
    """An attack after its roll. `kept` holds the roll's result and the attacks still to be rolled."""

    def __init__(self, draft: StepBuilder, attack: Attack, kept: dict[str, Any]) -> None:
        self.draft, self.attack, self.kept = draft, attack, kept
        self.attacker, self.target, self.house = attack.attacker, attack.target, attack.target.house
        self.result = int(kept["total"])

    def rolled(self, data: Data) -> None:
        """Go on after the attack's roll: it fails, is dodged or deflected, or hits."""
        reaction = self.attack.answer.reaction
        if not data["success"]:
            self._misses("missed", "missed")
        elif reaction == DODGE and self.house.dodge_roll != "none":
            dodge_number = self.target.dodge().total
            if self.house.dodge_roll == "simple" or checks.window(dodge_number, self.result, self.house):
                self._dodge(dodge_number, "")
            else:
                self._ask_late(dodge_number)
        elif reaction == DEFLECT:
            self._deflect(self.attack.answer.held)
        else:
            self._hit()

    def dodged(self, data: Data) -> None:
        """Go on after the dodge roll (S-DODGE-2)."""
        if data["success"]:
            self._misses("dodged", f"dodged by {data['total']:02d}")
            return
        if data["margin"] >= 0:
            far = checks.farness(self.kept["chance"], self.result, self.house)
            self.draft.note(
                f"{self.target.name}'s dodge succeeds but is not nearer: {data['margin']} below its TN, "
                f"{self.attacker.name} {far} below (S-OPP-2)",
                self.target.who,
            )
        self._hit()

    def deflected(self, data: Data) -> None:
        """Go on after the roll for a deflection (S-DEFLECT-2)."""
        name = data.get("held", "") or self.attack.answer.held
        self._hit(self.target.held(name) if data["success"] else None)

    def late(self, data: Data) -> None:
        """Go on after the late choice. A desperation dodge asks for stamina (S-DODGE-4, S-DEFLECT-3).

        `data["own"]` is the dodger's target number.
        """
        if data["answer"] != DESPERATION:
            self._react_late(data["answer"])
            return
        least, most = checks.needed(data["own"], self.result, self.house), self.target.now.pool(STAMINA)
        self.draft.push(DESPERATE, kept=self.kept, own=data["own"])
        text, step = f"{self.target.name}: how much stamina into the dodge?", self.house.desperation_cost
        self.draft.ask_amount(self.target.who, LATE_STAMINA, text, least, most, step=step, about=self.attacker.who)

    def desperate(self, data: Data) -> None:
        """Raise the dodger's target number, `data["own"]`, by stamina and roll its dodge (S-DODGE-4)."""
        points = data["amount"]
        self._record_reaction(DESPERATION, f"desperation dodge with {points} stamina")
        pool_changes.take(self.draft, self.target.who, STAMINA, points, "desperation dodge", spent=True)
        self._dodge(data["own"] + checks.raised(points, self.house), f"{points} stamina")

    def _deflect(self, name: str) -> None:
        """Deflect a share of the damage. A house rule requires a roll for it (S-DEFLECT-2)."""
        deflecting_object = self.target.held(name)
        if not self.house.deflect_roll:
            self._hit(deflecting_object)
            return
        roll = self.target.roll(
            DEFLECT, f"deflect with {deflecting_object.name}", self.target.attack(deflecting_object), self.attacker.who
        )
        self.draft.roll(roll, Task(DEFLECTED, {"kept": self.kept, "held": deflecting_object.name}))

    def _dodge(self, dodge_number: int, why: str) -> None:
        """Roll the dodge, against the dodger's target number and the attack's result (S-DODGE-2).

        `why` is the reason in the sum for what the number has beyond the usual one.
        """
        number, against = self.target.dodge(), {"above": self.result}
        number.add(dodge_number - number.total, why, "S-DODGE-4")
        if self.house.dodge_roll == "simple":
            against = {"far": checks.farness(self.kept["chance"], self.result, self.house)}
        roll = self.target.roll(DODGE, f"dodge {self.attacker.name}", number, self.attacker.who, **against)
        self.draft.roll(roll, Task(DODGED, {"kept": self.kept}))

    def _ask_late(self, dodge_number: int) -> None:
        """Ask for another reaction when the result leaves the dodge no window (S-DODGE-4, S-DEFLECT-3)."""
        target, no_deflection = self.target, self.attack.no(DEFLECT)
        if no_deflection and reactions.no_desperation(target, dodge_number, self.result):
            self.draft.note(
                f"{target.name}'s {dodge_number} leaves nothing above {self.result:02d}: it absorbs (S-DODGE-4)"
            )
            self._hit()
        elif target.now.orders.answer:
            self._react_late(ABSORB if no_deflection else DEFLECT)
        else:
            self.draft.push(LATE, kept=self.kept, own=dodge_number)
            text = f"{target.name}: {self.result:02d} leaves nothing under TN {dodge_number} to dodge with. What now?"
            ways = reactions.late_ways(self.attack, dodge_number, self.result)
            self.draft.ask(Ask.CHOOSE, target.who, LATE_CHOICE, text, ways, about=self.attacker.who)

    def _react_late(self, word: str) -> None:
        """Carry out the late reaction that a word means: deflect, or absorb."""
        reaction, object_name = reactions.with_what(self.target, word)
        self._record_reaction(reaction, f"{reaction} after all")
        if reaction == DEFLECT:
            self._deflect(object_name)
        else:
            self._hit()

    def _record_reaction(self, reaction: str, label: str) -> None:
        """Record that the target reacts, with a `label` for the log."""
        who, against = self.target.who, self.attacker.who
        self.draft.emit(ev.DefenceDeclared(who=who, defence=reaction, against=against, label=label))

    def _hit(self, held: Weapon | None = None) -> None:
        """Deal the damage of a hit, less deflection and armour (S-DMG-3).

        `held` is the object that deflects it, if any.
        """
        degree = harm.degree(self.kept["chance"], self.result, self.house)
        wounds.strike(self.draft, self.attack, self.result, degree, held)
        self._over()

    def _misses(self, outcome: str, label: str) -> None:
        """Record that the attack does no harm: `outcome` is `missed` or `dodged`, `label` its words. Then the next."""
        self.draft.emit(ev.Struck(who=self.attacker.who, target=self.target.who, outcome=outcome, label=label))
        self._over()

    def _over(self) -> None:
        """End the attack's action, and go on to the next attack that is to be rolled."""
        end_action(self.draft, self.attacker.who, self.attack.action, "landed")
        self.draft.push(STRIKE, ready=list(self.kept["ready"])[1:])


_BEFORE = {REACT: _react, REACTED: _reacted, PAID: _paid, STRIKE: _strike}
_AFTER = {
    ROLLED: RolledAttack.rolled,
    DODGED: RolledAttack.dodged,
    DEFLECTED: RolledAttack.deflected,
    LATE: RolledAttack.late,
    DESPERATE: RolledAttack.desperate,
}
