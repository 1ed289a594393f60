"""Nobody is left without an answer: a fight that is left to full orders asks nobody, and one left to itself ends."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.lanes import sample
from tests.random_play import EXAMPLES, kind, random_fight
from tests.tui.opening import SAVES
from tracker.dice.source import SeededDice
from tracker.encounter.decide import Decided, decide
from tracker.encounter.engine import standing_orders
from tracker.encounter.features.sides import standing_sides
from tracker.game_api.rules import Rules
from tracker.model import commands as cmd
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.storage.preparation import prepare, read_encounter

ACTS = ("attack again", "attack nearest", "attack weakest, spread")
LATEST = 6_000
STEPS = 20_000


def ordered(encounter: Encounter, rules: Rules, orders: str) -> Encounter:
    """The fight with these orders for everybody, all of whose dice are rolled."""
    dice = SeededDice(1)
    for fighter in encounter:
        for command in (cmd.SetRoller(fighter.id, False), cmd.GiveOrders(fighter.id, orders)):
            encounter = decide(encounter, command, rules, dice).encounter
    return encounter


def all_orders(rules: Rules) -> tuple[str, ...]:
    """Orders that leave nothing open: each way to choose a foe, and each way to meet a blow."""
    words = rules.abilities.orders
    assert words is not None
    answers = [f", {answer}" for answer in words.answers] or [""]
    return tuple(f"{ACTS[n % len(ACTS)]}{answers[n % len(answers)]}" for n in range(max(len(ACTS), len(answers))))


def moments(name: str, seed: int) -> list[tuple[Encounter, Rules]]:
    """Every tenth state of a fight at random, with its rules."""
    return [(session.encounter, session.rules) for session in random_fight(name, seed, 40)][::10]


def played(encounter: Encounter, rules: Rules, seed: int | str) -> tuple[Encounter, Counter[str]]:
    """The fight as it ends with nobody there: one side stands, or its time is over; what no orders answered."""
    dice, left, waiting = SeededDice(seed), Counter[str](), list[cmd.Command]()
    for _ in range(STEPS):
        if (encounter.began and len(standing_sides(encounter, rules)) < 2) or encounter.count > LATEST:
            return encounter, left
        question = encounter.question
        if waiting:
            command = waiting.pop(0)
            if question is not None and isinstance(command, cmd.Advance):
                continue
        elif question is not None:
            if not standing_orders.follows(encounter, rules):
                left[question.what] += 1
            command = cmd.Unattended()
        else:
            command = cmd.Advance() if encounter.began else cmd.Begin()
        decided: Decided = decide(encounter, command, rules, dice)
        assert decided.events or decided.then, f"{command} changes nothing at {encounter.count}"
        encounter, waiting = decided.encounter, [*decided.then, *waiting]
    raise AssertionError(f"it goes on for ever at {encounter.count}")


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_a_fight_under_full_orders_asks_nobody_from_its_beginning_to_its_end(name: str) -> None:
    """Where the game master has said what becomes of fumbles by orders."""
    document = read_encounter(SAVES / f"{name}.toml", library_dirs=()).document
    if document.get("system", "hybrid") == "hybrid":
        document = {**document, "order_fumbles": "self"}
    prepared = prepare(document)
    for seed, orders in sample(enumerate(all_orders(prepared.rules)), 2):
        end, left = played(ordered(prepared.encounter, prepared.rules, orders), prepared.rules, seed)
        assert not left, orders
        assert len(standing_sides(end, prepared.rules)) < 2, orders


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_from_every_state_of_random_play_a_fight_that_is_left_to_itself_goes_on_to_its_end(name: str) -> None:
    random = Random(name)
    for encounter, rules in sample(moments(name, 2), 2):
        orders = random.choice(all_orders(rules))
        played(ordered(encounter, rules, orders), rules, orders)


@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_a_fight_in_which_nobody_has_orders_is_left_to_itself_without_being_refused(name: str) -> None:
    """Nobody strikes, so it need not end; but nothing that is asked stays open either."""
    for encounter, rules in sample(moments(name, 4), 1):
        dice = SeededDice(4)
        for fighter in encounter:
            encounter = decide(encounter, cmd.GiveOrders(fighter.id, ""), rules, dice).encounter
        for _ in range(60):
            if encounter.question is None:
                try:
                    encounter = decide(encounter, cmd.Advance(), rules, dice).encounter
                except Refused:
                    break
            else:
                encounter = decide(encounter, cmd.Unattended(), rules, dice).encounter
