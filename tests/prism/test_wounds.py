"""Wounds: armour layer by layer at the part struck, pools, falling, and putting right by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.prism.table import BOB, DAN, EVE, asked, offered, pools, rolls, say, struck, table
from tracker.dice.source import ScriptedDice
from tracker.games.prism.book.tables import METHODS
from tracker.model import events as ev
from tracker.model.combatant import Presence
from tracker.model.refusals import Refused
from tracker.session import Session

LAYERS = [
    {"name": "Plate", "covers": ["torso"], "threshold": 5, "capacity": 5},
    {"name": "Vest", "threshold": 15, "capacity": 30},
    {"name": "Helmet", "covers": ["Head"], "threshold": 4, "capacity": 8},
]


def shot(*dice: int, line: str = "bob attack eve", **options: object) -> tuple[Session, list[ev.Event]]:
    """Bob has shot at Eve, who wears three pieces and absorbs."""
    fight = table(BOB, {**EVE, "armour": LAYERS}, dice=dice, **options)
    say(fight, "begin", "next", "eve blue", "bob red", "eve pass", line)
    return fight, say(fight, "next", "absorb")


def test_layers_are_hit_one_after_the_other_outermost_first() -> None:
    fight, events = shot(50)
    assert [pools(fight, "eve")[name] for name in ("plate", "vest", "helmet")] == [0, 15, 8]
    assert struck(events) == [("bob", "eve", "hit", 0)]
    told = next(event for event in events if isinstance(event, ev.Struck))
    assert (told.location, told.stopped) == ("torso", 20)
    assert told.sum == (
        "Pistol ×4: 20 (S-DMG-1)",
        "Plate takes 5 (S-ARM-2)",
        "Vest takes 15 (S-ARM-2)",
        "0 pass (S-DMG-3)",
    )


def test_only_what_covers_the_part_aimed_at_is_hit() -> None:
    fight, events = shot(50, line="bob attack eve aim head")
    assert [pools(fight, "eve")[name] for name in ("plate", "vest", "helmet")] == [5, 15, 4]
    assert struck(events) == [("bob", "eve", "hit", 1)]


def test_a_random_part_goes_by_the_ones_digit_where_the_house_has_its_table() -> None:
    parts = ["head", *["arm"] * 8, "torso"]
    for die, part in ((50, "head"), (49, "torso"), (31, "arm")):
        _, events = shot(die, house_rules={"random_location": True}, locations=parts)
        assert next(event for event in events if isinstance(event, ev.Struck)).location == part


def test_armour_with_nothing_left_lets_all_through_and_is_destroyed_further_down() -> None:
    vest = {"name": "Vest", "threshold": 15, "capacity": 30, "left": 0}
    fight = table(BOB, {**EVE, "armour": [vest], "pools": {"Trauma": 90}}, dice=(20, 1, 10))
    for line in ("begin", "next", "eve blue", "bob red", "eve pass", "bob attack eve second", "bob attack eve"):
        say(fight, line)
    events = say(fight, "next", "absorb", "absorb")
    assert [one[3] for one in struck(events)] == [8, 0]
    assert pools(fight, "eve")["vest"] == -8
    assert [one.label for one in fight.encounter["eve"].conditions] == ["Vest destroyed"]
    say(fight, "fix eve vest 10")
    assert not fight.encounter["eve"].conditions and fight.encounter["eve"].mark("AT vest") == 10


def test_the_card_shows_every_layer_with_threshold_and_capacity() -> None:
    fight, _ = shot(50)
    assert fight.rules.display.card(fight.encounter, "eve").facts[:3] == (
        "Plate AT 0 AC 0/5, torso",
        "Vest AT 15 AC 15/30, everywhere",
        "Helmet AT 4 AC 8/8, head",
    )


@pytest.mark.parametrize(("house", "presence"), [({}, Presence.DOWN), ({"vitality_zero": "note"}, Presence.IN)])
def test_without_vitality_somebody_is_unconscious_where_the_house_has_it_so(
    house: dict[str, object], presence: Presence
) -> None:
    fight = table({**BOB, "now": {"Vitality": 1, "Stamina": 0}}, EVE, dice=(49,), house_rules=house)
    say(fight, "begin", "next", "eve red", "bob blue", "eve attack bob", "bob pass", "next", "absorb")
    assert fight.encounter["bob"].presence is presence
    assert pools(fight, "bob")["VI"] == 0 and pools(fight, "bob")["TR"] == 20 - 7


def test_without_trauma_somebody_is_dying() -> None:
    fight = table({**BOB, "now": {"Trauma": 1}}, DAN, dice=(42,))
    say(fight, "begin", "next", "bob pass", "next", "dan attack bob", "next", "absorb")
    assert [one.key for one in fight.encounter["bob"].conditions] == ["dying"]
    assert fight.encounter["bob"].presence is Presence.DOWN
    say(fight, "fix bob TR 5")
    assert fight.encounter["bob"].able and not fight.encounter["bob"].conditions


def test_damage_and_conditions_by_hand() -> None:
    fight = table(BOB, {**EVE, "armour": LAYERS})
    say(fight, "begin", "eve damage 22 vitality torso")
    assert pools(fight, "eve") == {"EN": 12, "ST": 10, "VI": 12, "TR": 12, "plate": 0, "vest": 15, "helmet": 8}
    say(fight, "bob damage 8", "fix bob prone on", "fix bob EN 3")
    assert (pools(fight, "bob")["ST"], pools(fight, "bob")["TR"], pools(fight, "bob")["EN"]) == (15, 17, 3)
    say(fight, "fix eve VI 0")
    assert fight.encounter["eve"].presence is Presence.DOWN
    say(fight, "fix bob unconscious on")
    assert fight.encounter["bob"].presence is Presence.DOWN


@pytest.mark.parametrize(("die", "points"), [(7, 4), (50, 24)])
def test_damage_by_quality_where_the_house_has_it_so(die: int, points: int) -> None:
    _, events = shot(die, house_rules={"damage_from": "quality"})
    told = next(event for event in events if isinstance(event, ev.Struck))
    assert told.damage + told.stopped == points


def test_the_scene_and_the_game_masters_modifier_are_on_the_number() -> None:
    fight = table(BOB, EVE, dice=(39,), scene={"modifier": -20})
    say(fight, "begin", "next", "eve blue", "bob red", "eve pass", "bob attack eve", "bob mod +4 aimed")
    assert rolls(say(fight, "next", "absorb")) == [("bob", 39, 40, "success")]


def test_tasks_and_contests_at_any_time() -> None:
    fight = table(BOB, EVE, DAN, dice=(62, 39, 30, 33, 44, 33, 45, 57))
    say(fight, "begin")
    notes = [event.text for event in say(fight, "bob task Pistol energy 4 +2") if isinstance(event, ev.Noted)]
    assert notes == ["Quality 7 (S-QUAL-1)"] and pools(fight, "bob")["EN"] == 16
    events = say(fight, "eve contest Brawl bob Dodge", "resist")
    won = [event.text for event in events if isinstance(event, ev.Noted)]
    assert won == ["Bob wins the contest: Eve 10 below its TN, Bob 0 below its TN (S-OPP-2)"]
    for winner in ("Dan", "Bob"):
        events = say(fight, "bob complex Pistol dan Dodge", "resist")
        won = [event.text for event in events if isinstance(event, ev.Noted)]
        assert won == [f"{winner} wins the contest (S-OPP-3)"]
    events = say(fight, "bob contest Pistol dan Dodge", "resist")
    lost = [event.text for event in events if isinstance(event, ev.Noted)]
    assert lost == ["Dan wins the contest: Bob fails (S-OPP-2)"]


def test_a_skill_rises_by_what_its_method_is_worth_and_its_number_with_it() -> None:
    fight = table({**BOB, "attributes": {**BOB["attributes"], "PhysicalPotential": 12}}, DAN, dice=(60, 61, 55))
    say(fight, "begin")
    events = say(fight, "bob improve Pistol training by hand")
    assert rolls(events) == [("bob", 60, 60, "success")]
    assert "Pistol TN 91" in fight.rules.display.card(fight.encounter, "bob").facts
    events = say(fight, "bob improve Pistol")
    assert rolls(events) == [("bob", 61, 50, "failure")]
    assert fight.rules.display.end_of_fight_lines(fight.encounter, "bob") == ("Pistol 8 → 13",)


KEL = {**BOB, "name": "Kel", "skill": [{"name": "Pistol", "value": 9, "attribute": "Coordination"}]}
NED = {**KEL, "name": "Ned", "skill": [{**KEL["skill"][0], "value": 8}]}


def test_training_asks_for_a_teacher_and_the_better_ones_of_the_side_and_one_by_hand_are_offered() -> None:
    fight = table(BOB, NED, KEL, DAN, dice=(64,))
    say(fight, "begin", "bob improve Pistol training")
    assert asked(fight) == ("bob", "teacher")
    assert offered(fight) == {"kel": ("Pistol 9", ""), "by-hand": ("a teacher who is not there", "")}
    say(fight, "kel")
    assert "Pistol TN 91" in fight.rules.display.card(fight.encounter, "bob").facts


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("bob improve Pistol training by dan", "Dan has Pistol 0, Bob 8"),
        ("kel improve Pistol training by bob", "Bob has Pistol 8, Kel 9"),
        ("bob improve Pistol training by ned", "Ned has Pistol 8, Bob 8"),
        ("bob improve Pistol training by bob", "under itself"),
        ("bob improve Pistol training by zed", "`by hand`"),
        ("bob improve Pistol training by", "Name the fighter"),
        ("bob improve Pistol practice by kel", "Only training has a teacher"),
    ],
)
def test_a_teacher_has_the_higher_skill_and_the_refusal_says_both_figures(line: str, why: str) -> None:
    fight = table(BOB, NED, KEL, DAN)
    say(fight, "begin")
    with pytest.raises(Refused, match=why):
        say(fight, line)


def test_a_pupil_who_has_caught_up_is_taught_no_more() -> None:
    fight = table(BOB, KEL, dice=(64,))
    say(fight, "begin", "bob improve Pistol training by kel")
    with pytest.raises(Refused, match="Kel has Pistol 9, Bob 13"):
        say(fight, "bob improve Pistol training by kel")
    say(fight, "bob improve Pistol training")
    assert list(offered(fight)) == ["by-hand"]


def test_the_menu_leads_to_every_method_and_training_to_its_teacher() -> None:
    fight = table(BOB, KEL, DAN)
    say(fight, "begin", "next")
    tasks = fight.rules.choices.menu(fight.encounter, "bob", ("task",))
    assert next(one.path for one in tasks.choices if one.key == "i") == ("improve",)
    methods = fight.rules.choices.menu(fight.encounter, "bob", ("improve", "Pistol")).choices
    assert [one.line for one in methods] == [f'bob improve "Pistol" {method}' for method in METHODS]


def test_in_a_fight_of_an_older_release_training_needs_no_teacher() -> None:
    fight = table(BOB, DAN, dice=(64,))
    old = Session(replace(fight.encounter, release=""), fight.rules, ScriptedDice([64]))
    events = say(old, "begin", "bob improve Pistol training")
    assert rolls(events) == [("bob", 64, 64, "success")]


@pytest.mark.parametrize(("method", "now"), [("chance", 9), ("practice", 11), ("training", 13), ("teaching", 10)])
def test_every_method_raises_a_skill_by_what_the_text_gives_it(method: str, now: int) -> None:
    """The text: 1 by chance, 3 by practice, 5 by training, 2 by teaching; the next shot is at the higher number."""
    fight = table(BOB, DAN, dice=(64,))
    say(fight, "begin", f"bob improve Pistol {method}", *(["by-hand"] if method == "training" else []))
    assert fight.rules.display.end_of_fight_lines(fight.encounter, "bob") == (f"Pistol 8 → {now}",)
    assert f"Pistol TN {now * 7}" in fight.rules.display.card(fight.encounter, "bob").facts


@pytest.mark.parametrize(("die", "passed", "harm"), [(10, 4, ""), (20, 8, "trauma")])
def test_a_blow_the_threshold_takes_whole_is_not_called_trauma(die: int, passed: int, harm: str) -> None:
    """Eve's damage threshold is 4: 1 × 4 all comes off stamina, of 2 × 4 half is trauma."""
    fight = table(BOB, {**EVE, "armour": []}, dice=(die,))
    say(fight, "begin", "next", "eve blue", "bob red", "eve pass", "bob attack eve")
    blow = next(event for event in say(fight, "next", "absorb") if isinstance(event, ev.Struck))
    assert (blow.damage, blow.type) == (passed, harm)
    assert (pools(fight, "eve")["ST"], pools(fight, "eve")["TR"]) == (8, 12 - (passed - 4))


