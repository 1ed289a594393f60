"""Simultaneous choice: several combatants are asked in turn, answers stay hidden until all are in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from tracker.encounter.engine.open_step import OpenStep
from tracker.model import events as ev
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Ask, Question, Task

GATHER = "kernel.gather"
"""The kernel's stage between the answers of several who are asked at once."""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question to one of several: a choice of words, or with `high` a number from `low` to it."""

    who: str
    text: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    step: int = 0


def gather(step: OpenStep, what: str, inquiries: Sequence[Inquiry], then: Task) -> None:
    """Ask all of `inquiries`. Then go on with the task `then`, whose data gets `answers` by fighter."""
    left = [asdict(inquiry) for inquiry in inquiries]
    step.push(GATHER, what=what, left=left, asked="", answers={}, then=then.text())


def take_answer(step: OpenStep, data: Mapping[str, Any]) -> None:
    """Keep one answer of several asked at once, and ask the next. After the last one, go on with all of them.

    `data` has the answers so far by fighter, the fighter `asked`, the questions `left`, and the task `then` to go on
    with.
    """
    answers = dict(data["answers"])
    if data["asked"]:
        answers[data["asked"]] = data.get("amount", data.get("answer"))
    left = list(data["left"])
    if left:
        _ask(step, data["what"], left, answers, data["then"])
    else:
        step.stack.append(Task.read(data["then"]).with_data(answers=answers))


def turned_to(step: OpenStep, question: Question, who: str) -> Question:
    """Return the question of `who`, put in place of the open one if both are asked at once. Else the open one."""
    data = question.then[-1].data if question.then and question.then[-1].stage == GATHER else {}
    asked = next((inquiry for inquiry in data.get("left", ()) if inquiry["who"] == who), None)
    if asked is None:
        return question
    step.emit(ev.Withdrawn(who=question.who, what=question.what, why="another answers first"))
    step.stack = list(question.then[:-1])
    back_in_line = {
        "who": question.who,
        "text": question.text,
        "choices": list(question.choices),
        "low": question.low,
        "high": question.high,
        "step": question.step,
    }
    left = [asked, back_in_line, *(inquiry for inquiry in data["left"] if inquiry is not asked)]
    _ask(step, data["what"], left, dict(data["answers"]), data["then"])
    step.asked = False
    now = step.encounter.question
    assert now is not None
    return now


def _ask(step: OpenStep, what: str, left: list[dict[str, Any]], answers: dict[str, Any], then: str) -> None:
    """Ask the first of the questions `left`, unseen by the other fighters. The rest follow after its answer.

    `what` is their topic, `answers` are those so far by fighter, and `then` is the task to go on with.
    """
    first, *rest = left
    step.push(GATHER, what=what, left=rest, asked=first["who"], answers=answers, then=then)
    ask = Ask.CHOOSE if first["choices"] else Ask.AMOUNT
    step.ask(
        ask,
        first["who"],
        what,
        first["text"],
        tuple(first["choices"]),
        low=first["low"],
        high=first["high"],
        step=first["step"],
        unseen=True,
    )
