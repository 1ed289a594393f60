"""Turns on the chain: intents, what they bind, second actions, movement, holding, joining, coming back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.prism.table import BOB, DAN, EVE, asked, due, pools, rolls, say, table
from tests.tales import tale_of
from tracker.dice.source import ScriptedDice
from tracker.model import events as ev
from tracker.model.refusals import Refused
from tracker.players.view import Showing
from tracker.session import Session
from tracker.text.cells import words
from tracker.views.timeline.timeline import lay_timeline


def alone(*dice: int, **more: object) -> Session:
    """Bob, whose turns come on 3, 6, 9, and Dan, whose come on 4, 8, 12."""
    return table(BOB, DAN, dice=dice, **more)


def test_nothing_is_rolled_and_nobody_acts_on_tick_zero() -> None:
    fight = alone()
    events = say(fight, "begin")
    assert not rolls(events) and fight.encounter.count == 0 and asked(fight) == ("", "")
    say(fight, "next")
    assert (fight.encounter.count, asked(fight)) == (3, ("bob", "declaration"))


def test_an_answer_unseen_stays_unseen_until_all_are_in() -> None:
    fight = table(BOB, EVE)
    say(fight, "begin", "next")
    first = say(fight, "bob white")
    assert not [event for event in first if isinstance(event, ev.MarkChanged | ev.Noted)]
    assert asked(fight) == ("eve", "intent")
    last = say(fight, "blue")
    assert [event.text for event in last if isinstance(event, ev.Noted)] == ["Intents: Eve blue, Bob white"]


def test_of_the_actions_that_an_intent_bars_none_is_listed_and_each_key_says_why() -> None:
    fight = table(BOB, EVE)
    say(fight, "begin", "next", "bob blue", "red")
    shown = fight.rules.choices.menu(fight.encounter, "eve", ())
    assert asked(fight) == ("eve", "declaration")
    assert {choice.key for choice in shown.absent} == {"e", "k"}, "red is offence: neither use nor the defensive"
    assert not [choice for choice in shown.choices if choice.key in "ek"]


def told_to_players(fight: Session) -> list[str]:
    tale = tale_of(
        fight.journal.states[0],
        [fight.journal.steps[n].events for n in fight.journal.done],
        fight.rules,
        Showing(),
    )
    return [line.text for line in tale.lines]


def test_players_are_told_the_intents_when_all_are_in_but_not_their_own_beside_a_hidden_one() -> None:
    fight = table({**BOB, "player": "Ana"}, EVE, {**DAN, "side": "others", "hidden": True})
    say(fight, "begin", "next", "bob white")
    assert not any("intent" in line for line in told_to_players(fight))
    say(fight, "eve blue")
    assert told_to_players(fight)[1:] == ["Eve: intent blue", "Bob: intent white"]
    alone = table({**BOB, "player": "Ana"}, {**EVE, "hidden": True})
    say(alone, "begin", "next", "bob white", "eve blue")
    assert told_to_players(alone) == ["The fight begins"], "an intent of his own would betray her"


def test_all_who_share_the_tick_are_listed_where_they_are_asked_for_their_intent() -> None:
    fight = table(BOB, EVE, {**EVE, "name": "Cy"})
    say(fight, "begin", "next")
    assert fight.encounter.question is not None
    assert fight.encounter.question.text.endswith("Eve, Cy and Bob share the tick.")


def test_allies_on_one_tick_declare_without_intents_the_higher_initiative_first() -> None:
    fight = table(BOB, {**EVE, "side": "heroes"})
    say(fight, "begin", "next")
    assert asked(fight) == ("eve", "declaration")
    say(fight, "eve pass")
    assert asked(fight) == ("bob", "declaration")


THREE = (BOB, {**EVE, "side": "heroes"}, {**EVE, "name": "Cy", "side": "heroes"})


def keys(fight: Session, who: str, *path: str) -> dict[str, str]:
    """The lines of a menu's choices by their keys."""
    return {one.key: one.line for one in fight.rules.choices.menu(fight.encounter, who, path).choices}


