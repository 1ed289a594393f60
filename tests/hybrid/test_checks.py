"""Checks outside a blow: tasks, looks, perceptions in passing, nerve and impression (H-CHECK, H-PERC, H-NPC)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hybrid.kit import ANNA, GRUK, HOB, SEER, THIEF, duel, editions, held, refused, rolls
from tests.hybrid.table import Table, at_once
from tracker.model import events as ev

SEEING = {**ANNA, "skill": [*ANNA["skill"], {"name": "Combat Perception", "basis": ["PAW"], "rank": 4}]}


def noted(table: Table) -> list[str]:
    """What has been noted so far."""
    return [event.text for event in table.events() if isinstance(event, ev.Noted)]


# Tasks


def test_the_held_one_does_no_task_that_takes_time_and_any_that_takes_none() -> None:
    table = held()
    assert "Gruk cannot do that: held by Anna" in refused(table, "gruk task PAG difficult")
    table.fall(1)
    table.say("gruk task PAG difficult now")
    assert rolls(table, "task")[0].who == "gruk"


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("climbing difficult", "DF −5 difficult (PG 2.2): −25"),
        ("climbing difficult trivial", "DF −1.5 difficult and trivial, the mean (H-CHECK-10): −7.5"),
        ("climbing judge", "to judge (PG 2.3)"),
        ("climbing unfamiliar", "DF −2 an unfamiliar tool (H-SKILL-5): −10"),
    ],
)
def test_what_makes_a_task_hard_is_named_in_its_sum(line: str, named: str) -> None:
    table = duel(THIEF)
    table.fall(50)
    table.say(f"anna task {line} now")
    assert any(named in words for words in rolls(table, "task")[0].sum), rolls(table, "task")[0].sum


def test_a_task_without_a_difficulty_has_no_df_for_it() -> None:
    table = duel(THIEF)
    table.fall(50)
    table.say("anna task climbing now")
    assert not any("DF" in words and "PG 2" in words for words in rolls(table, "task")[0].sum)


@pytest.mark.parametrize(("face", "less"), [(50, 18), (68, 0), (69, 0)])
def test_an_opposed_check_is_harder_by_what_the_first_succeeded_by_and_no_easier_by_a_failure(
    face: int, less: int
) -> None:
    for opposed, label in (("perception", "perception against Anna's Stealth"), ("PAG", "PAG against Anna's Stealth")):
        table = duel(THIEF)
        table.fall(face, 40)
        table.say(f"anna task stealth against gruk {opposed} now")
        first, other = rolls(table, "task")
        assert (first.chance, first.target, other.who, other.target) == (68, "gruk", "gruk", "anna")
        assert other.chance == (36 if opposed == "perception" else 18) - less and other.label == label


def test_a_task_under_way_against_one_may_be_turned_on_another() -> None:
    table = at_once(THIEF, GRUK, HOB)
    table.say("fix gruk count 90", "fix hob count 90", "next", "anna task stealth against gruk perception")
    table.say("anna retarget hob")
    table.fall(50, 40, 3, 3)
    table.say("next")
    assert [roll.who for roll in rolls(table, "task")] == ["anna", "hob"]


@editions
def test_a_critical_failure_of_a_task_has_its_severity_rolled_in_1997_alone(edition: str) -> None:
    table = duel(THIEF, edition=edition)
    table.fall(100, 30, 10)
    table.say("anna task runes now")
    severe = [(roll.sum, roll.secret) for roll in rolls(table, "severity")]
    assert severe == ([(("missed by 86 (H-CHECK-9)",), False)] if edition == "1997" else [])
    assert noted(table) == (["Anna: Notable Failure, effect −0.75"] if edition == "1997" else [])


def test_a_task_shows_the_count_at_which_it_is_done_and_what_it_is() -> None:
    table = duel(THIEF)
    table.say("anna task climbing difficult takes 20")
    (action,) = table.now["anna"].actions
    assert (action.label, action.lands) == ("Climbing (difficult)", 11 + 20 - 3)


# Perception


def test_of_a_look_the_kind_is_in_its_name() -> None:
    for line, label in (("look", "looking around"), ("look mental", "looking around (mental)")):
        table = duel()
        table.say(f"anna {line}")
        assert table.now["anna"].actions[0].label == label


@pytest.mark.parametrize(
    ("faces", "seen"),
    [
        ((1,), "total identification: 200 % of the details, timing ±5 %"),
        ((36,), "basic identification: 100 % of the details, timing ±50 %"),
        ((37,), "vague identification: 25 % of the details, timing ±75 %"),
        ((100, 5), "wrong: details up to 150 % off, timing ±200 %"),
    ],
)
def test_a_look_tells_what_is_seen_and_how_far_it_is_right(faces: tuple[int, ...], seen: str) -> None:
    table = duel()
    table.fall(*faces, *([3] if table.edition == "1997" and len(faces) > 1 else []), 3, 3)
    table.say("anna look", "next")
    assert noted(table)[-1] == f"Anna sees this: {seen} (H-PERC-4)"


def test_whoever_sees_becomes_aware_of_all_it_had_not_noticed() -> None:
    table = at_once(ANNA, GRUK, HOB)
    table.say("fix gruk count 90", "fix hob count 90", "next", "anna unaware of gruk", "anna unaware of hob")
    table.fall(36, 3, 3)
    table.say("anna look", "next")
    assert not table.now["anna"].unaware_of


@pytest.mark.parametrize(
    ("before", "why"), [("gruk leaves", True), ("fix gruk unconscious on", True), ("note on", False)]
)
def test_the_senseless_and_the_absent_notice_nothing(before: str, why: bool) -> None:
    table = duel()
    table.fall(3, 3)
    table.say(before)
    if why:
        assert refused(table, "gruk notices") == "Gruk notices nothing now."
    else:
        table.say("gruk notices")
        assert (rolls(table, "perception")[-1].who, rolls(table, "perception")[-1].chance) == ("gruk", 9)


def test_the_skill_of_perception_hastens_a_look_and_helps_it() -> None:
    table = duel(SEEING)
    table.fall(99, 3, 3)
    table.say("anna look", "next")
    assert rolls(table, "perception")[-1].chance == 36 + 16
    assert [event.speed for event in table.events() if isinstance(event, ev.ActionDeclared)] == [8 - 2]


def test_the_wounds_of_the_body_weigh_half_on_what_the_mind_sees() -> None:
    table = duel(SEER)
    table.say("fix anna PEX 0")
    for kind, chance in (("physical", 36 - 30), ("mental", 36 - 15), ("general", 36 - 30)):
        assert table.ask(f"why anna perception {kind}").words[-2] == f"chance {chance} %"


def test_a_preset_trigger_is_easier_to_notice_by_four() -> None:
    table = duel()
    table.say("anna preset attack gruk sword if he moves")
    table.fall(99)
    table.say("anna trigger")
    assert rolls(table, "perception")[-1].chance == 36 + 20


def test_a_passive_perception_is_reckoned_anew_for_every_fighter_and_state() -> None:
    table = duel(SEEING)
    chances = []
    for line in ("note on", "fix anna PEX 0", "scene light poor", "fix anna PEX 60", "anna alertness watching"):
        table.fall(20, 20)
        table.say(line, "anna notices", "gruk notices")
        chances.append(tuple(roll.chance for roll in rolls(table, "perception")[-2:]))
    assert chances == [(13, 9), (6, 9), (1, 4), (8, 4), (12, 4)]


# Nerve and impression


def test_what_lies_on_a_fighter_weighs_on_its_nerve_and_impression_and_not_on_a_reaction_to_it() -> None:
    table = duel()
    table.say("fix anna MEX 0")
    table.fall(50, 50, 1, 50)
    table.say("anna presence", "gruk reaction anna", "anna morale")
    assert rolls(table, "presence")[0].chance == 36 - 15 - 30
    assert rolls(table, "reaction")[0].chance == 36
    assert rolls(table, "morale")[0].chance == 36 - 30


@pytest.mark.parametrize(
    ("line", "faces", "words"),
    [
        ("anna presence", (1,), "Anna makes an impression ("),
        ("anna presence", (99,), "Anna impresses nobody ("),
        ("gruk morale", (1, 1), "Gruk stands firm ("),
        ("gruk morale", (1, 99), "Gruk loses heart: it may flee or surrender ("),
        ("gruk morale", (99,), "Gruk does not see how badly it goes, and stays ("),
        ("gruk reaction anna", (99,), "Gruk is ill disposed to Anna ("),
    ],
)
def test_what_comes_of_nerve_and_impression_is_told_in_words(line: str, faces: tuple[int, ...], words: str) -> None:
    table = duel()
    table.fall(*faces)
    table.say(line)
    assert noted(table)[-1].startswith(words)


def test_nerve_may_be_tried_on_another_stat() -> None:
    table = duel({**ANNA, "stats": {"MST": 20}})
    table.fall(1, 50)
    table.say("anna morale MST")
    assert rolls(table, "morale")[0].chance == 60


def test_a_side_without_a_name_is_losing_as_this_side() -> None:
    nameless: list[dict[str, Any]] = [{**GRUK, "name": name, "side": ""} for name in ("Gruk", "Hob")]
    table = at_once(ANNA, *nameless)
    table.say("gruk falls")
    assert noted(table)[-1] == "this side is losing: `hob morale` tries Hob's nerve (H-NPC)"


# What is set by the game master


def test_a_filter_of_ones_own_is_noted_as_it_is_put_on_and_off() -> None:
    table = duel(THIEF)
    table.say("anna filter zero gravity")
    assert noted(table)[-1] == "Anna: Zero Gravity caps its skills (H-SKILL-3)"
    table.say("anna filter off")
    assert noted(table)[-1] == "Anna: no filter of its own (H-SKILL-3)"


def test_alertness_is_told_and_can_be_ended() -> None:
    table = duel()
    for words, told, chance in (("watching", "alertness watching", 51), ("none", "alertness none", 36)):
        table.say(f"anna alertness {words}")
        whys = [
            event.why for event in table.events() if isinstance(event, ev.MarkChanged) and event.mark == "alertness"
        ]
        assert whys[-1] == told and table.ask("why anna perception").words[-2] == f"chance {chance} %"


@pytest.mark.parametrize(
    ("line", "words"), [("-3 wet stairs", "wet stairs −3, 3 later"), ("2", "by the game master +2, 2 sooner")]
)
def test_a_modifier_of_initiative_says_whose_it_is_and_which_way_it_goes(line: str, words: str) -> None:
    table = duel()
    table.say(f"anna initiative {line}")
    told = "−3 wet stairs" if "-3" in line else "+2 by the game master"
    assert noted(table)[-1] == f"Anna: next initiative {told} (H-INIT-1)"
    table.fall(3, 3)
    table.say("anna act turn", "next")
    assert f"{words} (H-INIT-1)" in rolls(table, "initiative")[-1].sum
    assert table.due("anna") == 21 + 12 + (3 if "-3" in line else -2)
    table.fall(3, 3)
    table.say("next", "anna act turn", "next")
    assert not any("H-INIT-1" in one and words in one for one in rolls(table, "initiative")[-1].sum), "it is used up"
