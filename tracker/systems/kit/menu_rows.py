"""Menu rows: the choices of a game's `menus.toml`, with prices filled in from figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tracker.system_api.values import Choice

FURTHER = "…"
"""A line that ends so opens the menu of its verb instead of being carried out."""


def choices(
    rows: Sequence[Mapping[str, str]], who: str, figures: Mapping[str, object], refused: Callable[[str], str]
) -> tuple[Choice, ...]:
    """Return the rows (`key`, `label`, `line`, `price`) as choices of `who`.

    `refused` tells by verb why one is closed. A line that ends in a space is completed by the user.
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
