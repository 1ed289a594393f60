"""The tab line: which of the panes that share the middle is shown."""

from __future__ import annotations

from textual import events

from tracker.controller.controller import Desk
from tracker.controller.view_state import Pane
from tracker.text.cells import Line, Span, cut, filled, line_width, width
from tracker.tui.messages import KeyClicked
from tracker.tui.widgets.panes import DeskPane
from tracker.views.axis import SCALES, scale_words

_TABS = ((Pane.FIGHTERS, "Fighters", "fighters"), (Pane.SHEET, "Sheet", "sheet"), (Pane.LOG, "Rolls", "log"))


class Tabs(DeskPane):
    """`Fighters ─ Sheet ─ Rolls`, with what the shown pane would have in its heading."""

    def lay(self, desk: Desk, cells: int, height: int) -> tuple[Line, ...]:
        spans: list[Span] = [Span("─", "rule")]
        listing = desk.listing()
        for pane, words, _ in _TABS:
            lit = pane is desk.looking.tab and listing is None
            spans += [Span(f" {_words(desk, pane, words)} ", "due" if lit else "title"), Span("─", "rule")]
        if listing is not None:
            more = f" {listing.text} "
            spans.append(Span(cut(more, cells - line_width(spans) - 1), "title-lit"))
        else:
            scale = scale_words(SCALES[desk.looking.scale], desk.session.rules.unit)
            spans.append(Span(f" ←→ · {self._what(desk)} · {scale} ", "dim"))
        space = cells - line_width(spans)
        return (filled((*spans, Span("─" * max(0, space), "rule")), cells),)

    def _what(self, desk: Desk) -> str:
        target = desk.looking.sheet_of(desk.session)
        encounter = desk.session.encounter
        return cut(encounter[target].name, 16) if target in encounter else ""

    def on_click(self, event: events.Click) -> None:
        event.stop()
        column = 1
        for pane, words, id in _TABS:
            taken = 0 if self.desk is None else width(_words(self.desk, pane, words)) + 2
            if column <= event.x < column + taken:
                self.post_message(KeyClicked(id))
            column += taken + 1


def _words(desk: Desk, pane: Pane, words: str) -> str:
    """The words of a tab; those of the log say what is left out of it."""
    if pane is Pane.LOG and desk.log.filter:
        words = f"{words} with {cut(desk.log.filter, 12)}"
    if pane is Pane.LOG and not desk.log.secrets:
        words = f"{words} without §"
    return words
