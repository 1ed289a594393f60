"""Plain data: a forecast as one JSON object or as the rows of a table. Keys are documented, and only ever grow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tracker.odds.result import Odds, Row, difficulty
from tracker.odds.tally import DECILES, Interval


def as_record(odds: Odds) -> dict[str, Any]:
    """Return a forecast as `tracker odds --json` prints it. Shares are from 0 to 1."""
    return {
        "kind": "Odds",
        "title": odds.title,
        "moment": odds.moment,
        "count": odds.began,
        "seed": odds.seed,
        "side": odds.side,
        "ahead": odds.ahead,
        "difficulty": difficulty(odds),
        "fights": odds.fights,
        "policies": [_row(odds, row) for row in odds.rows],
        "changes": [
            {
                "change": helped.change,
                "fights": helped.paired.fights,
                **_interval(helped.paired.difference),
                "likely": helped.likely,
            }
            for helped in odds.helped
        ],
    }


def _row(odds: Odds, row: Row) -> dict[str, Any]:
    """Return the forecast under one policy as data, with the chances of each fighter."""
    tally = row.tally
    return {
        "policy": row.policy,
        "fights": tally.fights,
        "sides": {name: _interval(tally.won(name)) for name in odds.sides},
        "nobody": tally.wins.get("", 0) if "" not in odds.sides else 0,
        "undecided": dict(tally.undecided),
        "assumed": dict(tally.assumed),
        "over_at": [tally.over_at(decile) for decile in range(1, DECILES + 1)],
        "fighters": [
            {
                "who": fighter.id,
                "name": fighter.name,
                "side": fighter.side,
                "falls": _interval(tally.fell(seat)) if tally.fights else None,
                "left": list(tally.left_of(seat)) if tally.fights else [],
            }
            for seat, fighter in enumerate(odds.fighters)
        ],
    }


def _interval(of: Interval) -> dict[str, float]:
    """Return a share and its bounds as data."""
    return {"share": of.share, "low": of.low, "high": of.high}


def as_table(odds: Odds) -> Iterator[list[object]]:
    """Yield the rows of `tracker odds --csv`, the names of the columns first: a row for each policy."""
    who = [fighter.id for fighter in odds.fighters]
    yield ["policy", "seed", "fights", "side", "share", "low", "high", "undecided", "over_10", "over_50", "over_90",
           *(f"falls_{id}" for id in who)]  # fmt: skip
    for row in odds.rows:
        tally, chance = row.tally, row.tally.won(odds.side)
        over = [tally.over_at(decile) for decile in (1, 5, 9)]
        falls = [round(tally.fell(seat).share, 4) for seat in range(len(who))] if tally.fights else [""] * len(who)
        shares = [round(value, 4) for value in (chance.share, chance.low, chance.high)]
        yield [row.policy, odds.seed, tally.fights, odds.side, *shares, tally.stopped(), *over, *falls]
