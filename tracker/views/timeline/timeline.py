"""The timeline: a lane for everyone, what is under way as bars, and the present at a sixth of the width."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from tracker.clock.agenda import Due
from tracker.encounter.engine.turn_order import in_turn
from tracker.game_api.rules import Rules
from tracker.game_api.values import Doing
from tracker.model.combatant import Action, Combatant, Presence
from tracker.model.lazy_dataclass import dataclass
from tracker.model.state import DECLARE, FREE_EVENT, LAND, ROUND, Encounter, Rank
from tracker.text.cells import Line, Span, cut, fit, width
from tracker.text.names import says
from tracker.views.canvas import Canvas
from tracker.views.fallen import lay_fallen
from tracker.views.fighters.fighters import LineCache, Seen
from tracker.views.focus import in_focus
from tracker.views.sides import side_order, side_role
from tracker.views.timeline.axis import Axis, lay_axis
from tracker.views.timeline.event_lane import EventSpot, lay_events
from tracker.views.timeline.ghosts import NO_GHOSTS, Ghost, Ghosts
from tracker.views.timeline.lane_heads import LaneHeads
from tracker.views.timeline.lane_marks import (
    BROKEN,
    EFFECT,
    FEWEST,
    GHOST,
    LaidMarks,
    Mark,
    beside,
    lay_marks,
    placed_of,
    room_for,
    with_words,
)
from tracker.views.timeline.lanes_in_sight import in_sight
from tracker.views.timeline.ruler import rule_off, ruler
from tracker.views.timeline.scales import SCALES, USUAL
from tracker.views.timeline.sub_lanes import SubLane, sub_lanes

_WAITING = Doing("waiting")
_DASHES = 2
"""The cells of a bar that stay on each side of words on it."""
_LEAST_ON_BAR = 5
"""The fewest cells of words on a bar."""
_EFFECT_WORDS = 4
"""The fewest cells of an effect's words, with the blank before."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """The lines to draw. `lanes` has the fighter of each line (empty: none)."""

    lines: tuple[Line, ...]
    lanes: tuple[str, ...]
    axis: Axis
    names: int
    """The cells before the axis begins."""
    above: int = 0
    below: int = 0
    """The numbers of lanes scrolled off above and below."""
    on_axis: frozenset[int] = frozenset()
    """The lines that are over the counts: the ruler, the lanes, events and effects."""
    event_row: int = -1
    """The line of the free events. −1: there is none."""
    spots: tuple[EventSpot, ...] = ()
    """The position of each event in it, in columns from the beginning of the axis."""

    def event_at(self, column: int) -> str:
        """Return the key of the free event under a column of the pane. Empty without one."""
        return next((spot.key for spot in self.spots if spot.left <= column - self.names < spot.right), "")

    def count_at(self, column: int) -> int:
        return self.axis.count(column - self.names)


