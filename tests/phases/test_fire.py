"""Fire at the table: how many shots, what is loaded, several targets, aim and levels, what is refused."""

from __future__ import annotations

import pytest

from tests.phases.table import GUN, KANE, KNIFE, LASER, ROOK, VOS, Table, begun, blows, losses, rolls
from tracker.model.refusals import Refused

BOW = {"name": "Bow", "skill": "Pistol", "use": "ranged", "rof": 1, "rounds": 1, "damage": "1d6"}


def gunner(*dice: int, **options: object) -> Table:
    """Rook's machine gun against Kane and Vos, who hold; at 1.1."""
    table = begun({**ROOK, "initiative": 90}, KANE, VOS, dice=dice, **options)
    table.say("next")
    assert table.asked() == ("rook", "declare")
    return table


def test_how_many_shots_is_asked_with_the_odds_of_each_number() -> None:
    table = gunner(*[100] * 3)
    table.say("rook fire kane")
    question = table.now.question
    assert question is not None and (question.low, question.high) == (1, 5)
    prices = [table.session.rules.choices.amount_price(table.now, question, many) for many in (1, 2, 5)]
    assert prices == [
        "55 % · 4 left in this phase",
        "80 % at least one in 2, 55 % a shot · 3 left in this phase",
        "98 % at least one in 5, 55 % a shot · 0 left in this phase",
    ]
    assert len(rolls(table.say("3"))) == 3


def test_a_rate_of_fire_lasts_the_phase_and_begins_anew_with_the_next() -> None:
    table = gunner(*[100] * 5)
    table.say("rook fire kane 3")
    with pytest.raises(Refused, match="2 shots in this sub-phase, not 3"):
        table.until("rook", "1.2")
        table.say("rook fire kane 3")
    table.say("rook fire kane 2")
    assert table.due("rook") == "2.1"
    table.until("rook", "2.1")
    table.fall(*[100] * 5)
    assert len(rolls(table.say("rook fire kane 5"))) == 5


def test_what_was_not_fired_may_follow_in_both_sub_phases_but_not_in_three() -> None:
    table = gunner(*[100] * 4)
    table.say("rook hold")
    table.until("rook", "1.2")
    table.say("rook fire kane 2")
    table.until("rook", "1.3")
    table.say("rook fire kane 2")
    assert table.due("rook") == "2.1"


def test_each_shot_may_be_at_another_target_with_its_own_aim_and_level() -> None:
    table = gunner(5, 3, 55, 2, 7)
    events = table.say("rook fire kane 2 at head and vos at left leg level +1")
    assert [(total, chance) for _, total, chance, _ in rolls(events)] == [(5, 14), (55, 14), (2, 55)]
    assert blows(events)[0][:3] == ("kane", "hit", "head") and blows(events)[2][:3] == ("vos", "hit", "left leg")
    with pytest.raises(Refused, match=r"1 shot in this sub-phase, not 2|2 shots in this sub-phase"):
        table.until("rook", "1.2")
        table.say("rook fire kane 2 and vos 2")


def test_each_location_aimed_at_has_a_level_of_its_own() -> None:
    table = gunner(100, 100, 100, 100, 100)
    events = table.say(
        "rook fire kane 1 at chest and kane 1 at vitals and kane 1 at head and kane 1 at right arm and vos"
    )
    assert [chance for _, _, chance, _ in rolls(events)] == [41, 28, 14, 28, 55]


def test_a_rate_of_three_is_fired_at_once_like_the_machine_gun() -> None:
    rifle = {**GUN, "rof": 3}
    table = begun({**ROOK, "initiative": 90, "weapon": [rifle]}, VOS, dice=[100, 100, 100])
    table.say("next")
    assert len(rolls(table.say("rook fire vos 3"))) == 3
    pair = begun({**ROOK, "initiative": 90, "weapon": [{**GUN, "rof": 2}]}, VOS, dice=[100])
    pair.say("next")
    with pytest.raises(Refused, match="has 1 shot in this sub-phase, not 2"):
        pair.say("rook fire vos 2")


def test_shots_at_one_who_falls_are_kept() -> None:
    table = gunner(5, 1, 9, 5, 1, 9, 5)
    weak = begun({**ROOK, "initiative": 90}, {**VOS, "hit_factors": 5}, dice=[5, 1, 4])
    weak.say("next")
    told = weak.told("rook fire vos 5")
    assert told.count("Rook keeps a shot: Vos is down") == 4
    assert weak.now["rook"].mark("fired.machinegun") == 1
    assert table.now["rook"].mark("fired.machinegun") == 0


def test_a_weapon_that_is_not_loaded_does_not_fire_until_it_is() -> None:
    table = begun({**KANE, "weapon": [{**BOW, "loaded": False}]}, VOS, dice=[100])
    assert (table.due("kane"), table.due("vos")) == ("1.2", "1.2")
    table.until("kane", "1.2")
    with pytest.raises(Refused, match=r"Bow is not loaded .P-FIRE-4.. l: load it"):
        table.say("kane fire vos")
    assert "Kane: Bow is loaded" in table.told("kane load")
    table.until("kane", "1.3")
    table.say("kane fire vos")
    assert table.due("kane") == "2.2"
    with pytest.raises(Refused, match="nothing to load"):
        table.until("kane", "2.2")
        table.say("kane load bow", "kane load bow")


def test_rounds_are_counted_where_the_sheet_counts_them() -> None:
    table = begun({**ROOK, "weapon": [{**GUN, "rounds": 6}]}, KANE, dice=[100] * 6)
    table.until("rook", "1.1")
    table.say("rook fire kane 5")
    table.until("rook", "2.1")
    with pytest.raises(Refused, match="1 shot in this sub-phase"):
        table.say("rook fire kane 2")
    table.say("rook fire kane 1")
    table.until("rook", "2.2")
    table.say("rook load")
    assert table.now["rook"].mark("rounds.machinegun") == 6


