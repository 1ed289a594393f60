"""The worked moment of the book's digest: three on the chain, ticks 3 to 9, die for die and point for point."""

from __future__ import annotations

import pytest

from tests.prism.table import BOB, DAN, EVE, asked, due, pools, rolls, say, struck, table
from tracker.model import events as ev
from tracker.model.refusals import Refused
from tracker.session import Session

DICE = (39, 33, 40, 31, 36, 50, 27)


def begun() -> Session:
    fight = table(BOB, EVE, DAN, dice=DICE)
    say(fight, "begin")
    return fight


def third_tick(fight: Session) -> list[ev.Event]:
    events = say(fight, "next")
    assert asked(fight) == ("eve", "intent")
    events += say(fight, "red", "red")
    assert asked(fight) == ("eve", "declaration")
    events += say(fight, "eve attack bob fist", "bob attack dan")
    events += say(fight, "next", "absorb")
    return events + say(fight, "dodge", "4")


def fourth_tick(fight: Session) -> list[ev.Event]:
    events = say(fight, "next")
    assert asked(fight) == ("dan", "declaration")
    events += say(fight, "dan attack bob knife move", "next", "dodge", "2")
    assert asked(fight) == ("bob", "late choice")
    with pytest.raises(Refused, match="nothing fitting in hand"):
        say(fight, "deflect")
    return events + say(fight, "desperation", "12")


def sixth_tick(fight: Session) -> list[ev.Event]:
    events = say(fight, "next", "eve white", "bob red", "eve defend")
    events += say(fight, "bob attack eve second")
    assert asked(fight) == ("bob", "declaration")
    events += say(fight, "bob attack eve")
    assert fight.encounter.question is None
    events += say(fight, "next", "absorb", "deflect")
    assert not rolls(events), "both reactions are asked before the first die"
    return events + say(fight, "3")


def test_the_first_turns_and_periods_of_the_three() -> None:
    fight = begun()
    assert fight.encounter.count == 0
    assert [due(fight, who) for who in ("bob", "eve", "dan")] == [3, 3, 4]


def test_tick_three_a_punch_absorbed_and_a_shot_dodged() -> None:
    fight = begun()
    events = third_tick(fight)
    assert fight.encounter.count == 3
    assert rolls(events) == [("eve", 39, 49, "success"), ("bob", 33, 54, "success"), ("dan", 40, 45, "success")]
    assert struck(events) == [("eve", "bob", "hit", 6), ("bob", "dan", "dodged", 0)]
    assert pools(fight, "bob") == {"EN": 20, "ST": 15, "VI": 14, "TR": 20}
    assert pools(fight, "dan")["EN"] == 16
    assert (due(fight, "eve"), due(fight, "bob"), due(fight, "dan")) == (6, 6, 4)


def test_tick_four_a_stab_on_the_move_and_a_dodge_in_desperation() -> None:
    fight = begun()
    third_tick(fight)
    events = fourth_tick(fight)
    assert rolls(events) == [("dan", 31, 41, "success"), ("bob", 36, 42, "success")]
    assert struck(events) == [("dan", "bob", "dodged", 0)]
    assert pools(fight, "dan")["EN"] == 15
    assert (pools(fight, "bob")["EN"], pools(fight, "bob")["ST"]) == (18, 3)
    assert due(fight, "dan") == 8


def test_tick_six_a_second_action_and_a_deflection_on_the_defensive() -> None:
    fight = begun()
    third_tick(fight)
    fourth_tick(fight)
    events = sixth_tick(fight)
    assert rolls(events) == [("bob", 50, 56, "success"), ("bob", 27, 50, "success")]
    assert struck(events) == [("bob", "eve", "hit", 5), ("bob", "eve", "hit", 0)]
    stopped = [event.stopped for event in events if isinstance(event, ev.Struck)]
    assert stopped == [15, 8]
    assert pools(fight, "bob")["EN"] == 8
    assert pools(fight, "eve") == {"EN": 9, "ST": 8, "VI": 12, "TR": 11, "vest": 9}
    assert fight.encounter["eve"].mark("AT vest") == 9
    assert (due(fight, "eve"), due(fight, "bob")) == (9, 9)


def test_ticks_eight_and_nine_double_time_and_the_end_of_the_defensive() -> None:
    fight = begun()
    third_tick(fight)
    fourth_tick(fight)
    sixth_tick(fight)
    events = say(fight, "next", "dan double", "next")
    assert fight.encounter.count == 8
    assert pools(fight, "dan")["EN"] == 12
    assert any("36 m" in event.label for event in events if isinstance(event, ev.ActionDeclared))
    assert due(fight, "dan") == 12
    assert fight.encounter["eve"].condition("defensive") is not None
    say(fight, "next")
    assert fight.encounter.count == 9
    assert fight.encounter["eve"].condition("defensive") is None
    assert asked(fight) == ("eve", "intent")


def test_the_moment_event_for_event() -> None:
    fight = begun()
    events = third_tick(fight)
    told = [
        type(event).__name__
        for event in events
        if not isinstance(event, ev.Asked | ev.Answered | ev.MarkChanged | ev.DueAdded | ev.DueEnded)
    ]
    assert told == [
        "TimeAdvanced",
        "Noted",
        "ActionDeclared",
        "ActionDeclared",
        "DefenceDeclared",
        "DefenceDeclared",
        "PoolChanged",
        "Rolled",
        "Struck",
        "PoolChanged",
        "PoolChanged",
        "ActionEnded",
        "Rolled",
        "Rolled",
        "Struck",
        "ActionEnded",
    ]
    assert next(event.text for event in events if isinstance(event, ev.Noted)) == "Intents: Eve red, Bob red"


def test_the_moment_taken_back_and_brought_again() -> None:
    fight = begun()
    before = fight.encounter
    third_tick(fight)
    fourth_tick(fight)
    sixth_tick(fight)
    after = fight.encounter
    while len(fight.journal.done) > 1:
        fight.undo()
    assert fight.encounter == before
    while fight.journal.last < len(fight.journal.steps) - 1 or fight.encounter != after:
        fight.redo()
    assert fight.encounter == after
