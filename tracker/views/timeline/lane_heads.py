"""Lane heads: what is before the axis: who is due, key, side and name, and the pools as cells or as bars."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.encounter.features.groups import members
from tracker.game_api.rules import Rules
from tracker.model.combatant import Combatant
from tracker.model.state import Encounter
from tracker.text.cells import Line, Span, filled, fit, line_width, unseen, width
from tracker.views.fighters.fighters import HEAD_PARTS, MARKED, FighterRows, LineCache, Seen
from tracker.views.hidden_signs import NOT, hiding
from tracker.views.pools import heading_words, lay_grid, least_cells
from tracker.views.pulse import MOST, pulse, pulse_of_members, worst
from tracker.views.short_names import CrowdName, shortened, told_apart
from tracker.views.sides import side_mark, side_order, side_role
from tracker.views.timeline.sub_lanes import SubLane

_NARROWEST_NAME, _WIDEST_NAME = 7, 9
"""The cells of a name where pools are cells."""
_SHORTEST_NUMBER = 5
_ROOM_FOR_NUMBERS, _ROOM_FOR_CELLS = 60, 40
"""The columns of the pane from which the worst pool has its number, and the pools their cells."""
_BRANCH = "└ "
"""The sign before the name of a member of a folded group, or before the number who act alike."""
_WIDEST_SHARE = 4 / 7
"""The most of the columns that heads with bars take."""
_AROUND_BARS = 3
"""The cells behind the bars: the mark of folded pools, and a blank."""


class LaneHeads:
    """Lays the heads of one drawing, each exactly `cells` wide.

    `bars` are the cells that a bar of each of the first pools gets at least. 0: a pool is a cell, and the worst of them
    has its number. `whole` is the fight with no group folded. `first` is in whose lane something comes first.
    `shown` are the lines that are drawn.
    """

    def __init__(
        self,
        encounter: Encounter,
        whole: Encounter,
        rules: Rules,
        room: int,
        seen: Seen,
        *,
        kept: LineCache,
        bars: int,
        first: str,
        shown: Sequence[SubLane],
    ) -> None:
        self._encounter, self._whole, self._seen, self._first = encounter, whole, seen, first
        self._order, self._hiding = side_order(encounter), hiding(encounter)
        self._pools, self._number = 0, 0
        self._rows: FighterRows | None = None
        everyone = encounter.combatants
        if bars and any(fighter.profile.pools for fighter in everyone):
            least = least_cells(everyone, bars, kept.needs) + seen.key_cells - 1
            self._grid = lay_grid(everyone, min(least, round(room * _WIDEST_SHARE)), kept.needs, seen.key_cells)
            self.cells = self._grid.end + _AROUND_BARS
            self._rows = FighterRows(encounter, rules, self.cells - 1, self._grid, seen, kept, whole)
            self._name = self._grid.left - 3 - seen.key_cells
        else:
            self._pools = MOST if room >= _ROOM_FOR_CELLS else 0
            if room >= _ROOM_FOR_NUMBERS:
                self._number = max([_SHORTEST_NUMBER, *(width(worst(lane.who).text) for lane in shown)])
            longest = max((width(fighter.name) for fighter in everyone), default=0)
            # Cells of pools that none of them has are room for a name that would be cut.
            spare = self._pools - min(self._pools, max((len(pulse(fighter)) for fighter in everyone), default=0))
            alone = (width(fighter.name) for fighter in everyone if not isinstance(fighter.name, CrowdName))
            spare = min(spare, max(0, max(alone, default=0) - _WIDEST_NAME))
            self._pools -= spare
            self._name = max(_NARROWEST_NAME, min(_WIDEST_NAME + spare, longest))
            self.cells = 4 + seen.key_cells + self._name + self._pools + (self._number + 1 if self._number else 0)
        names = tuple([fighter.name for fighter in everyone])
        self._called = told_apart(names, self._name), told_apart(names, self._name - 1)
        """The names as shortened to the room, and to one cell less behind the sign of a hidden fighter."""

    def ruler(self, above: int, below: int) -> Line:
        """Return the text beside the counts: lanes out of sight, else the pane's key, and the names of the bars."""
        timeline, fighters = self._seen.pane_keys
        scrolled = unseen(above, below)
        lit = "title-lit" if self._seen.lit else "dim"
        key = (*[Span(" ")] * (self._rows is None), Span(timeline, "key"))
        left = self.cells if self._rows is None else self._grid.left - width(fighters) - 1
        named, counted = (*key, Span(" Timeline", lit)), Span(f" {scrolled}", "dim")
        ways = ((*named, counted), (*key, counted), (counted,)) if scrolled else (named,)
        begins = next((way for way in ways if line_width(way) < left), ways[-1])
        if self._rows is None:
            return filled(begins, self.cells)
        heads = heading_words(self._grid).rstrip() or "Fighters"
        return filled((*filled(begins, left), Span(fighters, "key"), Span(" "), Span(heads, "dim")), self.cells)

    def row(self, lane: SubLane) -> Line:
        """Return the head of a line: all of it on a fighter's first, only the name on a further one."""
        crowd = isinstance(lane.who.name, CrowdName)
        if lane.place:
            alone = lane.members[0] if crowd and len(lane.members) == 1 else None
            branch = Span(" " * self._seen.key_cells + _BRANCH, "dim")
            if alone is None:
                whose = f"×{lane.many}" if crowd else self._called[0][lane.who.name].text
                return filled((branch, Span(whose, "dim")), self.cells)
            name = Span(fit(shortened(alone.name, self._name), self._name), self._role(alone))
            return filled((branch, name, Span(" "), *self._points(alone)), self.cells)
        if crowd:
            return self._of_group(lane.who)
        return filled((*self._sign_key_name(lane.who, self._name), *self._points(lane.who)), self.cells)

    def more(self, combatant: Combatant) -> tuple[Line, ...]:
        """Return further lines of a fighter: words without room, and pools that matter besides the first."""
        if self._rows is None:
            return ()
        return tuple(self._rows.lines(combatant)[1:])

    def _role(self, combatant: Combatant) -> str:
        return side_role(self._order, combatant.profile.side) if combatant.able else "dim"

    def _sign_key_name(self, combatant: Combatant, cells: int) -> Line:
        """Return the sign of the due fighter, key, side and name in so many cells, with the mark behind it."""
        encounter, seen, who = self._encounter, self._seen, combatant.id
        asked = encounter.question is not None and encounter.question.who == who
        due = asked or (encounter.question is None and self._first == who)
        role = self._role(combatant)
        sign = self._hiding.get(who, NOT).sign
        name = sign + self._called[bool(sign)][combatant.name].text
        if self._rows is None and isinstance(combatant.name, CrowdName):  # its cells say how many there are
            name = sign + shortened(combatant.name.group, cells - len(sign))
        return (
            Span("►" if due else " ", "asked" if due else ""),
            Span(fit(seen.key(combatant), seen.key_cells), "key"),
            Span(side_mark(self._order, combatant.profile.side), role),
            Span(fit(name, cells), "selected" if who == seen.selected else "asked" if due else role),
            Span(MARKED, "strong") if who in seen.marks else Span(" "),
        )

    def _points(self, combatant: Combatant) -> Line:
        """Return the pools of a fighter: as bars with numbers, else as cells with the number of the worst."""
        if self._rows is not None:
            return self._rows.lines(combatant, brief=True)[0][HEAD_PARTS:]
        cells = filled(pulse(combatant), self._pools)
        number = worst(combatant, self._seen.lost.get(combatant.id, {}))
        if not self._number:
            return cells
        return (*cells, Span(" "), Span(fit(number.text, self._number, right=True), number.role))

    def _of_group(self, drawn: Combatant) -> Line:
        """Return the head of a folded group: a cell for each member, and less of its name where bars have no room."""
        cells = pulse_of_members(members(self._whole, drawn.group))
        if self._rows is not None:
            number = worst(drawn, self._seen.lost.get(drawn.id, {}))
            worst_off = (
                (Span("  "), Span(number.text, number.role), Span(" the worst off", "dim")) if number.text else ()
            )
            return filled((*self._sign_key_name(drawn, self._name), *cells, *worst_off), self.cells)
        begins = 3 + self._seen.key_cells
        room = self.cells - 1 - begins
        if not self._pools or line_width(cells) > room - 3:
            cells = ()
        name = min(self._name, room - line_width(cells))
        return filled((*self._sign_key_name(drawn, name), *cells), self.cells)
