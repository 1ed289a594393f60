"""Fighters: one fighter at a moment of an encounter, or in a step under way. Games build their own on these."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any, Self

from tracker.encounter.engine.declarations import may_declare_at
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.features.free_events import remind
from tracker.encounter.features.presence import take_out
from tracker.games.toolkit import conditions, pool_changes, steps
from tracker.games.toolkit.sums import Sum
from tracker.model import events as ev
from tracker.model.combatant import Combatant, Presence, Scalar
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import DECLARE, Encounter, Rank


@dataclass(frozen=True)
class Standing:
    """One fighter at a moment of an encounter. What is reckoned of it may be a `cached_property`."""

    encounter: Encounter
    who: str

    # Kept: an encounter never changes, and rules ask for the combatant many times.
    @cached_property
    def now(self) -> Combatant:
        """The combatant, as it is at this moment."""
        return self.encounter[self.who]

    @property
    def name(self) -> str:
        return self.now.name

    def another(self, who: str) -> Self:
        """Return another fighter of the same encounter."""
        return replace(self, who=who)

    def has(self, key: str) -> bool:
        """Return whether the fighter has a condition."""
        return self.now.condition(key) is not None

    def holds(self, thing: str, usually: bool = False) -> bool:
        """Return whether a mark says that the fighter holds a thing. Without a mark, `usually`."""
        return bool(self.now.marks.get(f"holds {thing}", usually))


@dataclass(frozen=True, slots=True)
class Acting:
    """One fighter in a step under way. Each change is visible at once."""

    draft: StepBuilder
    who: str

    @property
    def now(self) -> Combatant:
        """The combatant, with all changes of the step so far."""
        encounter = self.draft.encounter  # spelled out, as in the step: the rules ask for nothing more often
        return encounter.combatants[encounter.seats[self.who]]

    @property
    def name(self) -> str:
        return self.now.name

    @property
    def count(self) -> int:
        return self.draft.encounter.count

    def another(self, who: str) -> Self:
        """Return another fighter in the same step."""
        return replace(self, who=who)

    def note(self, text: str, count: int = -1) -> None:
        """Write a line in the log. For a later `count`, schedule a reminder instead."""
        if count > self.draft.encounter.count:
            remind(self.draft, self.who, count, text)
        else:
            self.draft.note(text, self.who)

    def due(self, what: str, counts: int, ref: str = "", rank: Rank = Rank.RECOVERY) -> None:
        """Schedule an effect `counts` ahead, unless one of its kind is scheduled already."""
        steps.due(self.draft, self.who, what, counts, rank, ref)

    def cancel(self, *kinds: str, why: str) -> None:
        """Take effects of these kinds off the agenda."""
        self.draft.cancel(self.who, kinds, why)

    def ask(self, what: str, label: str, need: Sum, stage: str, target: str = "", **data: Any) -> None:
        """Roll the fighter's 3d6 against a number. Then `stage`."""
        steps.ask_roll(self.draft, self.who, what, label, need, stage, target, **data)

    def asked_in(self, counts: int, why: str = "") -> None:
        """Let the fighter declare again `counts` ahead."""
        may_declare_at(self.draft, self.who, self.count + counts, why)

    def goes_on(self) -> None:
        """Keep the fighter busy until the game ends that. It is asked for no declaration, but may act at any count."""
        declaring = self.draft.encounter.agenda.find(self.who, DECLARE)
        if declaring is not None:
            self.draft.emit(ev.DueEnded(who=self.who, what=DECLARE, at=declaring.count))
        if not self.now.waiting:
            self.draft.emit(ev.WaitChanged(who=self.who, waiting=True, busy=True))

    def mark(self, name: str, value: Scalar, why: str = "") -> None:
        """Set one of the fighter's marks."""
        steps.mark(self.draft, self.who, name, value, why)

    def go_down(self, why: str) -> None:
        """Take the fighter out of the fight, as down."""
        take_out(self.draft, self.who, Presence.DOWN, why)

    def wake_up(self, why: str) -> None:
        """Bring the fighter back into the fight, if it was down."""
        if self.now.presence is Presence.DOWN:
            self.draft.emit(ev.PresenceChanged(who=self.who, presence=Presence.IN.value, why=why))

    def take(self, pool: str, points: int, why: str, *, spent: bool = False) -> int:
        """Take points off one of the fighter's pools, `spent` by itself or lost. Return how many could be taken."""
        return pool_changes.take(self.draft, self.who, pool, points, why, spent=spent)

    def give(self, pool: str, points: int, why: str) -> int:
        """Give points back to one of the fighter's pools. Return how many it took up."""
        return pool_changes.give(self.draft, self.who, pool, points, why)

    def begin(self, key: str, label: str = "", of: str = "") -> None:
        """Begin a condition of the fighter, unless it has it."""
        conditions.begin(self.draft, self.who, key, label, of)

    def end(self, *keys: str) -> bool:
        """End conditions of the fighter. Return whether it had one of them."""
        return conditions.end(self.draft, self.who, *keys)
