"""Reactions to actions that are no attacks: tasks, contests, uses and moves that name another fighter (SQ 38)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.prism.table import BOB, DAN, EVE, asked, notes, offered, pools, rolls, say, table
from tracker.model import events as ev
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.players.seat import offer
from tracker.session import Session

TALKER = {**BOB, "skill": [*BOB["skill"], {"name": "Talk", "value": 5, "attribute": "Wits", "kind": "mental"}]}
TALKER["attributes"] = {**BOB["attributes"], "Wits": 8}


def begun(*entries: dict[str, Any], dice: tuple[int, ...] = (), **options: Any) -> Session:
    """A fight in which everybody's first turn is still to come."""
    fight = table(*(entries or (BOB, DAN)), dice=dice, **options)
    say(fight, "begin")
    return fight


def declared(line: str, *dice: int, bob: dict[str, Any] = BOB, **options: Any) -> Session:
    """Bob has declared on tick 3 and `next` has come to what follows."""
    fight = begun(bob, DAN, dice=dice, **options)
    say(fight, "next", line, "next")
    return fight


def ended(events: list[ev.Event]) -> list[tuple[str, str]]:
    """How actions ended, and why."""
    return [(event.how, event.why) for event in events if isinstance(event, ev.ActionEnded)]


@pytest.mark.parametrize(
    "line",
    ["bob task Pistol at dan", "bob contest Pistol dan Dodge", "bob complex Pistol dan Dodge",
     "bob use shoves at dan", 'bob use "grabs the knife" at dan with Pistol', "bob move at dan", "bob move slow at dan",
     "bob double at dan"],
)  # fmt: skip
@pytest.mark.parametrize("react", [True, False])
def test_whatever_names_another_fighter_is_reacted_to_before_any_die_unless_the_house_has_attacks_alone(
    line: str, react: bool
) -> None:
    fight = begun(dice=(50, 40), house_rules={"react_to_actions": react})
    say(fight, "next")
    events = say(fight, line)
    if fight.encounter["bob"].actions:
        events = say(fight, "next")
    assert (asked(fight) == ("dan", "reaction to an action")) is react
    assert bool(rolls(events)) is not (react or (" with " not in line and line.split()[1] in ("use", "move", "double")))


def test_nobody_is_asked_in_a_fight_begun_before() -> None:
    fight = table(BOB, DAN, dice=(50,), present=False)
    say(fight, "begin", "bob task Pistol at dan")
    assert fight.encounter.question is None


def test_a_task_at_a_foe_is_resisted_by_an_opposed_roll_with_the_odds_of_each_way() -> None:
    fight = begun(dice=(39, 42))
    say(fight, "bob task Pistol at dan energy 4")
    assert {word: price for word, (price, _) in offered(fight).items()} == {
        "resist": "TN 45; 61→44 % that it succeeds",
        "let": "61 % that it succeeds",
        "dodge": "2 energy for 1 off their TN, at least 2; 61→50 % that it succeeds",
        "resist-knife": "TN 42; 61→44 % that it succeeds",
    }
    events = say(fight, "resist-knife")
    assert rolls(events) == [("bob", 39, 60, "success"), ("dan", 42, 42, "success")]
    assert notes(events) == ["Dan wins the contest: Bob 21 below its TN, Dan 0 below its TN (S-OPP-2)"]
    assert pools(fight, "bob")["EN"] == 16


def test_who_lets_it_happen_leaves_a_roll_against_the_number_alone() -> None:
    fight = begun(dice=(39,))
    events = say(fight, "bob task Pistol at dan", "let")
    assert rolls(events) == [("bob", 39, 56, "success")]
    assert notes(events) == ["Quality 4 (S-QUAL-1)"]


def test_energy_in_a_dodge_is_off_the_number_and_the_dodge_is_complex() -> None:
    fight = begun(dice=(33, 34))
    say(fight, "bob task Pistol at dan", "dodge")
    question = fight.encounter.question
    assert question is not None and (question.ask, question.low, question.high) == (Ask.AMOUNT, 2, 20)
    price = fight.rules.choices.amount_price(fight.encounter, question, 6)
    assert price == "3 off, their TN 53, 44 % that it succeeds; energy 14 left"
    events = say(fight, "6")
    assert rolls(events) == [("bob", 33, 53, "success"), ("dan", 34, 45, "success")]
    assert notes(events) == ["Dan wins the contest (S-DODGE-2)"]
    assert pools(fight, "dan")["EN"] == 14


def test_what_is_done_with_the_mind_is_not_dodged() -> None:
    fight = begun(TALKER, DAN, dice=(40, 10))
    say(fight, "bob task Talk at dan")
    assert "a mental skill" in offered(fight)["dodge"][1]
    with pytest.raises(Refused, match="a mental skill"):
        say(fight, "dodge")


def test_without_a_skill_of_the_actor_the_roll_of_who_resists_stops_it_and_the_action_is_lost() -> None:
    for die, end in ((45, ("lost", "Dan stops it")), (46, ("landed", ""))):
        fight = declared("bob move at dan", die)
        assert offered(fight)["resist"][0] == "TN 45; 100→54 % that it succeeds"
        assert offered(fight)["let"][0] == "100 % that it succeeds"
        events = say(fight, "resist")
        assert rolls(events)[0][:3] == ("dan", die, 45)
        assert ended(events) == [end]
        assert not fight.encounter["bob"].actions
        say(fight, "next")
        assert asked(fight) == ("dan", "declaration"), "the tick is over"


