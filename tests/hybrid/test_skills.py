"""Ranks, typical skills, the speeds of the table, the dice of damage, all ten defences (H-SKILL, H-ACT-2, H-DEF)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hybrid.kit import ANNA, GRUK, SWORD, current_tables, duel, rolls
from tests.hybrid.table import Table, at_once
from tracker.game_api.values import Percent
from tracker.games.hybrid.book.book import book
from tracker.games.hybrid.checks.skills import name_of
from tracker.games.hybrid.sheet.sheet import read_sheet
from tracker.model import events as ev


@pytest.mark.parametrize(
    ("ranks", "name"),
    [
        ([0], "familiar"),
        ([1, 3], "beginner"),
        ([4, 6], "dedicated amateur"),
        ([7, 10], "craftsman"),
        ([11, 14], "professional"),
        ([15, 18], "expert"),
        ([19, 25], "master"),
        ([26, 30], "mystical"),
    ],
)
def test_what_ranks_are_called(ranks: list[int], name: str) -> None:
    assert {name_of(rank, book("current")) for rank in ranks} == {name}


@pytest.mark.parametrize(
    ("like", "df", "cost"),
    [
        ("lore", -4, 3),
        ("spoken language", -4, 3),
        ("written language", -5, 4),
        ("unarmed weapon", 0, 2),
        ("primitive weapon", -1, 3),
        ("complex weapon", -2, 4),
        ("basic science", 0, 7),
        ("basic engineering", -2, 7),
        ("basic technical", -2, 6),
    ],
)
def test_typical_skills_have_their_parts(like: str, df: int, cost: int) -> None:
    sheet = read_sheet({"skill": [{"name": "X", "like": like}]}, book("current")).sheet
    assert (sheet.skills[0].df, sheet.skills[0].cost) == (df, cost)


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("sit", 15),
        ("rise", 20),
        ("kneel one knee", 10),
        ("rise from one knee", 12),
        ("kneel both knees", 26),
        ("rise from both knees", 28),
        ("lift light", 10),
        ("lift heavy", 40),
        ("turn", 10),
        ("act", 10),
    ],
)
def test_every_simple_action_takes_what_the_table_says(name: str, counts: int) -> None:
    table = duel()
    table.say(f"anna act {name}")
    assert table.now["anna"].actions[0].speed == counts


@pytest.mark.parametrize(
    ("line", "faces", "counts"), [("draw", (), 20), ("fastdraw", (64,), 10 - 4), ("fastdraw", (65,), 20 - 4)]
)
def test_drawing_takes_twice_the_speed_and_a_fast_draw_once(line: str, faces: tuple[int, ...], counts: int) -> None:
    table = duel({**ANNA, "weapon": [{**ANNA["weapon"][0], "drawn": False}]})
    table.fall(*faces)
    table.say(f"anna {line} sword")
    assert table.now["anna"].actions[0].speed == counts


@pytest.mark.parametrize(
    ("damage", "faces", "points"),
    [(13, (), 13), ("2d6+3", (4, 5), 12), ("1d10+2*PSE", (7,), 12), ("2.5*PSE", (), 6), ("d6!", (6, 6, 2), 14)],
)
def test_damage_of_dice_and_strength(damage: int | str, faces: tuple[int, ...], points: int) -> None:
    table = duel({**ANNA, "weapon": [{**ANNA["weapon"][0], "damage": damage}]})
    table.fall(52, 40, *faces, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    assert next(event for event in table.events() if isinstance(event, ev.Struck)).damage == points


@pytest.mark.parametrize(
    ("kind", "use", "df"),
    [
        ("cutting", "melee", -3),
        ("piercing", "thrown", -5),
        ("piercing", "missile", -30),
        ("cutting", "missile", -30),
        ("crushing", "thrown", -5),
        ("projectile", "missile", -30),
        ("laser", "missile", -40),
        ("energy", "missile", -40),
    ],
)
def test_what_parrying_costs_by_what_comes(kind: str, use: str, df: int) -> None:
    gruk = {**GRUK, "weapon": [{**GRUK["weapon"][0], "type": kind, "use": use}]}
    table = at_once(ANNA, gruk)
    table.say("fix anna count 60", "next", "gruk attack anna", "next")
    offered = {c.word: c.told for c in table.session.rules.choices.answers(table.now, table.now.question)}  # type: ignore[arg-type]
    assert offered["parry"].partition(", ")[0] == f"parry {Percent.of(64 + 5 * df).words}"


@pytest.mark.parametrize(("rule", "df"), [("shot", -30), ("thrown", -5)])
def test_an_arrow_is_parried_as_what_is_shot_unless_the_house_has_it_thrown(rule: str, df: int) -> None:
    bow = {"name": "Bow", "skill": "Short Sword", "speed": 7, "damage": 8, "type": "piercing", "use": "missile"}
    table = at_once(
        {**ANNA, "weapon": [{**ANNA["weapon"][0]}]}, {**GRUK, "weapon": [bow]}, house_rules={"arrows_parried": rule}
    )
    table.say("fix anna count 60", "next", "gruk attack anna", "next")
    offered = {c.word: c.told for c in table.session.rules.choices.answers(table.now, table.now.question)}  # type: ignore[arg-type]
    assert offered["parry"].partition(", ")[0] == f"parry {Percent.of(64 + 5 * df).words}"


@pytest.mark.parametrize(("answer", "counts"), [("parry", 5 + 2), ("block", 5 + 2), ("disarm", 10 + 2)])
def test_an_answer_with_a_weapon_one_has_not_learnt_takes_two_counts_more(answer: str, counts: int) -> None:
    unlearnt = {
        **ANNA,
        "stats": {"PST": 18, "DEX": 18, "PAG": 18},
        "skill": [],
        "weapon": [{"name": "Sword", "speed": 10, "damage": 13, "type": "cutting"}],
    }
    table = at_once(unlearnt, GRUK)
    table.say("fix anna count 60", "next", "gruk attack anna", "next")
    offered = {c.word: c for c in table.session.rules.choices.answers(table.now, table.now.question)}  # type: ignore[arg-type]
    assert str(60 + counts) in offered[answer].price
    table.fall(99, 3, 3)
    table.say(f"anna {answer}")
    assert table.due("anna") == 60 + counts


def defended(answer: str, *before: str, **house: Any) -> Table:
    """Gruk's blow comes while Anna has her count at 60, and she answers so."""
    table = at_once(ANNA, GRUK, house_rules={"fumble": "note", **house})
    table.say("fix anna count 13", "fix gruk count 12", "next", "gruk attack anna")
    if before:
        table.say("next", *before)
    if table.due("anna"):
        table.say("fix anna count 60")
    table.fall(99, 1, 1, 3, 3)
    table.say("next")
    if table.asked()[1] == "defence":
        table.say(f"anna {answer}")
    return table


