"""An earlier moment is looked at without being changed; a group's dice are put right together; somebody is kept."""

from __future__ import annotations

import pytest

from tests.asking import answered
from tests.encounter.skirmish import begun, happened, refused, skirmish
from tests.encounter.table import Plain, table
from tracker.model.events import Rolled
from tracker.session import Session
from tracker.session.looking_back import past
from tracker.storage.toml.diagnostics import StorageError


def fought() -> Session:
    session = begun(14, 2, 5)
    for line in ("ann attack bob", "bob attack ann", "undo", "bob guard", "next"):
        session.say(line)
    return session


def test_the_fight_as_it_was_after_each_step_is_the_one_there_was() -> None:
    session = fought()
    for place, n in enumerate([0, *session.journal.done]):
        then = past(session, place)
        assert then.encounter == session.state_after(n)
        assert then.journal.done == session.journal.done[:place]
        assert [step.n for step in then.journal] == [m for m in session.journal.steps if m <= n]
    assert session.journal.last == session.journal.done[-1], "nothing was added"


def test_states_that_are_not_kept_are_folded_anew_from_the_nearest_that_is() -> None:
    session = fought()
    done, states = session.journal.done, dict(session.journal.states)
    session.journal.states = {0: states[0], done[1]: states[done[1]]}
    assert session.state_after(done[-1]) == states[done[-1]]
    session.journal.states = {0: states[0]}
    assert session.state_after(done[0]) == states[done[0]]


def test_steps_that_were_not_read_yet_are_read_when_they_are_reached() -> None:
    session = fought()
    done, states = session.journal.done, dict(session.journal.states)
    old = {n: session.journal.steps.pop(n) for n in done[:2]}
    session.journal.states = {0: states[0], done[-1]: states[done[-1]]}

    def earlier() -> bool:
        session.journal.before({(n := max(old)): old.pop(n)})
        return bool(old)

    session.earlier = earlier
    then = past(session, 1)
    assert then.step(done[0]).line == "begin"
    assert then.encounter == states[done[0]]
    assert not session.read_earlier(), "there are no more"
    assert session.state_after(done[2]) == states[done[2]]


def test_a_die_of_a_group_is_put_right_for_all_it_placed() -> None:
    people = (("Ann", "one", ""), ("Wolf 1", "two", ""), ("Wolf 2", "two", ""))
    session = table(Plain, (20, 9), people)
    for line in ("wolf-1 group pack", "wolf-2 group pack", "begin"):
        session.say(line)
    assert [(roll.label, roll.total) for _, roll in session.dice_of_last()][1:] == [("initiative", 9)] * 2
    session.say("fix die roll 2 4")
    assert [session.encounter[who].mark("initiative") for who in ("wolf-1", "wolf-2")] == [4, 4]
    assert [roll.total for roll in happened(session, Rolled)] == [20, 4, 4]


def test_a_step_without_dice_has_none_to_put_right() -> None:
    session = begun()
    session.say("note rain")
    assert refused(session, "fix die 4").startswith("The last step has no roll; undo up to the wrong roll")
    assert refused(skirmish(), "fix die 4").startswith("The last step has no roll")
    assert refused(session, "back 99") == f"Step 99 is not in force; the last one is {session.journal.done[-1]}."


class Shelf:
    """A library that keeps one and no more."""

    def __init__(self, room: int) -> None:
        self.room = room

    def keep(self, encounter: object, who: str) -> str:
        if self.room == 0:
            raise StorageError("The library's folder cannot be written to.")
        return f"library/{who}.toml"


@pytest.mark.parametrize(("room", "told"), [(1, ""), (0, "The library's folder cannot be written to.")])
def test_somebody_is_kept_in_the_library_where_there_is_one(room: int, told: str) -> None:
    session = skirmish()
    assert refused(session, "keep ann") == "This fight has no library."
    del session.shelf
    session.shelves = lambda: Shelf(room)  # type: ignore[assignment]
    if told:
        assert refused(session, "keep ann") == told
    else:
        assert session.say("keep ann").words == ("Ann is in your library now: library/ann.toml",)


def test_notes_and_events_are_told_by_line() -> None:
    session = skirmish()
    session.notes = "The mill stands empty.\n\nThe bridge is mined.\n"
    assert answered(session, "notes").words[0] == "The mill stands empty."
    session.notes = ""
    assert "notes" in refused(session, "notes")
    session.say('event 3 "Rain"')
    assert answered(session, "events").words == ("1 3 Rain",)
