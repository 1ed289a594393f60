"""Policies: how all fighters fight in a forecast, and which single changes might help a side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from tracker.dice.source import SeededDice
from tracker.encounter.decide import decide
from tracker.encounter.engine.standing_orders import NO_WORDS
from tracker.game_api.rules import Rules
from tracker.model.combatant import Combatant, Presence
from tracker.model.commands import Leave
from tracker.model.lazy_dataclass import dataclass
from tracker.model.orders import ATTACK, Focus, Orders, OrderWords, Whom, read
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.odds.job import with_orders

OWN = "own orders"
"""The policy of a fight in which some have orders already: they follow them, the others the first policy."""
USUAL = "parry"
"""The defence of a policy where the game has it. Otherwise the first one that the game names."""
HEROES = "heroes"


@dataclass(frozen=True, slots=True)
class Policy:
    """The orders of all fighters: a policy in words, and the fight with those orders."""

    text: str
    encounter: Encounter


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that could be otherwise: what, in a few words, and the fight in which it is."""

    text: str
    encounter: Encounter


class NoOrders(Refused):
    """A game without standing orders cannot be forecast. The text is a sentence."""


def defences(words: OrderWords) -> tuple[str, ...]:
    """Return the words that answer a blow with a defence, the usual one first, each with the number it asks for."""
    amount = " 2" if words.amounts else ""
    rest = words.answers[1:]
    return tuple(f"{word}{amount}" for word in sorted(rest, key=lambda word: (word != USUAL, rest.index(word))))


def usual_texts(words: OrderWords) -> tuple[str, ...]:
    """Return the three policies of a forecast that names none, in the words of orders.

    Two answer blows by the first defence of the game, the third by none.
    """
    met = f", {defences(words)[0]}" if defences(words) else ""
    unmet = f", {words.answers[0]}" if words.answers else ""  # the first answer is no defence
    return (f"{ATTACK} again{met}", f"{ATTACK} nearest{met}", f"{ATTACK} weakest, spread{unmet}")


def policies(encounter: Encounter, words: OrderWords | None, texts: Sequence[str] = ()) -> tuple[Policy, ...]:
    """Return the fight under each of some policies. By default three, and first its own orders if a fighter has some.

    Under every policy a fighter keeps its weapon, when it gives up, and its answers to all but blows. Raises
    NoOrders for a game that has none, and Refused for orders that it lacks.
    """
    if words is None:
        raise NoOrders("This game has no standing orders, so nobody can fight a forecast by them.")
    meant = tuple(texts) or usual_texts(words)
    orders = [_read(text, words) for text in meant]
    under_each = [Policy(text, under(encounter, order)) for text, order in zip(meant, orders, strict=True)]
    if not texts and any(fighter.orders.does or fighter.orders.answer for fighter in encounter):
        under_each.insert(
            0, Policy(f"{OWN}, else {meant[0]}", with_orders(encounter, lambda fighter: _completed(fighter, orders[0])))
        )
    return tuple(under_each)


def _read(text: str, words: OrderWords) -> Orders:
    """Return the orders of a policy. Raises Refused with a sentence for a text that is none."""
    try:
        return read(text, words)
    except ValueError as error:
        sentence = f"{str(error)[:1].upper()}{str(error)[1:]}"
        raise Refused(sentence if sentence.endswith(("?", ".")) else f"{sentence}.") from error


def under(encounter: Encounter, orders: Orders) -> Encounter:
    """Return the fight with all fighters under these orders."""
    return with_orders(encounter, lambda fighter: _with_own_details(fighter, orders))


def _with_own_details(fighter: Combatant, orders: Orders) -> Orders:
    """Return a policy's orders. The fighter's own orders supply weapon, retreat or replies that they lack."""
    own_orders = fighter.orders
    return replace(
        orders,
        weapon=orders.weapon or own_orders.weapon,
        retreats=orders.retreats or own_orders.retreats,
        replies=orders.replies or own_orders.replies,
    )


def _completed(fighter: Combatant, orders: Orders) -> Orders:
    """Return a fighter's own orders. `orders` supply the action or the answer to blows that they lack."""
    own_orders = fighter.orders
    acts = own_orders if own_orders.does else orders
    meets = own_orders if own_orders.answer else orders
    return replace(
        _with_own_details(fighter, acts), answer=meets.answer, above=meets.above, amount=meets.amount, whom=acts.whom,
        named=acts.named, focus=acts.focus,
    )  # fmt: skip


def forecast_side(encounter: Encounter) -> str:
    """Return the side whose chances are told: that of the first player's fighter, else the heroes, else the first."""
    sides = [fighter.profile.side for fighter in encounter]
    played = [fighter.profile.side for fighter in encounter if fighter.profile.player]
    return played[0] if played else HEROES if HEROES in sides else sides[0] if sides else ""


