"""Menus: targets by their seat keys, one list of things by first letters, and waiting, as every game offers them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from tracker.model.combatant import Combatant
from tracker.model.state import Encounter
from tracker.system_api.choice_keys import letters
from tracker.system_api.target_keys import seat_key
from tracker.system_api.values import Choice, Menu
from tracker.systems.kit.names import Named

Weapon = TypeVar("Weapon", bound=Named)
WAIT = "w"
"""The key of waiting."""
OWN_SIDE = " (own side)"
"""Said of a target that is no foe."""


def wait(who: str, label: str = "wait", price: str = "") -> Choice:
    """The kernel's own way to let a moment stand."""
    return Choice(WAIT, label, line=f"{who} wait", price=price)


def allowed(title: str, choices: Iterable[Choice], *more: Choice) -> Menu:
    """Those of the choices that are not refused, then `more`; of the others their keys say why."""
    there = tuple(choices)
    shown = (choice for choice in there if not choice.refused)
    return Menu(title, (*shown, *more), absent=tuple(choice for choice in there if choice.refused))


def foes(encounter: Encounter, who: str) -> tuple[Combatant, ...]:
    """Whoever is in the fight on another side and noticed, in seat order."""
    own = encounter[who]
    return tuple(
        other
        for other in encounter
        if other.able and other.profile.side != own.profile.side and other.id not in own.unaware_of
    )


def targets(
    encounter: Encounter,
    who: str,
    line: Callable[[str], str],
    price: Callable[[str], str] = lambda target: "",
    refused: Callable[[str], str] = lambda target: "",
    unfinished: bool = False,
) -> tuple[Choice, ...]:
    """A choice for everybody else, foes first, whoever is of one's own side said; one who cannot be a target says why.

    `line` is the command line on a target's id, `unfinished` where more is to be typed; `price` and `refused` are asked
    of that id.
    """
    own = encounter[who]
    others = [other for other in encounter if other.id != who]
    others.sort(key=lambda other: (not other.able, other.profile.side == own.profile.side))
    choices = []
    for other in others:
        why = refused(other.id) or _out_of_it(own, other)
        ally = OWN_SIDE if other.profile.side == own.profile.side else ""
        choices.append(
            Choice(
                seat_key(other.profile.seat),
                f"{other.name}{ally}",
                line=line(other.id),
                unfinished=unfinished,
                price="" if why else price(other.id),
                refused=why,
                whom=other.id,
            )
        )
    return tuple(choices)


def again(
    encounter: Encounter,
    who: str,
    verb: str,
    weapon: Callable[[str], Weapon | None],
    price: Callable[[Weapon], str],
    refused: Callable[[], str] = lambda: "",
) -> Choice | None:
    """What was last done with `verb` and a weapon, on the same target; None when either is no more."""
    last = encounter[who].last
    if last is None or last.verb != verb or not encounter[last.target].able:
        return None
    named = weapon(last.weapon)
    if named is None:
        return None
    line, label = (
        f'{who} {verb} {last.target} "{named.name}"',
        f"{verb} {encounter[last.target].name} with {named.name}",
    )
    return Choice("enter", label, line=line, price=price(named), refused=refused())


def _out_of_it(own: Combatant, other: Combatant) -> str:
    if not other.able:
        return f"{other.name} is {other.presence.value}."
    return f"{own.name} has not noticed {other.name}." if other.id in own.unaware_of else ""


def skills(who: Combatant, verb: str, priced: Sequence[tuple[str, str]], typed: str) -> Menu:
    """The skills to be tried with `verb`, each with its price; last, one to be `typed` with whatever it takes."""
    keys = letters([name for name, _ in priced], "o")
    choices = [
        Choice(key, name, line=f'{who.id} {verb} "{name}"', price=price)
        for key, (name, price) in zip(keys, priced, strict=True)
    ]
    choices.append(Choice("o", typed, line=f"{who.id} {verb} ", unfinished=True))
    return Menu(f"{who.name}: try which skill?", tuple(choices))