def lay_timeline(
    encounter: Encounter,
    rules: Rules,
    *,
    cells: int,
    height: int,
    top: int | None = None,
    near: int = 0,
    scale: int = USUAL,
    seen: Seen | None = None,
    kept: LineCache | None = None,
    bars: int = 0,
    whole: Encounter | None = None,
    ghosts: Ghosts = NO_GHOSTS,
    lanes: Sequence[SubLane] | None = None,
) -> Timeline:
    """Lay ruler, lanes, and the lanes of events in `height` lines: from line number `top` on, where that is given.

    Else all lanes, or where they find no room those in focus, the fallen in one line, and others from line `near` on.
    `whole` is the fight with no group folded: by it those are called whom an action is aimed at, and the members of a
    folded group of whom something alone is due. What they are in or do is counted by it. `ghosts` are drawn besides.
    `lanes` are all the lines there are, where they are known already. `seen` and `kept` are of the fighters' rows,
    whose pools are before the axis: as bars of at least `bars` cells, else a cell each.
    """
    whole, seen = whole or encounter, seen or Seen()
    rows = sub_lanes(encounter, whole) if lanes is None else lanes
    focus = in_focus(encounter, rules, seen.selected, whole)
    sight = in_sight(encounter, rows, focus, height, top, near, seen.fold_fallen)
    shown, tail = sight.rows, sight.tail
    first = _first(encounter, whole, rules) if encounter.question is None else ""
    heads = LaneHeads(
        encounter, whole, rules, cells, seen, kept=kept or LineCache(), bars=bars, first=first, shown=shown
    )
    names = heads.cells
    apart = [ghost.at for ghost in ghosts.ghosts] + [action.lands for action in seen.broken.values()]
    axis = _axis(encounter, cells - names, SCALES[scale], apart)
    by_lane, common = _other_dues(encounter, shown)
    drawing = _drawing(encounter, whole, rules, axis, ghosts, seen.broken)
    above, below = sight.above, sight.below
    lines: list[Line] = [(*heads.ruler(above, below), *ruler(axis, rules.unit))]
    left = height - len(lines) - len(shown) - bool(sight.fallen)
    told_below = "effects" in tail[:left] or left > len(tail)
    whose = [""]
    further = _further(heads, shown, focus, left - len(tail))
    on_axis = {0}
    for of_fighter in _by_fighter(shown):
        who = of_fighter[0].who.id
        laid, homeless = _lanes(drawing, of_fighter, by_lane[who], sight.cut.get(who, 0), told_below)
        common += homeless
        on_axis.update(range(len(lines), len(lines) + len(of_fighter)))
        lines += [(*heads.row(lane), *line) for lane, line in zip(of_fighter, laid, strict=True)]
        lines += further.get(who, ())
        whose += [who] * (len(lines) - len(whose))
    if sight.fallen:
        lines.append((Span(" "), *lay_fallen(sight.fallen, cells - 1)))
    event_row, spots = -1, tuple[EventSpot, ...]()
    if common and "effects" not in tail:
        tail = (*tail, "effects")
    for kind in tail[: height - len(lines)]:
        on_axis.add(len(lines))
        if kind == "events":
            event_row = len(lines)
            line, spots = lay_events(encounter, rules.unit, axis)
            lines.append((Span(fit("  ! events", names), "dim"), *line))
        else:
            common.sort(key=lambda due: due.count)
            lines.append((Span(fit("  + effects", names), "dim"), *_effects(drawing, common)))
    whose += [""] * (len(lines) - len(whose))
    return Timeline(
        lines=tuple(lines),
        lanes=tuple(whose),
        axis=axis,
        names=names,
        above=above,
        below=below,
        on_axis=frozenset(on_axis),
        event_row=event_row,
        spots=spots,
    )


def _further(heads: LaneHeads, shown: Sequence[SubLane], focus: Sequence[str], spare: int) -> dict[str, Sequence[Line]]:
    """Return the further lines of lanes in sight that fit into `spare` lines, those in focus first."""
    further: dict[str, Sequence[Line]] = {}
    if spare < 1:
        return further
    fighters = {lane.who.id: lane.who for lane in shown}
    for who in (*(id for id in focus if id in fighters), *(id for id in fighters if id not in focus)):
        lines = heads.more(fighters[who])
        if 0 < len(lines) <= spare:
            further[who] = lines
            spare -= len(lines)
        if spare < 1:
            break
    return further


def _other_dues(encounter: Encounter, shown: Sequence[SubLane]) -> tuple[dict[str, list[Due]], list[Due]]:
    """Return the due entries other than landings and declarations: by lane, and those without one."""
    by_lane: dict[str, list[Due]] = {lane.who.id: [] for lane in shown}
    common: list[Due] = []
    for due in encounter.agenda.entries:
        if due.what in (FREE_EVENT, ROUND):
            continue
        if due.rank <= Rank.EFFECT:
            common.append(due)
        elif due.what not in (DECLARE, LAND) and due.who in encounter and encounter[due.who].id in by_lane:
            by_lane[encounter[due.who].id].append(due)
    return by_lane, common


def _by_fighter(shown: Sequence[SubLane]) -> list[list[SubLane]]:
    """Return the lines grouped by the fighter whose lane they are of."""
    return [list(lanes) for _, lanes in groupby(shown, key=lambda lane: lane.who.id)]


