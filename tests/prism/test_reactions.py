"""Reactions before the dice and after: absorbing, dodging, deflecting, desperation, and what they cost."""

from __future__ import annotations

import pytest

from tests.prism.table import BOB, DAN, EVE, asked, pools, rolls, say, struck, table
from tracker.encounter.statistics.tally import tally
from tracker.model import events as ev
from tracker.model.refusals import Refused
from tracker.session import Session


def stabbed(
    *dice: int,
    bob: dict[str, object] | None = None,
    free: bool = True,
    house_rules: dict[str, object] | None = None,
    **options: object,
) -> Session:
    """Dan has stabbed at Bob on tick 4; Bob is asked how he reacts. With `free` a dodge may have no energy in it."""
    rules = {**({"free_dodge": True} if free else {}), **(house_rules or {})}
    fight = table({**BOB, **(bob or {})}, DAN, dice=dice, house_rules=rules, **options)
    say(fight, "begin", "next", "bob pass", "next", "dan attack bob", "next")
    return fight


def choices(fight: Session) -> dict[str, tuple[str, str]]:
    question = fight.encounter.question
    assert question is not None
    return {one.word: (one.beside, one.refused) for one in fight.rules.choices.answers(fight.encounter, question)}


def test_every_reaction_is_offered_with_its_odds_or_why_not() -> None:
    fight = stabbed(free=False)
    assert asked(fight) == ("bob", "reaction")
    told = choices(fight)
    assert told["absorb"] == ("43 % to be hit; about 5 damage", "")
    assert told["dodge"] == ("2 energy for 1 off their TN, at least 2; 43→38 % to be hit", "")
    assert choices(stabbed())["dodge"] == ("2 energy for 1 off their TN; 43→39 % to be hit", "")
    assert told["deflect"][1] == "Bob cannot deflect: it has nothing fitting in hand (S-DEFLECT-1)."


def test_energy_put_right_by_hand_while_it_is_asked_for_bounds_what_can_be_burnt() -> None:
    fight = stabbed(20, 30, 40)
    say(fight, "dodge", "fix bob EN 3")
    with pytest.raises(Refused, match="Bob has 3 EN left, not 6"):
        say(fight, "6")
    say(fight, "3")
    assert pools(fight, "bob")["EN"] == 0


def test_the_odds_change_with_the_energy() -> None:
    fight = stabbed()
    say(fight, "dodge")
    question = fight.encounter.question
    assert question is not None and (question.low, question.high, question.what) == (0, 20, "reaction energy")
    words = [fight.rules.choices.amount_price(fight.encounter, question, amount) for amount in (0, 1, 20)]
    assert words == [
        "0 off, their TN 42, 39 % to be hit; energy 20 left",
        "0 off, their TN 42, 39 % to be hit; energy 19 left",
        "10 off, their TN 32, 29 % to be hit; energy 0 left",
    ]
    for wrong in ("21", "-1"):
        with pytest.raises(Refused, match="0 to 20"):
            say(fight, wrong)


def test_energy_paid_for_a_dodge_is_gone_even_when_the_attack_fails() -> None:
    fight = stabbed(99)
    events = say(fight, "dodge", "7")
    assert rolls(events) == [("dan", 99, 39, "failure")]
    assert struck(events) == [("dan", "bob", "missed", 0)] and pools(fight, "bob")["EN"] == 13


@pytest.mark.parametrize(("answer", "outcome"), [(11, "dodged"), (29, "dodged"), (10, "hit"), (30, "hit"), (0, "hit")])
def test_a_dodge_must_be_above_the_result_and_under_ones_own_number(answer: int, outcome: str) -> None:
    fight = stabbed(10, answer)
    events = say(fight, "dodge", "0")
    assert [one[2] for one in struck(events)] == [outcome]


def test_firearms_are_dodged_by_those_who_may_and_nobody_else_is_asked() -> None:
    fight = table(BOB, DAN, {**EVE, "weapon": EVE["weapon"][:1]}, dice=(99,))
    say(fight, "begin", "next", "eve blue", "bob red", "eve pass", "bob attack eve")
    events = say(fight, "next")
    assert asked(fight) == ("", "") and rolls(events)[0][0] == "bob"


def test_who_has_not_noticed_the_attacker_absorbs_unasked() -> None:
    fight = table(BOB, DAN, dice=(20,))
    say(fight, "begin", "bob unaware of dan", "next", "bob pass", "next", "dan attack bob")
    events = say(fight, "next")
    assert struck(events) == [("dan", "bob", "hit", 6)]


