"""How an action may be done: hurried, prepared, pressed, spinning, two at once (H-ACT 3–5, H-ATK 3–5)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hybrid.kit import ANNA, GRUK, current_tables, duel, refused, rolls, with_weapon
from tests.hybrid.table import Table, at_once
from tracker.games.hybrid.blows.attack_roll import blow_of
from tracker.games.hybrid.blows.defence_choices import defence_choices
from tracker.model import events as ev

KNIFE = {"name": "Knife", "skill": "Sword", "speed": 4, "damage": 5, "type": "piercing"}
TWO_BLADES = {**ANNA, "weapon": [ANNA["weapon"][0], KNIFE]}


def lands(table: Table, who: str = "anna") -> list[int]:
    return [action.lands for action in table.now[who].actions]


def strike(table: Table, *lines: str) -> int | None:
    """The chance at which Anna's blow was rolled."""
    table.fall(99, 3, 3)
    table.say(*lines, "next")
    if table.asked()[1] == "defence":
        table.say("gruk nothing")
    return rolls(table, "attack")[-1].chance


@current_tables
@pytest.mark.parametrize(
    ("option", "counts", "chance"),
    [
        ("", 6, 52),
        ("rush 3", 3, 26),
        ("rush 1/3", 2, 17),
        ("rush 1/4", 2, 17),
        ("rush 1", 1, 9),
        ("setup", 16, 86),
        ("setup rush 3", 13, 43),
        ("spin", 11, 42),
        ("jump", 11, 32),
        ("allout", 6, 64),
        ("advance", 6, 72),
        ("retreat", 6, 22),
        ("called head", 6, 52 - 60),
        ("called chest df +2 luck", 6, 32),
    ],
)
def test_counts_and_chance_of_each_manner(option: str, counts: int, chance: int) -> None:
    table = duel()
    table.say(f"anna attack gruk {option}")
    assert lands(table) == [11 + counts]
    assert strike(table) == chance


def test_jumping_was_easier_in_1997() -> None:
    table = duel(edition="1997")
    assert strike(table, "anna attack gruk jump") == 52 - 15


def test_speed_points_come_off_before_rushing_and_only_once() -> None:
    table = duel({**ANNA, "derived": {"PSPD": 24}})
    points = table.now["anna"].mark("speed")
    table.say("fix anna PFT 30")
    assert points == 0, "initiative was put right by hand to a six"
    table.say("undo")
    quick = Table({**ANNA, "derived": {"PSPD": 30}}, GRUK, dice=[1, 1, 1, 1, 6, 6])
    quick.say("begin")
    assert quick.now["anna"].mark("speed") == 6
    quick.say("next", "anna attack gruk speed 2 rush 1/2")
    assert lands(quick) == [1 + 2], "10 − 4 − 2 = 4, and half of it"
    assert quick.now["anna"].mark("speed") == 4
    assert "4 speed points, not 5" in refused(at := quick, "anna attack gruk speed 5") or at


def test_rushing_into_no_less_time_is_refused() -> None:
    assert "it takes 6" in refused(duel(), "anna attack gruk rush 6")
    assert "rush" in refused(duel(), "anna attack gruk rush")
    assert "once" in refused(duel(), "anna attack gruk rush 2 rush 3")
    assert "both" in refused(duel(), "anna attack gruk advance retreat")
    assert "Bow" not in refused(duel(), "anna attack gruk indirect")


def test_all_out_has_no_defence_until_the_next_declaration() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix gruk count 12", "next", "anna attack gruk allout", "next", "gruk attack anna")
    table.fall(99, 3, 3)
    table.say("next", "gruk nothing")
    table.say("fix anna count 40")
    table.fall(80, 3, 3)
    table.say("next", "anna nothing")
    assert rolls(table, "attack")[-1].chance == 36 + 4, "her defence does not count"
    assert any("all out" in line for line in rolls(table, "attack")[-1].sum)
    table.say("fix gruk count 90", "next", "anna attack gruk")
    assert table.now["anna"].condition("all out") is None


