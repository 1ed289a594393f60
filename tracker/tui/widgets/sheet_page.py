"""Sheets as lines: one alone, or both fighters of an open blow, beside or above each other."""

from __future__ import annotations

from dataclasses import replace

from tracker.controller.controller import Controller
from tracker.controller.view_state import Pane
from tracker.encounter.engine.turn_order import in_turn
from tracker.model.combatant import Combatant
from tracker.model.last_value import Last
from tracker.model.lazy_dataclass import dataclass
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.narration.exchange import exchange
from tracker.text.cells import Line, Span, clean, filled, rule, unseen
from tracker.views.fighters.sheet import lay_awareness, lay_sheet, sheet_title
from tracker.views.headline import what_comes
from tracker.views.short_names import CrowdName

BESIDE = 44
"""The cells of a sheet from which two of them are side by side."""
_LEAST_COMING = 5
"""The free lines below sheets from which they tell what comes."""


@dataclass(frozen=True, slots=True)
class SheetPage:
    """The lines of one sheet or two with their headings."""

    lines: tuple[Line, ...]
    last_top: int = 0
    """The first line when the last one is in sight."""


def lay_sheets(controller: Controller, cells: int, height: int) -> SheetPage:
    """Lay both fighters of an open blow, unless another sheet is pinned. Else the sheet of the fighter who is due.

    Where these are side by side and leave lines free, what comes next in the fight stands below them.
    """
    view, encounter = controller.view, controller.session.encounter
    if not (view.pinned and view.selected in encounter) and (both := exchange(encounter)):
        page = _exchange(controller, both, cells, height)
    else:
        page = _sheet_of_due(controller, cells, height)
    free = height - len(page.lines)
    if cells <= 2 * BESIDE or not encounter.began or free < _LEAST_COMING:
        return page
    coming = what_comes(encounter, view.shown(controller.session), controller.session.rules, cells, free - 2)
    return replace(page, lines=(*page.lines, (), rule("What comes", cells), *coming)) if coming else page


def lay_one(controller: Controller, cells: int, height: int) -> SheetPage:
    """Return the sheet of the fighter who is due or pinned, without a heading, scrolled as the arrows say."""
    _, lines = _due(controller, cells, height)
    return _scrolled(controller, lines, height)


def lay_card(controller: Controller, who: str, cells: int, brief: bool = False) -> tuple[Line, ...]:
    """Return all lines of a fighter's sheet. A `brief` one has no side, player, dice and orders."""
    session = controller.session
    try:
        card = session.rules.display.card(session.encounter, who)
        return lay_sheet(session.encounter, card, cells, session.rules.unit, brief)
    except Refused as refused:
        return ((Span(str(refused), "dim"),),)


def _due(controller: Controller, cells: int, height: int) -> tuple[str, tuple[Line, ...]]:
    """Return the title and the lines of the sheet of the fighter who is due or pinned.

    Before the fight begins it is who is aware of whom, and sheets until `height` lines are filled.
    """
    session, view = controller.session, controller.view
    encounter, who = session.encounter, view.sheet_of(session)
    if not encounter.began and not (view.pinned and view.selected):
        return "The sides", _before_the_fight(controller, cells, height)
    if who not in encounter:
        return "Sheet", ()
    unpin = controller.keymap.key("drop") if view.pinned and view.selected else ""
    return sheet_title(encounter, who, unpin), lay_card(controller, who, cells)


_BEFORE: Last[tuple[Line, ...]] = Last()
"""The last lines before a fight: most keys change none of them, and they need the chances of all fighters."""


def _before_the_fight(controller: Controller, cells: int, height: int) -> tuple[Line, ...]:
    """Return who is aware of whom, then the sheets of all fighters, a group's once, until `height` lines are filled."""
    session = controller.session
    drawn = controller.view.shown(session)
    return _BEFORE.get(
        lambda: _lay_before(controller, drawn, cells, height), session.encounter, drawn, session.rules, cells, height
    )


def _lay_before(controller: Controller, drawn: Encounter, cells: int, height: int) -> tuple[Line, ...]:
    """Return who is aware of whom, then sheets until `height` lines are filled, in two columns where there is room.

    Folded groups of `drawn` have one sheet each.
    """
    session = controller.session
    lines = list(lay_awareness(session.encounter, drawn, cells))
    columns = 2 if cells > 2 * BESIDE else 1
    half = (cells - 1) // 2 if columns == 2 else cells
    for first in range(0, len(drawn.combatants), columns):
        if len(lines) >= height:
            break
        sheets = [
            SheetPage((rule(_title(fighter), half), *lay_card(controller, fighter.id, half, brief=True)))
            for fighter in drawn.combatants[first : first + columns]
        ]
        lines += _side_by_side(sheets[0], sheets[1], half).lines if len(sheets) == 2 else sheets[0].lines
    return tuple(lines)


