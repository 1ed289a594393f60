"""Reroll: what it takes to take a step again with the same dice but for the one that is put right."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.dice.notation import NotationError, closed, read
from tracker.dice.typed_faces import typed
from tracker.encounter.engine.journal import Step
from tracker.encounter.language.parser import parse
from tracker.game_api.rules import Rules
from tracker.model import commands as cmd
from tracker.model.events import Answered, Rolled
from tracker.model.lazy_dataclass import dataclass
from tracker.model.refusals import Refused
from tracker.model.state import Encounter


@dataclass(frozen=True, slots=True)
class Corrected:
    """The command and line to take again, the sides and faces that fall once more, and the line for the log."""

    command: cmd.Command
    line: str
    faces: tuple[tuple[int, int], ...]
    note: cmd.Note


def rolls_of(step: Step) -> list[Rolled]:
    """Return the rolls of a step, in their order."""
    return [event for event in step.events if isinstance(event, Rolled)]


def corrected(before: Encounter, rules: Rules, steps: Sequence[Step], wrong: Rolled, text: str) -> Corrected:
    """Return the command and dice that repeat `steps` with the faces in `text` in place of the roll `wrong`.

    The first of the steps is taken from the state `before`. Raises Refused.
    """
    step = steps[0]
    dice = read(closed(wrong.dice))
    try:
        right = typed(dice, text)
    except NotationError as error:
        raise Refused(str(error)) from error
    line = f"secret {text}" if wrong.secret else text
    if wrong.by == "typed" and step.line == line:
        raise Refused(f"{wrong.label} was {text} already.")
    fell = [
        (roll, right if roll is wrong else roll.faces)
        for each in steps
        for roll in rolls_of(each)
        if roll.by == "rolled"
    ]
    faces = tuple(pair for roll, of_roll in fell for pair in _on_dice(roll, of_roll))
    total = int(dice.total(right, dict.fromkeys(dice.names, 0)))
    note = cmd.Note(f"{wrong.label}: die put right, {wrong.total} → {total}", wrong.secret)
    if wrong.by == "typed":
        return Corrected(cmd.GiveDice(text, wrong.secret), line, faces, note)
    return Corrected(_again(before, rules, step), step.line, faces, note)


def _on_dice(roll: Rolled, faces: Sequence[int]) -> list[tuple[int, int]]:
    """Return each face with the sides of its die. Dice that open add faces of the same sides."""
    sides = read(roll.dice).dice
    return [(sides[min(place, len(sides) - 1)], face) for place, face in enumerate(faces)]


def _again(before: Encounter, rules: Rules, step: Step) -> cmd.Command:
    """Return the command that takes a step again. Refused where its line alone does not lead to it."""
    if step.mode == "orders":
        by_orders = (event.who for event in step.events if isinstance(event, Answered) and event.order)
        who = next(by_orders, "")
        return cmd.AnswerOrdered(who) if who else cmd.Ordered(step.actor)
    refusal = f"Step {step.n} cannot be repeated alone; undo it and roll again."
    try:
        again = parse(before, rules, step.line)
    except Refused as refused:
        raise Refused(refusal) from refused
    if not isinstance(again, cmd.Command):
        raise Refused(refusal)
    return again
