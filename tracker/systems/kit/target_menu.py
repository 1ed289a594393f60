"""Target menu: everybody as a target, foes first, by the keys of their seats; and the last attack again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tracker.model.combatant import Combatant
from tracker.model.state import Encounter
from tracker.system_api.target_keys import seat_key
from tracker.system_api.values import Choice
from tracker.systems.kit.names import Named

Weapon = TypeVar("Weapon", bound=Named)
OWN_SIDE = " (own side)"
"""Said of a target that is no foe."""


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
