"""Standing: how somebody is, and what is due, as sentences."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

from tracker.clock.agenda import Due
from tracker.encounter.engine.declarations import lies_in_wait
from tracker.encounter.engine.system import RuleSystem
from tracker.encounter.engine.turn_order import in_turn
from tracker.encounter.names import says
from tracker.line_mode.speech import listed
from tracker.model.combatant import Presence
from tracker.model.orders import sentence
from tracker.model.refusals import Refused
from tracker.model.state import DECLARE, FREE_EVENT, LAND, Encounter
from tracker.system_api.target_keys import row_keys
from tracker.views.fighters import condition_words
from tracker.views.hidden_signs import NOT, hiding
from tracker.views.numbers import plain_number

_MOST_DUE = 8
"""Entries of the agenda told at once."""


def how_is(encounter: Encounter, rules: RuleSystem, who: str) -> str:
    """One sentence about somebody: its pools, then what is the matter, then what it does and where it is going."""
    one, name = encounter[who], partial(_name, encounter)
    pools = zip(one.profile.pools, one.pools, strict=True)
    told = [
        f"{pool.label} {plain_number(now)} of {pool.full}"
        for pool, now in pools
        if not _untouched(pool.group, now, pool.full)
    ]
    whole = [
        pool.label
        for pool, now in zip(one.profile.pools, one.pools, strict=True)
        if _untouched(pool.group, now, pool.full)
    ]
    state = [] if one.presence is Presence.IN else [one.presence.words]
    doing = [f"{action.label}, lands {rules.unit.text(action.lands)}" for action in one.actions]
    due = encounter.agenda.find(who, DECLARE)
    parts = [
        *told,
        f"{' and '.join(whole)} untouched" if whole else "",
        *state,
        "waiting" if lies_in_wait(encounter, rules, who) else "",
        hiding(encounter).get(who, NOT).words,
        condition_words(one, rules.unit, name),
        *doing,
        rules.display.activity(encounter, who).words,
        f"may declare at {rules.unit.text(due.count)}" if due is not None else "",
        rules.display.pool_outlook(encounter, who),
        f"orders: {sentence(one.orders, name)}" if one.orders else "",
    ]
    return f"{row_keys(encounter)[who]} {one.name}, {one.profile.side}: {listed(parts)}."


def _name(encounter: Encounter, who: str) -> str:
    return encounter[who].name if who in encounter else who


def _untouched(group: str, now: int, full: int) -> bool:
    """Whether a pool that matters only sometimes, such as one of the mind, is as full as it was."""
    return bool(group) and now == full


def sheet(encounter: Encounter, rules: RuleSystem, who: str) -> Iterator[str]:
    """Ready-made chances, what weighs on them, further facts: a line each."""
    try:
        card = rules.display.card(encounter, who)
    except Refused as refused:
        yield refused.sentence
        return
    yield f"{card.name}:"
    for strike in card.strikes:
        chances = [f"{name} {chance}" for name, chance in strike.chances]
        thresholds = f"thresholds {' '.join(map(str, strike.thresholds))}" if strike.thresholds else ""
        speed = f"speed {strike.speed}" if strike.speed else ""
        yield f"{strike.called}: {listed([*chances, thresholds, speed, strike.manner, strike.damage])}"
    yield f"in force: {listed(list(card.modifiers)) or 'nothing'}"
    yield from card.facts


def what_is_due(encounter: Encounter, rules: RuleSystem) -> Iterator[str]:
    """The present, then what comes, in its order."""
    if not encounter.began:
        yield "The fight has not begun."
        return
    unit = rules.unit
    yield f"It is {unit.one} {unit.text(encounter.count)}."
    told = [words for due in encounter.agenda if (words := _due(encounter, due))]
    for due in islice(in_turn(encounter, rules), _MOST_DUE):
        if words := _due(encounter, due):
            yield f"{unit.text(due.count)}: {words}"
    if not told:
        yield "Nothing is due."
    elif len(encounter.agenda) > _MOST_DUE:
        yield f"and {len(encounter.agenda) - _MOST_DUE} more"


def _due(encounter: Encounter, due: Due) -> str:
    name = encounter[due.who].name if due.who in encounter else ""
    if due.what == DECLARE:
        return f"{name} may declare"
    if due.what == FREE_EVENT:
        return next((event.text for event in encounter.events if event.key == due.ref), "")
    if not name:
        return due.what
    if due.what == LAND:
        action = next((action for action in encounter[due.who].actions if str(action.id) == due.ref), None)
        whom = encounter[action.target].name if action is not None and action.target in encounter else ""
        on = f" on {whom}" if action is not None and whom and not says(action.label, whom) else ""
        return f"{name}: {action.label if action is not None else due.what}{on} lands"
    condition = encounter[due.who].condition(due.ref)
    label = condition.label if condition is not None else due.ref or due.what
    return f"{name}: {label}"
