"""The menu of marks: who is marked, so that one entry goes to all of them."""

from __future__ import annotations

from tracker.controller.menus.menu_subjects import Page, Whom
from tracker.encounter.engine.multi_target import listed
from tracker.encounter.language.parser import vocabulary
from tracker.encounter.names import plain
from tracker.game_api.rules import Rules
from tracker.game_api.values import Choice, Menu
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.views.sides import side_order


def read(encounter: Encounter, rules: Rules, line: str) -> tuple[str, ...] | None:
    """Return the fighters that the line `mark …` marks.

    None for another line. Raises Refused when it names no fighter.
    """
    word, _, rest = line.strip().partition(" ")
    rest = rest.strip().strip('"')
    if word.casefold() != "mark":
        return None
    called = any(plain(name).startswith("mark") for fighter in encounter for name in (fighter.name, fighter.id))
    if called and rest.split(" ")[0].casefold() in vocabulary(rules).verbs:
        return None  # what a fighter of this name does
    if not rest:
        raise Refused("Name the fighters to mark: mark 1-4,7 · mark raiders · mark all · mark none")
    return () if rest.casefold() in ("none", "nobody") else listed(encounter, rest)


def menu(rules: Rules, whom: Whom, rest: Page) -> Menu:
    """Return the choices of marks: all fighters, a side, a list, none. Each is a line of the screen's own."""
    choices = [Choice("a", "all fighters", line="mark all")]
    choices += [Choice("", side, line=f'mark "{side}"') for side in side_order(whom.encounter) if side]
    choices += [
        Choice("l", "a list", line="mark ", unfinished=True, price="1-4,7 or names"),
        Choice("n", "nobody", line="mark none"),
    ]
    return Menu("Mark which fighters? One change then goes to all of them.", tuple(choices))