@dataclass(frozen=True, slots=True)
class _Drawing:
    """The common settings of all lanes."""

    encounter: Encounter
    whole: Encounter
    rules: Rules
    axis: Axis
    tied: frozenset[tuple[int, int]]
    order: dict[str, int]
    """The number of each side."""
    ghosts: Ghosts
    """The marks that the highlighted choice would put or move."""
    broken: Mapping[str, Action]
    """The actions that the last step broke, by fighter."""

    def number(self, due_count: int, rank: int) -> str:
        """Return the count of a mark, with `=` where it is tied with another."""
        return f"{self.at(due_count)}=" if (due_count, rank) in self.tied else self.at(due_count)

    def at(self, count: int) -> str:
        return self.rules.unit.text(count)

    def role(self, combatant: Combatant) -> str:
        return side_role(self.order, combatant.profile.side)


def _drawing(
    encounter: Encounter, whole: Encounter, rules: Rules, axis: Axis, ghosts: Ghosts, broken: Mapping[str, Action]
) -> _Drawing:
    """Return the common settings of all lanes: those given, tied counts and the order of the sides."""
    return _Drawing(
        encounter=encounter,
        whole=whole,
        rules=rules,
        axis=axis,
        tied=_tied(encounter.agenda.entries),
        order=side_order(encounter),
        ghosts=ghosts,
        broken=broken,
    )


def _first(encounter: Encounter, whole: Encounter, rules: Rules) -> str:
    first = next(in_turn(whole, rules), None)
    return encounter[first.who].id if first is not None and first.who in encounter else ""


def _axis(encounter: Encounter, cells: int, scale: int, apart: Sequence[int]) -> Axis:
    """Return the axis of due counts. `apart` are other counts, which change it only where they have no column."""
    counts = [due.count for due in encounter.agenda.entries]
    axis = lay_axis(encounter.count, counts, max(8, cells), scale)
    folded_away = [count for count in apart if axis.column(count) < axis.cells and not axis.shown(count)]
    return lay_axis(encounter.count, [*counts, *folded_away], max(8, cells), scale) if folded_away else axis


def _tied(entries: Sequence[Due]) -> frozenset[tuple[int, int]]:
    """Return the counts and ranks at which several land, or may declare. The entries are in order of these."""
    return frozenset(
        (entry.count, entry.rank)
        for entry, other in pairwise(entries)
        if (entry.count, entry.rank) == (other.count, other.rank) and entry.rank in (Rank.LANDING, Rank.DECLARATION)
    )


def _lanes(
    drawing: _Drawing, lanes: Sequence[SubLane], dues: Sequence[Due], cut_off: int, told_below: bool
) -> tuple[list[Line], list[Due]]:
    """Return the lines of one fighter's lane, and the `dues` without room in it.

    `told_below`: there is a line below the lanes for these, else they are counted at the edge. `cut_off` is the number
    of the lane's lines out of sight.
    """
    axis = drawing.axis
    marks = [_own_marks(drawing, lane) for lane in lanes]
    state = [
        Doing() if lane.action is not None or _ghosts(drawing, lane) else _state(drawing, lane, lane.members)
        for lane in lanes
    ]
    homeless: list[Due] = []
    for due in dues:
        mark = _effect(drawing, lanes[0].who, due, state[0])
        rows = sorted(
            zip(lanes, marks, strict=True), key=lambda row: due.who not in [member.id for member in row[0].members]
        )
        home = next(
            (marks_of_row for _, marks_of_row in rows if mark in placed_of([*marks_of_row, mark], axis.cells)), None
        )
        if home is None and told_below and mark.end < axis.cells:
            homeless.append(due)
        else:
            (rows[0][1] if home is None else home).append(mark)
    last = len(lanes) - 1
    lines = [
        _line(drawing, lane, marks_of_row, doing, cut_off if place == last else 0)
        for place, (lane, marks_of_row, doing) in enumerate(zip(lanes, marks, state, strict=True))
    ]
    return lines, homeless


