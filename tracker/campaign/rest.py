"""Rests: what hours of rest bring everybody of a party, and wounds bound before them. Nothing is written here."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from tracker.campaign.changes import Change, PersonChanges, value_of
from tracker.campaign.party import Party, Person
from tracker.campaign.write_back import entry_of_condition
from tracker.clock.recovery import Standing, recovered
from tracker.encounter.engine.system import RuleSystem
from tracker.encounter.names import plain
from tracker.model.combatant import Condition
from tracker.model.refusals import Refused


def manner(rules: RuleSystem, game: str, word: str = "") -> str:
    """The way to rest meant by a word, the usual one for none; raises Refused, also where a game knows no rest."""
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
    """What so many seconds of rest bring everyone, but those named and those whose file says `rests = false`."""
    for name in but:
        if party.person(name) is None:
            raise Refused(f"Nobody of the party is called {name}; there are {', '.join(p.name for p in party.people)}.")
    left_out = {plain(name) for name in but}
    return tuple(_of(party, person, seconds, way, plain(person.name) in left_out) for person in party.people)


def to_bind(party: Party) -> tuple[str, ...]:
    """The names of those who do not recover until somebody sees to their wounds."""
    return tuple(person.name for person in party.people if _open(party, person))


def bind(party: Party, names: Collection[str] = ()) -> tuple[PersonChanges, ...]:
    """What is written when the wounds of those named are bound, of everybody's when nobody is; raises Refused."""
    wounded = to_bind(party)
    people = {plain(person.name): person for person in party.people}
    for name in names:
        if plain(name) not in people:
            raise Refused(f"Nobody of the party is called {name}; there are {', '.join(p.name for p in party.people)}.")
    chosen = [people[name] for name in dict.fromkeys(plain(name) for name in names or wounded)]
    for person in chosen:
        if not _open(party, person):
            raise Refused(f"{person.name} has no wound that needs binding.")
    if not chosen:
        raise Refused("Nobody of the party has a wound that needs binding.")
    return tuple(_bound(party, person) for person in chosen)


def _open(party: Party, person: Person) -> tuple[Condition, ...]:
    return tuple(c for c in person.combatant.conditions if party.rules.carry_over.ends_when_treated(c))


def _bound(party: Party, person: Person) -> PersonChanges:
    over = _open(party, person)
    left = [entry_of_condition(c) for c in person.combatant.conditions if c not in over] or None
    words = f"{', '.join(condition.label for condition in over)}: bound"
    return PersonChanges(person.name, (Change(person.name, ("lasting",), person.entry.get("lasting"), left, words),))


def _of(party: Party, person: Person, seconds: int, way: str, left_out: bool) -> PersonChanges:
    one, rules = person.combatant, party.rules
    if left_out or not person.rests:
        return PersonChanges(person.name, (), ("does not rest",))
    if why := rules.carry_over.rest_refusal([condition.key for condition in one.conditions]):
        return PersonChanges(person.name, (), (f"does not recover: {why}",))
    changes: list[Change] = []
    points = {pool.name: now for pool, now in zip(one.profile.pools, one.pools, strict=True)}
    towards: dict[str, str] = {}
    for rate in rules.carry_over.rest_rates()[way]:
        pool = next((pool for pool in one.profile.pools if pool.name == rate.pool), None)
        if pool is None:
            continue
        before = Standing(points[pool.name], person.towards(pool.name))
        after = recovered(before, pool.full, rate, seconds)
        towards |= {pool.name: str(after.towards)} if after.towards != Fraction(0) else {}
        kept = rules.carry_over.pool_kept(pool, after.points)
        if kept is not None and after.points != before.points:
            points[pool.name] = after.points
            was = value_of(person.entry, kept.keys)
            words = f"{pool.name} {before.points} → {after.points}{' full' if after.points == pool.full else ''}"
            changes.append(Change(person.name, kept.keys, was, kept.value, words))
    was_towards = dict(person.entry["towards"]) if person.entry.get("towards") else None
    if (towards or None) != was_towards:
        changes.append(Change(person.name, ("towards",), was_towards, towards or None))
    full = {pool.name: pool.full for pool in one.profile.pools}
    left = [condition for condition in one.conditions if not rules.carry_over.is_healed(condition, points, full)]
    if len(left) != len(one.conditions):
        over = ", ".join(condition.label for condition in one.conditions if condition not in left)
        now = [entry_of_condition(condition) for condition in left] or None
        changes.append(Change(person.name, ("lasting",), person.entry.get("lasting"), now, f"no longer {over}"))
    return PersonChanges(person.name, tuple(changes))
