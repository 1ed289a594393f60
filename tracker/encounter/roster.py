"""Roster: how an entry of a file becomes a combatant of the encounter."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

import tomli

from tracker.model.combatant import Combatant, Condition, Profile
from tracker.model.orders import of_entry
from tracker.model.state import Encounter
from tracker.system_api.rules import Rules as RuleSystem
from tracker.system_api.sheets import CombatantSheet


def add_from_toml(encounter: Encounter, rules: RuleSystem, id: str, name: str, sheet: str) -> Encounter:
    """The encounter with one more combatant, whose resolved entry is the TOML text `sheet`.

    Its orders are left out where the game has none: then the game that had them is not installed, and only told of.
    """
    entry = tomli.loads(sheet)
    if rules.abilities.orders is None:
        entry.pop("orders", None)
    return add_entry(encounter, rules, id, name, entry, joined=sheet)


def add_entry(
    encounter: Encounter, rules: RuleSystem, id: str, name: str, entry: Mapping[str, Any], joined: str = ""
) -> Encounter:
    """Return the encounter with one more combatant, from its resolved and validated entry."""
    encounter = seat(encounter, rules, id, name, entry, joined)
    return _hidden(encounter, encounter[id], bool(entry.get("hidden", False)))


def seat(
    encounter: Encounter, rules: RuleSystem, id: str, name: str, entry: Mapping[str, Any], joined: str = ""
) -> Encounter:
    """Return the encounter with one more combatant of whom everyone is aware."""
    read: object = rules.sheets.read_sheet(entry)
    assert isinstance(read, CombatantSheet), (
        "read_sheet gives a CombatantSheet: a sheet, its full pools, the points left"
    )
    player = str(entry.get("player", ""))
    orders = of_entry(entry.get("orders", ""), rules.abilities.orders)
    brought = tuple(_brought(given) for given in entry.get("lasting", ()))
    side, seat_at = str(entry.get("side", "")), len(encounter.combatants)
    lasting = tuple(condition.key for condition in brought)
    profile = Profile(
        id=id,
        name=name,
        side=side,
        seat=seat_at,
        player=player,
        pools=read.pools,
        sheet=read.sheet,
        joined=joined,
        lasting=lasting,
    )
    alias, group = str(entry.get("alias", "")), str(entry.get("group", ""))
    combatant = Combatant(
        profile, read.points, conditions=brought, orders=orders, typed=bool(player), alias=alias, group=group
    )
    return encounter.seated(combatant)


def _brought(given: Mapping[str, Any]) -> Condition:
    """A condition that an entry says is borne from before the fight."""
    key = str(given["condition"])
    own, of = bool(given.get("own", False)), str(given.get("of", ""))
    return Condition(key, str(given.get("label") or key), int(given.get("amount", 0)), of, own=own)


def _hidden(encounter: Encounter, newcomer: Combatant, hidden: bool) -> Encounter:
    """Nobody of another side is aware of one who is hidden; `hidden` ones already there stay so for a newcomer."""
    if hidden:
        encounter = hide(encounter, (newcomer.id,))
    if not any(fighter.unaware_of for fighter in encounter):
        return encounter
    for other in encounter.combatants:
        if other.id == newcomer.id or other.profile.side == newcomer.profile.side:
            continue
        if unnoticed(encounter, other.id, newcomer.id):
            present = encounter[newcomer.id]
            encounter = encounter.with_combatant(replace(present, unaware_of=present.unaware_of | {other.id}))
    return encounter


def hide(encounter: Encounter, ids: Collection[str]) -> Encounter:
    """Return the encounter with each fighter unaware of those in `ids` who are on another side.

    All in one pass: a pass for each hidden fighter would take as long as fighters × hidden ones × the copy of a tuple.
    """
    sides = {combatant.profile.side for combatant in encounter}
    unseen = {side: frozenset(id for id in ids if encounter[id].profile.side != side) for side in sides}
    return encounter.with_combatants(
        tuple(
            replace(other, unaware_of=other.unaware_of | unseen[other.profile.side])
            if unseen[other.profile.side]
            else other
            for other in encounter.combatants
        )
    )


def unnoticed(encounter: Encounter, who: str, newcomer: str) -> bool:
    """Whether all of the newcomer's side who are there already are unaware of `who`."""
    side = encounter[newcomer].profile.side
    friends = [c for c in encounter.combatants if c.profile.side == side and c.id != newcomer]
    return bool(friends) and all(who in friend.unaware_of for friend in friends)
