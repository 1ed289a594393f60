"""Attacking: a fight of any game at the first moment at which somebody may attack, by its own menus."""

from __future__ import annotations

from tests.tui.opening import example
from tracker import testing as contract
from tracker.game_api.values import Choice
from tracker.model.questions import Ask
from tracker.session import Session

MOST_LINES = 200
"""The lines after which somebody has been asked in each example."""


def priced(session: Session, who: str, verb: str) -> Choice | None:
    """The first choice of the menus of `who` that attacks somebody and shows a chance."""
    paths: list[tuple[str, ...]] = [()]
    for path in paths:
        for choice in session.rules.choices.menu(session.encounter, who, path).choices:
            with_chance = "%" in f"{choice.told} {choice.beside}"
            if choice.line.startswith(f"{who} {verb} ") and with_chance and not choice.refused:
                return choice
            if choice.path and not choice.refused and len(choice.path) < 4 and choice.path not in paths:
                paths.append(choice.path)
    return None


def asked_to_attack(name: str, verb: str) -> tuple[Session, str]:
    """A fight at the first moment at which somebody may attack."""
    session = example(name)
    session.say("all rolled")
    session.say("begin")
    for _ in range(MOST_LINES):
        question = session.encounter.question
        if question is not None and question.ask is Ask.DECLARE and priced(session, question.who, verb) is not None:
            return session, question.who
        session.say(contract.likely(session))
    raise AssertionError(f"nobody may {verb} in {name}")
