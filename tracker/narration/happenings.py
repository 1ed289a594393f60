"""Happenings: what belongs together over the steps of a fight, such as a blow with all that came of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tracker.clock.spans import TimeUnit
from tracker.encounter.engine.journal import Journal, Step
from tracker.game_api.rules import Rules
from tracker.game_api.values import Doing
from tracker.model import events as ev
from tracker.model.questions import DECLARATION
from tracker.model.state import DECLARE, END, LAND, Encounter
from tracker.text.numbers import signed

_FURTHER = (ev.TimeAdvanced, ev.ActionDeclared, ev.Began)
"""Events with which a fight goes on to something else."""
_TOLD = (
    ev.Struck, ev.PresenceChanged, ev.PoolChanged, ev.ConditionGained, ev.ConditionEnded, ev.EventHappened, ev.Rolled,
    ev.ActionEnded,
)  # fmt: skip
"""Events of which an outcome can be made."""
_LOOKED_THROUGH = 60
"""Steps looked through for the last outcome."""
BACK = "back in the fight"


@dataclass(slots=True)
class Effects:
    """What became of one combatant: points by pool, conditions by key as they are called, where it stands now."""

    pools: dict[str, int] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    """The points left of each of these pools when all of it had come."""
    conditions: dict[str, str] = field(default_factory=dict)
    over: list[str] = field(default_factory=list)
    """Conditions the clock has ended, as they are called."""
    presence: str = ""
    until: dict[str, str] = field(default_factory=dict)
    """By condition, how long it lasts, in words: `until 71`."""


@dataclass(slots=True)
class Outcome:
    """The blows of one moment and what they did to whom, or what else stopped the fight, and the count it was at."""

    at: int
    blows: list[ev.Struck] = field(default_factory=list)
    effects: dict[str, Effects] = field(default_factory=dict)
    happened: list[str] = field(default_factory=list)
    """The texts of free events."""
    done: dict[str, str] = field(default_factory=dict)
    """What else the fight stopped at, by who did it: an action that landed, a roll the clock asked for."""
    by_program: list[str] = field(default_factory=list)
    """The fighters whose players roll real dice, and for whom the tracker rolled some of this."""

    def take(self, events: Iterable[ev.Event], ended: bool = False) -> None:
        """Add what these events brought; with `ended` also the conditions they ended."""
        for event in events:
            match event:
                case ev.Struck():
                    self.blows.append(event)
                case ev.PoolChanged() if event.by:
                    pools = self._of(event.who).pools
                    pools[event.pool] = pools.get(event.pool, 0) + event.by
                    self._of(event.who).left[event.pool] = event.to
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
                case ev.Rolled(for_player=True, secret=False) if event.who not in self.by_program:
                    self.by_program.append(event.who)
                case _:
                    pass

    def halted(self, events: Sequence[ev.Event]) -> None:
        """Add what the fight stopped at: what landed, and how a roll against a chance went."""
        for event in events:
            if isinstance(event, ev.ActionEnded) and event.how == "landed":
                self.done[event.who] = event.label
        for event in events:
            if isinstance(event, ev.Rolled) and event.chance is not None and not event.secret:
                self.done[event.who] = f"{self.done.get(event.who) or event.label}, {event.tier}"

    def _gained(self, event: ev.ConditionGained) -> None:
        """Keep a condition that began, with its amount."""
        amount = f" {signed(event.amount)}" if event.amount else ""
        self._of(event.who).conditions[event.condition] = f"{event.label}{amount}"

    def _of(self, who: str) -> Effects:
        return self.effects.setdefault(who, Effects())

    def lasts(self, encounter: Encounter, rules: Rules | None, unit: TimeUnit) -> None:
        """Learn how long each condition lasts, as far as that is known now; what makes helpless comes first."""
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
                    effects.conditions = {key: effects.conditions[key], **effects.conditions}


@dataclass(frozen=True, slots=True)
class _Part:
    """Events of one step that belong together: one thing the clock brought, one blow with all that came of it."""

    step: Step
    count: int
    events: tuple[ev.Event, ...]
    first: bool
    """It is the first part of its step."""
    last: bool

    @property
    def answers(self) -> bool:
        """Whether it goes on with what the step before left open."""
        return self.first and _answers(self.step)

    @property
    def by_clock(self) -> bool:
        """Whether it is something that came due by itself."""
        return bool(self.events) and _comes_due(self.events[0])


def last_outcome(journal: Journal) -> Outcome | None:
    """The last blow, other harm or event with all that came of it, through however many steps its dice took."""
    steps = [journal.steps[n] for n in journal.done[-_LOOKED_THROUGH:] if n in journal.steps]
    parts: list[_Part] = []
    for place in range(len(steps) - 1, -1, -1):
        own_parts = _parts(steps[place], _count_before(steps, place))
        parts = [*own_parts, *parts]
        for position in range(len(own_parts) - 1, -1, -1):
            if not any(isinstance(event, _TOLD) for event in parts[position].events):
                continue
            earlier = _parts_before(steps, place) if parts[position].answers else []
            whole = [*earlier, *parts]
            outcome, tells = _outcome(whole, position + len(earlier))
            if tells:
                return outcome
    return None


def _count_before(steps: Sequence[Step], place: int) -> int:
    """The count at which a step began."""
    step = steps[place]
    return step.began(steps[place - 1].at if place else step.at)


def _parts_before(steps: Sequence[Step], place: int) -> list[_Part]:
    """The parts of all steps before one back to that which asked what it goes on with."""
    start = place
    while start and (start == place or _answers(steps[start]) or not _asks(steps[start])):
        start -= 1
    return [part for earlier in range(start, place) for part in _parts(steps[earlier], _count_before(steps, earlier))]


def _parts(step: Step, before: int) -> list[_Part]:
    """The parts of a step, in order."""
    cuts = [position for position, event in enumerate(step.events) if position and _begins(step.events, position)]
    edges = [0, *cuts, len(step.events)]
    parts: list[_Part] = []
    count = before
    for start, end in pairwise(edges):
        events = step.events[start:end]
        if events and isinstance(events[0], ev.TimeAdvanced):
            count = events[0].to
        parts.append(_Part(step, count, events, start == 0, end == len(step.events)))
    return parts


def _begins(events: Sequence[ev.Event], place: int) -> bool:
    """Whether something else begins with an event: time goes on, something is declared or due, or after that a blow."""
    event = events[place]
    if isinstance(event, _FURTHER) or _comes_due(event):
        return True
    if not _opens_blow(event):
        return False
    for earlier in reversed(events[:place]):
        if _opens_blow(earlier) or isinstance(earlier, _FURTHER):
            return False
        if _comes_due(earlier):
            return True
    return False


def _comes_due(event: ev.Event) -> bool:
    """Whether something other than an action comes due, such as bleeding; what is called off has a `why`."""
    return isinstance(event, ev.DueEnded) and event.what not in (DECLARE, LAND, END) and not event.why


def _opens_blow(event: ev.Event) -> bool:
    """Whether an event belongs to a blow: a strike, a defence, or a roll at a fighter."""
    return isinstance(event, ev.Struck | ev.DefenceDeclared) or (isinstance(event, ev.Rolled) and bool(event.target))


def _outcome(parts: Sequence[_Part], position: int) -> tuple[Outcome | None, bool]:
    """What came of the part at a place with those it goes on from and those that go on with it.

    Second, whether something did: points alone are an outcome only until the next roll of the fighter who lost them.
    """
    chain = _chain(parts, position)
    events = [event for place in chain for event in parts[place].events]
    outcome = Outcome(parts[chain[0]].count)
    if any(isinstance(event, ev.Struck) for event in events):
        # What came due at the same count, such as bleeding, may stand before the question for a defence.
        for place in chain:
            outcome.take(() if parts[place].by_clock else parts[place].events)
        return outcome, True
    part = parts[position]
    alone = part.first and part.last and not isinstance(part.events[0], _FURTHER) and not part.by_clock
    by_clock = parts[chain[0]].by_clock or _lands(events)
    end = parts[chain[-1]]
    halts = by_clock and end.last and not any(isinstance(event, ev.Asked) for event in end.events)
    if not _harms(events, alone, by_clock, halts):
        return None, False
    outcome.take(events, halts)
    if halts and not any(effects.pools for effects in outcome.effects.values()):
        outcome.halted(events)
    since = [event for place in range(chain[-1] + 1, len(parts)) for event in parts[place].events]
    return (None if _is_over(outcome, since) else outcome), True


def _lands(events: Sequence[ev.Event]) -> bool:
    """Whether what was declared before has landed."""
    landed = any(isinstance(event, ev.ActionEnded) and event.how == "landed" for event in events)
    return landed and not any(isinstance(event, ev.ActionDeclared) for event in events)


def _harms(events: Sequence[ev.Event], alone: bool, by_clock: bool, halts: bool) -> bool:
    """Whether something was done to a fighter, or happened, that is more than what the clock takes.

    That is a change of standing, an event, points that a roll cost, and where time did not go on and nothing was
    declared, any; of what comes due also a condition, and whatever the fight stops with.
    """
    kinds = {type(event) for event in events}
    return (
        bool(kinds & {ev.PresenceChanged, ev.EventHappened})
        or (ev.PoolChanged in kinds and (alone or _cost(events)))
        or (by_clock and ev.ConditionGained in kinds)
        or (halts and bool(kinds & {ev.ConditionEnded, ev.PoolChanged, ev.Rolled, ev.ActionEnded}))
    )


def _chain(parts: Sequence[_Part], first: int) -> list[int]:
    """The places of what belongs to one part: from where it was asked about to the last answer, notes left out."""
    back: list[int] = []
    place = first
    while parts[place].answers and place:
        place -= 1
        while place and not parts[place].answers and not _asks(parts[place].step):
            place -= 1
        back.insert(0, place)
    chain = [*back, first]
    place = first + 1 if parts[first].last else len(parts)
    while place < len(parts) and (parts[place].answers or not _moves_on(parts[place].step)):
        if parts[place].answers:
            chain.append(place)
            if not parts[place].last:
                break
        place += 1
    return chain


def _asks(step: Step) -> bool:
    return any(isinstance(event, ev.Asked) for event in step.events)


def _moves_on(step: Step) -> bool:
    """Whether with a step time goes on, something is declared, or something else is asked."""
    return any(isinstance(event, (*_FURTHER, ev.Asked, ev.Answered)) for event in step.events)


def _answers(step: Step) -> bool:
    """Whether a step goes on with what was open: its dice, a choice; not with what a fighter declares."""
    first = step.events[0] if step.events else None
    return isinstance(first, ev.Answered) and first.what != DECLARATION


def _cost(events: Iterable[ev.Event]) -> bool:
    """Whether a roll cost the fighter who made it points, as one in a long sprint does."""
    rolled: set[str] = set()
    for event in events:
        if isinstance(event, ev.Rolled):
            rolled.add(event.who)
        elif isinstance(event, ev.PoolChanged) and event.by < 0 and event.who in rolled:
            return True
    return False


def _is_over(outcome: Outcome, since: Sequence[ev.Event]) -> bool:
    """Whether after points alone were lost a new roll or change of them has come for one of those who lost them."""
    if (
        outcome.happened
        or outcome.done
        or any(effect.presence or effect.conditions or effect.over for effect in outcome.effects.values())
    ):
        return False
    return any(isinstance(event, ev.Rolled | ev.PoolChanged) and event.who in outcome.effects for event in since)
