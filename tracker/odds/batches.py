"""Batches: a job split into batches of fights for the workers, and the sums of what comes back.

The stop rule looks at the fights in the order of their numbers, as far as no batch is missing, and at fixed marks of
it: so the sums do not depend on how large the batches were, or on which came back first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import field

from tracker.model.lazy_dataclass import dataclass
from tracker.odds.job import Job
from tracker.odds.playout import Batch, Ending
from tracker.odds.tally import Tally, tally_of, wilson

BATCH = 0.25
"""The seconds of a batch: short enough for a moving bar, long enough for the way there and back."""
LARGEST_BATCH = 500
MARK = 50
"""The number of fights after which the stop rule looks again."""

Keep = Callable[[int, tuple[Ending, ...]], None]
"""A function that takes the endings of a job, by its position, in the order of their numbers without a gap."""


@dataclass(frozen=True, slots=True)
class Until:
    """The stop rule: `fights`, or fewer once the chance of `side` is known within `within` points of percent."""

    fights: int = 400
    within: float = 0.0
    """Half the width of the interval, in percent. 0: all fights are played."""
    side: str = ""
    told_after: int = 0
    """The number of fights before the first number is shown. A batch ends here, so that it waits for no others."""

    def known(self, tally: Tally) -> bool:
        """Return whether the chance is known well enough before all fights are played. Asked at every mark."""
        wins = tally.wins.get(self.side, 0)
        return bool(self.within) and 100 * wilson(wins, tally.fights).half <= self.within


@dataclass(eq=False)
class JobBatches:
    """The batches of one job: those sent out, those that came back, and the sums of the results without a gap."""

    job: Job
    until: Until
    place: int
    longest: float | None = None
    """The seconds of a batch. None: BATCH."""
    workers: int = 1
    """The number of workers, which share the fights of the first number."""
    seconds: float = 0.0
    """The seconds of a fight, by all that came back, else those of a forecast before. 0: unknown."""
    spent: float = 0.0
    """The seconds of all fights that came back."""
    played: int = 0
    """The number of fights that came back."""
    sent: int = 0
    """The first number not yet sent out."""
    taken: int = 0
    """The first number not yet in the sums."""
    again: deque[range] = field(default_factory=deque)
    """Batches that were lost with their worker."""
    back: dict[int, tuple[Ending, ...]] = field(default_factory=dict)
    tally: Tally = field(default_factory=Tally)
    over: bool = False

    @property
    def wants(self) -> bool:
        """Return whether more of its fights are to be sent out now."""
        return not self.over and (bool(self.again) or self.sent < self.until.fights)

    def next_batch(self) -> range | None:
        """Return the numbers of the fights to send out next, those of a lost batch first. None when all are sent out.

        A batch takes a worker about `longest` seconds, as far as the seconds of a fight are known.
        """
        if self.over:
            return None
        if self.again:
            return self.again.popleft()
        longest = BATCH if self.longest is None else self.longest
        size = max(1, min(LARGEST_BATCH, int(longest / self.seconds))) if self.seconds else 1
        fights, told_after = self.until.fights, self.until.told_after
        if self.sent < told_after < fights:
            # The first number shown waits for these fights: the workers share them, and no batch goes beyond them.
            numbers = range(self.sent, min(self.sent + size, self.sent + -(-told_after // self.workers), told_after))
        else:
            numbers = range(self.sent, min(self.sent + size, fights))
        self.sent = numbers.stop
        return numbers or None

    def come_back(self, numbers: range, batch: Batch, keep: Keep | None) -> None:
        """Enter the endings of the fights `numbers`, then add all without a gap to the sums, mark by mark.

        `keep` gets the endings that are added, with the position of the job.
        """
        # By all of them: where one batch waits for the processor, the next ones would become too small.
        self.spent, self.played = self.spent + batch.seconds, self.played + len(numbers)
        self.seconds = self.spent / self.played
        self.back[numbers.start] = batch.endings
        while not self.over and self.taken in self.back:
            endings = self.back.pop(self.taken)
            while endings and not self.over:
                to_mark = MARK - self.taken % MARK
                part, endings = endings[:to_mark], endings[to_mark:]
                self.tally += tally_of(part)
                self.taken += len(part)
                if keep is not None:
                    keep(self.place, part)
                # By the numbers taken, not by the sums: fights known from before are not in those.
                at_mark = self.taken % MARK == 0 and self.until.known(self.tally)
                self.over = at_mark or self.taken == self.until.fights
        if self.over:
            self.back.clear()
            self.again.clear()
