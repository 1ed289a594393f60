"""Boundaries: lines refused on one side and carried out on the other, rolls that tie, and what stays said of a turn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.asking import answered
from tests.cli.calling import call
from tests.phases.table import FISTS, GUN, KANE, KNIFE, LASER, ROOK, VOS, Entry, Table, begun, blows, rolls
from tracker.games.phases.book.house_rules import RULED
from tracker.games.phases.book.tables import Tables, tables
from tracker.games.phases.calculators import contest
from tracker.model import events as ev
from tracker.model.refusals import Refused
from tracker.storage.toml.diagnostics import InvalidFile

HIDER: Entry = {"name": "Hal", "skill": [{"name": "Hide", "value": 60}], "bonuses": {"reflexes": 1}}


def refusal(table: Table, line: str) -> str:
    """The sentence with which a line is refused; empty when it is carried out."""
    try:
        table.say(line)
    except Refused as refused:
        return refused.sentence
    return ""


# Refusals


def test_a_task_below_the_table_is_refused_where_the_house_has_no_roll_there() -> None:
    table = begun(HIDER, VOS, house_rules={"past_the_end": "impossible"}, dice=[50])
    assert refusal(table, "hal task hide level -5") == "Hal has no chance at level -5 (house rule past_the_end)."
    assert len(rolls(table.say("hal task hide level -4"))) == 1
    held = begun(HIDER, VOS, dice=[50])
    assert len(rolls(held.say("hal task hide level -5"))) == 1


def test_a_weapon_that_has_fired_its_rate_is_told_to_wait_for_the_next_phase() -> None:
    table = begun({**ROOK, "initiative": 90}, VOS, dice=[100] * 5)
    table.until("rook", "1.1")
    table.say("rook fire vos 5")
    table.until("rook", "1.2")
    assert refusal(table, "rook fire vos 1") == (
        "Rook's Machine gun has fired its 5 in this phase (P-FIRE-2). w: hold to the next phase"
    )


def test_a_shot_at_each_of_two_is_two_shots_though_no_number_was_said() -> None:
    laser = begun(KANE, VOS, {**ROOK, "weapon": []}, dice=[100, 100])
    laser.until("kane", "1.1")
    assert "has 1 shot in this sub-phase, not 2" in refusal(laser, "kane fire vos and rook")
    gun = begun({**ROOK, "initiative": 90}, KANE, VOS, dice=[100, 100])
    gun.until("rook", "1.1")
    assert len(rolls(gun.say("rook fire kane and vos"))) == 2


def test_nobody_strikes_itself_or_one_who_has_left() -> None:
    table = begun({**VOS, "initiative": 50}, KANE, HIDER)
    table.until("vos", "1.2")
    assert "cannot strike itself" in refusal(table, "vos strike vos")
    table.say("hal leaves")
    assert "Hal" in refusal(table, "vos strike hal")


def test_a_blow_below_the_table_is_refused_where_the_house_has_no_roll_there() -> None:
    table = begun({**VOS, "initiative": 50}, KANE, house_rules={"past_the_end": "impossible"}, dice=[99])
    table.until("vos", "1.2")
    assert "below level -4 there is no roll" in refusal(table, "vos strike kane level -5")
    assert len(rolls(table.say("vos strike kane level -4"))) == 1


def test_rest_is_for_ones_own_moment_alone() -> None:
    table = begun(KANE, VOS)
    table.say("next")
    assert "may declare at 1.2" in refusal(table, "vos rest")
    assert refusal(table, "kane rest") == ""


def test_the_level_of_initiative_can_be_said_until_ones_own_roll_has_fallen() -> None:
    table = Table(KANE, VOS)
    table.say("kane typed", "vos typed", "begin")
    assert refusal(table, "vos initiative -1") == ""
    table.say("1")
    assert "has already rolled Initiative" in refusal(table, "kane initiative -1")
    (rolled,) = rolls(table.say("30"))
    assert rolled == ("vos", 30, 30, "success"), "40 at level −1"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("rook fire vos laser and kane machine", "One weapon at a time: laser or machine"),
        ("rook fire vos laser and kane laser", ""),
        ("rook move 4 5", "Give the metres, or nothing to move as far as possible"),
    ],
)
def test_a_line_of_phases_has_one_weapon_and_one_number_of_metres(line: str, why: str) -> None:
    both = {**ROOK, "initiative": 90, "weapon": [GUN, {**LASER, "skill": "Machine gun", "rof": 5}]}
    table = begun(both, KANE, VOS, dice=[100] * 4)
    table.until("rook", "1.1")
    sentence = refusal(table, line)
    assert sentence.startswith(why) and bool(sentence) is bool(why)


@pytest.mark.parametrize(("who", "verb"), [("vos", "fire"), ("kane", "strike")])
def test_why_says_that_there_is_nothing_to_fire_or_to_strike_with(who: str, verb: str) -> None:
    table = begun(KANE, VOS)
    with pytest.raises(Refused, match=f"has nothing to {verb} with on its sheet"):
        answered(table.session, f"why {who} {verb}")
    other = "strike" if verb == "fire" else "fire"
    assert answered(table.session, f"why {who} {other}").words


def test_who_is_mended_above_half_below_nought_is_dying_and_no_longer_dead() -> None:
    table = begun(KANE, VOS)
    table.say("vos damage 30")
    assert table.bears("vos") == {"dying", "dead"}
    table.say("fix vos HF =-9")
    assert table.bears("vos") == {"dying"}


# What is said of a turn


def test_one_who_rests_defends_no_longer_is_not_asked_in_the_phase_and_is_told_of() -> None:
    table = begun({**KANE, "weapon": [KNIFE]}, {**VOS, "weapon": []})
    table.until("kane", "1.2")
    table.say("fix kane defending on")
    assert "Kane rests for this phase" in " ".join(table.told("kane rest"))
    assert table.bears("kane") == {"resting"}
    assert table.asked() != ("kane", "declare") and table.due("kane") == "2.2"


def test_to_rest_is_to_act_for_what_lasts_until_then() -> None:
    table = begun(KANE, VOS)
    table.say("next", "vos is dazed until kane acts", "kane rest")
    assert table.bears("vos") == set()


def test_resting_ends_with_the_phase_and_with_an_action() -> None:
    table = begun(KANE, VOS)
    table.until("kane", "1.1")
    table.say("kane rest")
    table.until("kane", "2.1")
    assert table.bears("kane") == set()
    table.say("fix kane resting on")
    table.fall(100)
    table.say("kane fire vos")
    assert table.bears("kane") == set()


@pytest.mark.parametrize(
    ("rounds", "words"),
    [
        (0, "Laser pistol is loaded"),
        (1, "Laser pistol is loaded"),
        (2, "Laser pistol is loaded, 2 rounds"),
    ],
)
def test_a_weapon_of_several_rounds_is_loaded_with_their_number(rounds: int, words: str) -> None:
    table = begun({**KANE, "weapon": [{**LASER, "rounds": rounds, "loaded": False}]}, VOS)
    assert table.due("kane") == "1.2", "nothing can be fired in the first sub-phase"
    table.until("kane", "1.2")
    assert f"Kane: {words}" in table.told("kane load")


def test_initiative_and_the_sub_phases_used_stand_on_the_card() -> None:
    table = Table(KANE, VOS, dice=[56, 1])
    card = table.session.rules.display.card(table.now, "kane")
    assert card.facts[0] == "Initiative 55, rolled at level 0"
    table.say("begin")
    facts = [table.session.rules.display.card(table.now, who).facts[0] for who in ("kane", "vos")]
    assert facts == [
        "Initiative 55, failed · 0 of 2 sub-phases used",
        "Initiative 40, made · 0 of 2 sub-phases used",
    ]


# Rolls


def test_equal_rolls_of_a_blow_and_its_defence_are_rolled_again_and_the_second_rolls_decide() -> None:
    guard = {"name": "Guard", "side": "boarders", "skill": [{"name": "Dodge", "value": 75}]}
    table = begun({**VOS, "initiative": 50}, guard, dice=[40, 40, 30, 31, 50, 1])
    table.until("vos", "1.2")
    table.say("vos hold", "guard defend")
    table.until("vos", "1.3")
    events = table.say("vos strike guard")
    assert [total for _, total, _, _ in rolls(events)] == [40, 40, 30, 31]
    assert blows(events) == [("guard", "hit", "vitals", 1)]


def test_a_hit_with_a_weapon_without_damage_is_recorded_and_the_turn_goes_on() -> None:
    table = begun({**KANE, "weapon": [{**LASER, "damage": "0"}]}, VOS, dice=[1, 90])
    table.until("kane", "1.1")
    assert blows(table.say("kane fire vos")) == [("vos", "hit", "left leg", 0)]
    assert table.due("kane") == "1.2" and table.now["vos"].mark("hit")


@pytest.mark.parametrize(("die", "label"), [(9, "hit, left leg, 0"), (10, "hit, left leg, 1 lethal")])
def test_a_hit_has_a_kind_from_its_first_point_on(die: int, label: str) -> None:
    table = begun({**KANE, "weapon": [{**LASER, "damage": "1d10-9"}]}, VOS, dice=[1, 90, die])
    table.until("kane", "1.1")
    (hit,) = [event for event in table.say("kane fire vos") if isinstance(event, ev.Struck)]
    assert hit.label == label


@pytest.mark.parametrize(("die", "margin"), [(92, 0), (50, 42), (93, -1), (100, -8)])
def test_the_margin_is_what_a_roll_has_to_spare_or_lacks(die: int, margin: int) -> None:
    table = begun(KANE, VOS, dice=[die, 1, 1])
    table.until("kane", "1.1")
    rolled = next(event for event in table.say("kane fire vos") if isinstance(event, ev.Rolled))
    assert rolled.margin == margin


def test_a_failure_within_the_chance_by_the_house_lacks_one_at_least() -> None:
    skill = {"name": "Pistol", "value": 90, "stat": "reflexes"}
    table = begun({**KANE, "skill": [skill]}, VOS, dice=[96], house_rules={"always_fails_from": 96})
    table.until("kane", "1.1")
    rolled = next(event for event in table.say("kane fire vos") if isinstance(event, ev.Rolled))
    assert (rolled.tier, rolled.margin) == ("failure", -1)


@pytest.mark.parametrize(("value", "odds"), [(98, "99 %"), (99, "sure")])
def test_a_chance_is_sure_from_a_hundred_on(value: int, odds: str) -> None:
    entry = {"name": "Hal", "bonuses": {"reflexes": 1}, "skill": [{"name": "Hide", "value": value, "stat": "reflexes"}]}
    assert f"Hal, hide: {odds}" in answered(begun(entry).session, "why hal hide").words


def test_why_says_from_what_a_chance_is_rounded() -> None:
    entry = {"name": "Hal", "skill": [{"name": "Hide", "value": 55}]}
    words = answered(begun(entry, scene={"level": -1}).session, "why hal hide").words
    assert "chance 41, rounded half up from 41.25 (PQ 1) (P-CHECK-4)" in words


def test_one_who_has_no_skill_for_a_weapon_defends_by_the_name_of_the_weapon() -> None:
    club = {"name": "Club", "damage": "1d6", "bonus": 30}
    words = answered(begun({"name": "Hal", "weapon": [club]}).session, "why hal defence").words
    assert words[-1].startswith("Hal defends with Club (P-HIT-2): ")


@pytest.mark.parametrize(
    ("skill", "other", "words"),
    [
        (61, 60, "one wins when both succeed or both fail"),
        (60, 61, "the other wins when both succeed or both fail"),
        (60, 60, "equal skills: the lower roll wins when both do the same"),
    ],
)
def test_reckon_says_who_wins_a_contest_when_both_do_the_same(skill: int, other: int, words: str) -> None:
    assert contest(RULED, skill=skill, other=other)["both_the_same"] == words


def test_a_shot_that_cannot_miss_is_sure_in_the_menu_of_several() -> None:
    skill = {"name": "Machine gun", "value": 100}
    for value, price in ((100, "100 % at least one in 2, sure a shot"), (99, "100 % at least one in 2, 99 % a shot")):
        table = begun({**ROOK, "initiative": 90, "bonuses": {}, "skill": [{**skill, "value": value}]}, VOS)
        table.say("next", "rook fire vos")
        question = table.now.question
        assert question is not None
        assert table.session.rules.choices.amount_price(table.now, question, 2).startswith(price)


@pytest.mark.parametrize(
    ("house_rules", "decided"),
    [
        ({"contest_both": "skill"}, "Vos hits when both succeed"),
        ({"contest_both": "roll"}, "more to spare wins when both succeed"),
        ({"contest_both": "defender"}, "Guard parries when both succeed"),
        (
            {"contest_both": "roll", "failed_blow": "contest"},
            "more to spare wins when both succeed, Vos wins when both fail",
        ),
    ],
)
def test_the_menu_of_a_blow_says_what_decides_by_the_house(house_rules: dict[str, str], decided: str) -> None:
    guard = {"name": "Guard", "side": "boarders", "skill": [{"name": "Dodge", "value": 40}]}
    table = begun({**VOS, "initiative": 50}, guard, house_rules=house_rules)
    table.until("vos", "1.2")
    table.say("vos hold", "guard defend")
    table.until("vos", "1.3")
    price = table.session.rules.choices.menu(table.now, "vos", ("strike", "Knife")).choices[0].price
    assert price.endswith(f"% to be hit, {decided}")


def test_hit_factors_of_nought_after_worse_leave_one_dying_without_a_break() -> None:
    table = begun(KANE, VOS)
    table.say("vos damage 21")
    events = table.say("fix vos HF 0")
    assert not [event for event in events if isinstance(event, ev.ConditionEnded | ev.ConditionGained)]


@pytest.mark.parametrize(
    "wrong", [{"location": tables().model_dump()["location"][:-1]}, {"levels": {1: 150, 0: 100, -2: 50}}]
)
def test_a_book_whose_locations_or_levels_have_a_gap_is_no_book(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="locations share out a d100, and levels go down without a gap"):
        Tables.model_validate({**tables().model_dump(), **wrong})


# Sheets


@pytest.mark.parametrize(
    ("weapon", "told"),
    [
        ({"hf": "1d4", "sf": "2d6"}, "1d4 HF, 2d6 SF"),
        ({"hf": "1d4"}, "1d4 HF, 0 SF"),
        ({"sf": "2d6"}, "0 HF, 2d6 SF"),
        ({}, "damage by hand"),
        ({"damage": "1d6"}, "1d6 lethal"),
        ({"damage": "1d6", "kind": "shock"}, "1d6 shock"),
    ],
)
def test_the_damage_of_a_weapon_stands_on_the_card_as_it_is_rolled(weapon: dict[str, Any], told: str) -> None:
    table = begun({**KANE, "weapon": [{"name": "Thing", **weapon}]})
    (strike,) = table.session.rules.display.card(table.now, "kane").strikes
    assert strike.damage == told


def test_head_chest_and_vitals_fell_and_limbs_do_not() -> None:
    pools = begun(KANE).now["kane"].profile.pools
    assert {pool.name for pool in pools if pool.fells} == {"HF", "HD", "CH", "VI"}
    table = begun({**KANE, "pools": {"LA": 0, "RL": 0}}, VOS)
    assert table.now["kane"].able


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"weapon": [KNIFE, {**KNIFE, "name": "knife"}]}, 'weapon "knife" is there twice'),
        ({"skill": [{"name": "Hide", "stat": "nerve"}], "bonuses": {}}, "which is not in bonuses (none)"),
        ({"skill": [{"name": "Hide", "stat": "nerve"}], "bonuses": {"luck": 1, "wits": 2}}, "bonuses (luck, wits)"),
    ],
)
def test_what_does_not_fit_together_on_a_sheet_is_told(entry: Entry, words: str) -> None:
    with pytest.raises(InvalidFile) as told:
        Table({"name": "Hal", **entry})
    assert words in str(told.value)


@pytest.mark.parametrize(
    ("bonuses", "words"),
    [
        ("{ reflexs = 3 }", '"reflexs"; did you mean "reflexes"?'),
        ("{ Reflexes = 3, intuition = 2 }", ""),
        ("{ reflexes = 3, reflexs = 2 }", ""),
        ("{ luck = 3 }", ""),
    ],
)
def test_a_bonus_that_no_rule_uses_is_warned_of_where_it_is_nearly_one_that_is_missing(
    tmp_path: Path, bonuses: str, words: str
) -> None:
    path = tmp_path / "one.toml"
    path.write_text(f'system = "phases"\n[[combatant]]\nname = "A"\nbonuses = {bonuses}\n', encoding="utf-8")
    reply = call("check", path)
    assert reply.code == 0
    assert (words in reply.out) if words else ("did you mean" not in reply.out)


def test_a_fist_and_a_gun_are_told_apart() -> None:
    table = begun({**ROOK, "weapon": [GUN, FISTS]}, VOS)
    assert [weapon.ranged for weapon in table.now["rook"].profile.sheet.weapon] == [True, False]  # type: ignore[attr-defined]
