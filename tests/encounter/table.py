"""A table for the kernel's tests: two or three people under the plain game or a variant of it, dice that are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tracker.clock.spans import TimeUnit
from tracker.dice.source import ScriptedDice
from tracker.encounter.engine.declarations import declare, may_declare_at
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.names import free_id
from tracker.encounter.roster import add_entry
from tracker.game_api.game import BASES
from tracker.game_api.rules import Rules
from tracker.games.plain.game import ABILITIES, PLAIN, CarryOver, Choices, Display, Sheets
from tracker.games.plain.sheet import HP, Options
from tracker.games.plain.turns import Resolution, Turns
from tracker.games.toolkit import d20
from tracker.model import events as ev
from tracker.model.combatant import Action
from tracker.model.commands import Do
from tracker.model.orders import OrderWords
from tracker.model.questions import Ask, Roll, Task
from tracker.model.state import DECLARE, Encounter
from tracker.narration.log_lines import tell
from tracker.session import Session

PEOPLE = (("Ann", "one", ""), ("Bob", "two", ""))


class Plain(Choices, Display, Sheets, CarryOver, Turns, Resolution, d20.Dice[Options]):
    """The plain game in one class, to be varied: what a test overrides is all that differs from the real one."""

    unit = PLAIN.unit
    abilities = ABILITIES


def rules_of(game: type[Plain]) -> Rules:
    """The rules of a class that is every part of them."""
    parts: Any = dict.fromkeys(BASES, game)
    return replace(PLAIN, unit=game.unit, abilities=game.abilities, **parts).bind({})


def table(
    game: type[Plain] = Plain, dice: Sequence[int] = (), people: Sequence[tuple[str, str, str]] = PEOPLE
) -> Session:
    """A session that has not begun: name, side and player of everyone, and every die in order."""
    rules = rules_of(game)
    encounter = Encounter("A small fight")
    for name, side, player in people:
        taken = [combatant.id for combatant in encounter]
        encounter = add_entry(encounter, rules, free_id(name, taken), name, {"side": side, "player": player})
    return Session(encounter, rules, ScriptedDice(dice))


def say(session: Session, *lines: str) -> list[ev.Event]:
    """Carry out lines; their events."""
    return [event for line in lines for event in session.say(line).events]


def told(session: Session, events: Sequence[ev.Event]) -> list[str]:
    """Events as the log has them."""
    words = (tell(event, lambda who: session.encounter[who].name, session.rules.unit) for event in events)
    return [one.text for one in words if one is not None]


class Timed(Plain):
    """The plain game in beats: an attack takes three and may be dodged; whoever is done rolls for its next moment."""

    unit = TimeUnit("beat", "beats", Fraction(1))
    abilities = replace(ABILITIES, orders=OrderWords(("attack", "guard"), ("nothing", "dodge"), body=(HP,)))

    def schedule_next_turn(self, draft: StepBuilder, who: str, why: str) -> None:
        if draft[who].able and draft.encounter.agenda.find(who, DECLARE) is None:
            draft.push("initiative", who=who)

    def decide(self, draft: StepBuilder, command: Do) -> None:
        target = draft[command.words[0]]
        declare(draft, command.who, Action(0, "attack", target=target.id, label=f"attack {target.name}", speed=3))

    def resume(self, draft: StepBuilder, task: Task) -> None:
        who = task.data["who"]
        match task.stage:
            case "initiative":
                draft.roll(Roll(who, "initiative", "initiative", "1d6"), Task("placed", {"who": who}))
            case "placed":
                may_declare_at(draft, who, draft.encounter.count + task.data["total"], "initiative")
            case "met":
                action = draft[who].action(task.data["action"])
                assert action is not None
                draft.emit(ev.DefenceDeclared(who=action.target, defence=task.data["answer"], against=who))
                super()._attack(draft, who, action)
            case _:
                super().resume(draft, task)

    def _attack(self, draft: StepBuilder, who: str, action: Action) -> None:
        draft.push("met", who=who, action=action.id)
        draft.ask(Ask.CHOOSE, action.target, "defence", "Attacked!", ("nothing", "dodge"), about=who)


class Burning(Plain):
    """The plain game in which the attacked one burns points before the die."""

    low, high, step = 0, 9, 3

    def _attack(self, draft: StepBuilder, who: str, action: Action) -> None:
        draft.push("burnt", who=who, action=action.id)
        draft.ask_amount(action.target, "energy", "How much energy?", self.low, self.high, step=self.step, about=who)

    def resume(self, draft: StepBuilder, task: Task) -> None:
        if task.stage != "burnt":
            super().resume(draft, task)
            return
        draft.note(f"burns {task.data['amount']}")
        action = draft[task.data["who"]].action(task.data["action"])
        assert action is not None
        super()._attack(draft, task.data["who"], action)
