"""Gathers the changed lines of one frame and writes them at once. Cells that stand already are left out."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

_SIGN = "x"
_PLAIN = Style.null()


class LineWriter:
    """Gathers lines. A look is written only where it becomes another, and only as far as it does."""

    def __init__(self, console: Console) -> None:
        """Write for a console, which knows the available colours."""
        self._console = console
        self._written: list[str] = []
        self._look = _PLAIN
        """The terminal's present style."""
        self._turns: dict[tuple[Style, Style], str] = {}

    def line(self, x: int, y: int, segments: Sequence[Segment]) -> None:
        """Write segments on row `y` from column `x` on, both from 0."""
        self._written.append(f"\x1b[{y + 1};{x + 1}H")
        look = self._look
        for text, style, _ in segments:
            if style is not look:
                style = style or _PLAIN
                turn = self._turns.get((look, style))
                if turn is None:
                    turn = self._turns[look, style] = self._turn(look, style)
                self._written.append(turn)
                look = style
            self._written.append(text)
        self._look = look

    def taken(self) -> str:
        """Return the gathered text, which ends in the terminal's former style, and forget it."""
        if self._look != _PLAIN:
            self._written.append(self._turn(self._look, _PLAIN))
            self._look = _PLAIN
        text = "".join(self._written)
        self._written.clear()
        return text

    def _turn(self, look: Style, other: Style) -> str:
        """Return the escape sequence that turns the style `look` of the terminal into `other`."""
        if look == other:
            return ""
        if look.without_color == other.without_color and look.bgcolor == other.bgcolor and other.color:
            return self._beginning(Style(color=other.color))
        return ("" if look == _PLAIN else "\x1b[0m") + self._beginning(other)

    def _beginning(self, look: Style) -> str:
        """Return the text that Textual writes before others in this style."""
        return Strip([Segment(_SIGN, look)], 1).render(self._console).partition(_SIGN)[0]
