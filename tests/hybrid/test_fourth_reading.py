"""The fourth reading of the guides (rulings 104 to 106)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.hybrid.kit import ANNA, GRUK, SWORD, Entry, closing, editions, offered, refused, rolls
from tests.hybrid.table import Table, at_once
from tracker.games.hybrid.timing.action_points import SPEED_POINTS
from tracker.model import events as ev

# 104

LOSSES = {
    "given up": ("anna abort",),
    "stunned": ("fix anna stunned on",),
    "down": ("fix anna PBD 0",),
}
"""How the game master takes an action away: the lines of each way."""


def with_action_under_way(edition: str, condition: str, **house: str) -> Table:
    """Return a fight in which Anna's blow is under way, and a condition that lasts until her next action is over."""
    table = at_once(ANNA, GRUK, edition=edition, house_rules={"fumble": "note", **house})
    table.say(f"fix anna {condition} on", "fix gruk count 60", "next", "anna attack gruk", "to 12")
    assert table.now["anna"].condition(condition) is not None
    return table


@editions
@pytest.mark.parametrize("condition", ["off balance", "jolted"])
@pytest.mark.parametrize("how", LOSSES)
def test_a_lost_action_ends_what_lasts_until_the_next_action_is_over(edition: str, condition: str, how: str) -> None:
    table = with_action_under_way(edition, condition)
    table.fall(3, 3, 3, 3)
    table.say(*LOSSES[how])
    assert not table.now["anna"].actions
    assert table.now["anna"].condition(condition) is None


@editions
def test_fights_of_the_third_reading_keep_lost_balance_until_an_action_has_landed(edition: str) -> None:
    table = with_action_under_way(edition, "off balance", reading="third")
    table.say("anna abort")
    assert table.now["anna"].condition("off balance") is not None


def test_what_begins_on_the_count_on_which_the_action_is_lost_stays() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix gruk count 60", "next", "anna attack gruk", "to 12", "fix anna off balance on", "anna abort")
    assert table.now["anna"].condition("off balance") is not None


@editions
def test_a_disarmed_fighter_is_no_longer_off_balance(edition: str) -> None:
    table = at_once(ANNA, GRUK, edition=edition, house_rules={"fumble": "note"})
    table.say(
        "fix anna off balance on",
        "fix anna count 14",
        "next",
        "gruk disarm anna",
        "next",
        "anna attack gruk",
        "fix anna count 30",
    )
    table.fall(1, 99, 3, 3, 3, 3)
    table.say("next")
    assert [event.why for event in table.events() if isinstance(event, ev.ActionEnded) and event.how == "lost"] == [
        "disarmed (H-ATK-6)"
    ]
    assert table.now["anna"].condition("off balance") is None


# 105


def waiting(edition: str = "current", *entries: Entry, **house: str) -> Table:
    """Return a fight in which Anna has waited since count 11, and Gruk may declare at 60."""
    table = at_once(*(entries or (ANNA, GRUK)), edition=edition, house_rules={"fumble": "note", **house})
    table.say("fix gruk count 60", "next", "anna wait", "to 20")
    assert table.now["anna"].waiting
    return table


@editions
def test_a_fighter_who_has_waited_rolls_initiative_from_the_count_at_which_it_decides_to_act(edition: str) -> None:
    table = waiting(edition)
    assert "waits and has given its moment up" in refused(table, "anna attack gruk")
    table.fall(3, 4)
    table.say("anna acts")
    (rolled,) = [event for event in rolls(table, "initiative") if event.who == "anna"][-1:]
    assert not table.now["anna"].waiting and table.now.question is None
    assert rolled.faces == (3, 4)
    assert table.due("anna") == 20 + 7 + 8 - 2


@editions
def test_with_free_waits_a_fighter_acts_at_any_count(edition: str) -> None:
    table = waiting(edition, wait="free")
    table.say("anna attack gruk")
    assert table.now["anna"].actions[0].declared == 20


def test_a_wait_that_ends_at_a_count_ends_with_initiative() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix gruk count 60", "next", "anna wait until 25")
    table.fall(3, 4)
    table.say("next")
    assert (table.now.count, *table.asked()) == (25 + 7 + 8 - 2, "anna", "declaration")


def test_answers_during_a_wait_come_on_top_of_the_initiative_after_it() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix anna count 12", "fix gruk count 13", "next", "anna wait", "next", "gruk attack anna", "next")
    assert offered(table)["parry"].price == "next initiative +1"
    table.fall(60, 3, 3)
    table.say("anna parry")
    assert table.now["anna"].waiting
    table.fall(3, 4)
    table.say("anna acts")
    assert table.due("anna") == table.now.count + 7 + 8 - 2 + 1