def test_only_amounts_that_open_a_window_are_offered_in_desperation() -> None:
    fight = stabbed(41)
    say(fight, "dodge", "0")
    assert asked(fight) == ("bob", "late choice")
    assert choices(fight)["desperation"] == ("13 to 20 stamina, up to 8 %", "")
    say(fight, "desperation")
    question = fight.encounter.question
    assert question is not None and (question.low, question.high) == (13, 20)
    assert (
        fight.rules.choices.amount_price(fight.encounter, question, 20)
        == "TN 50, 42 to 49, 8 % to dodge; stamina 0 left"
    )


def test_without_the_stamina_or_an_object_there_is_nothing_left_but_to_absorb() -> None:
    fight = stabbed(41, bob={"now": {"Stamina": 12}})
    events = say(fight, "dodge", "0")
    assert struck(events) == [("dan", "bob", "hit", 12)]


def test_a_late_deflection_takes_nothing_off_the_number_but_negates_its_share() -> None:
    club = [*BOB["weapon"], {"name": "Club", "skill": "Pistol", "deflects": True}]
    fight = stabbed(41, bob={"weapon": club})
    events = say(fight, "dodge", "0", "deflect")
    assert rolls(events) == [("dan", 41, 42, "success")]
    assert struck(events) == [("dan", "bob", "hit", 9)], "12 less a quarter"
    assert pools(fight, "bob")["TR"] == 20 - 4


def test_a_result_of_99_cannot_be_dodged_by_any_stamina() -> None:
    sure = {**DAN, "skill": [{**DAN["skill"][1], "value": 20}]}
    fight = table(BOB, sure, dice=(99,), house_rules={"free_dodge": True})
    say(fight, "begin", "next", "bob pass", "next", "dan attack bob", "next")
    events = say(fight, "dodge", "0")
    assert struck(events) == [("dan", "bob", "hit", 27)]


def test_with_degrees_a_better_attack_is_deflected_less() -> None:
    for die, negated in ((56, 4), (51, 4), (40, 4), (14, 2)):
        fight = table(BOB, {**EVE, "armour": []}, dice=(die,), house_rules={"degrees": True})
        say(fight, "begin", "next", "eve white", "bob red", "eve pass", "bob attack eve", "next")
        events = say(fight, "deflect", "0")
        hit = next(event for event in events if isinstance(event, ev.Struck))
        assert hit.stopped == negated
        assert hit.tier == {56: "perfect", 51: "critical", 40: "normal", 14: "marginal"}[die]


def test_an_object_wears_out_by_what_it_negates_and_then_fits_no_more() -> None:
    plank = {"name": "Plank", "skill": "Brawl", "deflects": True, "threshold": 3, "capacity": 3}
    eve = {**EVE, "weapon": [EVE["weapon"][0], plank], "armour": [], "pools": {"Trauma": 100}}
    fight = table(BOB, eve, dice=(50, 51), house_rules={"objects": True})
    say(fight, "begin", "next", "eve blue", "bob red", "eve pass", "bob attack eve", "next", "deflect", "0")
    assert pools(fight, "eve")["plank"] == 0
    say(fight, "next", "eve blue", "bob red", "eve pass", "bob attack eve", "next", "deflect", "0")
    assert pools(fight, "eve")["plank"] == -5
    assert fight.encounter["eve"].condition("destroyed plank") is not None
    say(fight, "next", "eve blue", "bob red", "eve pass", "bob attack eve")
    assert fight.rules.display.card(fight.encounter, "eve").facts[0] == "Plank AT 0 AC −5/3, in hand, destroyed"


@pytest.mark.parametrize(
    ("house", "dice", "outcome"),
    [
        ({"dodge_roll": "simple"}, (20, 29), "dodged"),
        ({"dodge_roll": "simple"}, (42, 30), "hit"),
        ({"dodge_roll": "simple", "ties_go_to": "reactor"}, (42, 30), "dodged"),
        ({"dodge_roll": "simple"}, (20, 31), "hit"),
        ({"dodge_roll": "none"}, (20,), "hit"),
        ({"complex_equal": True}, (20, 30), "dodged"),
    ],
)
def test_dodging_as_the_house_has_it(house: dict[str, object], dice: tuple[int, ...], outcome: str) -> None:
    fight = stabbed(*dice, house_rules=house)
    events = say(fight, "dodge", "0")
    assert [one[2] for one in struck(events)] == [outcome]


