"""Wounds and rest at the table: what nothing left makes of somebody, waking, dying, by hand."""

from __future__ import annotations

import pytest

from tests.asking import answered
from tests.phases.table import FISTS, KANE, KNIFE, VOS, begun, losses
from tracker.model.combatant import Presence

BRAWLER = {**VOS, "weapon": [FISTS], "skill": [{"name": "Brawling", "value": 80}]}


def test_a_fist_is_shock_alone_and_a_bullet_both() -> None:
    table = begun(KANE, VOS)
    assert losses(table.say("vos damage 3 chest")) == [("vos", "HF", -3, 0), ("vos", "CH", -3, 0)]
    assert losses(table.say("vos damage 3 chest shock")) == [("vos", "CH", -3, 0)]
    assert losses(table.say("vos damage 3")) == [("vos", "HF", -3, 0)]


def test_half_of_a_lethal_hit_may_be_injury() -> None:
    table = begun(KANE, VOS, house_rules={"lethal": "half"})
    assert losses(table.say("vos damage 5 chest")) == [("vos", "HF", -3, 0), ("vos", "CH", -5, 0)]


@pytest.mark.parametrize("place", ["head", "chest", "vitals"])
def test_without_shock_factors_in_head_chest_or_vitals_one_is_unconscious(place: str) -> None:
    table = begun(KANE, VOS)
    table.say(f"vos damage 7 {place} shock")
    if place == "chest":
        assert table.now["vos"].able
        table.say("vos damage 1 chest shock")
    assert table.now["vos"].presence is Presence.DOWN and table.bears("vos") == {"unconscious"}
    assert table.due("vos") == ""


def test_a_limb_without_shock_factors_is_useless_until_one_is_back() -> None:
    table = begun(KANE, VOS)
    table.say("vos damage 9 left leg shock")
    assert table.bears("vos") == {"useless-ll"} and table.now["vos"].able
    table.until("kane", "3.1")
    assert table.pools("vos")["LL"] == 1 and table.bears("vos") == set()


def test_dying_at_no_hit_factors_dead_at_half_of_them_below() -> None:
    table = begun(KANE, {**VOS, "hit_factors": 25})
    table.say("vos damage 25")
    assert table.bears("vos") == {"dying"} and table.now["vos"].presence is Presence.DOWN
    table.say("vos damage 12")
    assert table.bears("vos") == {"dying"} and table.pools("vos")["HF"] == -12
    table.say("vos damage 1")
    assert table.bears("vos") == {"dying", "dead"}
    table.say("fix vos HF 1")
    assert table.bears("vos") == set() and table.now["vos"].able
    assert table.due("vos") == "1.2"


def test_half_of_full_below_is_dead_to_the_point() -> None:
    table = begun(KANE, {**VOS, "hit_factors": 100})
    table.say("vos damage 149")
    assert table.bears("vos") == {"dying"}
    table.say("vos damage 1")
    assert table.bears("vos") == {"dying", "dead"}


def test_who_is_hit_or_acts_in_a_phase_does_not_rest_in_it() -> None:
    table = begun({**KANE, "pools": {"CH": 6}}, {**VOS, "pools": {"CH": 4}})
    table.until("vos", "1.2")
    table.say("vos move")
    table.until("kane", "2.1")
    assert (table.pools("kane")["CH"], table.pools("vos")["CH"]) == (7, 4)
    table.say("vos damage 1 head shock")
    table.until("kane", "3.1")
    assert (table.pools("kane")["CH"], table.pools("vos")["CH"]) == (8, 4)
    table.until("kane", "4.1")
    assert (table.pools("vos")["CH"], table.pools("vos")["HD"]) == (5, 4)


def test_rest_holds_for_the_phase_and_is_refused_after_acting() -> None:
    table = begun({**KANE, "pools": {"HD": 2, "LL": 1}}, VOS)
    table.say("next", "kane rest")
    assert table.bears("kane") == {"resting"} and table.due("kane") == "2.1"
    table.until("kane", "2.1")
    assert (table.pools("kane")["HD"], table.pools("kane")["LL"]) == (3, 2) and table.bears("kane") == set()
    table.until("vos", "2.2")
    table.say("vos move")
    with pytest.raises(Exception, match="has acted or was hit in this phase"):
        table.until("vos", "2.3")
        table.say("vos rest")


def test_recovery_is_a_house_rule() -> None:
    table = begun({**KANE, "pools": {"CH": 1}}, VOS, house_rules={"shock_recovery": 5})
    table.until("kane", "2.1")
    assert table.pools("kane")["CH"] == 6
    never = begun({**KANE, "pools": {"CH": 1}}, VOS, house_rules={"shock_recovery": 0})
    never.until("kane", "3.1")
    assert never.pools("kane")["CH"] == 1


def test_next_goes_on_to_waking_when_nobody_can_act() -> None:
    table = begun({**KANE, "hit_factors": 10})
    table.say("kane damage 4 vitals shock")
    assert table.asked() == ("", "")
    for _ in range(3):
        table.say("next")
    assert table.now["kane"].able and table.at == "3.3"
    assert table.due("kane") == "4.1"


def test_why_says_how_a_pool_of_shock_comes_back_and_when_it_wakes_somebody() -> None:
    table = begun({**KANE, "hit_factors": 10}, VOS)
    comes_back = "+1 at the end of each phase of rest (P-DMG-8)"
    table.say("vos damage 2 chest")

    def last(line: str) -> str:
        return answered(table.session, line).words[-1]

    assert last("why vos CH") == comes_back
    assert comes_back not in last("why vos HF") + last("why vos HD"), "injury does not, nor does what is full"
    table.say("kane damage 4 vitals shock")
    assert last("why kane VI") == f"{comes_back}, wakes at 2", "half of 3, rounded up"
    table.say("kane damage 1 chest shock")
    assert last("why kane CH") == comes_back, "it is the vitals that keep it down"


def test_where_thresholds_are_off_nothing_left_is_only_told() -> None:
    table = begun(KANE, VOS, house_rules={"thresholds": False})
    assert "Vos: nothing left: head (PQ 23)" in table.told("vos damage 9 head shock")
    assert table.now["vos"].able and table.bears("vos") == set()


def test_a_blow_hurts_where_it_lands_and_shock_beyond_is_lost() -> None:
    table = begun({**KANE, "weapon": [KNIFE]}, {**BRAWLER, "name": "Bru"}, dice=[80, 66, 9])
    table.until("bru", "1.2")
    assert losses(table.say("bru strike kane")) == [("kane", "LA", -6, 3)]


def test_conditions_by_hand_have_what_they_have_in_a_fight() -> None:
    table = begun(KANE, VOS)
    table.say("fix vos unconscious on")
    assert table.now["vos"].presence is Presence.DOWN
    table.say("fix vos unconscious off")
    assert table.now["vos"].able and table.due("vos") == "1.2"
