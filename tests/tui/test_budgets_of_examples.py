"""The key budgets of the table on the games that ship, from a due declaration to the logged result."""

from __future__ import annotations

import pytest

from tests.lanes import sample
from tests.tui.counting import Counted
from tests.tui.opening import declaring
from tracker.controller.modes import Mode
from tracker.model.questions import Ask

EXAMPLES = {"duel": "brann", "brawl": "big-olaf", "ambush": "brann"}
"""By example: who declares first; its reach is no shorter than its foe's."""
every_example = pytest.mark.parametrize(("name", "who"), sample(EXAMPLES.items(), 3))


def due_alone(name: str, who: str) -> Counted:
    """`who` may declare at 1, everybody else far later, and nobody has standing orders."""
    session = declaring(name, who)
    for other in session.encounter:
        if other.id != who:
            session.say(f"fix {other.id} count {400 + other.profile.seat}")
            session.say(f"{other.id} orders none")
    return Counted(session)


def declared_against(name: str, who: str) -> Counted:
    """The same with an attack of `who` under way."""
    table = due_alone(name, who)
    table.declare_an_attack()
    table.keys = 0
    return table


@every_example
def test_on_to_whatever_is_due_next_is_one_key(name: str, who: str) -> None:
    table = due_alone(name, who)
    table.session.say("undo")
    table.keys = 0
    while table.session.encounter.question is not None:
        table.session.say("undo")
    table.press("space")
    question = table.session.encounter.question
    assert table.keys == 1 and question is not None and question.ask is Ask.DECLARE


@every_example
def test_any_attack_with_no_defence_is_at_most_five_keys_and_the_same_again_three(name: str, who: str) -> None:
    table = due_alone(name, who)
    table.declare_an_attack()
    table.press("space", "enter")
    assert table.struck(who) == 1 and table.keys <= 5
    for other in table.session.encounter:
        if other.able and table.session.encounter.agenda.of(other.id):
            table.session.say(f"fix {other.id} count {900 if other.id != who else table.session.encounter.count + 1}")
    while table.controller.mode is Mode.FREE:
        table.press("space")
    question = table.session.encounter.question
    assert question is not None and (question.ask, question.who) == (Ask.DECLARE, who)
    table.keys = 0
    table.press("enter", "space", "enter")
    assert table.struck(who) == 2


@every_example
def test_every_defence_is_two_keys_from_going_on(name: str, who: str) -> None:
    table = declared_against(name, who)
    table.press("space")
    asked = table.session.encounter.question
    assert asked is not None and asked.what == "defence"
    open_now = [choice for choice in table.controller.prompt.choices if not choice.refused]
    assert len(open_now) > 2
    for choice in open_now:
        table = declared_against(name, who)
        table.press("space", choice.key)
        assert table.struck(who) == 1 or table.session.encounter.question != asked, choice.label
        assert table.keys == 2


@every_example
def test_undo_and_redo_are_one_key(name: str, who: str) -> None:
    table = due_alone(name, who)
    before = table.session.encounter
    table.declare_an_attack()
    after = table.session.encounter
    table.press("u")
    assert table.session.encounter == before
    table.press("y")
    assert table.session.encounter == after


@every_example
def test_damage_by_hand_is_two_keys_and_the_digits(name: str, who: str) -> None:
    table = due_alone(name, who)
    before = table.session.encounter[who].pool("PFT")
    table.controller.view.select(who)
    table.press("minus", "1", "2", "enter")
    assert table.keys == 2 + len("12")
    assert table.session.encounter[who].pool("PFT") < before


@every_example
def test_a_nameless_foe_is_three_keys_and_three_of_the_library_four(name: str, who: str) -> None:
    table = due_alone(name, who)
    seated = len(table.session.encounter.combatants)
    table.press("j", "n", *"Thug", "enter")
    assert table.keys == 3 + len("Thug") and table.session.encounter["thug"].name == "Thug"
    table.keys = 0
    table.press("j", "l", "3", *"goblin", "enter")
    assert table.keys == 4 + len("goblin")
    assert len(table.session.encounter.combatants) == seated + 4


def test_typed_dice_add_their_digits_alone() -> None:
    table = due_alone("duel", "brann")
    table.session.say("brann typed")
    table.declare_an_attack()
    table.press("space", "enter")
    table.keys = 0
    assert table.controller.mode is Mode.DICE
    table.press("9", "7")
    assert table.struck("brann") == 1 and table.keys == 2
