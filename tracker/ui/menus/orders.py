"""The menu of standing orders: what somebody is ordered to do, and an end of it."""

from __future__ import annotations

from tracker.encounter.system import Choice, Menu, RuleSystem
from tracker.ui.menus.whom import Path, Whom


def told(whom: Whom) -> str:
    """What is ordered now, in a few words."""
    return ", ".join(dict.fromkeys(one.orders for one in whom.everyone if one.orders))


def menu(rules: RuleSystem, whom: Whom, rest: Path) -> Menu:
    """New orders, to be typed, and none any more."""
    return Menu(
        f"{whom.names}: which orders?",
        (
            Choice("o", "orders", line=f"{whom.words} orders ", unfinished=True, price=told(whom)),
            whom.choice(
                "n",
                "none any more",
                "{} orders none",
                lambda one: bool(one.orders),
                lambda one: f"{one.name} has no orders.",
            ),
        ),
    )
