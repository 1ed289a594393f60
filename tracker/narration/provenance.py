"""Provenance: how a pool, a count or a tier came about, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tracker.encounter.engine.dice_requests import roll_from
from tracker.encounter.engine.journal import Step
from tracker.encounter.names import plain
from tracker.game_api.rules import Rules
from tracker.model import events as ev
from tracker.model.questions import Ask, Roll
from tracker.model.state import DECLARE, LAND, Encounter

MOST = 12
"""The most changes, the latest ones."""
FEW = 6
"""The most lines about counts on the page of a fighter."""
FEW_CHANGES = 4
"""The most changes of a pool on that page."""
WHEN, TIER = ("when",), ("tier", "last")


def traceable(encounter: Encounter, rules: Rules, who: str, words: Sequence[str]) -> bool:
    """Return whether the steps tell what is asked for: a pool, `count`, `tier`."""
    if len(words) != 1:
        return False
    pools = {plain(pool.name) for pool in encounter[who].profile.pools}
    return plain(words[0]) in {*pools, *rules.unit.names(), *WHEN, *TIER}


def trace(steps: Iterable[Step], encounter: Encounter, rules: Rules, who: str, words: Sequence[str]) -> tuple[str, ...]:
    """Return the lines on the topic in `words`, oldest first. `steps` come latest first and are read as needed."""
    topic = plain(words[0])
    if topic in TIER:
        return _tier(steps, encounter, rules, who)
    if topic in (*rules.unit.names(), *WHEN):
        return _count(steps, encounter, rules, who)
    pool = next(pool.name for pool in encounter[who].profile.pools if plain(pool.name) == topic)
    return _pool(steps, encounter, rules, who, pool)


def everything(
    steps: Sequence[Step], encounter: Encounter, rules: Rules, who: str, reckoned: Sequence[str]
) -> tuple[str, ...]:
    """Return a page about `who`: the open roll, the `reckoned` lines, its counts, the latest of each pool."""
    parts = [asked(encounter, rules, who), tuple(reckoned), _count(steps, encounter, rules, who, FEW)]
    for pool in encounter[who].profile.pools:
        if not pool.untouched(encounter[who].pool(pool.name)):
            title, *changes = _pool(steps, encounter, rules, who, pool.name)
            parts.append((title, *changes[-FEW_CHANGES:]))
    lines: list[str] = []
    for part in parts:
        lines += ["", *part] if lines and part else part
    return tuple(lines)


def asked(encounter: Encounter, rules: Rules, who: str) -> tuple[str, ...]:
    """Return the sum behind the dice that are asked for now. Empty when no dice of `who` are asked for."""
    question = encounter.question
    if question is None or question.ask is not Ask.DICE or question.who != who or not question.then:
        return ()
    roll = roll_from(question.then[-1].data["roll"])  # of the stages that wait for the answer, the last one rolls
    chance = () if roll.chance is None else (f"chance {rules.dice.odds(roll)}", *rules.display.tiers(roll.chance))
    return (question.text, *roll.sum, *chance)


def _pool(steps: Iterable[Step], encounter: Encounter, rules: Rules, who: str, pool: str) -> tuple[str, ...]:
    """Return the last changes of a pool, each with its count and reason, oldest first."""
    combatant = encounter[who]
    lines: list[str] = []
    for step in steps:
        for event in reversed(step.events):
            if isinstance(event, ev.PoolChanged) and (event.who, event.pool) == (who, pool):
                excess = f", {event.excess} more than it had" if event.excess else ""
                by = f"{event.by:+d}".replace("-", "−")
                to = event.called or event.to
                lines.append(f"at {rules.unit.text(step.at)}: {by} → {to}, {event.why}{excess}")
        if len(lines) >= MOST:
            break
    changes = tuple(reversed(lines[:MOST])) or ("unchanged in this fight",)
    trend = rules.display.pool_trend_text(encounter, who, pool)
    called = combatant.points_called(pool, combatant.pool(pool))
    points = called or f"{combatant.pool(pool)} of {combatant.full(pool)}"
    title = f"{combatant.name}, {pool} {points}"
    return (title, *changes, *((trend,) if trend else ()))


def _count(steps: Iterable[Step], encounter: Encounter, rules: Rules, who: str, most: int = MOST) -> tuple[str, ...]:
    """Return the reasons for a fighter's next count: its rolls for place, actions and delays, in at most `most` lines.

    An entry of several lines, such as a roll with its sum, is shown whole or not at all.
    """
    when = rules.unit.text
    combatant = encounter[who]
    due = [due for due in encounter.agenda.of(who) if due.what in (DECLARE, LAND)]
    title = f"{combatant.name}, at {when(encounter.count)}: " + (
        ", ".join(f"{'declares' if entry.what == DECLARE else 'lands'} at {when(entry.count)}" for entry in due)
        or ("waits" if combatant.waiting else "has nothing due")
    )
    entries: list[tuple[str, ...]] = []
    room = most
    for entry in _entries(steps, rules, who):
        room -= len(entry)
        if room < 0 and entries:
            break
        entries.append(entry)
    return (title, *(line for entry in reversed(entries) for line in entry))


def _entries(steps: Iterable[Step], rules: Rules, who: str) -> Iterator[tuple[str, ...]]:
    """Yield the causes of a fighter's place or of a delay, the latest first, each with its lines."""
    when, placing = rules.unit.text, rules.abilities.placing
    # Steps are read backwards: the count and the value a roll led to are seen before the roll itself.
    placed: int | None = None
    initiative: int | None = None
    for step in steps:
        for event in reversed(step.events):
            match event:
                case ev.DueMoved(who=mover) if mover == who and event.what in (DECLARE, LAND):
                    yield (f"at {when(step.at)}: moved from {when(event.from_)} to {when(event.to)}, {event.why}",)
                case ev.ActionDeclared(who=mover) if mover == who:
                    placed = initiative = None
                    takes = rules.unit.words(event.speed)
                    yield (f"at {when(step.at)}: {event.label} takes {takes}, lands at {when(event.lands)}",)
                case ev.DueAdded(who=mover, what=what) if mover == who and what == DECLARE:
                    placed = event.at
                case ev.MarkChanged(who=mover, value=int(value)) if (
                    mover == who and event.mark in rules.abilities.placing
                ):
                    initiative = value
                case ev.Rolled(who=mover) if mover == who and event.what in placing:
                    terms = tuple(f"   {line}" for line in event.sum)
                    result = _place_result(event, step.at, placed, initiative, rules)
                    yield (f"at {when(step.at)}: {event.what} {event.total}", *terms, *result)
                    placed = initiative = None
                case _:
                    pass


