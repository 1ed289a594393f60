"""Amounts: the number being given, by digits or arrows, with its price."""

from __future__ import annotations

import re

from tracker.model.questions import Question
from tracker.session import Session


def line(session: Session, typed: str) -> str:
    """Return the number as a line: what is typed, or the least."""
    return typed.strip() or str(_question(session).low)


def stepped(session: Session, typed: str, by: int) -> str:
    """Return the number `by` steps above the typed one, below for a negative `by`, within its bounds."""
    question = _question(session)
    step = question.step or 1
    now = _amount(question, typed)
    now -= (now - question.low) % step
    highest = question.high - (question.high - question.low) % step
    return str(max(question.low, min(highest, now + by * step)))


def hint(session: Session, typed: str) -> str:
    """Return the cost of the typed number, its odds and its bounds. Keys are named by row, in braces."""
    question = _question(session)
    amount = _amount(question, typed)
    price = session.rules.choices.amount_price(session.encounter, question, amount) if question.fits(amount) else ""
    words = f"{amount}: {price}" if price else str(amount)
    return f"{words} · {question.bounds} · {{up}}{{down}} change it, {{give-amount}} gives it"


def _question(session: Session) -> Question:
    """Return the open question, which asks for a number."""
    question = session.encounter.question
    assert question is not None
    return question


def number(text: str) -> int | None:
    """Return the whole number that a text is, of at most seven digits. None when it is none, such as `--5`."""
    return int(text) if re.fullmatch(r"\s*[+-]?\d{1,7}\s*", text) else None


def _amount(question: Question, typed: str) -> int:
    """Return the number typed, or the least one that fits."""
    amount = number(typed)
    return question.low if amount is None else amount
