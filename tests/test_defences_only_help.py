"""Defences only help, in every game: no answer and no guard raises the chance to be hit that is told without it."""

from __future__ import annotations

import re

import pytest

from tests.attacking import asked_to_attack, priced
from tests.lanes import sample
from tests.tui.opening import example
from tracker import testing as contract
from tracker.game_api.values import Choice
from tracker.model.questions import Ask, Question
from tracker.model.refusals import Refused
from tracker.session import Session

LINES = 60
ANSWERED = {
    "hybrid": ("duel", "brawl", "goblin-warren"),
    "prism": ("prism-corridor", "prism-armour"),
    "feats": ("feats-rooftops",),
}
"""By game, fights in which blows are met by answers that tell the chance to be hit; what tells its own chance is not
looked at. In Phases and Plain one defends before the blow, so that its chance stands among the targets."""
DECLARED = {
    "phases": ("phases-ambush", "strike", "defending"),
    "plain": ("plain-skirmish", "attack", "guarding"),
    "prism": ("prism-corridor", "attack", "defensive"),
}
"""By game, a fight, what attacks in it, and the condition of whoever defends."""
_PERCENT = re.compile(r"(\d+(?:\.\d+)?) %")
_IN_THE_END = re.compile(r"(\d+(?:\.\d+)?) % to hit")


def to_be_hit(choice: Choice) -> float | None:
    """The chance to be hit that a choice tells."""
    return None if choice.risk is None else choice.risk.after.most


def worse(session: Session, question: Question) -> tuple[int, list[str]]:
    """How many ways to meet a blow tell the chance to be hit, and those in which it is higher than without any."""
    words = session.rules.abilities.orders
    if question.ask is not Ask.CHOOSE or words is None or not words.answers or words.answers[0] not in question.choices:
        return 0, []
    offered = [one for one in session.rules.choices.answers(session.encounter, question) if not one.refused]
    bare = next(to_be_hit(one) for one in offered if one.word == words.answers[0])
    told = [(one.word, chance) for one in offered if (chance := to_be_hit(one)) is not None]
    least = 100.0 if bare is None else bare  # without a chance of its own the blow has hit already
    return len(told), [f"{question.text} {word}: {chance:g} over {least:g}" for word, chance in told if chance > least]


VERBS = {"hybrid": "attack", "prism": "attack", "feats": "slam"}


def blow(session: Session, game: str) -> str:
    """An attack of whoever may declare one; else what is likely."""
    question = session.encounter.question
    if question is not None and question.ask is Ask.DECLARE:
        attack = priced(session, question.who, VERBS[game])
        if attack is not None and not attack.unfinished:
            return attack.line
    return contract.likely(session)


ALL = [(game, name) for game, names in ANSWERED.items() for name in names]


@pytest.mark.parametrize(("game", "name"), sample(ALL, each=lambda case: case[0]))
def test_no_answer_to_a_blow_raises_the_chance_to_be_hit(game: str, name: str) -> None:
    session = example(name)
    session.say("all rolled")
    session.say("begin")
    looked = 0
    for _ in range(LINES):
        if (question := session.encounter.question) is not None:
            many, raised = worse(session, question)
            looked += many
            assert not raised
        try:
            session.say(blow(session, game))
        except Refused:
            break
    assert looked, "nothing was looked at"


def told(session: Session, who: str, verb: str, target: str) -> float:
    """The chance to hit that the menus tell of an attack on somebody, in the end where there are several rolls."""
    paths: list[tuple[str, ...]] = [()]
    for path in paths:
        for choice in session.rules.choices.menu(session.encounter, who, path).choices:
            text = f"{choice.told} {choice.beside}"
            if choice.whom == target and choice.line.startswith(f"{who} {verb} ") and (chance := _PERCENT.search(text)):
                return float((_IN_THE_END.search(text) or chance)[1])
            if choice.path and not choice.refused and len(choice.path) < 4 and choice.path not in paths:
                paths.append(choice.path)
    raise AssertionError(f"{who} has no {verb} at {target}")


@pytest.mark.parametrize("game", DECLARED)
def test_who_is_on_the_defensive_is_not_hit_more_often(game: str) -> None:
    name, verb, condition = DECLARED[game]
    session, who = asked_to_attack(name, verb)
    side = session.encounter[who].profile.side
    foes = [one.id for one in session.encounter if one.able and one.profile.side != side]
    before = {foe: told(session, who, verb, foe) for foe in foes}
    for foe in foes:
        session.say(f"fix {foe} {condition} on")
        assert told(session, who, verb, foe) <= before[foe]
    assert before
