"""Passes: an initiative total that is used up pass by pass within a round, as places from the round's beginning."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.clock.spans import Counting


@dataclass(frozen=True, slots=True)
class Passes:
    """Each pass goes down from `top` to 1, a total loses `loses` from pass to pass, a round has `most` of them.

    With `Passes(30)` a total of 23 acts at 23 in the first pass, at 13 in the second and at 3 in the third.
    """

    top: int
    loses: int = 10
    most: int = 4

    @property
    def round(self) -> int:
        """The counts of a round, for `TimeUnit.round`."""
        return self.top * self.most

    def counting(self, of: str = "pass", of_round: str = "round") -> Counting:
        """Return the form of a count of these passes: `2.1:18` is 18 in the first pass of the second round."""
        greater = Counting(self.most, ".", 1, of=of_round)
        return Counting(self.top, ":", 1, down=True, greater=greater, of=of)

    def left(self, total: int, number: int) -> int:
        """Return the rest of a total in the pass of this number, from 0 on. 0 when it has no turn in it."""
        return max(0, total - self.loses * number) if 0 <= number < self.most else 0

    def turn(self, total: int, number: int) -> int | None:
        """Return the counts from the round's beginning to a total's turn in the pass `number`, from 0.

        A total above the top acts at the top. None when nothing of the total is left in that pass.
        """
        left = self.left(total, number)
        return self.top * number + self.top - min(left, self.top) if left else None

    def turns(self, total: int) -> tuple[int, ...]:
        """Return the counts from the round's beginning to every turn of a total, soonest first."""
        turns = (self.turn(total, number) for number in range(self.most))
        return tuple(turn for turn in turns if turn is not None)

    def number(self, place: int) -> int:
        """Return the pass, from 0 on, in which a count lies that is `place` counts after the round's beginning."""
        return place // self.top % self.most
