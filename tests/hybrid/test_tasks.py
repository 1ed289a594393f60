"""Tasks and skills: difficulty by word or number, all kinds of skill, filters, tools, pools (H-CHECK, H-SKILL)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.hybrid.kit import ANNA, GRUK, SWORD, THIEF, current_tables, duel, refused, rolls
from tests.lanes import sample
from tracker.model import events as ev


def at(line: str, thief: dict[str, Any] = THIEF, **options: Any) -> int | None:
    """The chance at which `anna task <line> now` is rolled."""
    table = duel(thief, **options)
    table.fall(50, 50, 50)
    table.say(f"anna task {line} now")
    return rolls(table, "task")[0].chance


@pytest.mark.parametrize(
    ("line", "chance"),
    [
        ("climbing", 36 + 20 - 5),
        ("climbing trivial", 51 + 10),
        ("climbing non-trivial", 51 - 10),
        ("climbing difficult", 51 - 25),
        ("climbing very difficult", 51 - 35),
        ("climbing damned difficult", 51 - 50),
        ("climbing nearly impossible", 51 - 100),
        ("climbing -3", 51 - 15),
        ("climbing difficult simple", 39),
        ("climbing simple difficult very difficult", 51 - 20),
        ("climbing identify", 51 + 15),
        ("climbing judge", 51 + 10 + 8),
        ("climbing perceive", 51 + 5),
        ("climbing basic", 51),
        ("climbing similar", 36 + 8 - 5),
        ("climbing dissimilar", 36 + 4 - 5),
        ("climbing stretch", 36 - 5),
        ("climbing unfamiliar", 51 - 10),
        ("climbing df -2 wet rock", 51 - 10),
        ("athletics", 36 + 10),
        ("PAG", 18),
        ("PAG/DEX difficult", 18 - 25),
        ("PAG unranked", 18),
        ("zero gravity", 36 + 12),
    ],
)
def test_chances_of_tasks(line: str, chance: int) -> None:
    assert at(line) == chance


def test_a_bare_stat_may_be_halved_by_the_house() -> None:
    assert at("PAG", house_rules={"halve_stat_checks": True}) == 18


def test_a_task_takes_its_time_and_then_initiative() -> None:
    table = duel(THIEF)
    table.say("anna task climbing difficult takes 20")
    assert table.now["anna"].actions[0].lands == 11 + 20 - 3, "rank speed 5/2, rounded half up"
    table.fall(20, 3, 3)
    table.say("next")
    assert rolls(table, "task")[0].tier == "Success"
    assert table.due("anna") == 28 + 12


@pytest.mark.parametrize(
    ("time", "counts"), [("3 s", 30), ("5 min", 3000), ("2 h", 72_000), ("40", 40), ("2min", 1200)]
)
def test_tasks_on_slower_scales(time: str, counts: int) -> None:
    table = duel(THIEF)
    table.say(f"anna task climbing takes {time}")
    assert table.now["anna"].actions[0].speed == counts - 3


def test_setting_up_takes_as_long_again_and_a_quarter_on_scales_of_many_minutes() -> None:
    for time, counts in (("20", 20 - 3 + 20), ("5 min", 3000 - 3 + 3000), ("10 min", 6000 - 3 + 1500)):
        table = duel(THIEF)
        table.say(f"anna task climbing takes {time} setup", "gruk wait" if table.asked()[0] == "gruk" else "note on")
        assert table.now["anna"].actions[0].speed == counts
        table.say("fix gruk count 99999")
        table.fall(50, 3, 3)
        table.say("next")
        assert rolls(table, "task")[0].chance == 51 + 20 + 10


def test_a_task_may_be_rushed_and_unranked_is_two_counts_later() -> None:
    table = duel(THIEF)
    table.say("anna task climbing takes 23 rush 1/4")
    assert table.now["anna"].actions[0].speed == 5
    table.fall(13, 3, 3)
    table.say("next")
    assert rolls(table, "task")[0].chance == 13, "51 / 4 = 12.75"
    table = duel(THIEF)
    table.say("anna task PAG/DEX unranked rush 1/2")
    assert table.now["anna"].actions[0].speed == 5 + 2, "a fixed delay, not scaled by rushing"


def test_stealth_against_perception_is_less_what_stealth_succeeded_by() -> None:
    table = duel(THIEF)
    table.fall(38, 50)
    table.say("anna task stealth now against gruk perception")
    first, second = rolls(table, "task")
    assert (first.chance, first.margin) == (68, 30)
    assert (second.who, second.chance) == ("gruk", 36 - 30)
    table = duel(THIEF)
    table.fall(90, 50)
    table.say("anna task stealth now against gruk perception")
    assert rolls(table, "task")[1].chance == 36, "only a successful first roll counts"


def test_a_mental_task_has_the_mental_column() -> None:
    table = duel(THIEF)
    table.say("fix anna PEX 0")
    table.fall(50)
    table.say("anna task runes now")
    assert rolls(table, "task")[0].chance == 36 + 8 - 15
    table.fall(50)
    table.say("anna task climbing now")
    assert rolls(table, "task")[1].chance == 51 - 30


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("anna task", "Name a skill or stat"),
        ("anna task flying", "neither a skill nor a stat"),
        ("anna task climbing fiendish", "no difficulty"),
        ("anna task climbing -99", "no difficulty"),
        ("anna task climbing takes", "Give the time"),
        ("anna task climbing takes 3 weeks", "no difficulty"),
        ("anna task climbing takes 0", "1 to"),
        ("anna task climbing called head", "not an option"),
        ("anna task stealth against", "Name the opponent"),
    ],
)
def test_what_cannot_be_read(line: str, says: str) -> None:
    assert says in refused(duel(THIEF), line)


# A filter over everything


def test_a_filter_caps_rank_speed_and_set_up_are_not_bypassed_and_a_success_lifts_it() -> None:
    scene = {"filter": "Zero Gravity"}
    table = duel(THIEF, scene=scene)
    table.say("anna attack gruk")
    assert table.now["anna"].actions[0].speed == 10 - 2, "rank 3 has rank speed 2"
    table.fall(49, 90, 3, 3)
    table.say("next", "gruk nothing")
    assert rolls(table, "filter")[0].chance == 48
    assert rolls(table, "attack")[0].chance == 36 + 12 - 12, "capped at rank 3"
    table = duel(THIEF, scene=scene)
    table.fall(48, 90, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    assert rolls(table, "attack")[0].chance == 36 + 28 - 12


def test_without_the_filter_skill_every_rank_counts_as_nothing() -> None:
    table = duel(scene={"filter": "Swimming"})
    table.fall(90, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    assert not rolls(table, "filter")
    assert rolls(table, "attack")[0].chance == 36 - 12


def test_a_filter_lifts_for_a_task_and_for_a_parry_too() -> None:
    table = duel(THIEF, scene={"filter": "Zero Gravity"})
    table.fall(1, 50)
    table.say("anna task climbing now")
    assert rolls(table, "task")[0].chance == 51
    table = duel(THIEF, scene={"filter": "Zero Gravity"})
    table.say("fix anna count 90", "fix gruk count 12", "next", "gruk attack anna", "next")
    table.fall(20, 1, 20, 3, 3)
    table.say("anna parry")
    assert rolls(table, "attack")[0].chance == 24, "the goblin has not learnt it"
    assert rolls(table, "parry")[0].chance == 64 - 15 - 4


# Tools


def test_a_related_skill_lends_two_fifths_a_fifth_or_a_tenth() -> None:
    for relation, rank in (("similar", 2), ("dissimilar", 1), ("stretch", 0)):
        tool = {"name": "Sabre", "skill": "Sword", "relation": relation, "speed": 9, "damage": 9, "type": "cutting"}
        table = duel({**ANNA, "weapon": [tool]})
        table.fall(90, 3, 3)
        table.say("anna attack gruk", "next", "gruk nothing")
        assert rolls(table, "attack")[0].chance == 36 + 4 * rank - 12, relation


def test_an_unfamiliar_tool_costs_two_until_two_checks_have_succeeded() -> None:
    strange = {**ANNA, "weapon": [{**ANNA["weapon"][0], "unfamiliar": True}]}
    table = duel(strange)
    for face, left in ((22, -2), (21, -1), (1, 0)):
        table.fall(face, 3, 3)
        table.say("anna familiarise", "next")
        assert rolls(table, "familiar")[-1].chance == 36 - 15
        shown = [line for line in table.ask("why anna strike").words if "unfamiliar" in line]
        assert shown == ([f"DF −{-left} Sword is unfamiliar (H-SKILL-5): −{-5 * left}"] if left else [])
        table.say(f"fix anna count {table.now.count + 1}", "next")
    assert "familiar with the Sword already" in refused(table, "anna familiarise")


# Pools of skills


@pytest.mark.parametrize(("edition", "bonus"), [("current", 6), ("1997", 10)])
def test_skills_of_one_pool_help_each_other_where_the_house_has_it(edition: str, bonus: int) -> None:
    pool = [
        {"name": f"Blade {n}", "basis": ["PCA"], "rank": rank, "pool": "blades"} for n, rank in enumerate((9, 8, 4))
    ]
    fighter = {**ANNA, "skill": [{**SWORD, "rank": 9, "pool": "blades"}, *pool[1:]]}
    table = duel(fighter, edition=edition, house_rules={"skill_pools": True})
    lines = table.ask("why anna strike").words
    expected = {"current": "5.7", "1997": "9"}[edition]
    assert f"skill pool blades (H-SKILL-6): +{expected}" in lines, bonus
    plain = duel(fighter, edition=edition)
    assert any("pool" in line for line in plain.ask("why anna strike").words) is (edition == "current")
    without = duel(fighter, edition=edition, house_rules={"skill_pools": False})
    assert not any("pool" in line for line in without.ask("why anna strike").words)


def test_the_1997_pool_counts_skills_beyond_as_many_as_the_highest_rank() -> None:
    from tracker.games.hybrid.book.book import book
    from tracker.games.hybrid.checks.skills import bonus_of

    assert bonus_of([4, 3, 2, 2, 2, 2, 1], book("1997")) == 4 + 2, "beyond the first four, ranks of at least 2"
    assert bonus_of([4, 3, 2, 2, 2, 2, 1], book("current")) == Fraction(16, 5)
    assert bonus_of([1, *[1] * 40], book("current")) == 2, "at most twice the highest"
    assert bonus_of([], book("1997")) == 0


def test_the_perception_tells_what_is_seen_and_how_well() -> None:
    table = duel()
    table.fall(1, 3, 3)
    table.say("anna look", "next")
    notes = [event.text for event in table.events() if isinstance(event, ev.Noted)]
    assert any("sees this: total identification: 200 % of the details, timing ±5 %" in note for note in notes), notes
    assert GRUK["name"] == "Gruk"


@current_tables
@pytest.mark.parametrize(("kind", "chance"), [("", 36), ("mental", 45), ("general", 41)])
def test_looking_goes_by_awareness_of_body_mind_or_both(kind: str, chance: int) -> None:
    table = duel({**ANNA, "stats": {"MAW": 15}})
    table.fall(90, 3, 3)
    table.say(f"anna look {kind}", "next")
    assert rolls(table, "perception")[-1].chance == chance


@pytest.mark.parametrize("manner", ["rush 3", "setup", "speed 2", "takes 20"])
def test_what_takes_no_time_is_neither_hurried_nor_prepared(manner: str) -> None:
    assert refused(duel(THIEF), f"anna task climbing now {manner}")


@current_tables
@pytest.mark.parametrize("ranks", sample([range(0, 31, 3), range(1, 31, 3), range(2, 31, 3)]))
@pytest.mark.parametrize(("relation", "part"), [("similar", (2, 5)), ("dissimilar", (1, 5)), ("stretch", (1, 10))])
def test_a_related_skill_of_any_rank_is_rounded_down(relation: str, part: tuple[int, int], ranks: range) -> None:
    for rank in ranks:
        weapon = {**ANNA["weapon"][0], "relation": relation}
        skill = [{"name": "Sword", "basis": ["PCA"], "rank": rank}]
        table = duel({**ANNA, "skill": skill, "weapon": [weapon]})
        effective = rank * part[0] // part[1]
        table.say("anna attack gruk")
        assert table.now["anna"].actions[0].speed == 10 - (effective + 1) // 2, (relation, rank)
        table.fall(100, 50, 3, 3)
        table.say("next", "gruk nothing")
        assert rolls(table, "attack")[0].chance == 36 + 4 * effective - 12, (relation, rank)


@pytest.mark.parametrize("filter_rank", [0, 3, 6, 7, 12])
def test_a_filter_of_any_rank_caps_chance_rank_speed_and_set_up(filter_rank: int) -> None:
    thief = {**THIEF, "skill": [*THIEF["skill"][:-1], {**THIEF["skill"][-1]}]}
    thief["skill"] = [{**one, "rank": filter_rank} if one["name"] == "Zero Gravity" else one for one in THIEF["skill"]]
    table, rank = duel(thief, scene={"filter": "Zero Gravity"}), min(7, filter_rank)
    table.say("anna attack gruk setup")
    assert table.now["anna"].actions[0].speed == 10 - (rank + 1) // 2 + 10
    table.fall(*([100, 1] if filter_rank < 7 else []), 100, 1, 3, 3)
    table.say("next", "gruk nothing")
    assert bool(rolls(table, "filter")) is (filter_rank < 7)
    assert rolls(table, "attack")[0].chance == 36 + 4 * rank + 20 + 2 * rank - 12