def _own_marks(drawing: _Drawing, lane: SubLane) -> list[Mark]:
    """Return the landings and the declaration of a line, each with its ghost."""
    axis, marks = drawing.axis, list[Mark]()
    role = drawing.role(lane.who)
    ghosts = _ghosts(drawing, lane)
    if (action := lane.action) is not None:
        moved = "→" if action.lands != action.declared + action.speed else ""
        number = drawing.number(action.lands, Rank.LANDING)
        words = "" if ghosts else _said_of(lane, action_words(drawing.whole, action))
        lit = any(
            (member.id, str(other.id)) in drawing.ghosts.between for member in lane.members for other in lane.of(member)
        )
        marks.append(Mark(axis.column(action.lands), f"●{moved}", number, "lit" if lit else role, words))
    if lane.declares is not None and not any(ghost.new for ghost in ghosts):
        number = drawing.number(lane.declares, Rank.DECLARATION)
        marks.append(Mark(axis.column(lane.declares), "◆", number, role, _said_of(lane)))
    for ghost in ghosts:
        words = action_words(drawing.whole, ghost.action) if ghost.action is not None else ""
        mark, marks = beside(Mark(axis.column(ghost.at), GHOST, drawing.at(ghost.at), "ghost", words), marks)
        marks.append(mark)
    if (action := _broken(drawing, lane)) is not None:
        lost = Mark(axis.column(action.lands), BROKEN, drawing.at(action.lands), "lost", "lost")
        mark, marks = beside(lost, marks)
        marks.append(mark)
    return marks


def _broken(drawing: _Drawing, lane: SubLane) -> Action | None:
    """Return the action that the last step broke, on the first line of its fighter."""
    return None if lane.place else drawing.broken.get(lane.who.id)


def _said_of(lane: SubLane, words: str = "") -> str:
    """Return the words of a mark, on the first line of a folded group with the number of fighters or the name."""
    if lane.place or not lane.many:
        return words
    whose = f"×{lane.many}" if lane.many > 1 else lane.members[0].name
    return f"{whose} {words}" if words else whose


def _ghosts(drawing: _Drawing, lane: SubLane) -> tuple[Ghost, ...]:
    """Return the ghosts on a line: of its actions, and new ones of the fighter who would declare on it."""
    if not drawing.ghosts.ghosts:
        return ()
    of_members = [(member, ghost) for member in lane.members for ghost in drawing.ghosts.of(member.id)]
    moved = [ghost for member, ghost in of_members if not ghost.new and ghost.ref in lane.refs(member)]
    new = [ghost for _, ghost in of_members if ghost.new and not lane.place] if lane.action is None else []
    return (*moved, *new)[:1]


def _draw_trail(drawing: _Drawing, canvas: Canvas, lane: SubLane, laid: LaidMarks) -> None:
    """Draw the trail of a ghost: dots from the present to a new mark, dashes from a moved one's present place."""
    axis = drawing.axis
    for ghost in _ghosts(drawing, lane):
        end = min(axis.column(ghost.at), laid.room)
        if ghost.new:
            start = max(0, axis.column(ghost.since))
            canvas.put(start, "·" * (end - start), "ghost")
            canvas.put(start, "┊", "ghost")
        else:
            start = max((mark.end + 1 for mark in laid.marks if mark.column < end and mark.sign != EFFECT), default=end)
            canvas.put(start, "┄" * (end - start), "ghost")


def _line(drawing: _Drawing, lane: SubLane, marks: Sequence[Mark], state: Doing, uncounted: int) -> Line:
    """Return one line of a lane with its marks. The `uncounted` ones are added to the number at the edge."""
    axis = drawing.axis
    canvas = Canvas(axis.cells)
    rule_off(canvas, axis, drawing.rules.unit)
    canvas.put(axis.now_column, "│", "now")
    laid = lay_marks(marks, axis.cells, uncounted)
    _draw_turns_ahead(drawing, canvas, lane, laid)
    if lane.action is not None:
        _draw_bar(drawing, canvas, lane.who, lane.action, laid.room)
    elif (broken := _broken(drawing, lane)) is not None and any(mark.sign == BROKEN for mark in laid.marks):
        start, end = axis.column(broken.declared), min(axis.column(broken.lands), laid.room)
        canvas.put(max(0, start), "╌" * (end - max(0, start)), "gone")
        if start >= 0:
            canvas.put(start, "├", "gone")
    _draw_trail(drawing, canvas, lane, laid)
    for mark in laid.marks:
        canvas.put(mark.start, mark.text, mark.role)
    bar = axis.column(lane.action.declared) if lane.action is not None else axis.cells
    ends = [_put_words(canvas, mark, laid, bar) for mark in laid.marks if mark.sign != EFFECT]
    if laid.edge:
        canvas.put(axis.cells - width(laid.edge), laid.edge, "strong")
    if lane.action is None:
        stated = _put_state(canvas, state.words, laid, axis)
        ends += [mark.end for mark in stated.marks if mark not in laid.marks]
        laid = stated
    if lane.others:
        laid = _put_others(canvas, _others(drawing, lane), max([axis.now_column, *ends]) + 3, laid)
    for mark in laid.marks:
        if mark.sign == EFFECT:
            _put_words(canvas, mark, laid, axis.cells)
    return canvas.line()


