"""A terminal emulator as small as the program needs: signs on cells, the cursor, and whether it can be seen."""

from __future__ import annotations

import re
import unicodedata
from codecs import getincrementaldecoder

_PIECE = re.compile(
    r"\x1b\[(?P<private>[?<=>]?)(?P<numbers>[\d;:]*)[ !\"$']?(?P<final>[@-~])"
    r"|\x1b[\]P_^][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()][0-9A-Za-z]|\x1b[=>78cDEM]|(?P<sign>[^\x1b])"
)


class Emulator:
    """What a terminal of so many columns and rows would show of what was written to it."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.x = self.y = 0
        self.hidden = False
        self._cells = [[" "] * columns for _ in range(rows)]
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
            case "?", "h" | "l" if 25 in given:
                self.hidden = final == "l"
            case _:
                assert private or final not in "ABCDEFGKLMPSTX@d", f"the emulator does not know {numbers}{final}"

    def _put(self, sign: str) -> None:
        if sign == "\r":
            self.x = 0
        elif sign == "\n":
            self.y = min(self.y + 1, self.rows - 1)
        elif sign.isprintable() and not unicodedata.combining(sign):
            wide = unicodedata.east_asian_width(sign) in "WF"
            if self.x < self.columns:
                self._cells[self.y][self.x] = sign
                if wide and self.x + 1 < self.columns:
                    self._cells[self.y][self.x + 1] = ""
            self.x += 1 + wide

    @property
    def line(self) -> str:
        """The line the cursor stands on."""
        return "".join(self._cells[self.y])

    @property
    def before(self) -> str:
        """What stands left of the cursor on its line."""
        return "".join(self._cells[self.y][: self.x])