def test_the_game_master_says_by_one_key_which_ally_declares_first_and_the_rest_follow_by_initiative() -> None:
    fight = table(BOB, {**EVE, "side": "heroes"})
    say(fight, "begin", "next")
    assert keys(fight, "eve")["f"] == "bob first"
    say(fight, "bob first")
    assert asked(fight) == ("bob", "declaration")
    with pytest.raises(Refused, match="Bob is the one who declares now"):
        say(fight, "bob first")
    say(fight, "bob pass")
    assert asked(fight) == ("eve", "declaration")
    assert "f" not in keys(fight, "eve") and "c" not in keys(fight, "eve")
    with pytest.raises(Refused, match="with no ally who is still to declare"):
        say(fight, "eve cards")


def test_the_last_ally_put_first_is_first_and_only_on_that_tick() -> None:
    fight = table(*THREE)
    say(fight, "begin", "next", "bob first", "cy first")
    assert list(keys(fight, "cy", "first").values()) == ["bob first", "eve first"]
    for who in ("cy", "eve", "bob"):
        assert asked(fight) == (who, "declaration")
        say(fight, f"{who} pass")
    say(fight, "next")
    assert (fight.encounter.count, asked(fight)) == (6, ("eve", "declaration"))


def test_allies_may_show_intents_like_opponents_by_one_key_and_they_bind() -> None:
    fight = table(*THREE)
    say(fight, "begin", "next")
    assert keys(fight, "eve")["c"] == "eve cards"
    say(fight, "eve cards", "white", "red")
    assert asked(fight) == ("bob", "intent")
    events = say(fight, "blue")
    assert [event.text for event in events if isinstance(event, ev.Noted)] == ["Intents: Eve white, Cy red, Bob blue"]
    assert asked(fight) == ("eve", "declaration")
    with pytest.raises(Refused, match="it has shown white"):
        say(fight, "eve attack bob")
    with pytest.raises(Refused, match="with no ally who is still to declare"):
        say(fight, "eve cards")


def test_an_ally_under_orders_shows_red_among_cards_and_attacks() -> None:
    quick = {**BOB, "attributes": {**BOB["attributes"], "Initiative": 25}}
    fight = table(quick, {**EVE, "side": "heroes", "orders": "attack dan, absorb"}, DAN)
    say(fight, "begin", "next")
    assert asked(fight) == ("bob", "declaration")
    say(fight, "bob cards")
    assert asked(fight) == ("bob", "intent")
    say(fight, "white")
    assert [fight.encounter[who].marks["intent"] for who in ("bob", "eve")] == ["white", "red"]
    say(fight, "bob defend")
    assert [action.target for action in fight.encounter["eve"].actions] == ["dan"]


def test_who_declares_first_among_allies_does_not_act_first_where_actions_come_one_by_one() -> None:
    fight = table(BOB, {**EVE, "side": "heroes"}, DAN, dice=(90, 91), house_rules={"ties": "initiative"})
    say(fight, "begin", "next", "bob first", "bob attack dan", "eve attack dan")
    events = say(fight, "next", "absorb", "absorb")
    assert [who for who, *_ in rolls(events)] == ["eve", "bob"]


def test_two_without_sides_choose_intents_as_opponents_do() -> None:
    prepared = table(BOB, EVE)
    encounter = prepared.encounter
    for one in encounter:
        encounter = encounter.with_combatant(replace(one, profile=replace(one.profile, side="")))
    fight = Session(encounter, prepared.rules, ScriptedDice([]))
    say(fight, "begin", "next")
    assert asked(fight) == ("eve", "intent")


