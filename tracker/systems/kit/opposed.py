"""Opposed checks: which of two rolls wins, by success, then margin, then a tie-break of the game's own."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a contest: whether it succeeded, by how much, and what breaks a tie (the higher wins)."""

    success: bool
    margin: int = 0
    breaker: tuple[float, ...] = ()


def winner(one: Side, other: Side, both_fail: bool = False) -> int:
    """1 when `one` wins, −1 when `other` does, 0 when nobody does.

    Who succeeds beats who fails. Both succeed: the higher margin, then the higher `breaker`. Both fail: nobody, or by
    the same comparison when `both_fail`.
    """
    if one.success != other.success:
        return 1 if one.success else -1
    if not one.success and not both_fail:
        return 0
    mine, theirs = (one.margin, one.breaker), (other.margin, other.breaker)
    return (mine > theirs) - (mine < theirs)
