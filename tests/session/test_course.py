"""What a session does with a fight: sums it up, takes back, brings again, puts dice right, keeps nothing half done."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

import pytest

from tests.asking import answered
from tests.controllers import controller_of
from tests.encounter.skirmish import asked, begun, refused, skirmish
from tests.encounter.table import Timed, table
from tracker.encounter.engine.journal import Commit, UndoRedo
from tracker.encounter.engine.step import StepBuilder
from tracker.line_mode.listener import Listener
from tracker.model import commands as cmd
from tracker.model.events import Noted
from tracker.model.questions import Task
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.session import fight as session_fight


def fought() -> Session:
    """Ann has hit Bob for 3 of his 6, Bob has missed."""
    session = begun(14, 2, 5)
    for line in ("ann attack bob", "bob attack ann", "next", "next"):
        session.say(line)
    assert session.encounter["bob"].pool("HP") == 3
    return session


def test_the_summary_counts_blows_checks_and_losses() -> None:
    words = answered(fought(), "summary").words
    assert words[2] == "still in the fight: Ann, Bob"
    ann, bob = words.index("Ann (heroes): in"), words.index("Bob (foes): in")
    assert words[ann + 1] == "  Blows: 1, 1 hit for 3 in all. Never hit"
    assert words[ann + 3] == "  Lost: nothing"
    assert "Hit 1 time" in words[bob + 1]
    assert words[bob + 3] == "  Lost: hit points 3"


def test_a_line_is_taken_back_and_brought_again_with_the_same_dice() -> None:
    session = fought()
    end, states = session.encounter, []
    while session.journal.done:
        states.append(session.encounter)
        session.say("undo")
    assert not session.encounter.began
    for state in reversed(states):
        session.say("redo")
        assert session.encounter == state
    assert session.encounter == end


def test_what_one_line_set_off_is_taken_back_and_brought_again_as_one() -> None:
    session = begun(2, 14)
    session.say("bob orders attack")
    before, done = session.encounter, list(session.journal.done)
    outcome = session.say("ann wait")
    after = session.encounter
    assert len(outcome.steps) == 2, "Bob follows his orders"
    session.say("undo")
    assert (session.encounter, session.journal.done) == (before, done)
    assert len(session.say("redo").redone) == 2
    assert session.encounter == after


def test_something_new_abandons_what_was_taken_back() -> None:
    session = fought()
    session.say("undo")
    session.say("note another way")
    assert "There is no undone step" in refused(session, "redo")


def test_back_to_a_step_and_to_the_beginning() -> None:
    session = fought()
    second = session.journal.done[1]
    outcome = session.say(f"back {second}")
    assert session.journal.done[-1] == second and outcome.undone
    session.say("back 0")
    assert session.journal.done == [] and not session.encounter.began


def test_a_whole_action_is_taken_back_up_to_its_declaration() -> None:
    session = begun(14, 2)
    for line in ("ann attack bob", "bob wait", "next"):
        session.say(line)
    assert session.encounter["bob"].pool("HP") == 3
    session.say("undo-action")
    assert session.encounter["bob"].pool("HP") == 6


def test_a_die_put_right_takes_the_step_again() -> None:
    session = begun(14, 2)
    for line in ("ann attack bob", "bob wait", "next"):
        session.say(line)
    assert "There is no roll 9" in refused(session, "fix die roll 9 4")
    assert "not on a d8" in refused(session, "fix die 77")
    session.say("fix die roll 2 4")
    assert session.encounter["bob"].pool("HP") == 6 - 5, "a 4 on the d8, and one"
    (note,) = [
        event.text for event in session.journal.steps[session.journal.done[-1]].events if isinstance(event, Noted)
    ]
    assert note.endswith("die put right, 3 → 5"), "with the one that is added"
    session.say("undo")
    assert session.encounter["bob"].pool("HP") == 6, "the step and its note go together"


def test_a_typed_die_put_right_is_typed_again() -> None:
    session = skirmish(1, 8, player="Ada")
    session.say("begin")
    session.say("15")
    assert "15 already" in refused(session, "fix die roll 1 15")
    session.say("fix die roll 1 4")
    assert session.encounter["ann"].mark("initiative") == 4


def test_orders_are_taken_again_with_the_die_put_right() -> None:
    session = begun(2, 14)
    session.say("bob orders attack")
    session.say("ann wait")
    session.say("next")
    session.say("veto")
    assert asked(session) == "bob"
    assert "There is no action by orders" in refused(session, "veto")


class Full:
    """A record that takes so many steps and no more."""

    def __init__(self, room: int) -> None:
        self.room = room

    unsaved, reason, kept_in = 0, "", None

    def retry(self) -> bool:
        return True

    def beside(self) -> AbstractContextManager[None]:
        return nullcontext()

    def settle(self) -> None: ...

    def record(self, commit: Commit) -> None:
        for block in commit.blocks:
            if isinstance(block, UndoRedo) and block.undo:
                self.room += 1
            elif self.room == 0:
                raise OSError("no space left")
            else:
                self.room -= 1


@pytest.mark.parametrize("room", [0, 1])
def test_a_line_that_cannot_be_recorded_whole_has_not_happened(room: int) -> None:
    session = begun(2)
    session.say("bob orders attack")
    before, done = session.encounter, list(session.journal.done)
    session.recorder = Full(room)
    with pytest.raises(OSError, match="no space left"):
        session.say("ann wait")
    assert session.encounter == before and session.journal.done == done


def test_a_record_is_told_of_what_is_taken_back_and_brought_again() -> None:
    session = begun()
    session.recorder = record = Full(5)
    session.say("note one")
    session.say("undo")
    assert record.room == 5
    session.say("redo")
    assert record.room == 4


def test_a_number_is_explained_by_the_steps_that_made_it() -> None:
    session = fought()
    assert any("hit by Ann" in line for line in answered(session, "why bob HP").words)
    assert answered(session, "why bob").words
    assert answered(session, "why ann attack bob").words[0] == "defence of Bob +12 (L-HIT)"


def test_who_joins_is_told_when_it_may_first_declare() -> None:
    session = begun(9)
    session.stock = lambda encounter, wish: (cmd.Join("cid", "Cid", 'name = "Cid"\nside = "foes"\n'),)
    wish = cmd.JoinCreature("thug", 1, "foes", "")
    assert session.first_counts(wish) == ("Cid may first declare between 2 and 2.",)
    session.say("join thug")
    assert "cid" in session.encounter


class OnIce(Timed):
    """Nobody can dodge, which shows only once it is tried."""

    def resume(self, draft: StepBuilder, task: Task) -> None:
        if task.stage == "met":
            raise Refused(f"{draft[task.data['who']].name} cannot be dodged on the ice; answer nothing.")
        super().resume(draft, task)


def shot_at_on_ice() -> Session:
    """Bob, who dodges by orders, is about to be attacked by Ann."""
    session = table(OnIce, dice=(1, 6, *(6,) * 9))
    for line in ("bob orders dodge", "begin", "next", "ann attack bob"):
        session.say(line)
    return session


def test_what_was_to_follow_by_itself_and_is_refused_is_told_and_the_rest_stands() -> None:
    session = shot_at_on_ice()
    outcome = session.say("next")
    assert outcome.refused == "Ann cannot be dodged on the ice; answer nothing."
    assert [step.line for step in outcome.steps] == ["next"], "the blow is under way"
    assert asked(session) == "bob", "the game master answers"


def test_a_fight_that_goes_on_by_itself_without_end_stops_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_fight, "MOST_FOLLOWING", 5)
    session = begun(*[2] * 40)
    session.say("bob orders attack")
    session.say("ann orders attack")
    outcome = session.say("to 9")
    assert len(outcome.steps) == 5 and session.encounter.count < 9
    assert outcome.refused == "5 steps followed by orders: `next` goes on from here."


def test_the_screen_and_the_ear_tell_it_too() -> None:
    controller = controller_of(shot_at_on_ice())
    controller.say("next")
    assert controller.notice.refused and controller.notice.text.startswith("Ann cannot be dodged")
    heard = Listener(shot_at_on_ice()).hear("n")
    assert "Ann cannot be dodged on the ice; answer nothing." in heard
