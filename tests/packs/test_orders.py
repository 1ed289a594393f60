"""Orders in a pack: any action with a target can be ordered by its name, at whom and with what."""

from __future__ import annotations

import pytest

from tests.lanes import sample
from tests.packs.kit import table
from tests.packs.random_fights import ENCOUNTERS
from tracker.dice.source import SeededDice
from tracker.model import events as ev
from tracker.model.combatant import Combatant
from tracker.model.commands import Do
from tracker.model.orders import read, sentence
from tracker.model.questions import Ask
from tracker.session import Session
from tracker.storage.preparation import read_encounter

SHOOT = {"name": "shoot", "target": True, "cost": 4, "pays": {"breath": 1}, "damage": "1"}


def declared(session: Session) -> list[tuple[str, str, str]]:
    """Who has declared what at whom."""
    events = (event for step in session.journal for event in step.events)
    return [(event.who, event.verb, event.target) for event in events if isinstance(event, ev.ActionDeclared)]


def go_on(fight: Session, steps: int) -> None:
    """Let a fight go on by itself, its dice rolled, until somebody must declare."""
    for _ in range(steps):
        question = fight.encounter.question
        if question is not None and question.ask is Ask.DECLARE:
            break
        fight.say("next" if question is None else "roll" if question.ask is Ask.DICE else question.choices[0])


def test_an_action_is_ordered_by_its_name_with_a_target_and_with_what_is_done_else() -> None:
    foes = [{"name": name, "side": "b", "orders": "rest"} for name in ("Bob", "Cat")]
    fight = table(6, 6, 6, 6, also=[SHOOT], people=[{"name": "Ann", "orders": "shoot weakest, else strike"}, *foes])
    for line in ("fix cat life 5", "fix ann breath 1", "begin"):
        fight.say(line)
    go_on(fight, 12)
    assert [(verb, whom) for who, verb, whom in declared(fight) if who == "ann"][:2] == [
        ("shoot", "cat"),
        ("strike", "cat"),
    ], "no breath is left for a second shot"


def test_orders_that_name_an_action_are_said_as_they_are_given() -> None:
    words = table(also=[SHOOT]).rules.abilities.orders
    assert words is not None
    for text in ("shoot weakest with bow, spread", "strike bob, else shoot", "shoot", "rest", "attack nearest"):
        assert read(text, words).text == text
    assert sentence(read("shoot weakest", words)) == "shoots the weakest foe"
    with pytest.raises(ValueError, match="stand alone"):
        read("rest weakest", words)


def can(fight: Session, one: Combatant, verb: str) -> bool:
    """Whether a fighter can do this to a foe at the beginning."""
    foe = next(other.id for other in fight.encounter if other.profile.side != one.profile.side)
    return isinstance(fight.rules.turns.command_for_orders(fight.encounter, one.id, verb, foe, ""), Do)


@pytest.mark.parametrize("name", sample(ENCOUNTERS, 3))
def test_each_action_of_a_pack_that_reaches_a_foe_can_be_ordered(name: str) -> None:
    prepared = read_encounter(ENCOUNTERS[name], library_dirs=())
    words = prepared.rules.abilities.orders
    assert words is not None
    for verb in words.attacks[1:]:
        fight = Session(prepared.encounter, prepared.rules, SeededDice(3))
        who = next((one.id for one in fight.encounter if can(fight, one, verb)), "")
        for one in fight.encounter if who else ():
            fight.say(f"{one.id} orders {verb if one.id == who else 'attack'} weakest")
        fight.say("begin")
        go_on(fight, 40)
        assert {done for whom, done, _ in declared(fight) if whom == who} == ({verb} if who else set())
