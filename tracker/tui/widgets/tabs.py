"""The tab line: which of the panes that share the middle is shown."""

from __future__ import annotations

from textual import events

from tracker.controller.controller import Controller
from tracker.controller.view_state import Pane
from tracker.text.cells import Line, Span, cut, filled, line_width, width
from tracker.tui.messages import KeyClicked
from tracker.tui.widgets.panes import ControllerPane
from tracker.views.short_names import shortened
from tracker.views.timeline.axis import scale_words
from tracker.views.timeline.scales import SCALES

_TABS = ((Pane.FIGHTERS, "Fighters", "fighters"), (Pane.SHEET, "Sheet", "sheet"), (Pane.LOG, "Rolls", "log"))


class Tabs(ControllerPane):
    """`Fighters ─ Sheet ─ Rolls`, with what the shown pane would have in its heading."""

    def lay(self, controller: Controller, cells: int, height: int) -> tuple[Line, ...]:
        """Return the tabs, and at the end the choices, or the sheet's fighter and the scale."""
        spans: list[Span] = [Span("─", "rule")]
        for pane, words, id in _TABS:
            lit = "tab" if pane is controller.view.tab else "title"
            spans += [Span(" "), Span(_key(controller, id), "key"), Span(f" {_words(controller, pane, words)} ", lit)]
            spans.append(Span("─", "rule"))
        scale = scale_words(SCALES[controller.view.shown_scale], controller.session.rules.unit)
        spans.append(Span(f" {self._what(controller)} · {scale} ", "dim"))
        space = cells - line_width(spans)
        return (filled((*spans, Span("─" * max(0, space), "rule")), cells),)

    def _what(self, controller: Controller) -> str:
        """Return the short name of the fighter whose sheet is shown. Empty without one."""
        target = controller.view.sheet_of(controller.session)
        encounter = controller.session.encounter
        return shortened(encounter[target].name, 16) if target in encounter else ""

    def on_click(self, event: events.Click) -> None:
        """Press the key of the clicked tab."""
        event.stop()
        column = 1
        for pane, words, id in _TABS:
            shown = self.controller
            taken = 0 if shown is None else width(_key(shown, id)) + width(_words(shown, pane, words)) + 3
            if column <= event.x < column + taken:
                self.post_message(KeyClicked(id))
            column += taken + 1


def _key(controller: Controller, id: str) -> str:
    return controller.keymap.key(id)


def _words(controller: Controller, pane: Pane, words: str) -> str:
    """Return the words of a tab. Those of the log name its filter, and say if secret lines (§) are left out."""
    if pane is Pane.LOG and controller.runner.log.filter:
        words = f"{words} with {cut(controller.runner.log.filter, 12)}"
    if pane is Pane.LOG and not controller.runner.log.secrets:
        words = f"{words} without §"
    return words
