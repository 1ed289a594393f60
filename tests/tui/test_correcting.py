"""A die put right by a key on its line of the log, and somebody joining while a die is asked for."""

from __future__ import annotations

from tests.controllers import controller_of
from tests.hybrid.kit import ANNA, GRUK
from tests.hybrid.table import Table, at_once
from tests.tui.opening import example
from tests.tui.paper import Paper
from tests.tui.playing import press
from tracker.controller.modes import Mode


def asked_for_a_die() -> Table:
    """Anna's blow lands on Gruk, and the player's d100 is asked for."""
    table = at_once({**ANNA, "player": "Ada"}, GRUK)
    table.session.stock = example("duel").stock
    table.say("fix gruk count 60", "next", "anna attack gruk", "next", "gruk nothing")
    return table


def landed() -> Table:
    """Anna's blow has landed, all by the program's dice: 40 to hit, 30 for the place, then her initiative."""
    table = at_once(ANNA, GRUK, dice=(40, 30, 3, 3, 20, 50, 3, 4))
    table.say("fix gruk count 60", "next", "anna attack gruk", "next", "gruk nothing")
    return table


def totals(table: Table) -> list[tuple[str, int]]:
    return [(roll.label, roll.total) for _, roll in table.session.dice_of_last()]


def test_z_puts_right_the_die_of_the_line_marked() -> None:
    table = landed()
    before = totals(table)
    player = Paper(table.session)
    controller = player.controller
    player.press("l", "up")
    while (entry := controller.view.marked_entry()) is None or entry.roll is None or entry.roll.total != 30:
        player.press("up")
    player.press("z")
    assert f"{before[1][0]}: roll instead of 30?" in player.text()
    player.type("31")
    player.press("enter")
    assert totals(table)[:2] == [before[0], (before[1][0], 31)]


def test_z_without_a_mark_takes_the_only_die_and_asks_for_a_mark_where_there_are_several() -> None:
    table = landed()
    controller = controller_of(table.session)
    press(controller, "z")
    assert controller.field is None and "Mark the wrong roll first" in controller.notice.text
    table = asked_for_a_die()
    controller = controller_of(table.session)
    press(controller, "z")
    assert controller.field is None and "The last step has no die" in controller.notice.text
    table.session.say("97")
    controller = controller_of(table.session)
    assert len(totals(table)) == 1
    press(controller, "z", "9", "8", "enter")
    assert [total for _, total in totals(table)] == [98]


def test_z_on_a_line_without_a_die_or_of_an_older_step_says_why_not() -> None:
    table = landed()
    controller = controller_of(table.session)
    press(controller, "l", "up")
    while (entry := controller.view.marked_entry()) is None or entry.roll is not None:
        press(controller, "up")
    press(controller, "z")
    assert controller.field is None and "has no die" in controller.notice.text
    table.session.say("note later")
    controller = controller_of(table.session)
    press(controller, "l", "up")
    while (entry := controller.view.marked_entry()) is None or entry.roll is None:
        press(controller, "up")
    press(controller, "z")
    assert controller.field is None and "only the dice of the last step" in controller.notice.text


def test_somebody_joins_by_keys_while_a_die_is_asked_for_and_what_was_typed_stays() -> None:
    table = asked_for_a_die()
    asked = table.now.question
    controller = controller_of(table.session)
    press(controller, "9", "j", "n", *"Thug", "enter")
    assert "thug" in table.now and controller.mode is Mode.DICE
    assert controller.dice.text == "9", "the digit typed before is there still"
    now = table.now.question
    assert asked is not None and now is not None and now.text == asked.text
    table.fall(1, 3, 3)
    press(controller, "9", "3", "4")
    assert table.due("thug") == table.now.count + 12


def test_somebody_joins_by_keys_while_a_defence_is_asked_for() -> None:
    table = at_once(ANNA, GRUK)
    table.session.stock = example("duel").stock
    table.say("fix gruk count 60", "next", "anna attack gruk", "next")
    controller = controller_of(table.session)
    press(controller, "j", "n", *"Thug", "enter")
    assert "thug" in table.now and controller.mode is Mode.CHOOSE and controller.prompt.who == "gruk"


def test_after_z_the_notice_says_the_die_and_not_what_was_taken_again() -> None:
    table = landed()
    player = Paper(table.session)
    controller = player.controller
    player.press("l", "up")
    while (entry := controller.view.marked_entry()) is None or entry.roll is None or entry.roll.total != 30:
        player.press("up")
    player.press("z")
    player.type("31")
    player.press("enter")
    assert "die put right, 30 → 31" in controller.notice.text
