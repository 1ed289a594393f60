"""A table for tests: combatants by a few words, scripted dice, lines said, and what came of them."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from tests.asking import answered
from tracker.dice.source import ScriptedDice
from tracker.encounter.engine.journal import Journal
from tracker.encounter.names import free_id
from tracker.encounter.roster import add_entry
from tracker.games.hybrid.game import HYBRID
from tracker.model.events import Event
from tracker.model.state import Encounter
from tracker.session import Outcome, Session
from tracker.session.queries import Answer

LONG_SWORD = {"name": "Long Sword", "basis": ["PCA"], "rank": 7, "df": -1}
BASTARD = {"name": "Bastard Sword", "skill": "Long Sword", "speed": 10, "damage": 13, "type": "cutting", "length": 1.0}
SHORT_SWORD = {"name": "Short Sword", "skill": "Short Sword", "speed": 7, "damage": 11, "type": "cutting"}
BRANN = {"name": "Brann", "side": "heroes", "player": "Ana", "skill": [LONG_SWORD], "weapon": [BASTARD]}
GOBLIN = {
    "name": "Goblin 1",
    "side": "raiders",
    "skill": [{"name": "Short Sword", "basis": ["PCA"], "rank": 1}],
    "weapon": [SHORT_SWORD],
}


class Table:
    """A fight at a table whose dice are known beforehand."""

    edition = "current"
    """The edition of each table that does not say which."""

    def __init__(self, *entries: dict[str, Any], dice: Iterable[int] = (), **options: Any) -> None:
        edition = {} if self.edition == "current" else {"edition": self.edition}
        rules = HYBRID.bind({**edition, **options})
        encounter = Encounter("a fight")
        for entry in entries:
            encounter = add_entry(encounter, rules, free_id(entry["name"], encounter.seats), entry["name"], entry)
        self.dice = ScriptedDice(dice)
        self.session = Session(encounter, rules, self.dice)

    def again(self) -> Table:
        """A copy that is played on by itself, with the dice that are left."""
        table, kept = object.__new__(type(self)), self.session.journal
        lists = (kept.done[:], kept.undone[:], kept.together[:])
        table.dice = ScriptedDice(self.dice._faces)
        journal = Journal(dict(kept.steps), *lists, dict(kept.states), kept.last)
        table.session = Session(self.now, self.session.rules, table.dice, journal=journal)
        return table

    def say(self, *lines: str) -> Outcome:
        """Say lines one after another; the outcome of the last."""
        outcome = Outcome()
        for line in lines:
            outcome = self.session.say(line)
        return outcome

    def ask(self, line: str) -> Answer:
        """The answer to a line that only asks."""
        return answered(self.session, line)

    def fall(self, *faces: int) -> None:
        """More dice that will fall."""
        self.dice._faces.extend(faces)

    @property
    def now(self) -> Encounter:
        """The state."""
        return self.session.encounter

    def asked(self) -> tuple[str, str]:
        """Who is asked, and about what; empty words when nobody is."""
        question = self.now.question
        return (question.who, question.what) if question is not None else ("", "")

    def events(self) -> list[Event]:
        """All events in force."""
        journal = self.session.journal
        return [event for n in journal.done for event in journal.steps[n].events]

    def due(self, who: str, what: str = "declare") -> int | None:
        """The count at which `who` has something of this kind due."""
        due = self.now.agenda.find(who, what)
        return due.count if due is not None else None


def at_once(*entries: dict[str, Any], count: int = 11, dice: Iterable[int] = (), **options: Any) -> Table:
    """A fight in which all may declare at `count`: everyone has perceived, and initiative was put right by hand."""
    table = seated(Table.edition, repr(entries), count, repr(options)).again()
    table.fall(*dice)
    return table


@lru_cache(maxsize=64)
def seated(edition: str, entries: str, count: int, options: str) -> Table:
    """The table before any dice of its test fall, by what was written of its fighters; it is played on in copies."""
    people = literal_eval(entries)
    table = Table(*people, **{"edition": edition, **literal_eval(options)})
    for entry in people:
        if not entry.get("player"):
            table.fall(1, 3, 3)
    table.say("begin")
    while table.now.question is not None:
        table.say("01" if table.asked()[1] == "perception" else "=6")
    for combatant in table.now:
        table.say(f"fix {combatant.id} count {count}")
    return table
