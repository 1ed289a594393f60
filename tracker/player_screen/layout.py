"""Lines: the players' screen as lines of text, laid out of what the players see."""

from __future__ import annotations

from itertools import chain

from tracker.clock.spans import TimeUnit
from tracker.encounter.player_view.view import BADLY_HURT, DOWN, FRESH, HURT, ActionSeen, FighterSeen, View
from tracker.model.combatant import Presence
from tracker.player_screen.big_digits import HIGH, large
from tracker.player_screen.spectator import Scene
from tracker.text.cells import Line, Span, cut, filled, fit, rule, width, wrap
from tracker.views.axis import SCALES, USUAL, Axis, lay_axis
from tracker.views.canvas import Canvas
from tracker.views.next_up import next_up
from tracker.views.numbers import bar
from tracker.views.numbers import health as role_of
from tracker.views.sides import side_mark, side_role
from tracker.views.timeline import ruler

_WIDE = 110
"""Cells from which on fighters and what happened stand side by side."""
_ALWAYS = 3
"""Pools of a fighter that are shown even when they are full."""
_STEPS = {FRESH: 4, HURT: 3, BADLY_HURT: 1, DOWN: 0}
"""How much of a bar of four steps a word for health is."""
_LEGEND = "├ declared  ● lands  ◆ may declare"
LATE = 1 << 30
_OUT = {Presence.DOWN.value, Presence.LEFT.value, Presence.SURRENDERED.value}


