"""Slams of feats, each rule with a test that fails when it is wrong: tackles, pounces, shields, mounts, who falls."""

from __future__ import annotations

from typing import Any

import pytest

from tests.encounter.table import say, told
from tests.feats.table import points, waiting
from tracker.model import events as ev
from tracker.model.refusals import Refused
from tracker.session import Session


def lines(fight: Session, *typed: str) -> str:
    return " | ".join(told(fight, say(fight, *typed)))


def rolled(fight: Session, *typed: str) -> list[tuple[str, int | None]]:
    return [(event.who, event.chance) for event in say(fight, *typed) if isinstance(event, ev.Rolled)]


def asked(fight: Session) -> str:
    assert fight.encounter.question is not None
    return fight.encounter.question.text


CAT: dict[str, Any] = {"traits": ["four legs"], "skill": [{"name": "Jumping", "value": 13}]}


def test_a_pounce_has_four_more_and_jumping_and_a_roll_to_stay_up() -> None:
    for fall, prone in (((6, 6, 1), False), ((6, 6, 2), True)):
        fight = waiting(6, 6, 6, *fall, mira=CAT)
        assert rolled(fight, "mira slam brute 5 pounce") == [("mira", 17), ("mira", 13)]
        assert (fight.encounter["mira"].condition("prone") is not None) is prone
    with pytest.raises(Refused, match="has four legs: it pounces instead of tackling"):
        say(waiting(mira=CAT), "mira slam brute 5 tackle")
    assert "a rider rolls Riding −4" in lines(waiting(6, 6, 6, 3, 3, 3, mira=CAT), "mira slam brute 5 pounce")


def test_a_tackle_has_four_more_may_use_jumping_and_lies_down_hit_or_miss() -> None:
    leaper = {"skill": [{"name": "Jumping", "value": 15}, {"name": "Brawling", "value": 13}]}
    assert rolled(waiting(6, 6, 6, mira=leaper), "mira slam brute 5 tackle") == [("mira", 19)]
    assert rolled(waiting(6, 6, 6, mira=leaper), "mira slam brute 5") == [("mira", 13)]
    hit = waiting(3, 3, 3, 6, 1)
    say(hit, "mira slam brute 5 tackle", "none")
    assert hit.encounter["mira"].condition("prone") is not None


@pytest.mark.parametrize(
    ("own", "back", "mira_falls", "brute_falls"), [(4, 2, False, True), (2, 5, True, False), (3, 5, False, False)]
)
def test_who_falls_in_a_slam(own: int, back: int, mira_falls: bool, brute_falls: bool) -> None:
    """Velocity 8: Mira 1d−1, Brute 1d."""
    fight = waiting(3, 4, 4, own + 1, back)
    say(fight, "mira slam brute 5 foe 3", "none")
    fallen = [fight.encounter[who].condition("prone") is not None for who in ("mira", "brute")]
    assert fallen == [mira_falls, brute_falls]
    assert points(fight)[::2] == (12 - back, 14 - own)


@pytest.mark.parametrize(("fall", "lies"), [((3, 4, 4), False), ((4, 4, 4), True)])
def test_who_is_beaten_by_less_than_twice_rolls_dx_or_falls(fall: tuple[int, int, int], lies: bool) -> None:
    fight = waiting(3, 4, 4, 5, 3, *fall)
    say(fight, "mira slam brute 5 foe 3", "none")
    assert (fight.encounter["brute"].condition("prone") is not None) is lies


def test_dice_asked_for_do_not_say_that_one_stays_up_or_is_met_at_somebody() -> None:
    fight = waiting(3, 4, 4, 5)
    say(fight, "brute typed", "mira slam brute 5 foe 3", "none")
    assert asked(fight) == "Brute: meets Mira with 1d, 1d6"
    say(fight, "3")
    assert asked(fight) == "Brute: DX to stay up, 11 or less, 62.5 %, against Mira, 3d6"
    assert "Brute DX to stay up against Mira, 9 (3 3 3) against 11: success" in lines(fight, "3 3 3")


SHIELD: dict[str, Any] = {
    "skill": [{"name": "Shield", "value": 12}],
    "thing": [{"name": "Shield", "weight": 15.0, "piece": "shield", "bonus": 2}],
}


