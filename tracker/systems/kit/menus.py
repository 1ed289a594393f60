"""Menus: targets by their keys, lists by first letters, and waiting, as every game offers them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from tracker.model.combatant import Combatant
from tracker.model.state import Encounter
from tracker.system_api.target_keys import seat_key
from tracker.system_api.values import Choice, Menu
from tracker.systems.kit.names import Named

Weapon = TypeVar("Weapon", bound=Named)
EVERYWHERE = "uyx"
"""Letters that no choice may have: undo, redo and explain work during every question."""
WAIT = "w"
"""The key of waiting."""
OWN_SIDE = " (own side)"
"""Stands behind the name of a target on the fighter's own side."""


def wait(who: str, label: str = "wait", price: str = "") -> Choice:
    """Return the choice to wait, which the kernel carries out."""
    return Choice(WAIT, label, line=f"{who} wait", price=price)


def allowed(title: str, choices: Iterable[Choice], *more: Choice) -> Menu:
    """Return a menu of the choices that are not refused, then `more`; the refused ones tell their reason by key."""
    all_choices = tuple(choices)
    shown = (choice for choice in all_choices if not choice.refused)
    return Menu(title, (*shown, *more), absent=tuple(choice for choice in all_choices if choice.refused))


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
) -> tuple[Choice, ...]:
    """Return a choice for every other fighter, foes first; one that cannot be a target says why.

    `line` makes the command line from a target's id, `unfinished` when more is to be typed; `price` and `refused` take
    that id too.
    """
    fighter = encounter[who]
    others = [other for other in encounter if other.id != who]
    others.sort(key=lambda other: (not other.able, other.profile.side == fighter.profile.side))
    choices = []
    for other in others:
        why = refused(other.id) or _no_target(fighter, other)
        ally = OWN_SIDE if other.profile.side == fighter.profile.side else ""
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
    """Return the choice to repeat the last action with `verb` and its weapon on the same target.

    None when either is gone.
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
    return Choice("enter", label, line=line, price=price(named), refused=refused())


def _no_target(fighter: Combatant, other: Combatant) -> str:
    """Return why `other` cannot be a target: out of the fight, or unnoticed; empty when it can."""
    if not other.able:
        return f"{other.name} is {other.presence.value}."
    return f"{fighter.name} has not noticed {other.name}." if other.id in fighter.unaware_of else ""


def letters(labels: Sequence[str], taken: Iterable[str] = ()) -> tuple[str, ...]:
    """Return a key for each label: its first free letter, else a digit.

    It is never a key that works during every question.
    """
    used = {*EVERYWHERE, *taken}
    keys: list[str] = []
    for label in labels:
        free = [
            character
            for character in (*label.casefold(), *"123456789")
            if character.isalnum() and character not in used
        ]
        keys.append(free[0] if free else "")
        used.add(keys[-1])
    return tuple(keys)


def keyed(choices: Sequence[Choice], taken: Iterable[str] = ()) -> tuple[Choice, ...]:
    """Return the same choices, each with a key from its label."""
    keys = letters([choice.label for choice in choices], taken)
    return tuple(replace(choice, key=key) for key, choice in zip(keys, choices, strict=True))


def skills(who: Combatant, verb: str, priced: Sequence[tuple[str, str]], typed: str) -> Menu:
    """Return the menu of skills for `verb`, each with its price; the last choice lets the user type another."""
    keys = letters([name for name, _ in priced], "o")
    choices = [
        Choice(key, name, line=f'{who.id} {verb} "{name}"', price=price)
        for key, (name, price) in zip(keys, priced, strict=True)
    ]
    choices.append(Choice("o", typed, line=f"{who.id} {verb} ", unfinished=True))
    return Menu(f"{who.name}: try which skill?", tuple(choices))
