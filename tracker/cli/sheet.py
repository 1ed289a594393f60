"""`tracker sheet`: the sheets of an encounter ready for play, as the rule system records them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from tracker.cli.opening import file_meant
from tracker.cli.streams import tell, tell_json
from tracker.cli.tables import shown, table, words
from tracker.cli.written_pages import printed
from tracker.encounter.names import combatant_named, names_as_words
from tracker.export.sheet_pages import Sheet, as_page
from tracker.game_api.rules import Rules
from tracker.model.state import Encounter
from tracker.players.view import Discretion
from tracker.session.opening import look
from tracker.text.cells import fit, width
from tracker.views import records

_ACROSS = 10
"""The figures on one line."""
_WIDE = 100
"""The cells of a list on one line."""


def carry_out(options: argparse.Namespace) -> int:
    """Print the sheets wanted, or write them into a file. An unknown name is refused."""
    return printed(options, partial(_print, options))


def _print(options: argparse.Namespace) -> int:
    """Print the sheets of the fighters named, of all without names. Return the exit code."""
    with file_meant(options.file) as path:
        opened = look(path)
    encounter = opened.encounter
    named = names_as_words(encounter, options.names)
    ids = [combatant_named(encounter, name) for name in named] or [combatant.id for combatant in encounter]
    if options.format == "html":
        rules = opened.prepared.rules
        pages = [
            Sheet(
                encounter[who],
                rules.display.card(encounter, who),
                rules.sheets.sheet_record(encounter, who),
                tuple(_stands(encounter, rules, who)),
            )
            for who in dict.fromkeys(ids)
        ]
        print(as_page(encounter.title, pages), flush=True)
        return 0
    sheets = [opened.prepared.rules.sheets.sheet_record(encounter, who) for who in dict.fromkeys(ids)]
    if options.json:
        tell_json(sheets)
        return 0
    for index, sheet in enumerate(sheets):
        if index:
            tell()
        for line in _lines(sheet):
            tell(line)
    return 0


def _stands(encounter: Encounter, rules: Rules, who: str) -> Iterator[str]:
    """Yield a fighter's state in a fight that has begun: count, conditions, and next act.

    The sheet of a player's fighter names no fighter hidden from the players.
    """
    if not encounter.began:
        return
    fighter, unit, discretion = encounter[who], rules.unit, Discretion(encounter)
    conditions = fighter.conditions
    if discretion.friend(who):
        acts = (replace(act, label=discretion.deed(rules, act, who)) for act in fighter.actions)
        conditions = tuple(condition for condition in conditions if discretion.tells(condition))
        fighter = replace(fighter, actions=tuple(acts))
    parts = [unit.moment(encounter.count), *([] if fighter.able else [fighter.presence.value])]
    parts += [doing] if (doing := records.doing(encounter, rules, fighter)) else []
    yield " · ".join(parts)
    if conditions:
        yield "Conditions: " + ", ".join(condition.label for condition in conditions)


def _lines(sheet: Mapping[str, Any]) -> Iterator[str]:
    """Yield a sheet record as text: plain values first, then tables of figures, then lists."""
    plain = {key: value for key, value in sheet.items() if not isinstance(value, Mapping | list)}
    name = plain.pop("name", "")
    rest = ", ".join(f"{words(key)} {value}" for key, value in plain.items() if value != "")
    yield f"{name} ({rest})" if rest else str(name)
    for key, value in sheet.items():
        if isinstance(value, Mapping):
            yield from _figures(key, value)
    for key, value in sheet.items():
        if isinstance(value, list) and value:
            yield from _list(key, value)


def _list(key: str, rows: list[Any]) -> Iterator[str]:
    """Yield a list as a table when its rows have columns, else on one line if it fits, else one line per entry."""
    if all(isinstance(row, Mapping) for row in rows):
        yield from table(key, rows)
        return
    joined = " · ".join(map(shown, rows))
    for index, row in enumerate([joined] if width(joined) <= _WIDE else rows):
        yield f"  {words(key) if index == 0 else '':<9} {shown(row)}"


def _figures(title: str, figures: Mapping[str, Any]) -> Iterator[str]:
    """Yield named figures in aligned columns, several to a line. `title` is before the first line."""
    cells = [f"{name} {shown(value)}" for name, value in figures.items()]
    widest = max(map(width, cells), default=0)
    for start in range(0, len(cells), _ACROSS):
        head = words(title) if start == 0 else ""
        yield f"  {head:<9} " + "  ".join(fit(cell, widest) for cell in cells[start : start + _ACROSS]).rstrip()
