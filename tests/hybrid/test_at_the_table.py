"""What a live fight needs besides blows: time, orders, awareness, hands, people coming and going."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hybrid.table import BRANN, GOBLIN, Table, at_once
from tests.hybrid.test_blows import ANNA, GRUK, duel, rolls
from tracker.dice.source import SeededDice
from tracker.encounter import events as ev
from tracker.encounter.combatant import Presence
from tracker.encounter.commands import Join
from tracker.encounter.refusals import Refused


def refused(table: Table, line: str) -> str:
    before = table.now
    with pytest.raises(Refused) as caught:
        table.say(line)
    assert table.now == before, "nothing has changed"
    return caught.value.sentence


# Beginning


def test_perception_costs_no_time_but_a_failure_costs_five_counts() -> None:
    table = Table(ANNA, GRUK, dice=[36, 1, 1, 37, 1, 1])
    table.say("begin")
    assert table.due("anna") == 2 + 8 - 2
    assert table.due("gruk") == 2 + 8 - 2 + 5


def test_initiative_below_one_becomes_speed_points_that_shorten_an_action() -> None:
    quick = {**ANNA, "derived": {"PSPD": 24}}
    table = Table(quick, GRUK, dice=[1, 1, 1, 1, 6, 6])
    table.say("begin")
    assert table.due("anna") == 1
    assert table.now["anna"].mark("speed") == 3
    table.say("next", "anna attack gruk speed 2")
    assert table.now["anna"].actions[0].lands == 1 + 10 - 4 - 2
    assert table.now["anna"].mark("speed") == 1
    table.say("undo")
    assert "1 speed points" not in refused(table, "anna attack gruk speed 4")


def test_alertness_is_in_the_perception() -> None:
    table = Table({**ANNA, "alertness": ["drunk", "not alert"]}, GRUK, dice=[1, 1, 1, 1, 6, 6])
    table.say("gruk alertness watching", "begin")
    assert [roll.chance for roll in rolls(table, "perception")] == [36 - 40, 36 + 15]


def test_the_light_of_the_scene_lies_on_everyone() -> None:
    table = duel(scene={"light": "75% off", "df": -1})
    table.fall(99, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    assert rolls(table, "attack")[0].chance == 64 - 12 - 25


def test_wounds_and_exhaustion_add_up() -> None:
    for body, exhaustion, df in ((19, 60, 0), (18, 60, -2), (12, 60, -4), (6, 60, -8), (6, 0, -14)):
        table = duel()
        table.say(f"fix anna PBD {body}", f"fix anna PEX {exhaustion}")
        table.fall(99, 3, 3)
        table.say("anna attack gruk", "next", "gruk nothing")
        assert rolls(table, "attack")[0].chance == 64 - 12 + 5 * df


# Declaring


def test_one_without_the_skill_has_half_the_chance_and_is_two_counts_later() -> None:
    unskilled = {**ANNA, "skill": [], "weapon": [{"name": "Axe", "speed": 7, "damage": 10, "type": "cutting"}]}
    table = duel(unskilled)
    table.fall(99, 3, 3)
    table.say("anna attack gruk")
    assert table.now["anna"].actions[0].speed == 9
    table.say("next", "gruk nothing")
    assert rolls(table, "attack")[0].chance == 18 - 12


def test_a_weapon_not_in_hand_must_be_drawn() -> None:
    table = duel({**ANNA, "weapon": [{**ANNA["weapon"][0], "drawn": False}]})
    assert "not in hand" in refused(table, "anna attack gruk sword")
    table.say("anna draw")
    assert table.now["anna"].actions[0].speed == 20
    table.say("undo")
    table.fall(64)
    table.say("anna fastdraw")
    assert table.now["anna"].actions[0].speed == 10
    table.say("undo")
    table.fall(65)
    table.say("anna fastdraw")
    assert table.now["anna"].actions[0].speed == 20


def test_getting_up_takes_thirty() -> None:
    table = duel()
    table.say("fix anna prone on", "anna stand")
    assert table.now["anna"].actions[0].lands == 41
    table.fall(3, 3)
    table.say("next")
    assert table.now["anna"].condition("prone") is None


def test_a_called_place_without_a_df_needs_one_named() -> None:
    table = duel()
    assert "name one" in refused(table, "anna attack gruk called groin")
    table.say("anna attack gruk called groin df -10")
    table.fall(99, 3, 3)
    table.say("next", "gruk nothing")
    assert rolls(table, "attack")[0].chance == 64 - 12 - 50


def test_giving_up_turning_on_another_waiting_and_doing_something_free() -> None:
    table = duel({**ANNA}, GRUK)
    table.say('anna does "kicks the table" 12')
    assert table.now["anna"].actions[0].lands == 23
    table.say("anna abort")
    assert table.asked() == ("anna", "declaration")
    table.say("anna wait")
    assert table.now["anna"].waiting and table.due("anna") is None
    table.say("to 20", "anna attack gruk")
    assert table.now["anna"].actions[0].lands == 26


# By hand


def test_an_extra_df_goes_into_the_next_roll_even_when_its_die_is_asked_for() -> None:
    table = at_once(BRANN, GOBLIN)
    table.say("fix goblin1 count 60", "next", "brann attack goblin1", "next", "goblin1 nothing")
    assert table.asked() == ("brann", "attack")
    table.say("df -2 bad light", "99")
    assert rolls(table, "attack")[0].chance == 47 - 10
    assert not table.now.modifiers


def test_a_pool_a_count_and_a_condition_are_put_right() -> None:
    table = duel()
    table.say("fix gruk PFT 20", "fix gruk count 33", "fix gruk jolted on until 40")
    gruk = table.now["gruk"]
    assert (gruk.pool("PFT"), table.due("gruk")) == (20, 33)
    assert gruk.condition("jolted") is not None
    table.say("anna wait", "to 32")
    assert "0 to 36" in refused(table, "fix gruk PFT 99")
    table.say("next", "gruk wait", "to 40")
    assert table.now["gruk"].condition("jolted") is None


def test_damage_by_hand_knows_armour_only_where_a_place_is_named() -> None:
    mail = {**GRUK, "armour": [{"name": "Mail", "covers": ["chest"], "stops": {"all": 4}}]}
    table = duel(gruk=mail)
    table.say("gruk damage 10 cutting", "gruk damage 10 cutting chest", "gruk damage 9 half")
    assert table.now["gruk"].pool("PFT") == 36 - 10 - 6 - 5


def test_every_ten_points_of_fatigue_cost_one_of_exhaustion_and_the_rest_carries_over() -> None:
    table = duel()
    seen = []
    for _ in range(4):
        table.say("gruk damage 7 crushing")
        seen.append((table.now["gruk"].pool("PFT"), table.now["gruk"].pool("PEX")))
    assert seen == [(29, 60), (22, 59), (15, 58), (8, 58)]


def test_fatigue_that_is_not_there_comes_off_exhaustion() -> None:
    table = duel()
    table.say("fix gruk PFT 3", "gruk spends 5")
    gruk = table.now["gruk"]
    assert (gruk.pool("PFT"), gruk.pool("PEX")) == (0, 60 - 2)
    assert "how much" in refused(table, "gruk spends 5 PBD")


def test_a_die_put_right_takes_the_step_again_with_the_others_as_they_fell() -> None:
    table = duel()
    table.fall(53, 3, 4)
    table.say("anna attack gruk", "next", "gruk nothing")
    assert table.due("anna") == 17 + 13
    table.say("fix die 65")
    assert table.due("anna") == 17 + 11 + 6
    assert rolls(table, "attack")[0].total == 53


def test_leaving_surrendering_and_coming_back() -> None:
    table = duel()
    table.say("gruk surrenders")
    assert table.due("gruk") is None and table.now["gruk"].presence is Presence.SURRENDERED
    assert "surrendered" in refused(table, "anna attack gruk")
    table.fall(1, 3, 3)
    table.say("gruk returns")
    assert table.due("gruk") == 11 + 12


def test_the_one_whose_moment_it_is_leaves() -> None:
    table = duel()
    table.say("anna leaves")
    assert table.now.question is None
    table.say("next")
    assert table.asked() == ("gruk", "declaration")


def test_everybody_waiting_is_refused_and_says_who() -> None:
    table = at_once(ANNA, GRUK)
    table.say("next")
    for _ in range(2):
        table.say(f"{table.asked()[0]} wait")
    sentence = refused(table, "next")
    assert "Anna" in sentence and "Gruk" in sentence and "wait" in sentence


def test_nobody_left_is_refused() -> None:
    table = duel()
    table.say("anna leaves", "gruk leaves")
    assert "Nobody is left" in refused(table, "next")


def test_a_late_joiner_comes_in_at_now_and_its_own_initiative() -> None:
    table = duel()
    table.say("anna wait", "to 20")
    entry = 'name = "Thug"\nside = "raiders"\n'
    table.fall(1, 3, 3)
    table.session.dispatch(Join("thug", "Thug", entry), "join new Thug")
    assert table.due("thug") == 20 + 12
    assert table.session.rules.first_count(table.now, table.now["thug"].profile.sheet) == (28, 43)


def test_with_a_question_open_next_is_refused_and_answers_nothing() -> None:
    table = duel()
    assert "question is open" in refused(table, "next")
    assert "question" in refused(table, "to 40")


def test_free_events_come_due_and_come_again() -> None:
    table = duel()
    table.say('event 20 "The gate groans" every 10', "anna wait", "to 45")
    happened = [event for event in table.events() if isinstance(event, ev.EventHappened)]
    assert len(happened) == 3


# Standing orders


def test_a_fight_in_which_all_have_orders_runs_by_itself() -> None:
    ordered: list[dict[str, Any]] = [{**ANNA, "orders": "attack again, parry"}, {**GRUK, "orders": "Attack Again"}]
    table = at_once(*ordered)
    table.session.dice = SeededDice(3)
    table.say("to 300")
    assert table.now.question is None or table.asked()[1] == "declaration"
    modes = [table.session.journal.steps[n].mode for n in table.session.journal.done]
    assert modes.count("orders") > 3, "each declaration is a step of its own"


def test_a_veto_takes_the_last_order_back_and_asks() -> None:
    table = at_once({**ANNA, "orders": "attack again"}, GRUK)
    table.say("fix gruk count 60", "next")
    assert not table.now["anna"].actions or table.now["anna"].actions[0].ordered
    table.say("veto")
    assert table.asked() == ("anna", "declaration")
    assert not table.now["anna"].actions


# Taking back


def test_a_whole_action_is_taken_back_with_all_its_steps() -> None:
    table = at_once(BRANN, GOBLIN)
    table.say("fix goblin1 count 60", "next", "brann attack goblin1")
    declared = table.now
    table.fall(90, 10)
    table.say("next", "goblin1 nothing", "01", "50", "=7")
    table.say("undo-action")
    assert table.now.count == 11 and table.asked() != ("brann", "attack")
    assert declared.count == 11


def test_a_new_command_abandons_what_was_taken_back() -> None:
    table = duel()
    table.say("anna wait", "undo", 'anna does "waits and sees" 3')
    assert "Nothing was taken back" in refused(table, "redo")
