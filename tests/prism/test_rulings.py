"""What the text leaves open and is settled anew: dodging by anybody, what a dodge costs, moves, gear, armour."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.asking import answered
from tests.cli.calling import ROOT, call
from tests.prism.table import (
    BOB,
    DAN,
    EVE,
    UNSKILLED,
    asked,
    notes,
    offered,
    pools,
    rolls,
    say,
    stabbed,
    struck,
    table,
)
from tracker.controller.menus.prompt import prompt_for
from tracker.encounter.statistics.tally import tally
from tracker.games.prism.actions import action_options
from tracker.games.prism.actions.action_options import STAYS
from tracker.games.prism.actions.reactions import DEFLECT, DODGE, Attack
from tracker.games.prism.game import PRISM
from tracker.games.prism.sheet import Weapon
from tracker.model import events as ev
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.fight_log.opening import open_fight, start_fight
from tracker.storage.preparation import read_encounter

ROCK = {"name": "Rock", "skill": "Knife", "use": "thrown"}


def shot_at(*dice: int, **options: Any) -> Session:
    """Bob has shot at Eve, who has a shield and cannot dodge what is fired."""
    fight = table(BOB, {**EVE, "armour": []}, dice=dice, **options)
    say(fight, "begin", "next", "eve blue", "bob red", "eve pass", "bob attack eve", "next")
    return fight


def listed(fight: Session) -> list[str]:
    """What stands among the answers on the screen."""
    return [choice.word for choice in prompt_for(fight.encounter, fight.rules, None, "").choices]


def enter(fight: Session) -> str:
    """What Enter answers."""
    likely = prompt_for(fight.encounter, fight.rules, None, "").likely
    return likely.word if likely is not None else ""


# SQ 30: anybody may dodge melee


def test_anybody_may_dodge_melee_with_nothing_of_ones_own_but_energy_and_desperation() -> None:
    fight = stabbed(31, 36)
    assert offered(fight)["dodge"] == ("2 energy for 1 off their TN, at least 2; 43→42 % to be hit", "")
    events = say(fight, "dodge", "4")
    assert rolls(events) == [("dan", 31, 40, "success")], "42, two off for four energy"
    assert notes(events) == ["Bob's 0 leaves nothing above 31: it absorbs (S-DODGE-4)"], "that would take 33 stamina"
    low = stabbed(3, 4)
    say(low, "dodge", "2", "desperation", "5")
    assert struck(low.journal.steps[low.journal.last].events) == [("dan", "bob", "dodged", 0)]
    assert pools(low, "bob")["ST"] == 15


def test_what_is_thrown_or_fired_is_still_dodged_only_by_those_who_may() -> None:
    fight = table(UNSKILLED, {**DAN, "weapon": [ROCK]}, dice=(20,))
    say(fight, "begin", "next", "bob pass", "next", "dan attack bob")
    assert struck(say(fight, "next"))[0][:3] == ("dan", "bob", "hit"), "Speed 10 is not asked"


def test_without_the_skill_nobody_dodged_in_fights_begun_before() -> None:
    fight = table(UNSKILLED, DAN, dice=(20,), present=False)
    say(fight, "begin", "next", "bob pass", "next", "dan attack bob")
    assert struck(say(fight, "next"))[0][:3] == ("dan", "bob", "hit")


def test_a_dodge_without_the_skill_is_told_by_why() -> None:
    fight = table(UNSKILLED, DAN)
    told = answered(fight, "why bob dodge").words
    assert told[0] == "Bob has no skill Dodge: what is left is energy, and desperation (SQ 30)"
    assert "dodge: TN 0" in told


# SQ 40: the scene on a number of 0


def test_the_scene_is_on_the_number_of_a_dodge_without_the_skill_so_desperation_in_the_dark_costs_more() -> None:
    for modifier, least in ((0, 5), (-10, 15), (3, 2)):
        fight = stabbed(3, bob=UNSKILLED, scene={"modifier": modifier})
        assert f"dodge: TN {modifier}".replace("-", "−") in answered(fight, "why bob dodge").words
        say(fight, "dodge", "2", "desperation")
        question = fight.encounter.question
        assert question is not None and question.low == least, "own number + stamina is above 3 by two"


# SQ 31: what a dodge costs, and that Enter is never the dominated choice


@pytest.mark.parametrize(("defensive", "least"), [(False, 2), (True, 1)])
def test_a_dodge_takes_at_least_one_off_and_so_costs_at_least_its_price(defensive: bool, least: int) -> None:
    fight = stabbed(99)
    if defensive:
        say(fight, "fix bob defensive on")
    say(fight, "dodge")
    question = fight.encounter.question
    assert question is not None and question.low == least
    with pytest.raises(Refused, match=f"Possible: {least} to 20"):
        say(fight, str(least - 1))


def test_who_has_not_the_energy_for_one_off_cannot_dodge_and_is_told_so() -> None:
    club = [*BOB["weapon"], {"name": "Club", "skill": "Pistol", "deflects": True}]
    fight = stabbed(bob={**UNSKILLED, "weapon": club, "now": {"Energy": 1}})
    why = "Bob cannot dodge: that takes at least 2 energy, and 1 is left (S-DODGE-1)."
    assert offered(fight)["dodge"] == ("", why)
    with pytest.raises(Refused, match="that takes at least 2 energy"):
        say(fight, "dodge")


def test_how_to_react_lists_only_what_is_open_and_the_key_of_another_way_says_why() -> None:
    fight = shot_at()
    assert listed(fight) == ["deflect", "absorb"]
    shown = prompt_for(fight.encounter, fight.rules, None, "").choice("d")
    assert shown is not None and shown.refused == "Eve cannot dodge a firearm (S-DODGE-3)."
    assert "dodge" not in (fight.encounter.question.choices if fight.encounter.question else ())


def test_enter_deflects_where_that_is_never_worse_and_absorbs_where_the_object_wears_out() -> None:
    assert enter(shot_at()) == "deflect", "as likely to be hit, and a quarter less"
    shield = {**EVE["weapon"][1], "threshold": 3, "capacity": 9}
    worn = table(BOB, {**EVE, "armour": [], "weapon": [EVE["weapon"][0], shield]}, house_rules={"objects": True})
    say(worn, "begin", "next", "eve blue", "bob red", "eve pass", "bob attack eve", "next")
    assert enter(worn) == "absorb", "the shield would pay for it"
    assert enter(stabbed()) == "absorb", "a dodge costs energy"
    assert enter(stabbed(house_rules={"free_dodge": True})) == "dodge", "where it costs nothing it may only help"


def test_the_late_choice_begins_with_deflecting_where_that_is_never_worse() -> None:
    club = [*BOB["weapon"], {"name": "Club", "skill": "Pistol", "deflects": True}]
    fight = stabbed(39, bob={**BOB, "weapon": club})
    say(fight, "dodge", "2")
    assert asked(fight) == ("bob", "late choice") and enter(fight) == "deflect"
    assert listed(fight) == ["deflect", "absorb", "desperation"]


@pytest.mark.parametrize("own", [0, 20, 45, 99])
@pytest.mark.parametrize("roll", ["complex", "simple", "none"])
def test_no_reaction_raises_the_chance_to_be_hit(own: int, roll: str) -> None:
    bob = {**BOB, "skill": [BOB["skill"][0], {"name": "Dodge", "value": own, "attribute": "One"}]}
    bob["attributes"] = {**BOB["attributes"], "One": 1}
    fight = stabbed(bob=bob, house_rules={"dodge_roll": roll})
    attack = Attack.planned(fight.encounter, "dan", "bob", DAN_KNIFE, action_options.Plan())
    for energy in range(21):
        for way in (DODGE, DEFLECT):
            assert attack.answered(way, energy).hit <= attack.hit, (way, energy)


DAN_KNIFE = Weapon(**DAN["weapon"][0])
"""The knife of Dan's sheet."""


