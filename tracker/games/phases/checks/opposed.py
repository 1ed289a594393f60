"""Opposed checks: which of two rolls wins: by success, then by margin, then by the game's tie-breaker."""

from __future__ import annotations

from tracker.model.lazy_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a contest: whether it succeeded, its margin, and the values that break a tie (higher wins)."""

    success: bool
    margin: int = 0
    breaker: tuple[float, ...] = ()


def winner(first: Side, second: Side, both_fail: bool = False) -> int:
    """Return 1 when `first` wins, −1 when `second` wins, 0 when neither does.

    Success beats failure. When both succeed, the higher margin wins, then the higher `breaker`. When both fail, neither
    wins, or with `both_fail` the same comparison decides.
    """
    if first.success != second.success:
        return 1 if first.success else -1
    if not first.success and not both_fail:
        return 0
    one_rank, other_rank = (first.margin, first.breaker), (second.margin, second.breaker)
    return (one_rank > other_rank) - (one_rank < other_rank)
