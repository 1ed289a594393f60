"""Disarming, feinting, evading: what is no blow and no parry (H-ATK-6, H-DEF, ruling 52)."""

from __future__ import annotations

import pytest

from tests.hybrid.kit import ANNA, GRUK, KNIFE, LONG, duel, refused, rolls
from tests.hybrid.table import at_once
from tracker.model import events as ev

ARMED = {**GRUK, "weapon": [{**GRUK["weapon"][0], "length": 0.6}]}


def notes(table) -> str:  # type: ignore[no-untyped-def]
    return " ".join(event.text for event in table.events() if isinstance(event, ev.Noted))


# Disarming


def test_disarming_is_opposed_and_drops_the_weapon() -> None:
    table = duel(LONG, ARMED)
    table.say("anna disarm gruk")
    assert table.now["anna"].actions[0].speed == 10 - 4
    table.fall(30, 27, 3, 3)
    table.say("next")
    assert rolls(table, "disarm")[0].chance == 64 - 20
    assert rolls(table, "keep")[0].chance == 36 + 4 - 14
    assert "Short Sword is out of hand" in notes(table)
    table.say("next") if table.asked()[1] != "declaration" else None
    table.say("fix gruk count 40", "anna wait", "next")
    assert "no weapon free in hand" in refused(table, "gruk attack anna")
    table.say("gruk draw")
    assert table.now["gruk"].actions[0].speed == 14


def test_who_keeps_hold_or_is_missed_keeps_it() -> None:
    for faces in ((30, 26), (45,)):
        table = duel(LONG, ARMED)
        table.fall(*faces, 3, 3)
        table.say("anna disarm gruk", "next")
        assert "is out of hand" not in notes(table)


def test_nobody_can_be_disarmed_of_a_fist() -> None:
    assert "no weapon in hand" in refused(duel(LONG, {**GRUK, "weapon": []}), "anna disarm gruk")


TWO = {**ARMED, "weapon": [*ARMED["weapon"], {**ARMED["weapon"][0], "name": "Dagger", "length": 0.3}]}


@pytest.mark.parametrize(("used", "lost"), [("", "Short Sword"), ("dagger", "Dagger"), ("short-sword", "Short Sword")])
def test_of_two_weapons_in_hand_the_one_used_last_is_disarmed(used: str, lost: str) -> None:
    table = at_once(LONG, TWO, house_rules={"must_close": False})
    table.say("fix anna count 90", "next")
    table.fall(*([60] if used else []), 3, 3)
    table.say(f"gruk attack anna {used}" if used else "gruk act turn", "next")
    if table.asked()[1] == "defence":
        table.say("anna nothing")
    table.say("fix gruk count 200", "next")
    table.fall(1, 99, 3, 3)
    table.say("anna disarm gruk", "next")
    assert f"{lost} is out of hand" in notes(table) and notes(table).count("is out of hand") == 1


def test_a_senseless_hand_keeps_hold_of_nothing() -> None:
    table = duel(LONG, ARMED)
    table.fall(3, 3, 30, 3, 3)
    table.say("fix gruk stunned on", "anna disarm gruk", "next")
    assert "Short Sword is out of hand" in notes(table) and not rolls(table, "keep")


def test_a_trick_on_somebody_who_has_gone_is_lost() -> None:
    table = duel(LONG, ARMED)
    table.say("anna disarm gruk", "gruk surrenders")
    table.fall(3, 3)
    table.say("next")
    assert "Anna's disarming with sword is lost: Gruk has surrendered" in notes(table) and not rolls(table, "disarm")


@pytest.mark.parametrize(("dropped", "free"), [("sword", True), ("knife", False)])
def test_dropping_the_bound_weapon_frees_both_and_dropping_another_frees_nobody(dropped: str, free: bool) -> None:
    table = duel({**ANNA, "weapon": [*ANNA["weapon"], KNIFE]})
    table.fall(50, 20, 3, 3)
    table.say("anna attack gruk sword", "next", "gruk parry", "next")
    assert table.asked() == ("anna", "declaration")
    table.say(f"anna discards {dropped}")
    assert (table.now["anna"].condition("bound") is None) is free
    assert (table.now["gruk"].condition("bound") is None) is free


