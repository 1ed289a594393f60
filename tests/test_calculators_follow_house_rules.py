"""What a calculator gives is what `why` says and what is rolled, under every house rule of every game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import settings

from tests.asking import explained
from tests.hybrid.kit import ANNA, ANNA_WITH_KNIFE, GRUK, GUARD
from tests.hybrid.table import at_once
from tests.lanes import sample
from tests.random_play import PACKED, a_line, typed
from tests.switched_rules import Rule, switched
from tests.tui.opening import SAVES
from tracker.dice.source import SeededDice
from tracker.encounter.engine.dice_requests import asked_for
from tracker.game_api.calculator_arguments import given
from tracker.games.phases.checks.chances import Check
from tracker.games.prism import checks, odds
from tracker.model.events import Rolled
from tracker.model.questions import Roll
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.preparation import prepare, read_encounter
from tracker.text.numbers import plain_number

GAMES = {"phases-corridor": "phases", "prism-corridor": "prism", "feats-rooftops": "feats"}
"""An example of each game whose calculators go by house rules, but for Hybrid."""
ABOUT = "the house rule "
"""Begins what a calculator says of an argument that changes a house rule."""
NEEDS_MORE = ("random_location", "one_pool")
"""House rules that need other keys in the encounter."""


def others(game: str) -> list[Rule]:
    """No house rule, then each by itself at each of its other values."""
    return [{}, *(rule for rule in switched(game) if not set(rule) & {*NEEDS_MORE})]


RULED = [(name, rule) for name, game in GAMES.items() for rule in others(game)]
"""Every house rule of the three games, with the example that it is tried in."""


def under(name: str, rule: Rule, seed: int = 3) -> Session:
    """An example under one house rule, all of whose dice are typed."""
    document = read_encounter(SAVES / f"{name}.toml", library_dirs=()).document
    if rule:
        document["house_rules"] = {**document.get("house_rules", {}), **rule}
    prepared = prepare(document)
    return typed(Session(prepared.encounter, prepared.rules, SeededDice(seed)))


def reckoned(session: Session, name: str, who: str = "", **figures: object) -> dict[str, Any]:
    """What a calculator of the fight gives."""
    calculators = session.rules.sheets.reckoning(session.encounter, who)
    (one,) = [each for each in calculators if each.name == name]
    texts = {key.replace("_", "-"): str(value) for key, value in figures.items()}
    return dict(one.reckon(given(one, texts)))


def percent_of(session: Session, name: str, roll: Roll) -> float:
    """The calculator's percentage of a roll that is asked for."""
    assert roll.chance is not None
    if name.startswith("prism") and "above" in roll.data:
        record = reckoned(session, "complex", actor=99, reactor=roll.chance, roll=roll.data["above"])
        return float(record["answer_percent"])
    if name.startswith("prism"):
        return float(reckoned(session, "tn", skill=0, attribute=0, modifier=roll.chance, energy=0)["percent"])
    if name.startswith("feats"):
        return float(reckoned(session, "sprint", ht=1, running=roll.chance)["percent"])
    check = Check.read(roll.data, session.rules.sheets.options)
    record = reckoned(session, "chance", skill=check.base, stat=0, bonus=0, level=check.level)
    assert record["chance"] == roll.chance
    return float(record["percent"])


def _is_reckoned(name: str, roll: Roll) -> bool:
    """Whether there is a calculator for a roll: not for Feats beyond a skill, nor in Prism for being nearer."""
    if roll.chance is None or "far" in roll.data:
        return False
    return 3 <= roll.chance <= 20 if name.startswith("feats") else True


@pytest.mark.parametrize("case", sample(RULED, 6), ids=str)
def test_the_calculator_gives_what_is_rolled_under_every_house_rule(case: tuple[str, Rule]) -> None:
    name, rule = case
    session, random, compared = under(name, rule), Random(name), 0
    session.say("begin")
    for _ in range(8 * settings().max_examples):
        roll = asked_for(session.encounter)
        if roll is not None and _is_reckoned(name, roll):
            odds = session.rules.dice.odds(roll)
            compared += 1
            percent = percent_of(session, name, roll)
            assert f"{percent:g} %" in odds or (percent == 100 and "sure" in odds), (roll, odds, percent)
        try:
            session.say(a_line(session, random))
        except Refused:
            continue
    assert compared > 0


ALONE = [name for name in PACKED if name not in ("passes-vault", "countup-bridge")]
"""Of packs in which one side alone rolls; in the others the other has rolled before."""


