"""Shortcuts of line mode: what a line of one character does, and how hints of the screen's keys read here.

They are the same for everyone: the user's own keys are for the screen.
"""

from __future__ import annotations

from collections.abc import Mapping

from tracker.controller.input.default_keys import ROWS
from tracker.controller.keymap.keymap import Keymap
from tracker.controller.modes import Mode

KEYS: Mapping[str, str] = {
    "Enter": "the likely answer, which the question names: the same again, no defence, roll; else next",
    "a number": "the answer of that number; for dice, the roll",
    "n": "next: go on to the next event",
    "a": "repeat the last lines",
    "h": "how all fighters are; h and a name or number: how one fighter is",
    "d": "what is due, in order",
    "s": "the sheet of the fighter who decides; s and a name: of that fighter",
    "o": "o and a name: what that fighter may declare, also while it waits; before the fight, how alert it is",
    "x": "explain: how the numbers came about",
    "r": "which choices are closed now, and why",
    "p": "p and a number: its price, during a question for a number",
    "l": "the last lines of the log",
    "b": "go back out of a menu or a line",
    "u": "undo the last step",
    "y": "redo the step, with the same dice",
    "w": "summary of the fight so far",
    "v": "undo the last action by orders, and ask instead",
    "j": "add a fighter",
    "q": "leave; all steps are saved",
    "?": "this help",
}
"""The effects of one-character lines, in the order of the help."""
_ENTER = ("begin", "again", "likely", "give", "give-amount", "take", "send")
_SIGNS: Mapping[str, str] = {
    **dict.fromkeys(_ENTER, "Enter"), "next": "n", "undo": "u", "redo": "y", "explain": "x", "veto": "v", "join": "j",
    "drop": "b", "came-to": "w", "sheet": "s", "log": "l", "declare": "o", "quit": "q", "help": "?",
}  # fmt: skip
"""The shortcut that does the same as a row of the keymap, by the row's name."""
_LINES: Mapping[str, str] = {"notes": "notes", "events": "events", "undo-action": "undo-action", "damage": "damage"}
"""The command line that does the same as a row that has no shortcut."""


class SpokenMap(Keymap):
    """The screen's keymap, whose hints name the shortcuts of line mode."""

    def __init__(self) -> None:
        super().__init__(ROWS)
        self._shown = {row.id: self.key(row.id) for row in self.rows}

    def key(self, id: str) -> str:
        """Return the shortcut or line that does what a row does. Without one, the row's label on the screen."""
        return _SIGNS.get(id) or (f"`{_LINES[id]}`" if id in _LINES else self.by_id(id).label)

    def enter(self, mode: Mode) -> str:
        """Return the words for an empty line."""
        return "Enter"

    def marked(self, names: str) -> str:
        """Return a sentence about marked fighters. In line mode no key acts on them."""
        return f"Marked: {names} (in line mode a line names its fighters: `1-3 damage 4`)."
