"""Layout: the players' screen as lines of text."""

from __future__ import annotations

from itertools import chain

from tracker.clock.spans import TimeUnit
from tracker.model.combatant import Presence
from tracker.player_screen.big_digits import HIGH, large
from tracker.player_screen.spectator import Scene
from tracker.players.view import BADLY_HURT, DOWN, FRESH, HURT, ActionSeen, FighterSeen, View
from tracker.text.cells import Line, Span, cut, filled, fit, rule, width, wrap
from tracker.views.canvas import Canvas
from tracker.views.next_up import next_up
from tracker.views.numbers import bar
from tracker.views.numbers import health as role_of
from tracker.views.short_names import shortened
from tracker.views.sides import side_mark, side_role
from tracker.views.timeline.axis import Axis, lay_axis
from tracker.views.timeline.scales import SCALES, USUAL
from tracker.views.timeline.timeline import ruler

_WIDE = 110
"""From this width on, fighters and events stand side by side."""
_ALWAYS = 3
"""A fighter's first pools are shown even when they are full."""
_STEPS = {FRESH: 4, HURT: 3, BADLY_HURT: 1, DOWN: 0}
"""How many of a bar's four steps are filled for a word of health."""
_LEGEND = "├ declared  ● lands  ◆ may declare"
LATE = 1 << 30
_OUT = {Presence.DOWN.value, Presence.LEFT.value, Presence.SURRENDERED.value}