def test_menu_question_number_and_why_tell_one_chance_of_a_dodged_blow() -> None:
    fight = table(BOB, DAN)
    say(fight, "begin", "next", "bob pass", "next")
    menu = fight.rules.choices.menu(fight.encounter, "dan", ("attack", STAYS, "Knife"))
    assert (menu.choices[0].told, menu.choices[0].beside) == ("Bob 43 %", "TN 42; if dodged 38 %")
    assert "Bob dodges with TN 30 and 2 energy: hit 38 % (S-DODGE-2)" in answered(fight, "why dan attack").words
    say(fight, "dan attack bob", "next")
    assert offered(fight)["dodge"][0].endswith("at least 2; 43→38 % to be hit")
    say(fight, "dodge")
    question = fight.encounter.question
    assert question is not None
    assert fight.rules.choices.amount_price(fight.encounter, question, 2).startswith(
        "1 off, their TN 41, 38 % to be hit"
    )


def test_where_a_dodge_is_not_rolled_the_odds_count_its_energy_and_not_the_skill() -> None:
    fight = stabbed(99, bob=BOB, house_rules={"dodge_roll": "none"})
    assert offered(fight)["dodge"][0].endswith("at least 2; 43→42 % to be hit"), "TN 41: one off the 42"
    assert "Bob dodges with TN 30 and 2 energy: hit 42 % (S-DODGE-2)" in answered(fight, "why dan attack").words