def test_new_orders_for_a_waiting_fighter_cost_initiative() -> None:
    table = waiting()
    table.say("anna orders attack gruk")
    table.fall(3, 4)
    table.say("next")
    assert [event.faces for event in rolls(table, "initiative") if event.who == "anna"][-1] == (3, 4)
    assert [action.declared for action in table.now["anna"].actions] == [20 + 7 + 8 - 2], "by her orders"


def test_the_fighter_who_was_asked_is_asked_again_after_a_wait_has_ended() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix anna count 12", "fix gruk count 13", "next", "anna wait", "next")
    assert table.asked() == ("gruk", "declaration")
    table.fall(3, 4)
    table.say("anna acts")
    assert table.asked() == ("gruk", "declaration")
    assert table.due("anna") == 13 + 7 + 8 - 2


def test_the_menu_of_a_waiting_fighter_says_that_acting_costs_initiative() -> None:
    table = waiting()
    menu = table.session.rules.choices.menu(table.now, "anna", ())
    assert [(choice.label, choice.line, choice.price) for choice in menu.choices] == [
        ("act", "anna acts", "rolls initiative first"),
        ("move", "", ""),
        ("other", "", ""),
    ]
    other = table.session.rules.choices.menu(table.now, "anna", ("other",))
    free = {choice.label for choice in other.choices if not choice.refused}
    assert free == {"presence check", "morale check", "passive perception", "the scene changes", "a filter skill"}
    declaring = at_once(ANNA, GRUK)
    declaring.say("fix gruk count 60", "next")
    menu = declaring.session.rules.choices.menu(declaring.now, "anna", ())
    assert next(choice.price for choice in menu.choices if choice.label == "wait") == "then initiative"


# 106


def with_speed_points(points: int, anna: Entry, *lines: str) -> Table:
    """Return the fight after these lines, in which Anna has kept speed points."""
    table = at_once(anna, GRUK)
    table.say("fix anna count 60", "next", *lines)
    fighter = table.now["anna"]
    marks = {**fighter.marks, SPEED_POINTS: points}
    table.session.encounter = table.now.with_combatant(replace(fighter, marks=marks))
    return table


BEGINNER = {**ANNA, "skill": [{**SWORD, "rank": 1}]}


def test_speed_points_on_an_answer_are_one_question_however_many_there_are() -> None:
    table = with_speed_points(40, BEGINNER, "gruk attack anna")
    table.say("next")
    assert not [word for word in offered(table) if "speed" in word]
    table.say("anna parry")
    assert table.asked() == ("anna", "speed points")
    question = table.now.question
    assert question is not None and (question.low, question.high) == (0, 3)
    prices = [table.session.rules.choices.amount_price(table.now, question, points) for points in range(4)]
    assert prices == ["your turn 60→64", "your turn 60→63", "your turn 60→62", "your turn 60→61"]
    table.fall(99, 3, 3)
    table.say("2")
    assert table.due("anna") == 62 and table.now["anna"].mark(SPEED_POINTS) == 38


def test_no_speed_points_leave_the_price_of_the_answer_as_it_was() -> None:
    table = with_speed_points(2, BEGINNER, "gruk attack anna")
    table.say("next", "anna parry")
    table.fall(99, 3, 3)
    table.say("0")
    assert table.due("anna") == 64 and table.now["anna"].mark(SPEED_POINTS) == 2


def test_a_line_may_name_the_speed_points_of_an_answer_at_once() -> None:
    table = with_speed_points(2, BEGINNER, "gruk attack anna")
    table.say("next")
    table.fall(99, 3, 3)
    table.say("anna parry speed 2")
    assert table.due("anna") == 62 and table.now["anna"].mark(SPEED_POINTS) == 0


@pytest.mark.parametrize("answer", ["fend", "retreat"])
def test_a_fend_asks_for_its_speed_points_too(answer: str) -> None:
    table = closing()
    guard = table.now["gruk"]
    marks = {**guard.marks, SPEED_POINTS: 2}
    table.session.encounter = table.now.with_combatant(replace(guard, marks=marks))
    table.say(f"gruk {answer}")
    assert table.asked() == ("gruk", "speed points")
    question = table.now.question
    assert question is not None
    prices = [table.session.rules.choices.amount_price(table.now, question, points) for points in (0, 1)]
    assert prices == ["your turn 60→62", "your turn 60→61"]
    table.fall(99, 3, 3)
    table.say("1")
    assert table.now["gruk"].mark(SPEED_POINTS) == 1 and table.due("gruk") == 61