def _title(fighter: Combatant) -> str:
    name = fighter.name
    return f"{clean(name.group)} ×{name.all_told}" if isinstance(name, CrowdName) else clean(name)


def _sheet_of_due(controller: Controller, cells: int, height: int) -> SheetPage:
    """Return the sheet of the fighter who is due or pinned. Where there is room, another one is beside it."""
    session, view = controller.session, controller.view
    who = view.sheet_of(session)
    wide = cells > 2 * BESIDE and session.encounter.began and who in session.encounter
    second, title = _second(controller, who) if wide else ("", "")
    if not second:
        return _under_heading(controller, *_due(controller, cells, height), cells, height)
    half = (cells - 1) // 2
    left = _under_heading(controller, *_due(controller, half, height), half, height)
    rest = cells - half - 1
    return _side_by_side(
        left, _under_heading(controller, title, lay_card(controller, second, rest), rest, height), half
    )


def _second(controller: Controller, first: str) -> tuple[str, str]:
    """Return the fighter of the sheet beside that of `first`, with a title: its target, else the next one."""
    encounter, rules = controller.session.encounter, controller.session.rules
    prompt, marked = controller.prompt, controller.highlighted
    likely = prompt.choices[marked] if 0 <= marked < len(prompt.choices) else prompt.likely
    target = likely.whom if likely is not None else ""
    if not target and first in encounter:
        target = next((action.target for action in encounter[first].actions if action.target), "")
    if target in encounter and target != first:
        return target, f"target: {encounter[target].name}"
    next_fighter = next((due.who for due in in_turn(encounter, rules) if due.who in encounter and due.who != first), "")
    return next_fighter, f"next: {encounter[next_fighter].name}" if next_fighter else ""


def _exchange(controller: Controller, both: tuple[str, ...], cells: int, height: int) -> SheetPage:
    """Return both sheets, first the acting fighter's, then the target's: side by side, else one above the other."""
    encounter = controller.session.encounter
    acting, target = both
    first, second = f"{encounter[acting].name} acts", f"target: {encounter[target].name}"
    if cells > 2 * BESIDE:
        half = (cells - 1) // 2
        rest = cells - half - 1
        left = _under_heading(controller, first, lay_card(controller, acting, half, brief=True), half, height)
        right = _under_heading(controller, second, lay_card(controller, target, rest, brief=True), rest, height)
        return _side_by_side(left, right, half)
    upper, lower = (lay_card(controller, who, cells, brief=True) for who in both)
    room = height - 2
    # Lines that one of them leaves over go to the other.
    given = min(len(upper), max((room + 1) // 2, room - len(lower)))
    above = _under_heading(controller, first, upper, cells, 1 + given)
    below = _under_heading(controller, second, lower, cells, height - len(above.lines))
    return SheetPage((*above.lines, *below.lines), max(above.last_top, below.last_top))


def _scrolled(controller: Controller, lines: tuple[Line, ...], height: int) -> SheetPage:
    """Return at most `height` of the lines, from the one on that the arrows have scrolled to."""
    last = max(0, len(lines) - max(0, height))
    top = min(controller.view.sheet_top, last)
    return SheetPage(lines[top : top + max(0, height)], last)


def _under_heading(controller: Controller, title: str, lines: tuple[Line, ...], cells: int, height: int) -> SheetPage:
    """Return a sheet under its heading, with the number of lines out of sight."""
    page = _scrolled(controller, lines, height - 1)
    top = min(controller.view.sheet_top, page.last_top)
    heading = rule(title, cells, unseen(top, page.last_top - top, "lines"), lit=controller.view.pane is Pane.SHEET)
    return SheetPage((heading, *page.lines)[: max(0, height)], page.last_top)


def _side_by_side(left: SheetPage, right: SheetPage, cells: int) -> SheetPage:
    """Return two sheets side by side with a line between them, as high as the higher one."""
    rows = max(len(left.lines), len(right.lines))
    blank: Line = ()
    lines = tuple(
        (
            *filled(left.lines[row] if row < len(left.lines) else blank, cells),
            Span("│", "rule"),
            *(right.lines[row] if row < len(right.lines) else blank),
        )
        for row in range(rows)
    )
    return SheetPage(lines, max(left.last_top, right.last_top))