def test_a_use_with_a_skill_is_a_contest_at_the_end_of_the_tick() -> None:
    line = 'bob use "grabs the knife" at dan with Pistol energy 4'
    for dice, end in (
        ((50, 44), ("lost", "Dan stops it")),
        ((59, 30), ("landed", "")),
        ((61,), ("lost", "Dan stops it")),
    ):
        fight = declared(line, *dice)
        events = say(fight, "resist")
        assert rolls(events)[0][:3] == ("bob", dice[0], 60)
        assert ended(events) == [end], dice
        assert pools(fight, "bob")["EN"] == 16


def test_all_who_are_named_on_a_tick_react_before_the_first_die() -> None:
    fight = begun(BOB, EVE, DAN, dice=(30, 20))
    say(fight, "next", "red", "red", "eve attack bob fist second", "eve move at bob", "bob attack eve", "next")
    reacting = []
    while fight.encounter.question is not None:
        who, what = asked(fight)
        reacting.append((who, what))
        assert not rolls(list(fight.journal.steps[fight.journal.last].events))
        say(fight, {"reaction": "absorb"}.get(what, "let"))
    assert reacting == [("bob", "reaction"), ("bob", "reaction to an action"), ("eve", "reaction")]


def test_an_ally_lets_it_happen_by_habit_and_a_foe_resists() -> None:
    fight = begun(BOB, {**EVE, "side": "heroes"}, DAN, dice=(50,))
    say(fight, "bob task Pistol at eve")
    assert next(iter(offered(fight))) == "let"
    say(fight, "let", "bob task Pistol at dan")
    assert next(iter(offered(fight))) == "resist"


def test_who_has_not_noticed_the_actor_is_not_asked_and_who_is_down_neither() -> None:
    fight = begun(dice=(39, 39, 20, 40))
    say(fight, "dan unaware of bob")
    assert rolls(say(fight, "bob task Pistol at dan")) == [("bob", 39, 56, "success")]
    contest = rolls(say(fight, "bob contest Pistol dan Dodge"))
    assert [who for who, *_ in contest] == ["bob", "dan"], "what a contest names is rolled all the same"
    say(fight, "dan aware of bob", "dan falls")
    say(fight, "bob task Pistol at dan")
    assert fight.encounter.question is None


def test_orders_answer_the_question_a_foe_resists_and_an_ally_does_not() -> None:
    for side, who_rolls in (("foes", ["bob", "dan"]), ("heroes", ["bob"])):
        fight = begun(BOB, {**DAN, "side": side, "orders": "attack nearest, dodge 2"}, dice=(39, 20))
        events = say(fight, "bob task Pistol at dan")
        assert fight.encounter.question is None
        assert [who for who, *_ in rolls(events)] == who_rolls


def test_a_player_is_offered_every_way_without_the_number_of_the_other_side() -> None:
    fight = begun(BOB, {**DAN, "player": "Dora"})
    say(fight, "bob task Pistol at dan")
    made = offer(fight.encounter, fight.rules, "Dora", fight.encounter.count)
    assert made is not None and made.text == "Dan: reaction to an action against Bob"
    assert [(one.word, one.price) for one in made.options][:2] == [("resist", "TN 45"), ("let", "")]
    assert "succeeds" not in str(made.record())


def test_in_a_contest_of_several_each_reacts_and_one_may_dodge_and_another_let_it_happen() -> None:
    fight = begun(BOB, EVE, DAN, dice=(45, 40))
    events = say(fight, "eve contest Brawl bob Dodge and dan Dodge", "let", "dodge", "2")
    assert rolls(events) == [("eve", 45, 48, "success"), ("dan", 40, 45, "failure")]
    assert "Eve wins the contest" in notes(events)[-1]


def test_a_text_of_a_use_ends_only_before_a_fighter() -> None:
    fight = begun()
    say(fight, "next", "bob use looks at the door")
    (action,) = fight.encounter["bob"].actions
    assert (action.label, action.target) == ("looks at the door", "")
    say(fight, "undo", "bob use looks at Dan slow")
    (action,) = fight.encounter["bob"].actions
    assert action.target == "dan" and action.label.startswith("looks, moving")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("bob task Pistol at zed", "zed"),
        ("bob task Pistol at bob", "itself"),
        ("bob move at bob", "itself"),
        ("bob use grabs at dan with Lockpick", "Lockpick"),
        ("bob attack dan at dan", 'no weapon "at"'),
        ("bob attack dan pistol at dan", "not known"),
        ("bob double slow", "takes nothing more"),
    ],
)
def test_what_cannot_be_directed_so_is_refused(line: str, why: str) -> None:
    fight = begun()
    say(fight, "next")
    before = fight.encounter
    with pytest.raises(Refused, match=why):
        say(fight, line)
    assert fight.encounter is before


def test_the_fight_goes_on_from_an_open_reaction_with_dice_of_a_player() -> None:
    fight = begun({**BOB, "player": "Ana"}, DAN, dice=(20,))
    say(fight, "next", "bob use trips at dan with Pistol", "next", "resist", "39")
    assert asked(fight) == ("", "")
    say(fight, "next")
    assert asked(fight) == ("dan", "declaration")
