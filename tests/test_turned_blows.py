"""A blow that is turned on another, or whose target is gone, says so everywhere: in the log, in rows, to players."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.encounter.table import say, told
from tests.lanes import sample
from tests.random_play import EXAMPLES, kind, random_fight
from tracker.dice.source import ScriptedDice, SeededDice
from tracker.model import events as ev
from tracker.model.combatant import Action
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.players.view import ActionSeen, Showing, view
from tracker.session import Session
from tracker.storage.preparation import prepare
from tracker.text.names import says
from tracker.views.timeline.timeline import action_words

AT_ONCE = ("phases", "feats")
"""Games whose actions are over before anybody could turn them."""
NO_TARGET = ("no target", "the target is out of the fight", "closes with nobody")
NOBODY_TO_TURN_ON = ("duel", "psychic-duel", "wrestling")
"""Examples in which two fight each other."""


def test_a_halberd_turned_on_cy_is_no_longer_one_on_bo() -> None:
    people = [
        {"name": "Ann", "weapon": [{"name": "Bo stick"}]},
        {"name": "Bo", "side": "y"},
        {"name": "Cy", "side": "y"},
    ]
    fight = prepare({"system": "segments", "combatant": people})
    session = Session(fight.encounter, fight.rules, ScriptedDice((1, 1, 1)))
    say(session, "begin", "next", "ann attack bo", "bo brace", "cy brace")
    turned = say(session, "ann retarget cy")
    assert told(session, turned) == ["Ann: now attack Cy with Bo stick"]
    assert [action.words for action in seen_of(session, "Ann")] == ["attack Cy with Bo stick"]
    assert action_words(session.encounter, session.encounter["ann"].actions[0]) == "attack Cy with Bo stick"


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_wherever_an_action_may_be_turned_its_words_name_the_new_target_alone(name: str) -> None:
    turned = 0
    for session in random_fight(name, 5, 120):
        question = session.encounter.question
        if turned > 20 or (question is not None and question.ask is not Ask.DECLARE):
            continue
        for who, action, target in turns(session):
            after = Session(session.encounter, session.rules, SeededDice(1))
            try:
                events = say(after, f"{who} retarget {target}")
            except Refused:
                continue
            turned += 1
            encounter = after.encounter
            old, new = encounter[action.target].name, encounter[target].name
            now = encounter[who].action(action.id)
            assert now is not None and now.target == target
            texts = [*told(after, [one for one in events if isinstance(one, ev.ActionChanged)])]
            texts += [action_words(encounter, now)]
            texts += [one.words for one in seen_of(after, encounter[who].name) if one.target == new]
            for text in texts:
                assert not says(text.partition(": now ")[2] or text, old), text
                assert says(text, new) or not says(action_words(session.encounter, action), old), text
    assert turned or name in NOBODY_TO_TURN_ON or name.startswith(AT_ONCE)


def test_a_blow_at_one_who_has_left_hurts_nobody_and_the_log_says_why() -> None:
    fight = prepare({"system": "plain", "combatant": [{"name": "Ann"}, {"name": "Bo", "side": "y"}]})
    session = Session(fight.encounter, fight.rules, ScriptedDice((20, 1)))
    say(session, "begin", "next", "ann attack bo", "bo leaves")
    assert told(session, say(session, "next"))[0] == "Ann's attack Bo has no effect: the target is out of the fight"


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_in_every_game_what_lands_on_one_who_has_left_rolls_nothing_and_the_log_says_why(name: str) -> None:
    tried = 0
    for session in random_fight(name, 5, 120):
        aimed = ((one.id, one.actions[0]) for one in session.encounter if one.actions)
        who, action = next((each for each in aimed if each[1].target not in ("", each[0])), ("", None))
        question = session.encounter.question
        if action is None or tried > 2 or (question is not None and question.ask is not Ask.DECLARE):
            continue
        after = Session(session.encounter, session.rules, SeededDice(1))
        say(after, f"{action.target} leaves")
        events = list(until_over(after, who, action))
        tried += 1
        lines = told(after, events)
        assert not [
            one for one in events if isinstance(one, ev.Struck) and (one.who, one.target) == (who, action.target)
        ]
        assert [line for line in lines for reason in NO_TARGET if reason in line], (name, action.label, lines)
    assert tried or name.startswith(AT_ONCE)


def until_over(session: Session, who: str, action: Action) -> Iterator[ev.Event]:
    """Play on until an action is over; the events."""
    for _ in range(100):
        if session.encounter[who].action(action.id) is None:
            return
        question = session.encounter.question
        match question.ask if question is not None else None:
            case None:
                line = "next"
            case Ask.DICE:
                line = "roll"
            case Ask.DECLARE:
                line = f"{question.who} wait" if question is not None else ""
            case Ask.AMOUNT:
                line = str(question.low) if question is not None else ""
            case _:
                line = question.choices[0] if question is not None else ""
        yield from say(session, line)


def turns(session: Session) -> Iterator[tuple[str, Action, str]]:
    """Each action under way at somebody, with everybody else it could be turned on."""
    for one in session.encounter:
        for action in one.actions:
            for other in session.encounter:
                if action.target and other.able and other.id not in (one.id, action.target):
                    yield one.id, action, other.id


def seen_of(session: Session, name: str) -> list[ActionSeen]:
    """What players see a fighter do, where they see everything that others do."""
    rows = view(session.encounter, session.rules, Showing()).fighters
    return [action for one in rows if one.name == name for action in one.actions]