def test_behind_a_shield_one_falls_at_twice_ones_basic_damage_whatever_the_bonus() -> None:
    shield = {"skill": [{"name": "Shield", "value": 12}],
              "thing": [{"name": "Shield", "weight": 15.0, "piece": "shield", "bonus": 9}]}  # fmt: skip
    fight = waiting(3, 4, 4, 2, 5, mira=shield)
    say(fight, "mira slam brute 5 foe 3 rush", "none")
    assert points(fight)[::2] == (12, 14 - (2 - 1 + 9))
    assert all(fight.encounter[who].condition("prone") is not None for who in ("mira", "brute"))


def test_a_parry_or_block_takes_a_slam_without_going_past() -> None:
    fight = waiting(3, 4, 4, 3, 3, 3, brute={"block": 9})
    log = lines(fight, "mira slam brute 5", "brute block")
    assert "past" not in log and points(fight)[2] == 14
    fight = waiting(3, 4, 4)
    assert "past" not in lines(fight, "mira slam brute 5", "avoided")


@pytest.mark.parametrize(
    ("line", "told_so", "left"),
    [
        ("mira slam brute 5 behind", "goes past and into what stands behind", 12 - 3),
        ("mira slam brute 5", "goes at least 2 yd past", 12),
        ("mira slam brute 6 behind", "has not the 2 yd of Move left", 12),
        ("mira slam brute 5 behind rush", "the shield takes 3 in Mira's place", 12),
    ],
)
def test_who_is_dodged_goes_past_into_what_stands_behind_while_there_is_move_left(
    line: str, told_so: str, left: int
) -> None:
    """Move 7; HP 12 at 5 yards is 0.6: 1d−1 on oneself and on the obstacle, or on one's shield."""
    fight = waiting(3, 4, 4, 3, 3, 3, 4, mira=SHIELD, brute={"dodge": 9})
    log = lines(fight, line, "dodge")
    assert told_so in log and points(fight)[::2] == (left, 14)
    assert ("what stands behind takes 3 points" in log) is ("into what" in log)


RIDER: dict[str, Any] = {"skill": [{"name": "Riding", "value": 13}, {"name": "Driving", "value": 10}]}


def test_a_mount_or_vehicle_slams_with_its_hit_points_and_the_skill_that_steers_it() -> None:
    """22 HP at 12 yards are 2.64: 3d on Brute, whose 1.68 are 2d on the mount; the rider is not hurt."""
    fight = waiting(3, 3, 3, 2, 2, 2, 6, 6, 3, 3, 3, mira=RIDER)
    log = lines(fight, "mira slam brute 12 hp 22 by Riding", "none")
    assert "what Mira steers takes 12" in log and "thrown back" in log
    assert points(fight)[::2] == (12, 14 - 6) and fight.encounter["mira"].condition("prone") is None
    assert rolled(waiting(6, 6, 6, mira=RIDER), "mira slam brute 9 hp 40 by Driving") == [("mira", 10)]
    assert rolled(waiting(6, 6, 6, mira=RIDER), "mira slam brute 9 hp 40") == [("mira", 13)]


def test_the_rider_of_a_mount_that_pounces_stays_on_it_by_riding_less_four() -> None:
    for fall, off in (((3, 3, 3), False), ((3, 3, 4), True)):
        fight = waiting(6, 6, 6, *fall, mira=RIDER)
        assert rolled(fight, "mira slam brute 9 pounce hp 22") == [("mira", 13 + 4), ("mira", 13 - 4)]
        assert (fight.encounter["mira"].condition("prone") is not None) is off


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("mira slam brute 9 hp 22 by Sailing", "cannot steer: no Sailing on the sheet"),
        ("mira slam brute 9 by Riding", "Give the hit points of what Mira steers"),
        ("mira slam brute 9 hp 22 tackle", "not tackle"),
    ],
)
def test_what_cannot_be_steered_so_is_refused(line: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        say(waiting(mira=RIDER), line)


def test_the_same_slam_again_is_the_same_in_every_word() -> None:
    fight = waiting(6, 6, 6, 1, 1, 1, mira=RIDER)
    say(fight, "mira slam brute 9 foe 2 pounce hp 22 by Driving", "next")
    again = fight.rules.choices.repeat_last(fight.encounter, "mira")
    assert again is not None and again.line == 'mira slam brute 9 foe 2 pounce hp 22 by "Driving"'
    assert again.beside.startswith("14 or less; ")
