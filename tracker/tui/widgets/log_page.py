"""The log as one page that may begin in the lines another pane leaves over."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.controller.controller import Controller
from tracker.controller.view_state import Pane
from tracker.text.cells import Line, rule
from tracker.views.log.roll_log import LogPage, lay_log


@dataclass(frozen=True, slots=True)
class SplitLog:
    """The log in two parts, the newest line in the lower one; its heading is the first line of the first part."""

    upper: LogPage
    lower: LogPage


def split_log(controller: Controller, cells: int, spare: int, height: int) -> SplitLog:
    """The log with its heading in `spare` lines of the pane above and `height` of its own."""
    view, log = controller.view, controller.runner.log
    room = spare + height - 1
    page = lay_log(log, cells=cells, height=room, cursor=view.cursor, columns=True)
    lines = (log_heading(controller, cells), *page.lines, *[()] * max(0, room - len(page.lines)))
    places = (-1, *page.places, *[-1] * max(0, room - len(page.lines)))
    return SplitLog(LogPage(lines[:spare], places[:spare]), LogPage(lines[spare:], places[spare:]))


def log_heading(controller: Controller, cells: int) -> Line:
    """The heading of the log: what is left out of it, and where the marked line leads."""
    view, log = controller.view, controller.runner.log
    parts = [f"with {log.filter}: {log.count()}"] if log.filter else []
    if not log.secrets:
        parts.append("without § i")
    if view.cursor >= 0:
        parts.append(_leads_back(controller))
    return rule("Rolls", cells, " · ".join(parts), view.pane is Pane.LOG)


def _leads_back(controller: Controller) -> str:
    """The key that goes back to the line marked; where a choice has it, the one that shows its moment first."""
    keymap, key = controller.keymap, controller.keymap.key("back-to")
    taken = controller.mode not in keymap.by_id("back-to").modes or controller.prompt.choice(key) is not None
    return keymap.worded("{walk-back} to that moment") if taken else f"{key} back to here"
