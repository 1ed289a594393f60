"""Menu rows: what a game's `menus.toml` offers by key, with prices that are filled in from figures by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tracker.system_api.values import Choice

FURTHER = "…"
"""At the end of a line: it opens the menu of its verb."""


def choices(
    rows: Sequence[Mapping[str, str]], who: str, figures: Mapping[str, object], refused: Callable[[str], str]
) -> tuple[Choice, ...]:
    """Rows of `key`, `label`, `line` and `price` as choices of `who`; `refused` is asked of each verb.

    A line that ends in a space is to be finished.
    """
    return tuple(
        Choice(
            row["key"],
            row["label"],
            line="" if row["line"].endswith(FURTHER) else f"{who} {row['line'].strip()}",
            path=(row["line"].split(" ")[0],) if row["line"].endswith(FURTHER) else (),
            price=row["price"].format_map(figures),
            refused=refused(row["line"].split(" ")[0]),
            unfinished=row["line"].endswith(" "),
        )
        for row in rows
    )
