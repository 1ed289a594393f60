"""What is typed, chosen by key and explained; what cannot be is refused in a sentence and changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.asking import explained
from tests.prism.table import BOB, DAN, EVE, asked, say, table
from tracker.dice.source import SeededDice
from tracker.encounter.language.parser import parse
from tracker.game_api.values import Choice
from tracker.games.prism.verbs import VERBS
from tracker.model.commands import Do
from tracker.model.refusals import Refused
from tracker.session import Session


def bobs_turn(**options: Any) -> Session:
    fight = table(BOB, DAN, **options)
    say(fight, "begin", "next")
    assert asked(fight) == ("bob", "declaration")
    return fight


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("bob attack", "Name the fighter"),
        ("bob attack bob", "cannot attack itself"),
        ("bob attack dan sword", 'no weapon "sword"; there are Pistol'),
        ("bob attack dan fast", 'no weapon "fast"'),
        ("bob attack dan pistol fast", '"fast" is not known'),
        ("bob attack dan energy", "Give the energy"),
        ("bob attack dan energy many", "Give the energy"),
        ("bob attack dan aim", "Give the part"),
        ("bob use", "Describe the action"),
        ("bob double slow", "takes nothing more"),
        ("bob defend fast", '"fast" is not known'),
        ("bob damage", "from 1 to 10000"),
        ("bob damage 5 pride", "Damage is vitality or trauma"),
        ("bob improve", "Give the skill and the method"),
        ("bob improve Pistol dreaming", "methods: chance, practice, training, teaching"),
        ("bob improve Flying chance", 'no skill "Flying"'),
        ("bob task", "Give the skill"),
        ("bob task Flying", 'no skill "Flying"; there are Pistol, Dodge'),
        ("bob task Pistol energy 21", "cannot burn 21 energy: 20 are left"),
        ("bob contest Pistol dan", "Give the skill, then each opponent"),
        ("bob contest Pistol bob Dodge", "cannot contest with itself"),
        ("bob contest Pistol dan Flying", 'Dan has no skill "Flying"'),
        ("bob orders dance", 'Orders "dance" are unknown; there are attack'),
        ("bob orders attack again, hide", "Orders .hide. are unknown"),
        ("dan attack bob", "may declare at 4"),
        ("bob why", "is no action here"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(line: str, why: str) -> None:
    fight = bobs_turn()
    before = fight.encounter
    with pytest.raises(Refused, match=why):
        say(fight, line)
    assert fight.encounter is before


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("bob attack dan", ("dan", "Pistol")),
        ("bob attack dan PISTOL move aim head energy 3", ("dan", "Pistol", "move", "energy", "3", "aim", "head")),
        ('bob attack dan second aim "left arm"', ("dan", "Pistol", "second", "aim", "left arm")),
        ("bob use opens the door move", ("opens the door", "move")),
        ("bob defend slow-after", ("slow-after",)),
    ],
)
def test_lines_are_read_into_what_is_done(line: str, words: tuple[str, ...]) -> None:
    fight = bobs_turn()
    command = parse(fight.encounter, fight.rules, line)
    assert isinstance(command, Do) and VERBS[command.verb].text(command.words) == words


def menu(fight: Session, who: str, *path: str) -> dict[str, Choice]:
    shown = fight.rules.choices.menu(fight.encounter, who, path)
    return {choice.key: choice for choice in (*shown.choices, *shown.options, *shown.absent)}


def test_the_menu_leads_to_an_attack_with_movement_and_a_second_action() -> None:
    fight = bobs_turn()
    root = menu(fight, "bob")
    assert root["a"].path == ("attack",)
    moving = menu(fight, "bob", *root["m"].path)
    assert (moving["m"].label, moving["m"].price) == ("moving 10 m first", "1 energy of 20")
    twice = menu(fight, "bob", *moving["s"].path)
    targets = menu(fight, "bob", *twice["a"].path)
    assert targets["2"].line == 'bob attack dan "Pistol" move second'
    assert (targets["2"].told, targets["2"].beside) == ("Dan 57 %", "TN 56; if dodged 46 %")
    title = fight.rules.choices.menu(fight.encounter, "bob", twice["a"].path).title
    assert title == "Bob attacks with Pistol, moving 10 m first, with a second action, about 9 damage: target?"
    asking = menu(fight, "bob", *targets["n"].path)
    assert asking["2"].line == 'bob attack dan "Pistol" move second burn'
    say(fight, targets["2"].line)
    again = fight.rules.choices.repeat_last(fight.encounter, "bob")
    assert again is None, "nothing has landed yet"


def test_the_movement_goes_round_and_double_time_names_its_price() -> None:
    fight = bobs_turn()
    path: tuple[str, ...] = ()
    labels = []
    for _ in range(5):
        path = menu(fight, "bob", *path)["m"].path
        labels.append(menu(fight, "bob", *path)["m"].label)
    assert labels[:3] == ["moving 10 m first", "moving 5 m after", "moving 5 m slowly first"]
    assert labels[3:] == ["moving 2.5 m slowly after", "moving?"]
    assert menu(fight, "bob")["o"].price == "3 energy of 20, no action"


def test_an_intent_refuses_the_other_colours_in_the_menu() -> None:
    fight = table(BOB, EVE)
    say(fight, "begin", "next", "eve white", "bob blue")
    own = menu(fight, "eve")
    assert own["a"].refused.startswith("Eve cannot attack: it has shown white")
    assert "a" not in {choice.key for choice in fight.rules.choices.menu(fight.encounter, "eve", ()).choices}
    assert own["k"].refused == "" and own["p"].refused == "" and own["e"].refused != ""


def test_with_several_weapons_one_is_chosen_first() -> None:
    fight = table(BOB, EVE)
    say(fight, "begin", "next", "eve red", "bob blue")
    assert {key: one.label for key, one in menu(fight, "eve", "attack").items()} == {"1": "Fist", "2": "Shield"}
    targets = menu(fight, "eve", *menu(fight, "eve", "attack")["1"].path)
    assert targets["1"].line == 'eve attack bob "Fist"'


def test_the_same_again_with_its_price() -> None:
    fight = table(BOB, DAN, dice=(20, 5))
    say(fight, "begin", "next", "bob attack dan", "next", "absorb", "next", "dan pass", "next")
    again = fight.rules.choices.repeat_last(fight.encounter, "bob")
    assert again is not None
    assert (again.told, again.beside) == ("attack Dan with Pistol 57 %", "TN 56; about 9 damage")


def test_every_number_is_explained_with_its_rule() -> None:
    fight = bobs_turn(scene={"modifier": -10})
    assert explained(fight, "bob", ("attack", "dan")) == (
        "Pistol 8 × Coordination 7 +56 (S-TN-1)",
        "the scene −10 (S-TN-1)",
        "Pistol: TN 46",
        "00 to TN succeeds: 47 % (S-TN-2, S-DICE-1)",
        "damage: tens digit × 4, trauma (S-DMG-1)",
        "Dan dodges with TN 35 and 2 energy: hit 40 % (S-DODGE-2)",
    )
    assert explained(fight, "bob", ("turns",)) == (
        "Initiative 22: first turn after 3 (S-CHAIN-2)",
        "turns 3, 6, 9, 12 …, every 3 ticks (S-CHAIN-3)",
    )
    assert "double: 20 m, 3 energy (S-TURN)" in explained(fight, "bob", ("move",))
    assert explained(fight, "bob", ("improve",))[0] == "Pistol: 100 − 2 × (8 + 10) = 64 (S-GROW-1)"
    assert explained(fight, "bob", ("Pistol",))[-2] == "Pistol: TN 46"
    with pytest.raises(Refused, match="There are attack, dodge"):
        explained(fight, "bob", ("luck",))


def test_the_whole_of_a_fight_by_orders_ends_with_one_side() -> None:
    orders = ("attack again, dodge 2", "attack again, deflect 3", "attack again, absorb")
    fighters = zip((BOB, EVE, DAN), orders, strict=True)
    fight = table(*({**one, "orders": text} for one, text in fighters))
    fight.dice = SeededDice(3)
    say(fight, "begin")
    for _ in range(400):
        if len({one.profile.side for one in fight.encounter if one.able}) < 2:
            return
        say(fight, "next")
    raise AssertionError("the fight has no end")
