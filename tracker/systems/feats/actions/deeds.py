"""Deeds: one action under way, its dice, how it is met, how it ends, and what it does to bodies (F-SLAM-2, F-CATCH)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tracker.encounter import events as ev
from tracker.encounter.by_hand import take_out
from tracker.encounter.combatant import Action, Presence
from tracker.encounter.declaring import end_action, lose_pending, may_declare_at
from tracker.encounter.draft import Draft
from tracker.encounter.questions import Ask, Roll, Task
from tracker.encounter.state import Encounter
from tracker.systems.feats.actions import condition as now
from tracker.systems.feats.actions import motion
from tracker.systems.feats.book.house import HouseRules
from tracker.systems.feats.sheets import HP, Sheet, Thing
from tracker.systems.kit.changes import take
from tracker.systems.kit.sixes import Sixes
from tracker.systems.kit.steps import ask_roll
from tracker.systems.kit.sums import Sum

NONE, AVOIDED, PARRY, BY = "none", "avoided", "parry", "by-"
"""Answers to a slam or throw; `avoided` is the game master's word, `by-hob`: Hob takes it out of the air."""
DEFENCES = ("dodge", PARRY, "block")


@dataclass(frozen=True, slots=True)
class Deed:
    """An action of `who` under way, in the step that carries it out."""

    draft: Draft
    who: str
    action: Action
    house: HouseRules

    @property
    def own(self) -> Sheet:
        """The sheet of whoever does it."""
        return now.sheet_of(self.draft.encounter, self.who)

    @property
    def name(self) -> str:
        """Its owner's name."""
        return self.draft[self.who].name

    @property
    def thing(self) -> Thing:
        """The thing it is done with."""
        return now.thing_of(self.own, self.action.weapon, self.name)

    def roll(self, stage: str, need: Sum) -> None:
        """3d6 of its owner; then `stage`."""
        act = self.action
        ask_roll(self.draft, self.who, act.verb, act.label, need, stage, act.target, action=act.id)

    def damage(self, stage: str, label: str, rolled: Sixes, by: str = "", **data: object) -> None:
        """Dice of damage of its owner, or of another (`by`); then `stage`."""
        roll = Roll(by or self.who, "damage", label, rolled.notation, target=self.who if by else self.action.target)
        self.draft.roll(roll, Task(stage, {"who": self.who, "action": self.action.id, **data}))

    def note(self, text: str) -> None:
        """A line in the log."""
        self.draft.note(text, self.who)

    def struck(self, outcome: str, label: str, points: int = 0, over: bool = False) -> None:
        """What came of it for whom it was aimed at; `over` when nothing more does."""
        kind, target = "crushing" if outcome == "hit" else "", self.action.target
        self.draft.emit(ev.Struck(who=self.who, target=target, outcome=outcome, label=label, damage=points, type=kind))
        if over:
            self.over()

    def over(self) -> None:
        """An attack or move is over: its owner declares again a second later."""
        if self.draft[self.who].action(self.action.id) is not None:
            end_action(self.draft, self.who, self.action, "landed")
        if not self.house.every_second:
            self.draft.rules.play.restart(self.draft, self.who, "landed")
        elif self.draft[self.who].able and now.activity(self.draft.encounter, self.who) is None:
            may_declare_at(self.draft, self.who, self.draft.encounter.count + 1)

    def done(self) -> None:
        """An action of seconds has landed: its owner declares on this second."""
        end_action(self.draft, self.who, self.action, "landed")
        self.draft.rules.play.restart(self.draft, self.who, "landed")


# How it is met


def interceptors(encounter: Encounter, who: str, target: str) -> tuple[str, ...]:
    """Who else could take what flies from `who` to `target` out of the air: whoever has a parry (F-CATCH-2)."""
    able = [one.id for one in encounter if one.able and one.id not in (who, target)]
    return tuple(one for one in able if PARRY in now.sheet_of(encounter, one).defences)


def ask_defence(deed: Deed) -> None:
    """The one aimed at may dodge, block or parry by the numbers of its sheet (F-SLAM-2, F-CATCH-1)."""
    draft, target = deed.draft, deed.action.target
    others = interceptors(draft.encounter, deed.who, target) if deed.action.verb == "throw" else ()
    draft.push("defended", who=deed.who, action=deed.action.id)
    text = f"{draft[target].name}: how does it meet {deed.action.label}?"
    words = (NONE, *DEFENCES, AVOIDED, *(f"{BY}{other}" for other in others))
    draft.ask(Ask.CHOOSE, target, "defence", text, words, about=deed.who)


def defended(deed: Deed, data: Mapping[str, Any]) -> None:
    """Goes on with the answer: nothing, a roll, or what the game master says."""
    draft, answer, target = deed.draft, str(data["answer"]), deed.action.target
    by = answer.removeprefix(BY) if answer.startswith(BY) else target
    how = PARRY if by != target else answer
    number = now.sheet_of(draft.encounter, by).defences.get(how)
    if answer != NONE:
        draft.emit(ev.DefenceDeclared(who=by, defence=how, against=deed.who, label=how))
    if answer == AVOIDED:
        draft.push("avoided", who=deed.who, action=deed.action.id, how=how)
    elif number is None:
        draft.push("met", who=deed.who, action=deed.action.id)
    else:
        need = Sum().add(number, how, "F-CATCH-2" if by != target else "")
        told = "snatched out of the air" if by != target else how
        ask_roll(draft, by, "defence", how, need, "parried", deed.who, action=deed.action.id, how=told, by=deed.who)


# Bodies


def lie_down(draft: Draft, who: str, why: str) -> None:
    """Falling ends activities and what is under way; the next declaration is a second later."""
    if not draft[who].able:
        return
    now.gain(draft, who, now.PRONE, why)
    interrupt(draft, who, why)


def interrupt(draft: Draft, who: str, why: str) -> None:
    """Who falls or is grappled loses its activity and what is under way, and declares again a second later."""
    motion.end(draft, who, why)
    lose_pending(draft, who, why)
    may_declare_at(draft, who, draft.encounter.count + 1, why)


def hurt(draft: Draft, who: str, points: int, why: str, house: HouseRules) -> None:
    """Hit points are lost; at 0 one is down (FQ 22)."""
    take(draft, who, HP, points, why)
    check_down(draft, who, house)


def check_down(draft: Draft, who: str, house: HouseRules) -> None:
    """At so few hit points one is down."""
    if draft[who].able and draft[who].pool(HP) <= house.down_at:
        motion.end(draft, who, "down")
        take_out(draft, who, Presence.DOWN, "no hit points left")
