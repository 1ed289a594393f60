"""Endings in Phases: what stops, lapses, wakes and does not, each by a sentence that was once untested."""

from __future__ import annotations

import pytest

from tests.phases.table import GUN, KANE, KNIFE, LASER, ROOK, VOS, Entry, Table, begun, blows, rolls

GUARD: Entry = {
    "name": "Guard", "side": "crew", "hit_factors": 20, "initiative": 60,
    "skill": [{"name": "Knife", "value": 60}], "weapon": [KNIFE],
}  # fmt: skip


def to_phase(table: Table, phase: int) -> None:
    """Hold for everybody until a phase has begun."""
    for _ in range(80):
        if table.at.startswith(f"{phase}."):
            return
        asked, what = table.asked()
        table.say("next" if not asked else f"{asked} hold" if what == "declare" else "roll")
    raise AssertionError(f"phase {phase} is never reached")


# The scene


@pytest.mark.parametrize(
    ("level", "chance"),
    [
        (0, 92),
        (-1, 69),
        (-2, 46),
    ],
)
def test_the_level_of_the_scene_is_on_the_rolls_of_everybody(level: int, chance: int) -> None:
    table = begun(KANE, VOS, scene={"level": level}, dice=[100, 100])
    table.until("kane", "1.1")
    (rolled,) = rolls(table.say("kane fire vos 1"))
    assert rolled[2] == chance
    table.until("vos", "1.2")
    assert rolls(table.say("vos strike kane"))[0][2] == {0: 75, -1: 56, -2: 38}[level]


@pytest.mark.parametrize(("level", "chance"), [(0, 50), (-2, 25)])
def test_the_level_of_the_scene_is_on_skills_that_are_tried_too(level: int, chance: int) -> None:
    hider = {"name": "Hal", "skill": [{"name": "Hide", "value": 50}]}
    table = begun(hider, VOS, scene={"level": level}, dice=[99])
    assert rolls(table.say("hal task hide"))[0][2] == chance


# Rest (PQ 25)


def test_a_fighter_under_a_long_action_does_not_rest_beneath_it() -> None:
    table = begun(KANE, GUARD)
    table.say("fix guard CH 4")
    table.until("guard", "1.2")
    table.say('guard other "climbs the mast" 6')
    to_phase(table, 3)
    assert table.pools("guard")["CH"] == 4, "the action has gone on through the whole of phase 2"


def test_a_phase_in_which_a_fighter_was_hit_is_no_rest() -> None:
    table = begun(KANE, GUARD)
    table.say("fix guard CH 4")
    table.until("guard", "1.2")
    table.say("guard damage 1 left leg shock", "guard hold")
    to_phase(table, 2)
    assert table.pools("guard")["CH"] == 4
    to_phase(table, 3)
    assert table.pools("guard")["CH"] == 5, "the next phase is one of rest again"


def test_a_phase_in_which_nothing_was_done_and_no_hit_taken_is_one_of_rest() -> None:
    table = begun(KANE, GUARD)
    table.say("fix guard CH 4")
    to_phase(table, 2)
    assert table.pools("guard")["CH"] == 5


@pytest.mark.parametrize("line", ["guard move", 'guard other "waves"', "guard defend"])
def test_a_phase_in_which_a_sub_phase_was_used_is_no_rest(line: str) -> None:
    table = begun(KANE, GUARD)
    table.say("fix guard CH 4")
    table.until("guard", "1.2")
    table.say(line)
    to_phase(table, 2)
    assert table.pools("guard")["CH"] == 4


def test_who_has_another_vital_location_at_nought_does_not_wake() -> None:
    table = begun(KANE, GUARD)
    table.say("fix guard CH 0", "fix guard HD 0")
    assert "unconscious" in table.bears("guard")
    table.say("fix guard CH 8")
    assert not table.now["guard"].able, "the head still has none"
    table.say("fix guard HD 1")
    assert table.now["guard"].able


@pytest.mark.parametrize(("points", "awake"), [(3, False), (4, True)])
def test_a_fighter_wakes_at_half_of_the_location_that_did_it_rounded_up(points: int, awake: bool) -> None:
    table = begun(KANE, GUARD)
    table.say("fix guard CH 0")
    assert table.now["guard"].full("CH") == 8
    table.say(f"fix guard CH {points}")
    assert table.now["guard"].able is awake


