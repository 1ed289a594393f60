"""Layout: where each pane of a fight stands on a terminal of its size: the board, below it the moment and the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice

from textual.geometry import Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

from tracker.controller.controller import Controller
from tracker.model.lazy_dataclass import dataclass
from tracker.views.choices.choice_list import lines_wished
from tracker.views.choices.choice_table import list_rows
from tracker.views.fighters.fighters import tells_more
from tracker.views.focus import in_focus
from tracker.views.timeline.event_lane import tail_rows

NARROW = 110
"""With fewer columns the panes below the moment are tabs, and a pool is a cell."""
ROOMY = 150
"""From this number of columns the cards are side by side, the log beside moment and cards, and bars longer."""
WIDE = 190
"""From this number of columns the timeline has the closest scale."""
_TINY = 20
"""With fewer lines the moment has one less."""
BARS, ROOMY_BARS = 6, 8
"""The least cells of each bar on the board."""
_BOARD = 11 / 24, 20 / 36, 28 / 50
"""The most of the lines that the board takes: with tabs, in the middle, and with much room."""
_MOMENT = 8, 11, 13
"""The most lines of the moment while no list needs more."""
_REST = 4, 6, 10
"""The lines left below the moment before it gets more than the least."""
_LEAST_REST = 3
"""The lines that a list of choices leaves below itself."""
_LANES_KEPT = 4
"""The lanes that stay however long a list is, if it concerns that many fighters."""
_BESIDE_LIST = 3
"""The lines of the question with a list: the question, further keys, and the hint."""


@dataclass(frozen=True, slots=True)
class PaneLayout:
    """The place of each shown pane, by its id. While it is equal, the panes stay."""

    width: int
    height: int
    regions: Mapping[str, Region]
    question: int

    @property
    def narrow(self) -> bool:
        """True if the panes below the moment are tabs, and the pools of the board are cells."""
        return self.width < NARROW

    @property
    def bars(self) -> int:
        """The least cells of a bar on the board. 0: its pools are cells."""
        return 0 if self.narrow else BARS if self.width < ROOMY else ROOMY_BARS

    @property
    def whole(self) -> bool:
        """Return whether every visible pane has all its lines on the screen, and none of another's."""
        above = [region.bottom for pane, region in self.regions.items() if pane != "footer"]
        return max(above, default=0) <= self.height - self.lines("footer")

    def lines(self, pane: str) -> int:
        """Return the lines of a pane, by its id. 0 where it is not shown."""
        return self.regions[pane].height if pane in self.regions else 0


class ByRegions(Layout):
    """Puts each pane where the layout of the fight says. What that does not name has no room."""

    name = "by-regions"

    def __init__(self) -> None:
        self.regions: Mapping[str, Region] = {}

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        """Return each child at its region. A child without one is not placed."""
        parent.pre_layout(self)
        placed = ((child, self.regions.get(child.id or "")) for child in children)
        return [
            WidgetPlacement(region, child.styles.offset.resolve(region.size, size), child.styles.margin, child)
            for child, region in placed
            if region is not None
        ]


def layout_for(
    controller: Controller,
    width: int,
    height: int,
    *,
    outcome_lines: int = 1,
    above: int = 0,
    wished: Callable[[int, int], int] | None = None,
) -> PaneLayout:
    """Return the layout of what a controller shows, below `above` lines of something else.

    `outcome_lines` counts the lines of the outcome, or of the notice shown in its place. The moment is the pane of the
    question: `wished(cells, most)` returns how many lines, at most `most`, it fills in `cells`. It gets the least lines
    or the most, so that the panes seldom move.
    """
    hidden = controller.view.hidden - {"question"}
    # The index into the figures by width: tabs, the middle, much room.
    kind = 0 if width < NARROW else 1 if width < ROOMY else 2
    lines = {
        "head": 1,
        "odds": int(controller.odds.shown),
        "outcome": outcome_lines,
        "tabs": int(not kind),
        "footer": 1,
    }
    lines = {pane: 0 if pane in hidden else taken for pane, taken in lines.items()}
    free = height - above - sum(lines.values())
    left = (width, width * 74 // 120, width * 99 // 200)[kind]
    tall = wished is None or wished(left, _MOMENT[kind]) > _least(height - above)
    board, moment = _board_and_moment(controller, left, height - above, free, kind, tall)
    if "timeline" in hidden:
        board = 0
    lines |= {"timeline": board, "question": moment}
    rest = max(0, free - board - moment)
    y, regions = above, dict[str, Region]()
    for pane in ("head", "odds", "timeline", "outcome", "question", "tabs"):
        across = width if pane in ("head", "odds", "timeline") else left
        if lines[pane] > 0:
            regions[pane] = Region(0, y, across, lines[pane])
            y += lines[pane]
    beside = Region(left, y - lines["outcome"] - moment, width - left, rest + lines["outcome"] + moment)
    below = Region(0, y, left, rest)
    if not kind:
        panes = {controller.view.tab.value: below}
    elif kind == 1:
        panes = {controller.view.beside.value: below, "sheet": beside}
    else:
        panes = {"sheet": below, controller.view.beside.value: beside}
    regions |= {pane: region for pane, region in panes.items() if pane not in hidden and region.height > 0}
    if lines["footer"]:
        regions["footer"] = Region(0, height - 1, width, 1)
    return PaneLayout(width, height, regions, moment)


def _least(height: int) -> int:
    return 3 if height < _TINY else 4


def _board_and_moment(
    controller: Controller, cells: int, height: int, free: int, kind: int, tall: bool
) -> tuple[int, int]:
    """Return the lines of the board and of the moment, which share `free` lines with the panes below them.

    The board is the timeline, the moment the question. The board gives way to a list of choices, down to the lanes in
    focus. `kind` is the index into the figures by width. A `tall` moment may take its most lines.
    """
    least = _least(height)
    needed = 1 + max(2, min(len(_needed(controller)), _LANES_KEPT))
    board = min(_board(controller, kind), max(5, round(height * _BOARD[kind])), max(needed, free - least))
    moment = max(least, min(_MOMENT[kind], free - board - _REST[kind])) if tall else least
    now = controller.listing()
    if now is not None:
        rest = _LEAST_REST if free - needed > 3 * _LEAST_REST else 0
        rows = list_rows(now.choices, controller.session.encounter, controller.session.rules.unit)
        needs = _BESIDE_LIST + lines_wished(rows, cells, max(1, free - needed - rest - _BESIDE_LIST))
        moment = max(moment, min(needs, free - needed - rest))
        board = max(needed, min(board, free - moment - rest))
    return min(board, max(0, free - 1)), max(1, min(moment, free - min(board, max(0, free - 1))))


def _board(controller: Controller, kind: int) -> int:
    """Return the lines that the board would take: the counts, all lanes, the lines below them, further lines.

    `kind` is the index into the figures by width. At 0, with tabs, fighters have no further lines.
    """
    session, view = controller.session, controller.view
    shown, lanes = view.shown(session), view.lanes(session)
    further = 0
    if kind:
        further = sum(tells_more(fighter) for fighter in islice(shown.combatants, 50))
    return 1 + len(lanes) + len(tail_rows(session.encounter, len(lanes) + 3)) + further


def _needed(controller: Controller) -> tuple[str, ...]:
    """Return the fighters who must have a lane, with groups as they are folded."""
    session, view = controller.session, controller.view
    selected = view.drawn_as(session, view.selected)
    return in_focus(view.shown(session), session.rules, selected, session.encounter)
