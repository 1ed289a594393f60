"""Offers: what is asked now as lines, its answers numbered; a number keeps its answer while the question is open."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.controller import amounts
from tracker.controller.modes import Mode
from tracker.controller.prompt import Prompt
from tracker.line_mode.speech import listed
from tracker.session import Session
from tracker.system_api.values import Choice


def numbered(now: Prompt) -> tuple[Choice, ...]:
    """Everything that can be answered by its number, in that order; those that cannot be taken keep theirs."""
    if now.mode in (Mode.DICE, Mode.AMOUNT):
        return ()
    closed = [choice for choice in now.absent if not choice.absent] if now.mode is Mode.CHOOSE else ()
    return (*now.choices, *now.options, *closed)


def asked(now: Prompt, session: Session) -> Iterator[str]:
    """The question, what Enter does, then the answers that can be taken."""
    yield _question(now, session)
    if now.mode is Mode.DICE:
        yield "Type the roll, or Enter to roll it."
        return
    if now.mode is Mode.AMOUNT:
        yield _amount(session)
        return
    choices = numbered(now)
    if now.likely is not None and now.likely not in choices:
        yield f"Enter: {offer(now.likely)}"
    for place, choice in enumerate(choices, 1):
        if not choice.refused:
            option = "option: " if choice in now.options else ""
            likely = ", Enter does the same" if choice is now.likely else ""
            yield f"{place}: {option}{offer(choice)}{likely}"
    if refused := sum(bool(choice.refused) for choice in choices):
        yield f"{refused} not open now; r: why"


def _question(now: Prompt, session: Session) -> str:
    """The question; where nothing is asked, what goes on."""
    encounter = session.encounter
    if now.mode is Mode.BEGIN:
        who = f" {encounter[now.who].name}:" if now.who in encounter else ""
        return f"The fight has not begun.{who}"
    if now.mode is Mode.FREE:
        return "Nothing to decide. Enter or n: next event" if len(encounter.agenda) else "Nothing is due."
    return now.text


def refused(now: Prompt) -> Iterator[str]:
    """What cannot be taken now, each with its reason."""
    choices = [(place, choice) for place, choice in enumerate(numbered(now), 1) if choice.refused]
    for place, choice in choices:
        yield f"{place}: {choice.label}: {choice.refused}"
    if not choices:
        yield "All choices are open."


def offer(choice: Choice) -> str:
    """A choice with its price."""
    return listed([choice.label, choice.price])


def priced(session: Session, amount: int) -> str:
    """What a number would cost and what the odds are with it."""
    question = session.encounter.question
    assert question is not None
    if not question.fits(amount):
        return f"{amount} does not answer it: {question.bounds}."
    return listed([str(amount), session.rules.choices.amount_price(session.encounter, question, amount)])


def _amount(session: Session) -> str:
    question = session.encounter.question
    assert question is not None
    least = priced(session, int(amounts.line(session, "")))
    return f"A number, {question.bounds}. Enter: {least}. p and a number: its price"
