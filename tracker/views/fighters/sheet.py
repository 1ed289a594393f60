"""The sheet: ready-made chances of the fighter who is due or pinned, and the modifiers in force."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from tracker.clock.spans import WHOLE, TimeUnit
from tracker.encounter.engine.standing_orders import named_one
from tracker.game_api.values import Card, Strike
from tracker.model.orders import sentence
from tracker.model.state import Encounter
from tracker.text.cells import Line, Span, clean, flow, width, wrap
from tracker.text.numbers import plain_number
from tracker.views.fighters.fighters import condition_words
from tracker.views.sides import side_mark, side_order, side_role


def sheet_title(encounter: Encounter, who: str, unpin: str) -> str:
    """Return whose sheet it is; where it stays with `unpin`, the key that lets it follow again."""
    if who not in encounter:
        return "Sheet"
    return f"{encounter[who].name}{f' (pinned, {unpin}: follow)' if unpin else ''}"


def lay_sheet(
    encounter: Encounter, card: Card, cells: int, unit: TimeUnit = WHOLE, brief: bool = False
) -> tuple[Line, ...]:
    """All lines of a sheet; the pane scrolls.

    A `brief` one, for an open blow, begins with what is in force and leaves out side, dice and orders.
    """
    lines: list[Line] = []
    if card.who in encounter:
        lines += _standing(encounter, card.who, cells, unit, brief)
    if brief:
        lines += _in_force(card, cells) if card.modifiers else []
    for strike in card.strikes:
        lines += _strike(strike, cells)
    if not brief:
        lines += _in_force(card, cells)
    for fact in card.facts:
        lines += [(Span(text, ""),) for text in wrap(fact, cells, 2)]
    return tuple(lines)


def _in_force(card: Card, cells: int) -> list[Line]:
    """The modifiers in force, each with its reason."""
    lines: list[Line] = []
    modifiers = card.modifiers or ("none",)
    for place, modifier in enumerate(modifiers):
        head = "in force: " if place == 0 else "          "
        for at, text in enumerate(wrap(modifier, max(8, cells - 10))):
            lines.append((Span(head if at == 0 else " " * 10, "dim"), Span(text, "state" if card.modifiers else "dim")))
    return lines


def _standing(encounter: Encounter, who: str, cells: int, unit: TimeUnit, brief: bool) -> list[Line]:
    """Side, player, dice, orders, conditions and whom a fighter has not noticed, laid in lines."""
    combatant = encounter[who]
    role = side_role(side_order(encounter), combatant.profile.side)
    parts: list[list[Span]] = []
    if not brief:
        parts.append(
            [Span(f"{side_mark(side_order(encounter), combatant.profile.side)} {combatant.profile.side}", role)]
        )
        if combatant.profile.player:
            parts.append([Span(f"played by {combatant.profile.player}", "dim")])
        parts.append([Span("dice typed" if combatant.typed else "dice rolled", "dim")])
    if combatant.group and encounter.group(combatant.group).one_count:
        parts.append([Span(f"{clean(combatant.group)}: placed at one count", "state")])
    if combatant.orders and not brief:
        orders = f"orders: {sentence(combatant.orders, partial(_name, encounter))}"
        parts += [[Span(text, "state")] for text in wrap(orders, cells, 2)]
    if words := condition_words(combatant, unit, partial(_name, encounter)):
        parts.append([Span(words, "state")])
    if combatant.unaware_of:
        names = ", ".join(encounter[other].name for other in sorted(combatant.unaware_of) if other in encounter)
        parts.append([Span(f"unaware of {names}", "state")])
    return list(flow(parts, cells)) if parts else []


def _name(encounter: Encounter, who: str) -> str:
    """The name meant by an id or a name; the word itself where nobody is."""
    id = named_one(encounter, who)
    return encounter[id].name if id else who


def _strike(strike: Strike, cells: int) -> list[Line]:
    """A weapon with its figures, and below it its chances; the first with its thresholds."""
    speed = f"spd {strike.speed}" if strike.speed else ""
    uses = [use for use in (speed, strike.manner, strike.damage) if use]
    tail = "  ".join(uses)
    space = cells - width(strike.called) - width(tail)
    if tail and space >= 2:
        lines: list[Line] = [(Span(clean(strike.called), "strong"), Span(" " * space), Span(tail, ""))]
    else:
        lines = [(Span(text, "strong"),) for text in wrap(strike.called, cells, 1)]
        figures = [[Span(text)] for use in uses for text in wrap(use, cells - 2, 1)]
        lines += [(Span("  "), *line) for line in flow(figures, cells - 2, "  ")] if figures else []
    thresholds = " ".join(map(plain_number, strike.thresholds))
    parts: list[list[Span]] = []
    for place, (name, chance) in enumerate(strike.chances):
        part = [Span(f"{clean(name)} ", "dim"), Span(plain_number(chance), "number")]
        if place == 0 and thresholds:
            part.append(Span(f"  {thresholds}", ""))
        parts.append(part)
    lines += [(Span("  "), *line) for line in flow(parts, cells - 2, "  ")] if parts else []
    return lines


def lay_awareness(encounter: Encounter, cells: int) -> tuple[Line, ...]:
    """Before the fight begins: who is aware of whom, everyone in seat order."""
    lines: list[Line] = []
    order = side_order(encounter)
    for combatant in encounter.combatants:
        names = [encounter[other].name for other in sorted(combatant.unaware_of) if other in encounter]
        role = side_role(order, combatant.profile.side)
        mark, name = side_mark(order, combatant.profile.side), clean(combatant.name)
        words = f"unaware of {', '.join(names)}" if names else "aware of everyone"
        if combatant.typed and combatant.profile.player:
            words += f" · dice typed by {combatant.profile.player}"
        first, *more = wrap(f"{mark} {name}  {words}", cells, 4)
        tail = first[len(mark) + len(name) + 1 :]
        state = "state" if names else "dim"
        lines.append((Span(f"{mark} {name}", role), Span(tail, state)))
        lines += [(Span(text, state),) for text in more]
    return tuple(lines)


def lay_words(texts: Sequence[str], cells: int) -> tuple[Line, ...]:
    """Plain lines, broken to the width."""
    return tuple((Span(line),) for text in texts for line in wrap(text, cells, 2))
