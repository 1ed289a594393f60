"""Derived stats: what follows exactly from the primaries: bodies, fatigue, speeds, means of stats (H-STAT)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from tracker.games.hybrid.book.book import Book
from tracker.games.hybrid.book.general_tables import Stats
from tracker.games.hybrid.book.rounding import exact, half_up
from tracker.games.hybrid.sheet.pools import POOLS


def speed_of(awareness: Fraction, table: Stats) -> int:
    """Return PSPD or MSPD by the bracket of PAW or MAW, rounded half up. Above 45 it is 10 (H-STAT)."""
    rows = table.speed
    whole = half_up(awareness)
    return next((row.speed for row in rows if whole <= row.up_to), rows[-1].speed)


def stats_of(
    primaries: Mapping[str, float], derived: Mapping[str, float], racial: float, book: Book
) -> dict[str, Fraction]:
    """Return the primary and derived stats, exact. A derived stat given in the file wins (H-STAT)."""
    given_stats = tuple(exact(primaries.get(name, book.stats.average)) for name in book.stats.primary)
    return {
        **_reckoned(given_stats, exact(racial), book.stats),
        **{name: exact(value) for name, value in derived.items()},
    }


# Cached: exact fractions are slow, and a crowd has one set of stats.
@lru_cache(maxsize=512)
def _reckoned(primaries: tuple[Fraction, ...], rac: Fraction, table: Stats) -> Mapping[str, Fraction]:
    """Return all stats from the primaries and the racial factor `rac`. Cached: fighters of one kind share them."""
    stats = dict(zip(table.primary, primaries, strict=True))
    pst, dex, pag, paw = (stats[name] for name in ("PST", "DEX", "PAG", "PAW"))
    mst, mag, psi, maw = (stats[name] for name in ("MST", "MAG", "PSI", "MAW"))
    return stats | {
        **{row.name: row.points(stats, rac) for row in POOLS},
        "PMV": (pst + pag) / 5 * rac,
        "ACC": (pst + dex) / 2,
        "PCA": (pst + dex + pag) / 3,
        "PDF": (pag + dex) / 2,
        "PSE": pst / 5,
        "PSPD": Fraction(speed_of(paw, table)),
        "MMV": (mst + mag) / 5 * rac,
        "FCS": (mst + mag) / 2,
        "MCA": (mst + psi + mag) / 3,
        "MDF": (mag + psi) / 2,
        "GAW": (paw + maw) / 2,
        "MSPD": Fraction(speed_of(maw, table)),
    }
