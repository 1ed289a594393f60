"""A blow that is turned on another says so everywhere: in the log, in its row and on the players' page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.encounter.table import say, told
from tests.lanes import sample
from tests.random_play import EXAMPLES, kind, random_fight
from tracker.dice.source import ScriptedDice, SeededDice
from tracker.model import events as ev
from tracker.model.combatant import Action
from tracker.model.refusals import Refused
from tracker.players.view import ActionSeen, Showing, view
from tracker.session import Session
from tracker.storage.preparation import prepare
from tracker.text.names import says
from tracker.views.timeline.timeline import action_words

AT_ONCE = ("phases", "feats")
"""Games whose actions are over before anybody could turn them."""
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
    for moment, session in enumerate(random_fight(name, 5, 120)):
        if moment % 3:
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
