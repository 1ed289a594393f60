"""Trials of the packs: what a calculator says of a roll, what `why` says, and what is rolled, are one."""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.lanes import lane, sample
from tests.packs.random_fights import ENCOUNTERS
from tests.random_play import a_line
from tracker.dice import notation
from tracker.dice.source import SeededDice
from tracker.games.packs import formulas
from tracker.games.packs.actions import Check
from tracker.games.packs.blows import Blow
from tracker.games.packs.calculators import calculators
from tracker.games.packs.moments import Moment, rule_at
from tracker.games.packs.trials import Trial, reckoned, trials
from tracker.model.questions import Ask, Roll
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.session import Session
from tracker.storage.preparation import read_encounter

MOST_FACES = 400
"""The most faces that are tried one by one."""


PREPARED = {"d20": ("wyrmling orders none", "wyrmling is focus", "fix merle life 1")}
"""Lines after which a fight comes to tests that seldom occur."""


@dataclass(frozen=True)
class Seen:
    """A roll of a fight, with the moment at which it was rolled."""

    name: str
    trial: Trial
    moment: Moment
    check: Check
    about: dict[str, Any]
    encounter: Encounter
    results: dict[str, int]


def seen_in(name: str, fights: int, monkeypatch: pytest.MonkeyPatch) -> list[Seen]:
    """The rolls against a number in at most so many fights, in which what has not been rolled yet is done first."""
    seen: list[Seen] = []
    rolled = Moment._roll_check

    def look(moment: Moment, who: str, what: str, label: str, check: Check, about: dict[str, Any], then: Any) -> None:
        pack, path = moment.game.pack, about.get("test")
        rolling = pack.actions[about["action"]].rolled if path is None else rule_at(moment.game, path).test
        called = next(each for each, trial in trials(pack).items() if trial.rolling is rolling)
        answered = any(line.startswith(a.label or a.name) for a in pack.answer for line in check.lines)
        if path is not None or (isinstance(moment, Blow) and not answered and not moment.deed.modifiers):
            encounter, results = moment.draft.encounter, dict(moment.results)
            seen.append(Seen(called, trials(pack)[called], moment, check, dict(about), encounter, results))
        rolled(moment, who, what, label, check, about, then)

    with monkeypatch.context() as patch:
        patch.setattr(Moment, "_roll_check", look)
        prepared = read_encounter(ENCOUNTERS[name], library_dirs=())
        every = trials(prepared.rules.display.options.pack).keys()
        for seed in range(fights):
            if seed > 1 and every == {each.name for each in seen}:
                break
            session, chance = Session(prepared.encounter, prepared.rules, SeededDice(seed)), Random(seed)
            for line in ("begin", *PREPARED.get(name, ())):
                session.say(line)
            for _ in range(200):
                question, known = session.encounter.question, Counter(each.name for each in seen)
                lines = [a_line(session, chance)]
                if question is not None and question.ask is Ask.DECLARE:
                    own = session.encounter[question.who].profile.side
                    foe = chance.choice([o.id for o in session.encounter if o.able and o.profile.side != own] or [""])
                    actions = [each.name for each in session.rules.display.options.pack.action]
                    new = [verb for verb in actions if known[verb] < 2]
                    new += chance.sample(actions, 3) if seed > 1 else []
                    lines = [*(f"{question.who} {verb} {foe}" for verb in new), *lines]
                for line in lines:
                    with contextlib.suppress(Refused):
                        session.say(line)
                        break
    return seen


@pytest.mark.parametrize("name", sample(name for name in ENCOUNTERS if lane.slow or name != "d20"))
def test_a_calculator_why_and_the_dice_are_one_for_every_roll_of_a_pack(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = seen_in(name, 40, monkeypatch)
    game = seen[0].moment.game
    reckons = {each.name: each for each in calculators(game)}
    assert {each.name for each in seen} == set(reckons)
    for each in seen:
        moment, trial = each.moment, each.trial
        scope = game.scope(each.encounter, moment.who, moment.other, moment.weapon, each.results)
        values = {name: scope(name) for name in trial.names}
        given = {name.replace(".", "-"): formulas.whole(value) for name, value in values.items()}  # type: ignore[arg-type]
        calculator = reckons[each.name]
        told = calculator.reckon({a.name: given.get(a.name, a.default) for a in calculator.arguments})
        need = told["at_most" if trial.rolling.under else "at_least"]
        assert told["dice"] == each.check.thrown.dice
        if not formulas.thrown(trial.against, scope).dice:
            assert need == each.check.need
            assert told["percent"] == tried(each) or not few(each.check.thrown.dice)
        if not each.results and not each.encounter[moment.who].weights:
            why = reckoned(game, each.encounter, moment.who, moment.other, moment.weapon, trial)
            assert (why[0].need, why[2]) == (need, told["percent"])


def few(dice: str) -> bool:
    """Whether dice are of one plain kind, with so few throws that each can be tried."""
    plain = re.fullmatch(r"(\d+)d(\d+)(?:k[hl]1)?", dice)
    return plain is not None and int(plain[2]) ** int(plain[1]) <= MOST_FACES


def tried(each: Seen) -> int | None:
    """The chance in percent of all faces tried one by one: of an action that it hits, of a test that it is passed."""
    dice, judge = notation.read(each.check.thrown.dice), each.moment.draft.rules.dice.judge
    if not few(each.check.thrown.dice):
        return None
    passed = every = 0
    for faces in product(*(range(1, term.sides + 1) for term in dice.terms for _ in range(term.dice))):
        about = each.about | {"faces": list(faces)}
        roll = Roll("", "", "", each.check.thrown.dice, each.check.need, data=about)
        passed, every = passed + bool(judge(roll, each.check.need, int(dice.total(faces))).success), every + 1
    tests_target = each.trial.action is not None and each.trial.action.tests_target
    return round(100 * (every - passed if tests_target else passed) / every)
