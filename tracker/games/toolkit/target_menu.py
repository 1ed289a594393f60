"""Target menu: every other fighter as a target, enemies first, by seat key. And the last attack again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tracker.game_api.target_keys import seat_key
from tracker.game_api.values import Choice, Percent
from tracker.games.toolkit import guards
from tracker.games.toolkit.names import Named
from tracker.model.combatant import Combatant
from tracker.model.state import Encounter

Weapon = TypeVar("Weapon", bound=Named)
OWN_SIDE = " (own side)"


def foes(encounter: Encounter, who: str) -> tuple[Combatant, ...]:
    """Return the fighters on other sides who are in the fight and noticed, in seat order."""
    fighter = encounter[who]
    return tuple(
        other
        for other in encounter
        if other.able and other.profile.side != fighter.profile.side and other.id not in fighter.unaware_of
    )


def targets(
    encounter: Encounter,
    who: str,
    line: Callable[[str], str],
    price: Callable[[str], str] = lambda target: "",
    refused: Callable[[str], str] = lambda target: "",
    unfinished: bool = False,
    fallen: bool = False,
    theirs: Callable[[str], str] = lambda target: "",
    works: Callable[[str], Percent | None] = lambda target: None,
) -> tuple[Choice, ...]:
    """Return a choice for every other fighter, enemies first. One that cannot be a target says why.

    `line` makes the command line from a target's id, `unfinished` when more is to be typed. `works` (the chance),
    `price` and `refused` take that id too. So does `theirs`, facts from the target's own sheet for the GM. With
    `fallen` those who are down can be targets.
    """
    fighter = encounter[who]
    others = [other for other in encounter if other.id != who]
    others.sort(key=lambda other: (not other.able, other.profile.side == fighter.profile.side))
    choices = []
    for other in others:
        why = refused(other.id) or guards.why_no_target(fighter, other, fallen)
        ally = OWN_SIDE if other.profile.side == fighter.profile.side else ""
        choices.append(
            Choice(
                seat_key(other.profile.seat),
                f"{other.name}{ally}",
                line=line(other.id),
                unfinished=unfinished,
                works=None if why else works(other.id),
                price="" if why else price(other.id),
                refused=why,
                whom=other.id,
                theirs="" if why else theirs(other.id),
            )
        )
    return tuple(choices)


def again(
    encounter: Encounter,
    who: str,
    verb: str,
    weapon: Callable[[str], Weapon | None],
    price: Callable[[Weapon], str] = lambda weapon: "",
    refused: Callable[[], str] = lambda: "",
    works: Callable[[Weapon], Percent | None] = lambda weapon: None,
) -> Choice | None:
    """Return the choice to repeat the last action with `verb` and its weapon on the same target.

    None when either is gone. `weapon` returns the weapon of a name, `price` and `works` its price and its chance, and
    `refused` the reason why the choice cannot be taken.
    """
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
    return Choice("enter", label, line=line, works=works(named), price=price(named), refused=refused())