def test_a_double_zero_is_nothing_and_succeeds_against_any_number() -> None:
    fight, events = shot(0)
    assert rolls(events) == [("bob", 0, 56, "success")]
    assert struck(events) == [("bob", "eve", "hit", 0)]
    clumsy = {**BOB, "skill": [{"name": "Pistol", "value": 0, "attribute": "Coordination"}]}
    fight = table(clumsy, EVE, dice=(0, 1))
    tried = rolls(say(fight, "begin", "bob task Pistol", "bob task Pistol"))
    assert [tier for *_, tier in tried] == ["success", "failure"], "00 is at 0, 01 above it"


def test_a_skill_beyond_its_potential_cannot_rise() -> None:
    fight = table({**BOB, "attributes": {**BOB["attributes"], "PhysicalPotential": 43}}, DAN)
    with pytest.raises(Refused, match="the target would be -2"):
        say(fight, "begin", "bob improve Pistol")


def test_nothing_by_hand_comes_between_a_reaction_and_its_dice() -> None:
    fight = table(BOB, DAN, dice=(10,))
    say(fight, "begin", "next", "bob pass", "next", "dan attack bob", "next")
    assert asked(fight) == ("bob", "reaction")
    for line in ("bob task Pistol", "bob damage 5", "dan falls"):
        with pytest.raises(Refused, match="Answer the question first"):
            say(fight, line)


def test_the_players_see_who_is_on_the_defensive_but_not_who_holds_an_action() -> None:
    fight = table(BOB, DAN)
    say(fight, "begin", "next", "bob defend", "next", "next", "dan wait")
    seen = {one.key: fight.rules.display.visible_condition(one) for who in fight.encounter for one in who.conditions}
    assert seen == {"defensive": "defensive", "held": ""}