def test_whoever_shares_a_tick_may_declare_first_whatever_the_order() -> None:
    fight = table(BOB, EVE, dice=(99, 98))
    say(fight, "begin", "next", "red", "red")
    assert asked(fight) == ("eve", "declaration")
    say(fight, "bob attack eve second")
    say(fight, "eve attack bob fist", "bob attack eve")
    assert asked(fight) == ("", "")
    assert [len(fight.encounter[who].actions) for who in ("bob", "eve")] == [2, 1]


def test_an_attack_turned_on_another_is_rolled_against_the_other() -> None:
    fight = table(BOB, DAN, {**EVE, "side": "heroes"}, dice=(99,))
    say(fight, "begin", "next", "eve pass", "bob attack dan", "bob retarget eve")
    events = say(fight, "next", "absorb")
    assert [event.label for event in events if isinstance(event, ev.Rolled)] == ["attack Eve with Pistol"]


@pytest.mark.parametrize(
    ("shown", "line", "fits"),
    [
        ("red", "bob attack eve", True),
        ("red", "bob defend", False),
        ("red", "bob use door", False),
        ("white", "bob attack eve", False),
        ("white", "bob defend", True),
        ("blue", "bob use door", True),
        ("blue", "bob attack eve", False),
        ("white", "bob double", True),
        ("blue", "bob pass", True),
        ("red", "bob move", True),
    ],
)
def test_an_intent_binds_but_nothing_and_moving_are_always_allowed(shown: str, line: str, fits: bool) -> None:
    fight = table(BOB, EVE)
    say(fight, "begin", "next", "eve red", shown, "eve pass")
    if fits:
        say(fight, line)
        assert asked(fight) == ("", "")
    else:
        with pytest.raises(Refused, match=f"it has shown {shown}"):
            say(fight, line)


def test_without_an_opponent_on_the_tick_no_intent_binds() -> None:
    fight = alone()
    say(fight, "begin", "next", "bob defend")
    assert fight.encounter["bob"].condition("defensive") is not None
    say(fight, "next", "next", "dan pass", "next")
    assert fight.encounter.count == 6
    assert fight.encounter["bob"].condition("defensive") is None


def test_all_declare_before_anything_is_resolved_and_the_fallen_still_act() -> None:
    weak = {**EVE, "now": {"Vitality": 1, "Trauma": 1}, "armour": []}
    fight = table({**BOB, "now": {"Vitality": 1}}, weak, dice=(49, 56))
    say(fight, "begin", "next", "red", "red", "eve attack bob", "bob attack eve", "next", "absorb", "absorb")
    events = [event for step in fight.journal.done for event in fight.journal.steps[step].events]
    assert rolls(events) == [("eve", 49, 49, "success"), ("bob", 56, 56, "success")]
    fallen = [event.who for event in events if isinstance(event, ev.PresenceChanged)]
    assert sorted(fallen) == ["bob", "eve"]


def test_one_after_the_other_where_the_house_has_it_so() -> None:
    weak = {**BOB, "now": {"Vitality": 1}}
    fight = table(weak, EVE, dice=(49,), house_rules={"ties": "initiative"})
    events = say(fight, "begin", "next", "red", "red", "eve attack bob", "bob attack eve", "next", "absorb")
    assert rolls(events) == [("eve", 49, 49, "success")]
    assert not fight.encounter["bob"].able
    assert [event.who for event in events if isinstance(event, ev.ActionEnded) and event.how == "lost"] == ["bob"]


@pytest.mark.parametrize(
    ("line", "price"),
    [("move", 1), ("attack dan after", 1), ("attack dan slow", 0), ("attack dan slow-after", 0), ("attack dan", 0),
     ("double", 3), ("defend move", 1), ('use "opens the door" move', 1)],
)  # fmt: skip
def test_what_a_movement_costs(line: str, price: int) -> None:
    fight = alone()
    say(fight, "begin", "next", f"bob {line}")
    assert pools(fight, "bob")["EN"] == 20 - price


