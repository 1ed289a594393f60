"""State codec: a snapshot of an encounter as the keys of a checkpoint, and back.

What never changes in a fight is in its head and not repeated here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tracker.clock.agenda import Agenda, Due
from tracker.encounter.engine.seats import join
from tracker.encounter.roster import read_sheet
from tracker.game_api.rules import Rules
from tracker.model.combatant import Action, Combatant, Condition, Presence
from tracker.model.orders import of_entry
from tracker.model.questions import Question
from tracker.model.state import Encounter, FreeEvent, Group, Modifier
from tracker.storage.fight_log.event_codec import CodecError, keys_of, of_keys, scalar

LISTS = ("due", "questions", "modifiers", "events", "groups", "combatants")
"""The keys of a checkpoint that are written one entry a line."""


def keys_of_state(encounter: Encounter) -> dict[str, Any]:
    """Return everything of the state that is not in the head of the fight, as keys."""
    return {
        "count": encounter.count,
        "began": encounter.began,
        "serial": encounter.serial,
        "agenda": {"floor": encounter.agenda.floor, "serial": encounter.agenda.serial},
        "due": [keys_of(due) for due in encounter.agenda],
        "questions": [keys_of(question) for question in encounter.questions],
        "modifiers": [keys_of(modifier) for modifier in encounter.modifiers],
        "events": [keys_of(event) for event in encounter.events],
        "groups": [keys_of(group) for group in encounter.groups],
        "combatants": [_keys_of_combatant(combatant) for combatant in encounter],
    }


def _keys_of_combatant(combatant: Combatant) -> dict[str, Any]:
    """Return a combatant as keys. Empty values are left out."""
    keys: dict[str, Any] = {"id": combatant.id, "pools": _keys_of_pools(combatant)}
    if combatant.profile.joined:
        keys |= {"name": combatant.name, "joined": combatant.profile.joined}
    if combatant.profile.altered:
        keys |= {"called": combatant.name, "side": combatant.profile.side}
    optional = {
        "presence": "" if combatant.presence is Presence.IN else combatant.presence.value,
        "conditions": [keys_of(condition) for condition in combatant.conditions],
        "marks": dict(combatant.marks),
        "actions": [keys_of(action) for action in combatant.actions],
        "last": keys_of(combatant.last) if combatant.last is not None else {},
        "waiting": combatant.waiting,
        "busy": combatant.busy,
        "orders": combatant.orders.text if combatant.orders else "",
        "typed": combatant.typed,
        "unaware_of": sorted(combatant.unaware_of),
        "alias": combatant.alias,
        "revealed": combatant.revealed,
        "group": combatant.group,
    }
    return keys | {key: value for key, value in optional.items() if value}


def _keys_of_pools(combatant: Combatant) -> dict[str, int]:
    """Return the points left by the name of their pool, so that a game may gain a pool or change their order."""
    return {pool.name: points for pool, points in zip(combatant.profile.pools, combatant.pools, strict=True)}


def state_of(data: Mapping[str, Any], start: Encounter, rules: Rules) -> Encounter:
    """Build the state that `keys_of_state` wrote, in a fight that started as `start`. Raises CodecError."""
    try:
        return _state_of(data, start, rules)
    except CodecError:
        raise
    except (LookupError, ValueError, TypeError, AttributeError, ArithmeticError) as error:
        raise CodecError(f"the checkpoint does not fit this fight: {error}") from error


def _state_of(data: Mapping[str, Any], start: Encounter, rules: Rules) -> Encounter:
    """Build the state as `state_of` does. Other errors than CodecError mean that the checkpoint does not fit.

    Fighters who joined later are added first, since the head does not have them.
    """
    agenda = data["agenda"]
    entries = tuple(of_keys(Due, due) for due in data["due"])
    seated = start
    for place, keys in enumerate(data["combatants"]):
        if place >= len(start.combatants):
            seated = join(seated, read_sheet(rules, str(keys["id"]), str(keys["name"]), str(keys["joined"])))
    if [combatant.id for combatant in seated] != [keys["id"] for keys in data["combatants"]]:
        raise CodecError("the checkpoint has other combatants than the fight")
    combatants = tuple(
        _combatant_of(keys, combatant, rules)
        for keys, combatant in zip(data["combatants"], seated.combatants, strict=True)
    )
    return replace(
        seated,
        count=_whole(data["count"]),
        began=bool(data["began"]),
        serial=_whole(data["serial"]),
        agenda=Agenda(entries, _whole(agenda["floor"]), _whole(agenda["serial"])),
        questions=tuple(of_keys(Question, keys) for keys in data["questions"]),
        modifiers=_modifiers_of(data["modifiers"]),
        events=tuple(of_keys(FreeEvent, keys) for keys in data["events"]),
        combatants=combatants,
        groups=tuple(of_keys(Group, keys) for keys in data.get("groups", ())),
    )


def _modifiers_of(rows: Iterable[Mapping[str, Any]]) -> tuple[Modifier, ...]:
    """Return the waiting modifiers, one per fighter and reason. Older releases wrote each modifier on its own."""
    folded: dict[tuple[str, str], Modifier] = {}
    for keys in rows:
        modifier_read = of_keys(Modifier, keys)
        before = folded.get((modifier_read.who, modifier_read.why))
        amount = modifier_read.amount + (before.amount if before else 0)
        folded[modifier_read.who, modifier_read.why] = replace(modifier_read, amount=amount)
    return tuple(modifier for modifier in folded.values() if modifier.amount)


def _combatant_of(keys: Mapping[str, Any], combatant: Combatant, rules: Rules) -> Combatant:
    """Return the combatant with the values that a checkpoint has for it. Raises CodecError."""
    profile = combatant.profile
    written = _points_of(keys["pools"], combatant, rules)
    pools = tuple(written.get(pool.name, pool.full) for pool in profile.pools)
    if "called" in keys:
        profile = replace(profile, name=str(keys["called"]), side=str(keys["side"]), altered=True)
    return Combatant(
        profile=profile,
        pools=pools,
        presence=Presence(keys.get("presence", Presence.IN.value)),
        conditions=tuple(of_keys(Condition, inner) for inner in keys.get("conditions", ())),
        marks={str(name): scalar(value) for name, value in keys.get("marks", {}).items()},
        actions=tuple(of_keys(Action, inner) for inner in keys.get("actions", ())),
        last=of_keys(Action, keys["last"]) if "last" in keys else None,
        waiting=bool(keys.get("waiting", False)),
        busy=bool(keys.get("busy", False)),
        orders=of_entry(str(keys.get("orders", "")), rules.abilities.orders),
        typed=bool(keys.get("typed", False)),
        unaware_of=frozenset(str(id) for id in keys.get("unaware_of", ())),
        alias=str(keys.get("alias", "")),
        revealed=bool(keys.get("revealed", False)),
        group=str(keys.get("group", "")),
    )


def _points_of(written: object, combatant: Combatant, rules: Rules) -> dict[str, int]:
    """Return points by the name of their pool. Checkpoints of older releases list them without names.

    Raises CodecError for points of a pool that the fighter has not.
    """
    pools = combatant.profile.pools
    if isinstance(written, Mapping):
        points = {str(name): _whole(value) for name, value in written.items()}
    elif isinstance(written, Sequence) and not isinstance(written, str):
        names = rules.sheets.pools_once_listed(pools)
        if len(written) != len(names):
            raise CodecError(f"{combatant.name} has {len(names)} pools, the checkpoint {len(written)}")
        points = dict(zip(names, map(_whole, written), strict=True))
    else:
        raise CodecError(f"the points of {combatant.name} are a table by pool, not {written!r}")
    if strange := points.keys() - {pool.name for pool in pools}:
        raise CodecError(f"{combatant.name} has no pool {', '.join(sorted(strange))}, the checkpoint has")
    return points


def _whole(value: object) -> int:
    if type(value) is not int:
        raise CodecError(f"a whole number is expected, not {value!r}")
    return value


def runs(numbers: Iterable[int]) -> list[list[int]]:
    """Return numbers as pairs of the first and last of each run, up or down: 1 2 3 7 6 as [[1, 3], [7, 6]]."""
    pairs: list[list[int]] = []
    for number in numbers:
        if pairs:
            first, last = pairs[-1]
            step = number - last
            if abs(step) == 1 and (first == last or (last > first) == (step > 0)):
                pairs[-1][1] = number
                continue
        pairs.append([number, number])
    return pairs


def unrolled(pairs: object) -> list[int]:
    """Return the numbers that `runs` wrote. Raises CodecError."""
    numbers: list[int] = []
    if not isinstance(pairs, list):
        raise CodecError("runs of steps are a list of pairs")
    for pair in pairs:
        if not (isinstance(pair, list) and len(pair) == 2 and all(type(n) is int and 0 < n < 10**8 for n in pair)):
            raise CodecError(f"a run of steps is its first and last number, not {pair!r}")
        first, last = pair
        numbers += range(first, last + 1) if last >= first else range(first, last - 1, -1)
    return numbers
