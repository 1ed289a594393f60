"""Status text: how a fighter is, and what is due, as sentences."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

from tracker.clock.agenda import Due
from tracker.encounter.engine.declarations import lies_in_wait
from tracker.encounter.engine.turn_order import in_turn
from tracker.encounter.names import name_of
from tracker.game_api.rules import Rules
from tracker.game_api.target_keys import row_keys
from tracker.line_mode.speech import listed
from tracker.model.combatant import Pool, Presence
from tracker.model.orders import sentence
from tracker.model.refusals import Refused
from tracker.model.state import DECLARE, FREE_EVENT, LAND, ROUND, Encounter
from tracker.text.names import and_more, says
from tracker.text.numbers import plain_number
from tracker.views.fighters.fighters import condition_words
from tracker.views.hidden_signs import NOT, hiding

_MOST_DUE = 8
"""The most entries of the agenda printed."""


def how_is(encounter: Encounter, rules: Rules, who: str) -> str:
    """Return one sentence about a fighter: pools, state, conditions, what it does, where its pools are going."""
    fighter, name = encounter[who], partial(name_of, encounter)
    pools = zip(fighter.profile.pools, fighter.pools, strict=True)
    pool_texts = [
        f"{pool.label} {pool.called(now) or f'{plain_number(now)} of {pool.full}'}"
        for pool, now in pools
        if not pool.lacking and not _untouched(pool, now)
    ]
    untouched = [
        pool.label
        for pool, now in zip(fighter.profile.pools, fighter.pools, strict=True)
        if not pool.lacking and _untouched(pool, now)
    ]
    state = [] if fighter.presence is Presence.IN else [fighter.presence.words]
    doing = [f"{action.label}, lands {rules.unit.text(action.lands)}" for action in fighter.actions]
    due = encounter.agenda.find(who, DECLARE)
    parts = [
        *pool_texts,
        f"{' and '.join(untouched)} untouched" if untouched else "",
        *state,
        "waiting" if lies_in_wait(encounter, rules, who) else "",
        hiding(encounter).get(who, NOT).words,
        condition_words(fighter, rules.unit, name),
        *doing,
        rules.display.activity(encounter, who).words,
        f"may declare at {rules.unit.text(due.count)}" if due is not None else "",
        rules.display.pool_outlook(encounter, who),
        f"orders: {sentence(fighter.orders, name)}" if fighter.orders else "",
    ]
    return f"{row_keys(encounter)[who]} {fighter.name}, {fighter.profile.side}: {listed(parts)}."


def _untouched(pool: Pool, now: int) -> bool:
    """Return whether a pool of a group, such as one of the mind, is full. It matters only once points are gone."""
    return bool(pool.group) and pool.untouched(now)


def sheet(encounter: Encounter, rules: Rules, who: str) -> Iterator[str]:
    """Yield a fighter's chances, one line per attack, then the modifiers in force and further facts."""
    try:
        card = rules.display.card(encounter, who)
    except Refused as refused:
        yield refused.sentence
        return
    yield f"{card.name}:"
    for strike in card.strikes:
        thresholds = f"thresholds {' '.join(map(str, strike.thresholds))}" if strike.thresholds else ""
        speed = f"speed {strike.speed}" if strike.speed else ""
        yield f"{strike.called}: {listed([*strike.chances_in_words, thresholds, speed, strike.manner, strike.damage])}"
    yield f"in force: {listed(list(card.modifiers)) or 'nothing'}"
    yield from card.facts


def what_is_due(encounter: Encounter, rules: Rules) -> Iterator[str]:
    """Yield the present count, then the next entries of the agenda in order."""
    if not encounter.began:
        yield "The fight has not begun."
        return
    unit = rules.unit
    yield f"It is {unit.moment(encounter.count)}."
    all_texts = [words for due in encounter.agenda if (words := _due(encounter, due, unit.round_name))]
    for due in islice(in_turn(encounter, rules), _MOST_DUE):
        if words := _due(encounter, due, unit.round_name):
            yield f"{unit.text(due.count)}: {words}"
    if not all_texts:
        yield "Nothing is due."
    elif remainder := and_more(len(encounter.agenda) - _MOST_DUE):
        yield remainder.lstrip()


def _due(encounter: Encounter, due: Due, round_name: str) -> str:
    """Return an entry of the agenda in words. Empty for a free event that is gone."""
    name = encounter[due.who].name if due.who in encounter else ""
    if due.what == DECLARE:
        return f"{name} may declare"
    if due.what == FREE_EVENT:
        return next((event.text for event in encounter.events if event.key == due.ref), "")
    if due.what == ROUND:
        return f"{round_name} {due.ref} begins"
    if not name:
        return due.what
    if due.what == LAND:
        action = next((action for action in encounter[due.who].actions if str(action.id) == due.ref), None)
        target = encounter[action.target].name if action is not None and action.target in encounter else ""
        on_target = f" on {target}" if action is not None and target and not says(action.label, target) else ""
        return f"{name}: {action.label if action is not None else due.what}{on_target} lands"
    condition = encounter[due.who].condition(due.ref)
    label = condition.label if condition is not None else due.ref or due.what
    return f"{name}: {label}"