# SQ 32: each action has a move of its own


def test_each_action_of_a_turn_has_a_move_of_its_own_paid_and_bound_as_the_first() -> None:
    fight = table(BOB, {**DAN, "attributes": {**DAN["attributes"], "Initiative": 1}}, dice=(99, 99))
    say(fight, "begin", "next", "bob attack dan second move")
    with pytest.raises(Refused, match="cannot take double time: it has acted on this turn"):
        say(fight, "bob double")
    events = say(fight, "bob attack dan after")
    label = next(event.label for event in events if isinstance(event, ev.ActionDeclared))
    assert label.endswith("moving 5 m after") and pools(fight, "bob")["EN"] == 20 - 10 - 1 - 1


def test_in_fights_begun_before_a_turn_has_one_move() -> None:
    fight = table(BOB, {**DAN, "attributes": {**DAN["attributes"], "Initiative": 1}}, present=False)
    say(fight, "begin", "next", "bob attack dan second move")
    with pytest.raises(Refused, match="has already moved on this turn"):
        say(fight, "bob attack dan move")


# SQ 33: gear in tasks


def test_gear_named_in_a_task_multiplies_its_quality_and_is_on_its_number() -> None:
    sight = {"name": "Fine sight", "skill": "Pistol", "modifier": 1.5, "bonus": 4}
    fight = table({**BOB, "weapon": [*BOB["weapon"], sight]}, DAN, dice=(60, 60))
    events = say(fight, "begin", 'bob task Pistol with "Fine sight"')
    assert rolls(events) == [("bob", 60, 60, "success")], "8 × 7 and 4"
    assert notes(events) == ["Quality 11 with Fine sight ×1.5 (S-QUAL-2)"], "7 × 1.5, rounded half up"
    with pytest.raises(Refused, match="Fine sight"):
        say(fight, "bob task Pistol with Lockpicks")


# SQ 34: a success that loses on nearness


def test_a_success_that_is_not_the_nearer_one_is_a_success_that_lost_with_both_distances() -> None:
    fight = table(BOB, EVE, dice=(45, 24))
    events = say(fight, "begin", "eve contest Brawl bob Dodge", "resist")
    assert rolls(events) == [("eve", 45, 49, "success"), ("bob", 24, 30, "success")]
    assert notes(events) == ["Eve wins the contest: Eve 4 below its TN, Bob 6 below its TN (S-OPP-2)"]
    deeds = tally(fight.journal.steps.values())["bob"]
    assert (deeds.checks, deeds.succeeded) == (1, 1)


def test_a_failure_in_a_contest_has_no_distance() -> None:
    fight = table(BOB, EVE, dice=(45, 31))
    events = say(fight, "begin", "eve contest Brawl bob Dodge", "resist")
    assert rolls(events)[1] == ("bob", 31, 30, "failure")
    assert notes(events) == ["Eve wins the contest (S-OPP-2)"]


def test_a_simple_dodge_that_is_not_nearer_is_a_success_and_hit_all_the_same() -> None:
    fight = stabbed(40, 20, bob=BOB, house_rules={"dodge_roll": "simple"})
    events = say(fight, "dodge", "2")
    assert rolls(events) == [("dan", 40, 41, "success"), ("bob", 20, 30, "success")]
    assert notes(events) == ["Bob's dodge succeeds but is not nearer: 10 below its TN, Dan 1 below (S-OPP-2)"]
    assert struck(events)[0][2] == "hit"


# SQ 35: more than two


@pytest.mark.parametrize(
    ("bob", "dan", "wins"),
    [(24, 42, "Dan"), (28, 40, "Bob"), (24, 35, "Eve"), (26, 41, "Eve"), (31, 41, "Eve"), (27, 42, "Bob")],
)
def test_of_several_who_resist_the_nearest_wins_and_the_actor_on_a_tie(bob: int, dan: int, wins: str) -> None:
    fight = table(BOB, EVE, DAN, dice=(45, bob, dan))
    events = say(fight, "begin", "eve contest Brawl bob Dodge and dan Dodge", "resist", "resist")
    assert [one[0] for one in rolls(events)] == ["eve", "bob", "dan"]
    assert notes(events)[-1].startswith(f"{wins} wins the contest")


