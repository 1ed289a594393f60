"""Summing up: who is left, what everyone did, dealt, took and spent, told by the steps in force."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.clock.spans import TimeUnit
from tracker.encounter import events as ev
from tracker.encounter.combatant import Combatant
from tracker.encounter.journal import Step
from tracker.encounter.state import Encounter
from tracker.encounter.system import RuleSystem
from tracker.encounter.tally import Deeds, Points, tally


def summary(steps: Iterable[Step], encounter: Encounter, rules: RuleSystem) -> tuple[str, ...]:
    """The fight so far, a few lines for each combatant, in seat order; then what the game says at the end."""
    deeds = tally(steps)
    left = [one.name for one in encounter if one.able]
    unit = rules.unit
    lines = [
        f"{encounter.title}: {unit.words(encounter.count)} ({unit.seconds(encounter.count):g} s)",
        f"still in it: {', '.join(left) if left else 'nobody'}",
    ]
    for one in encounter:
        own = _of(one, deeds.get(one.id) or Deeds(), unit, encounter)
        lines += ["", f"{one.name} ({one.profile.side}): {one.presence.value}", *own]
        lines += [f"  {line}" for line in rules.face.ended(encounter, one.id)]
    return (*lines, *rules.face.postscript(encounter))


def victors(encounter: Encounter) -> str | None:
    """The side that is left alone of a fight that has begun, empty when nobody is left; None while it is undecided."""
    sides = {one.profile.side for one in encounter}
    left = {one.profile.side for one in encounter if one.able}
    if not encounter.began or len(sides) < 2 or len(left) > 1:
        return None
    return next(iter(left), "")


def _times(many: int, what: str) -> str:
    return f"{many} {what}{'' if many == 1 else 's'}"


def _of(one: Combatant, deeds: Deeds, unit: TimeUnit, encounter: Encounter) -> list[str]:
    def name(who: str) -> str:
        return encounter[who].name if who in encounter else who

    lost = deeds.taken + deeds.spent
    lines = [
        f"  {_times(deeds.blows, 'blow')}, {deeds.hits} hit for {deeds.damage} in all; "
        f"was hit {_times(deeds.was_hit, 'time')}",
        f"  {_times(deeds.checks, 'check')}, {deeds.succeeded} succeeded",
        f"  lost {_points(lost, one) or 'nothing'}",
    ]
    if deeds.best is not None and deeds.worst is not None:
        lines[1] += f"; best {_roll(deeds.best)}"
        if deeds.worst is not deeds.best:
            lines[1] += f", worst {_roll(deeds.worst)}"
    if deeds.hardest is not None and deeds.hits > 1:
        lines[0] += f"; hardest {deeds.hardest.damage} on {name(deeds.hardest.target)}"
    if deeds.dealt:
        lines.append(f"  dealt {_points(deeds.dealt)}")
    if deeds.taken:
        spent = f"; spent {_points(deeds.spent, one)}" if deeds.spent else ""
        lines.append(f"  taken by blows {_points(deeds.taken, one)}{spent}")
    if deeds.declared:
        answers = f", answers took {unit.words(deeds.answering)}" if deeds.answering else ""
        time = f", under way for {unit.words(deeds.acting)}" if deeds.acting else ""
        lines.append(f"  declared {_times(deeds.declared, 'action')}{time}{answers}")
    return lines


def _points(points: Points, one: Combatant | None = None) -> str:
    """Points by pool, in the order of a sheet where there is one."""
    order = [pool.name for pool in one.profile.pools] if one is not None else sorted(points)
    return ", ".join(f"{pool} {points[pool]}" for pool in order if points[pool])


def _roll(roll: ev.Rolled) -> str:
    return f"{roll.label} {roll.total} against {roll.chance}".replace(" -", " −")
