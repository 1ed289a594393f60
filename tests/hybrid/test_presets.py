"""Preset reactions: held at a cost, set off by a perception, twice as quick (H-INIT-7, ruling 33)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.hybrid.kit import ANNA, GRUK, HOB, duel, refused, rolls
from tests.hybrid.table import Table, at_once
from tracker.games.hybrid.body import activity_rates
from tracker.games.hybrid.timing import held_presets, stances
from tracker.model.combatant import Scalar
from tracker.model.events import Noted

QUICK = {**ANNA, "derived": {"PSPD": 6}, "stats": {"MST": 15}}


def preset() -> Table:
    table = duel(QUICK)
    table.say("anna preset attack gruk sword if he moves")
    return table


def test_a_preset_lies_in_wait_with_its_trigger_shown() -> None:
    table = preset()
    assert table.now["anna"].waiting
    assert [c.label for c in table.now["anna"].conditions] == ["preset: attack gruk sword if he moves"]


def test_holding_costs_a_point_of_mental_fatigue_every_so_many_counts_as_mental_strength() -> None:
    table = preset()
    full = table.now["anna"].pool("MFT")
    for count, lost in ((25, 0), (26, 1), (40, 1), (41, 2)):
        table.say(f"to {count}")
        assert table.now["anna"].pool("MFT") == full - lost, count


def test_noticed_the_reaction_counts_twice_and_the_action_follows_by_itself() -> None:
    table = preset()
    table.say("to 20")
    table.fall(56, 3, 3)
    table.say("anna trigger")
    assert rolls(table, "perception")[-1].chance == 36 + 20
    assert rolls(table, "initiative")[-1].sum[1] == "reaction PSPD twice, preset (H-INIT-7) −6 (H-INIT-1)"
    assert table.due("anna") == 20 + 6 + 8 - 6
    table.say("next")
    assert table.now["anna"].actions[0].lands == 28 + 6
    assert table.asked() == ("gruk", "defence"), "nobody was asked what Anna declares"
    table.fall(99, 3, 3)
    table.say("gruk nothing")
    assert rolls(table, "initiative")[-1].sum[1] == "reaction PSPD −3 (H-INIT-1)", "as usual after it"


def test_not_noticed_the_preset_stays_and_nothing_happens() -> None:
    table = preset()
    table.fall(57)
    table.say("anna trigger")
    assert table.now["anna"].waiting
    assert table.now["anna"].condition("preset") is not None
    assert table.due("anna") is None


def test_the_target_may_come_with_the_trigger() -> None:
    table = duel(QUICK)
    table.say("anna preset attack sword if somebody comes in")
    table.fall(1, 3, 3)
    table.say("anna trigger gruk", "next")
    assert table.now["anna"].actions[0].target == "gruk"


def test_a_preset_whose_target_has_gone_is_asked_for_instead() -> None:
    table = preset()
    table.fall(1, 3, 3)
    table.say("anna trigger", "gruk leaves")
    events = table.say("next").events
    assert table.asked() == ("anna", "declaration")
    notes = [event.text for event in events if isinstance(event, Noted)]
    assert notes and notes[0].startswith("What Anna preset cannot be done: Anna cannot attack Gruk"), (
        "it is no order of hers"
    )


def test_declaring_something_else_or_being_knocked_down_loses_it() -> None:
    table = preset()
    table.fall(3, 3)
    table.say("anna acts")
    assert table.now["anna"].condition("preset") is None
    assert table.now.agenda.find("anna", "hold") is None
    table = preset()
    table.fall(3, 3)
    table.say("fix anna stunned on")
    assert table.now["anna"].condition("preset") is None
    assert not table.now["anna"].waiting


@pytest.mark.parametrize("line", ["anna preset attack gruk", "anna preset if it rains", "anna preset wait if it rains"])
def test_what_cannot_be_preset(line: str) -> None:
    assert refused(duel(QUICK), line)


def test_without_a_preset_there_is_nothing_to_set_off() -> None:
    assert "nothing preset; `anna preset attack goblin1 if …` presets" in refused(duel(), "anna trigger")
    assert "nothing preset; `anna preset attack gruk if …` presets" in refused(duel(), "anna trigger gruk")


def test_a_feint_that_fools_sets_it_off() -> None:
    table = duel(QUICK, {**GRUK, "skill": [{"name": "Short Sword", "basis": ["PCA"], "rank": 12}]})
    table.say("anna preset attack gruk sword if he strikes", "fix gruk count 15", "next", "gruk feint anna")
    assert table.now["gruk"].actions[0].lands == 15 + 1, "the weapon's speed, 7 − 6"
    table.fall(10, 99, 3, 3, 3, 3)
    table.say("next")
    assert rolls(table, "feint")[-1].chance == 36 + 48 - 30
    assert rolls(table, "perception")[-1].chance == 36 - 44, "less the feint's success number"
    assert table.now["anna"].marks["preset.armed"]


def quick(line: str) -> Table:
    table = duel({**ANNA, "stats": {"MST": 30}})
    table.say(f"anna preset {line}")
    table.fall(1, 3, 3)
    return table


@pytest.mark.parametrize(
    ("line", "trigger", "verb", "target"),
    [
        ("attack Gruk sword if he moves", "anna trigger gruk", "attack", "gruk"),
        ("look if he moves", "anna trigger gruk", "look", ""),
        ("task PAG difficult if he moves", "anna trigger gruk", "task", ""),
        ("close gruk if he moves", "anna trigger gruk", "close", "gruk"),
        ("attack sword if he moves", "anna trigger gruk", "attack", "gruk"),
    ],
)
def test_a_preset_is_carried_out_as_it_was_said(line: str, trigger: str, verb: str, target: str) -> None:
    table = quick(line)
    table.say(trigger, "next")
    action = table.now["anna"].actions[0]
    assert (action.verb, action.target) == (verb, target)


def test_a_preset_dodge_and_a_preset_evade() -> None:
    table = quick("dodge if he moves")
    table.say("anna trigger gruk", "next")
    assert table.now["anna"].condition("dodging") is not None
    table = quick("evade if he moves")
    table.say("anna trigger", "next")
    assert table.now["anna"].condition("evading") is not None and table.asked() == ("anna", "declaration")


def test_a_trigger_that_went_unnoticed_says_nothing_about_the_next_one() -> None:
    table = at_once({**ANNA, "stats": {"MST": 30}}, GRUK, HOB)
    table.say("fix gruk count 20", "fix hob count 90", "next", "anna preset attack gruk sword if he moves")
    table.fall(99)
    table.say("anna trigger hob", "next", "gruk feint anna")
    table.fall(1, 90, 3, 3, 3, 3)
    table.say("next", "next")
    assert table.now["anna"].actions[0].target == "gruk"


def test_what_could_not_be_carried_out_does_not_fire_later() -> None:
    table = quick("attack gruk if he moves")
    table.say("anna trigger", "gruk leaves")
    events = table.say("next").events
    assert table.asked() == ("anna", "declaration")
    notes = [event.text for event in events if isinstance(event, Noted)]
    assert notes and notes[0].startswith("What Anna preset cannot be done: Anna cannot attack Gruk"), (
        "it is no order of hers"
    )
    table.say("anna wait")
    assert not table.now["anna"].marks["preset.armed"]


def test_marks_of_an_older_fight_are_read_as_the_preset_they_meant() -> None:
    table = duel()
    marks: dict[str, Scalar] = {
        held_presets.LINE: "attack gruk sword",
        held_presets.AT: "gruk",
        held_presets.ARMED: True,
    }
    one = replace(table.now["anna"], marks=marks)
    assert held_presets.of(one) == held_presets.Preset("attack", ("gruk", "sword"), "gruk", True)
    assert held_presets.of(one).line == "attack gruk sword" and held_presets.of(one).at(table.now) == "gruk"
    assert held_presets.of(table.now["anna"]) == held_presets.Preset("", ())


def test_a_part_of_a_point_is_read_from_its_mark_and_grows_from_there() -> None:
    table = duel()
    one = replace(table.now["anna"], marks={"part.PFT": "-1/3@120"})
    assert activity_rates.part_of(one, "PFT") == activity_rates.Part(Fraction(-1, 3), 120)
    assert activity_rates.part_of(one, "PFT").mark == "-1/3@120" and activity_rates.part_of(one, "MFT").mark == "0@0"
    assert activity_rates.part_of(one, "PFT").grown(activity_rates.Rate("PFT", Fraction(1, 30)), 150) == Fraction(2, 3)


def test_a_stance_is_read_from_its_mark_whatever_its_name() -> None:
    one = duel().now["anna"]
    for key, other in (("retreating", "advanced"), ("all out", "retreating")):
        for marks in ({f"stance.free.{key}": 17}, {"stance.free": f"{key}@17"}):  # the second as fights of 0.2 have it
            marked = replace(one, marks=marks)
            assert stances.is_free_now(marked, key, 17)
            assert not stances.is_free_now(marked, key, 18) and not stances.is_free_now(marked, other, 17)
    assert not stances.is_free_now(one, "retreating", 17)


def test_a_preset_first_aid_in_haste_is_given_in_haste_when_it_is_set_off() -> None:
    medic = {**QUICK, "skill": [*QUICK["skill"], {"name": "First Aid", "basis": ["DEX"], "rank": 4}]}
    table = duel(medic)
    table.say("fix gruk bleeding on", "anna preset aids gruk df 2 clean rags if he falls", "to 20")
    assert table.now["anna"].conditions[-1].label == "preset: aids gruk df 2 clean rags if he falls"
    table.fall(1, 3, 3)
    table.say("anna trigger", "next")
    (action,) = table.now["anna"].actions
    assert (action.verb, action.target, action.options) == ("aids", "gruk", ("df 2 clean rags",))


def test_two_at_once_may_be_preset_and_both_are_done() -> None:
    table = quick("attack Gruk sword and look if he moves")
    assert table.now["anna"].conditions[-1].label == "preset: attack gruk sword and look if he moves"
    table.say("anna trigger", "next")
    assert [(one.verb, one.options) for one in table.now["anna"].actions] == [
        ("attack", ("florentine first",)),
        ("look", ("florentine second",)),
    ]


def noted(table: Table) -> list[str]:
    """What has been noted so far."""
    return [event.text for event in table.events() if isinstance(event, Noted)]


def test_a_trigger_that_goes_unnoticed_is_told() -> None:
    table = preset()
    table.fall(57)
    table.say("anna trigger")
    assert noted(table)[-1] == "Anna does not notice the trigger; the preset stays (H-INIT-7)"


def test_a_preset_without_a_target_strikes_the_one_whose_feint_fooled() -> None:
    table = at_once({**ANNA, "stats": {"MST": 30}}, GRUK, HOB)
    table.say("fix gruk count 20", "fix hob count 90", "next", "anna preset attack sword if anybody strikes")
    table.say("next", "gruk feint anna")
    table.fall(1, 99, 3, 3, 3, 3)
    table.say("next", "next")
    assert table.now["anna"].actions[0].target == "gruk"


def test_a_preset_that_cannot_be_read_any_more_is_told_and_its_fighter_asked() -> None:
    table = quick("attack sword if he moves")
    table.say("anna trigger", "next")
    assert table.asked() == ("anna", "declaration") and not table.now["anna"].actions
    assert noted(table)[-1].startswith("What Anna preset cannot be done: ")


def test_a_preset_set_off_while_its_fighter_is_busy_answering_comes_so_much_later() -> None:
    table = at_once(QUICK, GRUK, house_rules={"wait": "free"})
    table.say("fix gruk count 12", "next", "anna preset attack gruk sword if he strikes", "next", "gruk attack anna")
    table.fall(60, 3, 3)
    table.say("next", "anna parry")
    assert (table.now.count, table.due("anna")) == (18, 19)
    table.fall(1, 3, 3)
    table.say("anna trigger")
    assert "busy answering +1 (H-DEF)" in rolls(table, "initiative")[-1].sum
    assert table.due("anna") == 18 + 6 + 8 - 6 + 1


def test_what_is_preset_is_set_off_at_the_moment_of_another_and_not_within_a_blow() -> None:
    table = at_once(QUICK, GRUK)
    table.say("fix gruk count 12", "next", "anna preset dodge if he moves", "next")
    assert table.asked() == ("gruk", "declaration")
    table.fall(1, 3, 3)
    table.say("anna trigger")
    table = at_once(QUICK, GRUK, HOB)
    table.say("fix gruk count 12", "fix hob count 13", "next", "anna preset dodge if he moves", "next")
    table.say("gruk attack hob", "next", "hob act turn", "next")
    assert table.asked() == ("hob", "defence")
    assert refused(table, "anna trigger").startswith("First answer the open question (Hob is about to be hit by Gruk.)")
