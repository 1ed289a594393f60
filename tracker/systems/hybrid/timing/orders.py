"""Standing orders: what the program declares and answers by itself (flow: by hand)."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.encounter.combatant import Combatant
from tracker.encounter.commands import Command, Do
from tracker.encounter.names import plain
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.systems.hybrid.body import conditions
from tracker.systems.hybrid.body.conditions import ATTACKED_BY, HELD, PRONE, UNCONSCIOUS
from tracker.systems.hybrid.body.defences import BLOCK, NOTHING, PARRY
from tracker.systems.hybrid.body.weapons import at_hand_or_fist, must_close
from tracker.systems.hybrid.book.rulebook import Rulebook

ORDERED = "ordered"
"""Said by the program itself under standing orders."""
AGAIN = "attack again"
ORDERS = {AGAIN: NOTHING, f"{AGAIN}, {PARRY}": PARRY, f"{AGAIN}, {BLOCK}": BLOCK}
"""Standing orders, each with the defence that answers a blow."""


def known(text: str) -> str:
    """Standing orders in their one spelling; empty when there are none such."""
    return next((orders for orders in ORDERS if plain(orders) == plain(text)), "")


def read(text: str) -> str:
    """Standing orders as written at the table, in their one spelling; raises Refused."""
    if words := known(text):
        return words
    raise Refused(f'"{text}" are no standing orders; there are {"; ".join(ORDERS)}; and none.')


def declaration(encounter: Encounter, rules: Rulebook, who: str) -> Command | None:
    """An attack on the last target, else on who last attacked, else on the first standing foe; None without one.

    Out of reach it closes first, and gets up for that (H-ATK-7, ruling 76).
    """
    combatant = encounter[who]
    if not known(combatant.orders) or conditions.helpless(combatant):
        return None
    weapon = at_hand_or_fist(combatant)
    target = _target(encounter, combatant)
    if weapon is None or target is None:
        return None
    if must_close(encounter, rules, who, target.id, weapon):
        if combatant.condition(PRONE) is not None:
            return Do(who, "stand")
        return Do(who, "close", (target.id, ORDERED))
    return Do(who, "attack", (target.id, weapon.key, ORDERED))


def _target(encounter: Encounter, combatant: Combatant) -> Combatant | None:
    held = combatant.condition(HELD)
    sought: Sequence[object] = (
        held.of if held is not None else "",
        combatant.last.target if combatant.last is not None else "",
        combatant.marks.get(ATTACKED_BY, ""),
    )
    for id in sought:
        if isinstance(id, str) and id in encounter and _standing(encounter[id], combatant):
            return encounter[id]
    return next((other for other in encounter if _standing(other, combatant)), None)


def _standing(other: Combatant, combatant: Combatant) -> bool:
    return (
        other.able
        and other.condition(UNCONSCIOUS) is None
        and other.profile.side != combatant.profile.side
        and other.id not in combatant.unaware_of
    )


def defence(combatant: Combatant) -> str:
    """How one under orders answers a blow where it can; empty when it has none and must be asked."""
    return ORDERS.get(known(combatant.orders), "")
