"""A table for phases: people by a few words, dice that are known, lines said, and what came of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tracker.dice.source import ScriptedDice
from tracker.games.registry import find
from tracker.model.events import Event, PoolChanged, Rolled, Struck
from tracker.model.state import Encounter
from tracker.narration.log_lines import tell
from tracker.session import Session
from tracker.storage.preparation import prepare

LASER = {
    "name": "Laser pistol", "skill": "Pistol", "use": "ranged", "rof": 2, "damage": "1d10", "bonus": 10,
}  # fmt: skip
GUN = {"name": "Machine gun", "skill": "Machine gun", "use": "ranged", "rof": 5, "damage": "1d10"}
KNIFE = {"name": "Knife", "skill": "Knife", "damage": "1d6"}
FISTS = {"name": "Fists", "skill": "Brawling", "damage": "1d10", "kind": "shock"}
KANE = {
    "name": "Kane", "side": "boarders", "hit_factors": 30, "initiative": 15,
    "bonuses": {"reflexes": 7, "intuition": 3},
    "skill": [{"name": "Pistol", "value": 75, "stat": "reflexes"}],
    "weapon": [LASER],
}  # fmt: skip
VOS = {
    "name": "Vos", "side": "crew", "hit_factors": 20, "bonuses": {"reflexes": 5, "intuition": 5},
    "skill": [{"name": "Knife", "value": 70, "stat": "reflexes"}], "weapon": [KNIFE],
}  # fmt: skip
ROOK = {
    "name": "Rook", "side": "crew", "hit_factors": 25, "bonuses": {"reflexes": 5}, "initiative": 30,
    "skill": [{"name": "Machine gun", "value": 50, "stat": "reflexes"}], "weapon": [GUN],
}  # fmt: skip
Entry = dict[str, Any]


class Table:
    """A fight of phases whose dice are known beforehand."""

    def __init__(self, *entries: Entry, dice: Sequence[int] = (), **options: Any) -> None:
        stated = find("phases").stated(options)
        fight = prepare({"system": "phases", "combatant": list(entries), **stated})
        self.dice = ScriptedDice(dice)
        self.session = Session(fight.encounter, fight.rules, self.dice)

    @property
    def now(self) -> Encounter:
        """The state."""
        return self.session.encounter

    @property
    def at(self) -> str:
        """The present as the table writes it."""
        return self.session.rules.unit.text(self.now.count)

    def say(self, *lines: str) -> list[Event]:
        """Carry out lines; their events."""
        return [event for line in lines for event in self.session.say(line).events]

    def told(self, *lines: str) -> list[str]:
        """Carry out lines; what the log says of them."""
        words = [tell(event, lambda who: self.now[who].name, self.session.rules.unit) for event in self.say(*lines)]
        return [one.text for one in words if one is not None]

    def fall(self, *faces: int) -> None:
        """More dice that will fall."""
        self.dice._faces.extend(faces)

    def asked(self) -> tuple[str, str]:
        """Who is asked, and what; empty when nobody is."""
        question = self.now.question
        return (question.who, question.ask.value) if question is not None else ("", "")

    def due(self, who: str) -> str:
        """When somebody may declare next; empty when it has no moment."""
        due = self.now.agenda.find(who, "declare")
        return self.session.rules.unit.text(due.count) if due is not None else ""

    def pools(self, who: str) -> dict[str, int]:
        """What is left in every pool."""
        one = self.now[who]
        return {pool.name: left for pool, left in zip(one.profile.pools, one.pools, strict=True)}

    def bears(self, who: str) -> set[str]:
        """The keys of its conditions."""
        return {condition.key for condition in self.now[who].conditions}

    def until(self, who: str, moment: str = "") -> None:
        """Everybody else holds until `who` is asked, at `moment` where one is given."""
        for _ in range(60):
            asked, what = self.asked()
            if asked == who and moment in ("", self.at):
                return
            self.say("next" if not asked else f"{asked} hold" if what == "declare" else "roll")
        raise AssertionError(f"{who} is never asked at {moment}")


def begun(*entries: Entry, dice: Sequence[int] = (), **options: Any) -> Table:
    """A fight that has begun; everybody's Initiative fell on 1."""
    table = Table(*entries, dice=[1] * len(entries), **options)
    table.say("begin")
    table.fall(*dice)
    return table


def rolls(events: Sequence[Event]) -> list[tuple[str, int, int | None, str]]:
    """Every roll against a chance: who, total, chance, tier."""
    return [
        (event.who, event.total, event.chance, event.tier)
        for event in events
        if isinstance(event, Rolled) and event.chance is not None
    ]


def blows(events: Sequence[Event]) -> list[tuple[str, str, str, int]]:
    """What came of attacks: target, outcome, location, points."""
    return [(e.target, e.outcome, e.location, e.damage) for e in events if isinstance(e, Struck)]


def losses(events: Sequence[Event]) -> list[tuple[str, str, int, int]]:
    """Changes of pools: whose, which, by how much, what is beyond it."""
    return [(e.who, e.pool, e.by, e.excess) for e in events if isinstance(e, PoolChanged)]
