"""The fifth edition's fight by the SRD 5.1, as its table plays it: what comes twice, halves, ends, and returns."""

from __future__ import annotations

from typing import Any

import pytest

from tests.asking import explained
from tracker.dice.source import ScriptedDice
from tracker.model import events as ev
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.preparation import prepare

SWORD = {"name": "Sword", "dice": "1d8", "bonus": 3}
BOW = {"name": "Bow", "dice": "1d8", "bonus": 3, "ranged": 1}
CASTER = {"magic": 6, "dc": 14, "firsts": 2, "seconds": 2, "thirds": 1, "healing": 2}


def fight(*dice: int, ann: dict[str, Any] | None = None, bob: dict[str, Any] | None = None) -> Session:
    """Ann, who acts first, against Bob; the dice after those of initiative."""
    people = [
        {"name": "Ann", "side": "a", "hits": 30, "ac": 15, "weapon": [SWORD], **(ann or {})},
        {"name": "Bob", "side": "b", "hits": 30, "ac": 12, "weapon": [SWORD], **(bob or {})},
    ]
    fight = prepare({"system": "d20", "combatant": people})
    session = Session(fight.encounter, fight.rules, ScriptedDice((15, 5, *dice)))
    say(session, "begin", "next")
    return session


def say(session: Session, *lines: str) -> list[Any]:
    """The events of lines; nobody answers blows."""
    events: list[Any] = []
    for line in lines:
        events += session.say(line).events
        while (question := session.encounter.question) is not None and question.ask is Ask.CHOOSE:
            events += session.say("nothing").events
    return events


def bears(session: Session, who: str, state: str) -> bool:
    return session.encounter[who].condition(state) is not None


def life(session: Session, who: str) -> int:
    return session.encounter[who].pool("life")


@pytest.mark.parametrize(
    ("states", "dice"),
    [
        ((), "1d20"),
        (("fix bob blinded on",), "2d20kh1"),
        (("fix bob blinded on", "fix bob stunned on"), "2d20kh1"),
        (("fix bob blinded on", "fix bob stunned on", "fix ann poisoned on"), "1d20"),
        (("fix ann poisoned on", "fix bob invisible on"), "2d20kl1"),
        (("fix ann helped on", "fix ann hindered on"), "1d20"),
        (("fix bob prone on",), "2d20kh1"),
    ],
)
def test_reasons_for_advantage_and_against_cancel_however_many_there_are(states: tuple[str, ...], dice: str) -> None:
    session = fight()
    say(session, *states)
    assert explained(session, "ann", ("attack", "bob"))[-2].startswith(f"Bob: {dice} must show")


def test_from_afar_who_lies_is_harder_to_hit() -> None:
    session = fight(ann={"weapon": [BOW], **CASTER})
    say(session, "fix bob prone on")
    assert "2d20kl1" in explained(session, "ann", ("attack", "bob"))[-2]
    assert "2d20kl1" in explained(session, "ann", ("firebolt", "bob"))[-2]


def test_a_critical_hit_doubles_the_dice_and_not_the_bonus_also_close_to_the_paralysed() -> None:
    session = fight(20, 4, 5, 10, 10, 3, 2, ann={"attacks": 2})
    say(session, "ann attack bob", "next")
    assert life(session, "bob") == 30 - (4 + 3 + 5)
    say(session, "fix bob paralysed on", "next", "ann attack bob", "next")
    assert life(session, "bob") == 18 - (3 + 3 + 2)


def test_half_of_an_area_is_rounded_down_and_dodging_helps_against_it() -> None:
    session = fight(3, 17, *(1, 1, 1, 1, 1, 1, 1, 2), ann=CASTER)
    say(session, "fix bob dodging on")
    assert "2d20kh1" in explained(session, "ann", ("fireball", "bob"))[-2]
    say(session, "ann fireball bob", "next")
    assert life(session, "bob") == 30 - 4, "nine points, and half of them"


def test_who_is_stunned_fails_a_save_of_dexterity() -> None:
    session = fight(ann=CASTER)
    say(session, "fix bob stunned on")
    assert explained(session, "ann", ("fireball", "bob"))[-1] == "100 % that it fails"


def test_who_is_held_saves_against_the_difficulty_of_who_holds_it_and_loses_that_turn() -> None:
    session = fight(5, 11, 16, ann={**CASTER, "seconds": 2})
    say(session, "ann hold bob", "next")
    assert bears(session, "bob", "held") and bears(session, "ann", "focus")
    rolled = [event for event in say(session, "next") if isinstance(event, ev.Rolled)]
    assert [(roll.label, roll.chance) for roll in rolled] == [("shakes it off", 14)] and bears(session, "bob", "held")
    say(session, "next", "ann pass", "next")
    assert not bears(session, "bob", "held") and bears(session, "bob", "late"), "that turn is still lost"
    say(session, "next")
    assert session.encounter.question is not None and session.encounter.question.who == "ann"


