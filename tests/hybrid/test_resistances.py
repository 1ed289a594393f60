"""Checks against shock, bleeding and falling, and coming round again (H-DMG 8, 9 and 11)."""

from __future__ import annotations

import pytest

from tests.hybrid.kit import ANNA, GRUK, duel, rolls

# Resistances


@pytest.mark.parametrize(
    ("line", "chance"),
    [
        ("shock", 39),
        ("shock head", 39 - 30),
        ("shock groin", 39 - 20),
        ("shock chest", 39),
        ("shock mental", 30),
        ("bleeding", 39 - 15),
        ("knockback", 45 - 10),
    ],
)
def test_resistances_are_three_times_a_stat_and_their_own_df_whatever_the_conditions(line: str, chance: int) -> None:
    table = duel({**ANNA, "stats": {"PEN": 13, "MEN": 10, "PST": 15, "PAG": 12}})
    assert table.ask(f"why anna {line}").words[-2] == f"chance {chance} %"
    table.say("fix anna PBD 1", "fix anna PEX 0", "fix anna jolted on", "scene light poor", "anna runs")
    assert table.ask(f"why anna {line}").words[-2] == f"chance {chance} %"


def test_what_is_rolled_by_hand_is_what_resistances_are() -> None:
    table = duel()
    table.fall(26, 21, 36)
    table.say("gruk damage 40 cutting chest", "gruk checks")
    assert [(one.what, one.chance) for one in (*rolls(table, "bleeding"), *rolls(table, "shock"))] == [
        ("bleeding", 36 - 15),
        ("shock", 36),
    ]


@pytest.mark.parametrize("place", ["", "head", "groin"])
def test_recovery_is_two_dice_and_forty_five_without_speed_and_the_same_check_again(place: str) -> None:
    chance = {"": 36, "head": 6, "groin": 16}[place]
    table = duel(gruk={**GRUK, "stats": {"PEN": 12}, "derived": {"PSPD": 10, "PBD": 90}})
    table.say(f"gruk damage 40 crushing {place}".strip())
    table.fall(10, chance + 25, 5, 6)
    table.say("gruk checks", "anna wait")
    assert rolls(table, "shock")[-1].chance == chance
    at = table.due("gruk", "recover")
    assert at == 11 + 11 + 45, "speed 10 does not help"
    table.fall(chance + 1, 1, 1)
    table.say(f"to {at}")
    assert rolls(table, "shock")[-1].chance == chance and table.now["gruk"].condition("stunned") is not None
    table.fall(chance, 3, 3)
    table.say(f"to {at + 47}")
    assert table.now["gruk"].condition("stunned") is None
    assert table.due("gruk") == at + 47 + 6 + 8 - 5, "and then with all its speed"


def test_a_jolt_clears_with_the_next_action() -> None:
    table = duel()
    table.say("fix anna jolted on", "anna attack gruk")
    table.fall(80, 3, 3)
    table.say("next", "gruk nothing")
    assert rolls(table, "attack")[0].chance == 52 - 10
    assert table.now["anna"].condition("jolted") is None
