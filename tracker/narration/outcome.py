"""Outcome: the result of the last blow, of other harm or of an event, with all that belongs to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field

from tracker.clock.spans import TimeUnit
from tracker.encounter.engine.journal import Journal
from tracker.game_api.rules import Rules
from tracker.game_api.values import Doing
from tracker.model import events as ev
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import Encounter
from tracker.narration.happenings import FURTHER, Happening, latest_first
from tracker.text.numbers import signed

_TOLD = (
    ev.Struck, ev.PresenceChanged, ev.PoolChanged, ev.ConditionGained, ev.ConditionEnded, ev.EventHappened, ev.Rolled,
    ev.ActionEnded,
)  # fmt: skip
"""The events that may make an outcome."""
_LOOKED_THROUGH = 60
"""The steps searched for the last outcome."""
BACK = "back in the fight"


@dataclass(slots=True)
class Effects:
    """The effects on one combatant: points by pool, conditions by key as they are called, its presence."""

    pools: dict[str, int] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    """The points left in each of these pools at the end of the happening."""
    harmed: dict[str, int] = field(default_factory=dict)
    """The points lost in each as harm: all but those spent."""
    spent: set[str] = field(default_factory=set)
    """The pools from which the fighter itself spent points."""
    conditions: dict[str, str] = field(default_factory=dict)
    over: list[str] = field(default_factory=list)
    """The labels of conditions that the clock has ended."""
    presence: str = ""
    until: dict[str, str] = field(default_factory=dict)
    """The length of each condition, in words: `until 71`."""


@dataclass(slots=True)
class Outcome:
    """The blows of one moment and what they did to whom, or what else stopped the fight, and the count it was at."""

    at: int
    blows: list[ev.Struck] = field(default_factory=list)
    effects: dict[str, Effects] = field(default_factory=dict)
    happened: list[str] = field(default_factory=list)
    done: dict[str, str] = field(default_factory=dict)
    """Other stops of the fight, by fighter: an action that landed, a roll that the clock required."""
    rolls: list[ev.Rolled] = field(default_factory=list)
    """The rolls against a chance before the last blow that are no secret: how it came about."""
    by_program: list[str] = field(default_factory=list)
    """The fighters whose players roll real dice, but for whom the tracker rolled."""

    def take(self, events: Iterable[ev.Event], ended: bool = False) -> None:
        """Add the changes of these events. With `ended` also the conditions they ended."""
        for event in events:
            match event:
                case ev.Struck():
                    self.blows.append(event)
                case ev.PoolChanged() if event.by:
                    self._lost(event)
                case ev.ConditionGained():
                    self._gained(event)
                case ev.ConditionEnded():
                    known = self._of(event.who).conditions.pop(event.condition, None)
                    if ended and known is None and event.label:
                        self._of(event.who).over.append(event.label)
                case ev.PresenceChanged():
                    self._of(event.who).presence = BACK if event.presence == "in" else event.presence
                case ev.EventHappened():
                    self.happened.append(event.text)
                case ev.Rolled(secret=False):
                    self._rolled(event)
                case _:
                    pass

    def add_stop(self, events: Sequence[ev.Event]) -> None:
        """Add the stop of the fight: the action that landed, and the result of a roll against a chance."""
        for event in events:
            if isinstance(event, ev.ActionEnded) and event.how == "landed":
                self.done[event.who] = event.label
        for event in events:
            if isinstance(event, ev.Rolled) and event.chance is not None and not event.secret:
                self.done[event.who] = f"{self.done.get(event.who) or event.label}, {event.tier}"

    def _rolled(self, event: ev.Rolled) -> None:
        """Keep a roll against a chance before any blow, and the player for whom the program rolled."""
        if event.for_player and event.who not in self.by_program:
            self.by_program.append(event.who)
        if event.chance is not None and not self.blows:
            self.rolls.append(event)

    def _lost(self, event: ev.PoolChanged) -> None:
        """Add a change of points to the effects of its fighter."""
        effects = self._of(event.who)
        effects.pools[event.pool] = effects.pools.get(event.pool, 0) + event.by
        effects.left[event.pool] = event.to
        effects.harmed[event.pool] = effects.harmed.get(event.pool, 0) + event.harmed
        if event.spent:
            effects.spent.add(event.pool)

    def _gained(self, event: ev.ConditionGained) -> None:
        amount = f" {signed(event.amount)}" if event.amount else ""
        self._of(event.who).conditions[event.condition] = f"{event.label}{amount}"

    def _of(self, who: str) -> Effects:
        return self.effects.setdefault(who, Effects())

    def lasts(self, encounter: Encounter, rules: Rules | None, unit: TimeUnit) -> None:
        """Add the length of each condition, as far as it is known now. Helplessness comes first."""
        for who, effects in self.effects.items():
            if who not in encounter:
                continue
            doing = rules.display.activity(encounter, who) if rules is not None else Doing()
            for key in tuple(effects.conditions):
                condition = encounter[who].condition(key)
                if condition is None:
                    continue
                if condition.until is not None:
                    effects.until[key] = f"until {unit.text(condition.until)}"
                elif doing.what == condition.label:
                    effects.until[key] = doing.closer if doing.closer.startswith("until ") else ""
                    # The condition that is the fighter's present activity, such as helplessness, comes first.
                    effects.conditions = {key: effects.conditions[key], **effects.conditions}


def last_outcome(journal: Journal) -> Outcome | None:
    """Return the last blow, other harm or event, through however many steps its dice took. None without one."""
    steps = [journal.steps[n] for n in journal.done[-_LOOKED_THROUGH:] if n in journal.steps]
    for happening in latest_first(steps, _TOLD):
        outcome, tells = _outcome(happening)
        if tells:
            return outcome
    return None


def _outcome(happening: Happening) -> tuple[Outcome | None, bool]:
    """Return the outcome of a happening, and whether there is something to tell.

    Points alone are an outcome only until the next roll of the fighter who lost them. Then there is something to tell,
    but no outcome.
    """
    events, part, last = happening.events, happening.part, happening.parts[-1]
    outcome = Outcome(happening.parts[0].at)
    if any(isinstance(event, ev.Struck) for event in events):
        # Entries due at the same count, such as bleeding, may be before the question for a defence.
        for each_part in happening.parts:
            outcome.take(() if each_part.by_clock else each_part.events)
        return outcome, True
    alone = part.first and part.last and not isinstance(part.events[0], FURTHER) and not part.by_clock
    by_clock = happening.parts[0].by_clock or _lands(events)
    halts = by_clock and last.last and not any(isinstance(event, ev.Asked) for event in last.events)
    if not _harms(events, alone, by_clock, halts):
        return None, False
    outcome.take(events, halts)
    if halts and not any(effects.pools for effects in outcome.effects.values()):
        outcome.add_stop(events)
    since = [event for later in happening.since for event in later.events]
    return (None if _is_over(outcome, since) else outcome), True


def _lands(events: Sequence[ev.Event]) -> bool:
    landed = any(isinstance(event, ev.ActionEnded) and event.how == "landed" for event in events)
    return landed and not any(isinstance(event, ev.ActionDeclared) for event in events)


def _harms(events: Sequence[ev.Event], alone: bool, by_clock: bool, halts: bool) -> bool:
    """Return whether something was done to a fighter, or happened, beyond the effects of the clock.

    That is a change of presence, an event, or points that a roll cost. `alone` (no time passed, nothing was declared)
    also counts any change of points, `by_clock` (an entry came due) a condition, and `halts` (the fight stops with it)
    the end of a condition, points, a roll or an action.
    """
    kinds = {type(event) for event in events}
    return (
        bool(kinds & {ev.PresenceChanged, ev.EventHappened})
        or (ev.PoolChanged in kinds and (alone or _cost(events)))
        or (by_clock and ev.ConditionGained in kinds)
        or (halts and bool(kinds & {ev.ConditionEnded, ev.PoolChanged, ev.Rolled, ev.ActionEnded}))
    )


def _cost(events: Iterable[ev.Event]) -> bool:
    """Return whether a roll cost its fighter points, as one in a long sprint does."""
    rolled: set[str] = set()
    for event in events:
        if isinstance(event, ev.Rolled):
            rolled.add(event.who)
        elif isinstance(event, ev.PoolChanged) and event.lost > 0 and event.who in rolled:
            return True
    return False


def _is_over(outcome: Outcome, since: Sequence[ev.Event]) -> bool:
    """Return whether only points were lost, and a loser has since rolled or had another change of points."""
    if (
        outcome.happened
        or outcome.done
        or any(effect.presence or effect.conditions or effect.over for effect in outcome.effects.values())
    ):
        return False
    return any(isinstance(event, ev.Rolled | ev.PoolChanged) and event.who in outcome.effects for event in since)
