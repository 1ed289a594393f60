"""An action with `fallen` reaches who is down, in any pack; one without it does not, and `check` judges the key."""

from __future__ import annotations

from typing import Any

import pytest

from tests.encounter.table import say
from tests.packs.kit import BASE, STRIKE, unanswered
from tests.packs.mutants import SHIPPED
from tracker.dice.source import SeededDice
from tracker.games import registry
from tracker.model.combatant import Presence
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.preparation import prepare
from tracker.storage.toml.diagnostics import InvalidFile

MEND = {"name": "mend-up", "target": True, "fallen": True, "cost": 5}


def with_mending(name: str, **changes: Any) -> dict[str, Any]:
    """A pack that ships, with first aid in it: points for the pool that damage goes to."""
    document = registry.find(name).document  # type: ignore[attr-defined]
    body = next(key for key, pool in document["pools"].items() if "down" in pool)
    mend = {**MEND, "effect": [{"gives": {body: 4}}], **changes}
    mend = {key: value for key, value in mend.items() if value is not None}
    return {**document, "name": "mended", "action": [*document["action"], mend]}


def three(pack: dict[str, Any]) -> Session:
    """Doc and Hurt, who is down, against Foe; Doc may act."""
    people = [{"name": name, "side": side} for name, side in (("Doc", "x"), ("Hurt", "x"), ("Foe", "y"))]
    fight = prepare({"system": pack["name"], "pack": pack, "combatant": people})
    session = Session(fight.encounter, fight.rules, SeededDice(2))
    for line in ("begin", "hurt damage 11"):
        session.say(line)
    while session.encounter["hurt"].able:
        session.say("hurt damage 5")
    while (question := session.encounter.question) is None or question.who != "doc":
        if question is None:
            session.say("next")
        elif question.ask is Ask.DECLARE:
            session.say(f"{question.who} wait")
        else:
            unanswered(session)
    return session


@pytest.mark.parametrize("name", SHIPPED)
def test_first_aid_reaches_a_fallen_friend_in_every_pack(name: str) -> None:
    session = three(with_mending(name))
    body = session.rules.abilities.orders.body[0]  # type: ignore[union-attr]
    before = session.encounter["hurt"].pool(body)
    menu = session.rules.choices.menu(session.encounter, "doc", ())
    (first,) = [choice for choice in menu.choices if choice.label == "mend-up"]
    assert not first.refused
    targets = session.rules.choices.menu(session.encounter, "doc", ("mend-up",)).choices
    (hurt,) = [choice for choice in targets if choice.whom == "hurt"]
    assert not hurt.refused and hurt.line
    session.say(hurt.line)
    while session.encounter["doc"].actions:
        session.say("next")
    assert session.encounter["hurt"].pool(body) == before + 4


@pytest.mark.parametrize("name", SHIPPED)
def test_without_the_key_who_is_down_is_out_of_reach_as_before(name: str) -> None:
    session = three(with_mending(name, fallen=None))
    with pytest.raises(Refused, match="Hurt is down"):
        session.say("doc mend-up hurt")
    (hurt,) = [
        each
        for each in session.rules.choices.menu(session.encounter, "doc", ("mend-up",)).choices
        if each.whom == "hurt"
    ]
    assert hurt.refused


def test_waking_ends_a_condition_of_who_is_down_who_is_not_asked_for_an_answer() -> None:
    wake = {**MEND, "name": "wake", "roll": "1d6", "at_least": 1, "effect": [{"ends": "asleep"}]}
    sleeping = {"asleep": {"by_hand": True}}
    pack = {**BASE, "action": [STRIKE, wake], "conditions": sleeping, "answer": [{"name": "dodge", "adds": 2}]}
    people = [{"name": "Ann"}, {"name": "Cy"}, {"name": "Bob", "side": "b"}]
    prepared = prepare({"system": "trial", "pack": pack, "combatant": people})
    session = Session(prepared.encounter, prepared.rules, SeededDice(1))
    say(session, "begin", "cy damage 10", "fix cy asleep on", "next", "ann wake cy", "next")
    assert session.encounter["cy"].condition("asleep") is None
    assert session.encounter["cy"].presence is Presence.DOWN


def test_orders_to_attack_never_mean_what_reaches_the_fallen() -> None:
    pack = {**BASE, "action": [{**MEND, "effect": [{"gives": {"life": 4}}]}, STRIKE]}
    people = [{"name": "Ann", "orders": "attack"}, {"name": "Bob", "side": "b"}]
    prepared = prepare({"system": "trial", "pack": pack, "combatant": people})
    session = Session(prepared.encounter, prepared.rules, SeededDice(1))
    say(session, "begin", "next")
    last = session.encounter["ann"].last or session.encounter["ann"].actions[0]
    assert last.verb == "strike"


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ([STRIKE, {"name": "pray", "cost": 2, "fallen": True}], "fallen belongs to an action with a target"),
        ([{**STRIKE, "fallen": True}], "every action with a target reaches the fallen"),
    ],
)
def test_check_says_where_the_key_means_nothing(action: list[Any], sentence: str) -> None:
    with pytest.raises(InvalidFile) as invalid:
        prepare({"system": "trial", "pack": {**BASE, "action": action}, "combatant": [{"name": "Ann"}]})
    assert sentence in str(invalid.value)