@pytest.mark.parametrize(("die", "damage"), [(49, 15), (50, 20)])
def test_a_deflection_that_needs_a_roll(die: int, damage: int) -> None:
    fight = table(BOB, {**EVE, "armour": []}, dice=(50, die), house_rules={"deflect_roll": True})
    say(fight, "begin", "next", "eve blue", "bob red", "eve pass", "bob attack eve", "next")
    events = say(fight, "deflect", "0")
    assert struck(events) == [("bob", "eve", "hit", damage)]


def test_energy_paid_from_stamina_where_there_is_one_pool() -> None:
    bob, dan = ({**one, "pools": {"Stamina": 20}} for one in (BOB, DAN))
    fight = table(bob, dan, dice=(99,), house_rules={"one_pool": True})
    say(fight, "begin", "next", "bob pass", "next", "dan attack bob move", "next", "dodge", "6")
    assert "EN" not in pools(fight, "bob")
    assert (pools(fight, "bob")["ST"], pools(fight, "dan")["ST"]) == (14, 19)


def test_of_several_fitting_objects_the_one_to_deflect_with_is_chosen() -> None:
    """A word and a key each, the shield first; the one that is named rolls, is told, and takes the damage."""
    sword = {"name": "Sword", "skill": "Brawl", "deflects": True, "bonus": 10}
    shield = {"name": "Shield", "skill": "Brawl", "deflects": True, "threshold": 9, "capacity": 9}
    for word, name, number, die, left in (("deflect", "Shield", 49, 49, 7), ("deflect-sword", "Sword", 59, 59, 9)):
        fight = table(
            BOB, {**EVE, "weapon": [sword, shield], "armour": []}, dice=(20, die),
            house_rules={"objects": True, "deflect_roll": True},
        )  # fmt: skip
        say(fight, "begin", "next", "eve blue", "bob red", "eve pass", "bob attack eve", "next")
        question = fight.encounter.question
        assert question is not None
        offered = [(one.key, one.label) for one in fight.rules.choices.answers(fight.encounter, question)]
        assert offered == [
            ("s", "deflect with Sword"),  # which nothing can wear out, so it is the likely answer
            ("a", "absorb"),
            ("e", "deflect with Shield"),
            ("d", "dodge"),
        ]
        assert "AC 9" in choices(fight)["deflect"][0] and "AC" not in choices(fight)["deflect-sword"][0]
        events = [*say(fight, word), *say(fight, "4")]
        answered = next(event for event in events if isinstance(event, ev.DefenceDeclared))
        assert answered.label == f"deflect with {name} and 4 energy: 4 off the TN"
        rolled = [event for event in events if isinstance(event, ev.Rolled)][-1]
        assert (rolled.label, rolled.chance) == (f"deflect with {name}", number)
        assert struck(events)[-1][3] == 6, "20 × 4, a quarter away"
        assert pools(fight, "eve")["shield"] == left, "what is negated is damage to the object named (S-DEFLECT-4)"


@pytest.mark.parametrize(("die", "damage"), [(56, 9), (57, 12)])
def test_a_late_deflection_needs_its_roll_too_where_the_house_has_one(die: int, damage: int) -> None:
    """Dan's 41 leaves Bob's 30 nothing; 4 × 3 is 12, a quarter away only when 8 × 7 is rolled under (SQ 15)."""
    club = [*BOB["weapon"], {"name": "Club", "skill": "Pistol", "deflects": True}]
    fight = stabbed(41, die, bob={"weapon": club}, house_rules={"deflect_roll": True})
    events = say(fight, "dodge", "0", "deflect")
    assert rolls(events)[-1] == ("bob", die, 56, "success" if damage == 9 else "failure")
    assert struck(events)[-1][3] == damage


def test_an_answer_under_ones_number_but_not_above_the_result_counts_as_failed() -> None:
    """Bob's 33 asks for 34 to 44; Dan's 20 is under his 45 and still no dodge, and the end page counts it so."""
    fight = table(BOB, {**EVE, "armour": []}, DAN, dice=(33, 20), house_rules={"free_dodge": True})
    say(fight, "begin", "next", "red", "red", "eve pass", "bob attack dan")
    events = say(fight, "next", "dodge", "0")
    rolled = [(one.total, one.tier, one.margin) for one in events if isinstance(one, ev.Rolled)]
    assert rolled == [(33, "success", 23), (20, "failure", -1)]
    deeds = tally(fight.journal.steps.values())["dan"]
    assert (deeds.checks, deeds.succeeded) == (1, 0)
