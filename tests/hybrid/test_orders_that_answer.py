"""Orders that answer: fending, heeding, and how blows are met by whoever is only told whom to attack (ruling 97)."""

from __future__ import annotations

import pytest

from tests.hybrid.kit import ANNA, ANNA_WITH_KNIFE, GRUK, GUARD, near, rolls
from tests.hybrid.table import Table, at_once
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.game import HYBRID
from tracker.model import events as ev

editions = pytest.mark.parametrize("edition", ["current", "1997"])


def fended(orders: str) -> Table:
    """Anna comes with her knife; the guard and she have these orders."""
    table = at_once({**ANNA_WITH_KNIFE, "orders": ""}, {**GUARD, "orders": orders})
    table.fall(60, 3, 3) if "fend" in orders and "under" not in orders else table.fall(3, 3)
    table.say("fix gruk count 60", "next", "anna close gruk", "next")
    if table.asked() == ("anna", "defence"):
        table.say("anna nothing")
    return table


@pytest.mark.parametrize(
    ("orders", "fends"),
    [("attack nearest, nothing", False), ("attack nearest, nothing, fend", True),
     ("attack nearest, nothing, fend under 50", False), ("fend", True)],
)  # fmt: skip
def test_orders_fend_where_they_say_so_and_else_let_in(orders: str, fends: bool) -> None:
    table = fended(orders)
    declared = [event for event in table.events() if isinstance(event, ev.DefenceDeclared)]
    assert [event.defence for event in declared] == (["fend"] if fends else [])
    assert near(table), "a fend that fails lets in as well"


@pytest.mark.parametrize(
    ("orders", "body", "heeds"),
    [("attack gruk, nothing", 24, False), ("attack gruk, nothing, heed", 24, True),
     ("attack gruk, nothing, heed under 50", 24, False), ("attack gruk, nothing, heed under 50", 11, True)],
)  # fmt: skip
def test_orders_heed_a_fend_where_they_say_so_and_else_ignore_it(orders: str, body: int, heeds: bool) -> None:
    table = at_once({**ANNA_WITH_KNIFE}, GUARD)
    table.say("fix gruk count 60", f"fix anna PBD {body}", f"anna orders {orders}", "next")
    assert table.asked() == ("gruk", "closing")
    table.fall(44, 40, 3, 3, 3, 3, 3, 3)
    table.say("gruk fend")
    assert near(table) is not heeds
    assert (table.now["anna"].pool("PFT") == 36) is heeds


@editions
def test_giving_a_target_leaves_open_how_blows_are_met(edition: str) -> None:
    for orders in ("", "attack nearest", "attack gruk, keep"):
        table = at_once({**ANNA, "orders": orders}, GRUK, edition=edition)
        table.say("fix anna count 60", "next", "gruk attack anna", "next")
        assert table.asked() == ("anna", "defence"), orders


def test_a_fight_begun_before_keeps_what_its_orders_came_to() -> None:
    table = at_once({**ANNA, "orders": "attack nearest"}, GRUK, house_rules={"reading": "second"})
    table.say("fix anna count 60", "next", "gruk attack anna")
    table.fall(99, 3, 3)
    table.say("next")
    assert rolls(table, "attack") and table.asked() != ("anna", "defence")


def test_fights_begun_before_go_by_the_rules_they_were_begun_by() -> None:
    begun = HYBRID.as_played({"house_rules": {"must_close": True}})
    rules = Rulebook.of(begun)
    assert not rules.third_reading and not rules.skill_pools and rules.house.must_close
    assert (rules.house.stat_tasks, rules.house.answers_rank_speed, rules.silent) == ("full", False, "nothing")
    fresh = HYBRID.stated({})
    assert Rulebook.of(HYBRID.as_played(fresh)).house == Rulebook.of(fresh).house
    assert fresh["house_rules"]["skill_pools"] is True and fresh["house_rules"]["reading"] == "fourth"


def test_of_one_whose_orders_answer_the_question_names_all_that_is_open() -> None:
    table = at_once(ANNA, {**GRUK, "orders": "attack again, parry"})
    table.say("fix gruk count 60", "next", "anna attack gruk")
    table.fall(60, 3, 3)
    table.say("next")
    (asked,) = [event for event in table.events() if isinstance(event, ev.Asked) and event.what == "defence"]
    assert set(asked.choices) == {"nothing", "parry", "block", "disarm", "crouch", "roll"}