def lay_screen(scene: Scene | None, trouble: str, cells: int, height: int) -> tuple[Line, ...]:
    """The whole screen in so many cells and lines."""
    if scene is None:
        middle = [()] * (height // 2 - 1)
        return (*middle, (Span("  " + (trouble or "Reading the fight …"), "title"),))
    view = scene.view
    head = _head(scene, trouble, cells)
    room = height - len(head)
    lanes = [one for one in view.fighters if one.presence != Presence.LEFT.value]
    side_by_side = cells >= _WIDE
    told = 0 if side_by_side else max(3, min(6, room // 5))
    rows = sum(max(1, len(one.actions)) for one in lanes) + 2
    lane_room = min(rows, max((room - told) // 2, room - told - _rows_of(view, cells) - 1))
    lines = [*head, rule("Timeline", cells, _LEGEND if cells >= 60 else "")]
    lines += _timeline(view, scene.unit, lanes, cells, lane_room - 1)
    rest = height - len(lines)
    if side_by_side:
        left = cells * 3 // 5
        fighters = _fighters(view, left, rest)
        happened = _happened(view, cells - left - 1, rest)
        for at in range(rest):
            one = fighters[at] if at < len(fighters) else ()
            other = happened[at] if at < len(happened) else ()
            lines.append((*filled(one, left), Span("│", "rule"), *other))
    else:
        fighters = _fighters(view, cells, rest - told)
        lines += [*fighters, *_happened(view, cells, rest - len(fighters))]
    return tuple(lines[:height])


# The head: now and next in large


def _head(scene: Scene, trouble: str, cells: int) -> list[Line]:
    view, unit = scene.view, scene.unit
    status = trouble or ("ctrl+q leaves" if view.began else "The fight has not begun.")
    title = Span(" " + cut(view.title, cells - width(status) - 4), "title")
    space = Span(" " * max(1, cells - width(title.text) - width(status) - 1))
    top: Line = (title, space, Span(status, "alarm" if trouble else "dim"))
    digits = large(unit.text(view.now))
    taken = max(width(line) for line in digits) + 3
    now, after = next_up(view, unit)
    rows: list[list[Span]] = [[Span(" NOW  ", "due"), Span(f" {now.upper()} " if now else " – ", "due")]]
    for word, at in (("next", 0), ("then", 1)):
        text = after[at] if at < len(after) else ""
        rows.append([Span(f" {word} ", "dim"), Span(f" {text}", "strong" if at == 0 else "")] if text else [])
    lines = [top]
    for at in range(HIGH):
        lines.append((Span("  " + fit(digits[at], taken - 2), "now"), *filled(rows[at], cells - taken)))
    return lines


# The timeline


def _timeline(view: View, unit: TimeUnit, lanes: list[FighterSeen], cells: int, room: int) -> list[Line]:
    names = 4 + max(8, min(18, max((width(one.name) for one in lanes), default=0), cells // 4))
    marks = [one.count for one in view.coming] + [one.lands for other in lanes for one in other.actions]
    axis = lay_axis(view.now, marks, max(8, cells - names), SCALES[USUAL])
    lines: list[Line] = [(Span(" " * names), *ruler(axis, unit))]
    rows = [(one, at) for one in lanes for at in range(max(1, len(one.actions)))]
    shown = range(len(rows)) if len(rows) < room else _first(rows, view, room - 2)
    for one, at in [rows[place] for place in shown]:
        name = f"└ {one.name}" if at else f"{_mark(view, one)} {one.name}"
        role = "dim" if one.presence in _OUT else _role(view, one)
        due = _due(view, one) and not at
        lines.append(
            (
                Span("►" if due else " ", "due" if due else ""),
                Span(fit(name, names - 2), role),
                Span(" "),
                *_lane(axis, unit, one, at, role),
            )
        )
    if len(shown) < len(rows):
        lines.append((Span(f"  ↓ {len(rows) - len(shown)} more", "dim"),))
    return lines


def _first(rows: list[tuple[FighterSeen, int]], view: View, room: int) -> list[int]:
    """The places of the lanes in which most is going on, in their order."""

    def matters(place: int) -> tuple[bool, bool, bool, int]:
        one, at = rows[place]
        soon = one.declares if one.declares is not None else LATE
        return (at > 0 or not _due(view, one), not one.actions, one.presence in _OUT, soon)

    return sorted(sorted(range(len(rows)), key=matters)[: max(1, room)])


def _lane(axis: Axis, unit: TimeUnit, one: FighterSeen, at: int, role: str) -> Line:
    canvas = Canvas(axis.cells)
    canvas.put(axis.here, "│", "rule")
    words = one.presence if one.presence in _OUT else "waiting" if one.waiting else ""
    if words and not one.actions:
        canvas.put(max(0, axis.here - 1 - width(words)), words, "dim")
    for action in one.actions[at : at + 1]:
        _bar(axis, unit, canvas, action, role)
    if one.declares is not None and not at:
        column = axis.column(one.declares)
        if column >= axis.cells and not one.actions:
            text = f"◆{unit.text(one.declares)}›"
            canvas.put(axis.cells - width(text), text, role)
        elif axis.shown(one.declares):
            canvas.put(column, f"◆{unit.text(one.declares)}", role)
    return canvas.line()


def _bar(axis: Axis, unit: TimeUnit, canvas: Canvas, action: ActionSeen, role: str) -> None:
    start, end = axis.column(action.declared), axis.column(action.lands)
    for column in range(max(0, start), min(end, axis.cells)):
        canvas.put(column, "─", role)
    if start >= 0:
        canvas.put(start, "├", role)
    words = action.words
    if end >= axis.cells:
        text = f"●{unit.text(action.lands)}›"
        canvas.put(axis.cells - width(text), text, role)
    else:
        canvas.put(canvas.put(end, f"●{unit.text(action.lands)}", role) + 1, words, "")


# Fighters


def _rows_of(view: View, cells: int) -> int:
    return sum(len(_fighter(view, one, cells, 8)) for one in view.fighters)


def _fighters(view: View, cells: int, room: int) -> list[Line]:
    names = max(8, min(16, max((width(one.name) for one in view.fighters), default=0)))
    rows = [_fighter(view, one, cells, names) for one in view.fighters]
    lines = list(chain([rule("Fighters", cells)], *rows))
    if len(lines) > room:
        lines = list(chain([rule("Fighters", cells)], *(row[:1] for row in rows)))
    if len(lines) > room:
        first = sorted(range(len(rows)), key=lambda at: not _due(view, view.fighters[at]))[: max(1, room - 2)]
        lines = [rule("Fighters", cells), *(rows[at][0] for at in sorted(first))]
        lines.append((Span(f"  ↓ {len(rows) - len(first)} more", "dim"),))
    return lines


def _fighter(view: View, one: FighterSeen, cells: int, names: int) -> list[Line]:
    """A row of bars, and where there is no room for the conditions behind them, a second one."""
    able = one.presence not in _OUT
    due = _due(view, one)
    row = [
        Span("►" if due else " ", "due" if due else ""),
        Span(f"{_mark(view, one)} {fit(one.name, names)} ", _role(view, one) if able else "dim"),
    ]
    if one.pools:
        shown = [pool for at, pool in enumerate(one.pools) if at < _ALWAYS or pool.now < pool.full]
        each = (cells - names - 4) // _ALWAYS
        for pool in shown[:_ALWAYS]:
            number = f"{pool.now}/{pool.full}"
            blocks = max(3, min(16, each - width(pool.name) - 10))
            left, lost, gone = bar(pool.now, pool.full, blocks, 0, 0)
            role = role_of(pool.now, pool.full) if able else "dim"
            row += [Span(f"{pool.name} ", "dim"), Span(left + lost + gone, role), Span(f" {fit(number, 7)} ")]
        more = [f"{pool.name} {pool.now}/{pool.full}" for pool in shown[_ALWAYS:]]
    else:
        more = []
        if one.health:
            steps = _STEPS.get(one.health, 4)
            row += [
                Span("█" * steps * 2 + "░" * (4 - steps) * 2, role_of(steps, 4) if able else "dim"),
                Span(f" {one.health} ", ""),
            ]
    if not able and one.health != one.presence:
        more.append(one.presence)
    words = " · ".join([*more, *one.conditions])
    taken = sum(width(span.text) for span in row)
    if not words or taken + width(words) <= cells:
        return [(*row, Span(words, "state"))]
    return [tuple(row), (Span(" " * 5 + cut(words, cells - 5), "state"),)]


# What happened


def _happened(view: View, cells: int, room: int) -> list[Line]:
    lines: list[Line] = []
    for text in reversed(view.outcomes):
        wrapped = wrap(text, cells - 3, indent=2)
        role = "strong" if not lines else ""
        if len(lines) + len(wrapped) > room - 1:
            break
        lines[:0] = [(Span(" " + piece, role),) for piece in wrapped]
    return [rule("What happened", cells), *lines]


# Who is who


def _mark(view: View, one: FighterSeen) -> str:
    return side_mark(_order(view), one.side)


def _role(view: View, one: FighterSeen) -> str:
    return side_role(_order(view), one.side)


def _order(view: View) -> dict[str, int]:
    """The sides in the order of those who are seen, so that a hidden one takes no mark away."""
    return {side: at for at, side in enumerate(dict.fromkeys(one.side for one in view.fighters))}


def _due(view: View, one: FighterSeen) -> bool:
    """Whether it is this one's turn: asked, or next where nobody is."""
    if view.turn:
        return view.turn == one.name
    return bool(view.coming) and view.coming[0].row == one.name
