"""Forecast: sends the batches of one or more jobs to the workers of any executor, until each job is known well enough.

A sweep and the odds of one fight are played so. The numbers depend on the jobs and the stop rule only: never on the
executor, the workers, or who was done first. How a job is split is in `batches`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool

from tracker.model.refusals import Refused
from tracker.odds.batches import JobBatches, Keep, Until
from tracker.odds.job import Job
from tracker.odds.playout import Batch, play_batch
from tracker.odds.tally import Tally

PER_WORKER = 2
"""The batches under way for each worker: one is played and one waits for it."""
MOST_RENEWALS = 3
"""The most pools in a row that may break without one batch done before the forecast gives up."""


class Broke(Refused):
    """The executor cannot go on. The text is a sentence."""


def _turn(lane: JobBatches) -> tuple[bool, int]:
    """Return the sort key of a job: one after another up to the fights of the first number, then evenly."""
    enough = lane.sent >= lane.until.told_after
    return enough, lane.sent if enough else lane.place


class Forecast:
    """Jobs under way on an executor. `step` is called until it says that all is known, from any one thread."""

    def __init__(
        self,
        jobs: Sequence[Job],
        until: Until,
        executor: Executor,
        workers: int = 1,
        *,
        keep: Keep | None = None,
        renewed: Callable[[Executor], Executor] | None = None,
        first: Sequence[int] = (),
        in_order: bool = False,
        longest: float | None = None,
        pace: float = 0.0,
    ) -> None:
        """Forecast jobs on an executor. `renewed` replaces a broken one. `first` are the fights known already.

        `longest` are the seconds of a batch: a worker ends the batch it plays before it begins another forecast.
        `pace` are the seconds of a fight, if known from a forecast before. The job that is known least comes first, so
        that a range over all of them is known early. Before that each in turn plays the fights of its first number
        (`Until.told_after`). `in_order` plays one after another.
        """
        self.until = until
        self._lanes = [JobBatches(job, until, place, longest, workers, pace) for place, job in enumerate(jobs)]
        for lane, known in zip(self._lanes, first, strict=False):
            lane.sent = lane.taken = known
            lane.over = known >= until.fights
        self._executor = executor
        self._in_order = in_order
        self._open = [lane for lane in self._lanes if not lane.over]
        self._most = PER_WORKER * max(1, workers)
        self._keep = keep
        self._renewed = renewed
        self._renewals = 0
        self._flying: dict[Future[Batch], tuple[JobBatches, range]] = {}

    @property
    def tallies(self) -> tuple[Tally, ...]:
        return tuple(lane.tally for lane in self._lanes)

    @property
    def pace(self) -> float:
        """The seconds of a fight, of all jobs together. 0: none came back yet."""
        played = sum(lane.played for lane in self._lanes)
        return sum(lane.spent for lane in self._lanes) / played if played else 0.0

    @property
    def done(self) -> int:
        """The number of fights of all jobs that are known without a gap."""
        return sum(lane.taken for lane in self._lanes)

    @property
    def over(self) -> bool:
        """True if all jobs are known well enough."""
        return all(lane.over for lane in self._lanes)

    def step(self, seconds: float | None = None) -> bool:
        """Send out batches and take in results, waiting at most `seconds` for one. Return whether all jobs are known.

        Raises Differs for a worker of another release, and Broke when the executor cannot go on.
        """
        self._send()
        if self._flying:
            done, _ = wait(self._flying, seconds, FIRST_COMPLETED)
            for future in done:
                if future in self._flying:
                    self._take(future)
            self._send()
        return self.over

    def finish(self, tell: Callable[[], None] | None = None, every: float = 0.2) -> tuple[Tally, ...]:
        """Play until everything is known, calling `tell` after each wait of at most `every` seconds.

        Return the sums of the jobs in their order. Raises Differs and Broke.
        """
        try:
            while not self.step(every):
                if tell is not None:
                    tell()
        except BaseException:  # Ctrl+C too: workers play no more of it
            self.cancel()
            raise
        self.cancel()
        return self.tallies

    def cancel(self) -> None:
        """Cancel all batches under way. A batch that a worker plays already ends there and is dropped."""
        for future in self._flying:
            future.cancel()
        self._flying.clear()

    def _send(self) -> None:
        """Send out batches while workers have room: of the jobs in their order, or of the job that is known least."""
        while len(self._flying) < self._most:
            self._open = [lane for lane in self._open if lane.wants]
            lane = self._open[0] if self._in_order and self._open else min(self._open, key=_turn, default=None)
            numbers = None if lane is None else lane.next_batch()
            if lane is None or numbers is None:
                return
            try:
                future = self._executor.submit(play_batch, lane.job, numbers)
            except (RuntimeError, OSError) as error:
                self._give_back(lane, numbers)
                self._renew(error)
                continue
            self._flying[future] = lane, numbers

    def _take(self, future: Future[Batch]) -> None:
        """Enter a finished batch. One that the executor has lost is sent out again."""
        lane, numbers = self._flying.pop(future)
        try:
            batch = future.result()
        except Exception as error:
            if not _is_of_executor(error):
                raise
            self._give_back(lane, numbers)
            self._renew(error)
            return
        self._renewals = 0
        if not lane.over:
            lane.come_back(numbers, batch, self._keep)

    def _give_back(self, lane: JobBatches, numbers: range) -> None:
        """Give the fights of a lost batch back to their job, and open that job again."""
        if not lane.over:
            lane.again.append(numbers)
            if lane not in self._open:
                self._open = sorted([*self._open, lane], key=lambda lane: lane.place)

    def _renew(self, error: BaseException) -> None:
        """Replace a broken executor. Everything under way on it is sent out again.

        Raises Broke, from `error`, where nothing replaces it, or where it breaks again and again.
        """
        self._renewals += 1
        for lane, numbers in self._flying.values():
            self._give_back(lane, numbers)
        self.cancel()
        if self._renewed is None or self._renewals > MOST_RENEWALS:
            raise Broke(f"The workers cannot go on: {_reason(error)}. Start again; what is known stays.") from error
        self._executor = self._renewed(self._executor)


def _reason(error: BaseException) -> str:
    """Return why an executor cannot go on, in words of the program where it knows the error."""
    if isinstance(error, BrokenProcessPool):
        return "a worker process was ended from outside"
    if isinstance(error, CancelledError):
        return "the cluster has dropped what it was given"
    return (str(error) or type(error).__name__).rstrip(".")


def _is_of_executor(error: Exception) -> bool:
    """Return whether an error is the executor's, not a fight's: its pool broke, or a cluster lost it."""
    # Dask's errors have no common class, and it need not be installed.
    of_dask = type(error).__module__.partition(".")[0] == "distributed"
    return of_dask or isinstance(error, BrokenProcessPool | CancelledError | OSError)


class InThisProcess(Executor):
    """An executor without workers: it runs each call at once, in this process."""

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]
        """Call the function now. An error goes into the future as it would come from a worker."""
        future: Future[object] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future
