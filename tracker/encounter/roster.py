"""Roster: how the game reads a combatant from an entry of a file, and orders from their words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import tomli

from tracker.encounter.engine.seats import join
from tracker.game_api.rules import Rules
from tracker.game_api.sheets import CombatantSheet
from tracker.model.combatant import Combatant, Condition, Newcomer, Profile
from tracker.model.events import Event, Joined, OrdersChanged
from tracker.model.orders import NONE, of_entry
from tracker.model.state import Encounter


def add_entry(encounter: Encounter, rules: Rules, id: str, name: str, entry: Mapping[str, Any]) -> Encounter:
    """Return the encounter with one more combatant, from its resolved and validated entry."""
    return join(encounter, read_entry(rules, id, name, entry))


def read_texts(event: Event, rules: Rules) -> Event:
    """Return an event with the values that the game reads from its text: a newcomer's sheet, orders.

    Where the game has no orders they are left out. Raises what the game raises for a text that it cannot read.
    """
    match event:
        case Joined():
            return replace(event, newcomer=read_sheet(rules, event.who, event.name, event.sheet))
        case OrdersChanged():
            words = rules.abilities.orders
            return replace(event, given=of_entry(event.orders, words) if words is not None else NONE)
        case _:
            return event


def read_sheet(rules: Rules, id: str, name: str, sheet: str) -> Newcomer:
    """Return the combatant who joins by the text `sheet`: an entry in TOML, with all that it takes over filled in.

    Orders are left out where the game has none.
    """
    entry = tomli.loads(sheet)
    if rules.abilities.orders is None:
        entry.pop("orders", None)
    return read_entry(rules, id, name, entry, joined=sheet)


def read_entry(rules: Rules, id: str, name: str, entry: Mapping[str, Any], joined: str = "") -> Newcomer:
    """Return the combatant of a resolved and validated entry. `joined` is its text, if it joins after the start."""
    read: object = rules.sheets.read_sheet(entry)
    assert isinstance(read, CombatantSheet), (
        "read_sheet gives a CombatantSheet: a sheet, its full pools, the points left"
    )
    player = str(entry.get("player", ""))
    brought = tuple(_brought(given) for given in entry.get("lasting", ()))
    profile = Profile(
        id=id,
        name=name,
        side=str(entry.get("side", "")),
        seat=0,
        player=player,
        pools=read.pools,
        sheet=read.sheet,
        joined=joined,
        lasting=tuple(condition.key for condition in brought),
    )
    combatant = Combatant(
        profile,
        read.points,
        conditions=brought,
        orders=of_entry(entry.get("orders", ""), rules.abilities.orders),
        typed=bool(player),
        alias=str(entry.get("alias", "")),
        group=str(entry.get("group", "")),
    )
    return Newcomer(combatant, bool(entry.get("hidden", False)))


def _brought(given: Mapping[str, Any]) -> Condition:
    """Return a condition that a combatant's entry brings into the fight."""
    key = str(given["condition"])
    brought_own, of = bool(given.get("own", False)), str(given.get("of", ""))
    return Condition(key, str(given.get("label") or key), int(given.get("amount", 0)), of, own=brought_own)