def test_all_out_leaves_no_answer_open_and_each_says_why() -> None:
    table = at_once(ANNA, GRUK, house_rules={"late_dodge": True})
    table.say("fix gruk count 12", "next", "anna attack gruk allout", "next", "gruk attack anna")
    blow = blow_of("gruk", table.now["gruk"].actions[0])
    offered = defence_choices(table.now, table.session.rules.turns.options, blow)
    assert [choice.word for choice in offered if not choice.refused] == ["nothing"]
    whys = {choice.word: choice.refused for choice in offered if choice.refused}
    assert set(whys) == {"parry", "block", "disarm", "crouch", "roll", "dodge", "drop"}
    assert set(whys.values()) == {"Anna cannot defend actively: all out until its attack is over."}


def test_all_out_does_not_fend_either() -> None:
    spear = {"name": "Spear", "skill": "Sword", "speed": 9, "damage": 12, "type": "piercing", "length": 2.0}
    table = at_once({**ANNA, "weapon": [spear]}, {**GRUK, "weapon": [{**GRUK["weapon"][0], "length": 0.6}]})
    table.say("fix gruk count 11", "next", "anna attack gruk allout setup", "gruk close anna")
    table.fall(3, 3)
    table.say("next")
    assert table.now["gruk"].condition("closed:anna") is not None
    assert any("Anna cannot fend: all out" in event.text for event in table.events() if isinstance(event, ev.Noted))


def test_advancing_and_retreating_touch_checks_until_the_next_declaration() -> None:
    table = duel(with_weapon(length=1.0))
    table.say("anna attack gruk advance")
    assert "parry" in " ".join(table.ask("why anna parry").words)
    assert table.ask("why anna parry").words[-2] == f"chance {64 - 15 - 20} %"
    table.say("undo", "anna retreat")
    assert table.asked() == ("anna", "declaration"), "giving ground leaves her moment open"
    assert table.ask("why anna parry").words[-2] == f"chance {64 - 15 + 30} %"
    assert strike(table, "anna attack gruk") == 52 - 30


@pytest.mark.parametrize(
    ("stance", "attack", "parry"), [("", 0, 0), ("allout", 12, 0), ("advance", 20, -20), ("retreat", -30, 30)]
)
def test_all_out_gives_ones_own_defence_advance_four_and_retreat_six(stance: str, attack: int, parry: int) -> None:
    table = duel(with_weapon(length=1.0))
    table.say(f"anna attack gruk {stance}".strip())
    if stance != "allout":
        assert table.ask("why anna parry").words[-2] == f"chance {64 - 15 + parry} %"
    table.fall(99, 3, 3)
    table.say("next", "gruk nothing")
    assert rolls(table, "attack")[-1].chance == 52 + attack


def test_advancing_needs_as_long_a_weapon() -> None:
    spear = {**GRUK, "weapon": [{**GRUK["weapon"][0], "length": 2.0}]}
    table = duel(with_weapon(length=1.0), spear, house_rules={"must_close": False})
    assert "shorter than what Gruk has" in refused(table, "anna attack gruk advance")


def test_a_spin_does_half_as_much_again_and_the_tier_on_top_is_critical() -> None:
    table = duel()
    table.say("anna attack gruk spin", "next")
    table.fall(4, 40, 1, 1, 3, 3)
    table.say("gruk nothing")
    struck = next(event for event in table.events() if isinstance(event, ev.Struck))
    assert (struck.tier, struck.damage, struck.critical) == ("Very Notable Success", 39, 19), "19.5 → 20 and 39"


def test_set_up_is_twenty_and_two_for_every_rank() -> None:
    table = duel()
    table.say("anna attack gruk setup")
    assert "set up (H-ACT-4): +34" in table.ask("why anna strike").words


def test_indirect_fire_is_for_what_is_shot_or_thrown() -> None:
    bow = {**ANNA, "weapon": [{"name": "Bow", "skill": "Sword", "use": "missile", "damage": 5, "type": "piercing"}]}
    assert strike(duel(bow), "anna attack gruk indirect") == 52 - 10
    assert "lob" in refused(duel(), "anna attack gruk indirect")


# Two at once


