"""The menu of conditions: the game's, those in one's own words, how each ends, and ending one."""

from __future__ import annotations

from collections.abc import Callable

from tracker.controller.menus.menu_path import MenuAction, MenuChoice
from tracker.controller.menus.menu_subjects import Page, Whom
from tracker.game_api.rules import Rules
from tracker.game_api.target_keys import seat_key
from tracker.game_api.values import Choice, Menu
from tracker.model.combatant import TURN, Combatant


def menu(rules: Rules, whom: Whom, rest: Page) -> Menu:
    """Return the menu: conditions to end, conditions of the game to begin, and one's own words."""

    def bears(key: str) -> Callable[[Combatant], bool]:
        return lambda fighter: fighter.condition(key) is not None

    borne = {c.key: c.label for fighter in whom.everyone for c in fighter.conditions}
    choices = [
        MenuChoice(
            "o", "a condition in your own words", action=MenuAction.OWN_CONDITION, price="name, modifier and end"
        )
    ]
    for key, label in borne.items():
        line = f"{{}} is not {quoted(label)}"
        choices.append(whom.choice("", f"{label}: over", line, bears(key), lambda fighter: ""))
    for condition in rules.choices.conditions_by_hand():
        if condition.key not in borne or whom.several:
            weight = f"{condition.amount:+d}".replace("-", "−") if condition.amount else ""
            choices.append(MenuChoice("", condition.label, opens=whom.menu("is", condition.key), price=weight))
    title = f"{whom.names}: which condition?"
    if not rules.choices.conditions_by_hand():
        title += " This game has no conditions of its own."
    return Menu(title, tuple(choices))


def ends(rules: Rules, whom: Whom, rest: Page) -> Menu:
    """Return the ends the condition in `rest` can have: never, at a count, after a while, when a fighter acts.

    A second word in `rest` opens the menu of other fighters: whose turn ends it (TURN), or whose next act.
    """
    words, unit = rest[0], rules.unit
    begun = f"{whom.words} is {words}"
    title = f"{whom.names}: {words}, until when?"
    if len(rest) > 1:
        through = rest[1] == TURN
        others = tuple(
            Choice(
                seat_key(other.profile.seat),
                other.name,
                line=f"{begun} until the end of {other.id}'s turn" if through else f"{begun} until {other.id} acts",
                whom=other.id,
            )
            for other in whom.encounter
            if other.able
        )
        which = "to the end of whose next turn" if through else "until which fighter acts"
        return Menu(f"{whom.names}: {words}, {which}?", others)
    itself = "it acts next" if not whom.several else "each acts next"
    return Menu(
        title,
        (
            Choice("n", "until it is ended", line=begun),
            Choice("a", f"until {itself}", line=f"{begun} until it acts"),
            MenuChoice("o", "until another fighter acts next", opens=whom.menu("is", words, "acts")),
            Choice("e", "to the end of its next turn", line=f"{begun} until the end of its turn"),
            MenuChoice("r", "to the end of another's next turn", opens=whom.menu("is", words, TURN)),
            Choice(
                "c",
                f"until a {unit.one}",
                line=f"{whom.typed} is {words} until ",
                unfinished=True,
                price=f"such as {unit.example}",
            ),
            Choice(
                "t",
                "for a span of time",
                line=f"{whom.typed} is {words} for ",
                unfinished=True,
                price=f"{unit.words(12)}, 30 s, 2 min",
            ),
        ),
    )


def quoted(label: str) -> str:
    """Return the words of a condition as a line has them."""
    return f'"{label}"' if '"' not in label else label
