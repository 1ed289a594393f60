"""Fixes: a pool, what is pending or a condition put right by hand."""

from __future__ import annotations

from tracker.encounter.engine.declarations import not_in_the_middle, over
from tracker.encounter.engine.step import Draft
from tracker.encounter.names import slug
from tracker.model import commands as cmd
from tracker.model import events as ev
from tracker.model.refusals import Refused
from tracker.model.state import DECLARE, END, LAND, Rank


def fix_pool(draft: Draft, command: cmd.FixPool) -> None:
    """A pool is put at a value within its bounds."""
    combatant = draft[command.who]
    if not combatant.has_pool(command.pool):
        names = ", ".join(pool.name for pool in combatant.profile.pools)
        raise Refused(f"{combatant.name} has no {command.pool}; the pools are {names}.")
    full, least = combatant.full(command.pool), combatant.least(command.pool)
    if not least <= command.value <= full:
        raise Refused(
            f"{combatant.name}'s {command.pool} goes from {least} to {full}; {command.value} is not possible."
        )
    by = command.value - combatant.pool(command.pool)
    draft.emit(ev.PoolChanged(who=command.who, pool=command.pool, by=by, to=command.value, why="put right by hand"))
    draft.rules.resolution.apply_consequences(draft, command.who, command.pool)


def fix_count(draft: Draft, command: cmd.FixCount) -> None:
    """All that somebody has pending is moved, the first of it to the count."""
    combatant = draft[command.who]
    dues = [due for due in draft.encounter.agenda.of(command.who) if due.what in (DECLARE, LAND)]
    if not dues:
        raise Refused(f"{combatant.name} has nothing pending that could be moved.")
    not_in_the_middle(draft, f"Moving what {combatant.name} has pending")
    at = draft.rules.unit.text
    if command.to < draft.encounter.count:
        raise Refused(f"It is {at(draft.encounter.count)} already, so nothing can be put at {at(command.to)}.")
    by = command.to - dues[0].count
    for due in dues:
        draft.emit(
            ev.DueMoved(
                who=command.who, what=due.what, from_=due.count, to=due.count + by, ref=due.ref, why="put right by hand"
            )
        )


def fix_condition(draft: Draft, command: cmd.FixCondition) -> None:
    """A condition of the game, or one in the game master's own words, begins or ends."""
    combatant = draft[command.who]
    borne = combatant.condition(command.condition)
    if not command.on:
        if borne is None:
            keys = ", ".join(condition.label for condition in combatant.conditions) or "nothing"
            raise Refused(f"{combatant.name} is not {command.condition}; it bears {keys}.")
        over(draft, command.who, borne, "by hand")
        return
    key, label, amount = _begun(draft, command)
    scale = draft.rules.abilities.modifier
    if command.own and not scale.low <= command.amount <= scale.high:
        raise Refused(f"What weighs on the rolls of {combatant.name} is from {scale.low} to {scale.high}.")
    for due in draft.encounter.agenda.of(command.who):
        if due.what == END and due.ref == key:
            draft.emit(ev.DueEnded(who=command.who, what=END, at=due.count, ref=due.ref, why="by hand"))
    draft.emit(
        ev.ConditionGained(
            who=command.who,
            condition=key,
            label=label,
            amount=command.amount or amount,
            until=command.until,
            why="by hand",
            acts=command.acts,
            own=command.own,
            secret=command.secret,
        )
    )
    _end_at(draft, command, key)
    draft.rules.resolution.apply_consequences(draft, command.who, key)


def _begun(draft: Draft, command: cmd.FixCondition) -> tuple[str, str, int]:
    """Key, label and usual amount of a condition that begins by hand."""
    if command.own:
        return f"own-{slug(command.condition)}", command.condition, 0
    known = {key: (label, amount) for key, label, amount in draft.rules.choices.conditions_by_hand()}
    if command.condition not in known:
        there = f"there are {', '.join(known)}" if known else "this game knows none"
        raise Refused(
            f"{command.condition} is not a condition; {there}. "
            f'In your own words: {command.who} is "{command.condition}"'
        )
    return (command.condition, *known[command.condition])


def _end_at(draft: Draft, command: cmd.FixCondition, key: str) -> None:
    if command.until is None:
        return
    at = draft.rules.unit.text
    if command.until <= draft.encounter.count:
        raise Refused(f"It is {at(draft.encounter.count)} already, so nothing can end at {at(command.until)}.")
    draft.emit(ev.DueAdded(who=command.who, what=END, at=command.until, rank=Rank.ENDING, ref=key))
