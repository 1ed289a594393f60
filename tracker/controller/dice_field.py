"""Dice field: faces as they are typed; once they are complete they go on by themselves, and can still be corrected."""

from __future__ import annotations

from tracker.controller.fields import Field, Purpose
from tracker.controller.notice import Notice
from tracker.controller.surface import Surface
from tracker.dice.notation import read
from tracker.dice.roll import complete

SIGNS = "0123456789= "
"""What it takes, besides editing keys."""


class DiceField(Field):
    """Knows which dice went on by themselves last, and when."""

    def __init__(self, controller: Surface) -> None:
        super().__init__(Purpose.DICE, "")
        self._controller = controller
        self._gone_on: tuple[str, bool, tuple[int, int]] = ("", False, (-1, -1))

    def press(self, key: str, character: str | None) -> bool:
        """Take a key while dice are asked for; says whether it was one of the field's."""
        if key == "backspace" and self.text:
            self.turned_to = ""
            return self.edit(key, None)
        if character and character in SIGNS and (character != " " or self.text):
            if self.turned_to and self.text == self.turned_to:
                if not character.isdigit():
                    return True
                self.replace("")
            self.turned_to = ""
            self.put(character)
            self._go_on()
            return True
        return False

    def _go_on(self) -> None:
        """Give the dice as soon as all that fell is typed."""
        question, text = self._controller.session.encounter.question, self.text
        if question is None or not question.dice or not complete(read(question.dice.replace("!", "")), text):
            return
        secret = self.secret
        if self._controller.say(self.line()):
            self._gone_on = text, secret, self._controller.seen

    @property
    def correctable(self) -> str:
        """The dice that went on by themselves, while nothing has happened and nothing was typed since; else empty."""
        text, _, seen = self._gone_on
        return text if seen == self._controller.seen and not self.text and self._controller.path is None else ""

    def corrected(self) -> bool:
        """Back to the dice that went on by themselves, the last digit gone; says whether there were any."""
        text = self.correctable
        if not text or not self._controller.say("undo"):
            return False
        self.replace(text[:-1])
        self.secret = self._gone_on[1]
        drop = self._controller.keymap.key("drop")
        self._controller.notice = Notice(f"Taken back: {text}. Type its last digit again, or {drop} drops the rest.")
        return True
