"""Free rolls: dice that no rule asks for, rolled for the table. The log has their faces."""

from __future__ import annotations

from tracker.dice import notation, roll
from tracker.encounter.engine.step import StepBuilder
from tracker.model import commands as cmd
from tracker.model import events as ev
from tracker.model.refusals import Refused


def roll_freely(draft: StepBuilder, command: cmd.RollFreely) -> None:
    """Roll, and tell the total. Raises Refused for what are no dice."""
    try:
        dice = notation.read(command.dice)
    except notation.NotationError as error:
        raise Refused(str(error)) from error
    if dice.names or not dice.dice:
        raise Refused(f'"{command.dice}" has no dice to roll; give them as in: dice 2d6+3')
    faces = roll.roll(dice, draft.dice)
    total = dice.total(faces)
    shown = " ".join(map(str, faces))
    text = f"dice {dice.text}: {float(total):g}".replace("-", "−") + f" ({shown})"
    draft.emit(ev.Noted(text=text, secret=command.secret))
