"""Simple actions: getting up, giving up, turning on another, doing something of one's own."""

from __future__ import annotations

from tests.hybrid.kit import ANNA, ANNA_BARE, GRUK, HOB, duel, refused
from tests.hybrid.table import at_once


def test_getting_up_takes_thirty() -> None:
    table = duel()
    table.say("fix anna prone on", "anna stand")
    assert table.now["anna"].actions[0].lands == 41
    table.fall(3, 3)
    table.say("next")
    assert table.now["anna"].condition("prone") is None


def test_giving_up_turning_on_another_waiting_and_doing_something_free() -> None:
    table = duel({**ANNA}, GRUK, house_rules={"wait": "free"})
    table.say('anna does "kicks the table" 12')
    assert table.now["anna"].actions[0].lands == 23
    table.say("anna abort")
    assert table.asked() == ("anna", "declaration")
    table.say("anna wait")
    assert table.now["anna"].waiting and table.due("anna") is None
    table.say("to 20", "anna attack gruk")
    assert table.now["anna"].actions[0].lands == 26


def test_waiting_is_an_action_point_too_but_keeps_a_preset() -> None:
    table = duel()
    table.say("fix anna off balance on", "anna wait")
    assert table.now["anna"].condition("off balance") is not None, "it lasts until her next action is over"
    table = duel()
    table.say("anna preset attack gruk if he moves")
    table.fall(3, 3)
    table.say("anna acts")
    assert table.now["anna"].condition("preset") is None


def test_a_stance_given_up_with_its_action_is_gone_and_a_free_one_stays() -> None:
    table = duel()
    table.say("anna attack gruk allout", "anna abort", "anna attack gruk")
    assert table.now["anna"].condition("all out") is None
    table = duel()
    table.say("anna retreat", "anna evade", "anna attack gruk")
    assert table.now["anna"].condition("retreating") is not None


def test_perception_has_its_rank_speed_and_the_unranked_are_later() -> None:
    table = duel({**ANNA, "skill": [*ANNA["skill"], {"name": "Combat Perception", "basis": ["PAW"], "rank": 10}]})
    table.say("anna look")
    assert table.now["anna"].actions[0].speed == 8 - 5
    table = duel()
    table.say("fix gruk bleeding on", "anna aids gruk")
    assert table.now["anna"].actions[0].speed == 10 + 2


def test_turning_on_somebody_out_of_reach_is_refused() -> None:
    table = at_once(ANNA_BARE, GRUK, HOB)
    table.say("fix gruk count 200", "fix hob count 300", "next")
    table.fall(3, 3)
    table.say("anna close gruk", "next")
    table.say("next", "anna grapple gruk")
    assert "not closed in" in refused(table, "anna retarget hob")
    table = at_once(ANNA, GRUK, HOB)
    table.say("anna unaware of hob", "fix gruk count 99", "fix hob count 99", "next", "anna attack gruk")
    assert "unaware" in refused(table, "anna retarget hob")
    assert '"bow" is too much' in refused(table, "anna retarget hob bow")


def test_after_quoted_words_only_the_time_stands() -> None:
    assert "Only the time" in refused(duel(), 'anna does "kicks the table" 12 speed 1')
