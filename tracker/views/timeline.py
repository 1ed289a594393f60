"""The timeline: a lane for everyone, what is under way as bars, and the present at a quarter of the width."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tracker.clock.agenda import Due
from tracker.clock.spans import TimeUnit
from tracker.encounter.engine.system import RuleSystem
from tracker.encounter.engine.turn_order import in_turn
from tracker.encounter.names import says
from tracker.model.combatant import Action, Combatant, Presence
from tracker.model.state import DECLARE, FREE_EVENT, LAND, Encounter, Rank
from tracker.system_api.values import Doing
from tracker.text.cells import Line, Span, cut, fit, unseen, width
from tracker.views.axis import FOLD, SCALES, USUAL, Axis, lay_axis, span
from tracker.views.canvas import Canvas
from tracker.views.event_lane import EventSpot, lay_events, tail_rows
from tracker.views.fallen import fallen, lay_fallen
from tracker.views.focus import in_focus
from tracker.views.hidden_signs import NOT, Hiding, hiding
from tracker.views.lane_marks import Laid, Mark, lay_marks, room_for, room_from
from tracker.views.short_names import Short, told_apart
from tracker.views.sides import side_mark, side_order, side_role

_WAITING = Doing("waiting")
_WIDEST_NAME = 18
_NARROWEST_NAME = 8
_NARROWEST_PART = 4
"""Columns of a phase or a minute from which on it is ruled off."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """The lines to draw; `lanes` says whose lane each line is (empty: nobody's)."""

    lines: tuple[Line, ...]
    lanes: tuple[str, ...]
    axis: Axis
    names: int
    """Cells before the axis begins."""
    above: int = 0
    below: int = 0
    """Lanes that are not shown, scrolled off above and below."""
    event_row: int = -1
    """The line of the free events; −1: there is none."""
    spots: tuple[EventSpot, ...] = ()
    """Where in it each event stands; columns from the beginning of the axis."""

    def event_at(self, column: int) -> str:
        """The key of the free event under a column of the pane; empty where none stands."""
        return next((spot.key for spot in self.spots if spot.left <= column - self.names < spot.right), "")

    def count_at(self, column: int) -> int:
        """The count under a column of the pane."""
        return self.axis.count(column - self.names)


def in_lanes(encounter: Encounter) -> list[Combatant]:
    """Whoever has a lane: all but those who left, in seat order."""
    return [combatant for combatant in encounter.combatants if combatant.presence is not Presence.LEFT]


def lane_rows(encounter: Encounter) -> list[tuple[Combatant, int]]:
    """Every line of every lane, with the place of the action drawn on it: one who lands twice has two lines."""
    rows: list[tuple[Combatant, int]] = []
    for one in in_lanes(encounter):
        rows.append((one, 0))
        if len(one.actions) > 1:
            rows += [(one, at) for at in range(1, len(one.actions))]
    return rows


def lay_timeline(
    encounter: Encounter,
    rules: RuleSystem,
    *,
    cells: int,
    height: int,
    top: int | None = None,
    near: int = 0,
    scale: int = USUAL,
    selected: str = "",
    whole: Encounter | None = None,
) -> Timeline:
    """Ruler, lanes, and the lanes of events, in `height` lines: from line number `top` on, where that is given.

    Else all lanes, or where they find no room those in focus, the fallen in one line, and others from line `near` on.
    `whole` is the fight with no group folded: by it those are called whom an action is aimed at, and the members of a
    folded group of whom something alone is due; what they are in or do is counted by it.
    """
    sight = _in_sight(encounter, in_focus(encounter, rules, selected, whole), height, top, near)
    shown, tail = sight.rows, sight.tail
    longest = max((width(combatant.name) for combatant, _ in shown), default=0)
    names = 4 + max(_NARROWEST_NAME, min(_WIDEST_NAME, longest, cells // 4))
    axis = _axis(encounter, cells - names, SCALES[scale])
    own: dict[str, list[Due]] = {combatant.id: [] for combatant, _ in shown}
    common: list[Due] = []
    for due in encounter.agenda.entries:
        if due.what == FREE_EVENT:
            continue
        if due.rank <= Rank.EFFECT:
            common.append(due)
        elif due.who in encounter and encounter[due.who].id in own:
            own[encounter[due.who].id].append(due)
    able: dict[str, list[Combatant]] = {who: [] for who in own}
    for one in whole if whole is not None and whole is not encounter else [encounter[who] for who in own]:
        if one.able and (together := able.get(encounter[one.id].id)) is not None:
            together.append(one)
    tied = _tied(encounter.agenda.entries)
    everyone = tuple([one.name for one in encounter])
    called = told_apart(everyone, names - 4), told_apart(everyone, names - 5)
    order, first = side_order(encounter), _first(encounter, whole or encounter, rules)
    all_of, hidden = whole or encounter, hiding(encounter)
    drawing = _Drawing(encounter, all_of, able, rules, axis, tied, selected, order, called, first, hidden)
    above, below = sight.above, sight.below
    lines: list[Line] = [(Span(fit(f"   {unseen(above, below)}", names), "dim"), *ruler(axis, rules.unit))]
    lines += [
        (*_name(drawing, combatant, names, at), *_lane(drawing, combatant, own[combatant.id], at))
        for combatant, at in shown
    ]
    if sight.fallen:
        lines.append((Span(" "), *lay_fallen(sight.fallen, cells - 1)))
    event_row, spots = -1, tuple[EventSpot, ...]()
    for kind in tail[: height - len(lines)]:
        if kind == "events":
            event_row = len(lines)
            lane, spots = lay_events(encounter, rules.unit, axis)
            lines.append((Span(fit("  ! events", names), "dim"), *lane))
        else:
            lines.append((Span(fit("  + effects", names), "dim"), *_effects(drawing, common)))
    lanes = ("", *(combatant.id for combatant, _ in shown), *([""] * (len(lines) - len(shown) - 1)))
    return Timeline(tuple(lines), lanes, axis, names, above, below, event_row, spots)


@dataclass(frozen=True, slots=True)
class _Sight:
    """What of the lanes is drawn: which lines, who is told of in one line, how many lanes are not, the lines below."""

    rows: Sequence[tuple[Combatant, int]]
    fallen: tuple[Combatant, ...]
    above: int
    below: int
    tail: tuple[str, ...]


def _in_sight(encounter: Encounter, focus: Sequence[str], height: int, top: int | None, near: int) -> _Sight:
    """The lines of lanes for which there is room: those in focus always, before the fallen and the lines below."""
    rows, tail = lane_rows(encounter), tail_rows(encounter, height)
    room = max(1, height - 1 - len(tail))
    if top is not None or len(rows) <= room:
        top = max(0, min(top or 0, len(rows) - room))
        shown = rows[top : top + room]
        above = _begun(rows[:top]) - bool(shown and shown[0][1])
        return _Sight(shown, (), above, _begun(rows[top + len(shown) :]), tail)
    must = [at for who in focus for at, (one, action) in enumerate(rows) if one.id == who and not action]
    out = fallen([one for one, action in rows if not action], focus)
    if len(must) + bool(out) > room:
        tail = tail[: max(0, height - 1 - len(must) - bool(out))]
        room = max(1, height - 1 - len(tail))
    if len(must) + bool(out) > room:
        out = ()
    folded = {one.id for one in out}
    others = [at for at, (one, _) in enumerate(rows) if one.id not in folded]
    others.sort(key=lambda at: (rows[at][0].id not in focus, at < near, not rows[at][0].able, abs(at - near)))
    chosen = sorted(list(dict.fromkeys((*must, *others)))[: max(1, room - bool(out))])
    first = chosen[0]
    hidden = [at for at, (one, action) in enumerate(rows) if not action and one.id not in folded and at not in chosen]
    seen = {rows[at][0].id for at in chosen}
    hidden = [at for at in hidden if rows[at][0].id not in seen]
    above = sum(at < first for at in hidden)
    return _Sight([rows[at] for at in chosen], out, above, len(hidden) - above, tail)


def _begun(rows: Sequence[tuple[Combatant, int]]) -> int:
    """How many lanes begin in these lines."""
    return [at for _, at in rows].count(0)


def lane_top(encounter: Encounter, who: str, top: int, height: int) -> int:
    """The first line to show so that the lane of `who` is seen, scrolling no more than needed."""
    room = max(1, height - 1 - len(tail_rows(encounter, height)))
    rows = lane_rows(encounter)
    top = max(0, min(top, len(rows) - room))
    at = next((at for at, (one, _) in enumerate(rows) if one.profile.id == who), -1)
    if at < 0:
        return top
    last = at + min(room, max(1, len(encounter[who].actions))) - 1
    return at if at < top else last - room + 1 if last >= top + room else top


@dataclass(frozen=True, slots=True)
class _Drawing:
    encounter: Encounter
    whole: Encounter
    able: Mapping[str, list[Combatant]]
    """Who can act in each lane; those of a folded group share one."""
    rules: RuleSystem
    axis: Axis
    tied: frozenset[tuple[int, int]]
    selected: str
    order: dict[str, int]
    """The number of each side."""
    called: tuple[Mapping[str, Short], Mapping[str, Short]]
    """What each is called in its lane, and where a sign says that it is hidden."""
    first: str
    """In whose lane it is that something comes first; empty where that is nobody's."""
    hiding: Mapping[str, Hiding]
    """Who is not seen by the players, or unnoticed by some."""

    def number(self, due_count: int, rank: int) -> str:
        return f"{self.at(due_count)}=" if (due_count, rank) in self.tied else self.at(due_count)

    def at(self, count: int) -> str:
        return self.rules.unit.text(count)

    def role(self, combatant: Combatant) -> str:
        return side_role(self.order, combatant.profile.side)


def _first(encounter: Encounter, whole: Encounter, rules: RuleSystem) -> str:
    first = next(in_turn(whole, rules), None)
    return encounter[first.who].id if first is not None and first.who in encounter else ""


def _axis(encounter: Encounter, cells: int, scale: int) -> Axis:
    return lay_axis(encounter.count, [due.count for due in encounter.agenda.entries], max(8, cells), scale)


def _tied(entries: Sequence[Due]) -> frozenset[tuple[int, int]]:
    """Counts and ranks at which more than one lands, or may declare."""
    return frozenset(
        (one.count, one.rank)
        for one, other in pairwise(entries)
        if (one.count, one.rank) == (other.count, other.rank) and one.rank in (Rank.LANDING, Rank.DECLARATION)
    )


def ruler(axis: Axis, unit: TimeUnit) -> Line:
    """The counts above the lanes, and the present."""
    canvas = Canvas(axis.cells)
    step = 5 if axis.scale >= 2 else 10 if axis.scale == 1 else -axis.scale * 10
    if unit.counting is not None:
        step = -(-step // unit.counting.base) * unit.counting.base
    first = axis.count(0)
    count = max(0, -(-first // step) * step)
    taken = -1
    here = f"▼{unit.text(axis.now)}"
    start, end = axis.here, axis.here + len(here) + 1
    taken_by = [range(column - 1, column + FOLD + 1) for column, _ in axis.folds]
    marked = [(piece.column, unit.text(piece.count)) for piece in axis.pieces[1:] if not piece.fold]
    taken_by += [range(column - 1, column + len(text) + 1) for column, text in marked]
    while axis.column(count) < axis.cells and count < axis.now + 100_000:
        column, text = axis.column(count), unit.text(count)
        own = range(column, column + len(text))
        free = not any(own.start in other or own[-1] in other for other in taken_by)
        here_too = column < end and own.stop >= start
        if taken < column <= axis.cells - len(text) and axis.shown(count) and free and not here_too:
            taken = canvas.put(column, text, "dim")
        count += step
    for column, hidden in axis.folds:
        canvas.put(column, f"··{hidden}··"[:FOLD], "dim")
    for column, text in marked:
        canvas.put(column, text, "dim")
    canvas.put(axis.here, here, "now")
    return canvas.line()


def _name(drawing: _Drawing, combatant: Combatant, cells: int, at: int) -> Line:
    question = drawing.encounter.question
    asked = question is not None and question.who == combatant.id
    due = asked or (question is None and drawing.first == combatant.id)
    role = "due" if due else drawing.role(combatant) if combatant.able else "dim"
    mark = "►" if due else " "
    sign = drawing.hiding.get(combatant.id, NOT).sign
    short = drawing.called[bool(sign)][combatant.name]
    name = sign + short.text
    text = f"{side_mark(drawing.order, combatant.profile.side)} {name}"
    picked = "selected" if combatant.id == drawing.selected else role
    if at:
        further = sign + short.name
        return Span("  "), Span(fit(f"└ {further}", cells - 3), picked), Span(" ")
    return Span(mark, role), Span(fit(text, cells - 2), picked), Span(" ")


def _lane(drawing: _Drawing, combatant: Combatant, dues: list[Due], at: int) -> Line:
    """One line of a lane: its action number `at`, and on the first what else is due."""
    axis = drawing.axis
    canvas = Canvas(axis.cells)
    _rule_off(canvas, axis, drawing.rules.unit)
    canvas.put(axis.here, "│", "rule")
    if not at:
        _ahead(drawing, canvas, combatant)
    actions = combatant.actions[at : at + 1]
    marks = [_landing(drawing, canvas, combatant, action) for action in actions]
    others = [] if at else [due for due in dues if due.what != LAND]
    state = Doing() if combatant.actions else _state(drawing, combatant)
    marks += [_mark(drawing, combatant, due, state) for due in others if axis.shown(due.count) or due.what == DECLARE]
    edge = next((mark for mark in marks if mark.column >= axis.cells and mark.sign[0] in "●◆"), None)
    beyond = f"{edge.sign}{edge.number}›" if edge is not None else ""
    room = axis.cells - (width(beyond) + 1 if beyond else 0)
    laid = lay_marks([mark for mark in marks if mark.column < room], room)
    for one in laid:
        canvas.put(one.column, one.text, one.mark.role)
    if beyond:
        canvas.put(axis.cells - width(beyond), beyond, "due")
    for action in actions:
        if (landing := axis.column(action.lands)) < room:
            start = next((one.end + 1 for one in laid if one.mark is marks[0]), landing)
            start, free = room_from(start, laid, room)
            canvas.put(start, cut(action_words(drawing.whole, action), free), "")
    if not combatant.actions:
        _put_state(canvas, state.words, laid, axis, room)
    return canvas.line()


def _put_state(canvas: Canvas, words: str, laid: Sequence[Laid], axis: Axis, cells: int) -> None:
    """What somebody is in, left of the present where it has room there, else right of the marks."""
    left = min([axis.here, *(one.column for one in laid)]) - 1
    if width(words) <= left:
        canvas.put(left - width(words), words, "dim")
        return
    start, free = room_for(words, axis.here + 2, laid, cells)
    canvas.put(start, cut(words, free), "dim")


def _mark(drawing: _Drawing, combatant: Combatant, due: Due, state: Doing) -> Mark:
    """What is due: a declaration, or something that ends or sets in, called so unless its lane says it as its state."""
    column = drawing.axis.column(due.count)
    if due.what == DECLARE:
        return Mark(column, "◆", drawing.number(due.count, due.rank), drawing.role(combatant))
    what = _what(drawing.whole, due, combatant)
    return Mark(column, "+", drawing.at(due.count), "event", "" if what == state.what else what)


def _ahead(drawing: _Drawing, canvas: Canvas, combatant: Combatant) -> None:
    """The turns that are certain beyond the next one, where the game knows them."""
    axis = drawing.axis
    if not combatant.able:
        return
    for count in drawing.rules.display.turns_ahead(drawing.encounter, combatant.id, axis.count(axis.cells)):
        column = axis.column(count)
        if axis.shown(count) and 0 <= column < axis.cells:
            canvas.put(column, "◇", "dim")


def _rule_off(canvas: Canvas, axis: Axis, unit: TimeUnit) -> None:
    """Where time is written as two numbers, a mark at the beginning of each of the greater ones: a phase, a minute."""
    if unit.counting is None or span(unit.counting.base, axis.scale) < _NARROWEST_PART:
        return
    base = unit.counting.base
    first = -(-max(0, axis.count(0)) // base) * base
    for count in range(first, axis.count(axis.cells) + 1, base):
        if axis.shown(count):
            canvas.put(axis.column(count), "┊", "rule")


def _state(drawing: _Drawing, combatant: Combatant) -> Doing:
    """What somebody is in or does; of a folded group what each of it who stands is, counted unless all are alike."""
    if combatant.presence is not Presence.IN:
        return Doing(combatant.presence.value)
    each = [
        drawing.rules.display.activity(drawing.whole, one.id) or (_WAITING if one.waiting and not one.busy else Doing())
        for one in drawing.able.get(combatant.id, [])
    ]
    if len(set(each)) == 1:
        return each[0]
    many = Counter(doing.what for doing in each)
    return Doing(", ".join(f"{number} {what}" for what, number in many.items() if what))


def _landing(drawing: _Drawing, canvas: Canvas, combatant: Combatant, action: Action) -> Mark:
    """The action drawn from its beginning on, and the mark of its landing."""
    axis, role = drawing.axis, drawing.role(combatant)
    start, end = axis.column(action.declared), axis.column(action.lands)
    dash = "╌" if drawing.rules.display.can_be_spoiled(drawing.encounter, combatant.id, action) else "─"
    canvas.put(max(0, start), dash * (min(end, axis.cells) - max(0, start)), role)
    if start >= 0:
        canvas.put(start, "├", role)
    moved = "→" if action.lands != action.declared + action.speed else ""
    return Mark(end, f"●{moved}", drawing.number(action.lands, Rank.LANDING), role)


def action_words(encounter: Encounter, action: Action) -> str:
    """What an action is, and on whom when its words do not say so."""
    if action.target in encounter and not says(action.label, name := encounter[action.target].name):
        return f"{action.label} {name}"
    return action.label


def _what(whole: Encounter, due: Due, lane: Combatant | None = None) -> str:
    """What is due, and whose it is where the `lane` it stands in is not its own."""
    own = whole[due.who]
    condition = own.condition(due.ref)
    what = condition.label if condition is not None else due.ref or due.what
    return what if lane is not None and lane.name == own.name else f"{own.name} {what}"


def _effects(drawing: _Drawing, dues: Sequence[Due]) -> Line:
    axis = drawing.axis
    canvas = Canvas(axis.cells)
    canvas.put(axis.here, "│", "rule")
    free_from = 0
    for due in dues:
        what = _what(drawing.whole, due) if due.who in drawing.whole else due.what
        text = f"+{drawing.at(due.count)} {what}"
        column = axis.column(due.count)
        if column < axis.cells and width(text) <= axis.cells // 2:
            column = min(column, axis.cells - width(text))
        column = max(column, free_from)
        if column >= axis.cells - 3:
            break
        free_from = canvas.put(column, cut(text, axis.cells - column), "event") + 2
    return canvas.line()
