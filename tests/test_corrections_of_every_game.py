"""What every game master puts right: the same lines and keys in every game, over fights at random."""

from __future__ import annotations

import pytest

from tests.controllers import controller_of
from tests.lanes import sample
from tests.random_play import EXAMPLES, ONE_OF_EACH, game, kind, random_fight
from tests.tui.opening import example
from tracker import testing as contract
from tracker.controller.input.keys import press
from tracker.controller.menus.own_conditions import OwnConditions
from tracker.dice.source import ScriptedDice
from tracker.encounter.engine.step import StepBuilder
from tracker.encounter.features import order_by_hand, temporary_points
from tracker.game_api.values import Choice
from tracker.games.toolkit import pool_changes
from tracker.model import events as ev
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.session import Session
from tracker.views.fighters.fighters import condition_words

every_game = pytest.mark.parametrize("name", sample(ONE_OF_EACH, each=kind), ids=game)


def told(events: tuple[ev.Event, ...]) -> list[str]:
    """What the log is told in words."""
    return [event.text for event in events if isinstance(event, ev.Noted)]


def answers(session: Session) -> list[tuple[str, str]]:
    """The labels and prices of what is asked now: where chances would show a change."""
    question = session.encounter.question
    if question is None or question.who not in session.encounter:
        return []
    choices: tuple[Choice, ...] = ()
    try:
        if question.ask is Ask.CHOOSE:
            choices = session.rules.choices.answers(session.encounter, question)
        elif question.ask is Ask.DECLARE:
            choices = session.rules.choices.menu(session.encounter, question.who, ()).choices
    except Refused:
        return []
    return [(choice.label, choice.beside) for choice in choices]


# A free roll


@every_game
def test_dice_that_no_rule_asks_for_are_rolled_with_their_faces_in_the_log(name: str) -> None:
    session = example(name, dice=ScriptedDice([2, 5, 6]))
    assert told(session.say("dice 2d6+3").events) == ["dice 2d6+3: 10 (2 5)"]
    (secret,) = session.say("secret dice d6").events
    assert (isinstance(secret, ev.Noted) and secret.secret and secret.text == "dice 1d6: 6 (6)") or "d6: 6 (6)"
    session.say("undo")
    session.say("redo")
    assert told(session.journal.steps[session.journal.done[-1]].events) == ["dice d6: 6 (6)"], "the same dice"
    for wrong in ("dice", "dice 12", "dice PSE", "dice 2d6+", "dice 1000d6"):
        with pytest.raises(Refused):
            session.say(wrong)


def test_the_key_of_a_free_roll_begins_its_line() -> None:
    controller = controller_of(example("plain-skirmish", dice=ScriptedDice([4, 4])))
    press(controller, "dollar_sign", "$")
    assert controller.field is not None and controller.field.text == "dice "
    for sign in "2d6":
        press(controller, sign, sign)
    press(controller, "enter")
    assert controller.notice.text.endswith("dice 2d6: 8 (4 4)")


# Points


@every_game
def test_temporary_points_are_taken_first_and_weigh_nothing_else(name: str) -> None:
    looked = 0
    for session in random_fight(name, 2, 40):
        who = next((one.id for one in session.encounter if one.able and one.profile.pools), "")
        if not who:
            continue
        pool = session.encounter[who].profile.pools[0]
        before = answers(session)
        session.say(f"{who} temporary 4 {pool.name}")
        assert answers(session) == before, "they change no chance"
        assert temporary_points.of(session.encounter[who], pool.name) == 4
        condition = session.encounter[who].condition(f"temporary-{pool.name}")
        assert condition is not None and condition.label == f"temporary {pool.words}", "it says of which pool"
        now = session.encounter[who].pool(pool.name)
        assert taken(session, who, pool.name, 3) == (3, now, 1)
        assert taken(session, who, pool.name, 4) == (4, now, 0)
        points = min(6, now - session.encounter[who].least(pool.name))
        if points > 4:
            assert taken(session, who, pool.name, points) == (points, now - points + 4, 0)
        session.say(f"{who} temporary 0 {pool.name}")
        assert temporary_points.of(session.encounter[who], pool.name) == 0
        looked += 1
        if looked > 4:
            break
    assert looked


def taken(session: Session, who: str, pool: str, points: int) -> tuple[int, int, int]:
    """Of a loss in this state: what was taken, and what is left of the pool and of its temporary points."""
    draft = StepBuilder(session.encounter, session.rules, ScriptedDice([]))
    lost = pool_changes.take(draft, who, pool, points, "a test")
    return lost, draft[who].pool(pool), temporary_points.of(draft[who], pool)


