"""The plain game at the table: initiative, an attack against a defence, guarding, hit points, down."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.asking import explained
from tests.cli.calling import call
from tests.encounter.table import say, told
from tracker.dice.source import ScriptedDice
from tracker.game_api.values import Choice
from tracker.model import events as ev
from tracker.model.combatant import Presence
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.preparation import prepare
from tracker.storage.toml.diagnostics import InvalidFile

ANN = {"name": "Ann", "side": "heroes", "hit_points": 10, "defence": 14, "weapon": [{"name": "Sword"}]}
BOB = {"name": "Bob", "side": "foes", "hit_points": 6, "initiative": 2, "defence": 12}
SWORD = {"name": "Sword", "attack": 4, "damage": "1d8+1"}


def skirmish(*dice: int, scene: int = 0, **of_ann: object) -> Session:
    """Ann with a sword against Bob with his fists; the dice as they fall."""
    ann = {**ANN, "weapon": [SWORD], **of_ann}
    options = {"scene": {"modifier": scene}} if scene else {}
    fight = prepare({"system": "plain", "combatant": [ann, BOB], **options})
    return Session(fight.encounter, fight.rules, ScriptedDice(dice))


def asked(fight: Session) -> str:
    assert fight.encounter.question is not None
    return fight.encounter.question.who


def on_guard(fight: Session) -> Choice:
    """The choice to go on guard of whoever is asked."""
    choices = fight.rules.choices.menu(fight.encounter, asked(fight), ()).choices
    return next(choice for choice in choices if choice.key == "o")


def test_the_higher_initiative_acts_first_in_every_round() -> None:
    fight = skirmish(10, 9, 2, 2)
    say(fight, "begin", "next")
    assert (asked(fight), fight.encounter.count) == ("bob", 1)
    assert [fight.encounter[who].mark("initiative") for who in ("ann", "bob")] == [10, 11]
    say(fight, "bob attack ann", "next")
    say(fight, "next", "ann attack bob", "next")
    say(fight, "next")
    assert (asked(fight), fight.encounter.count) == ("bob", 2)


def test_an_attack_must_reach_the_defence_less_what_helps_it() -> None:
    fight = skirmish(15, 1, 8, 5)
    say(fight, "begin", "next")
    assert explained(fight, "ann", ("attack", "bob")) == (
        "defence of Bob +12 (L-HIT)",
        "Sword −4 (L-HIT)",
        "Bob: the d20 must show 8",
        "8 or more, 65 %",
    )
    events = say(fight, "ann attack bob", "next")
    assert "Ann attack Bob 12 (8 +4) against 12: hit" in told(fight, events)
    assert [event.to for event in events if isinstance(event, ev.PoolChanged)] == [0]
    assert fight.encounter["bob"].presence is Presence.DOWN


@pytest.mark.parametrize(("die", "hits"), [(7, False), (8, True), (1, False), (20, True)])
def test_where_an_attack_begins_to_hit(die: int, hits: bool) -> None:
    fight = skirmish(15, 1, die, 1)
    say(fight, "begin", "next")
    events = say(fight, "ann attack bob", "next")
    assert [event.outcome for event in events if isinstance(event, ev.Struck)] == ["hit" if hits else "missed"]


def test_the_scene_and_the_game_masters_modifier_make_it_harder_or_easier() -> None:
    fight = skirmish(15, 1, 9, 1, scene=-3)
    say(fight, "begin", "next", "mod 2 high ground")
    events = say(fight, "ann attack bob", "next")
    assert "Ann attack Bob 12 (9 +3) against 12: hit" in told(fight, events)


def test_a_guard_adds_to_the_defence_until_ones_next_turn() -> None:
    fight = skirmish(10, 15, 4, 11, 12, 11)
    say(fight, "begin", "next")
    say(fight, "bob guard", "next", "next")
    assert fight.encounter["bob"].condition("guarding") is not None
    assert "Ann attack Bob 8 (4 +4) against 16: missed" in told(fight, say(fight, "ann attack bob", "next"))
    say(fight, "next", "bob attack ann")
    assert fight.encounter["bob"].condition("guarding") is None


def test_a_guard_ends_with_the_turn_in_which_one_goes_on_guard_again() -> None:
    fight = skirmish(15, 1)
    say(fight, "begin", "next")
    offered = on_guard(fight)
    say(fight, "ann guard", "next", "next", "bob guard", "next", "next")
    assert on_guard(fight) == offered and offered.theirs is not None, "the guard of before is over with its turn"
    assert asked(fight) == "ann" and fight.encounter["ann"].condition("guarding") is not None
    events = say(fight, "ann guard")
    assert [event.condition for event in events if isinstance(event, ev.ConditionEnded)] == ["guarding"]
    say(fight, "next")
    assert fight.encounter["ann"].condition("guarding") is not None


def test_the_menu_of_an_attack_has_a_line_for_each_foe() -> None:
    fight = skirmish(15, 1)
    say(fight, "begin", "next")
    menu = fight.rules.choices.menu(fight.encounter, "ann", ("attack",))
    assert menu.title == "Ann attacks whom with Sword?"
    assert [(one.line, one.works.told) for one in menu.choices if one.works] == [
        ('ann attack bob "Sword"', "8 or more, 65 %")
    ]


def test_a_guard_that_was_given_an_end_by_hand_takes_it_along_when_it_is_over_sooner() -> None:
    fight = skirmish(10, 9)
    say(fight, "begin", "next", "fix bob guarding on until 6")
    assert [due.what for due in fight.encounter.agenda.of("bob")] == ["declare", "end"]
    say(fight, "bob wait")
    assert fight.encounter["bob"].condition("guarding") is None
    assert fight.encounter.agenda.of("bob") == ()


@pytest.mark.parametrize(
    ("damage", "faces", "points"),
    [("1d6!+3", (5,), 8), ("1d6!+3", (6,), 9), ("1d6!", (6,), 6), ("3d6>4+1d6!", (5, 6, 1, 2), 4), ("2d6!", (6, 3), 9)],
)
def test_dice_that_open_are_added_to_what_stands_beside_them(damage: str, faces: tuple[int, ...], points: int) -> None:
    fight = skirmish(15, 1, 20, *faces, weapon=[{**SWORD, "damage": damage}])
    say(fight, "begin", "next")
    (struck,) = [event for event in say(fight, "ann attack bob", "next") if isinstance(event, ev.Struck)]
    assert struck.damage == points


def test_points_by_hand_bring_somebody_down_and_taking_it_back_brings_them_up() -> None:
    fight = skirmish(10, 9)
    say(fight, "begin", "bob damage 6")
    assert fight.encounter["bob"].presence is Presence.DOWN
    fight.undo()
    assert fight.encounter["bob"].able


def test_what_cannot_be_is_refused_in_a_sentence() -> None:
    fight = skirmish(15, 1)
    say(fight, "begin", "next")
    for line, why in (
        ("ann attack ann", "Ann cannot attack itself"),
        ("ann attack bob spear", 'Ann has no weapon "spear"; there are Sword'),
        ("ann guard bob", "`guard` takes nothing more"),
        ("ann damage x", "from 1 to 1000"),
        ("ann orders dance", "there are attack, guard"),
        ("bob attack ann", ""),
    ):
        if why:
            with pytest.raises(Refused, match=why):
                say(fight, line)


def test_what_the_model_cannot_see_is_a_mistake_of_the_file() -> None:
    with pytest.raises(InvalidFile, match="hurt 12 is more than the 10 hit points"):
        skirmish(hurt=12)
    with pytest.raises(InvalidFile, match='orders "dance" are unknown'):
        skirmish(orders="dance")


def test_under_orders_a_side_fights_by_itself_to_the_end() -> None:
    path = Path(__file__).resolve().parent.parent / "saves" / "plain-skirmish.toml"
    lines = "ann rolled\nann orders attack\nbert orders attack\nbegin\n" + "next\n" * 60
    reply = call("run", path, "--seed", "5", given=lines)
    assert "the only side left in the fight" in reply.out
    assert reply.out.count("attack") > 10


def test_what_an_attack_needs_is_reckoned_without_a_fight(tmp_path: Path) -> None:
    reply = call("reckon", "--system", "plain", "attack", "--attack", "4", "--defence", "12", "--roll", "8")
    assert reply.out.split() == ["needed", "8", "percent", "65", "outcome", "hit"]
    path = tmp_path / "own.toml"
    assert call("new", path, "--system", "plain").code == 0
    assert call("check", path).code == 0
    assert call("sheet", path).code == 0