def test_what_is_not_in_hand_is_not_dropped() -> None:
    table = duel({**ANNA, "weapon": [*ANNA["weapon"], {**KNIFE, "drawn": False}]})
    assert "no such weapon in hand to drop" in refused(table, "anna discards knife")
    table.say("anna discards")
    assert "no such weapon in hand to drop" in refused(table, "anna discards")


def test_an_action_with_the_weapon_lost_is_lost_too() -> None:
    table = at_once(LONG, ARMED, house_rules={"must_close": False})
    table.say("fix gruk count 12", "next", "anna disarm gruk", "next", "gruk attack anna")
    assert table.now["gruk"].actions
    table.fall(1, 99, 3, 3, 3, 3)
    table.say("next")
    assert not table.now["gruk"].actions
    assert table.due("gruk") is not None, "it comes back to the order"


def test_disarming_in_answer_to_a_blow_takes_the_whole_speed() -> None:
    table = at_once(LONG, ARMED, house_rules={"must_close": False})
    table.say("fix anna count 60", "next", "gruk attack anna", "next")
    table.fall(28, 30, 3, 3)
    table.say("anna disarm")
    assert table.due("anna") == 60 + 10 - 4
    assert rolls(table, "disarm")[0].chance == 64 - 20 - 0
    assert "is out of hand" in notes(table)
    assert table.now["anna"].pool("PFT") == 36


# Feinting


def test_a_feint_without_a_preset_only_distracts() -> None:
    table = duel(LONG, ARMED)
    table.fall(20, 50, 3, 3)
    table.say("anna feint gruk", "next")
    assert rolls(table, "feint")[0].chance == 64 - 30
    assert rolls(table, "perception")[-1].chance == 36 - 14
    assert "distracted" in notes(table)


def test_who_sees_through_it_or_cannot_see_it_is_not_fooled() -> None:
    table = duel(LONG, ARMED)
    table.fall(20, 22, 3, 3)
    table.say("anna feint gruk", "next")
    assert "distracted" not in notes(table)
    table = duel(LONG, ARMED)
    table.fall(20, 3, 3)
    table.say("gruk unaware of anna", "anna feint gruk", "next")
    assert len(rolls(table, "perception")) == 2, "only those on entering"


# Evading


def test_evading_doubles_the_defence_until_given_up_and_makes_all_else_florentine() -> None:
    table = duel()
    table.say("anna evade")
    assert table.asked() == ("anna", "declaration")
    assert "2 × PDF" in " ".join(table.ask("why anna defence").words)
    assert table.ask("why anna strike").words[-2] == f"chance {64 - 15} %"
    assert table.ask("why anna parry").words[-2] == f"chance {64 - 15 - 15} %", "its own −3 and −3 florentine"
    assert table.ask("why anna perception").words[-2] == f"chance {36 - 10} %"
    table.say("anna evade")
    assert table.now["anna"].condition("evading") is None
    assert table.ask("why anna strike").words[-2] == "chance 64 %"


def test_a_dodge_out_of_evading_helps_the_acrobat_land() -> None:
    table = duel({**ANNA, "skill": [*ANNA["skill"], {"name": "Acrobatics", "basis": ["PAG"], "rank": 1}]})
    table.fall(55, 3, 3)
    table.say("anna evade", "anna dodge", "to 40")
    assert rolls(table, "acrobatics")[0].chance == 36 + 4 + 15
    assert table.now["anna"].condition("prone") is None


def test_the_prone_do_not_evade_and_the_fallen_stop() -> None:
    table = duel()
    table.say("anna evade", "fix anna prone on")
    assert table.now["anna"].condition("prone") is not None
    table = duel()
    table.say("fix anna prone on")
    assert "prone" in refused(table, "anna evade")
