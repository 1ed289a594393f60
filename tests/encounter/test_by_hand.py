"""By hand: who leaves, falls, comes back and joins, and what is put right, moved, hidden, named and noted."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.encounter.skirmish import asked, begun, happened, refused, skirmish
from tests.encounter.table import Plain, say, table
from tracker.encounter.engine.evolve import evolve
from tracker.encounter.features.corrections import MOST_MODIFIERS
from tracker.model import events as ev
from tracker.model.combatant import Presence
from tracker.model.commands import Join
from tracker.model.questions import Ask
from tracker.model.refusals import Refused


def test_the_one_asked_leaves_and_the_next_is_asked() -> None:
    session = begun()
    session.say("ann leaves")
    assert session.encounter["ann"].presence is Presence.LEFT
    assert session.encounter.agenda.of("ann") == ()
    assert ("foes are the only side left in the fight", "summary") in [
        (event.text, event.offers) for event in happened(session, ev.Noted)
    ]
    assert asked(session) == "bob"


def test_the_last_side_is_told_once_whatever_becomes_of_those_who_are_out_of_it() -> None:
    session = begun(12, 12)
    for line in ("bob surrenders", "fix bob HP 0", "bob leaves"):
        session.say(line)
    last = "are the only side left in the fight"
    assert [event.text for event in happened(session, ev.Noted) if last in event.text] == [f"heroes {last}"]
    for line in ("bob returns", "bob leaves"):
        session.say(line)
    assert sum(last in event.text for event in happened(session, ev.Noted)) == 2, "and again when it is so again"


def test_who_falls_by_hand_loses_its_action_and_comes_back_with_a_new_initiative() -> None:
    session = begun(12)
    session.say("ann attack bob")
    session.say("ann falls")
    ann = session.encounter["ann"]
    assert (ann.presence, ann.actions) == (Presence.DOWN, ())
    session.say("ann returns")
    assert session.encounter["ann"].able and session.encounter["ann"].mark("initiative") == 12


def test_a_newcomer_rolls_and_acts_in_the_next_round() -> None:
    session = begun(18)
    session.dispatch(Join("cid", "Cid", 'name = "Cid"\nside = "foes"\nhit_points = 4\n'), "join new Cid foes")
    assert session.encounter["cid"].mark("initiative") == 18
    assert [due.count for due in session.encounter.agenda.of("cid")] == [2]


def test_before_the_fight_a_newcomer_rolls_nothing() -> None:
    session = skirmish()
    session.dispatch(Join("cid", "Cid", 'name = "Cid"\nside = "foes"\n'), "join new Cid foes")
    assert "cid" in session.encounter and session.encounter["cid"].mark("initiative") == 0


def test_a_pool_put_right_to_nothing_puts_down() -> None:
    session = begun()
    session.say("fix bob HP 3")
    assert session.encounter["bob"].pool("HP") == 3 and session.encounter["bob"].able
    session.say("fix bob HP 0")
    assert session.encounter["bob"].presence is Presence.DOWN


def test_a_condition_by_hand_ends_at_its_count_or_by_hand() -> None:
    session = begun()
    session.say("fix bob guarding on until 3")
    guarding = session.encounter["bob"].condition("guarding")
    assert guarding is not None and guarding.label == "on guard" and guarding.until == 3
    for line in ("ann wait", "fix bob count 9", "to 3"):
        session.say(line)
    assert session.encounter["bob"].condition("guarding") is None
    session.say("fix bob guarding on until 8")
    session.say("fix bob guarding off")
    assert session.encounter["bob"].condition("guarding") is None
    assert [due.what for due in session.encounter.agenda.of("bob")] == ["declare"], "its end went with it"


def test_what_is_moved_takes_all_that_is_pending_along() -> None:
    session = begun()
    session.say("fix bob count 4")
    assert [due.count for due in session.encounter.agenda.of("bob")] == [4]
    session.say("ann attack bob")
    session.say("fix ann count 6")
    assert [due.count for due in session.encounter.agenda.of("ann")] == [6]
    session.say("ann falls")
    assert "no pending entry" in refused(session, "fix ann count 5")


def test_a_free_event_happens_and_comes_again() -> None:
    session = begun()
    for line in ('event 2 "The gate groans" every 3', "ann wait", "bob wait", "to 9"):
        session.say(line)
    assert len(happened(session, ev.EventHappened)) == 3, "at 2, 5 and 8"


def test_hidden_known_and_called_otherwise() -> None:
    session = begun()
    session.say("bob hidden")
    assert session.encounter["ann"].unaware_of == frozenset({"bob"})
    assert "already" in refused(session, "bob hidden")
    session.say("bob revealed")
    session.say("ann unaware of bob")
    assert "bob" in session.encounter["ann"].unaware_of
    session.say("ann aware of bob")
    assert not session.encounter["ann"].unaware_of
    session.say('bob alias "the thug"')
    assert session.encounter["bob"].alias == "the thug"
    session.say("bob alias none")
    assert session.encounter["bob"].alias == ""


def test_a_modifier_goes_into_the_next_roll_and_no_further() -> None:
    session = begun(6, 5)
    session.say("mod 2 high ground")
    assert len(session.encounter.modifiers) == 1
    for line in ("ann attack bob", "bob wait", "next"):
        session.say(line)
    (roll,) = [roll for roll in happened(session, ev.Rolled) if roll.what == "attack"]
    assert (roll.chance, roll.total) == (12 - 4 - 2, 6)
    assert not session.encounter.modifiers


def test_a_modifier_said_again_and_again_is_one_with_the_sum() -> None:
    session = begun(6, 5)
    for line in (
        "mod -2 bad light",
        "mod -2 bad light",
        "ann mod -2 bad light",
        "mod 3 bad light",
        "mod 1 high ground",
    ):
        session.say(line)
    folded = [(one.amount, one.why, one.who) for one in session.encounter.modifiers]
    assert folded == [(-1, "bad light", ""), (-2, "bad light", "ann"), (1, "high ground", "")]
    session.say("mod -1 high ground")
    assert len(session.encounter.modifiers) == 2, "a sum of 0 waits for nothing"
    for line in ("ann attack bob", "bob wait", "next"):
        session.say(line)
    (roll,) = [roll for roll in happened(session, ev.Rolled) if roll.what == "attack"]
    assert roll.chance == 12 - 4 + 3
    assert not session.encounter.modifiers


def test_fifty_reasons_wait_for_a_roll_and_no_more() -> None:
    session = begun()
    for number in range(MOST_MODIFIERS):
        session.say(f"ann mod -1 reason {number}")
    assert refused(session, "ann mod -1 dark") == (
        "50 extra modifiers already wait for the next roll of Ann; a further one must repeat a reason, "
        "such as reason 49, to add to it."
    )
    session.say("ann mod -1 reason 7")
    session.say("bob mod -1 dark")
    assert len(session.encounter.modifiers) == MOST_MODIFIERS + 1


def test_a_modifier_that_an_older_fight_used_in_parts_is_used_up_in_the_end() -> None:
    session = begun()
    state, parts = session.encounter, (3, 2, -2, 4)
    for amount in parts:
        state = evolve(state, ev.ModifierGiven(amount=amount, why="dark"))
    for place, amount in enumerate(parts):
        assert len(state.modifiers) == 1, f"before part {place}"
        state = evolve(state, ev.ModifierUsed(amount=amount, why="dark"))
    assert not state.modifiers
    state = evolve(state, ev.ModifierUsed(amount=1, why="dark"))
    assert not state.modifiers, "what is not there is not used"


def test_whose_dice_are_typed_is_changed_and_a_die_given_in_secret() -> None:
    session = begun()
    session.say("ann typed")
    for line in ("ann attack bob", "bob wait", "next"):
        session.say(line)
    question = session.encounter.question
    assert question is not None and (question.ask, question.what) == (Ask.DICE, "attack")
    session.say("secret 3")
    (roll,) = [roll for _, roll in session.dice_of_last()]
    assert roll.secret and roll.total == 3
    session.say("ann rolled")
    assert not session.encounter["ann"].typed


def test_giving_up_and_turning_on_another() -> None:
    session = begun(10)
    session.dispatch(Join("cid", "Cid", 'name = "Cid"\nside = "foes"\nhit_points = 4\n'), "join new Cid foes")
    session.say("ann attack bob")
    session.say("ann retarget cid")
    assert session.encounter["ann"].actions[0].target == "cid"
    session.say("ann abort")
    assert session.encounter["ann"].actions == () and asked(session) == "ann"


def test_something_of_ones_own_takes_its_time() -> None:
    session = begun()
    session.say('ann does "bars the door" 3')
    action = session.encounter["ann"].actions[0]
    assert (action.label, action.lands) == ("bars the door", 4)
    for line in ("bob wait", "to 4"):
        session.say(line)
    assert session.encounter["ann"].actions == ()


def test_orders_are_followed_and_what_cannot_be_is_asked() -> None:
    session = begun(2)
    session.say("bob orders attack")
    session.say("ann wait")
    session.say("next")
    ordered = [step for step in map(session.journal.steps.get, session.journal.done) if step and step.mode == "orders"]
    assert [step.actor for step in ordered] == ["bob"]
    session.say("veto")
    assert asked(session) == "bob" and session.encounter["bob"].actions == ()
    session.say("bob orders none")
    assert not session.encounter["bob"].orders


# A sign means by so much


@pytest.mark.parametrize(
    ("value", "points"),
    [("7", 7), ("+2", 6), ("-1", 3), ("−1", 3), ("=5", 5), ("=+5", 5), ("0", 0), ("-4", 0), ("+6", 10)],
)
def test_a_sign_corrects_a_pool_by_so_much_and_an_equals_sign_to_so_much(value: str, points: int) -> None:
    fight = table(Plain)
    say(fight, "fix ann HP 4", f"fix ann HP {value}")
    assert fight.encounter["ann"].pool("HP") == points


def test_by_more_than_there_is_room_for_is_refused_with_the_points_that_it_would_come_to() -> None:
    fight = table(Plain)
    with pytest.raises(Refused, match="goes from 0 to 10; 11 is not possible"):
        say(fight, "fix ann HP +1")
    with pytest.raises(Refused, match="goes from 0 to 10; -1 is not possible"):
        say(fight, "fix ann HP -11")


def test_several_are_corrected_each_by_so_much() -> None:
    fight = table(Plain)
    say(fight, "fix ann HP 4", "fix ann,bob HP -2")
    assert [one.pool("HP") for one in fight.encounter] == [2, 8]


def test_in_a_fight_of_an_older_release_a_sign_is_part_of_the_number() -> None:
    fight = table(Plain)
    fight.encounter = replace(fight.encounter, release="")
    say(fight, "fix ann HP 4", "fix ann HP +2")
    assert fight.encounter["ann"].pool("HP") == 2


def test_what_is_pending_moves_by_so_much() -> None:
    fight = table(Plain, (5, 4))
    say(fight, "begin", "fix ann count +3")
    assert [due.count for due in fight.encounter.agenda.of("ann")] == [4]
    say(fight, "fix ann count -1")
    assert [due.count for due in fight.encounter.agenda.of("ann")] == [3]
    with pytest.raises(Refused, match="nothing can move"):
        say(fight, "fix ann count -9")
