"""Refused rows of a menu name the key that does what they recommend, and a typed line only where no key does it."""

from __future__ import annotations

import re

import pytest

from tests.controllers import controller_of
from tests.lanes import sample
from tests.random_play import EXAMPLES, kind, random_fight
from tests.tui.opening import example
from tests.tui.playing import press
from tracker.model.questions import Ask

LINE = re.compile(r"`([^`]+)`")


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_no_refused_row_recommends_a_line_whose_verb_has_a_key_in_the_first_menu(name: str) -> None:
    for number, session in enumerate(random_fight(name, 12, 60)):
        question = session.encounter.question
        if number % 3 or question is None or question.ask is not Ask.DECLARE:
            continue
        controller, who = controller_of(session), question.who
        first = session.rules.choices.menu(session.encounter, who, ()).choices
        verbs = {choice.line.split()[1] for choice in first if choice.key and " " in choice.line and not choice.refused}
        for row in (*controller.prompt.choices, *controller.prompt.absent):
            for line in LINE.findall(row.refused):
                owner, _, deed = line.partition(" ")
                assert owner != who or deed.partition(" ")[0] not in {*verbs, "aware"}, row.refused


def test_who_lies_on_the_ground_is_told_the_key_to_get_up_and_in_a_menu_the_way_back_first() -> None:
    session = example("duel")
    session.say("begin")
    session.say("fix brann prone on")
    session.say("fix gruk count 60")
    session.say("next")
    controller = controller_of(session)
    (up,) = [choice for choice in controller.prompt.choices if choice.line == "brann stand"]
    refused = {row.label: row.refused for row in (*controller.prompt.choices, *controller.prompt.absent)}
    assert any(f"; `{up.key}` gets up" in why for why in refused.values()), refused
    session.say("brann unaware of gruk")
    press(controller, "a")
    (gruk,) = [choice for choice in controller.prompt.choices if choice.whom == "gruk"]
    assert gruk.refused == "Brann cannot attack Gruk: unaware of it; `; w` reveals it."
