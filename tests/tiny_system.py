"""A tiny rule system: one pool, one die, one verb. It shows that nothing outside a system's own room knows a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from tracker.clock.agenda import Due
from tracker.clock.spans import TimeUnit
from tracker.encounter import events as ev
from tracker.encounter.by_hand import take_out
from tracker.encounter.combatant import Action, Pool, Presence
from tracker.encounter.commands import Command, Do
from tracker.encounter.declaring import declare, end_action, may_declare_at
from tracker.encounter.draft import Draft
from tracker.encounter.names import combatant_named
from tracker.encounter.questions import Ask, Question, Roll, Task
from tracker.encounter.refusals import Refused
from tracker.encounter.state import DECLARE, Encounter
from tracker.encounter.system import Card, Choice, Judgement, Menu, RuleSystem, Strike
from tracker.rules.sheets import Calculator
from tracker.rules.values import Abilities, ModifierScale, OrderWords
from tracker.systems.kit.rules import Whole

SPEED = 3
"""Counts a hit takes."""


class Strict(BaseModel):
    """What a file says is taken at its word."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Ground(Strict):
    """What lies on everyone."""

    mud: int = Field(0, ge=0, le=50)


class TinyOptions(Strict):
    """Keys at the top of an encounter."""

    ground: Ground = Ground(mud=0)


class TinyWeapon(Strict):
    """One weapon; `reach` and `bonus` may come from the library."""

    name: str = Field(min_length=1, max_length=60)
    bonus: int = Field(ge=0, le=20)
    reach: float = Field(1.0, ge=0, le=10, allow_inf_nan=False)


class Body(Strict):
    """Figures of a body."""

    HP: int = Field(10, ge=1, le=1000)
    hit: int = Field(55, ge=0, le=100)


class TinyCombatant(Strict):
    """Keys of a combatant."""

    body: Body = Body(HP=10, hit=55)
    wounds: int = Field(0, ge=0, le=1000)
    weapon: list[TinyWeapon] = Field([], max_length=20)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A fighter's figures: `hit` in percent, `bonus` on damage."""

    hit: int
    bonus: int


