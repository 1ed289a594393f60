"""What menus tell: when a task would be done, and what the prone may not."""

from __future__ import annotations

from tests.hybrid.kit import THIEF, duel, refused


def test_the_menu_of_a_task_tells_its_time_and_the_count_it_lands_on() -> None:
    table = duel(THIEF)
    menu = table.session.rules.offers.menu(table.now, "anna", ("task", "Climbing"))
    table.say("anna task Climbing difficult")
    (action,) = table.now["anna"].actions
    assert f"{action.speed} counts → {action.lands}" in menu.title
    assert action.lands == 11 + action.speed


def test_the_prone_are_not_offered_to_drop() -> None:
    table = duel()
    choices = {choice.line: choice for choice in table.session.rules.offers.menu(table.now, "anna", ()).choices}
    assert not choices["anna drop"].refused
    table.say("fix anna prone on")
    choices = {choice.line: choice for choice in table.session.rules.offers.menu(table.now, "anna", ()).choices}
    assert choices["anna drop"].refused == "Anna cannot do that: prone; g gets up."
    assert "prone" in refused(table, "anna drop")
