"""Standing orders: a fight runs by them, and a veto takes the last one back."""

from __future__ import annotations

from typing import Any

from tests.hybrid.kit import ANNA, GRUK
from tests.hybrid.table import at_once
from tracker.dice.source import SeededDice


def test_a_fight_in_which_all_have_orders_runs_by_itself() -> None:
    ordered: list[dict[str, Any]] = [{**ANNA, "orders": "attack again, parry"}, {**GRUK, "orders": "Attack Again"}]
    table = at_once(*ordered)
    table.session.dice = SeededDice(3)
    table.say("to 300")
    assert table.now.question is None or table.asked()[1] == "declaration"
    modes = [table.session.journal.steps[n].mode for n in table.session.journal.done]
    assert modes.count("orders") > 3, "each declaration is a step of its own"


def test_a_veto_takes_the_last_order_back_and_asks() -> None:
    table = at_once({**ANNA, "orders": "attack again"}, GRUK)
    table.say("fix gruk count 60", "next")
    assert not table.now["anna"].actions or table.now["anna"].actions[0].ordered
    table.say("veto")
    assert table.asked() == ("anna", "declaration")
    assert not table.now["anna"].actions
