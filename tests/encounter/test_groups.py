"""Groups in any game: three wolves declare, are placed and answer as one, and each may be told something by itself."""

from __future__ import annotations

import pytest

from tests.encounter.skirmish import asked, happened, refused
from tests.encounter.table import Plain, Timed, table
from tracker.encounter.engine.step import StepBuilder
from tracker.model import events as ev
from tracker.model.combatant import Action
from tracker.model.questions import Task
from tracker.model.refusals import Refused
from tracker.session import Session

PEOPLE = (("Ann", "heroes", ""), ("Wolf 1", "wolves", ""), ("Wolf 2", "wolves", ""), ("Wolf 3", "wolves", ""))
WOLVES = ("wolf-1", "wolf-2", "wolf-3")


def pack(game: type[Plain] = Plain, *dice: int) -> Session:
    """Ann and three wolves of one group; the fight has not begun."""
    session = table(game, dice, PEOPLE)
    for who in WOLVES:
        session.say(f"{who} group pack")
    return session


def under_way(session: Session) -> list[str]:
    return [f"{one.id} {action.verb}" for one in session.encounter for action in one.actions]


def test_one_roll_places_all_of_it_and_own_rolls_each() -> None:
    session = pack(Plain, 20, 9)
    session.say("begin")
    assert [event.by for event in happened(session, ev.Rolled)] == ["rolled", "rolled", "group", "group"]
    assert {session.encounter[who].mark("initiative") for who in WOLVES} == {9}
    session = pack(Plain, 20, 9, 8, 7)
    session.say("group pack own-rolls")
    session.say("begin")
    assert [session.encounter[who].mark("initiative") for who in WOLVES] == [9, 8, 7]
    session.say("group pack one-roll")
    assert session.encounter.group("pack").one_roll


def test_what_one_declares_all_do_unless_it_is_said_of_one_alone() -> None:
    session = pack(Plain, 20, 9)
    for line in ("begin", "next", "ann wait"):
        session.say(line)
    session.say("only wolf-1 wait")
    assert session.encounter["wolf-1"].waiting and asked(session) == "wolf-2"
    session.say("pack attack ann")
    assert under_way(session) == ["wolf-2 attack", "wolf-3 attack"]
    session.say("undo")
    session.say("group pack singly")
    session.say("wolf-2 wait")
    assert asked(session) == "wolf-3"
    session.say("group pack together")
    assert session.encounter.group("pack").together


def test_what_one_declares_while_another_cuts_in_on_it_all_of_its_group_do() -> None:
    session = pack(Plain, 20, 9)
    for line in ("begin", "next", "ann wait", "ann acts", "wolf-1 wait"):
        session.say(line)
    assert asked(session) == "ann"
    assert all(session.encounter[wolf].waiting for wolf in WOLVES)


class Beats(Timed):
    """The timed game in which all may declare at once."""

    def schedule_next_turn(self, draft: StepBuilder, who: str, why: str) -> None:
        draft.push("placed", who=who, total=1)


def attacked(*lines: str) -> Session:
    """All wolves attack Ann, or Ann and her like them, by `lines`; nothing has landed."""
    session = pack(Beats, 1, 1, *(9,) * 30)
    for line in ("begin", "next", *lines):
        session.say(line)
    return session


def test_one_that_cannot_do_as_the_others_is_told_and_asked_itself() -> None:
    session = pack(Lame, 1, 1, *(9,) * 30)
    for line in ("begin", "next", "ann wait", "wolf-1 attack ann"):
        session.say(line)
    assert under_way(session) == ["wolf-1 attack", "wolf-3 attack"]
    notes = [event.text for event in happened(session, ev.Noted)]
    assert notes == ["Wolf 2 cannot do as its group: Wolf 2 is lame."]
    assert asked(session) == "wolf-2"


class Lame(Beats):
    """The timed game in which the second wolf cannot attack."""

    def decide(self, draft: StepBuilder, command: object) -> None:
        if command.who == "wolf-2":  # type: ignore[attr-defined]
            raise Refused("Wolf 2 is lame.")
        super().decide(draft, command)  # type: ignore[arg-type]


def test_doing_nothing_is_an_answer_to_all_of_one_group_and_what_costs_something_is_not() -> None:
    session = attacked("ann wait", "wolf-1 attack ann", "next")
    assert asked(session) == "ann"
    session.say("nothing")
    assert [event.defence for event in happened(session, ev.DefenceDeclared)] == ["nothing"] * 3
    session.say("undo")
    session.say("dodge")
    assert [event.defence for event in happened(session, ev.DefenceDeclared)] == ["dodge"]
    assert asked(session) == "ann", "against the next wolf"


class Burning(Beats):
    """The timed game in which the attacked one burns a number of points."""

    def _attack(self, draft: StepBuilder, who: str, action: Action) -> None:
        draft.push("met", who=who, action=action.id)
        draft.ask_amount(action.target, "energy", "How much?", 0, 3)

    def resume(self, draft: StepBuilder, task: Task) -> None:
        if task.stage == "met":
            draft.note(f"{draft.encounter.count}: {task.data['amount']}")
            task = task.with_data(answer=str(task.data["amount"]))
        super().resume(draft, task)


def test_a_number_that_one_gives_is_given_by_all_of_it_who_are_asked_the_same() -> None:
    people = (("Ann", "heroes", ""), ("Bea", "heroes", ""), *PEOPLE[1:3])
    session = table(Burning, (1, 1, 1, *(9,) * 30), people)
    for line in ("wolf-1 group pack", "wolf-2 group pack", "begin", "next", "ann attack wolf-1", "bea attack wolf-2"):
        session.say(line)
    session.say("wolf-1 wait")
    session.say("next")
    assert asked(session) == "wolf-1"
    session.say("2")
    assert [event.answer for event in happened(session, ev.Answered) if event.what == "energy"] == ["2", "2"]
    assert [(event.against, event.defence) for event in happened(session, ev.DefenceDeclared)] == [
        ("ann", "2"),
        ("bea", "2"),
    ]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("group pack", "Give the group and how the GM plays it: group goblins together; there are pack."),
        ("group flock together", "Give the group and how the GM plays it: group goblins together; there are pack."),
        ("group pack loosely", "A group is played together or singly, with one-roll or own-rolls"),
        ("wolf-1 group PACK", "Wolf 1 is of pack already."),
        ("ann group pack", "Ann is on the side heroes, and pack is a group of wolves (Wolf 1 and 2 more)"),
    ],
)
def test_what_cannot_be_said_of_a_group_is_told(line: str, why: str) -> None:
    assert refused(pack(), line).startswith(why)


def test_one_alone_of_another_side_is_named_and_whoever_changes_sides_leaves_its_group() -> None:
    session = table(Plain, (), (("Ann", "", ""), ("Bob", "two", "")))
    session.say("bob group pack")
    assert refused(session, "ann group pack").startswith("Ann is on no side, and pack is a group of two (Bob)")
    session.say("ann side two")
    session.say("ann group pack")
    session.say("ann side none")
    assert session.encounter["ann"].group == ""
