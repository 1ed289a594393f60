"""Menus: waiting, possible actions and skill checks, as every game offers them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tracker.game_api.choice_keys import letters
from tracker.game_api.values import Choice, Menu, Percent
from tracker.model.combatant import Combatant

WAIT = "w"


def wait(who: str, label: str = "wait", price: str = "") -> Choice:
    """Return the choice to wait, which the kernel carries out."""
    return Choice(WAIT, label, line=f"{who} wait", price=price)


def allowed(title: str, choices: Iterable[Choice], *further: Choice) -> Menu:
    """Return a menu of the choices that are not refused, then `further`. The key of a refused one shows its reason."""
    all_choices = tuple(choices)
    shown = (choice for choice in all_choices if not choice.refused)
    return Menu(title, (*shown, *further), absent=tuple(choice for choice in all_choices if choice.refused))


def skills(who: Combatant, verb: str, chances: Sequence[tuple[str, Percent]], typed: str) -> Menu:
    """Return the menu of skills for `verb`, each with its chance.

    The last choice, with the label `typed`, lets the user type another.
    """
    keys = letters([name for name, _ in chances], "o")
    choices = [
        Choice(key, name, line=f'{who.id} {verb} "{name}"', works=chance)
        for key, (name, chance) in zip(keys, chances, strict=True)
    ]
    choices.append(Choice("o", typed, line=f"{who.id} {verb} ", unfinished=True))
    return Menu(f"{who.name}: try which skill?", tuple(choices))
