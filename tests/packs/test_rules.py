"""What a pack says happens at the table: clocks, costs, answers, rolls, places, conditions, with scripted dice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.asking import explained
from tests.cli.calling import call
from tests.encounter.table import say
from tests.lanes import sample
from tests.packs.kit import BASE, STRIKE, due, struck, table
from tests.packs.mutants import SHIPPED
from tests.packs.random_fights import ENCOUNTERS
from tracker.dice.source import ScriptedDice
from tracker.games import registry
from tracker.model import events as ev
from tracker.model.combatant import Presence
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.preparation import prepare, read_encounter


@pytest.mark.parametrize(("die", "outcome"), [(2, [("missed", 0)]), (3, [("hit", 2)])])
def test_a_roll_hits_from_its_number_on_and_the_cost_is_waited_for(die: int, outcome: list[tuple[str, int]]) -> None:
    fight = table(die)
    say(fight, "begin", "next")
    assert struck(say(fight, "ann strike bob", "next")) == outcome
    assert (due(fight, "ann"), due(fight, "bob")) == ("3", "0")


@pytest.mark.parametrize(
    ("number", "die", "hits"),
    [
        ({"at_least": None, "more_than": 5}, 3, False),
        ({"at_least": None, "more_than": 5}, 4, True),
        ({"roll": "1d6", "at_least": None, "at_most": "skill"}, 2, True),
        ({"roll": "1d6", "at_least": None, "at_most": "skill"}, 3, False),
    ],
)
def test_more_than_and_at_most_begin_and_end_to_hit(number: dict[str, Any], die: int, hits: bool) -> None:
    fight = table(die, action=number)
    say(fight, "begin", "next")
    assert bool(struck(say(fight, "ann strike bob", "next"))[0][1]) is hits


def test_a_blow_that_takes_time_lands_later_and_is_lost_with_its_fighter() -> None:
    fight = table(6, action={"lands": 2, "cost": 5, "damage": "20"})
    say(fight, "begin", "next", "ann strike bob")
    say(fight, "bob wait", "to 1", "bob strike ann")
    assert [action.lands for action in fight.encounter["ann"].actions] == [2]
    say(fight, "next")
    assert fight.encounter["bob"].presence is Presence.DOWN and fight.encounter["bob"].actions == ()
    assert due(fight, "ann") == "5"


def test_an_answer_raises_the_number_and_costs_time_and_points_and_is_refused_without_them() -> None:
    answer = {"name": "parry", "cost": 2, "pays": {"breath": 2}, "adds": 3}
    fight = table(5, 5, answer=[answer])
    say(fight, "begin", "next", "ann strike bob", "next")
    assert fight.encounter.question is not None
    (none, parry) = fight.rules.choices.answers(fight.encounter, fight.encounter.question)
    assert (none.beside, parry.beside) == ("67 % to be hit", "costs 2 beats and 2 breath; 67→17 % to be hit")
    assert parry.chance == 83
    assert struck(say(fight, "parry")) == [("missed", 0)]
    assert (due(fight, "bob"), fight.encounter["bob"].pool("breath")) == ("2", 1)
    say(fight, "next", "bob rest", "next", "next", "ann strike bob", "next")
    assert fight.encounter.question is None or fight.encounter.question.what == "declaration"
    assert fight.encounter["bob"].pool("life") == 8


def test_an_opposed_roll_is_rolled_by_the_target_first() -> None:
    fight = table(4, 5, action={"at_least": "1d6 + target.skill"})
    say(fight, "begin", "next")
    events = say(fight, "ann strike bob", "next")
    assert [(event.who, event.total) for event in events if isinstance(event, ev.Rolled)] == [("bob", 4), ("ann", 5)]
    assert struck(events) == [("hit", 2)]


def test_a_pool_counts_its_dice_and_the_margin_goes_into_the_damage() -> None:
    fight = table(5, 6, 1, action={"roll": "pool(skill + 1, 6, 5)", "at_least": 1, "damage": "3 * margin"})
    say(fight, "begin", "next")
    assert struck(say(fight, "ann strike bob", "next")) == [("hit", 3)]


def test_a_place_changes_the_damage_and_what_is_soaked() -> None:
    places = {
        "dice": "1d6",
        "table": [{"up_to": 5, "name": "arm"}, {"up_to": 6, "name": "head", "damage": "damage * 3"}],
    }
    fight = table(6, 6, action={"places": True, "soak": "1"}, places=places)
    say(fight, "begin", "next")
    (blow,) = [event for event in say(fight, "ann strike bob", "next") if isinstance(event, ev.Struck)]
    assert (blow.location, blow.damage, blow.stopped) == ("head", 5, 1)


def test_a_condition_weighs_on_its_bearer_until_its_end() -> None:
    conditions = {"dazed": {"lasts": 4, "weighs": {"skill": -2}}}
    fight = table(6, 4, action={"effect": [{"when": "margin >= 3", "begins": "dazed"}]}, conditions=conditions)
    say(fight, "begin", "next", "ann strike bob", "next")
    assert fight.encounter["bob"].condition("dazed") is not None
    assert explained(fight, "bob", ("strike", "ann"))[0] == "the number 5", "the formula is a number itself"
    assert explained(fight, "bob", ("strike", "ann"))[-2] == "Ann: 1d6 must show at least 5"
    say(fight, "bob strike ann", "next", "next", "ann rest", "next")
    assert (fight.encounter.count, fight.encounter["bob"].condition("dazed") is None) == (3, False)
    say(fight, "bob rest")
    say(fight, "to 4")
    assert fight.encounter["bob"].condition("dazed") is None


def test_what_an_action_needs_and_pays_is_refused_in_a_sentence() -> None:
    fight = table(action={"pays": {"breath": 2}, "needs": "life > 8"})
    say(fight, "begin", "next")
    fight.say("ann strike bob")
    with pytest.raises(Refused, match="Bob cannot strike: it costs 2 breath, and 1 is left"):
        say(fight, "fix bob breath 1", "bob strike ann")
    with pytest.raises(Refused, match="Bob cannot strike now: it needs life > 8"):
        say(fight, "fix bob life 5", "bob strike ann")


def test_shots_count_down_a_fighter_without_any_waits_for_the_next_sequence_and_rolls_anew() -> None:
    clock = {"runs": "down", "unit": "shot", "round": 6, "initiative": "1d6", "anew": True, "round_name": "sequence"}
    fight = table(5, 2, 1, 4, 6, clock=clock)
    say(fight, "begin", "next")
    assert (due(fight, "ann"), due(fight, "bob")) == ("1:5", "1:2")
    say(fight, "ann strike bob", "next")
    assert due(fight, "ann") == "1:2"
    say(fight, "next", "ann rest", "bob rest", "next")
    assert (due(fight, "ann"), due(fight, "bob")) == ("2:6", "2:6")
    say(fight, "next")
    assert (due(fight, "ann"), due(fight, "bob")) == ("2:4", "2:6")


@pytest.mark.parametrize(("cost", "when"), [(1, "1:1"), (2, "2:6")])
def test_an_answer_that_costs_the_last_shots_puts_its_fighter_into_the_next_sequence(cost: int, when: str) -> None:
    clock = {"runs": "down", "unit": "shot", "round": 6, "initiative": "1d6", "anew": True}
    fight = table(5, 2, 1, clock=clock, answer=[{"name": "dive", "cost": cost, "adds": 1}])
    say(fight, "begin", "next", "ann strike bob", "next", "dive")
    assert due(fight, "bob") == when


def test_an_action_that_outlasts_its_sequence_lets_its_fighter_roll_when_it_lands_and_a_latecomer_acts_at_once() -> (
    None
):
    clock = {"runs": "down", "unit": "shot", "round": 6, "initiative": "1d6", "anew": True}
    fight = table(2, 1, 3, 6, 5, clock=clock, action={"lands": 4, "cost": 5})
    say(fight, "begin", "next", "ann strike bob", "next", "bob rest", "next")
    assert [fight.rules.unit.text(action.lands) for action in fight.encounter["ann"].actions] == ["2:4"]
    say(fight, "next")
    assert (due(fight, "ann"), due(fight, "bob")) == ("2:4", "2:3"), "5 is over at 4"


def test_a_free_action_in_words_takes_a_turn_and_no_more() -> None:
    clock = {"runs": "passes", "unit": "point", "round": 30, "initiative": "20 + 1d6", "anew": True}
    fight = table(5, 1, clock=clock, action={"cost": None})
    say(fight, "begin", "next", 'ann does "opens the door" 0', "next")
    assert due(fight, "ann") == "1.2:15"


def test_an_initiative_total_is_used_up_ten_a_pass() -> None:
    clock = {"runs": "passes", "unit": "point", "round": 30, "initiative": "20 + 1d6", "anew": True}
    fight = table(5, 1, 3, clock=clock, action={"cost": None})
    say(fight, "begin")
    assert (due(fight, "ann"), due(fight, "bob")) == ("1.1:25", "1.1:21")
    say(fight, "next", "ann strike bob", "next")
    assert due(fight, "ann") == "1.2:15"


def test_in_rounds_of_phases_what_is_declared_lands_in_its_phase_once_a_round() -> None:
    phases = [{"name": "intent"}, {"name": "blows", "counts": 4}]
    clock = {"runs": "rounds", "unit": "rank", "phases": phases, "again": "round"}
    fight = table(6, clock=clock, action={"phase": "blows", "lands": "skill"})
    say(fight, "begin", "next", "ann strike bob")
    (action,) = fight.encounter["ann"].actions
    assert fight.rules.unit.text(action.lands) == "1.blows-3"
    say(fight, "bob wait", "next", "next")
    assert due(fight, "ann") == "2.intent"


def test_an_action_of_a_phase_that_is_over_is_refused_until_the_next_round() -> None:
    phases = [{"name": "volleys"}, {"name": "blows", "counts": 2}]
    clock = {"runs": "rounds", "unit": "rank", "phases": phases, "again": "round"}
    fight = table(6, clock=clock, action={"phase": "volleys"})
    say(fight, "begin", "next", "ann rest", "bob wait", "next", "to 1.blows-1")
    with pytest.raises(Refused, match="Bob cannot strike now: volleys is over in this round"):
        say(fight, "bob strike ann")


@pytest.mark.parametrize("name", sample(SHIPPED, 4))
def test_each_pack_reckons_its_rolls_as_its_menus_do(name: str) -> None:
    prepared = read_encounter(ENCOUNTERS[name], library_dirs=())
    every = registry.find(name).calculators()
    assert every
    actions = {action.name for action in prepared.rules.display.options.pack.action}
    for calculator in prepared.rules.sheets.reckoning(prepared.encounter, prepared.encounter.combatants[0].id):
        if calculator.name not in actions:
            continue
        record = calculator.reckon({each.name: each.default for each in calculator.arguments})
        card = prepared.rules.display.card(prepared.encounter, prepared.encounter.combatants[0].id)
        shown = {chance for strike in card.strikes for _, chance in strike.chances}
        assert record["percent"] in shown, (calculator.name, record, shown)
    told = call("reckon", "--system", name, every[0].name)
    assert told.code == 0 and "percent" in told.out


def test_a_modifier_helps_the_roll_adds_to_the_damage_and_costs_time() -> None:
    modifier = {"name": "careful", "roll": 1, "damage": 3, "cost": 2, "lands": 1}
    fight = table(2, modifier=[modifier])
    say(fight, "begin", "next", "ann strike bob careful", "bob rest")
    assert fight.encounter["ann"].actions[0].lands == 1
    assert struck(say(fight, "next", "next")) == [("hit", 5)]
    assert due(fight, "ann") == "5"
    with pytest.raises(Refused, match=r'"carefull" is too much after `strike`; did you mean "careful"\?'):
        say(fight, "bob strike ann carefull")


def test_an_answer_that_cannot_be_given_is_listed_with_its_reason_and_refused() -> None:
    answers = [{"name": "parry", "adds": 1}, {"name": "leap", "pays": {"breath": 2}, "needs": "skill > 1"}]
    fight = table(6, answer=answers)
    say(fight, "begin", "next", "fix bob breath 1", "ann strike bob", "next")
    assert fight.encounter.question is not None
    leap = fight.rules.choices.answers(fight.encounter, fight.encounter.question)[2]
    assert (leap.word, leap.refused, leap.absent) == ("leap", "it costs 2 breath, and 1 is left", True)
    with pytest.raises(Refused):
        say(fight, "leap")


def test_an_answer_may_put_its_own_roll_in_the_place_of_the_number() -> None:
    fight = table(3, 5, 6, answer=[{"name": "riposte", "number": "1d6 + skill"}])
    say(fight, "begin", "next", "ann strike bob", "next")
    assert fight.encounter.question is not None
    assert fight.rules.choices.answers(fight.encounter, fight.encounter.question)[1].beside == "67→58 % to be hit"
    assert struck(say(fight, "riposte")) == [("hit", 2)]


def test_orders_pay_for_what_they_can_and_rest_when_they_cannot() -> None:
    fight = table(6, 6, action={"pays": {"breath": 2}})
    say(fight, "ann orders attack", "begin", "next", "next")
    assert fight.encounter["ann"].last is not None and fight.encounter["ann"].last.verb == "strike"
    say(fight, "bob rest", "next", "next", "bob rest" if fight.encounter.question else "next", "next")
    verbs = [event.verb for step in fight.journal for event in step.events if isinstance(event, ev.ActionDeclared)]
    assert verbs.count("strike") == 1 and "rest" in verbs


TWICE: dict[str, Any] = {
    "weapon": {"hurt": {"default": "1d6"}},
    "action": {"weapon": True, "damage": "weapon.hurt * (1 + (weapon.hurt >= 4))"},
}
"""A weapon whose dice count double from 4 on: the formula names them twice."""


@pytest.mark.parametrize(("dice", "damage"), [((6, 3), 3), ((6, 4), 8)])
def test_a_figure_of_dice_that_a_formula_names_twice_is_rolled_once(dice: tuple[int, ...], damage: int) -> None:
    fight = armed(*dice)
    assert struck(say(fight, "begin", "next", "ann strike bob", "next")) == [("hit", damage)]


def test_a_fight_of_an_older_release_rolls_a_figure_of_dice_at_each_mention() -> None:
    fight = armed(6, 3, 5)
    fight.encounter = replace(fight.encounter, release="")
    assert struck(say(fight, "begin", "next", "ann strike bob", "next")) == [("hit", 6)]


def armed(*dice: int) -> Session:
    """Ann strikes with such a weapon."""
    attack = {**STRIKE, **TWICE["action"]}
    pack = {**BASE, "weapon": TWICE["weapon"], "action": [attack, *BASE["action"][1:]]}
    ann = {"name": "Ann", "weapon": [{"name": "Axe"}]}
    fight = prepare({"system": "trial", "pack": pack, "combatant": [ann, {"name": "Bob", "side": "b"}]})
    return Session(replace(fight.encounter, release="now"), fight.rules, ScriptedDice(dice))


def test_the_line_in_which_a_fighter_is_asked_is_the_packs_own() -> None:
    fight = table(words={"moment": "It is {name}'s beat."})
    say(fight, "begin", "next")
    assert fight.encounter.question is not None and fight.encounter.question.text == "It is Ann's beat."
    usual = table()
    say(usual, "begin", "next")
    assert usual.encounter.question is not None and usual.encounter.question.text == "Ann may declare."
