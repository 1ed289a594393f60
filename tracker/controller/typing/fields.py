"""Fields: one line being typed, and the command line it stands for."""

from __future__ import annotations

import re
from enum import StrEnum

from tracker.controller.menus.menu_path import MenuPath
from tracker.encounter.language.join_command import GROUP, HIDDEN
from tracker.encounter.language.parser import LONGEST_LINE
from tracker.model.lazy_dataclass import dataclass
from tracker.text.cells import clean


class Purpose(StrEnum):
    """The purpose of a field."""

    COMMAND = "command"
    DAMAGE = "damage"
    OWN = "own"
    NEWCOMER = "newcomer"
    CREATURES = "creatures"
    FILTER = "filter"
    FIND = "find"
    WHOM = "whom"
    RIGHT = "right"
    DICE = "dice"


@dataclass
class Field:
    """The text typed so far. `who` is the fighter named at the beginning of its line."""

    purpose: Purpose
    label: str
    who: str = ""
    text: str = ""
    caret: int = 0
    secret: bool = False
    """True if the typed or rolled result is for the GM only."""
    verb: str = ""
    """The game's verb, where the line needs one."""
    stays: MenuPath | None = None
    """The menu that stays open once the line is carried out."""
    ids: tuple[str, ...] = ()
    side: str = ""
    """The side of a newcomer chosen by arrows, in place of a typed one."""
    match: int = 0
    """In a search: the position of the chosen match, the best first."""
    turned_to: str = ""
    """The number chosen by arrows or wheel, until a key is typed."""

    def put(self, text: str) -> None:
        """Insert text at the caret, without characters that cannot be drawn."""
        text = clean(text)[: max(0, LONGEST_LINE - len(self.text))]
        self.text = self.text[: self.caret] + text + self.text[self.caret :]
        self.caret += len(text)

    def replace(self, text: str) -> None:
        """Replace the text, with the caret at the end."""
        self.text, self.caret = text, len(text)

    def turn_to(self, number: str) -> None:
        """Show a number chosen by arrows or wheel. The first digit typed after it begins another."""
        self.replace(number)
        self.turned_to = number

    def clear(self) -> None:
        """Clear the text and the secrecy."""
        self.replace("")
        self.secret = False

    def edit(self, key: str, character: str | None) -> bool:
        """Take an editing key or a character. Return whether it was one."""
        match key:
            case "backspace":
                self.text = self.text[: max(0, self.caret - 1)] + self.text[self.caret :]
                self.caret = max(0, self.caret - 1)
            case "delete":
                self.text = self.text[: self.caret] + self.text[self.caret + 1 :]
            case "left":
                self.caret = max(0, self.caret - 1)
            case "right":
                self.caret = min(len(self.text), self.caret + 1)
            case "home" | "ctrl+a":
                self.caret = 0
            case "end" | "ctrl+e":
                self.caret = len(self.text)
            case "ctrl+u":
                self.replace("")
            case "ctrl+w":
                kept = re.sub(r"\S+\s*$", "", self.text[: self.caret])
                self.text, self.caret = kept + self.text[self.caret :], len(kept)
            case _:
                if not character or not clean(character):
                    return False
                self.put(character)
        return True

    def line(self) -> str:
        """Return the command line of the field."""
        text = self.text.strip()
        match self.purpose:
            case Purpose.COMMAND | Purpose.FILTER | Purpose.FIND | Purpose.WHOM:
                return text
            case Purpose.DAMAGE:
                heals = text.startswith("+") or not self.verb
                return f"{self.who} heals {text.removeprefix('+')}" if heals else f"{self.who} {self.verb} {text}"
            case Purpose.OWN:
                return f"{self.who} is {text}"
            case Purpose.DICE:
                return f"secret {text}".rstrip() if self.secret else text or "roll"
            case Purpose.RIGHT:
                return f"fix die roll {self.who} {text}"
            case Purpose.NEWCOMER:
                name, side, hidden = _name_side_and_hidden(text, self.side)
                return " ".join(filter(None, ("join new", name, side, hidden)))
            case Purpose.CREATURES:
                number = re.match(r"(\d{1,3})\s*x?\s*(?=\D)", text)
                rest = text[number.end() :] if number else text
                name, side, hidden = _name_side_and_hidden(rest, self.side)
                times = f"x{number[1]}" if number else ""
                return " ".join(filter(None, ("join", name, times, side, hidden)))


def _name_side_and_hidden(text: str, turned_to: str = "") -> tuple[str, str, str]:
    """Return `Big Thug, raiders group thugs hidden` as name, side and rest, the first two quoted.

    `turned_to` is a side chosen by the arrows, and goes before the typed one.
    """
    words, hidden = without_hidden(text.replace('"', ""))
    words, of_group, group = words.partition(f" {GROUP} ")
    hidden = " ".join(filter(None, (f'{GROUP} "{group.strip()}"' if of_group and group.strip() else "", hidden)))
    name, _, side = words.partition(",")
    side = turned_to or side
    return f'"{name.strip()}"', f'"{side.strip()}"' if side.strip() else "", hidden


def without_hidden(text: str) -> tuple[str, str]:
    """Split the word `hidden` off the end of a typed newcomer. Return the rest and the word, or an empty one."""
    before, _, last = text.rstrip().rpartition(" ")
    return (before, HIDDEN) if before.strip() and last.casefold() == HIDDEN else (text, "")