def test_several_may_resist_in_a_complex_roll_and_all_win_when_the_actor_fails() -> None:
    fight = table(BOB, EVE, DAN, dice=(33, 20, 40, 50))
    events = say(fight, "begin", "eve complex Brawl bob Dodge and dan Dodge", "resist", "resist")
    assert notes(events)[-1] == "Dan wins the contest (S-OPP-3)"
    told = notes(say(fight, "eve contest Brawl bob Dodge and dan Dodge", "resist", "resist"))
    assert told == ["Bob and Dan win the contest: Eve fails (S-OPP-2)"]


def test_who_resists_is_named_once_and_is_somebody_else() -> None:
    fight = table(BOB, EVE, DAN)
    say(fight, "begin")
    for line, why in (
        ("eve contest Brawl bob Dodge and bob Pistol", "resists once in a contest"),
        ("eve contest Brawl bob Dodge and", "each opponent with its skill"),
        ("eve contest Brawl eve Brawl", "cannot contest with itself"),
    ):
        with pytest.raises(Refused, match=why):
            say(fight, line)


# SQ 36: armour whose AT is above its AC


def plated(threshold: int, capacity: int) -> dict[str, Any]:
    return {**EVE, "armour": [{"name": "Plate", "threshold": threshold, "capacity": capacity}]}


def test_armour_never_takes_more_than_its_capacity_from_the_first() -> None:
    fight = table(BOB, plated(15, 10), dice=(50,))
    assert fight.rules.display.card(fight.encounter, "eve").facts[0] == "Plate AT 10 AC 10/10, everywhere"
    say(fight, "begin", "next", "eve blue", "bob red", "eve pass", "bob attack eve", "next", "absorb")
    assert pools(fight, "eve")["plate"] == 0 and pools(fight, "eve")["TR"] == 12 - 6, "20, 10 taken, 4 by stamina"
    old = table(BOB, plated(15, 10), dice=(50,), present=False)
    say(old, "begin", "next", "eve blue", "bob red", "eve pass", "bob attack eve", "next", "absorb")
    assert pools(old, "eve")["plate"] == -5


def test_the_calculator_has_armour_as_a_fight_has_it() -> None:
    reply = call(
        "reckon", "--system", "prism", "damage", "--roll", 50, "--modifier", 4, "--at", 15, "--ac", 10, "--json"
    )
    assert '"armour_takes": 10' in reply.out and '"ac": 0' in reply.out


def test_check_tells_full_armour_whose_threshold_is_above_its_capacity(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    piece = '[[combatant.armour]]\nname = "Plate"\nthreshold = 15\ncapacity = {}\n'
    text = 'system = "prism"\n[[combatant]]\nname = "Eve"\n' + piece
    path.write_text(text.format(10), encoding="utf-8")
    reply = call("check", path)
    assert reply.code == 0
    assert "Eve's Plate has AT 15 above its AC 10, so its AT counts as 10 (S-ARM-3)" in reply.out
    path.write_text(text.format(15), encoding="utf-8")
    assert "counts as" not in call("check", path).out


def test_a_destroyed_piece_comes_back_by_hand_with_a_sentence_that_says_so() -> None:
    worn = {"name": "Vest", "threshold": 15, "capacity": 30, "left": 0}
    fight = table(BOB, {**EVE, "armour": [worn]})
    say(fight, "begin", "eve damage 8 trauma torso")
    assert fight.encounter["eve"].condition("destroyed vest") is not None
    assert notes(say(fight, "fix eve vest 10")) == [
        "Eve's Vest was destroyed for good (S-ARM-5); by hand it is back, AC 10 of 30; `undo` takes that back"
    ]
    assert notes(say(fight, "fix eve vest 12")) == []


# Fights begun before


def test_fights_begun_before_keep_their_rules_and_new_ones_state_them(tmp_path: Path) -> None:
    old = open_fight(ROOT / "saves" / "finished-prism-armour.fight.toml", look=True).prepared.rules
    assert set(old.display.house_rules(changed=True)) - {"degrees = true", "objects = true"} == {
        "unskilled_dodge = false",
        "free_dodge = true",
        'moves = "turn"',
        "capped_threshold = false",
        "react_to_actions = false",
    }
    path = tmp_path / "new.fight.toml"
    start_fight(read_encounter(ROOT / "saves" / "prism-armour.toml"), path).close()
    changed = set(open_fight(path, look=True).prepared.rules.display.house_rules(changed=True))
    assert changed == {"degrees = true", "objects = true"}
    stated = {"unskilled_dodge", "free_dodge", "moves", "capped_threshold", "react_to_actions"}
    assert set(PRISM.stated({})["house_rules"]) == stated
