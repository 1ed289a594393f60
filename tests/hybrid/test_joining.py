"""Joining while something is asked: seated at once, the question as it was, in the order of the fight after it."""

from __future__ import annotations

from tests.hybrid.kit import ANNA, GRUK
from tests.hybrid.table import at_once
from tracker.model import events as ev
from tracker.model.commands import Join


def test_who_joins_while_a_die_is_asked_for_is_seated_at_once_and_comes_in_after_it() -> None:
    table = at_once({**ANNA, "player": "Ada"}, GRUK)
    table.say("fix gruk count 60", "next", "anna attack gruk", "next", "gruk nothing")
    asked = table.now.question
    assert asked is not None and asked.dice.startswith("d100")
    join = Join("thug", "Thug", 'name = "Thug"\nside = "raiders"\n')
    table.session.dispatch(join, "join new Thug")
    again = table.now.question
    assert again is not None and (again.who, again.text, again.dice) == (asked.who, asked.text, asked.dice)
    assert "thug" in table.now and table.due("thug") is None
    table.fall(1, 3, 3)
    table.say("99")
    while table.now.question is not None:
        assert table.due("thug") is None, "its dice fall after all that hangs on the question"
        table.say("=7")
    assert table.due("thug") == table.now.count + 12
    labels = [event.label for event in table.events() if isinstance(event, ev.Rolled)]
    assert labels[-2:] == ["perception", "initiative"], labels


def test_who_joins_while_a_defence_is_asked_for_changes_no_answer_and_u_takes_only_the_joining() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix gruk count 60", "next", "anna attack gruk", "next")
    asked, before = table.now.question, table.now
    assert asked is not None and table.asked() == ("gruk", "defence")
    table.session.dispatch(Join("thug", "Thug", 'name = "Thug"\nside = "raiders"\n'), "join new Thug")
    now = table.now.question
    assert now is not None and table.session.rules.choices.answers(
        table.now, now
    ) == table.session.rules.choices.answers(before, asked)
    table.say("undo")
    assert table.now == before
    table.say("redo")
    table.fall(99, 3, 3, 1, 3, 3)
    table.say("gruk nothing")
    assert table.due("thug") == table.now.count + 12


def test_who_joins_comes_into_the_scene_as_it_has_become() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix gruk count 60", "next", "scene light poor", "scene df -1")
    table.fall(99, 3, 3)
    table.session.dispatch(Join("thug", "Thug", 'name = "Thug"\nside = "raiders"\n'), "join new Thug")
    perception = next(event for event in table.events() if isinstance(event, ev.Rolled) and event.who == "thug")
    assert perception.chance == 36 - 20 - 5