def _put_words(canvas: Canvas, mark: Mark, laid: LaidMarks, bar: int) -> int:
    """Put the words of a mark behind its count, or on its bar, which begins at cell `bar`, if that has more room.

    Return the cell after them.
    """
    free = laid.room_after(mark)
    if mark.words and free < width(mark.words):
        others = [other.end for other in laid.marks if other.start < mark.start]
        start = max(0, bar, *others) + _DASHES + 1
        on_bar = mark.start - _DASHES - start - 2
        if on_bar > max(free, _LEAST_ON_BAR):
            text = f" {cut(mark.words, on_bar)} "
            return canvas.put(mark.start - _DASHES - width(text), text)
    if not mark.words or free < FEWEST:
        return mark.end
    return canvas.put(mark.end + 1, cut(mark.words, free), mark.role if mark.sign == EFFECT else "")


def _put_state(canvas: Canvas, words: str, laid: LaidMarks, axis: Axis) -> LaidMarks:
    """Put the state of a fighter left of the present where there is room, else right of the marks and their words.

    Return the marks with these words as one of them.
    """
    if not words:
        return laid
    start = min([axis.now_column, *(mark.start for mark in laid.marks)]) - 1 - width(words)
    text = words
    if start < 0:
        worded = [replace(mark, number=f"{mark.number} {mark.words}") if mark.words else mark for mark in laid.marks]
        start, free = room_for(words, axis.now_column + 2, worded, laid.room)
        if free < width(words):
            start, free = room_for(words, axis.now_column + 2, laid.marks, laid.room)
        text = cut(words, free)
    canvas.put(start - 1, f" {text} ", "dim")
    return with_words(laid, start, text)


def _put_others(canvas: Canvas, words: str, start: int, laid: LaidMarks) -> LaidMarks:
    """Put the state of group members with nothing due behind cell `start`, as far right as it fits.

    Return the marks with these words as one of them.
    """
    effects = [mark for mark in laid.marks if mark.end + 3 > start]
    begins = [start, *(mark.end + (width(mark.words) + 1 if mark.words else 0) + 3 for mark in effects)]
    ends = [*(mark.start - 2 for mark in effects), laid.room]
    rooms = [(begin, end - begin) for begin, end in zip(begins, ends, strict=True)]
    begin, free = max(rooms, key=lambda room: (min(room[1], width(words)), room[0]))
    if free < FEWEST:
        return laid
    text = cut(words, free)
    column = begin + free - width(text)
    canvas.put(column, text, "dim")
    return with_words(laid, column, text)


def _others(drawing: _Drawing, lane: SubLane) -> str:
    """Return the states of group members with nothing due, counted: `2 stunned`, `3 more`."""
    many, doing = len(lane.others), _state(drawing, lane, lane.others).what
    each = doing.split(" ", 1)[0].isdigit()
    return doing if each else f"{many} {doing or 'more'}"


def _effect(drawing: _Drawing, combatant: Combatant, due: Due, state: Doing) -> Mark:
    """Return the mark of an effect that begins or ends, without words if its lane shows it as its state."""
    what = _what(drawing, due, combatant)
    return Mark(
        drawing.axis.column(due.count), EFFECT, drawing.at(due.count), "event", "" if what == state.what else what
    )