def of_a_pack(session: Session, roll: Roll) -> dict[str, Any]:
    """What the calculator of the rolled action gives, with a modifier that makes its number the one that is needed."""
    action = str(roll.data["action"])
    usual = reckoned(session, action, roll.who)
    under = "at_most" in usual
    bonus = (roll.chance or 0) - usual["at_most" if under else "at_least"]
    return reckoned(session, action, roll.who, bonus=bonus if under else -bonus)


def of_its_target(session: Session, roll: Roll) -> bool:
    """Whether the target rolls, so that an action comes through where the roll fails."""
    pack = session.rules.sheets.options.pack
    return bool(next(one.tests_target for one in pack.action if one.name == roll.data["action"]))


@pytest.mark.parametrize("name", ["plain-skirmish", *sample(ALONE, 2)])
def test_the_calculator_of_plain_and_of_each_pack_gives_what_is_rolled(name: str) -> None:
    session, random, compared = under(name, {}), Random(name), 0
    session.say("begin")
    for _ in range(8 * settings().max_examples):
        roll = asked_for(session.encounter)
        if roll is not None and roll.chance is not None and "test" not in roll.data:
            plain = name == "plain-skirmish"
            record = reckoned(session, "attack", defence=roll.chance) if plain else of_a_pack(session, roll)
            if plain or (record["dice"] == roll.dice and "and_the_other" not in record):
                compared += 1
                percent = record["percent"] if plain or not of_its_target(session, roll) else 100 - record["percent"]
                assert f"{percent:g} %" in session.rules.dice.odds(roll), (roll, record)
                needed = record["needed"] if plain else record.get("at_most", record.get("at_least"))
                assert needed == roll.chance, (roll, record)
        try:
            session.say(a_line(session, random))
        except Refused:
            continue
    assert compared > 0


@pytest.mark.parametrize("rule", sample(others("prism"), 8), ids=str)
def test_contests_of_prism_are_reckoned_by_the_house_rules_of_the_fight(rule: Rule) -> None:
    session = under("prism-corridor", rule)
    house = session.rules.sheets.options.house_rules
    for actor, reactor, roll in ((60, 40, 30), (40, 60, 39), (120, 110, 50), (55, 55, 54)):
        simple = reckoned(session, "opposed", actor=actor, reactor=reactor, roll=roll)
        assert simple["actor_wins_percent"] == odds.contest_percent(actor, reactor, house)
        near = actor - roll if not house.closeness_cap else min(99, actor) - roll
        level = (min(99, reactor) if house.closeness_cap else reactor) - near
        if 0 <= level <= 99:
            tied = reckoned(session, "opposed", actor=actor, reactor=reactor, roll=roll, answer=level)
            assert tied["winner"] == house.ties_go_to
        answered = reckoned(session, "complex", actor=actor, reactor=reactor, roll=roll)
        assert answered["answer_percent"] == len(checks.window(reactor, roll, house))
        assert answered["hit_percent"] == odds.hit_percent(actor, reactor, house)


def test_a_check_that_always_fails_from_96_is_sure_to_no_more_than_95() -> None:
    session = under("phases-corridor", {"always_fails_from": 96})
    assert reckoned(session, "chance", "kane", skill=99, stat=0, bonus=0)["percent"] == 95
    assert reckoned(session, "blow", "kane", skill=99, other=0)["hits"] == 95


def test_enhanced_move_is_the_printed_level_in_the_calculator_as_on_the_sheet() -> None:
    document = read_encounter(SAVES / "feats-rooftops.toml", library_dirs=()).document
    document["combatant"][0] |= {"basic_move": 7, "enhanced": 2, "encumbrance": 0}
    prepared = prepare(document)
    session = Session(prepared.encounter, prepared.rules, SeededDice(1))
    who = session.encounter.combatants[0].id
    assert reckoned(session, "sprint", who)["sprint"] == 28
    assert any("28 yd/s" in line for line in session.rules.display.card(session.encounter, who).facts)


def ruled_arguments(name: str) -> list[tuple[str, str, str, str]]:
    """The arguments of an example's calculators that change a house rule: example, calculator, argument, rule."""
    session = under(name, {})
    return [
        (name, calculator.name, argument.name, argument.about.removeprefix(ABOUT))
        for calculator in session.rules.sheets.reckoning(session.encounter, "")
        for argument in calculator.arguments
        if argument.about.startswith(ABOUT)
    ]


ARGUMENTS = [case for name in GAMES for case in ruled_arguments(name)]


def test_every_game_with_house_rules_in_its_calculators_is_looked_at() -> None:
    assert {name for name, *_ in ARGUMENTS} == set(GAMES)