def _place_result(
    event: ev.Rolled, now: int, placed: int | None, initiative: int | None, rules: Rules
) -> tuple[str, ...]:
    """Return the result of a roll for place at the count `now`, and the count it leads to: ` = 9, so 117 + 9 = 126`.

    `placed` is that count, `initiative` the value the roll gave. None where a roll gave none.

    Without a sum where it is no number of counts, or counts are no plain numbers: ` = 11, so at 2:11`.
    """
    sum_of = initiative if event.margin is None else event.margin
    if placed is None:
        return () if sum_of is None else (f"   = {sum_of}".replace("-", "−"),)
    counts = placed - now
    result = f"   = {counts if sum_of is None else sum_of}".replace("-", "−")
    if rules.unit.counting is None and sum_of in (None, counts):
        return (f"{result}, so {now} + {counts} = {placed}",)
    return (f"{'   ' if sum_of is None else f'{result}, '}so at {rules.unit.text(placed)}",)


def _as_asked(event: ev.Rolled) -> Roll:
    return Roll(event.who, event.what, event.label, event.dice, event.chance, sum=event.sum, target=event.target)


def _tier(steps: Iterable[Step], encounter: Encounter, rules: Rules, who: str) -> tuple[str, ...]:
    """Return the last roll of a fighter that had a chance: the sum, the total and its tier."""
    for step in steps:
        for event in reversed(step.events):
            if isinstance(event, ev.Rolled) and event.who == who and event.chance is not None:
                odds = rules.dice.odds(_as_asked(event))
                result = f"chance {odds}, rolled {event.total}, margin {event.margin}".replace("-", "−")
                turning_term = rules.dice.turning_term(event)  # the summand that decided it
                return (
                    f"{encounter[who].name}, {event.label} at {rules.unit.text(step.at)}",
                    *event.sum,
                    f"{result}: {event.tier}",
                    *((turning_term,) if turning_term else ()),
                    *rules.display.tiers(event.chance),
                )
    return (f"{encounter[who].name} has made no roll with a chance yet.",)
