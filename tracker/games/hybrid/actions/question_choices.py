"""Question choices: the answers to an open question, from the module that asked it."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from tracker.game_api.values import Choice
from tracker.games.hybrid.blows import defence_choices, fumbles, new_target
from tracker.games.hybrid.blows.batch_plan import PlannedStage
from tracker.games.hybrid.blows.blow import Blow, StageQuestion
from tracker.games.hybrid.blows.defence_declaration import DEFENCE
from tracker.games.hybrid.body import parry_and_block
from tracker.games.hybrid.body.passive_defence import BLOCK, DISARM, PARRY
from tracker.games.hybrid.body.weapons import weapon_of
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.close_quarters import closing_in
from tracker.games.hybrid.timing.ordered_attack import FEND
from tracker.model.questions import Question, Task
from tracker.model.state import Encounter


def offered(encounter: Encounter, rules: Rulebook, task: Task, stage_question: StageQuestion) -> tuple[str, ...]:
    """Return the words of the answers to a stage's question that are open."""
    choices = _choices(encounter, rules, task, stage_question.what, stage_question.who)
    return tuple(choice.word for choice in choices if not choice.refused)


def weighed(encounter: Encounter, rules: Rulebook, question: Question, word: str) -> Choice | None:
    """Return the choice that has this word, for orders to weigh. None where there is none.

    Orders need its chance and its refusal. The label and price of a defence are not calculated.
    """
    reply = defence_choices.read_answer(word)
    if reply.points:
        # Typed in one line: the speed points are checked when they are spent.
        without = weighed(encounter, rules, question, replace(reply, points=0).word)
        takes_points = reply.defence in (PARRY, BLOCK, DISARM, FEND)
        return replace(without, word=word) if without is not None and takes_points else None
    if question.what == DEFENCE:
        return defence_choices.weighed(encounter, rules, _asking(question.then[-1]).blow, word)
    return next((choice for choice in choices(encounter, rules, question) if choice.word == word), None)


def choices(encounter: Encounter, rules: Rulebook, question: Question) -> tuple[Choice, ...]:
    """Return all answers to an open question, the likely one first, the refused ones with their reason."""
    return tuple(_choices(encounter, rules, question.then[-1], question.what, question.who))


def _choices(encounter: Encounter, rules: Rulebook, task: Task, what: str, who: str) -> list[Choice]:
    """Return the answers to the question `what`. The task is the stage that asked it."""
    if what == "checks":
        return [
            Choice("c", "roll the checks", "checks", f"{who} checks"),
            Choice("n", "no checks", "none", f"{who} none"),
        ]
    if what == "closing":
        return closing_in.choices(encounter, rules, task)
    stage, blow = _asking(task)
    if stage.name == "heed":
        return closing_in.heed_choices(rules, who, blow)
    if stage.name == "fumble":
        return fumbles.choices(who)
    if stage.name == "target":
        return new_target.target_choices(encounter, rules, blow)
    return defence_choices.defence_choices(encounter, rules, blow)


def every_defence(encounter: Encounter, rules: Rulebook, question: Question) -> tuple[str, ...]:
    """Return a line for each defence with its chance and price or its refusal, then the sums behind them."""
    lines = []
    for choice in (*choices(encounter, rules, question), *defence_choices.not_now(encounter[question.who])):
        price = f", {choice.price}" if choice.price else ""
        lines.append(choice.refused or f"{choice.label}{price}")
    blow = coming(question)
    sums = defence_choices.sums(encounter, rules, blow) if blow is not None else ()
    return (*dict.fromkeys(lines), *sums)


def coming(question: Question) -> Blow | None:
    """Return the blow that a question about a defence is about. None for other questions."""
    task = question.then[-1] if question.then else None
    # Only a batch of blows has a plan.
    if task is None or "plan" not in task.data:
        return None
    return _asking(task).blow


def amount_price(encounter: Encounter, rules: Rulebook, question: Question, points: int) -> str:
    """Return in words what an answer with this many speed points delays, and to which count (ruling 106)."""
    task = question.then[-1]
    blow = coming(question)
    defender = encounter[question.who]
    # A question without a blow is that of a fend: its task names the weapon.
    defence = FEND if blow is None else blow.defence
    weapon = weapon_of(defender, task.data["weapon"] if blow is None else blow.with_)
    counts = parry_and_block.answer_counts(defender, weapon, defence, rules, points)
    return defence_choices.slip(encounter, rules, question.who, counts)


class _Asking(NamedTuple):
    stage: PlannedStage
    blow: Blow


def _asking(task: Task) -> _Asking:
    """Return the stage that asked and its blow: the first stage of the saved batch.

    Only that blow is read, since choices are computed often.
    """
    stage = PlannedStage.read(task.data["plan"][0])
    return _Asking(stage, Blow.read(task.data["blows"][stage.place]))
