"""The sheet: ready-made chances of the fighter who is due or pinned, and the modifiers in force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from tracker.clock.spans import WHOLE, TimeUnit
from tracker.encounter.engine.standing_orders import named_one
from tracker.game_api.values import Card, Strike
from tracker.model.combatant import Combatant
from tracker.model.orders import sentence
from tracker.model.state import Encounter
from tracker.narration.grammar import listed
from tracker.text.cells import Line, Span, clean, flow, width, wrap
from tracker.text.numbers import plain_number
from tracker.views.fighters.fighters import condition_words
from tracker.views.short_names import CrowdName
from tracker.views.sides import side_mark, side_order, side_role

_MOST_NAMED = 3
"""The most fighters who are named in a sentence. Of more there is the number."""


def sheet_title(encounter: Encounter, who: str, unpin: str) -> str:
    """Return whose sheet it is. Where it stays with `unpin`, the key that lets it follow again."""
    if who not in encounter:
        return "Sheet"
    return f"{encounter[who].name}{f' (pinned, {unpin}: follow)' if unpin else ''}"


def lay_sheet(
    encounter: Encounter, card: Card, cells: int, unit: TimeUnit = WHOLE, brief: bool = False
) -> tuple[Line, ...]:
    """Return all lines of a sheet. The pane scrolls.

    A `brief` one, for an open blow, begins with what is in force and leaves out side, dice and orders.
    """
    lines: list[Line] = []
    if card.who in encounter:
        lines += _standing(encounter, card.who, cells, unit, brief)
    standing = {condition.label for condition in encounter[card.who].conditions} if card.who in encounter else set()
    in_force = [modifier for modifier in card.modifiers if modifier not in standing]
    if brief:
        lines += _in_force(in_force, cells)
    for strike in card.strikes:
        lines += _strike(encounter, strike, cells, unit)
    if not brief:
        lines += _in_force(in_force, cells)
    for fact in card.facts:
        lines += [(Span(text, ""),) for text in wrap(fact, cells, 2)]
    return tuple(lines)


def _in_force(modifiers: Sequence[str], cells: int) -> list[Line]:
    """Return the lines of the modifiers in force, each wrapped under a common heading."""
    lines: list[Line] = []
    for place, modifier in enumerate(modifiers):
        head = "in force: " if place == 0 else "          "
        for line_number, text in enumerate(wrap(modifier, max(8, cells - 10))):
            lines.append((Span(head if line_number == 0 else " " * 10, "dim"), Span(text, "state")))
    return lines


def _standing(encounter: Encounter, who: str, cells: int, unit: TimeUnit, brief: bool) -> list[Line]:
    """Return the lines with side, player, dice, orders (all but for `brief`), conditions and unnoticed fighters."""
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
    """Return the name of the fighter whose id or name `who` is. Any other word stays as it is."""
    id = named_one(encounter, who)
    return encounter[id].name if id else who


def _strike(encounter: Encounter, strike: Strike, cells: int, unit: TimeUnit) -> list[Line]:
    """Return a weapon with its figures, and its chances below. The first has its thresholds."""
    speed = f"{strike.speed} {unit.one if strike.speed == '1' else unit.many}" if strike.speed else ""
    uses = [use for use in (speed, strike.manner, strike.damage) if use]
    tail = "  ".join(uses)
    space = cells - width(strike.called) - width(tail)
    if tail and space >= 2:
        lines: list[Line] = [(Span(clean(strike.called), "strong"), Span(" " * space), Span(tail, ""))]
    else:
        lines = [(Span(text, "strong"),) for text in wrap(strike.called, cells, 1)]
        figures = [[Span(text)] for use in uses for text in wrap(use, cells - 2, 1)]
        lines += [(Span("  "), *line) for line in flow(figures, cells - 2, "  ")] if figures else []
    parts: list[list[Span]] = []
    for place, (name, chance, percent) in enumerate(_named_chances(encounter, strike)):
        apart = ":" if name[-1:].isdigit() else ""
        parts.append([Span(f"{clean(name)}{apart} ", "dim"), Span(f"{plain_number(chance)}{percent}", "number")])
        if place == 0 and strike.thresholds:
            parts.append(_thresholds(strike))
    lines += [(Span("  "), *line) for line in flow(parts, cells - 2, "  ")] if parts else []
    return lines


def _named_chances(encounter: Encounter, strike: Strike) -> Iterator[tuple[str, int, str]]:
    """Yield each name with its chance. Behind a chance against a fighter, which no skill names, a percent sign.

    Members of one group against whom it is the same are one: `kobolds ×8`.
    """
    group_of = {fighter.name: fighter.group for fighter in encounter.combatants}
    alike = Counter((group_of.get(name, ""), chance) for name, chance in strike.chances)
    for name, chance in strike.chances:
        group = group_of.get(name, "")
        many = alike.pop((group, chance), 0) if group else 1
        if many:
            yield (f"{group} ×{many}" if many > 1 else name), chance, " %" if name in group_of else ""


def _thresholds(strike: Strike) -> list[Span]:
    """Return the thresholds of a weapon, each behind the name of its tier where every one has a name."""
    if len(strike.tiers) != len(strike.thresholds):
        return [Span(" ".join(map(plain_number, strike.thresholds)))]
    spans: list[Span] = []
    for name, number in zip(strike.tiers, strike.thresholds, strict=True):
        spans += [Span(f"{' ' if spans else ''}{name} ", "dim"), Span(plain_number(number))]
    return spans


def awareness(encounter: Encounter) -> str:
    """Return who is unaware of others, in a sentence: `Everyone is aware of everyone.`"""
    unaware = [clean(fighter.name) for fighter in _unaware(encounter)]
    if not unaware:
        return "Everyone is aware of everyone."
    return f"Not aware of everyone: {listed(unaware) if len(unaware) <= _MOST_NAMED else f'{len(unaware)} fighters'}."


def _unaware(encounter: Encounter) -> list[Combatant]:
    return [fighter for fighter in encounter.combatants if any(other in encounter for other in fighter.unaware_of)]


def lay_awareness(encounter: Encounter, drawn: Encounter, cells: int) -> tuple[Line, ...]:
    """Return who is unaware of whom before the fight begins, then the sides. Of the others the question tells.

    `drawn` is the fight with its groups folded: each is named once.
    """
    lines: list[Line] = []
    order = side_order(encounter)
    for combatant in _unaware(encounter):
        names = [encounter[other].name for other in sorted(combatant.unaware_of) if other in encounter]
        role = side_role(order, combatant.profile.side)
        mark, name = side_mark(order, combatant.profile.side), clean(combatant.name)
        first, *further = wrap(f"{mark} {name}  unaware of {', '.join(names)}", cells, 4)
        lines.append((Span(f"{mark} {name}", role), Span(first[len(mark) + len(name) + 1 :], "state")))
        lines += [(Span(text, "state"),) for text in further]
    for side in order:
        people = ", ".join(_seated(fighter) for fighter in drawn.combatants if fighter.profile.side == side)
        mark, name = side_mark(order, side), clean(side)
        first, *further = wrap(f"{mark} {name}  {people}", cells, 4)
        lines.append((Span(f"{mark} {name}", side_role(order, side)), Span(first[len(mark) + len(name) + 1 :])))
        lines += [(Span(text),) for text in further]
    return tuple(lines)


def _seated(combatant: Combatant) -> str:
    """Return a fighter's name with its player, and with `dice typed` where the program does not roll them."""
    if isinstance(combatant.name, CrowdName):
        return f"{clean(combatant.name.group)} ×{combatant.name.all_told}"
    parts = [combatant.profile.player] if combatant.profile.player else []
    parts += ["dice typed"] if combatant.typed else []
    return f"{clean(combatant.name)} ({', '.join(parts)})" if parts else clean(combatant.name)


def lay_words(texts: Sequence[str], cells: int) -> tuple[Line, ...]:
    """Return plain lines, broken to the width."""
    return tuple((Span(line),) for text in texts for line in wrap(text, cells, 2))
