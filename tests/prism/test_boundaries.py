"""Boundaries of Prism: what reactions, contests, wounds and orders record, and where each begins and ends to be so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.cli.calling import call
from tests.prism.table import BOB, DAN, EVE, asked, due, notes, offered, pools, rolls, say, struck, table
from tracker.games.prism import harm
from tracker.games.prism.book.house_rules import HouseRules
from tracker.model import events as ev
from tracker.model.combatant import Presence
from tracker.model.commands import Do
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.toml.diagnostics import InvalidFile

Entry = dict[str, Any]
CLUB: Entry = {"name": "Club", "skill": "Pistol", "deflects": True}


def begun(*entries: Entry, dice: tuple[int, ...] = (), **options: Any) -> Session:
    fight = table(*(entries or (BOB, DAN)), dice=dice, **options)
    say(fight, "begin")
    return fight


def declared(events: list[ev.Event]) -> list[tuple[str, str, str]]:
    """Who reacted, against whom, and how it is told."""
    return [(one.who, one.against, one.label) for one in events if isinstance(one, ev.DefenceDeclared)]


def ended(events: list[ev.Event]) -> list[tuple[str, str]]:
    return [(one.how, one.why) for one in events if isinstance(one, ev.ActionEnded)]


def refusal(fight: Session, line: str) -> str:
    try:
        say(fight, line)
    except Refused as refused:
        return refused.sentence
    return ""


# Reactions to what is no attack


@pytest.mark.parametrize(
    ("answers", "label", "energy"),
    [
        (("let",), "lets it happen", 20),
        (("resist",), "resists with Dodge", 20),
        (("resist-knife",), "resists with Knife", 20),
        (("dodge", "2"), "dodge with 2 energy: 1 off the TN", 18),
        (("dodge", "7"), "dodge with 7 energy: 3 off the TN", 13),
    ],
)
@pytest.mark.parametrize("line", ["bob task Pistol at dan", "bob use shoves at dan with Pistol"])
def test_a_reaction_to_an_action_is_recorded_with_its_skill_or_energy(
    line: str, answers: tuple[str, ...], label: str, energy: int
) -> None:
    fight = begun(dice=(10, 90))
    say(fight, "next", line)
    if fight.encounter["bob"].actions:
        say(fight, "next")
    events = say(fight, *answers)
    assert declared(events) == [("dan", "bob", label)]
    assert pools(fight, "dan")["EN"] == energy


def test_a_dodge_without_any_energy_left_costs_and_takes_off_nothing() -> None:
    fight = begun(BOB, {**DAN, "now": {"Energy": 0}}, dice=(10, 90), house_rules={"free_dodge": True})
    events = say(fight, "bob task Pistol at dan", "dodge")
    assert declared(events) == [("dan", "bob", "dodge")] and rolls(events)[0][:3] == ("bob", 10, 56)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("bob task Pistol at dan", "Dan: Bob's task, Pistol TN 56. How to react?"),
        ("bob use shoves at dan", "Dan: Bob's use (shoves, at Dan). How to react?"),
        ("bob use shoves at dan with Pistol", "Dan: Bob's use (shoves, at Dan), Pistol TN 56. How to react?"),
        ("bob task Pistol -60 at dan", "Dan: Bob's task, Pistol TN −4. How to react?"),
    ],
)
def test_the_question_for_a_reaction_says_what_is_tried_and_against_what_number(line: str, text: str) -> None:
    fight = begun(dice=(50,))
    say(fight, "next", line)
    if fight.encounter["bob"].actions:
        say(fight, "next")
    assert fight.encounter.question is not None and fight.encounter.question.text == text


@pytest.mark.parametrize(("kind", "first"), [("mental", "Calm"), ("physical", "Dodge")])
def test_one_resists_first_with_a_skill_of_the_same_kind_and_then_with_the_best(kind: str, first: str) -> None:
    talk = {"name": "Talk", "value": 5, "attribute": "Coordination", "kind": kind}
    calm = {"name": "Calm", "value": 1, "attribute": "Agility", "kind": "mental"}
    fight = begun({**BOB, "skill": [*BOB["skill"], talk]}, {**DAN, "skill": [*DAN["skill"], calm]}, dice=(10, 90))
    events = say(fight, "bob task Talk at dan", "resist")
    assert declared(events) == [("dan", "bob", f"resists with {first}")]


@pytest.mark.parametrize(
    ("line", "dice", "end"),
    [
        ("bob move at dan", (), ("landed", "")),
        ("bob use shoves at dan with Pistol", (56,), ("landed", "")),
        ("bob use shoves at dan with Pistol", (57,), ("lost", "the roll failed")),
        ('bob use "shoves it" with Pistol', (56,), ("landed", "")),
        ('bob use "shoves it" with Pistol', (57,), ("lost", "the roll failed")),
        ('bob use "shoves it"', (), ("landed", "")),
    ],
)
def test_a_use_or_a_move_that_is_let_happen_ends_by_its_own_roll_and_the_next_turn_follows(
    line: str, dice: tuple[int, ...], end: tuple[str, str]
) -> None:
    fight = begun(dice=dice)
    say(fight, "next", line)
    events = say(fight, "next")
    if fight.encounter.question is not None:
        events = say(fight, "let")
    assert ended(events) == [end]
    assert fight.encounter["bob"].actions == () and due(fight, "bob") == 6


def test_what_cannot_be_rolled_is_refused_before_anybody_reacts() -> None:
    fight = begun()
    for line, sentence in (
        ("bob task Flute at dan", 'Bob has no skill "Flute"'),
        ("bob contest Pistol dan Flute", 'Dan has no skill "Flute"'),
        ("bob task Pistol energy 21", "Bob cannot burn 21 energy: 20 are left"),
    ):
        assert sentence in refusal(fight, line)
        assert fight.encounter.question is None


# Attacks


def stabbed(*dice: int, bob: Entry | None = None, **options: Any) -> Session:
    """Dan has stabbed at Bob on tick 4."""
    fight = table({**BOB, **(bob or {})}, DAN, dice=dice, **options)
    say(fight, "begin", "next", "bob pass", "next", "dan attack bob", "next")
    return fight


def test_a_late_reaction_is_recorded_after_the_one_that_left_nothing() -> None:
    fight = stabbed(41, 42)
    events = say(fight, "dodge", "2", "desperation", "13")
    assert [label for _, _, label in declared(events)] == [
        "dodge with 2 energy: 1 off the TN",
        "desperation dodge with 13 stamina",
    ]
    deflected = stabbed(41, bob={"weapon": [*BOB["weapon"], CLUB]})
    events = say(deflected, "dodge", "2", "deflect")
    assert declared(events)[-1] == ("bob", "dan", "deflect after all")


@pytest.mark.parametrize(("complex_equal", "least"), [(False, 13), (True, 12)])
def test_the_least_stamina_for_a_desperate_dodge_is_one_less_where_equal_rolls_win(
    complex_equal: bool, least: int
) -> None:
    fight = stabbed(41, house_rules={"complex_equal": complex_equal})
    say(fight, "dodge", "2", "desperation")
    question = fight.encounter.question
    assert question is not None and (question.low, question.high) == (least, 20)


def test_of_the_late_ways_a_lasting_object_comes_first_and_each_once() -> None:
    plank = {"name": "Plank", "skill": "Pistol", "deflects": True, "threshold": 3, "capacity": 3}
    fight = stabbed(41, bob={"weapon": [*BOB["weapon"], CLUB, plank]}, house_rules={"objects": True})
    say(fight, "dodge", "2")
    question = fight.encounter.question
    assert question is not None and question.choices == ("deflect-club", "absorb", "deflect", "desperation")


def test_a_deflection_that_failed_its_roll_stops_nothing_and_one_by_the_object_named_stops_its_share() -> None:
    for die, points in ((56, 9), (57, 12)):
        fight = stabbed(41, die, bob={"weapon": [*BOB["weapon"], CLUB]}, house_rules={"deflect_roll": True})
        assert struck(say(fight, "dodge", "2", "deflect"))[-1][3] == points


def test_a_late_deflection_by_a_roll_is_with_the_object_that_was_named() -> None:
    plank = {"name": "Plank", "skill": "Pistol", "deflects": True, "threshold": 9, "capacity": 9}
    for word, left in (("deflect-club", 9), ("deflect", 6)):
        house = {"objects": True, "deflect_roll": True}
        fight = stabbed(41, 5, bob={"weapon": [*BOB["weapon"], CLUB, plank]}, house_rules=house)
        say(fight, "dodge", "2", word)
        assert pools(fight, "bob")["plank"] == left


def test_the_question_to_one_ally_is_taken_back_when_cards_are_shown() -> None:
    fight = begun(BOB, {**EVE, "side": "heroes"})
    say(fight, "next")
    events = say(fight, "eve cards")
    assert [(one.who, one.what) for one in events if isinstance(one, ev.Withdrawn)] == [("eve", "declaration")]
    assert asked(fight)[1] == "intent"


@pytest.mark.parametrize(("reaction", "rule"), [("dodge", "S-DODGE-1"), ("deflect", "S-DEFLECT-1")])
def test_the_energy_of_a_reaction_stands_in_the_sum_of_the_attack_with_its_rule(reaction: str, rule: str) -> None:
    fight = stabbed(20, 90, bob={"weapon": [*BOB["weapon"], CLUB]})
    events = say(fight, reaction, "6")
    (attack,) = [one for one in events if isinstance(one, ev.Rolled) and one.what == "attack"]
    assert any(
        line.startswith(f"Bob {reaction}s with 6 energy −") and line.endswith(f"({rule})") for line in attack.sum
    )


def test_two_attacks_and_a_use_on_one_tick_each_come_to_their_end() -> None:
    eve = {**EVE, "side": "heroes"}
    fight = table(BOB, eve, {**DAN, "attributes": {**DAN["attributes"], "Initiative": 24}}, dice=(99, 98))
    say(fight, "begin", "next")
    while fight.encounter.question is not None and fight.encounter.question.what == "intent":
        say(fight, "red" if fight.encounter.question.who != "eve" else "blue")
    lines = {"bob": "bob attack dan", "eve": "eve use shouts at dan", "dan": "dan attack bob"}
    while fight.encounter.question is not None:
        say(fight, lines[fight.encounter.question.who])
    events = say(fight, "next")
    while fight.encounter.question is not None:
        events += say(fight, "let" if "let" in fight.encounter.question.choices else "absorb")
    assert sorted(how for how, _ in ended(events)) == ["landed"] * 3
    assert {due(fight, who) for who in ("bob", "eve", "dan")} == {6}


@pytest.mark.parametrize(("stopped", "label"), [(0, "20 damage"), (15, "20 damage, 15 stopped")])
def test_a_hit_is_told_with_what_was_stopped_where_anything_was(stopped: int, label: str) -> None:
    armour = [{"name": "Vest", "threshold": 15, "capacity": 30}] if stopped else []
    fight = table(BOB, {**EVE, "armour": armour}, dice=(50,))
    say(fight, "begin", "next", "eve blue", "bob red", "eve pass", "bob attack eve")
    (hit,) = [one for one in say(fight, "next", "absorb") if isinstance(one, ev.Struck)]
    assert (hit.label, hit.stopped) == (label, stopped)


@pytest.mark.parametrize(
    ("capacity", "why", "left"), [(30, "Vest AC", 15), (20, "Vest AC, AT 15 → 5", 5), (15, "Vest AC, AT 15 → 0", 0)]
)
def test_armour_is_worn_by_what_it_took_and_its_threshold_sinks_with_what_is_left(
    capacity: int, why: str, left: int
) -> None:
    fight = begun(BOB, {**EVE, "armour": [{"name": "Vest", "threshold": 15, "capacity": capacity}]})
    (worn,) = [one for one in say(fight, "eve damage 15 trauma torso") if isinstance(one, ev.PoolChanged)]
    assert (worn.why, worn.by, worn.to) == (why, -15, left)


@pytest.mark.parametrize(("points", "gone"), [(1, False), (2, True)])
def test_armour_without_a_threshold_is_destroyed_below_its_last_point(points: int, gone: bool) -> None:
    cloth = {"name": "Cloth", "threshold": 0, "capacity": 5, "left": 1}
    fight = begun(BOB, {**EVE, "armour": [cloth]})
    say(fight, "fix eve cloth 0")
    assert fight.encounter["eve"].condition("destroyed cloth") is None
    say(fight, f"eve damage {points - 1 or 1} trauma torso") if points > 1 else None
    assert (fight.encounter["eve"].condition("destroyed cloth") is not None) is gone


@pytest.mark.parametrize(("target", "mean"), [(9, 0), (10, 1), (11, 2), (0, 0), (-1, 0), (150, 45)])
def test_the_mean_of_a_success_is_over_every_result_that_succeeds(target: int, mean: int) -> None:
    assert harm.mean_damage(target, 10, HouseRules()) == mean


# Falling


def test_damage_by_hand_takes_one_out_of_the_fight_at_once() -> None:
    fight = begun()
    say(fight, "dan damage 19 trauma")
    assert fight.encounter["dan"].able
    say(fight, "dan damage 99 trauma")
    assert fight.encounter["dan"].presence is Presence.DOWN
    assert [one.key for one in fight.encounter["dan"].conditions] == ["dying"]


def test_one_who_comes_without_trauma_falls_as_the_fight_begins_and_one_who_returns_bears_it_no_longer() -> None:
    fight = table(BOB, {**DAN, "now": {"Trauma": 0}})
    assert fight.encounter["dan"].able
    say(fight, "begin")
    assert fight.encounter["dan"].presence is Presence.DOWN
    older = table(BOB, {**DAN, "now": {"Trauma": 0}})
    older.encounter = replace(older.encounter, release="")
    say(older, "begin")
    assert older.encounter["dan"].presence is Presence.DOWN, "in fights of older releases, too"
    back = begun()
    say(back, "fix dan unconscious on")
    assert back.encounter["dan"].presence is Presence.DOWN
    say(back, "dan returns")
    assert back.encounter["dan"].able and not back.encounter["dan"].conditions


# Skills


def test_a_skill_that_rises_twice_is_told_from_where_it_stood() -> None:
    fight = begun({**BOB, "attributes": {**BOB["attributes"], "PhysicalPotential": 12}}, DAN, dice=(60, 50))
    whys = [
        one.why
        for line in ("bob improve Pistol training by hand", "bob improve Pistol")
        for one in say(fight, line)
        if isinstance(one, ev.MarkChanged)
    ]
    first, second = whys
    assert first == "Pistol 8 → 13 (S-GROW-1)" and second.startswith("Pistol 13 → ")
    (told,) = fight.rules.display.end_of_fight_lines(fight.encounter, "bob")
    assert told == f"Pistol 8 → {second.split()[3]}"


# Orders and refusals


def test_orders_strike_with_the_weapon_last_used_on_that_foe_and_else_with_the_first() -> None:
    for foe, weapon in (("bob", "Shield"), ("dan", "Fist")):
        fight = table(EVE, BOB, DAN, dice=(99,) * 9)
        say(fight, "begin", "next")
        while fight.encounter.question is not None and fight.encounter.question.what == "intent":
            say(fight, "red")
        say(fight, 'eve attack bob "Shield"')
        while due(fight, "eve") != 6 or fight.encounter.question is not None:
            question = fight.encounter.question
            say(
                fight,
                "next" if question is None else "absorb" if "absorb" in question.choices else f"{question.who} pass",
            )
        command = fight.rules.turns.command_for_orders(fight.encounter, "eve", "attack", foe, "")
        assert isinstance(command, Do) and command.words == (foe, weapon)


def test_one_with_skills_but_no_weapon_has_fists_by_brawl_alone() -> None:
    gunner = {**BOB, "weapon": []}
    fight = begun(gunner, DAN)
    say(fight, "next")
    assert refusal(fight, "bob attack dan") == "Bob has no weapon to attack with. e: use, do"
    brawler = {**BOB, "weapon": [], "skill": [{"name": "Brawl", "value": 7, "attribute": "Coordination"}]}
    fists = begun(brawler, DAN)
    say(fists, "next")
    assert refusal(fists, "bob attack dan") == ""
    bare = begun({key: value for key, value in BOB.items() if key not in ("weapon", "skill")}, DAN)
    say(bare, "next")
    assert refusal(bare, "bob attack dan") == ""


def test_energy_is_not_asked_for_an_attack_that_cannot_be() -> None:
    fight = table(BOB, EVE)
    say(fight, "begin", "next", "eve red", "bob white", "eve pass")
    assert "it has shown white" in refusal(fight, "bob attack eve burn")
    poor = begun({**BOB, "now": {"Energy": 0}}, DAN)
    say(poor, "next")
    assert "1 too few" in refusal(poor, "bob attack dan move burn")


def test_allies_are_put_in_order_and_show_intents_on_their_own_tick_alone() -> None:
    fight = begun(BOB, {**EVE, "side": "heroes"})
    for line in ("bob first", "bob cards"):
        assert refusal(fight, line) == "Bob cannot declare at 0: may declare at 3."
    say(fight, "next")
    assert refusal(fight, "bob first") == ""


# Files


def checked(folder: Path, text: str) -> str:
    path = folder / "own.toml"
    path.write_text(f'system = "prism"\n[[combatant]]\nname = "A"\n{text}', encoding="utf-8")
    return call("check", path).out


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("attributes = { Speeed = 4 }\n", "Speed"),
        ("attributes = { Speed = 4 }\n", ""),
        ("attributes = { Speed = 4, Speeed = 4 }\n", ""),
        ('dodge = "Dogde"\nskill = [{ name = "Dodge", value = 3, attribute = "Speed" }]\n', "Dodge"),
        ('skill = [{ name = "Dogde", value = 3, attribute = "Speed" }]\n', "Dodge"),
        ('skill = [{ name = "Dodge", value = 3, attribute = "Speed" }]\n', ""),
    ],
)
def test_a_name_that_no_rule_uses_is_warned_of_where_it_is_nearly_one_that_is_missing(
    tmp_path: Path, text: str, meant: str
) -> None:
    told = checked(tmp_path, text)
    assert (f'did you mean "{meant}"' in told) if meant else ("did you mean" not in told)


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"skill": [BOB["skill"][0], {**BOB["skill"][0], "name": "pistol"}]}, "is there twice"),
        ({"weapon": [{**BOB["weapon"][0], "skill": "Pistl"}]}, 'did you mean "Pistol"'),
        ({"weapon": [{**BOB["weapon"][0], "skill": ""}]}, "goes by no skill, and needs one of them"),
        ({"weapon": [{**BOB["weapon"][0], "threshold": 3}]}, "has a threshold but no capacity"),
        ({"now": {"Energy": 21}}, "now.Energy 21 is more than the 20 points of Energy there are"),
        ({"skill": [{**BOB["skill"][0], "attribute": "Luck"}]}, "goes by Luck, which is not among the attributes"),
    ],
)
def test_what_does_not_fit_together_on_a_sheet_is_told(entry: Entry, words: str) -> None:
    with pytest.raises(InvalidFile) as told:
        table({**BOB, **entry}, DAN)
    assert words in str(told.value)


def test_the_answers_of_a_contest_are_asked_of_each_opponent_in_turn() -> None:
    fight = begun(BOB, DAN, {**EVE, "weapon": EVE["weapon"][:1]}, dice=(10, 90, 90))
    say(fight, "bob contest Pistol dan Dodge and eve Brawl")
    assert asked(fight)[0] == "dan" and "resist" in offered(fight)
    say(fight, "resist")
    assert asked(fight)[0] == "eve"
    events = say(fight, "let")
    assert [who for who, *_ in rolls(events)] == ["bob", "dan"] and any("Bob wins" in note for note in notes(events))


@pytest.mark.parametrize(("part", "meant"), [("haed", "head"), ("Head", ""), ("torso", "")])
def test_a_part_that_armour_covers_is_one_of_the_locations_of_the_encounter(
    tmp_path: Path, part: str, meant: str
) -> None:
    path = tmp_path / "own.toml"
    locations = ["head", *["arm"] * 8, "torso"]
    armour = (
        f'[[combatant]]\nname = "A"\narmour = [{{ name = "Cap", threshold = 3, capacity = 3, covers = ["{part}"] }}]\n'
    )
    path.write_text(f'system = "prism"\nlocations = {locations}\n{armour}', encoding="utf-8")
    told = call("check", path).out
    assert (f'did you mean "{meant}"' in told) if meant else ("did you mean" not in told)


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("bob move", "moving 10 m first"),
        ("bob move slow", "moving 5 m slowly first"),
        ("bob move at dan", "moving 10 m first, at Dan"),
        ("bob move slow at dan", "moving 5 m slowly first, at Dan"),
        ("bob move after", "moving 5 m after"),
        ("bob double", "20 m in double time"),
    ],
)
def test_a_move_is_at_the_usual_pace_or_at_the_one_that_is_said(line: str, label: str) -> None:
    fight = begun()
    say(fight, "next", line)
    (action,) = fight.encounter["bob"].actions
    assert action.label == label


def test_one_resists_with_the_skill_of_the_same_name_before_a_better_one() -> None:
    knife = {"name": "Knife", "value": 5, "attribute": "Coordination"}
    fight = begun({**BOB, "skill": [*BOB["skill"], knife]}, DAN, dice=(10, 90))
    assert declared(say(fight, "bob task Knife at dan", "resist")) == [("dan", "bob", "resists with Knife")]


@pytest.mark.parametrize(("die", "quality"), [(90, ["Quality 4 (S-QUAL-1)"]), (42, [])])
def test_the_quality_of_a_success_that_somebody_resisted_is_told_of_the_winner_alone(
    die: int, quality: list[str]
) -> None:
    fight = begun(dice=(39, die))
    told = notes(say(fight, "bob task Pistol at dan", "resist-knife"))
    assert [note for note in told if note.startswith("Quality 4")] == quality


def test_nothing_may_follow_a_teacher() -> None:
    fight = begun({**BOB, "name": "Kel", "skill": [{**BOB["skill"][0], "value": 9}]}, BOB)
    assert "now" in refusal(fight, "bob improve Pistol training by kel now")


@pytest.mark.parametrize("key", ["pools", "now"])
def test_energy_is_given_nowhere_where_it_is_paid_from_stamina(key: str) -> None:
    people = [{**one, "pools": {"Stamina": 20}} for one in (BOB, DAN)]
    with pytest.raises(InvalidFile) as told:
        table({**people[0], key: {"Energy": 5}}, people[1], house_rules={"one_pool": True})
    assert "Energy is given, but with one_pool energy is paid from Stamina" in str(told.value)
    assert table(*people, house_rules={"one_pool": True}).encounter["bob"].profile.pools[0].name == "ST"


@pytest.mark.parametrize(("house", "fells"), [({}, ["VI", "TR"]), ({"vitality_zero": "note"}, ["TR"])])
def test_trauma_fells_and_vitality_where_the_house_has_it_so(house: dict[str, str], fells: list[str]) -> None:
    pools_of_bob = table(BOB, DAN, house_rules=house).encounter["bob"].profile.pools
    assert [pool.name for pool in pools_of_bob if pool.fells] == fells
