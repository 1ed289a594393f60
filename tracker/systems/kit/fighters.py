"""Fighters: somebody at one moment of an encounter, and somebody in a step under way; a game's own build on them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

from tracker.encounter.engine.declarations import may_declare_at
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.features.free_events import remind
from tracker.encounter.features.presence import take_out
from tracker.model import events as ev
from tracker.model.combatant import Combatant, Presence, Scalar
from tracker.model.state import DECLARE, Encounter, Rank
from tracker.systems.kit import conditions, pool_changes, steps
from tracker.systems.kit.sums import Sum


class Moment(NamedTuple):
    """Somebody at one moment of an encounter."""

    encounter: Encounter
    who: str

    @property
    def now(self) -> Combatant:
        """The part of it that changes."""
        return self.encounter[self.who]

    @property
    def name(self) -> str:
        """What it is called."""
        return self.now.name


@dataclass(frozen=True)
class Standing:
    """The same as a base for what a game works out of it once and keeps (`cached_property`)."""

    encounter: Encounter
    who: str

    @property
    def one(self) -> Combatant:
        """The combatant."""
        return self.encounter[self.who]

    @property
    def name(self) -> str:
        """What it is called."""
        return self.one.name

    def another(self, who: str) -> Self:
        """Somebody else in the same fight."""
        return replace(self, who=who)

    def has(self, key: str) -> bool:
        """Whether it bears a condition."""
        return self.one.condition(key) is not None

    def holds(self, thing: str, usually: bool = False) -> bool:
        """Whether a thing is in hand by its mark, or usually is."""
        return bool(self.one.marks.get(f"holds {thing}", usually))


@dataclass(frozen=True, slots=True)
class Acting:
    """Somebody in a step that is under way: what is changed shows at once."""

    draft: StepBuilder
    who: str

    @property
    def now(self) -> Combatant:
        """The combatant as it is by now."""
        return self.draft[self.who]

    @property
    def name(self) -> str:
        """What it is called."""
        return self.now.name

    @property
    def count(self) -> int:
        """The present count."""
        return self.draft.encounter.count

    def another(self, who: str) -> Self:
        """Somebody else in the same step."""
        return replace(self, who=who)

    def note(self, text: str, at: int = -1) -> None:
        """A line in the log; of what is so from a count `at` that is still to come, a free event there."""
        if at > self.draft.encounter.count:
            remind(self.draft, self.who, at, text)
        else:
            self.draft.note(text, self.who)

    def due(self, what: str, counts: int, ref: str = "", rank: Rank = Rank.RECOVERY) -> None:
        """Put on the agenda what comes by itself so many counts on, unless it is there."""
        steps.due(self.draft, self.who, what, counts, rank, ref)

    def cancel(self, *whats: str, why: str) -> None:
        """What was to come by itself comes no more."""
        self.draft.cancel(self.who, whats, why)

    def ask(self, what: str, label: str, need: Sum, stage: str, target: str = "", **data: Any) -> None:
        """3d6 of it against a sum; then `stage`."""
        steps.ask_roll(self.draft, self.who, what, label, need, stage, target, **data)

    def asked_in(self, counts: int, why: str = "") -> None:
        """It declares again so many counts on."""
        may_declare_at(self.draft, self.who, self.count + counts, why)

    def goes_on(self) -> None:
        """It is busy with something that goes on by itself: nobody asks it, but it may act at any count."""
        declaring = self.draft.encounter.agenda.find(self.who, DECLARE)
        if declaring is not None:
            self.draft.emit(ev.DueEnded(who=self.who, what=DECLARE, at=declaring.count))
        if not self.now.waiting:
            self.draft.emit(ev.WaitChanged(who=self.who, waiting=True, busy=True))

    def mark(self, name: str, value: Scalar, why: str = "") -> None:
        """Set one of its marks."""
        steps.mark(self.draft, self.who, name, value, why)

    def go_down(self, why: str) -> None:
        """Put it out of the fight, down."""
        take_out(self.draft, self.who, Presence.DOWN, why)

    def wake_up(self, why: str) -> None:
        """It is back in the fight, if it was down."""
        if self.now.presence is Presence.DOWN:
            self.draft.emit(ev.PresenceChanged(who=self.who, presence=Presence.IN.value, why=why))

    def take(self, pool: str, points: int, why: str) -> None:
        """Take points off a pool of it."""
        pool_changes.take(self.draft, self.who, pool, points, why)

    def begin(self, key: str, label: str = "", of: str = "") -> None:
        """A condition of it begins, unless it is borne already."""
        conditions.begin(self.draft, self.who, key, label, of)

    def end(self, *keys: str) -> bool:
        """Conditions of it are over; says whether one of them was borne."""
        return conditions.end(self.draft, self.who, *keys)
