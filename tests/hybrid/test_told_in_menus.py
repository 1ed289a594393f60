"""What menus tell: when a task would be done, and what the prone and the held may not."""

from __future__ import annotations

from tests.hybrid.kit import THIEF, current_tables, duel, held, refused
from tests.hybrid.table import Table


@current_tables
def test_the_menu_of_a_task_tells_its_time_and_the_count_it_lands_on() -> None:
    table = duel(THIEF)
    menu = table.session.rules.choices.menu(table.now, "anna", ("task", "Climbing"))
    table.say("anna task Climbing difficult")
    (action,) = table.now["anna"].actions
    assert f"{action.speed} counts → {action.lands}" in menu.title
    assert action.lands == 11 + action.speed


def refusals(table: Table, who: str) -> dict[str, str]:
    """By line, why each choice of the first menu cannot be taken; empty: it can."""
    return {choice.line: choice.refused for choice in table.session.rules.choices.menu(table.now, who, ()).choices}


NEEDS_FEET = ("drop", "dodge", "evade")


def test_the_prone_are_offered_neither_to_drop_nor_to_dodge_nor_to_evade() -> None:
    table = duel()
    assert [refusals(table, "anna")[f"anna {verb}"] for verb in NEEDS_FEET] == ["", "", ""]
    table.say("fix anna prone on")
    for verb in NEEDS_FEET:
        why = f"Anna cannot {verb}: prone; `anna stand` gets up."
        assert refusals(table, "anna")[f"anna {verb}"] == refused(table, f"anna {verb}") == why


def test_the_held_are_not_offered_them_either() -> None:
    table = held()
    for verb in NEEDS_FEET:
        why = refusals(table, "gruk")[f"gruk {verb}"]
        assert why.startswith(f"Gruk cannot {verb}: held by Anna") and why.endswith("or `gruk escape`.")
        assert refused(table, f"gruk {verb}") == why