def test_a_second_action_is_paid_at_once_and_there_is_no_third() -> None:
    fight = alone(10, 10, house_rules={"moves": "turn"})
    say(fight, "begin", "next", "bob attack dan second move")
    assert pools(fight, "bob")["EN"] == 20 - 10 - 1
    assert asked(fight) == ("bob", "declaration")
    for line, why in (
        ("bob attack dan second", "there is no third"),
        ("bob attack dan move", "has already moved on this turn"),
        ("bob wait", "cannot hold its second action"),
        ("bob double", "has already moved on this turn"),
    ):
        with pytest.raises(Refused, match=why):
            say(fight, line)
    say(fight, "bob attack dan")
    assert asked(fight) == ("", "") and len(fight.encounter["bob"].actions) == 2
    say(fight, "next", "absorb", "absorb")
    assert not fight.encounter["bob"].actions and due(fight, "bob") == 6


def test_energy_that_is_not_there_cannot_be_burnt() -> None:
    fight = table({**BOB, "now": {"Energy": 4}}, DAN)
    say(fight, "begin", "next")
    for line, missing in (("attack dan second", 6), ("attack dan energy 5", 1), ("attack dan move energy 4", 1)):
        before = fight.encounter
        with pytest.raises(Refused, match=f"{missing} too few"):
            say(fight, f"bob {line}")
        assert fight.encounter is before


def test_energy_into_an_attack_is_asked_for_with_odds_that_change() -> None:
    fight = alone(60)
    say(fight, "begin", "next", "bob attack dan burn move")
    question = fight.encounter.question
    assert question is not None and (question.what, question.low, question.high) == ("energy", 0, 19)
    words = [fight.rules.choices.amount_price(fight.encounter, question, amount) for amount in (0, 5)]
    assert words == ["TN 56, 57 % to hit; energy 19 left", "TN 61, 62 % to hit; energy 14 left"]
    say(fight, "5")
    assert pools(fight, "bob")["EN"] == 14
    assert rolls(say(fight, "next", "absorb")) == [("bob", 60, 61, "success")]


def test_a_held_action_is_taken_on_any_tick_and_the_next_turn_stays_where_it_is() -> None:
    fight = alone(10)
    say(fight, "begin", "next", "bob wait")
    assert fight.encounter["bob"].waiting and due(fight, "bob") == 6
    say(fight, "next", "dan pass", "to 5", "bob attack dan")
    assert fight.encounter["bob"].condition("held") is None
    say(fight, "next", "absorb")
    assert (fight.encounter.count, due(fight, "bob")) == (5, 6)


def test_a_held_action_is_gone_when_the_next_turn_opens() -> None:
    fight = alone()
    say(fight, "begin", "next", "bob wait", "next", "dan pass", "next")
    assert (fight.encounter.count, asked(fight)) == (6, ("bob", "declaration"))
    assert not fight.encounter["bob"].waiting and fight.encounter["bob"].condition("held") is None


def test_without_holding_in_the_house_it_is_refused() -> None:
    fight = alone(house_rules={"hold": False})
    say(fight, "begin", "next")
    with pytest.raises(Refused, match="hold = false"):
        say(fight, "bob wait")


def test_a_turn_not_used_is_gone_and_the_chain_never_moves() -> None:
    fight = alone()
    say(fight, "begin", "next", "bob pass")
    assert due(fight, "bob") == 6
    say(fight, "next", 'dan does "climbs the fence" 5')
    assert fight.encounter.count == 4
    say(fight, "next", "bob pass", "next", "bob pass")
    say(fight, "next")
    assert due(fight, "dan") == 12, "what takes long costs the turns it covers, and the chain stays"


def test_a_fixed_cycle_for_everybody() -> None:
    fight = alone(house_rules={"cycle": 5})
    say(fight, "begin", "next", "bob pass", "next", "dan pass")
    assert (due(fight, "bob"), due(fight, "dan")) == (8, 9)


