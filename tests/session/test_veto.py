"""Veto: the latest act by orders is taken back and asked about; nothing done by hand goes unasked."""

from __future__ import annotations

import pytest

from tests.encounter.table import Timed, say, table
from tests.tui.paper import Paper
from tracker.model.refusals import Refused
from tracker.session import Session

THREE = (("Ann", "one", ""), ("Bob", "two", ""), ("Cid", "two", ""))


def asked(session: Session) -> tuple[str, str]:
    """Who is asked, and what about."""
    question = session.encounter.question
    return (question.who, question.what) if question is not None else ("", "")


def by_orders(session: Session) -> list[str]:
    """Whose steps in force were taken by orders."""
    steps = (session.step(n) for n in session.journal.done)
    return [step.actor for step in steps if step.mode == "orders"]


def two_under_orders() -> Session:
    """Bob and Cid have declared by orders at beat 2, Ann may at 6; nothing is asked."""
    session = table(Timed, dice=(6, 2, 2, *(6,) * 20), people=THREE)
    say(session, "bob orders attack", "cid orders attack", "begin", "to 2")
    assert by_orders(session) == ["bob", "cid"]
    return session


def test_two_acts_by_orders_in_a_row_are_vetoed_one_after_the_other() -> None:
    session = two_under_orders()
    session.say("veto")
    assert asked(session) == ("cid", "declaration") and by_orders(session) == ["bob"]
    session.say("veto")
    assert asked(session) == ("bob", "declaration") and by_orders(session) == []
    session.say("bob wait")
    assert by_orders(session) == ["cid"], "whoever comes after follows its orders again"


def test_what_was_done_by_hand_since_is_named_and_kept_until_it_is_said_twice() -> None:
    session = two_under_orders()
    say(session, "veto", "cid attack ann", "note The rain begins")
    done = list(session.journal.done)
    with pytest.raises(Refused, match=r"Bob.*\(2\).*Cid attacks Ann, The rain begins.*veto anyway"):
        session.say("veto")
    assert session.journal.done == done
    session.say("veto anyway")
    assert asked(session) == ("bob", "declaration") and by_orders(session) == []


def test_time_that_went_by_since_is_no_loss() -> None:
    session = two_under_orders()
    session.say("to 4")
    session.say("veto")
    assert asked(session) == ("cid", "declaration") and session.encounter.count == 2


def test_while_a_blow_by_orders_is_answered_it_is_that_blow_which_is_vetoed() -> None:
    session = two_under_orders()
    session.say("next")
    who, what = asked(session)
    assert (who, what) == ("ann", "defence")
    about = session.encounter.question.about if session.encounter.question else ""
    session.say("veto")
    assert asked(session) == (about, "declaration") and session.encounter.count == 2


def test_a_veto_is_undone_like_everything() -> None:
    session = two_under_orders()
    session.say("veto")
    session.say("undo")
    assert asked(session) == ("", "") and by_orders(session) == ["bob"]


def test_a_veto_that_would_lose_anothers_dice_says_so() -> None:
    session = table(Timed, dice=(1, 3, 5, *(5,) * 20))
    say(session, "bob orders attack", "begin", "next", 'ann does "bars the door" 3', "next")
    assert by_orders(session) == ["bob"] and session.encounter.count == 4, "Ann has rolled her initiative again at 4"
    with pytest.raises(Refused, match=r"Undoing Bob's order \(3\) also undoes a later step: the roll at 4\."):
        session.say("veto")
    session.say("veto anyway")
    assert asked(session) == ("bob", "declaration") and session.encounter.count == 3


def test_by_key_a_second_v_in_a_row_takes_back_what_was_done_by_hand() -> None:
    session = two_under_orders()
    say(session, "veto", "cid attack ann")
    done = list(session.journal.done)
    player = Paper(session, (80, 24))
    player.press("v")
    assert session.journal.done == done
    seen = " ".join(player.text().split())
    assert "Cid attacks Ann" in seen and "Press v again to confirm · u: undo one step" in seen
    player.press("down", "v")
    assert session.journal.done == done, "a key between asks anew"
    player.press("v")
    assert asked(session) == ("bob", "declaration")


def test_by_key_the_blow_that_is_answered_is_vetoed_in_the_middle_of_the_answer() -> None:
    session = two_under_orders()
    session.say("next")
    player = Paper(session, (80, 24))
    assert asked(session) == ("ann", "defence")
    player.press("v")
    assert asked(session)[1] == "declaration"