class TinyRules(Whole[TinyOptions]):
    """The rules under one ground."""

    name = "tiny"
    unit = TimeUnit("beat", "beats", Fraction(1))
    abilities = Abilities(ModifierScale("df"), orders=OrderWords(answers=("nothing", "dodge")))

    def read_sheet(self, entry: Mapping[str, Any]) -> tuple[object, tuple[Pool, ...], tuple[int, ...]]:
        own = TinyCombatant.model_validate({key: entry[key] for key in TinyCombatant.model_fields if key in entry})
        if own.wounds > own.body.HP:
            raise ValueError(f"wounds {own.wounds} are more than the {own.body.HP} HP there are")
        bonus = own.weapon[0].bonus if own.weapon else 0
        pool = Pool("HP", "hit points", own.body.HP)
        return Sheet(own.body.hit - self.options.ground.mud, bonus), (pool,), (own.body.HP - own.wounds,)

    # Carrying out

    def begin(self, draft: Draft) -> None:
        for combatant in reversed(draft.encounter.combatants):
            self.restart(draft, combatant.id, "begin")

    def join(self, draft: Draft, who: str) -> None:
        self.restart(draft, who, "joined")

    def restart(self, draft: Draft, who: str, why: str) -> None:
        if draft[who].able and draft.encounter.agenda.find(who, DECLARE) is None:
            draft.push("initiative", who=who)

    def decide(self, draft: Draft, command: Do) -> None:
        target = draft[command.words[0]]
        if target.id == command.who or not target.able:
            raise Refused(f"{draft[command.who].name} cannot hit {target.name}; hit somebody else who stands.")
        declare(
            draft, command.who, Action(0, "hit", target=target.id, speed=SPEED, label=f"hit {target.name}", weapon="")
        )

    def fallen(self, draft: Draft, who: str) -> None:
        draft.emit(ev.MarkChanged(who=who, mark="out", value=True))

    def due(self, draft: Draft, entries: Sequence[Due]) -> None:
        for due in reversed(entries):
            draft.push("ask", who=due.who, action=int(due.ref))

    def resume(self, draft: Draft, task: Task) -> None:
        data = task.data
        who = str(data["who"])
        match task.stage:
            case "initiative":
                draft.roll(Roll(who, "initiative", "initiative", "1d6"), Task("placed", {"who": who}))
            case "placed":
                may_declare_at(draft, who, draft.encounter.count + data["total"], "initiative")
            case "ask":
                self._ask(draft, who, data["action"])
            case "attack":
                self._attack(draft, who, data)
            case "attacked":
                self._attacked(draft, who, data)
            case "damage":
                self._damage(draft, who, data)

    def _ask(self, draft: Draft, who: str, number: int) -> None:
        action = draft[who].action(number)
        if action is None:
            return
        target = draft[action.target]
        if not target.able:
            self._over(draft, who, action, "missed", f"{target.name} is out of the fight")
            return
        draft.push("attack", who=who, action=number)
        text = f"{target.name} is about to be hit by {draft[who].name}."
        draft.ask(Ask.CHOOSE, target.id, "defence", text, ("nothing", "dodge"), about=who)

    def _attack(self, draft: Draft, who: str, data: Mapping[str, Any]) -> None:
        action = draft[who].action(data["action"])
        assert action is not None
        draft.emit(ev.DefenceDeclared(who=action.target, defence=data["answer"], against=who))
        chance = self.chance(draft.encounter, who) - (25 if data["answer"] == "dodge" else 0)
        wanted = Roll(
            who, "attack", action.label, "1d20", chance, chance, 5.0, (f"hit {chance}",), target=action.target
        )
        draft.roll(wanted, Task("attacked", {"who": who, "action": action.id}))

    def _attacked(self, draft: Draft, who: str, data: Mapping[str, Any]) -> None:
        action = draft[who].action(data["action"])
        assert action is not None
        if not data["success"]:
            self._over(draft, who, action, "missed", "missed")
            return
        wanted = Roll(who, "damage", "damage", "1d6", target=action.target)
        draft.roll(wanted, Task("damage", {"who": who, "action": action.id}))

    def _damage(self, draft: Draft, who: str, data: Mapping[str, Any]) -> None:
        action = draft[who].action(data["action"])
        assert action is not None
        target = draft[action.target]
        points = data["total"] + self.sheet(draft.encounter, who).bonus
        left = max(0, target.pool("HP") - points)
        excess = max(0, points - target.pool("HP"))
        draft.emit(ev.PoolChanged(who=target.id, pool="HP", by=-(points - excess), to=left, excess=excess, why="hit"))
        self._over(draft, who, action, "hit", f"{points} points")
        self.fixed(draft, target.id, "HP")

    def _over(self, draft: Draft, who: str, action: Action, outcome: str, label: str) -> None:
        draft.emit(ev.Struck(who=who, target=action.target, outcome=outcome, label=label))
        end_action(draft, who, action, "landed")
        self.restart(draft, who, "landed")

    def fixed(self, draft: Draft, who: str, what: str) -> None:
        if draft[who].able and draft[who].pool("HP") == 0:
            take_out(draft, who, Presence.DOWN, "no hit points left")

    def judge(self, roll: Roll, chance: int, total: int) -> Judgement:
        success = total * 5 <= chance
        return Judgement("success" if success else "failure", 1.0 if success else 0.0, chance - total * 5, success)

    # Asking

    def sheet(self, encounter: Encounter, who: str) -> Sheet:
        sheet = encounter[who].profile.sheet
        assert isinstance(sheet, Sheet)
        return sheet

    def chance(self, encounter: Encounter, who: str) -> int:
        return self.sheet(encounter, who).hit

    def obey(self, encounter: Encounter, who: str, does: str, target: str, weapon: str) -> Command | None:
        return Do(who, "hit", (target,))

    def choices(self, encounter: Encounter, question: Question) -> tuple[Choice, ...]:
        return Choice("n", "nothing", "nothing"), Choice("d", "dodge", "dodge", price="−25")

    def menu(self, encounter: Encounter, who: str, path: tuple[str, ...]) -> Menu:
        foes = [other for other in encounter if other.id != who]
        return Menu(
            "Hit whom?",
            tuple(
                Choice(str(at), foe.name, line=f"{who} hit {foe.id}", refused="" if foe.able else f"{foe.name} is out.")
                for at, foe in enumerate(foes, 1)
            ),
        )

    def again(self, encounter: Encounter, who: str) -> Choice | None:
        last = encounter[who].last
        return Choice("enter", last.label, line=f"{who} hit {last.target}") if last else None

    def verbs(self) -> tuple[str, ...]:
        return ("hit",)

    def parse(self, encounter: Encounter, who: str, verb: str, words: Sequence[str]) -> Command:
        if len(words) != 1:
            raise Refused(f"Say whom to hit: {who} hit somebody")
        return Do(who, "hit", (combatant_named(encounter, words[0]),))

    def conditions(self) -> tuple[tuple[str, str, int], ...]:
        return (("dazed", "dazed", 5),)

    def card(self, encounter: Encounter, who: str) -> Card:
        return Card(who, encounter[who].name, (Strike("fist", (("hit", self.chance(encounter, who)),)),), ())

    def explain(self, encounter: Encounter, who: str, words: Sequence[str]) -> tuple[str, ...]:
        return (f"hit {self.chance(encounter, who)}",)

    def can_be_spoiled(self, encounter: Encounter, who: str, action: Action) -> bool:
        return True

    def first_count(self, encounter: Encounter, sheet: object) -> tuple[int, int]:
        return encounter.count + 1, encounter.count + 6


class TinySystem:
    """The tiny game before it is bound."""

    name = "tiny"
    options: type[BaseModel] = TinyOptions
    combatant: type[BaseModel] = TinyCombatant
    parts: Mapping[str, type[BaseModel]] = {"weapon": TinyWeapon}
    figures: Mapping[str, tuple[str, ...]] = {}

    def library_record(self, kind: str, entry: Mapping[str, Any]) -> dict[str, Any]:
        return {"name": entry["name"], **{key: entry[key] for key in ("bonus", "reach") if key in entry}}

    def builtin(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        return {
            "creature": [{"name": "Goblin", "body": {"HP": 6, "hit": 45}, "weapon": [{"name": "Club"}]}],
            "weapon": [{"name": "Club", "bonus": 1}, {"name": "Spear", "bonus": 2, "reach": 2.0}],
        }

    def bind(self, options: Mapping[str, Any]) -> RuleSystem:
        return TinyRules(TinyOptions.model_validate(options))

    def template(self) -> str:
        return 'system = "tiny"\n'

    def calculators(self) -> Sequence[Calculator]:
        return ()


TINY = TinySystem()