def changes(
    encounter: Encounter, side: str, rules: Rules, armour: Sequence[Mapping[str, Any]] = ()
) -> tuple[Change, ...]:
    """Return the possible changes for a side: one foe fewer, a fighter in armour, other targets, another defence.

    `encounter` has the orders that all else is compared with. `armour` are the pieces of the game's library.
    """
    words = rules.abilities.orders or NO_WORDS
    return (
        *_fewer_foes(encounter, side, rules),
        *_in_armour(encounter, side, rules, armour),
        *_other_targets(encounter, side),
        *_other_defences(encounter, side, words),
    )


def _fewer_foes(encounter: Encounter, side: str, rules: Rules) -> Iterator[Change]:
    """Yield the fight without one of each kind of foe, by group or name. One foe stays at least."""
    foes = [fighter for fighter in encounter if fighter.able and fighter.profile.side != side]
    kinds: dict[str, list[Combatant]] = {}
    for foe in foes:
        kinds.setdefault(foe.group or _stem(foe.name), []).append(foe)
    for alike in kinds.values() if len(foes) > 1 else ():
        last = alike[-1]
        with suppress(Refused):  # no fighter leaves in the middle of a blow
            left = without(encounter, last.id, rules)
            yield Change(f"one {_stem(last.name)} fewer" if len(alike) > 1 else f"without {last.name}", left)


def _in_armour(encounter: Encounter, side: str, rules: Rules, pieces: Sequence[Mapping[str, Any]]) -> Iterator[Change]:
    """Yield the fight in which one fighter of a side wears the best armour of the library."""
    for fighter in encounter if pieces else ():
        of_side = fighter.able and fighter.profile.side == side
        outfit = rules.sheets.armoured(fighter, pieces) if of_side else None
        if outfit is not None:
            yield Change(f"{fighter.name}: {outfit.name.lower()}", encounter.with_combatant(outfit.fighter))


def without(encounter: Encounter, who: str, rules: Rules) -> Encounter:
    """Return the fight without one fighter. In a fight that has begun it leaves, in another it never was there.

    Raises Refused.
    """
    if encounter.began:
        return decide(encounter, Leave(who, Presence.LEFT.value), rules, SeededDice(0)).encounter
    rest = [fighter for fighter in encounter if fighter.id != who]
    seats = {fighter.id: place for place, fighter in enumerate(rest)}
    agenda = encounter.agenda
    for due in agenda.of(who):
        agenda = agenda.cancel(due)
    there = tuple(replace(fighter, profile=replace(fighter.profile, seat=seats[fighter.id])) for fighter in rest)
    return replace(encounter, combatants=there, seats=seats, agenda=agenda)


def _stem(name: str) -> str:
    """Return a name without the number at its end. A name of digits alone stays."""
    return name.rstrip("0123456789 ") or name


def _other_targets(encounter: Encounter, side: str) -> Iterator[Change]:
    """Yield the fight with other choices of targets for all of a side."""
    own_side = {fighter.id for fighter in encounter if fighter.able and fighter.profile.side == side}
    foes = sum(fighter.able and fighter.profile.side != side for fighter in encounter)
    ways = {
        "attack the weakest foe": (Whom.WEAKEST, Focus.ANEW),
        "keep to one foe until it falls": (Whom.NEAREST, Focus.KEEP),
        "spread over all foes": (Whom.NEAREST, Focus.SPREAD),
    }
    for text, (whom, focus) in ways.items() if foes > 1 else ():
        orders = {
            fighter.id: replace(fighter.orders, whom=whom, focus=focus)
            for fighter in encounter
            if fighter.id in own_side
        }
        if any(orders[who] != encounter[who].orders for who in own_side if encounter[who].orders.does):
            changed = with_orders(encounter, lambda fighter, orders=orders: orders.get(fighter.id, fighter.orders))  # type: ignore[misc]
            yield Change(f"{side} {text}" if side else text, changed)


def _other_defences(encounter: Encounter, side: str, words: OrderWords) -> Iterator[Change]:
    """Yield the fight with another answer to blows for one of a side."""
    for fighter in encounter:
        for defence in defences(words)[:2] if fighter.able and fighter.profile.side == side else ():
            orders = read(defence, words)
            if orders.answer != fighter.orders.answer:
                other = replace(fighter.orders, answer=orders.answer, amount=orders.amount, above=0)
                yield Change(
                    f"{fighter.name}: {orders.answer}", encounter.with_combatant(replace(fighter, orders=other))
                )
