"""A canvas of one line: text put at columns, later text over earlier, wide signs kept whole."""

from __future__ import annotations

from itertools import groupby

from tracker.text.cells import Line, Span, clean, narrow, sign_width


class Canvas:
    """A line of cells to write on. What falls outside is cut."""

    def __init__(self, cells: int) -> None:
        self.cells = cells
        self._signs = [" "] * cells
        self._roles = [""] * cells
        self._wide = False
        """True once a text with wide characters was put."""

    def put(self, column: int, text: str, role: str = "") -> int:
        """Write `text` in a role from `column` on, over what is there. Return the column after it."""
        text = clean(text)
        if not self._wide and narrow(text):
            end = column + len(text)
            start, stop = max(0, column), min(end, self.cells)
            if start < stop:
                self._signs[start:stop] = text[start - column : stop - column]
                self._roles[start:stop] = [role] * (stop - start)
            return end
        self._wide = True
        for sign in text:
            taken = sign_width(sign)
            if taken == 0:
                if 0 < column <= self.cells and self._signs[column - 1]:
                    self._signs[column - 1] += sign
                continue
            if column >= 0 and column + taken <= self.cells:
                self._free(column)
                self._signs[column], self._roles[column] = sign, role
                if taken == 2:
                    self._free(column + 1)
                    self._signs[column + 1], self._roles[column + 1] = "", role
            column += taken
        return column

    def _free(self, column: int) -> None:
        """Blank the other half of a wide character of which `column` is about to be overwritten."""
        if not self._signs[column] and column:
            self._signs[column - 1] = " "
        elif column + 1 < self.cells and not self._signs[column + 1]:
            self._signs[column + 1] = " "

    def line(self) -> Line:
        """Return what was written as a line, a span for each run of one role."""
        spans: list[Span] = []
        start = 0
        for role, run in groupby(self._roles):
            end = start + len(list(run))
            spans.append(Span("".join(self._signs[start:end]), role))
            start = end
        return tuple(spans)
