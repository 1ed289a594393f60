"""Ordered attack: what a combatant ordered to attack does first, such as get up, draw or close."""

from __future__ import annotations

from tracker.encounter.names import plain
from tracker.games.hybrid.body import conditions
from tracker.games.hybrid.body.conditions import ATTACKED_BY, BOUND, HELD, PRONE, UNCONSCIOUS
from tracker.games.hybrid.body.passive_defence import BLOCK, CROUCH, DODGE, NOTHING, PARRY, ROLL_WITH
from tracker.games.hybrid.body.weapons import at_hand_or_fist, drawn, must_close, why_not
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.sheet.pools import BODY
from tracker.games.hybrid.sheet.sheet import Weapon, sheet_of
from tracker.games.hybrid.timing import weapon_binds
from tracker.model.combatant import Combatant
from tracker.model.commands import Command, Do, Improvise
from tracker.model.orders import ATTACK, OrderWords
from tracker.model.state import Encounter

FEND, HEED, IGNORE = "fend", "heed", "ignore"
"""The replies to closing in: fend off the closer. As the closer, stay out of a fend or ignore it."""
CLOSING = "closing"
"""The subject of the question to a combatant whom another one closes with."""


def words(rules: Rulebook) -> OrderWords:
    """Return what standing orders may contain. A combatant ordered only to attack is asked how it defends.

    With `fend` a combatant fends off a closer, and with `heed` it stays out of a fend. Without them it lets the other
    in, and ignores the fend (ruling 97).
    """
    return OrderWords(
        (ATTACK,),
        (NOTHING, PARRY, BLOCK, DODGE, CROUCH, ROLL_WITH),
        silent=rules.silent,
        body=BODY,
        spares=(UNCONSCIOUS,),
        attacked_by=ATTACKED_BY,
        replies=((FEND, CLOSING, NOTHING), (HEED, HEED, IGNORE)),
    )


def obey(encounter: Encounter, rules: Rulebook, who: str, target: str, named: str) -> Command | None:
    """Return the attack with the named weapon, else the one at hand, or what must come first. None if impossible.

    A combatant in a grip strikes its holder (rulings 46, 68 and 76).
    """
    combatant = encounter[who]
    if conditions.helpless(combatant):
        return None
    grip = combatant.condition(HELD)
    if grip is not None and encounter[grip.of].able:
        target = grip.of
    if grip is None and combatant.condition(PRONE) is not None:
        return Do(who, "stand")
    weapon = _meant(combatant, named)
    if weapon is None:
        return _free_first(encounter, combatant)
    if grip is None and why_not(combatant, weapon):
        if drawn(combatant, weapon):  # so it is bound
            if combatant.marks.get(weapon_binds.TRIED) != encounter.count:
                return _free_first(encounter, combatant)
            weapon = _other(combatant, weapon) or weapon
        if not drawn(combatant, weapon):
            return Do(who, "draw", (weapon.key,))
    if why_not(combatant, weapon):
        weapon = at_hand_or_fist(combatant)
        if weapon is None:
            return _free_first(encounter, combatant)
    if must_close(encounter, rules, who, target, weapon):
        return Do(who, "close", (target,))
    return Do(who, ATTACK, (target, weapon.key))


def _free_first(encounter: Encounter, combatant: Combatant) -> Command | None:
    """Return freeing a bound weapon, once at a count, then waiting for the next try. None where nothing is bound."""
    if combatant.condition(BOUND) is None:
        return None
    if combatant.marks.get(weapon_binds.TRIED) != encounter.count:
        return Do(combatant.id, "unbind")
    return Improvise(combatant.id, "waits to free its weapon", 1)


def search(encounter: Encounter, who: str) -> Command | None:
    """Return a look around for a foe that has not been noticed, or getting up first. None when it can do neither."""
    combatant = encounter[who]
    if conditions.helpless(combatant):
        return None
    if combatant.condition(PRONE) is not None and combatant.condition(HELD) is None:
        return Do(who, "stand")
    return Do(who, "look")


def _meant(combatant: Combatant, named: str) -> Weapon | None:
    """Return the weapon the orders name, else the one at hand, else a bound or sheathed one before the fist."""
    candidates = sheet_of(combatant).weapons
    for candidate in candidates:
        if named and plain(named) in (plain(candidate.key), plain(candidate.name)):
            return candidate
    at_hand = at_hand_or_fist(combatant)
    if at_hand is not None and not at_hand.unarmed:
        return at_hand
    last = combatant.last.weapon if combatant.last is not None else ""
    bound = combatant.condition(BOUND) is not None
    if at_hand is not None and at_hand.key == last and not bound:
        return at_hand
    armed = [candidate for candidate in candidates if not candidate.unarmed and candidate.use != "mental"]
    if bound:
        armed.sort(key=lambda candidate: candidate.key != combatant.marks.get(BOUND))
    return armed[0] if armed else at_hand


def _other(combatant: Combatant, bound: Weapon) -> Weapon | None:
    """Return the first weapon besides the bound one, neither unarmed nor of the mind. None without one."""
    free_weapons = [weapon for weapon in sheet_of(combatant).weapons if not weapon.unarmed and weapon.use != "mental"]
    return next((weapon for weapon in free_weapons if weapon.key != bound.key), None)
