"""Several at once: seats, sides, everybody; one step, one undo; half and double; what comes of a question between."""

from __future__ import annotations

import pytest

from tests.encounter.skirmish import happened, refused
from tests.encounter.table import Plain, table
from tests.tui.opening import example
from tracker.encounter.engine.multi_target import command_of, data_of, listed, named
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.language.parser import parse
from tracker.model.combatant import Presence
from tracker.model.commands import Do, FixCondition, Leave, Return, Together
from tracker.model.events import Noted
from tracker.model.questions import Ask, Task
from tracker.session import Session


def skirmish() -> Session:
    """Ann and Bert against two goblins and a wolf, of the plain game."""
    return example("plain-skirmish")


class Checked(Plain):
    """The plain game that offers a check after damage by hand, before anything else goes on."""

    def decide(self, draft: StepBuilder, command: Do) -> None:
        super().decide(draft, command)
        draft.push("checked", who=command.who)
        draft.ask(Ask.CHOOSE, command.who, "checks", "Roll for it?", ("checks", "none"))

    def resume(self, draft: StepBuilder, task: Task) -> None:
        if task.stage != "checked":
            super().resume(draft, task)


def wounded() -> Session:
    """Ann and Bob, begun, in a game that asks after every wound."""
    session = table(Checked, (3, 1))
    session.say("begin")
    return session


def points(session: Session) -> dict[str, int]:
    return {one.id: one.pools[0] for one in session.encounter}


def test_seats_names_sides_and_everybody_in_the_fight() -> None:
    encounter = skirmish().encounter
    ids = tuple(one.id for one in encounter)
    assert ids == ("ann", "bert", "goblin-1", "goblin-2", "wolf")
    assert named(encounter, ["1-2,5", "leaves"]) == (("ann", "bert", "wolf"), 1)
    assert named(encounter, ["wolf,", "ann", "leaves"]) == (("ann", "wolf"), 2)
    assert named(encounter, ["raiders", "leaves"]) == (("goblin-1", "goblin-2", "wolf"), 1)
    assert named(encounter, ["all", "leaves"]) == (ids, 1)
    assert named(encounter, ["goblin-1", "leaves"]) == named(encounter, ["Ann", "leaves"]) == ((), 0)
    assert listed(encounter, "4-3") == ("goblin-1", "goblin-2")


def test_damage_to_several_is_one_step_and_one_undo_with_half_and_double() -> None:
    session = skirmish()
    session.say("begin")
    before, steps = points(session), len(session.journal.done)
    session.say("3-5 damage 3 half 4 double wolf")
    took = {who: before[who] - now for who, now in points(session).items()}
    assert took == {"ann": 0, "bert": 0, "goblin-1": 3, "goblin-2": 1, "wolf": 6}
    assert len(session.journal.done) == steps + 1
    session.say("undo")
    assert points(session) == before


def test_what_is_refused_to_one_refuses_it_all_and_says_so() -> None:
    session = skirmish()
    session.say("wolf leaves")
    sentence = refused(session, "3,5 leaves")
    assert sentence == "Wolf has left already. The others are unchanged too."
    assert "Ann is not one of" in refused(session, "3-4 damage 3 half ann")
    assert "one fighter at a time" in refused(session, "3-4 rename Grub")
    assert "Give the command for all of them" in refused(session, "raiders")
    session.say("raiders leaves")
    assert [one.id for one in session.encounter if one.able] == ["ann", "bert"]


def test_a_pool_a_condition_and_orders_go_to_all_of_them() -> None:
    session = skirmish()
    session.say("fix 1,2 HP 5")
    session.say('raiders is "half drowned" -1 until it acts')
    session.say("goblin1,goblin2 orders none")
    assert points(session)["ann"] == points(session)["bert"] == 5
    assert [one.conditions[-1].acts for one in session.encounter if one.profile.side == "raiders"] == [
        "goblin-1", "goblin-2", "wolf",
    ]  # fmt: skip
    assert [bool(session.encounter[who].orders) for who in ("goblin-1", "goblin-2", "wolf")] == [False, False, True]


def test_a_question_that_comes_between_loses_no_blow() -> None:
    """Checks are offered after a wound; the next one's damage follows the answer."""
    session = wounded()
    before = {one.id: one.pools for one in session.encounter}
    session.say("all damage 3")
    for who in before:
        question = session.encounter.question
        assert question is not None and (question.who, question.what) == (who, "checks")
        session.say("none")
    assert session.encounter.question is None
    assert all(one.pools != before[one.id] for one in session.encounter)
    for _ in before:
        session.say("undo")
    assert session.encounter.question is not None and session.encounter["bob"].pools == before["bob"]


def test_what_cannot_be_done_after_a_question_is_told_and_the_others_go_on() -> None:
    session = wounded()
    wound = parse(session.encounter, session.rules, "ann damage 3")
    assert isinstance(wound, Do)
    session.dispatch(Together((wound, Return("ann"), Leave("bob", "left"))), "both")
    session.say("none")
    assert "Ann is in the fight already." in [event.text for event in happened(session, Noted)]
    assert session.encounter["bob"].presence is Presence.LEFT


COMMANDS = (Leave("ann", "left"), Do("ann", "damage", ("3", "x")), FixCondition("a", "b", True, -1))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_is_kept_as_data_and_comes_back_the_same(command: Leave | Do | FixCondition) -> None:
    assert command_of(data_of(command)) == command
