"""The outcome: what came of the last blow, or of damage by hand, as one sentence made from its events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from tracker.clock.spans import WHOLE, TimeUnit
from tracker.encounter import events as ev
from tracker.encounter.groups import of
from tracker.encounter.journal import Journal, Step
from tracker.encounter.questions import DECLARATION
from tracker.encounter.state import Encounter
from tracker.views.cells import Line, Span, cut, line_width, width
from tracker.views.names import shortened
from tracker.views.numbers import signed
from tracker.views.pools import word

_FURTHER = (ev.TimeAdvanced, ev.ActionDeclared, ev.Began)
"""Events with which a fight goes on to something else."""
_LOOKED_THROUGH = 60
"""Steps looked through for the last outcome."""
_WAYS = (
    (99, True, True, False),
    (16, True, True, False),
    (99, True, True, True),
    (16, False, True, True),
    (16, False, False, True),
    (10, False, False, True),
    (6, False, False, True),
)
"""Ways to save room, best first: the longest name, whether the place hit is said, how hard, groups told as one."""
_VERBS = {"hit": ("hits", "hit"), "missed": ("misses", "miss")}
"""How an outcome is said of one and of several."""


@dataclass(slots=True)
class Effects:
    """What became of one combatant: points by pool, conditions by key as they are called, where it stands now."""

    pools: dict[str, int] = field(default_factory=dict)
    conditions: dict[str, str] = field(default_factory=dict)
    presence: str = ""


@dataclass(slots=True)
class Outcome:
    """The blows of one moment and what they did to whom, and the count it was at."""

    at: int
    blows: list[ev.Struck] = field(default_factory=list)
    effects: dict[str, Effects] = field(default_factory=dict)

    def take(self, events: Iterable[ev.Event]) -> None:
        """Add what these events brought."""
        for event in events:
            match event:
                case ev.Struck():
                    self.blows.append(event)
                case ev.PoolChanged() if event.by:
                    pools = self._of(event.who).pools
                    pools[event.pool] = pools.get(event.pool, 0) + event.by
                case ev.ConditionGained():
                    amount = f" {signed(event.amount)}" if event.amount else ""
                    self._of(event.who).conditions[event.condition] = f"{event.label}{amount}"
                case ev.ConditionEnded():
                    self._of(event.who).conditions.pop(event.condition, None)
                case ev.PresenceChanged():
                    self._of(event.who).presence = "back in the fight" if event.presence == "in" else event.presence
                case _:
                    pass

    def _of(self, who: str) -> Effects:
        return self.effects.setdefault(who, Effects())


def last_outcome(journal: Journal) -> Outcome | None:
    """The last blow or other harm with all that came of it, through however many steps its dice took."""
    steps = [journal.steps[n] for n in journal.done[-_LOOKED_THROUGH:] if n in journal.steps]
    for place in range(len(steps) - 1, -1, -1):
        step = steps[place]
        if any(isinstance(event, ev.Struck) for event in step.events):
            outcome = Outcome(step.at)
            later = [event for step in _answering(steps[place + 1 :]) for event in step.events]
            earlier = [event for step in steps[:place] for event in step.events]
            own = list(step.events)
            struck = max(at for at, event in enumerate(own) if isinstance(event, ev.Struck))
            before = list(_until_moved_on(reversed([*earlier, *own[:struck]])))
            outcome.take([*reversed(before), *_until_moved_on([*own[struck:], *later])])
            return outcome
        if (at := _last_harm(step)) is not None:
            outcome = Outcome(_count(step, at))
            after = _answering(steps[place + 1 :])
            later = [event for step in after for event in step.events]
            outcome.take(_until_moved_on([*step.events[at:], *later]))
            numbers = {one.n for one in after}
            since = [event for one in steps[place + 1 :] if one.n not in numbers for event in one.events]
            return None if _is_over(outcome, [*step.events[at:], *later], since) else outcome
    return None


def _answering(steps: Sequence[Step]) -> list[Step]:
    """Those that go on with what was open, until something else comes; what is only noted meanwhile is passed over."""
    return [step for step in takewhile(lambda step: _answers(step) or not _moves_on(step), steps) if _answers(step)]


def _moves_on(step: Step) -> bool:
    """Whether with a step time goes on, something is declared, or something else is asked."""
    return any(isinstance(event, (*_FURTHER, ev.Asked, ev.Answered)) for event in step.events)


def _answers(step: Step) -> bool:
    """Whether a step goes on with what was open: its dice, a choice; not with what somebody declares."""
    first = step.events[0] if step.events else None
    return isinstance(first, ev.Answered) and first.what != DECLARATION


def _last_harm(step: Step) -> int | None:
    """From which event on something was done to somebody; None: nothing was, or what the clock takes.

    That is a change of standing, points that a roll cost, or where time did not go on and nothing was declared, any.
    """
    starts = [0, *(at for at, event in enumerate(step.events, 1) if isinstance(event, ev.TimeAdvanced))]
    for start, end in zip(reversed(starts), reversed([*starts[1:], len(step.events)]), strict=True):
        own = step.events[start:end]
        kinds = {type(event) for event in own}
        by_hand = len(starts) == 1 and not kinds & {ev.ActionDeclared, ev.Began}
        if ev.PresenceChanged in kinds or (ev.PoolChanged in kinds and (by_hand or _cost(own))):
            return start
    return None


def _count(step: Step, at: int) -> int:
    """The count at which the events from `at` on happened."""
    before = step.events[at - 1] if at else None
    return before.to if isinstance(before, ev.TimeAdvanced) else step.at


def _cost(events: Iterable[ev.Event]) -> bool:
    """Whether a roll cost whoever made it points, as one in a long sprint does."""
    rolled: set[str] = set()
    for event in events:
        if isinstance(event, ev.Rolled):
            rolled.add(event.who)
        elif isinstance(event, ev.PoolChanged) and event.by < 0 and event.who in rolled:
            return True
    return False


def _is_over(outcome: Outcome, own: Sequence[ev.Event], since: Sequence[ev.Event]) -> bool:
    """Whether after points alone were lost a new roll or change of them has come for one of those who lost them."""
    if outcome.blows or any(effects.presence for effects in outcome.effects.values()):
        return False
    since = [*own[len(list(_until_moved_on(own))) :], *since]
    return any(isinstance(event, ev.Rolled | ev.PoolChanged) and event.who in outcome.effects for event in since)


def _until_moved_on(events: Iterable[ev.Event]) -> Iterator[ev.Event]:
    """Events up to the first with which the fight went on to something else."""
    for event in events:
        if isinstance(event, _FURTHER):
            return
        yield event


def lay_outcome(encounter: Encounter, journal: Journal, cells: int, unit: TimeUnit = WHOLE) -> Line:
    """The last outcome with its count, in a rule; the bare rule while there is none."""
    outcome = last_outcome(journal)
    text = ""
    for longest, placed, harm, gathered in _WAYS if outcome is not None else ():
        assert outcome is not None
        counted = ":" if gathered and _by_group(encounter, outcome.blows) else ""
        text = f"{unit.text(outcome.at)}{counted} {sentence(encounter, outcome, longest, placed, harm, gathered)}"
        if width(text) <= cells - 4:
            break
    if not text:
        return (Span("─" * cells, "rule"),)
    line = (Span("─ ", "rule"), Span(cut(text, cells - 4), "strong"), Span(" ", "rule"))
    return (*line, Span("─" * (cells - line_width(line)), "rule"))


def sentence(
    encounter: Encounter,
    outcome: Outcome,
    longest: int = 99,
    placed: bool = True,
    harm: bool = True,
    gathered: bool = False,
) -> str:
    """`Gruk hits Brann, abdomen, 22 cutting: body −20, down`; blows on one target share what came of them.

    With groups `gathered` what several of one did is counted: `goblins on Brann: 2 hit, 7 missed: body −11`.
    """

    def name(who: str) -> str:
        return shortened(encounter[who].name, longest) if who in encounter else who

    parts: list[str] = []
    targets = dict.fromkeys(blow.target for blow in outcome.blows)
    for target in targets:
        blows = [blow for blow in outcome.blows if blow.target == target]
        groups = _by_group(encounter, blows) if gathered else {}
        told = [f"{group} on {name(target)}, {came_to(some)}" for group, some in groups.items()]
        single = [blow for blow in blows if of(encounter, blow.who) not in groups]
        own = [[blow for blow in single if blow.who == who] for who in dict.fromkeys(blow.who for blow in single)]
        alike = _alike(own, harm)
        others = [some for some in own if some not in alike]
        told += [_several(some, name(some[0].who), name(target), placed, harm) for some in others]
        if alike:
            attackers = listed([name(some[0].who) for some in alike])
            told.append(f"{attackers} {_VERBS[alike[0][0].outcome][1]} {name(target)}")
        text = " and ".join(told)
        words = _effects(encounter, target, outcome.effects.get(target), harm)
        if not words and all(blow.damage and blow.stopped >= blow.damage for blow in blows):
            words = "all of it stopped"
        elif not words and all(blow.outcome == "hit" and not blow.damage and not blow.stopped for blow in blows):
            words = "no harm done"
        parts.append(f"{text}: {words}" if words else text)
    for who, effects in outcome.effects.items():
        if who not in targets and (words := _effects(encounter, who, effects, harm)):
            parts.append(f"{name(who)}: {words}")
    return "; ".join(parts)


def _alike(each: Sequence[list[ev.Struck]], harm: bool) -> list[list[ev.Struck]]:
    """The blows of those who did the same once, told together: all who missed; where `harm` is not said, who hit."""
    for outcome in ("missed",) if harm else _VERBS:
        same = [some for some in each if [blow.outcome for blow in some] == [outcome]]
        if len(same) > 1 and (harm or len(same) == len(each)):
            return same
    return []


def listed(names: Sequence[str]) -> str:
    """`Ann, Bert and Wolf`; of those who differ in their number alone the name once: `Goblin 5, 6 and 8`."""
    stems = {name.rpartition(" ")[0] for name in names}
    numbered = len(stems) == 1 and "" not in stems and all(name.rpartition(" ")[2].isdigit() for name in names)
    words = [names[0], *(name.rpartition(" ")[2] for name in names[1:])] if numbered else names
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def _by_group(encounter: Encounter, blows: Sequence[ev.Struck]) -> dict[str, list[ev.Struck]]:
    """The blows of groups of which more than one struck."""
    groups: dict[str, list[ev.Struck]] = {}
    for blow in blows:
        if group := of(encounter, blow.who):
            groups.setdefault(group, []).append(blow)
    return {group: own for group, own in groups.items() if len({blow.who for blow in own}) > 1}


def came_to(blows: Sequence[ev.Struck]) -> str:
    """How many of several blows came to what: `2 hit, 3 parried, 7 missed`."""
    many = Counter(blow.outcome for blow in blows)
    ways = sorted(many, key=lambda outcome: (outcome != "hit", outcome == "missed"))
    return ", ".join(f"{many[outcome]} {outcome}" for outcome in ways)


def _several(blows: Sequence[ev.Struck], who: str, target: str, placed: bool, harm: bool) -> str:
    """Blows of one on one: `Rook hits Kane, head, 3 lethal, left arm, 7 lethal, misses 3 times`."""
    missed = [blow for blow in blows if blow.outcome == "missed"]
    first, *others = [blow for blow in blows if blow.outcome != "missed"] or missed
    text = _blow(first, who, target, placed, harm)
    if first in missed:
        return text + _times(len(missed))
    if all(blow.outcome == "hit" for blow in (first, *others)):
        further = [_where(blow, placed, harm) for blow in others]
        text += "".join(further) if all(further) else _times(len(others) + 1)
    else:
        text = " and ".join([text, *(_blow(blow, who, target, placed, harm) for blow in others)])
    return text + (f", misses{_times(len(missed))}" if missed else "")


def _times(many: int) -> str:
    return ("", " twice")[many - 1] if many < 3 else f" {many} times"


def _where(blow: ev.Struck, placed: bool, harm: bool) -> str:
    """Where a blow went and how hard."""
    place = f", {blow.location}" if placed and blow.location else ""
    return place + (f", {blow.damage} {blow.type}".rstrip() if harm and blow.damage else "")


def _blow(blow: ev.Struck, who: str, target: str, placed: bool, harm: bool) -> str:
    if blow.outcome == "parried":
        return f"{target} parries {who}"
    verbs = _VERBS.get(blow.outcome)
    words = f"{who} {verbs[0]} {target}" if verbs else f"{who} on {target}: {blow.outcome}"
    return words + _where(blow, placed, harm)


def _effects(encounter: Encounter, who: str, effects: Effects | None, roomy: bool) -> str:
    """What became of `who`; in little room first what must not be cut: that it is down or gone."""
    if effects is None:
        return ""
    called = {}
    if who in encounter:
        pools = encounter[who].profile.pools
        alike = Counter(map(word, pools))
        called = {pool.name: f"{pool.group if alike[word(pool)] > 1 else ''} {word(pool)}".strip() for pool in pools}
    words = [f"{called.get(pool, pool)} {signed(by)}" for pool, by in effects.pools.items() if by]
    words += effects.conditions.values()
    presence = [effects.presence] if effects.presence else []
    return ", ".join([*words, *presence] if roomy else [*presence, *words])
