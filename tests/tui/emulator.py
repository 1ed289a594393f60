"""A terminal emulator as small as the program needs: signs on cells and their looks, the cursor, whether it is seen."""

from __future__ import annotations

import re
import unicodedata
from codecs import getincrementaldecoder
from typing import NamedTuple

_PIECE = re.compile(
    r"\x1b\[(?P<private>[?<=>]?)(?P<numbers>[\d;:]*)[ !\"$']?(?P<final>[@-~])"
    r"|\x1b[\]P_^][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()][0-9A-Za-z]|\x1b[=>78cDEM]|(?P<sign>[^\x1b])"
)
_SEEN = {4, 7, 9}
"""Underlined, reversed, struck through: what can be seen of a space."""


class Look(NamedTuple):
    """How a sign is written: colours as the numbers that were sent, and bold, underlined and the like."""

    colour: tuple[int, ...] = ()
    ground: tuple[int, ...] = ()
    others: frozenset[int] = frozenset()


class Emulator:
    """What a terminal of so many columns and rows would show of what was written to it."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.x = self.y = 0
        self.hidden = False
        self._cells = [[" "] * columns for _ in range(rows)]
        self._look = Look()
        self._looks = [[self._look] * columns for _ in range(rows)]
        self._rest = ""
        self._signs = getincrementaldecoder("utf-8")()

    def feed(self, written: bytes) -> None:
        """Take what was written; a sequence that has not come whole waits for the rest."""
        text = self._rest + self._signs.decode(written)
        at = 0
        while at < len(text) and (piece := _PIECE.match(text, at)):
            at = piece.end()
            if (sign := piece["sign"]) is not None:
                self._put(sign)
            elif piece["final"] is not None:
                self._control(piece["private"], piece["numbers"], piece["final"])
        self._rest = text[at:]

    def _control(self, private: str, numbers: str, final: str) -> None:
        given = [int(number or 0) for number in re.split("[;:]", numbers)]
        match private, final:
            case "", "H" | "f":
                row, column = [number or 1 for number in (*given, 0)[:2]]
                self.x, self.y = min(column, self.columns) - 1, min(row, self.rows) - 1
            case "", "J" if given[0] == 2:
                self._cells = [[" "] * self.columns for _ in range(self.rows)]
                self._looks = [[self._look] * self.columns for _ in range(self.rows)]
            case "", "m":
                self._turn(given)
            case "?", "h" | "l" if 25 in given:
                self.hidden = final == "l"
            case _:
                assert private or final not in "ABCDEFGKLMPSTX@d", f"the emulator does not know {numbers}{final}"

    def _turn(self, given: list[int]) -> None:
        """Write on in another look."""
        while given:
            number, look = given.pop(0), self._look
            if number == 0:
                self._look = Look()
            elif number in (38, 48):
                many = {2: 4, 5: 2}[given[0]]
                colour, given = tuple(given[:many]), given[many:]
                self._look = look._replace(colour=colour) if number == 38 else look._replace(ground=colour)
            elif number // 10 in (3, 9):
                self._look = look._replace(colour=(number,))
            elif number // 10 in (4, 10):
                self._look = look._replace(ground=(number,))
            else:
                assert 0 < number < 10, f"the emulator does not know the look {number}"
                self._look = look._replace(others=look.others | {number})

    def _put(self, sign: str) -> None:
        if sign == "\r":
            self.x = 0
        elif sign == "\n":
            self.y = min(self.y + 1, self.rows - 1)
        elif sign.isprintable() and not unicodedata.combining(sign):
            wide = unicodedata.east_asian_width(sign) in "WF"
            if self.x < self.columns:
                self._cells[self.y][self.x] = sign
                self._looks[self.y][self.x] = self._look
                if wide and self.x + 1 < self.columns:
                    self._cells[self.y][self.x + 1] = ""
            self.x += 1 + wide

    def rows_seen(self) -> list[list[tuple[str, Look]]]:
        """Every cell with its look; of a space only what can be seen of it."""
        return [
            [
                (sign, look if sign.strip() else look._replace(colour=(), others=look.others & _SEEN))
                for sign, look in row
            ]
            for row in (zip(signs, looks, strict=True) for signs, looks in zip(self._cells, self._looks, strict=True))
        ]

    @property
    def line(self) -> str:
        """The line the cursor stands on."""
        return "".join(self._cells[self.y])

    @property
    def before(self) -> str:
        """What stands left of the cursor on its line."""
        return "".join(self._cells[self.y][: self.x])