def _draw_turns_ahead(drawing: _Drawing, canvas: Canvas, lane: SubLane, laid: LaidMarks) -> None:
    """Draw `◇` at the certain turns beyond the next one, where the game knows them, clear of due marks."""
    axis = drawing.axis
    if not lane.who.able or lane.place:  # further lines of a lane are of single actions
        return
    for count in drawing.rules.display.turns_ahead(drawing.encounter, lane.who.id, axis.count(axis.cells)):
        column = axis.column(count)
        clear = all(column + 1 < mark.start or column > mark.end for mark in laid.marks)
        if clear and axis.shown(count) and 0 <= column < laid.room:
            canvas.put(column, "◇", "dim")


def _state(drawing: _Drawing, lane: SubLane, members: Sequence[Combatant]) -> Doing:
    """Return the state or activity of a fighter. For `members` of a folded group, each counted unless all are alike."""
    if lane.who.presence is not Presence.IN:
        return Doing(lane.who.presence.value)
    each = [
        drawing.rules.display.activity(drawing.whole, fighter.id)
        or (_WAITING if fighter.waiting and not fighter.busy else Doing())
        for fighter in members
        if fighter.able
    ]
    if len(set(each)) == 1:
        return each[0]
    many = Counter(doing.what for doing in each)
    return Doing(", ".join(f"{number} {what}" for what, number in many.items() if what))


def _draw_bar(drawing: _Drawing, canvas: Canvas, combatant: Combatant, action: Action, room: int) -> None:
    """Draw the bar of an action from its declaration to its landing, at most to cell `room`.

    It is dashed while the action can be spoiled.
    """
    axis, role = drawing.axis, drawing.role(combatant)
    start, end = axis.column(action.declared), axis.column(action.lands)
    dash = "╌" if drawing.rules.display.can_be_spoiled(drawing.encounter, combatant.id, action) else "─"
    canvas.put(max(0, start), dash * (min(end, room) - max(0, start)), role)
    if start >= 0:
        canvas.put(start, "├", role)


def action_words(encounter: Encounter, action: Action) -> str:
    """Return an action in words, with its target when they do not name it."""
    if action.target in encounter and not says(action.label, name := encounter[action.target].name):
        return f"{action.label} {name}"
    return action.label


def _what(drawing: _Drawing, due: Due, lane: Combatant | None = None) -> str:
    """Return a due entry in words, with its fighter where it is in the `lane` of another."""
    fighter = drawing.whole[due.who]
    condition = fighter.condition(due.ref)
    what = condition.label if condition is not None else drawing.rules.display.due_verb(due) or due.ref or due.what
    return what if lane is not None and lane.name == fighter.name else f"{fighter.name} {what}"


def _effects(drawing: _Drawing, dues: Sequence[Due]) -> Line:
    """Return the effects by the clock, each with its count. Those without room are counted at the end."""
    axis = drawing.axis
    canvas = Canvas(axis.cells)
    canvas.put(axis.now_column, "│", "now")
    texts = [
        f"+{drawing.at(due.count)} {_what(drawing, due) if due.who in drawing.whole else due.what}" for due in dues
    ]
    columns = [axis.column(due.count) for due in dues]
    edge = width(f"+{len(dues)}›") + 1
    for room in (axis.cells, axis.cells - edge):
        starts = _starts(columns, texts, room)
        if len(starts) == len(dues):
            break
    ends = [*(start - 2 for start in starts[1:]), room]
    for start, end, text in zip(starts, ends, texts, strict=False):
        canvas.put(start, cut(text, end - start), "event")
    if hidden := len(dues) - len(starts):
        counter = f"+{hidden}›"
        canvas.put(axis.cells - width(counter), counter, "strong")
    return canvas.line()


def _starts(columns: Sequence[int], texts: Sequence[str], room: int) -> list[int]:
    """Return the column at which each text begins, without overlap, up to the first one that has no room.

    A text has room where its count and a few words fit before cell `room`.
    """
    starts: list[int] = []
    free_from = 0
    for column, text in zip(columns, texts, strict=True):
        least = width(text.partition(" ")[0]) + _EFFECT_WORDS
        whole = width(text)
        if column < room and whole <= room // 2:
            column = min(column, room - whole)
        column = max(column, free_from)
        if column + min(least, whole) > room:
            break
        starts.append(column)
        free_from = column + min(whole, room) + 2
    return starts