def test_a_dying_fighter_is_not_said_to_wake_and_does_not_by_rest() -> None:
    table = begun(KANE, GUARD)
    table.say("fix guard CH 0", "fix guard HF 0")
    rules = table.session.rules
    assert not rules.resolution.keeps_fight_open(table.now), "nobody waits for a dying fighter to wake"
    to_phase(table, 8)
    assert not table.now["guard"].able and "dying" in table.bears("guard")


def test_a_fighter_who_only_sleeps_wakes_by_rest_alone() -> None:
    table = begun(KANE, GUARD)
    table.say("fix guard CH 0")
    to_phase(table, 5)
    assert table.now["guard"].able and table.pools("guard")["CH"] == 4


# Defending (PQ 19)


def struck_while_guarding(line: str, *dice: int) -> list[str]:
    """Say a line after the guard has begun to defend; return who rolls when it is struck in sub-phase 3."""
    table = begun({**VOS, "side": "boarders", "initiative": 1}, GUARD, dice=dice)
    table.until("guard", "1.2")
    table.say("guard defend")
    table.until("guard", "1.3")
    table.say(line)
    table.until("vos", "1.3")
    return [who for who, *_ in rolls(table.say("vos strike guard"))]


def test_defending_ends_with_the_next_action_of_the_defender() -> None:
    assert struck_while_guarding("guard hold", 20, 99, 50, 1) == ["vos", "guard"]
    assert struck_while_guarding("guard move", 20, 50, 1) == ["vos"]


def test_defending_ends_with_the_phase() -> None:
    table = begun({**VOS, "side": "boarders", "initiative": 1}, GUARD, dice=[20, 1, 1])
    table.until("guard", "1.2")
    table.say("guard defend")
    assert "defending" in table.bears("guard")
    to_phase(table, 2)
    assert "defending" not in table.bears("guard")
    table.until("vos", "2.2")
    assert [who for who, *_ in rolls(table.say("vos strike guard"))] == ["vos"]


def test_no_shot_is_a_contest() -> None:
    table = begun(KANE, GUARD, dice=[50, 90, 1])
    table.until("guard", "1.2")
    table.say("guard defend")
    table.until("kane", "1.3")
    events = table.say("kane fire guard 1")
    assert [who for who, *_ in rolls(events)] == ["kane"] and blows(events)


# What is used up


def test_what_was_fired_comes_back_with_the_phase_and_rounds_do_not() -> None:
    table = begun({**KANE, "weapon": [{**LASER, "rounds": 3}]}, VOS, dice=[100] * 6)
    table.until("kane", "1.1")
    table.say("kane fire vos 1")
    table.until("kane", "1.2")
    table.say("kane fire vos 1")
    with_marks = table.now["kane"]
    assert with_marks.mark("fired.laserpistol") == 2 and with_marks.mark("used") == 2
    to_phase(table, 2)
    table.until("kane", "2.1")
    assert table.now["kane"].mark("fired.laserpistol") == 0 and table.now["kane"].mark("used") == 0
    assert table.now["kane"].mark("rounds.laserpistol") == 1


def test_a_useless_limb_is_useful_again_with_its_first_point() -> None:
    table = begun(KANE, GUARD)
    table.say("guard damage 20 left arm shock")
    assert [key for key in table.bears("guard") if key.startswith("useless")] and table.now["guard"].able
    to_phase(table, 3)
    assert not [key for key in table.bears("guard") if key.startswith("useless")]


@pytest.mark.parametrize(("points", "dead"), [(-9, False), (-10, True)])
def test_half_of_the_full_hit_factors_below_nought_is_death_and_mending_takes_it_back(points: int, dead: bool) -> None:
    table = begun(KANE, GUARD)
    table.say(f"fix guard HF ={points}")
    assert ("dead" in table.bears("guard")) is dead
    table.say("fix guard HF 1")
    assert table.bears("guard") == set() and table.now["guard"].able


def test_a_house_without_thresholds_only_notes_what_is_empty() -> None:
    table = begun(KANE, GUARD, house_rules={"thresholds": False})
    told = table.told("fix guard CH 0", "fix guard HF 0")
    assert table.now["guard"].able and table.bears("guard") == set()
    assert any("nothing left" in line for line in told)


def test_the_gun_of_a_crew_of_two_kinds_fires_what_is_left_of_its_rate() -> None:
    table = begun({**ROOK, "initiative": 90, "weapon": [{**GUN, "rof": 5}]}, KANE, dice=[100] * 9)
    table.until("rook", "1.1")
    table.say("rook fire kane 3")
    table.until("rook", "1.2")
    with pytest.raises(Exception, match="2 shots"):
        table.say("rook fire kane 3")
    table.say("rook fire kane 2")