def test_two_blows_at_once_land_on_their_own_counts_and_share_one_initiative() -> None:
    table = duel(TWO_BLADES)
    table.say("anna attack gruk sword and attack gruk knife")
    assert lands(table) == [17, 12], "10 − 4 and 4 − 4, at least 1"
    table.fall(60)
    table.say("next", "gruk nothing")
    assert rolls(table, "attack")[-1].chance == 52 - 30, "the second one, knife, DF −6"
    assert table.due("anna") is None, "no initiative before the later of the two"
    table.fall(60, 3, 3)
    table.say("next", "gruk nothing")
    assert rolls(table, "attack")[-1].chance == 52 - 15
    assert table.due("anna") is not None
    assert len(rolls(table, "initiative")) == 3, "two on entering, one for both blows"


def test_the_second_may_be_said_afterwards_on_the_same_count() -> None:
    table = duel(TWO_BLADES)
    table.say("anna attack gruk sword", "anna and attack gruk knife")
    assert [action.options for action in table.now["anna"].actions] == [("florentine first",), ("florentine second",)]
    assert "cannot do anything beside" in refused(table, "anna and look") or len(lands(table)) == 2


def test_an_and_within_a_reason_is_no_second_action() -> None:
    table = duel(TWO_BLADES)
    table.say("anna attack gruk sword df -2 wind and rain")
    assert table.now["anna"].actions[0].options == ("df -2 wind and rain",)


def test_a_second_one_on_a_later_count_is_refused() -> None:
    table = duel(TWO_BLADES)
    table.say("anna attack gruk sword", "to 13")
    assert "no action on this count" in refused(table, "anna and attack gruk knife")


def test_one_of_the_body_and_one_of_the_mind_are_easier() -> None:
    mage = {**ANNA, "weapon": [ANNA["weapon"][0], {"name": "Dart of Fear", "use": "mental", "speed": 8, "damage": 6}]}
    table = duel(mage)
    table.say("anna attack gruk sword and attack gruk dart of fear")
    assert "first of two at once (H-ACT-5): −10" in " ".join(table.ask("why anna strike sword").words)
    assert "second of two at once (H-ACT-5): −20" in " ".join(table.ask("why anna strike dart").words)


def test_both_landing_on_one_count_are_one_batch_and_one_initiative() -> None:
    table = duel({**ANNA, "weapon": [ANNA["weapon"][0], {**ANNA["weapon"][0], "name": "Other Sword"}]})
    table.say("anna attack gruk sword and attack gruk other-sword", "next")
    table.say("gruk nothing")
    table.fall(60, 60, 3, 3)
    table.say("gruk nothing")
    assert len(rolls(table, "attack")) == 2
    assert len(rolls(table, "initiative")) == 3


def test_the_house_may_have_other_florentine_factors() -> None:
    rules: dict[str, Any] = {"florentine": [-4, -6]}
    table = duel(TWO_BLADES, house_rules=rules)
    table.say("anna attack gruk sword and attack gruk knife")
    assert any("−20" in line and "first of two" in line for line in table.ask("why anna strike sword").words)


def test_looking_while_doing_something_else_costs_awareness() -> None:
    table = duel(TWO_BLADES)
    table.say("anna attack gruk sword and look")
    table.fall(60, 60, 3, 3)
    table.say("next", "gruk nothing", "next")
    assert rolls(table, "perception")[-1].chance == 36 - 10


def test_a_called_place_without_a_df_needs_one_named() -> None:
    table = duel()
    assert "name one" in refused(table, "anna attack gruk called groin")
    table.say("anna attack gruk called groin df -10")
    table.fall(99, 3, 3)
    table.say("next", "gruk nothing")
    assert rolls(table, "attack")[0].chance == 64 - 12 - 50


def test_a_filter_and_a_related_skill_cap_set_up_and_rank_speed() -> None:
    table = duel(scene={"filter": "Zero Gravity"})
    table.say("anna attack gruk setup")
    assert "set up (H-ACT-4): +20" in table.ask("why anna strike").words
    climber = {**ANNA, "skill": [{"name": "Climb", "basis": ["PAG"], "rank": 10}], "weapon": []}
    table = duel(climber)
    table.say("anna task climb similar setup")
    assert table.now["anna"].actions[0].speed == 10 - 2 + 10
    table.say("fix gruk count 900")
    table.fall(50, 3, 3)
    table.say("next")
    assert rolls(table, "task")[0].chance == 36 + 16 + 28