def test_whoever_comes_later_has_a_first_turn_and_whoever_comes_back_a_next_one() -> None:
    fight = alone()
    say(fight, "begin", "next", "bob pass", "next", "bob falls")
    assert due(fight, "bob") is None
    say(fight, "bob returns")
    assert due(fight, "bob") == 4 + 3
    say(fight, "dan pass", "join new Cy heroes")
    assert due(fight, "cy") == 4 + 6, "Initiative 10"


def test_who_fights_by_orders_shows_red_and_attacks_by_itself() -> None:
    fight = table(BOB, {**EVE, "orders": "attack again, deflect 2"}, dice=(20, 30))
    say(fight, "begin")
    events = say(fight, "next", "red")
    events += say(fight, "bob attack eve", "next")
    shown = [event.value for event in events if isinstance(event, ev.MarkChanged) and event.mark == "intent"]
    assert shown == ["red", "red"]
    events += say(fight, "absorb")
    assert rolls(events) == [("eve", 20, 49, "success"), ("bob", 30, 54, "success")]
    assert pools(fight, "eve")["EN"] == 10


@pytest.mark.parametrize("shown", ["white", "blue"])
def test_orders_do_not_attack_when_another_colour_than_red_was_shown(shown: str) -> None:
    fight = table(BOB, EVE)
    say(fight, "begin", "next", f"eve {shown}", "bob blue", "eve orders attack bob, absorb")
    assert fight.rules.turns.command_for_orders(fight.encounter, "eve", "attack", "bob", "") is None
    events = say(fight, "bob pass")
    assert not [event for event in events if isinstance(event, ev.ActionDeclared)]
    assert asked(fight) == ("eve", "declaration")


def test_the_intent_shown_by_orders_is_not_told_as_another_answer_than_they_name() -> None:
    fight = table(BOB, EVE)
    say(fight, "begin", "next", "eve orders attack bob, deflect")
    assert asked(fight) == ("eve", "intent")
    answered = [event for event in say(fight, "next") if isinstance(event, ev.Answered)]
    assert [(event.answer, event.order) for event in answered] == [("red", "attack bob, deflect")]


def test_energy_comes_back_where_the_house_has_it_so_unless_some_was_burnt() -> None:
    fight = table({**BOB, "now": {"Energy": 5}}, DAN, house_rules={"energy_recovery": 3})
    say(fight, "begin", "next", "bob pass", "next", "dan pass", "next")
    assert pools(fight, "bob")["EN"] == 8
    say(fight, "bob move", "next", "next", "dan pass", "next")
    assert fight.encounter.count == 9 and pools(fight, "bob")["EN"] == 7


def test_the_timeline_marks_the_turns_of_the_chain_beyond_the_next() -> None:
    fight = alone()
    say(fight, "begin")
    laid = lay_timeline(fight.encounter, fight.rules, cells=80, height=4)
    for line, first, every in ((1, 3, 3), (2, 4, 4)):
        lane = words(laid.lines[line])
        assert lane[laid.names + laid.axis.column(first)] == "◆"
        marks = [at for at, sign in enumerate(lane) if sign == "◇"]
        assert marks[:3] == [laid.names + laid.axis.column(first + every * n) for n in (1, 2, 3)]


@pytest.mark.parametrize("cut_in", [(), ("dan acts", "dan pass")])
def test_a_turn_out_of_turn_is_opened_once_though_a_hidden_one_cuts_in(cut_in: tuple[str, ...]) -> None:
    """Bob acts on tick 1 and goes on from his own chain; asking him again opens no turn of tick 1."""
    fight = table(BOB, EVE, {**DAN, "side": "others", "hidden": True})
    say(fight, "begin", "to 1", "bob acts", *cut_in)
    assert asked(fight) == ("bob", "declaration")
    say(fight, "bob pass")
    assert due(fight, "bob") == 3