def lay_screen(scene: Scene | None, trouble: str, cells: int, height: int) -> tuple[Line, ...]:
    """Return the whole screen as lines, `cells` wide and `height` high. Without a scene, only the trouble."""
    if scene is None:
        middle = [()] * (height // 2 - 1)
        return (*middle, (Span("  " + (trouble or "Reading the fight …"), "title"),))
    view = scene.view
    head = _head(scene, trouble, cells)
    room = height - len(head)
    lanes = [fighter for fighter in view.fighters if fighter.presence != Presence.LEFT.value]
    side_by_side = cells >= _WIDE
    happened_rows = 0 if side_by_side else max(3, min(6, room // 5))
    rows = sum(max(1, len(fighter.actions)) for fighter in lanes) + 2
    lane_room = min(rows, max((room - happened_rows) // 2, room - happened_rows - _rows_of(view, cells) - 1))
    lines = [*head, rule("Timeline", cells, _LEGEND if cells >= 60 else "")]
    lines += _timeline(view, scene.unit, lanes, cells, lane_room - 1)
    rest = height - len(lines)
    if side_by_side:
        left_cells = cells * 3 // 5
        fighters = _fighters(view, left_cells, rest)
        happened = _happened(view, cells - left_cells - 1, rest)
        for row_number in range(rest):
            left_line = fighters[row_number] if row_number < len(fighters) else ()
            right_line = happened[row_number] if row_number < len(happened) else ()
            lines.append((*filled(left_line, left_cells), Span("│", "rule"), *right_line))
    else:
        fighters = _fighters(view, cells, rest - happened_rows)
        lines += [*fighters, *_happened(view, cells, rest - len(fighters))]
    return tuple(lines[:height])


# The head: now and next in large


def _head(scene: Scene, trouble: str, cells: int) -> list[Line]:
    """Return the top lines: title, status, the count in big digits, whose turn it is and who comes next."""
    view, unit = scene.view, scene.unit
    status = trouble or ("ctrl+q leaves" if view.began else "The fight has not begun.")
    title = Span(" " + cut(view.title, cells - width(status) - 4), "title")
    space = Span(" " * max(1, cells - width(title.text) - width(status) - 1))
    top: Line = (title, space, Span(status, "alarm" if trouble else "dim"))
    digits = large(unit.text(view.now))
    taken = max(width(line) for line in digits) + 3
    now, after = next_up(view, unit)
    rows: list[list[Span]] = [[Span(" NOW  ", "acts"), Span(f" {now.upper()} ", "acts")]]
    for word, index in (("next", 0), ("then", 1)):
        text = after[index] if index < len(after) else ""
        rows.append([Span(f" {word} ", "dim"), Span(f" {text}", "strong" if index == 0 else "")] if text else [])
    lines = [top]
    for index in range(HIGH):
        lines.append((Span("  " + fit(digits[index], taken - 2), "now"), *filled(rows[index], cells - taken)))
    return lines


# The timeline


def _timeline(view: View, unit: TimeUnit, lanes: list[FighterSeen], cells: int, room: int) -> list[Line]:
    """Return the ruler and a row for each action of each fighter. When they do not fit, the most important."""
    name_cells = 4 + max(8, min(18, max((width(fighter.name) for fighter in lanes), default=0), cells // 4))
    marks = [entry.count for entry in view.coming] + [action.lands for fighter in lanes for action in fighter.actions]
    axis = lay_axis(view.now, marks, max(8, cells - name_cells), SCALES[USUAL])
    lines: list[Line] = [(Span(" " * name_cells), *ruler(axis, unit))]
    rows = [(fighter, action_number) for fighter in lanes for action_number in range(max(1, len(fighter.actions)))]
    shown = range(len(rows)) if len(rows) < room else _first(rows, view, room - 2)
    for fighter, action_number in [rows[place] for place in shown]:
        mark = "└" if action_number else _mark(view, fighter)
        name = f"{mark} {shortened(fighter.name, name_cells - 4)}"
        role = "dim" if fighter.presence in _OUT else _role(view, fighter)
        due = _due(view, fighter) and not action_number
        lines.append(
            (
                Span("►" if due else " ", "asked" if due else ""),
                Span(fit(name, name_cells - 2), role),
                Span(" "),
                *_lane(axis, unit, fighter, action_number, role),
            )
        )
    if len(shown) < len(rows):
        lines.append((Span(f"  ↓ {len(rows) - len(shown)} more", "dim"),))
    return lines


def _first(rows: list[tuple[FighterSeen, int]], view: View, room: int) -> list[int]:
    """Return the numbers of the `room` most important rows, in their order: due, a player's, acting, soon declaring."""

    def matters(row_number: int) -> tuple[bool, bool, bool, bool, int]:
        """Return the sort key of a row by its importance, the most important lowest."""
        fighter, action_number = rows[row_number]
        soon = fighter.declares if fighter.declares is not None else LATE
        first, out = action_number == 0, fighter.presence in _OUT
        return (
            not (first and _due(view, fighter)),
            not (first and fighter.player and not out),
            not fighter.actions,
            out,
            soon,
        )

    return sorted(sorted(range(len(rows)), key=matters)[: max(1, room)])


def _lane(axis: Axis, unit: TimeUnit, fighter: FighterSeen, action_number: int, role: str) -> Line:
    """Return one row of the timeline: an action, the declaration, or how the fighter is out of the fight."""
    canvas = Canvas(axis.cells)
    canvas.put(axis.here, "│", "now")
    words = fighter.presence if fighter.presence in _OUT else "waiting" if fighter.waiting else ""
    if words and not fighter.actions:
        canvas.put(max(0, axis.here - 1 - width(words)), words, "dim")
    for action in fighter.actions[action_number : action_number + 1]:
        _bar(axis, unit, canvas, action, role)
    if fighter.declares is not None and not action_number:
        column = axis.column(fighter.declares)
        if column >= axis.cells and not fighter.actions:
            text = f"◆{unit.text(fighter.declares)}›"
            canvas.put(axis.cells - width(text), text, role)
        elif axis.shown(fighter.declares):
            canvas.put(column, f"◆{unit.text(fighter.declares)}", role)
    return canvas.line()


def _bar(axis: Axis, unit: TimeUnit, canvas: Canvas, action: ActionSeen, role: str) -> None:
    """Draw an action as a bar from its declaration to its landing, with its words behind the end."""
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
    """Return how many lines all fighters need."""
    return sum(len(_fighter(view, fighter, cells, 8)) for fighter in view.fighters)


def _fighters(view: View, cells: int, room: int) -> list[Line]:
    """Return the fighters' rows. Short of room, one line per fighter, then only those whose turn it is first."""
    name_cells = max(8, min(16, max((width(fighter.name) for fighter in view.fighters), default=0)))
    rows = [_fighter(view, fighter, cells, name_cells) for fighter in view.fighters]
    lines = list(chain([rule("Fighters", cells)], *rows))
    if len(lines) > room:
        lines = list(chain([rule("Fighters", cells)], *(row[:1] for row in rows)))
    if len(lines) > room:
        shown = sorted(range(len(rows)), key=lambda index: not _due(view, view.fighters[index]))[: max(1, room - 2)]
        lines = [rule("Fighters", cells), *(rows[index][0] for index in sorted(shown))]
        lines.append((Span(f"  ↓ {len(rows) - len(shown)} more", "dim"),))
    return lines


def _fighter(view: View, fighter: FighterSeen, cells: int, name_cells: int) -> list[Line]:
    """Return a fighter's row of bars, and a second row for conditions when the first has no room."""
    able = fighter.presence not in _OUT
    due = _due(view, fighter)
    name = fit(shortened(fighter.name, name_cells), name_cells)
    row = [
        Span("►" if due else " ", "asked" if due else ""),
        Span(f"{_mark(view, fighter)} {name} ", _role(view, fighter) if able else "dim"),
    ]
    if fighter.pools:
        shown = [pool for index, pool in enumerate(fighter.pools) if index < _ALWAYS or pool.now < pool.full]
        cells_per_pool = (cells - name_cells - 4) // _ALWAYS
        for pool in shown[:_ALWAYS]:
            blocks = max(3, min(16, cells_per_pool - width(pool.name) - 10))
            filled_part, lost_part, empty_part = bar(pool.now, pool.full, blocks, 0, 0)
            role = role_of(pool.now, pool.full) if able else "dim"
            row += [
                Span(f"{pool.name} ", "dim"),
                Span(filled_part + lost_part + empty_part, role),
                Span(f" {fit(pool.text, 7)} "),
            ]
        more = [f"{pool.name} {pool.text}" for pool in shown[_ALWAYS:]]
    else:
        more = []
        if fighter.health:
            steps = _STEPS.get(fighter.health, 4)
            row += [
                Span("█" * steps * 2 + "░" * (4 - steps) * 2, role_of(steps, 4) if able else "dim"),
                Span(f" {fighter.health} ", ""),
            ]
    if not able and fighter.health != fighter.presence:
        more.append(fighter.presence)
    words = " · ".join([*more, *fighter.conditions])
    taken = sum(width(span.text) for span in row)
    if not words or taken + width(words) <= cells:
        return [(*row, Span(words, "state"))]
    return [tuple(row), (Span(" " * 5 + cut(words, cells - 5), "state"),)]


# What happened


def _happened(view: View, cells: int, room: int) -> list[Line]:
    """Return the latest events that fit, the newest last."""
    lines: list[Line] = []
    for text in reversed(view.outcomes):
        wrapped = wrap(text, cells - 3, indent=2)
        role = "strong" if not lines else ""
        if len(lines) + len(wrapped) > room - 1:
            break
        lines[:0] = [(Span(" " + piece, role),) for piece in wrapped]
    return [rule("What happened", cells), *lines]


# Who is who


def _mark(view: View, fighter: FighterSeen) -> str:
    """Return the sign of a fighter's side."""
    return side_mark(_order(view), fighter.side)


def _role(view: View, fighter: FighterSeen) -> str:
    """Return the colour role of a fighter's side."""
    return side_role(_order(view), fighter.side)


def _order(view: View) -> dict[str, int]:
    """Return the number of each side by the order of visible fighters, so that a hidden one takes no mark away."""
    return {side: number for number, side in enumerate(dict.fromkeys(fighter.side for fighter in view.fighters))}


def _due(view: View, fighter: FighterSeen) -> bool:
    """Return whether it is this fighter's turn: it is asked, or nobody is and it comes next."""
    if view.turn:
        return view.turn == fighter.name
    return bool(view.coming) and view.coming[0].row == fighter.name
