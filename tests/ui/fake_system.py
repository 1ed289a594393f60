"""A game for the screen's tests: six pools, menus with paths, defences with prices, dodging; blows that take time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tracker.clock.agenda import Due
from tracker.clock.spans import TimeUnit
from tracker.dice.source import ScriptedDice, SeededDice
from tracker.encounter import events as ev
from tracker.encounter.by_hand import take_out
from tracker.encounter.combatant import Action, Pool, Presence
from tracker.encounter.commands import Command, Do, Join, JoinCreature
from tracker.encounter.declaring import declare, end_action, may_declare_at
from tracker.encounter.draft import Draft
from tracker.encounter.names import combatant_named, free_id, seat_key
from tracker.encounter.questions import Ask, Question, Roll, Task
from tracker.encounter.refusals import Refused
from tracker.encounter.seating import seat_entry
from tracker.encounter.state import DECLARE, Encounter
from tracker.encounter.system import Card, Choice, Judgement, Menu, Strike
from tracker.rules.values import Abilities, ModifierScale, OrderWords
from tracker.session import Session
from tracker.systems.kit.rules import Whole

POOLS: tuple[tuple[str, str, int], ...] = (("HP", "hit points", 38), ("EN", "energy", 24), ("WI", "wind", 12))
POOLS += (("MH", "mind", 20), ("ME", "will", 16), ("MW", "calm", 9))
WEAPONS = (("s", "sword", 6), ("k", "knife", 3))


class FakeRules(Whole[None]):
    """What the screen may meet in a game, in small."""

    unit = TimeUnit("beat", "beats", Fraction(1))
    abilities = Abilities(
        ModifierScale("df"), damage="damage", readying=("begin",), orders=OrderWords(answers=("nothing", "dodge"))
    )

    def read_sheet(self, entry: Mapping[str, Any]) -> tuple[object, tuple[Pool, ...], tuple[int, ...]]:
        pools = tuple(Pool(*pool) for pool in POOLS)
        hurt = int(entry.get("wounds", 0))
        return None, pools, (POOLS[0][2] - hurt, *(full for _, _, full in POOLS[1:]))

    def begin(self, draft: Draft) -> None:
        for combatant in reversed(draft.encounter.combatants):
            self.restart(draft, combatant.id, "begin")

    def join(self, draft: Draft, who: str) -> None:
        self.restart(draft, who, "joined")

    def restart(self, draft: Draft, who: str, why: str) -> None:
        if draft[who].able and draft.encounter.agenda.find(who, DECLARE) is None:
            draft.push("initiative", who=who)

    def fallen(self, draft: Draft, who: str) -> None:
        draft.emit(ev.MarkChanged(who=who, mark="out", value=True))

    def due(self, draft: Draft, entries: Sequence[Due]) -> None:
        for due in reversed(entries):
            draft.push("ask", who=due.who, action=int(due.ref))

    def decide(self, draft: Draft, command: Do) -> None:
        who = command.who
        if command.verb == "damage":
            pool = draft[who].pool("HP")
            by = min(pool, int(command.words[0]))
            draft.emit(ev.PoolChanged(who=who, pool="HP", by=-by, to=pool - by, why="by hand"))
            self.fixed(draft, who, "HP")
        elif command.verb == "burn":
            draft.push("burnt", who=who)
            draft.ask_amount(who, "energy", f"How much does {draft[who].name} burn?", 0, 9)
        elif command.verb == "ready":
            draft.emit(ev.ConditionGained(who=who, condition="alert", label="alert", amount=5))
        else:
            target = draft[command.words[0]]
            weapon = command.words[1] if len(command.words) > 1 else "sword"
            speed = next(speed for _, name, speed in WEAPONS if name == weapon)
            options = command.words[2:]
            if target.id == who or not target.able:
                raise Refused(f"{draft[who].name} cannot hit {target.name}; hit somebody else who stands.")
            action = Action(0, "hit", weapon, target.id, options, f"{weapon} {target.name}", speed=speed)
            declare(draft, who, action)

    def resume(self, draft: Draft, task: Task) -> None:
        data = task.data
        who = str(data["who"])
        match task.stage:
            case "burnt":
                draft.note(f"burns {data['amount']}", who)
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
        chance = 55 - (25 if data["answer"] == "dodge" else 0)
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
        points = data["total"] + 2
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

    def obey(self, encounter: Encounter, who: str, does: str, target: str, weapon: str) -> Command | None:
        return Do(who, "hit", (target,))

    def conditions(self) -> tuple[tuple[str, str, int], ...]:
        return (("dazed", "dazed", 5),)

    def explain(self, encounter: Encounter, who: str, words: Sequence[str]) -> tuple[str, ...]:
        return ("hit 55",)

    def first_count(self, encounter: Encounter, sheet: object) -> tuple[int, int]:
        return encounter.count + 1, encounter.count + 6

    def menu(self, encounter: Encounter, who: str, path: tuple[str, ...]) -> Menu:
        own = encounter[who]
        if path == ("begin",):
            return Menu(f"How ready is {own.name}?", (Choice("a", "alert", line=f"{who} ready", price="+5"),))
        if not path:
            return Menu(
                f"{own.name} may declare.",
                (
                    Choice("a", "attack", path=("hit",)),
                    Choice("w", "wait", line=f"{who} wait"),
                    Choice("m", "move", refused=f"{own.name} cannot move: the ground is mud."),
                ),
            )
        if len(path) == 1:
            return Menu(
                f"{own.name} attacks with what?",
                tuple(Choice(key, name, path=(*path, name), price=f"55 in {speed}") for key, name, speed in WEAPONS),
            )
        speed = next(speed for _, name, speed in WEAPONS if name == path[1])
        extra = " ".join(path[2:])
        targets = tuple(
            Choice(
                seat_key(other.profile.seat),
                other.name,
                line=f"{who} hit {other.id} {path[1]} {extra}".rstrip(),
                price=f"55, lands {encounter.count + speed}",
                refused="" if other.able else f"{other.name} is {other.presence.value}.",
            )
            for other in encounter
            if other.id != who
        )
        hard = () if "hard" in path else (Choice("h", "hard", path=(*path, "hard"), price="−10"),)
        return Menu(f"{own.name}: {path[1]} at whom?", targets, hard)

    def again(self, encounter: Encounter, who: str) -> Choice | None:
        last = encounter[who].last
        if last is None or not last.target:
            return None
        speed = next(speed for _, name, speed in WEAPONS if name == last.weapon)
        return Choice(
            "enter",
            last.label,
            line=f"{who} hit {last.target} {last.weapon}",
            price=f"55, lands {encounter.count + speed}",
        )

    def choices(self, encounter: Encounter, question: Question) -> tuple[Choice, ...]:
        return (
            Choice("n", "nothing", "nothing"),
            Choice("d", "dodge", "dodge", price="−25, own blow 17→22"),
            Choice("b", "block", "block", refused="No shield is at hand."),
        )

    def verbs(self) -> tuple[str, ...]:
        return ("hit", "damage", "ready", "burn")

    def parse(self, encounter: Encounter, who: str, verb: str, words: Sequence[str]) -> Command:
        if verb == "damage":
            if len(words) != 1 or not words[0].isdigit():
                raise Refused(f"Say how much: {who} damage 12")
            return Do(who, verb, tuple(words))
        if verb in ("ready", "burn"):
            return Do(who, verb)
        if not words:
            raise Refused(f"Say whom to hit: {who} hit somebody")
        return Do(who, "hit", (combatant_named(encounter, words[0]), *words[1:]))

    def card(self, encounter: Encounter, who: str) -> Card:
        strikes = (
            Strike(
                "Bastard Sword", (("strike", 59), ("parry", 44), ("block", 49)), (30, 15, 6, 1), "10−4", "13 cutting"
            ),
            Strike("Knife", (("strike", 38), ("parry", 20)), (19, 10, 4, 0), "5", "6 cutting"),
        )
        return Card(who, encounter[who].name, strikes, ("−2 bad light",), ("speed 12 · armour 3",))

    def doing(self, encounter: Encounter, who: str) -> str:
        return "dodging 3×" if encounter[who].condition("dazed") else ""

    def can_be_spoiled(self, encounter: Encounter, who: str, action: Action) -> bool:
        return action.weapon == "knife"


def stock(encounter: Encounter, wish: JoinCreature) -> tuple[Join, ...]:
    """A library that has everything."""
    joins: list[Join] = []
    for number in range(1, wish.number + 1):
        name = wish.name or (f"{wish.creature} {number}" if wish.number > 1 else wish.creature)
        taken = [combatant.id for combatant in encounter] + [join.id for join in joins]
        joins.append(Join(free_id(name, taken), name, f'side = "{wish.side or "foes"}"\n'))
    return tuple(joins)


DUEL = (("Brann", "heroes", "Ana"), ("Goblin 1", "raiders", ""))
FORD = (("Brann", "heroes", "Ana"), ("Sela", "heroes", ""), ("Goblin 1", "raiders", ""), ("Goblin 2", "raiders", ""))


def fight(
    people: Sequence[tuple[str, str, str]] = FORD, *, dice: Sequence[int] = (), title: str = "Ambush at the ford"
) -> Session:
    """A session that has not begun; `dice` fall in order, then any."""
    rules = FakeRules(None)
    encounter = Encounter(title)
    for name, side, player in people:
        taken = [combatant.id for combatant in encounter]
        encounter = seat_entry(encounter, rules, free_id(name, taken), name, {"side": side, "player": player})
    source = ScriptedDice(dice) if dice else SeededDice(7)
    return Session(encounter, rules, source, stock=stock)


def crowd(number: int) -> Session:
    """Many, of two sides; nobody's dice are typed."""
    return fight([(f"Fighter {n}", "heroes" if n % 2 else "raiders", "") for n in range(1, number + 1)])


def rolled(session: Session) -> Session:
    """The same session with nobody's dice typed in."""
    encounter = session.encounter
    for combatant in encounter.combatants:
        encounter = encounter.with_combatant(replace(combatant, typed=False))
    session.encounter = session.journal.states[0] = encounter
    return session