def test_a_second_spell_of_concentration_ends_the_first() -> None:
    session = fight(5, 6, ann=CASTER)
    say(session, "ann hold bob", "next")
    assert bears(session, "bob", "held")
    while session.encounter.question is None or session.encounter.question.who != "ann":
        say(session, "next")
    events = say(session, "ann hold bob")
    assert any(isinstance(event, ev.ConditionEnded) and event.condition == "focus" for event in events)


def test_temporary_points_do_not_add_up() -> None:
    session = fight(2, 4, ann=CASTER)
    say(session, "ann vigour", "next")
    assert session.encounter["ann"].pool("extra") == 6
    say(session, "next", "bob pass", "next", "ann vigour", "next")
    assert session.encounter["ann"].pool("extra") == 8, "the greater of the two"


def test_of_spells_of_a_level_a_turn_has_one() -> None:
    session = fight(3, ann=CASTER, bob={"side": "a"})
    say(session, "fix bob life 20", "ann word bob", "next", "next")
    with pytest.raises(Refused, match="costs 1 casting, and 0 are left"):
        session.say("ann cure bob")


def test_a_shield_lasts_until_the_next_turn_and_stops_missiles() -> None:
    session = fight(10, bob={**CASTER, "ac": 12}, ann={**CASTER, "attacks": 2})
    session.say("ann attack bob")
    session.say("next")
    session.say("shield")
    assert bears(session, "bob", "shielded") and life(session, "bob") == 30
    assert explained(session, "ann", ("attack", "bob"))[0] == "target.ac 17"


def test_death_saves_begin_anew_at_each_fall_and_count_as_the_table_counts_them() -> None:
    session = fight(1, 1, 20)
    say(session, "bob damage 30")
    assert bears(session, "bob", "prone")
    say(session, "ann pass", "next")
    assert session.encounter["bob"].pool("fails") == 2, "a 1 is two failures, in the very round"
    say(session, "fix bob life 5", "fix bob life 0")
    assert session.encounter["bob"].pool("fails") == 0
    say(session, "ann pass", "next")
    assert session.encounter["bob"].pool("fails") == 2
    say(session, "ann pass", "next")
    assert life(session, "bob") == 1 and session.encounter["bob"].able, "a 20 brings it back with one point"


def test_a_death_is_told_once_though_a_1_counts_twice() -> None:
    session = fight(5, 4, 1)
    events = say(session, "bob damage 30", "ann pass", "next", "ann pass", "next", "ann pass", "next")
    assert [event.text for event in events if isinstance(event, ev.Noted) and "is dead" in event.text] == [
        "Bob is dead: failed death saves 3"
    ]


def test_a_tie_leaves_a_shove_without_effect_and_who_lies_stands_up_at_its_turn() -> None:
    session = fight(10, 10, 10, 12, ann={"attacks": 2, "str": 1}, bob={"str": 1, "dex": 0})
    say(session, "ann shove bob", "next")
    assert not bears(session, "bob", "prone")
    say(session, "next", "ann shove bob", "next")
    assert bears(session, "bob", "prone")
    say(session, "next")
    assert not bears(session, "bob", "prone")


def test_who_is_grappled_does_not_stand_up_and_breaks_free_by_a_contest() -> None:
    session = fight(5, 12, 5, 15, ann={"str": 2})
    say(session, "ann grapple bob", "next", "fix bob prone on", "next")
    assert bears(session, "bob", "grappled") and bears(session, "bob", "prone")
    say(session, "bob escape ann", "next")
    assert not bears(session, "bob", "grappled")


def test_the_other_hand_needs_a_light_weapon() -> None:
    session = fight(10, 3, ann={"weapon": [SWORD, {"name": "Knife", "light": 1}]})
    say(session, "ann attack bob", "next", "next")
    with pytest.raises(Refused, match="with a light weapon"):
        session.say("ann offhand bob sword")
    say(session, "ann offhand bob knife")


def test_eight_hours_bring_all_points_back() -> None:
    rates = fight().rules.carry_over.rest_rates()["rest"]
    assert {rate.pool for rate in rates} == {"life", "breath", "first", "second", "third"}
    assert all(rate.points >= 3 or rate.pool == "breath" for rate in rates)
