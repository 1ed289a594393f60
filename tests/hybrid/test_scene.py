"""The scene as it changes in a fight, filters of one's own, modified initiative, passive perceptions asked for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hybrid.kit import ANNA, GRUK, THIEF, current_tables, duel, refused, rolls
from tests.hybrid.table import Table
from tracker.model import events as ev

RIDER: dict[str, Any] = {
    **ANNA,
    "skill": [*ANNA["skill"], {"name": "Riding", "basis": ["PAG"], "rank": 3, "kind": "filter"}],
}


def strike(table: Table) -> int:
    """Anna's chance to strike as things stand."""
    last = next(word for word in table.ask("why anna strike").words if word.startswith("chance"))
    return int(last.split()[1].replace("−", "-"))


# The scene


@pytest.mark.parametrize(
    ("line", "df", "named"),
    [
        ("scene light poor", -4, "light 75% off (H-COND)"),
        ("scene light dim", -3, "light 50% off (H-COND)"),
        ("scene light 50% off", -3, "light 50% off (H-COND)"),
        ("scene gravity none", -4, "gravity 100% off (H-COND)"),
        ("scene gravity half", -3, "gravity 50% off (H-COND)"),
        ("scene df -2", -2, "of the scene"),
    ],
)
def test_the_scene_changes_for_everybody_and_is_named_in_the_sums(line: str, df: int, named: str) -> None:
    table = duel()
    before = strike(table)
    table.say(line)
    assert table.asked() == ("anna", "declaration"), "nobody's moment is used up"
    assert strike(table) == before + 5 * df
    for who in ("anna", "gruk"):
        assert any(named in words for words in table.ask(f"why {who} strike").words)
    table.say("undo")
    assert strike(table) == before


def test_a_scene_of_the_file_is_changed_and_ended() -> None:
    table = duel(scene={"light": "75% off", "df": -1})
    assert strike(table) == 64 - 20 - 5
    table.say("scene light dim")
    assert strike(table) == 64 - 15 - 5
    table.say("scene light full", "scene df 0")
    assert strike(table) == 64


def test_without_gravity_nobody_drops_any_more() -> None:
    table = duel()
    table.say("scene gravity none")
    assert "no gravity" in refused(table, "anna drop")


def test_what_is_rolled_is_rolled_in_the_new_light_and_who_comes_in_later_is_in_it_too() -> None:
    table = duel()
    table.say("scene light poor", "anna attack gruk")
    table.fall(60, 3, 3)
    table.say("next", "gruk nothing")
    assert rolls(table, "attack")[0].chance == 52 - 20
    table.say("gruk leaves")
    table.fall(99, 3, 3)
    table.say("gruk returns")
    assert rolls(table, "perception")[-1].chance == 36 - 20


def test_the_menu_changes_the_scene_and_marks_what_it_is() -> None:
    table = duel(scene={"light": "50% off"})
    choices = table.session.rules.choices.menu(table.now, "anna", ("other", "scene")).choices
    lines = {choice.label: choice.line for choice in choices}
    assert lines["● light 50% off DF −3"] == "scene light 50% off"
    assert lines["light 75% off DF −4"] == "scene light 75% off" and lines["● gravity full"] == "scene gravity full"
    table.say(lines["light 75% off DF −4"])
    assert strike(table) == 64 - 20


def test_a_scene_nobody_knows_is_refused_with_what_there_is() -> None:
    assert "scene light poor" in refused(duel(), "scene")
    assert "75% off" in refused(duel(), "scene light purple")


# A filter of one's own


def test_ones_own_filter_comes_before_that_of_the_scene() -> None:
    table = duel({**RIDER, "filter": "Riding"}, scene={"filter": "Swimming"})
    assert strike(table) == 36 + 12, "rank 7 counts as 3 under Riding; Swimming she has not learnt"
    table.say("anna attack gruk")
    assert table.now["anna"].actions[0].speed == 10 - 2, "rank speed of rank 3"
    table.fall(48, 90, 3, 3)
    table.say("next", "gruk nothing")
    assert rolls(table, "filter")[0].chance == 48, "3 × PAG 12, rank 3"
    assert rolls(table, "attack")[0].chance == 36 + 28 - 12, "a success lifts the cap"