@current_tables
def test_all_ten_defences_have_their_time_and_multiplier() -> None:
    base = 36 + 4
    normal = defended("nothing")
    assert (rolls(normal, "attack")[0].chance, normal.due("anna")) == (base - 12, 60)
    assert (rolls(defended("crouch"), "attack")[0].chance, defended("crouch").due("anna")) == (base - 24, 65)
    for answer in ("parry", "block"):
        quick, slow = defended(answer), defended(answer, answers_rank_speed=False)
        assert (rolls(quick, "attack")[0].chance, quick.due("anna")) == (base - 12, 61), "5 less 4 for rank 7"
        assert (rolls(slow, "attack")[0].chance, slow.due("anna")) == (base - 12, 65)
    rolled = defended("roll")
    assert rolls(rolled, "attack")[0].chance == base - 12 and rolled.due("anna") not in (None, 60)
    evading = defended("nothing", "anna evade")
    assert rolls(evading, "attack")[0].chance == base - 24
    dropping = defended("nothing", "anna drop")
    assert rolls(dropping, "attack")[0].chance in (base - 36, base - 6), "3 × for five counts, then prone"
    dodging = defended("nothing", "anna dodge")
    assert rolls(dodging, "attack")[0].chance in (base - 24, base - 36)
    retreating = defended("parry", "anna retreat")
    assert rolls(retreating, "attack")[0].chance == base - 12, "it touches checks, not the defence itself"
    assert next(c for c in retreating.now["anna"].conditions).key == "retreating"


def test_what_cannot_be_answered_now_says_why() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix anna count 60", "next", "gruk attack anna", "next")
    refusals = {c.word: c.refused for c in table.session.rules.choices.answers(table.now, table.now.question)}  # type: ignore[arg-type]
    assert "own count" in refusals["dodge"]
    table = at_once({**ANNA, "weapon": [{**ANNA["weapon"][0], "drawn": False}]}, GRUK)
    table.say("fix anna count 60", "next", "gruk attack anna", "next")
    refusals = {c.word: c.refused for c in table.session.rules.choices.answers(table.now, table.now.question)}  # type: ignore[arg-type]
    assert "no free weapon in hand" in refusals["parry"] and "no free weapon in hand" in refusals["block"]


def test_the_filter_check_minds_all_that_lies_on_one() -> None:
    zero = {"name": "Zero Gravity", "basis": ["PAG"], "rank": 3, "kind": "filter"}
    table = duel({**ANNA, "skill": [SWORD, zero]}, scene={"filter": "Zero Gravity", "light": "75% off"})
    table.say("fix anna PEX 0")
    table.fall(90, 90, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    assert rolls(table, "filter")[0].chance == 48 - 20 - 30


@current_tables
def test_a_skill_with_brackets_in_its_name_counts_once_in_its_pool() -> None:
    """Ranks 10 and 4 are +5.4, whatever the two are called."""
    skills = [{**SWORD, "rank": 10, "pool": "x"}, {"name": "Swim", "basis": ["PAG"], "rank": 4, "pool": "x"}]
    skills = [{**skill, "name": f"{skill['name']} (of old)"} for skill in skills]
    anna = {**ANNA, "skill": skills, "weapon": [{**ANNA["weapon"][0], "skill": "Sword (of old)"}]}
    table = duel(anna, house_rules={"skill_pools": True})
    assert "skill pool x (H-SKILL-6): +5.4" in table.ask("why anna strike").words


@current_tables
def test_a_pool_is_reckoned_from_the_ranks_that_count_here() -> None:
    skills = [{**SWORD, "rank": 10, "pool": "x"}, {"name": "Swim", "basis": ["PAG"], "rank": 4, "pool": "x"}]
    table = duel({**ANNA, "skill": skills}, house_rules={"skill_pools": True}, scene={"filter": "Zero Gravity"})
    assert not any("skill pool" in line for line in table.ask("why anna strike").words), "every rank counts as 0"
    table = duel({**ANNA, "skill": skills}, house_rules={"skill_pools": True})
    assert "skill pool x (H-SKILL-6): +5.4" in table.ask("why anna strike").words


def test_points_that_are_earned_are_added_to_those_that_are_kept() -> None:
    table = duel()
    table.say("anna gains 3", "anna gains 4")
    assert table.now["anna"].mark("experience") == 7
    table.say("anna trains 20 teacher")
    assert table.now["anna"].mark("experience") == 9