@pytest.mark.parametrize("case", sample(ARGUMENTS, 2, each=lambda case: case[0]), ids=str)
def test_an_argument_for_a_house_rule_stands_at_the_one_in_force_and_changes_it(
    case: tuple[str, str, str, str],
) -> None:
    name, calculator, argument, rule = case
    usual = under(name, {})
    for changed in (one for one in others(GAMES[name]) if set(one) <= {rule}):
        session = under(name, changed)
        house = getattr(session.rules.sheets.options.house_rules, rule)
        text = ("no", "yes")[house] if isinstance(house, bool) else str(house)
        (one,) = [each for each in session.rules.sheets.reckoning(session.encounter, "") if each.name == calculator]
        assert str(next(each.default for each in one.arguments if each.name == argument)) == text
        figures = {each.name: "40" for each in one.arguments if each.required}
        for rolls in ({}, {each.name: "30" for each in one.arguments if each.name.endswith("roll")}):
            expected = reckoned(session, calculator, **(figures | rolls))
            assert reckoned(usual, calculator, **(figures | rolls | {argument: text})) == expected


@pytest.mark.parametrize("edition", ["current", "1997"])
@pytest.mark.parametrize("rule", sample(others("hybrid"), 6), ids=str)
def test_the_chance_of_hybrid_is_the_one_of_the_sheet_and_a_roll_is_judged_as_in_the_fight(
    edition: str, rule: Rule
) -> None:
    table = at_once(ANNA, GRUK, edition=edition, house_rules={**rule})
    session = Session(table.now, table.session.rules, SeededDice(5))
    strike = session.rules.display.card(session.encounter, "anna").strikes[0]
    assert reckoned(session, "chance", "anna")["chance"] == dict(strike.chances)["strike"]
    for chance in (1, 36, 77, 120):
        for total in sorted({1, chance // 2 + 1, chance, chance + 1, 95, 96, 100, 150}):
            judged = session.rules.dice.judge(Roll("anna", "strike", "strike", "d100!", chance), chance, total)
            told = reckoned(session, "chance", "anna", stat=f"{chance}/3", rank=0, roll=total)
            assert (told["chance"], told["tier"], told["margin"]) == (chance, judged.tier, judged.margin), total


VERBS = {"strike": "attack", "disarm": "disarm", "feint": "feint"}


def rolled_by(session: Session, who: str, what: tuple[str, ...]) -> Rolled:
    """What is rolled next by a fighter; a closing fighter is fended off, and no blow is met by anything."""
    for _ in range(9):
        for step in session.journal:
            for event in step.events:
                if isinstance(event, Rolled) and event.who == who and event.what in what:
                    return event
        question = session.encounter.question
        met = "fend" if question is not None and question.what == "closing" else "nothing"
        session.say("next" if question is None else f"{question.who} {met}")
    raise AssertionError(f"{who} rolls for none of {what}")


@pytest.mark.parametrize("edition", ["current", "1997"])
@pytest.mark.parametrize("rule", sample(others("hybrid"), 6), ids=str)
@pytest.mark.parametrize("stance", ["fix gruk prone on", "fix gruk stunned on"])
def test_why_gives_the_sum_that_is_rolled_at_a_target(edition: str, rule: Rule, stance: str) -> None:
    for kind, verb in VERBS.items():
        table = at_once(ANNA, GRUK, edition=edition, house_rules={"must_close": False, **rule})
        session = Session(table.now, table.session.rules, SeededDice(5))
        for line in ("fix gruk count 90", stance, "next"):
            session.say(line)
        told = explained(session, "anna", (kind, "gruk"))
        session.say(f"anna {verb} gruk")
        rolled = rolled_by(session, "anna", (verb,))
        assert set(rolled.sum) <= set(told), (kind, rolled.sum, told)
        assert f" {plain_number(rolled.chance or 0)} %" in " ".join(told), (kind, rolled.chance, told)


@pytest.mark.parametrize("edition", ["current", "1997"])
@pytest.mark.parametrize("rule", sample(others("hybrid"), 6), ids=str)
def test_why_gives_the_sum_that_a_fend_rolls(edition: str, rule: Rule) -> None:
    table = at_once(ANNA_WITH_KNIFE, {**GUARD, "name": "Guard"}, edition=edition, house_rules={**rule})
    session = Session(table.now, table.session.rules, SeededDice(5))
    for line in ("fix guard count 90", "next", "anna close guard", "next"):
        session.say(line)
    if session.encounter.question is None or session.encounter.question.who != "guard":
        return  # a fend without a chance is not offered
    told = explained(session, "guard", ("fend",))
    assert explained(session, "guard", ("fend", "anna")) == told
    rolled = rolled_by(session, "guard", ("attack",))
    assert set(rolled.sum) <= set(told)
