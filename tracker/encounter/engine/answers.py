"""Answers: an open question is answered with a choice, with dice or with a number, or is not asked at all."""

from __future__ import annotations

from tracker.encounter.engine.offered_answers import offered_answers, weighed_answer
from tracker.encounter.engine.simultaneous_choice import turned_to
from tracker.encounter.engine.step import StepBuilder
from tracker.model import commands as cmd
from tracker.model import events as ev
from tracker.model.questions import Ask, Question
from tracker.model.refusals import Refused


def choose(draft: StepBuilder, command: cmd.Choose) -> None:
    """Answer a question of choice, or a stopping event, with one of its words."""
    if draft.encounter.question is not None and draft.encounter.question.ask is Ask.HALT:
        _take_in(draft, draft.encounter.question, command.choice)
        return
    question = _open(draft, Ask.CHOOSE, f'"{command.choice}"')
    question = _question_of(draft, question, command.who)
    chosen = weighed_answer(draft.encounter, draft.rules, question, command.choice)
    if chosen is None or chosen.refused:
        choices = offered_answers(draft.encounter, draft.rules, question)
        open_now = ", ".join(choice.word for choice in choices if not choice.refused)
        if chosen is None:
            raise Refused(f'"{command.choice}" is no answer to: {question.text} Possible: {open_now}.')
        raise Refused(f"{chosen.refused} Possible: {open_now}.")
    answer(draft, question, command.choice)


def give_dice(draft: StepBuilder, command: cmd.GiveDice) -> None:
    """Answer a question for dice with the roll. Empty: the program rolls."""
    question = _open(draft, Ask.DICE, f"A die ({command.text})" if command.text else "A roll")
    answer(draft, question, command.text)
    if command.secret:
        draft.stack[-1] = draft.stack[-1].with_data(hidden=True)


def give_amount(draft: StepBuilder, command: cmd.GiveAmount) -> None:
    """Answer a question for a number within its bounds."""
    question = _open(draft, Ask.AMOUNT, f"A number ({command.amount})")
    if command.who:
        question = _question_of(draft, question, command.who)
    if not question.fits(command.amount):
        raise Refused(f"{command.amount} is no answer to: {question.text} Possible: {question.bounds}.")
    answer(draft, question, str(command.amount), amount=command.amount)


def _question_of(draft: StepBuilder, question: Question, who: str) -> Question:
    """Return the question of `who`: the open one, or its own of several asked at once. Refused without one."""
    if question.who != who and question.unseen:
        question = turned_to(draft, question, who)
    if question.who != who:
        raise Refused(f"{draft[who].name} has no open question; {draft[question.who].name} has: {question.text}")
    return question


def _open(draft: StepBuilder, ask: Ask, what: str) -> Question:
    """Return the open question of this kind. Refused where there is none, naming the question that is open.

    `what` names the answer given, as the beginning of that refusal.
    """
    question = draft.encounter.question
    if question is None or question.ask is not ask:
        instead = f"The open question is: {question.text}" if question else "No question is open; `next` goes on."
        raise Refused(f"{what} answers no open question now. {instead}")
    return question


def _take_in(draft: StepBuilder, question: Question, word: str) -> None:
    """Answer a stopping event with `word`. Refused where it is none of the answers."""
    if word not in question.choices:
        raise Refused(f'"{word}" is no answer to: {question.text} Possible: {", ".join(question.choices)}.')
    answer(draft, question, word)


def answer(draft: StepBuilder, question: Question, given: str, **data: int) -> None:
    """Close the question and put its stages back on the stack, the answer in the data of the topmost.

    `data` is added to that data, such as the amount as a number.
    """
    order = draft.ordered and "; ".join(filter(None, (draft[question.who].orders.text, draft.hindrance)))
    draft.emit(ev.Answered(who=question.who, what=question.what, answer=given, order=order))
    draft.stack = list(question.then)
    draft.stack[-1] = draft.stack[-1].with_data(answer=given, **data)
