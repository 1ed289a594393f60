"""Rest: computes what hours of rest and bound wounds change for each person of a party. It writes nothing."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from tracker.campaign.changes import Change, PersonChanges, value_of
from tracker.campaign.party import Party, Person
from tracker.campaign.party_changes import entry_of_condition
from tracker.clock.recovery import Standing, recovered
from tracker.encounter.names import plain
from tracker.game_api.rules import Rules
from tracker.model.combatant import Condition
from tracker.model.refusals import Refused


def manner(rules: Rules, game: str, word: str = "") -> str:
    """Return the way to rest that a word begins, the usual one for an empty word.

    Raises Refused for an unknown way, and for a game without rules for rest.
    """
    ways = tuple(rules.carry_over.rest_rates())
    if not ways:
        raise Refused(
            f"The rules of {game} give no recovery over hours: write the points into the party's file by hand."
        )
    if not word:
        return ways[0]
    near = [way for way in ways if plain(way).startswith(plain(word)) or plain(word).startswith(plain(way))]
    if len(near) != 1:
        raise Refused(f'"{word}" is no way to rest; there are {", ".join(ways)}.')
    return near[0]


def rest(party: Party, seconds: int, way: str, but: Collection[str] = ()) -> tuple[PersonChanges, ...]:
    """Return what `seconds` of rest give each person. Those in `but` and with `rests = false` get nothing.

    `way` is one of the game's ways to rest. Raises Refused for a name in `but` that the party lacks.
    """
    for name in but:
        if party.person(name) is None:
            raise Refused(f"No person of the party is called {name}; it has {', '.join(p.name for p in party.people)}.")
    left_out = {plain(name) for name in but}
    return tuple(
        _rest_changes(party, person, seconds, way, left_out=plain(person.name) in left_out) for person in party.people
    )


def to_bind(party: Party) -> tuple[str, ...]:
    """Return the names of people who do not recover until their wounds are bound."""
    return tuple(person.name for person in party.people if _open_wounds(party, person))


def bind(party: Party, names: Collection[str] = ()) -> tuple[PersonChanges, ...]:
    """Return the changes when the wounds of those named are bound. Without names, of everyone wounded.

    Raises Refused.
    """
    wounded = to_bind(party)
    people = {plain(person.name): person for person in party.people}
    for name in names:
        if plain(name) not in people:
            raise Refused(f"No person of the party is called {name}; it has {', '.join(p.name for p in party.people)}.")
    chosen = [people[name] for name in dict.fromkeys(plain(name) for name in names or wounded)]
    for person in chosen:
        if not _open_wounds(party, person):
            raise Refused(f"{person.name} has no wound that needs binding.")
    if not chosen:
        raise Refused("No person of the party has a wound that needs binding.")
    return tuple(_bind_wounds(party, person) for person in chosen)


def _open_wounds(party: Party, person: Person) -> tuple[Condition, ...]:
    """Return the conditions of a person that end when they are treated."""
    return tuple(
        condition for condition in person.combatant.conditions if party.rules.carry_over.ends_when_treated(condition)
    )


def _bind_wounds(party: Party, person: Person) -> PersonChanges:
    """Return the change for one person: the open wounds are bound, so they no longer last."""
    bound = _open_wounds(party, person)
    remaining = [entry_of_condition(c) for c in person.combatant.conditions if c not in bound] or None
    words = f"{', '.join(condition.label for condition in bound)}: bound"
    return PersonChanges(
        person.name, (Change(person.name, ("lasting",), person.entry.get("lasting"), remaining, words),)
    )


def _rest_changes(party: Party, person: Person, seconds: int, way: str, left_out: bool) -> PersonChanges:
    """Return the effects of rest on one person: points, progress towards the next point, conditions that heal.

    One `left_out` does not rest.
    """
    combatant, rules = person.combatant, party.rules
    if left_out or not person.rests:
        return PersonChanges(person.name, (), ("does not rest",))
    if why := rules.carry_over.rest_refusal([condition.key for condition in combatant.conditions]):
        return PersonChanges(person.name, (), (f"does not recover: {why}",))
    changes: list[Change] = []
    points = {pool.name: now for pool, now in zip(combatant.profile.pools, combatant.pools, strict=True)}
    towards: dict[str, str] = {}
    for rate in rules.carry_over.rest_rates()[way]:
        pool = next((pool for pool in combatant.profile.pools if pool.name == rate.pool), None)
        if pool is None:
            continue
        # `left` turns the points of a pool of harm into what is left, and back.
        before_rest = Standing(pool.left(points[pool.name]), person.towards(pool.name))
        after_rest = recovered(before_rest, pool.full, rate, seconds)
        rested = pool.left(after_rest.points)
        towards |= {pool.name: str(after_rest.towards)} if after_rest.towards != Fraction(0) else {}
        kept = rules.carry_over.pool_kept(pool, rested)
        if kept is not None and after_rest.points != before_rest.points:
            was = value_of(person.entry, kept.keys)
            full_mark = " full" if after_rest.points == pool.full and not pool.harm else ""
            words = f"{pool.name} {points[pool.name]} → {rested}{full_mark}"
            points[pool.name] = rested
            changes.append(Change(person.name, kept.keys, was, kept.value, words))
    towards_before = dict(person.entry["towards"]) if person.entry.get("towards") else None
    if (towards or None) != towards_before:
        changes.append(Change(person.name, ("towards",), towards_before, towards or None))
    full = {pool.name: pool.full for pool in combatant.profile.pools}
    remaining = [
        condition for condition in combatant.conditions if not rules.carry_over.is_healed(condition, points, full)
    ]
    if len(remaining) != len(combatant.conditions):
        healed = ", ".join(condition.label for condition in combatant.conditions if condition not in remaining)
        lasting = [entry_of_condition(condition) for condition in remaining] or None
        changes.append(Change(person.name, ("lasting",), person.entry.get("lasting"), lasting, f"no longer {healed}"))
    return PersonChanges(person.name, tuple(changes))