@every_game
def test_a_key_and_the_menu_give_points_back(name: str) -> None:
    session = example(name)
    session.say("all rolled")
    session.say("begin")
    one = next(one for one in session.encounter if one.profile.pools and one.profile.pools[0].full > 2)
    pool = one.profile.pools[0]
    session.say(f"fix {one.id} {pool.name} -2")
    controller = controller_of(session)
    controller.view.select(one.id)
    if session.encounter.question is not None and session.encounter.question.ask is Ask.DICE:
        return
    press(controller, "minus", "-")
    assert controller.field is not None
    press(controller, "plus", "+")
    press(controller, "1", "1")
    press(controller, "enter")
    assert session.encounter[one.id].pool(pool.name) == pool.full - 1
    press(controller, "semicolon", ";")
    assert "heals" in next(choice.line for choice in controller.prompt.choices if choice.key == "g")


# Order


def order(encounter: Encounter, session: Session, who: str) -> list[str]:
    return order_by_hand.equals(encounter, session.rules, who)


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_one_goes_up_or_down_among_equals_and_is_asked_there(name: str) -> None:
    for session in random_fight(name, 1, 40):
        tied = max((order(session.encounter, session, one.id) for one in session.encounter), key=len)
        if len(tied) < 2:
            continue
        first, second = tied[:2]
        with pytest.raises(Refused, match="first"):
            session.say(f"{first} earlier")
        session.say(f"{second} earlier")
        assert order(session.encounter, session, first) == [second, first, *tied[2:]]
        session.say(f"{second} later")
        assert order(session.encounter, session, first) == tied
        return
    pytest.skip("nobody shares a count in these steps")


# Effects and who joins


@pytest.mark.parametrize("words", ["until the end of {}'s next turn", "until end of {}'s turn"])
@pytest.mark.parametrize("name", ["plain-skirmish", "duel", "phases-corridor", "prism-corridor", "ticks-ford"])
def test_an_effect_lasts_to_the_end_of_somebodys_next_turn(name: str, words: str) -> None:
    """It is there while that one declares and until what it declared is over, and then no more."""
    session = example(name)
    session.say("all rolled")
    session.say("begin")
    who = asked_next(session)
    other = next(one.id for one in session.encounter if one.id != who)
    session.say(f'{other} is "marked" {words.format(who)}')
    assert "turn of" in condition_words(session.encounter[other], name=str)
    declared = 0
    for _ in range(80):
        question, before = session.encounter.question, session.encounter[other].condition("own-marked")
        if before is None:
            break
        declares = question is not None and question.ask is Ask.DECLARE and question.who == who
        assert not declares or not declared, "its turn is over before it is asked again"
        declared += declares
        session.say(contract.likely(session))
    assert declared and session.encounter[other].condition("own-marked") is None
    assert not session.encounter[who].actions


def asked_next(session: Session) -> str:
    """Go on to a declaration; return whose it is."""
    while True:
        question = session.encounter.question
        if question is not None and question.ask is Ask.DECLARE:
            return question.who
        session.say(contract.likely(session))


def test_two_effects_of_one_name_come_from_two_casters() -> None:
    session = example("plain-skirmish")
    one, other = (fighter.id for fighter in list(session.encounter)[:2])
    session.say(f'{one} is "blessed" by {one} +1')
    session.say(f'{one} is "blessed" by {other} +2 until {other} acts')
    borne = session.encounter[one].conditions
    assert [condition.amount for condition in borne] == [1, 2] and len({condition.key for condition in borne}) == 2
    session.say(f'{one} is not "{borne[0].label}"')
    assert [condition.amount for condition in session.encounter[one].conditions] == [2]


@pytest.mark.parametrize(
    "line", ["join new Thug raiders group thugs hidden", "join new Thug raiders hidden group thugs"]
)
def test_who_joins_stands_in_a_group_at_once_and_unseen(line: str) -> None:
    session = example("plain-skirmish")
    side = next(one.profile.side for one in session.encounter)
    session.say(line.replace("raiders", f'"{side} foes"'))
    thug = next(one for one in session.encounter if one.name == "Thug")
    assert thug.group == "thugs"
    assert all(thug.id in one.unaware_of for one in session.encounter if one.profile.side != thug.profile.side)


def test_a_condition_in_own_words_is_kept_for_the_next_fight() -> None:
    kept: list[str] = []
    controller = controller_of(example("plain-skirmish"))
    controller.own_conditions = OwnConditions("slow", kept.append)
    controller.say('ann is "half blind" -2 until bert acts')
    controller.say("ann is prone; nonsense")
    controller.say("ann is secretly dazed")
    assert kept[-1].split("; ")[-2:] == ["half blind -2", "slow"] and "dazed" in kept[-1]
    later = controller_of(example("prism-corridor"))
    later.own_conditions = OwnConditions(kept[-1])
    for key in ("1", "semicolon", "c", "o"):
        press(later, key, {"semicolon": ";"}.get(key, key))
    assert later.field is not None and "earlier" in later.field.label
    press(later, "up")
    press(later, "up")
    assert later.field.text == "half blind -2"
    press(later, "enter")
    press(later, "n", "n")
    (condition,) = later.session.encounter["bob"].conditions
    assert (condition.label, condition.amount) == ("half blind", -2)