def test_a_filter_is_put_on_and_off_in_a_fight_for_one_alone() -> None:
    table = duel(RIDER)
    table.say("anna filter riding")
    assert strike(table) == 36 + 12
    assert any("rank 7 counts as 3 under Riding" in words for words in table.ask("why anna strike").words)
    assert any("+4" in words for words in table.ask("why gruk strike").words), "Gruk's rank 1 counts in full"
    table.say("anna filter off")
    assert strike(table) == 64
    choices = table.session.rules.choices.menu(table.now, "anna", ("other", "filter")).choices
    assert (choices[0].label, choices[0].line) == ("Riding, rank 3", "anna filter Riding")


def test_a_filter_of_the_scene_is_put_on_and_off_for_everybody() -> None:
    table = duel(THIEF)
    table.say("scene filter Zero Gravity")
    assert strike(table) == 36 + 12
    table.say("scene filter off")
    assert strike(table) == 64
    table = duel(THIEF, scene={"filter": "Zero Gravity"})
    table.say("scene filter off")
    assert strike(table) == 64


# Initiative


def test_a_modifier_on_initiative_is_named_in_the_roll_and_used_once() -> None:
    table = duel()
    table.say("initiative anna -3 wet stairs", "anna attack gruk")
    table.fall(99, 3, 3, 99, 3, 3)
    table.say("next", "gruk nothing")
    assert "wet stairs −3, 3 later (H-INIT-1)" in rolls(table, "initiative")[-1].sum
    assert table.due("anna") == 17 + 6 + 8 - 2 + 3
    table.say("next", "anna attack gruk", "next", "gruk nothing")
    assert table.due("anna") == 32 + 6 + 6 + 8 - 2, "only once"


def test_a_modifier_may_help_and_is_given_before_the_fight_begins() -> None:
    table = Table(ANNA, GRUK, dice=[1, 3, 3, 1, 3, 3])
    table.say("gruk initiative 2 lying in wait", "begin")
    assert (table.due("anna"), table.due("gruk")) == (12, 10)
    assert "wet stairs" in refused(table, "initiative anna")
    assert "wet stairs" in refused(table, "initiative anna 0 nothing")


# Passive perception


def test_a_passive_perception_is_a_quarter_takes_no_time_and_minds_no_second_action() -> None:
    for prepare, chance in (("note on", 9), ("anna alertness not alert", 5), ("anna evade", 9)):
        table = duel()
        table.fall(chance)
        table.say(prepare, "anna notices")
        assert (rolls(table, "perception")[-1].chance, rolls(table, "perception")[-1].tier) == (chance, "Success")
        assert "passive (H-PERC-3): × 1/4" in " ".join(rolls(table, "perception")[-1].sum)
        assert table.asked() == ("anna", "declaration") and table.now.count == 11, "no time"
    assert "100 % of the details" in " ".join(getattr(event, "text", "") for event in table.events())


@current_tables
def test_anybody_may_ask_for_it_at_any_time_but_the_senseless() -> None:
    table = duel({**ANNA, "stats": {"MAW": 20}})
    table.fall(15)
    table.say("anna notices mental")
    assert rolls(table, "perception")[-1].chance == 15
    table.fall(99, 3, 3)
    table.say("anna attack gruk", "gruk notices")
    table.say("fix gruk unconscious on")
    assert "notices nothing" in refused(table, "gruk notices")


# Alertness


@pytest.mark.parametrize(
    ("words", "df"),
    [
        ("blinded", -5),
        ("deafened", -3),
        ("drunk", -5),
        ("asleep", -4),
        ("poor light", -3),
        ("not alert", -3),
        ("alert", 0),
        ("watching", 3),
        ("drunk, poor light, watching", -5),
    ],
)
def test_every_word_of_alertness_weighs_what_the_table_says(words: str, df: int) -> None:
    table = Table(ANNA, GRUK, dice=[99, 1, 1, 99, 1, 1])
    table.say(f"gruk alertness {words}", "begin")
    seen = [event.chance for event in table.events() if isinstance(event, ev.Rolled) and event.what == "perception"]
    assert seen == [36, 36 + 5 * df]


def test_the_light_of_the_scene_lies_on_everyone() -> None:
    table = duel(scene={"light": "75% off", "df": -1})
    table.fall(99, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    assert rolls(table, "attack")[0].chance == 64 - 12 - 25
