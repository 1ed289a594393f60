"""Opposed checks: which of two rolls wins: by success, then by margin, then by the game's tie-breaker."""

from __future__ import annotations

from tracker.model.lazy_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a contest: whether it succeeded, its margin, and the values that break a tie (higher wins)."""

    success: bool
    margin: int = 0
    breaker: tuple[float, ...] = ()


def winner(one: Side, other: Side, both_fail: bool = False) -> int:
    """Return 1 when `one` wins, −1 when `other` wins, 0 when neither does.

    Success beats failure. When both succeed, the higher margin wins, then the higher `breaker`. When both fail, nobody
    wins, or with `both_fail` the same comparison decides.
    """
    if one.success != other.success:
        return 1 if one.success else -1
    if not one.success and not both_fail:
        return 0
    one_rank, other_rank = (one.margin, one.breaker), (other.margin, other.breaker)
    return (one_rank > other_rank) - (one_rank < other_rank)
