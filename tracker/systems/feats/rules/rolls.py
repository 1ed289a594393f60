"""Rolls: 3d6 at or under a target, its tiers and its odds (F-ROLL)."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from tracker.systems.feats.book.tables import BOOK

CRITICAL, SUCCESS, FAILURE, FUMBLE = "critical success", "success", "failure", "critical failure"


def tier(target: int, total: int, criticals: bool = True) -> str:
    """What a total of 3d6 is against a target (F-ROLL-1 †); without criticals only 18 always fails (FQ 1)."""
    book = BOOK.rolls
    if not criticals:
        return SUCCESS if total <= target and total < book.fumble else FAILURE
    if total <= book.always or any(target >= least and total <= most for least, most in book.critical):
        return CRITICAL
    low = target <= book.fumble_too[0] and total == book.fumble_too[1]
    if total >= book.fumble or low or total - target >= book.missed_by:
        return FUMBLE
    return SUCCESS if total <= target and total < book.never else FAILURE


def succeeds(target: int, total: int, criticals: bool = True) -> bool:
    """Whether a total succeeds."""
    return tier(target, total, criticals) in (CRITICAL, SUCCESS)


@lru_cache(maxsize=512)
def percent(target: int, criticals: bool = True) -> float:
    """How often 3d6 succeed against a target, in percent to a tenth."""
    good = sum(succeeds(target, sum(faces), criticals) for faces in product(range(1, 7), repeat=3))
    return round(good * 100 / 216, 1)


def odds(target: int, criticals: bool = True) -> str:
    """`12 or less, 74.1 %`."""
    return f"{target} or less, {percent(target, criticals):g} %".replace("-", "−")
