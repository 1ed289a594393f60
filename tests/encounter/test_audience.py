"""What one side may know of a skirmish: who is seen, what of them, what is told, and under which name."""

from __future__ import annotations

from typing import Any

from tests.encounter.skirmish import begun, skirmish
from tracker.encounter.hidden_fighters import seen
from tracker.players.log import Tale, told
from tracker.players.view import EXACT, NOTHING, Showing, view
from tracker.session import Session


def shown(session: Session, showing: Showing | None = None) -> dict[str, Any]:
    """What the players see now: fighters by name, and the lines told."""
    showing = showing or Showing()
    tale, state = Tale(), session.journal.states[0]
    for n in session.journal.done:
        tale, state = told(tale, state, session.journal.steps[n].events, session.rules, showing)
    known = view(state, session.rules, showing, tale.now, tale.last(20))
    return {"fighters": {one.name: one for one in known.fighters}, "lines": repr(known)}


def test_who_is_hidden_is_not_there_and_nothing_of_it_is_told() -> None:
    session = begun()
    session.say("bob hidden")
    assert not seen(session.encounter, "bob") and seen(session.encounter, "ann")
    assert list(shown(session)["fighters"]) == ["Ann"]
    session.say("bob revealed")
    assert seen(session.encounter, "bob")
    assert list(shown(session)["fighters"]) == ["Ann", "Bob"]


def test_what_is_coming_is_told_in_the_order_in_which_it_will_be_asked() -> None:
    session = skirmish(1, 15)
    session.say("begin")
    coming = view(session.encounter, session.rules, Showing()).coming
    assert [(one.name, one.count) for one in coming] == [("Bob", 1), ("Ann", 1)]


def test_a_blow_reveals_who_strikes_it() -> None:
    session = begun(2, 14, 3)
    session.say("bob hidden")
    for line in ("ann wait", "bob attack ann", "next"):
        session.say(line)
    assert seen(session.encounter, "bob"), "it has been struck at"


def test_an_alias_stands_for_the_name_everywhere() -> None:
    session = begun(14, 2)
    session.say('bob alias "the thug"')
    for line in ("ann attack bob", "bob wait", "next"):
        session.say(line)
    now = shown(session)
    assert "the thug" in now["fighters"] and "Bob" not in now["lines"]


def test_a_secret_note_is_not_told_and_the_blow_beside_it_is() -> None:
    session = begun(14, 2)
    session.say("secret note the bridge is mined")
    before = shown(session)["lines"]
    for line in ("ann attack bob", "bob wait", "next"):
        session.say(line)
    after = shown(session)["lines"]
    assert "mined" not in before and "mined" not in after
    assert "Ann hits Bob" in after and "Ann hits Bob" not in before


def test_health_is_told_in_words_in_points_or_not_at_all() -> None:
    session = begun(14, 3)
    for line in ("ann attack bob", "bob wait", "next"):
        session.say(line)
    assert session.encounter["bob"].pool("HP") == 2
    in_words = shown(session)["fighters"]["Bob"]
    assert in_words.health == "badly hurt" and in_words.pools == ()
    exact = shown(session, Showing(health=EXACT))["fighters"]["Bob"]
    assert [pool.now for pool in exact.pools] == [2]
    assert shown(session, Showing(health=NOTHING))["fighters"]["Bob"].health == ""
    session.say("fix bob HP 0")
    assert shown(session)["fighters"]["Bob"].health != "badly hurt"


def test_what_is_taken_back_is_no_longer_told() -> None:
    session = begun(14, 2)
    before = shown(session)
    for line in ("ann attack bob", "bob wait", "next", "undo", "undo", "undo"):
        session.say(line)
    assert shown(session) == before
