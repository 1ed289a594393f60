"""Speed points: won by an initiative below one, spent on an action (H-INIT-5)."""

from __future__ import annotations

from dataclasses import replace

from tests.hybrid.kit import ANNA, GRUK, duel, refused
from tests.hybrid.table import Table


def test_initiative_below_one_becomes_speed_points_that_shorten_an_action() -> None:
    quick = {**ANNA, "derived": {"PSPD": 24}}
    table = Table(quick, GRUK, dice=[1, 1, 1, 1, 6, 6])
    table.say("begin")
    assert table.due("anna") == 1
    assert table.now["anna"].mark("speed") == 3
    table.say("next", "anna attack gruk speed 2")
    assert table.now["anna"].actions[0].lands == 1 + 10 - 4 - 2
    assert table.now["anna"].mark("speed") == 1
    table.say("undo")
    assert "1 speed points" not in refused(table, "anna attack gruk speed 4")


def test_speed_points_beyond_use_are_refused_and_closing_may_be_shortened() -> None:
    table = Table({**ANNA, "derived": {"PSPD": 30}}, GRUK, dice=[1, 1, 1, 1, 6, 6])
    table.say("begin", "next")
    assert "5 are the most" in refused(table, "anna attack gruk speed 6")
    table.say("anna close gruk speed 4")
    assert (table.now["anna"].actions[0].speed, table.now["anna"].mark("speed")) == (6, 2)


def test_speed_points_go_into_no_answer_but_one_with_a_weapon() -> None:
    table = duel()
    gruk = table.now["gruk"]
    table.session.encounter = table.now.with_combatant(replace(gruk, marks={**gruk.marks, "speed": 3}))
    table.say("anna attack gruk", "next")
    choices, question = table.session.rules.choices, table.now.question
    assert question is not None
    weighed = {
        word: choices.weighed(table.now, question, f"{word} speed 1") for word in ("parry", "block", "roll", "crouch")
    }
    assert [word for word, choice in weighed.items() if choice is not None] == ["parry", "block"]
    assert choices.weighed(table.now, question, "parry axe speed 1") is None
