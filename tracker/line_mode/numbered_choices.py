"""Numbered choices: the open question as lines. An answer keeps its number while the question is open."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.controller.menus.prompt import Prompt
from tracker.controller.modes import Mode
from tracker.controller.typing import amounts
from tracker.game_api.values import Choice
from tracker.line_mode.speech import listed
from tracker.session import Session
from tracker.views.headline import coming


def numbered(prompt: Prompt) -> tuple[Choice, ...]:
    """Return all answers in the order of their numbers. Those refused now keep theirs."""
    if prompt.mode in (Mode.DICE, Mode.AMOUNT):
        return ()
    refused_answers = [choice for choice in prompt.absent if not choice.absent] if prompt.mode is Mode.CHOOSE else ()
    return (*prompt.choices, *prompt.options, *refused_answers)


def asked(prompt: Prompt, session: Session) -> Iterator[str]:
    """Yield the question, what Enter does, then the answers that are not refused."""
    yield _question(prompt, session)
    if prompt.mode is Mode.DICE:
        yield "Type the roll, or Enter to roll it."
        return
    if prompt.mode is Mode.AMOUNT:
        yield _amount(session)
        return
    choices = numbered(prompt)
    if prompt.likely is not None and prompt.likely not in choices:
        yield f"Enter: {offer(prompt.likely)}"
    for number, choice in enumerate(choices, 1):
        if not choice.refused:
            option = "option: " if choice in prompt.options else ""
            likely = ", Enter does the same" if choice is prompt.likely else ""
            yield f"{number}: {option}{offer(choice)}{likely}"
    if refused_count := sum(bool(choice.refused) for choice in choices):
        yield f"{refused_count} not open now; r: why"


def _question(prompt: Prompt, session: Session) -> str:
    """Return the question, or the next event when there is none."""
    encounter = session.encounter
    if prompt.mode is Mode.BEGIN:
        who = f" {encounter[prompt.who].name}:" if prompt.who in encounter else ""
        return f"The fight has not begun.{who}"
    if prompt.mode is Mode.FREE:
        due = coming(encounter, session.rules)
        return f"Enter or n: {due}" if due else "Nothing is due."
    return prompt.text


def refused(prompt: Prompt) -> Iterator[str]:
    """Yield the answers refused now, each with its reason."""
    choices = [(number, choice) for number, choice in enumerate(numbered(prompt), 1) if choice.refused]
    for number, choice in choices:
        yield f"{number}: {choice.label}: {choice.refused}"
    if not choices:
        yield "All choices are open."


def offer(choice: Choice) -> str:
    """Return a choice with its price."""
    return listed([choice.told, choice.beside])


def priced(session: Session, amount: int) -> str:
    """Return a number with its cost and odds. When it does not fit the open question, the numbers that do."""
    question = session.encounter.question
    assert question is not None
    if not question.fits(amount):
        return f"{amount} does not answer it: {question.bounds}."
    return listed([str(amount), session.rules.choices.amount_price(session.encounter, question, amount)])


def _amount(session: Session) -> str:
    """Return the numbers that answer the open question, and the effect of Enter."""
    question = session.encounter.question
    assert question is not None
    least = priced(session, int(amounts.line(session, "")))
    return f"A number, {question.bounds}. Enter: {least}. p and a number: its price"
