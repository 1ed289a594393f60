"""Tables: rows under their headings, and the ready-made chances of a sheet as one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tracker.export.html import Node, listed, node
from tracker.game_api.values import Card

_CHANCES = ("", "chances", "thresholds", "speed", "damage")


def table(heads: Iterable[str], rows: Iterable[Node]) -> Node:
    """Return a table with its headings. The column of names has an empty one."""
    columns = (node("th" if head else "td", {"scope": "col"} if head else None, head) for head in heads)
    return node("table", None, node("thead", None, listed("tr", None, columns)), listed("tbody", None, rows))


def row(name: str, *cells: str) -> Node:
    """Return a row of a table, beginning with its name."""
    return node("tr", None, node("th", {"scope": "row"}, name), *(node("td", None, cell) for cell in cells))


def chances(card: Card, further_column: Mapping[str, str] | None = None) -> Node:
    """Return a table with a row for each strike. `further_column` fills a last column, by the name of the strike."""
    more_by_name = further_column or {}
    rows = (
        row(
            strike.called,
            " · ".join(strike.chances_in_words),
            " ".join(map(str, strike.thresholds)),
            strike.speed or strike.manner,
            strike.damage,
            *([more_by_name.get(strike.name, "")] if more_by_name else []),
        )
        for strike in card.strikes
    )
    return table((*_CHANCES, *(["more"] if more_by_name else [])), rows)
