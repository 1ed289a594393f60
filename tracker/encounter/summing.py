"""Summing up: who is left, what was spent, hits and rolls of everyone, told by the steps in force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tracker.encounter import events as ev
from tracker.encounter.combatant import Combatant
from tracker.encounter.journal import Step
from tracker.encounter.state import Encounter
from tracker.encounter.system import RuleSystem


def summary(steps: Iterable[Step], encounter: Encounter, rules: RuleSystem) -> tuple[str, ...]:
    """The fight so far, a few lines for each combatant, in seat order."""
    tally: Counter[tuple[str, str]] = Counter()
    for step in steps:
        for event in step.events:
            _count(event, tally)
    left = [one.name for one in encounter if one.able]
    unit = rules.unit
    lines = [
        f"{encounter.title}: {unit.words(encounter.count)} ({unit.seconds(encounter.count):g} s)",
        f"still in it: {', '.join(left) if left else 'nobody'}",
    ]
    for one in encounter:
        lines += ["", f"{one.name} ({one.profile.side}): {one.presence.value}", *_of(one, tally)]
        lines += [f"  {line}" for line in rules.ended(encounter, one.id)]
    return (*lines, *rules.postscript(encounter))


def _count(event: ev.Event, tally: Counter[tuple[str, str]]) -> None:
    match event:
        case ev.Struck():
            tally[event.who, event.outcome] += 1
            tally[event.who, "blows"] += 1
            tally[event.who, "damage"] += event.damage
            if event.outcome == "hit":
                tally[event.target, "was hit"] += 1
        case ev.Rolled() if event.chance is not None:
            tally[event.who, "checks"] += 1
            if event.margin is not None and event.margin >= 0:
                tally[event.who, "succeeded"] += 1
        case ev.PoolChanged() if event.by < 0:
            tally[event.who, event.pool] -= event.by
        case _:
            pass


def _times(many: int, what: str) -> str:
    return f"{many} {what}{'' if many == 1 else 's'}"


def _of(one: Combatant, tally: Counter[tuple[str, str]]) -> list[str]:
    def many(what: str) -> int:
        return tally[one.id, what]

    spent = [f"{pool.name} {many(pool.name)}" for pool in one.profile.pools if many(pool.name)]
    return [
        f"  {_times(many('blows'), 'blow')}, {many('hit')} hit for {many('damage')} in all; "
        f"was hit {_times(many('was hit'), 'time')}",
        f"  {_times(many('checks'), 'check')}, {many('succeeded')} succeeded",
        f"  lost {', '.join(spent) if spent else 'nothing'}",
    ]
