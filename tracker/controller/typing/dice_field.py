"""The field for dice: faces as they are typed, and the roll that went on by itself, while it can still be corrected."""

from __future__ import annotations

from tracker.controller.typing.fields import Field, Purpose
from tracker.dice.notation import closed, read
from tracker.dice.typed_faces import complete
from tracker.encounter.engine.journal import NO_STATE, JournalState
from tracker.model.lazy_dataclass import dataclass

SIGNS = "0123456789= "
"""The characters it takes, besides editing keys."""


@dataclass(frozen=True, slots=True)
class GivenRoll:
    """A roll that went on by itself: as it was typed, and the state of the fight right after it."""

    text: str = ""
    secret: bool = False
    seen: JournalState = NO_STATE


class DiceField(Field):
    """Takes faces. Knows when they are complete."""

    def __init__(self) -> None:
        super().__init__(Purpose.DICE, "")
        self.given = GivenRoll()

    def take(self, key: str, character: str | None) -> bool:
        """Take a key while dice are asked for. Return whether the field used it."""
        if key == "backspace" and self.text:
            self.turned_to = ""
            return self.edit(key, None)
        if not character or character not in SIGNS or (character == " " and not self.text):
            return False
        # A number set by the arrows is not typed on: the first digit begins a new one.
        if self.turned_to and self.text == self.turned_to:
            if not character.isdigit():
                return True
            self.replace("")
        self.turned_to = ""
        self.put(character)
        return True

    def completes(self, dice: str) -> bool:
        """Return whether all faces of `dice`, such as `3d6!`, have been typed."""
        # `!` marks dice that explode: their further faces are asked for one by one, so they do not count here.
        return bool(dice) and complete(read(closed(dice)), self.text)

    def correctable(self, seen: JournalState) -> str:
        """Return the roll that was sent automatically, if nothing has happened or been typed since. Else empty."""
        return self.given.text if seen == self.given.seen and not self.text else ""
