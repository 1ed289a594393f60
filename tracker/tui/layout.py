"""Layout: the cells and lines that each pane of a fight gets on a terminal of its size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tracker.controller.controller import Controller
from tracker.controller.view_state import Pane
from tracker.model.combatant import Combatant
from tracker.views.choices.choice_list import lines_wished
from tracker.views.choices.choice_table import list_rows
from tracker.views.focus import in_focus
from tracker.views.pools import LEAST, READABLE, least_cells, tightest_cells
from tracker.views.timeline.event_lane import tail_rows

NARROW = 110
"""Fewer columns than this: the lower panes share the middle."""
ROOMY = 150
"""As many columns or more: the sheets stand under the fighters, the log beside both, and bars are longer."""
WIDE = 190
"""As many columns or more: the timeline has the closest scale."""
BESIDE = 46
"""Columns that sheet and log keep beside the fighters."""
SQUEEZED = 36
"""Columns they make do with before the bars of the fighters could not be read."""
KEPT = 2
"""Fighters that stay in sight under a list."""
_AROUND = ("head", "tabs", "outcome", "footer")
"""The panes of one line that a fight always has."""
_LANES_KEPT = 4
"""Lanes that stay however long a list is, if it concerns that many fighters."""
_TINY = 20
"""Fewer lines than this: the question has one less."""
LOW = 30
"""Fewer lines than this: panes do without a heading of their own."""


@dataclass(frozen=True, slots=True)
class PaneLayout:
    """What decides where the panes stand: while it is the same, they stay."""

    width: int
    height: int
    narrow: bool
    """Whether the lower panes share the middle, under tabs."""
    low: bool
    """Whether panes do without a heading of their own."""
    timeline: int
    """Lines of the timeline."""
    question: int
    """Lines of the question."""
    tab: Pane
    """The pane shown where they share the middle."""
    tight: int
    """Cells without which the bars of the fighters could not be read; 0 where there is enough anyway."""
    seated: int
    """How many fighters there are."""
    told: int = 1
    """Lines of the outcome, or of the notice that stands in its place."""
    around: int = len(_AROUND)
    """Lines of head, odds, tabs, outcome and footer."""
    hidden: frozenset[str] = frozenset()
    """The panes that are not shown, by their ids."""

    @property
    def stacked(self) -> bool:
        """Whether the log stands under the sheet."""
        return not self.narrow and self.width < ROOMY

    @property
    def roomy(self) -> bool:
        """Whether the sheets stand under the fighters, and the log beside both."""
        return not self.narrow and self.width >= ROOMY

    @property
    def list_hosts(self) -> tuple[str, ...]:
        """The panes in whose place a list of choices stands, by their ids; only one of them is shown."""
        if self.narrow:
            return ("fighters", "sheet", "log")
        if self.roomy:
            return ("log",)
        return ("sheet",)

    @property
    def middle(self) -> int:
        """Lines of the panes that share the middle."""
        return self.height - self.timeline - self.question - self.around - (self.told - 1)

    def fighters(self, combatants: Sequence[Combatant]) -> int:
        """Cells for the fighters beside others: every bar is to be readable; sheet and log keep what they need."""
        blocks = READABLE if self.width >= ROOMY else LEAST
        least, width = least_cells(combatants, blocks), self.width
        return max(width * 2 // 5, self.tight, min(max(least, width * 9 // 20), width - BESIDE))


def layout_for(controller: Controller, width: int, height: int, kept: Callable[[], int], told: int = 1) -> PaneLayout:
    """The room for what a controller shows; `kept` says how many fighters really stay in sight under a list.

    `told` is the lines of a notice that stands in the place of the outcome.
    """
    encounter, view = controller.session.encounter, controller.view
    around = controller.odds.shown + sum(id not in view.hidden for id in _AROUND)
    between = NARROW <= width < ROOMY
    tight = tightest_cells(encounter.combatants, width - BESIDE, controller.view.kept.needs) if between else 0
    narrow, low = width < NARROW or width - tight < SQUEEZED, height < LOW
    lanes = len(controller.view.lanes(controller.session))
    most = max(5, height * 2 // 5 if not low else height * 3 // 8)
    lines = min(lanes + 1 + len(tail_rows(encounter, lanes + 3)) + (not low), most)
    question = 3 if height < _TINY else 4 if low or height < 45 else 5
    needed, above = len(_needed(controller)), 1 + (not low)
    lines = _shared(lines, needed, height - question - around, above)
    if "timeline" in view.hidden:
        lines = 0
    elif narrow:
        lines = _beside_a_list(
            controller,
            width,
            height - question - around,
            lines,
            kept,
            above + max(2, min(needed, _LANES_KEPT)),
        )
    room = PaneLayout(
        width=width,
        height=height,
        narrow=narrow,
        low=low,
        timeline=lines,
        question=question,
        tab=controller.view.tab,
        tight=tight,
        seated=len(encounter.combatants),
        told=told,
        around=around,
    )
    return replace(room, hidden=_hidden(controller, room))


def _hidden(controller: Controller, room: PaneLayout) -> frozenset[str]:
    """The panes that a key has hidden, and those with nothing to say; but never what shows the choices."""
    hidden = controller.view.hidden - {"question"}
    if controller.listing() is not None:
        hidden -= set(room.list_hosts)
    if not controller.odds.shown:
        hidden |= {"odds"}
    return hidden if room.narrow else hidden | {"tabs"}


def _needed(controller: Controller) -> tuple[str, ...]:
    """Who must have a lane and a row, groups as they are folded."""
    session, view = controller.session, controller.view
    selected = view.drawn_as(session, view.selected)
    return in_focus(view.shown(session), session.rules, selected, session.encounter)


def _shared(lines: int, needed: int, free: int, above: int) -> int:
    """Lines of the timeline such that each needed fighter has a lane and a row, as far as both have `free` lines.

    `above` are its lines above the lanes. The fighters have a heading and a line that tells of those not in sight, and
    give these up before a row.
    """
    needed = max(1, min(needed, (free - above) // 2))
    return max(above + needed, min(lines, free - needed - 2))


def _beside_a_list(
    controller: Controller, cells: int, height: int, lines: int, kept: Callable[[], int], least: int
) -> int:
    """Lines of the timeline while the panes share the middle: it gives up what a long list needs, down to `least`.

    `height` is that of the timeline and of the middle together.
    """
    now = controller.listing()
    if now is None:
        return lines
    free, gives = height - lines - (KEPT if now.who else 0), max(0, lines - least)
    rows = list_rows(now.choices, controller.session.encounter, controller.session.rules.unit)
    wished = lines_wished(rows, cells, free + gives)
    if wished > free and now.who:
        free += KEPT - kept()
        wished = lines_wished(rows, cells, free + gives)
    return lines - max(0, wished - free)
