"""What a game master may do by hand to a fighter, whatever is asked, drawn from a seed."""

from __future__ import annotations

from random import Random

from tracker.model.combatant import Combatant
from tracker.session import Session

AWAY = ("leaves", "surrenders", "falls", "returns", "aside it trips", "wait", "is bound until it acts")


def done_by_hand(session: Session, random: Random) -> str:
    """Something that a game master may do by hand to a fighter, whatever is asked."""
    one = random.choice(session.encounter.combatants)
    kinds = (_presence, _pool, _count, _condition, _roller, _orders, _newcomer)
    return random.choice(kinds)(session, one, random)


def _presence(session: Session, one: Combatant, random: Random) -> str:
    return f"{one.id} {random.choice(AWAY)}"


def _pool(session: Session, one: Combatant, random: Random) -> str:
    if not one.profile.pools:
        return "note nothing"
    pool = random.choice(one.profile.pools)
    return f"fix {one.id} {pool.name} {random.choice((pool.least, 0, 1, pool.full))}"


def _count(session: Session, one: Combatant, random: Random) -> str:
    at = session.rules.unit.text(session.encounter.count + random.randint(0, 9))
    return f"fix {one.id} count {at}"


def _condition(session: Session, one: Combatant, random: Random) -> str:
    known = session.rules.choices.conditions_by_hand()
    key = random.choice([condition.key for condition in known]) if known else "wet"
    return f"fix {one.id} {key} {random.choice(('on', 'off'))}"


def _roller(session: Session, one: Combatant, random: Random) -> str:
    return f"{one.id} {random.choice(('typed', 'rolled'))}"


def _orders(session: Session, one: Combatant, random: Random) -> str:
    return f"{one.id} orders {random.choice(('attack again', 'attack nearest', 'none'))}"


def _newcomer(session: Session, one: Combatant, random: Random) -> str:
    return "join Straggler" if len(session.encounter.combatants) < 12 else f"group {one.group or 'x'} singly"
