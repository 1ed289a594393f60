"""Turns that pools pay for, pools that refill, absorb and count up, and states with levels, ends and sources."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.lanes import sample
from tests.packs.kit import BASE, PEOPLE, due, table
from tests.random_play import random_fight
from tracker.model import events as ev
from tracker.model.combatant import Presence
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.views.pools import first_pools

TURNS = {"runs": "down", "round": 10, "initiative": "4", "again": "turn", "unit": "count"}
LIFE = BASE["pools"]["life"]
PAID: Mapping[str, Any] = {
    "life": LIFE,
    "breath": {"full": 3},
    "action": {"full": 1, "refill": "turn"},
    "quick": {"full": 1, "refill": "turn"},
}


def turn_of(fight: Session, who: str) -> None:
    """Go on until a fighter may declare; the others wait."""
    while fight.encounter.question is None or fight.encounter.question.who != who:
        asked = fight.encounter.question
        fight.say("next" if asked is None else f"{asked.who} wait")


QUICK = {"name": "jab", "like": "strike", "pays": {"quick": 1}, "damage": 1}


def test_a_turn_goes_on_while_a_pool_that_it_refills_can_pay_and_comes_again_next_round() -> None:
    fight = table(4, 4, 4, 4, action={"cost": 0, "pays": {"action": 1}}, also=[QUICK], clock=TURNS, pools=PAID)
    fight.say("begin")
    fight.say("next")
    fight.say("ann strike bob")
    fight.say("next")
    assert fight.encounter.count == 6 and fight.encounter["ann"].pool("action") == 0
    with pytest.raises(Refused, match="it costs 1 action, and 0 are left"):
        fight.say("ann strike bob")
    fight.say("ann jab bob")
    fight.say("next")
    assert fight.encounter["bob"].pool("life") == 7, "a jab is like a strike but for its own keys"
    assert due(fight, "ann") == "2:4"
    fight.say("bob pass")
    assert due(fight, "bob") == "2:4"
    fight.say("next")
    assert fight.encounter["ann"].pool("action") == fight.encounter["ann"].pool("quick") == 1


@pytest.mark.parametrize("ends", ["points", "actions"])
def test_a_turn_ends_with_its_points_or_once_none_of_its_actions_can_be_done(ends: str) -> None:
    dash = {"name": "dash", "cost": 0, "pays": {"quick": 1}, "needs": "skill > 5"}
    clock = {**TURNS, **({} if ends == "points" else {"ends": ends})}
    fight = table(4, 4, action={"cost": 0, "pays": {"action": 1}}, also=[dash], clock=clock, pools=PAID)
    for line in ("begin", "next", "ann strike bob", "next", "next"):
        fight.say(line)
    question = fight.encounter.question
    assert question is not None and question.who == ("ann" if ends == "points" else "bob")


@pytest.mark.parametrize("seed", sample(range(12), 2))
def test_in_d20_who_is_asked_again_in_its_turn_can_do_something(seed: int) -> None:
    for session in random_fight("d20-lair", seed, 150):
        question, encounter = session.encounter.question, session.encounter
        if question is None or question.ask is not Ask.DECLARE:
            continue
        last, step = encounter[question.who].last, session.step(session.journal.done[-1])
        just_asked = any(isinstance(event, ev.Asked) for event in step.events)
        if just_asked and last is not None and last.declared == encounter.count:
            menu = session.rules.choices.menu(encounter, question.who, ())
            can = [one for one in menu.choices if not one.refused and one.label not in ("end the turn", "wait")]
            assert can, question.who


def test_orders_spend_a_turn_on_what_has_a_target_and_let_the_rest_go_by() -> None:
    dash = {"name": "dash", "cost": 0, "pays": {"quick": 1}}
    people = [{**PEOPLE[0], "orders": "attack"}, {**PEOPLE[1], "orders": "attack"}]
    fight = table(
        *[4] * 10, action={"cost": 0, "pays": {"action": 1}}, also=[dash], clock=TURNS, pools=PAID, people=people
    )
    fight.say("begin")
    verbs = list[str]()
    while len(verbs) < 4:
        verbs += [event.verb for event in fight.say("next").events if isinstance(event, ev.ActionDeclared)]
    assert verbs == ["strike"] * 4 and fight.encounter.count > 10


def test_temporary_points_go_first_and_start_at_none() -> None:
    pools = {"life": LIFE, "extra": {"full": 10, "start": 0, "absorbs": "life"}}
    bless = {"name": "bless", "target": True, "cost": 1, "effect": [{"on": "always", "gives": {"extra": 3}}]}
    fight = table(4, 4, also=[bless], action={"damage": 4}, pools=pools)
    fight.say("begin")
    assert fight.encounter["bob"].pool("extra") == 0
    fight.say("fix bob extra 3")
    fight.say("ann strike bob")
    fight.say("next")
    assert (fight.encounter["bob"].pool("extra"), fight.encounter["bob"].pool("life")) == (0, 9)


def test_wounds_count_up_to_where_their_fighter_is_down_and_dead() -> None:
    pools = {"wounds": {"full": 20, "counts": "up", "down": 5, "dead": 12}}
    for damage, why in ((4, ""), (5, "wounds 5"), (12, "dead")):
        fight = table(4, action={"damage": damage}, pools=pools)
        fight.say("begin")
        assert fight.encounter["bob"].pool("wounds") == 0
        fight.say("ann strike bob")
        events = fight.say("next").events
        assert [event.why for event in events if isinstance(event, ev.PresenceChanged)] == ([why] if why else [])


def test_a_pool_goes_with_a_thing_and_who_has_none_has_no_points() -> None:
    pools = {"life": LIFE, "board": {"full": "weapon.points", "of": "shield"}}
    weapon = {"points": {"default": 0, "low": 0, "high": 20}}
    bearer = {"name": "Ann", "weapon": [{"name": "sword"}, {"name": "round shield", "points": 7}]}
    fight = table(pools=pools, weapon=weapon, people=[bearer, PEOPLE[1]])
    assert (fight.encounter["ann"].pool("board"), fight.encounter["bob"].pool("board")) == (7, 0)


def test_the_fallen_have_turns_in_which_they_fail_until_they_are_dead() -> None:
    pools = {"life": LIFE, "fails": {"full": 3, "counts": "up", "dead": 3}}
    save = {
        "on": "turn",
        "needs": "life == 0",
        "label": "death save",
        "test": {"roll": "1d20", "at_least": 10},
        "effect": [{"on": "miss", "gives": {"fails": 1}}],
    }
    clock = {**TURNS, "again": "round"}
    people = [PEOPLE[0], PEOPLE[1], {"name": "Cid", "side": "b"}]
    fight = table(4, 9, 15, 8, 7, action={"damage": 10}, pools=pools, trigger=[save], clock=clock, people=people)
    fight.say("begin")
    fight.say("next")
    fight.say("ann strike bob")
    fight.say("next")
    assert fight.encounter["bob"].presence is Presence.DOWN
    fails, notes = [], list[str]()
    for _ in range(30):
        asked = fight.encounter.question
        step = fight.say("next" if asked is None else f"{asked.who} rest")
        fails += [event.to for event in step.events if isinstance(event, ev.PoolChanged) and event.pool == "fails"]
        notes += [event.text for event in step.events if isinstance(event, ev.Noted)]
    assert fails == [1, 2, 3] and notes == ["Bob is dead: fails 3"]


LEVELS: Mapping[str, Any] = {"pressed": {"level": 3, "until": "acting", "weighs": {"skill": -1}}}


def test_a_state_with_levels_goes_up_weighs_as_much_and_ends_whole() -> None:
    press = {"effect": [{"on": "always", "begins": "pressed"}], "damage": None}
    fight = table(4, 4, 4, 4, 4, action=press, conditions=LEVELS)
    fight.say("begin")
    levels = []
    for _ in range(4):
        fight.say("ann strike bob")
        fight.say("next")
        pressed = fight.encounter["bob"].condition("pressed")
        assert pressed is not None
        record = fight.rules.sheets.sheet_record(fight.encounter, "bob")
        levels.append((pressed.label, pressed.amount))
        assert record["skill"] == 2, "the sheet stays as it is written"
        turn_of(fight, "ann")
    assert levels == [("pressed 1", 1), ("pressed 2", 2), ("pressed 3", 3), ("pressed 3", 3)]
    fight.say("ann rest")
    fight.say("bob strike ann")
    rolled = next(event for event in fight.say("next").events if isinstance(event, ev.Rolled))
    assert rolled.chance == 5 - (2 - 3) and fight.encounter["bob"].condition("pressed") is None


@pytest.mark.parametrize(("until", "bears"), [("acting", False), ("acted", True)])
def test_a_state_until_acted_still_weighs_on_the_effects_of_that_action(until: str, bears: bool) -> None:
    shock = {"shock": {"until": until, "by_hand": True}}
    begins = {"name": "brace", "cost": 1, "effect": [{"begins": "shock"}]}
    test = {"roll": "1d6 + 6 * shock", "at_least": 7}
    action = {"effect": [{"on": "always", "who": "self", "test": test, "takes": {"breath": 1}}]}
    fight = table(4, 1, action=action, conditions=shock, also=[begins])
    fight.say("begin")
    fight.say("ann brace")
    turn_of(fight, "ann")
    assert fight.encounter["ann"].condition("shock") is not None
    fight.say("ann strike bob")
    fight.say("next")
    assert fight.encounter["ann"].pool("breath") == (2 if bears else 3)
    assert fight.encounter["ann"].condition("shock") is None


def test_a_state_stops_its_bearer_and_holds_only_while_its_source_keeps_to_it() -> None:
    states = {
        "focus": {"by_hand": True},
        "held": {"stops": True, "while": "source.focus"},
    }
    hold = {"effect": [{"begins": "held"}, {"who": "self", "begins": "focus"}], "damage": None}
    fight = table(*[4] * 9, action=hold, conditions=states)
    fight.say("begin")
    fight.say("ann is focus")
    fight.say("ann strike bob")
    fight.say("next")
    with pytest.raises(Refused, match="Bob cannot strike now: it is held"):
        fight.say("bob strike ann")
    for _ in range(6):
        asked = fight.encounter.question
        assert asked is None or asked.who == "ann"
        fight.say("next" if asked is None else "ann rest")
    assert fight.encounter["bob"].condition("held") is not None
    fight.say("ann is not focus")
    fight.say("ann rest" if fight.encounter.question else "next")
    assert fight.encounter["bob"].condition("held") is None
    for _ in range(4):
        if fight.encounter.question is not None and fight.encounter.question.who == "bob":
            break
        fight.say("next" if fight.encounter.question is None else "ann rest")
    assert fight.encounter.question is not None and fight.encounter.question.who == "bob"


def test_a_turn_goes_by_beside_a_state_in_ones_own_words() -> None:
    fight = table(conditions={"held": {"stops": True, "by_hand": True}})
    for line in ("begin", "ann is wet", "ann pass"):
        fight.say(line)
    assert [each.label for each in fight.encounter["ann"].conditions] == ["wet"]
    assert fight.encounter.question is not None and fight.encounter.question.who == "bob"


def test_a_state_until_the_turn_ends_as_its_bearers_turn_begins() -> None:
    states = {"guarded": {"until": "turn"}}
    guard = {"name": "guard", "cost": 3, "effect": [{"begins": "guarded"}]}
    fight = table(conditions=states, also=[guard])
    fight.say("begin")
    fight.say("ann guard")
    fight.say("next")
    assert fight.encounter["ann"].condition("guarded") is not None
    turn_of(fight, "ann")
    assert fight.encounter["ann"].condition("guarded") is None


def test_a_refusal_says_what_the_pack_says() -> None:
    needs = {"if": "breath > 2", "say": "it is out of breath"}
    fight = table(action={"needs": needs})
    fight.say("begin")
    fight.say("fix ann breath 2")
    with pytest.raises(Refused, match="Ann cannot strike now: it is out of breath"):
        fight.say("ann strike bob")


def test_the_first_moment_may_hang_on_the_best_of_all() -> None:
    fight = table(3, 6, clock={"unit": "beat", "initiative": "1d6", "first": "top.initiative - initiative"})
    fight.say("begin")
    assert (due(fight, "ann"), due(fight, "bob")) == ("3", "0")


def test_an_effect_takes_what_counts_up_off_again_and_gives_more_of_it() -> None:
    marks = {"life": LIFE, "breath": {"full": 3}, "marks": {"full": 3, "counts": "up", "dead": 3}}
    wipe = {"name": "wipe", "cost": 2, "effect": [{"takes": {"marks": 3}}]}
    mark = {"name": "mark", "cost": 2, "effect": [{"gives": {"marks": 2}}]}
    fight = table(also=[wipe, mark], pools=marks)
    fight.say("begin")
    for line, left in (("mark", 2), ("wipe", 0), ("mark", 2), ("mark", 3)):
        turn_of(fight, "ann")
        fight.say(f"ann {line}")
        fight.say("next")
        assert fight.encounter["ann"].pool("marks") == left
    assert not fight.encounter["ann"].able


@pytest.mark.parametrize("others", [0, 1])
def test_whom_the_beginning_of_its_turn_kills_is_asked_no_more_and_the_clock_goes_on(others: int) -> None:
    poison = {"on": "turn", "needs": "skill == 9", "effect": [{"takes": {"life": 10}}]}
    people = [{**PEOPLE[0], "skill": 9}, *PEOPLE[1:], *[{"name": "Cid", "side": "b"}] * others]
    fight = table(people=people, trigger=[poison], clock={"unit": "beat", "first": "9 - skill"})
    fight.say("begin")
    fight.say("next")
    assert not fight.encounter["ann"].able
    assert fight.encounter.question is not None and fight.encounter.question.who == "bob"
    assert fight.encounter.count == 7, "it is asked on its own count"


def test_what_begins_empty_and_what_a_turn_refills_is_not_taken_for_how_a_fighter_is() -> None:
    pools = {
        **PAID,
        "extra": {"full": 10, "start": 0, "absorbs": "life"},
        "fails": {"full": 3, "counts": "up", "dead": 3},
    }
    fight = table(action={"cost": 0, "pays": {"action": 1}}, clock=TURNS, pools=pools)
    assert [pool.name for pool in first_pools(fight.encounter["ann"])] == ["life", "breath"]


def test_the_menu_of_a_turn_that_goes_on_has_a_choice_that_ends_it() -> None:
    fight = table(clock=TURNS, pools=PAID, action={"cost": 0, "pays": {"action": 1}})
    fight.say("begin")
    turn_of(fight, "ann")
    choices = fight.rules.choices.menu(fight.encounter, "ann", ()).choices
    (end,) = [choice for choice in choices if choice.label == "end the turn"]
    assert end.key and end.key not in {choice.key for choice in choices if choice is not end}
    fight.say(end.line)
    question = fight.encounter.question
    assert question is None or question.who == "bob"
