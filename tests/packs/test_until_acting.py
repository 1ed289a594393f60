"""A condition until acting weighs on the next action of its bearer and ends when its rolls are done, in every pack."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
import tomli

from tests.encounter.table import say
from tests.lanes import sample
from tests.packs.kit import BASE, STRIKE
from tests.packs.mutants import SHIPPED
from tests.packs.random_fights import ENCOUNTERS
from tests.random_play import a_line
from tracker.dice.source import ScriptedDice, SeededDice
from tracker.encounter.engine.evolve import evolve
from tracker.games import registry
from tracker.model import events as ev
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.session import Session
from tracker.storage.preparation import prepare

OFF = {"off": {"until": "acting", "by_hand": True, "weighs": {"skill": -3}}}


def table(*dice: int, release: Any = "now", conditions: Any = OFF, **changes: Any) -> Session:
    """Ann against Bob by a pack with a condition that takes 3 off the skill until its bearer has acted."""
    pack = {
        **BASE,
        "action": [{**STRIKE, "at_least": 5, **changes}, {"name": "rest", "cost": 2}],
        "conditions": conditions,
    }
    fight = prepare({"system": "trial", "pack": pack, "combatant": [{"name": "Ann"}, {"name": "Bob", "side": "b"}]})
    return Session(replace(fight.encounter, release=release), fight.rules, ScriptedDice(dice))


def chance(events: list[ev.Event]) -> list[int | None]:
    return [event.chance for event in events if isinstance(event, ev.Rolled) and event.what == "strike"]


def started(session: Session) -> None:
    """Ann may act, and bears the condition: begun by an effect, as it is in play."""
    say(session, "begin", "next")


def test_it_weighs_on_the_roll_of_the_next_action_and_is_over_after_it() -> None:
    begins = {"effect": [{"on": "always", "begins": "off"}], "cost": 2}
    session = table(1, 6, 6, 6, **begins)
    started(session)
    assert chance(say(session, "ann strike bob", "next")) == [3]
    assert session.encounter["bob"].condition("off") is not None
    say(session, "next")
    assert chance(say(session, "bob strike ann", "next")) == [6], "3 harder than the usual 3"
    assert session.encounter["bob"].condition("off") is None
    assert session.encounter["ann"].condition("off") is not None, "what the blow itself begins stays"


def test_a_slow_blow_carries_it_to_its_landing_and_an_action_without_a_roll_ends_it_too() -> None:
    session = table(1, 6, 6, effect=[{"on": "always", "begins": "off"}], cost=4, lands=3)
    started(session)
    say(session, "ann strike bob", "bob wait", "next", "bob strike ann")
    assert session.encounter["bob"].condition("off") is not None
    assert chance(say(session, "to 6", "ann wait", "next")) == [6]
    assert session.encounter["bob"].condition("off") is None
    say(session, "ann rest", "next")
    assert session.encounter["ann"].condition("off") is None


def test_a_fight_of_an_older_release_ends_it_with_the_declaration() -> None:
    begins = {"effect": [{"on": "always", "begins": "off"}], "cost": 2}
    session = table(1, 6, 6, 6, release="", **begins)
    started(session)
    say(session, "ann strike bob", "next", "next")
    assert chance(say(session, "bob strike ann", "next")) == [3]


def test_until_declaring_ends_with_the_declaration() -> None:
    guard = {"off": {"until": "declaring", "weighs": {"skill": -3}}}
    begins = {"effect": [{"on": "always", "begins": "off"}], "cost": 2}
    session = table(1, 6, 6, 6, conditions=guard, **begins)
    started(session)
    say(session, "ann strike bob", "next", "next")
    assert chance(say(session, "bob strike ann", "next")) == [3]


def shaky(name: str) -> Session:
    """A fight of a pack that ships in which whoever acts is shaken until the next action is done."""
    document = registry.find(name).document  # type: ignore[attr-defined]
    shakes = {"on": "always", "who": "self", "begins": "shaky"}
    actions = [{**each, "effect": [*each.get("effect", []), shakes]} for each in document["action"]]
    conditions = {**document.get("conditions", {}), "shaky": {"until": "acting"}}
    pack = {**document, "name": "altered", "action": actions, "conditions": conditions}
    encounter = tomli.loads(ENCOUNTERS[name].read_text("utf-8"))
    left_out = ("player", "orders")
    people = [
        {k: v for k, v in one.items() if k not in left_out} for one in encounter["combatant"] if "from" not in one
    ]
    twins = [{**one, "name": f"{one['name']} Twin", "side": "twins"} for one in people]
    fight = prepare({**encounter, "system": "altered", "pack": pack, "combatant": [*people, *twins]})
    session = Session(fight.encounter, fight.rules, SeededDice(8))
    session.say("begin")
    return session


@pytest.mark.parametrize("name", sample(SHIPPED, 3))
def test_in_every_pack_it_is_borne_at_every_roll_of_that_action_and_gone_when_that_is_over(name: str) -> None:
    session, random, rolled, ended = shaky(name), Random(8), 0, 0
    for _ in range(300):
        before = session.encounter
        try:
            events = session.say(a_line(session, random)).events
        except Refused:
            if session.encounter.question is None:
                break
            continue
        for state, event, after in states(before, events, session):
            match event:
                case ev.Rolled() if event.chance is not None and "shaky" in str(state[event.who].marks.get("ending")):
                    assert state[event.who].condition("shaky") is not None
                    rolled += 1
                case ev.ConditionEnded(condition="shaky") if "has acted" in event.why:
                    assert not after[event.who].actions
                    ended += 1
    assert rolled > 1 and ended > 1


def states(before: Encounter, events: Any, session: Session) -> Iterator[tuple[Encounter, ev.Event, Encounter]]:
    state = before
    for event in events:
        after = evolve(state, event)
        yield state, event, after
        state = after