def test_nothing_but_fire_in_the_first_sub_phase() -> None:
    table = begun({**KANE, "weapon": [LASER, KNIFE]}, VOS)
    table.say("next")
    for line in ("kane move", "kane strike vos", "kane defend", "kane load", 'kane other "draws"', "kane try climb"):
        with pytest.raises(Refused, match=r"can only fire a loaded ranged weapon|nothing to load"):
            table.say(line)
    menu = table.session.rules.choices.menu(table.now, "kane", ())
    assert [choice.key for choice in menu.choices] == ["f", "w", "r"]
    assert {choice.key for choice in menu.absent} == {"a", "s", "m", "d", "t", "o"}, (
        "`a` fires, as it attacks in other games"
    )


def test_lines_that_cannot_be_are_refused_with_what_would_work() -> None:
    table = begun({**KANE, "weapon": [LASER, KNIFE]}, VOS)
    table.say("next")
    for line, why in (
        ("kane fire", "Give the target"),
        ("kane fire vos rifle", 'no weapon "rifle". Weapons on its sheet: Laser pistol, Knife'),
        ("kane fire vos knife", "Knife is a melee weapon. s: strike with it"),
        ("kane fire kane", "cannot fire at itself"),
        ("kane fire vos 0", "At least one shot"),
        ("kane fire vos at arm", "left arm or right arm"),
        ("kane fire vos at tail", 'no location "tail"'),
        ("kane fire vos level 9", "from -8 to 8"),
        ("kane strike vos laser", "Laser pistol is a ranged weapon"),
        ("kane strike vos and kane", "A blow is at one foe"),
        ("kane strike vos 2", "struck once in a sub-phase"),
        ("vos fire kane", "Vos has no ranged weapon"),
        ("kane move far", "Give the metres"),
        ("kane damage", "from 0 to 1000"),
        ("kane damage 3 shock", "Shock is counted where it hits"),
        ("kane orders dance", "there are attack, hold, rest"),
        ("kane task", "Give the skill"),
        ("kane task hide against", "Give the other fighter and its skill"),
        ("kane task hide against kane hide", "against itself"),
        ("kane other", "Describe the action"),
        ("kane initiative -2", "has already rolled Initiative"),
        ("kane initiative 9", "from -4 to 4"),
        ("vos move", "Vos cannot declare at 1.1: may declare at 1.2"),
    ):
        before = table.now
        with pytest.raises(Refused, match=why):
            table.say(line)
        assert table.now is before


def test_the_game_masters_level_multiplies_and_points_do_not() -> None:
    table = begun(KANE, VOS, dice=[35, 1, 100, 50, 3])
    table.say("next", "level -1 range", "kane level -1 smoke")
    assert rolls(table.say("kane fire vos at right leg level +1"))[0][1:3] == (35, 46)
    assert not table.now.modifiers
    table.until("kane", "1.2")
    table.say("level 2 close")
    assert rolls(table.say("kane fire vos"))[0][2] == 138


def test_below_the_table_is_refused_where_the_house_says_so() -> None:
    table = begun(KANE, VOS, house_rules={"past_the_end": "impossible"}, dice=[9])
    table.say("next", "level -2 range")
    with pytest.raises(Refused, match="at level -5: below level -4 there is no roll"):
        table.say("kane fire vos at head level -2")
    assert rolls(table.say("kane fire vos at head level -1"))[0][2:] == (0, "failure")


def test_an_unaimed_hit_may_be_placed_by_the_game_master() -> None:
    table = begun(KANE, VOS, house_rules={"locations": "ask"}, dice=[1, 4])
    table.say("next", "kane fire vos")
    assert table.asked() == ("kane", "choose")
    assert losses(table.say("vitals")) == [("vos", "HF", -4, 0), ("vos", "VI", -4, 0)]


def test_injury_and_shock_may_have_dice_of_their_own() -> None:
    stun = {**LASER, "damage": "0", "hf": "1d4", "sf": "2d6"}
    table = begun({**KANE, "weapon": [stun]}, VOS, dice=[1, 90, 2, 3, 3])
    table.say("next")
    assert losses(table.say("kane fire vos")) == [("vos", "HF", -2, 0), ("vos", "LL", -6, 0)]


def test_a_weapon_without_damage_hits_and_leaves_the_damage_to_the_game_master() -> None:
    table = begun({**KANE, "weapon": [{**LASER, "damage": "0"}]}, VOS, dice=[1, 90])
    table.say("next")
    told = table.told("kane fire vos")
    assert any("`vos damage 6 left leg` by hand" in line for line in told)
    assert table.pools("vos")["HF"] == 20


@pytest.mark.parametrize("typed", [(), ("5",), ("5", "55")], ids=["attack", "location", "damage"])
def test_nothing_more_comes_of_an_attack_whose_dice_are_asked_when_its_owner_goes_down(typed: tuple[str, ...]) -> None:
    table = gunner()
    table.say("rook typed", "rook fire kane 2", *typed, "fix rook unconscious on")
    table.fall(5)
    assert table.told("roll")[-1] == "Rook's attack is over: nothing more comes of it"
    assert table.asked() == ("kane", "declare") and table.pools("kane")["HF"] == 30
    table.until("vos", "1.2")


def test_dice_asked_for_say_whose_body_is_hit() -> None:
    table = gunner()
    table.say("rook typed", "rook fire kane 1", "5")
    question = table.now.question
    assert question is not None and question.text == "Rook: location at Kane, 1d100"
    table.say("55")
    question = table.now.question
    assert question is not None and question.text == "Rook: Machine gun damage, vitals at Kane, 1d10"
