"""Dice: a typed roll is taken once it is complete, and backspace takes it back to be corrected."""

from __future__ import annotations

from tracker.controller.controller import Controller
from tracker.controller.notice import Notice
from tracker.controller.typing.dice_field import GivenRoll


def press(controller: Controller, key: str, character: str | None) -> bool:
    """Take a key while dice or a number are asked for. Return whether the field took it."""
    dice = controller.dice
    if not dice.take(key, character):
        return False
    if key != "backspace":
        _give_when_complete(controller)
    return True


def _give_when_complete(controller: Controller) -> None:
    """Give the dice once all are typed. Backspace undoes that."""
    dice, question = controller.dice, controller.session.encounter.question
    if question is None or not dice.completes(question.dice):
        return
    text, secret = dice.text, dice.secret  # read before the line runs: that clears the field
    if controller.say(dice.line()):
        dice.given = GivenRoll(text, secret, controller.seen)


def correctable(controller: Controller) -> str:
    """Return the roll that backspace would take back. Empty when there is none."""
    return controller.dice.correctable(controller.seen) if controller.menu is None else ""


def correct(controller: Controller) -> bool:
    """Undo a roll that was given as soon as its last digit was typed, and drop that digit.

    Return whether there was such a roll.
    """
    text, given = correctable(controller), controller.dice.given
    if not text or not controller.say("undo"):
        return False
    controller.dice.replace(text[:-1])
    controller.dice.secret = given.secret
    drop = controller.keymap.key("drop")
    controller.notice = Notice(f"Undone: {text}. Type the last digit again, or {drop} to drop the rest.")
    return True
