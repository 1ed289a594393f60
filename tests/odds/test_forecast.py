"""Forecast: the same numbers whoever plays the batches, in whatever order they come back, and however many are lost."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import Any

import pytest

from tests.odds.fights import Backwards, job
from tracker.model.state import Encounter
from tracker.odds import batches
from tracker.odds import forecast as module
from tracker.odds.batches import Until
from tracker.odds.forecast import Broke, Forecast, InThisProcess
from tracker.odds.job import Job
from tracker.odds.playout import Batch, Ending, play_batch
from tracker.odds.tally import Tally, tally_of

UNTIL = Until(120)
JOB = Job(Encounter("Bridge"), "plain", "{}")


def play(job: Job, n: int) -> Ending:
    """An ending that hangs on the number of the fight only, in no time."""
    drawn = random.Random(f"{job.seed}/{n}")
    heroes = drawn.random() < 0.6
    return Ending(n, "heroes" if heroes else "raiders", drawn.randint(1, 60), (heroes, not heroes), (50, 50), (3, 3))


@pytest.fixture(autouse=True)
def no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fights cost no time; that a batch plays those of its job is for other tests."""
    monkeypatch.setattr(
        module, "play_batch", lambda job, numbers: Batch(tuple(play(job, n) for n in numbers), 0.001 * len(numbers))
    )


def test_the_fights_of_a_job_are_played_by_a_function_that_any_worker_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert vars(module)["play_batch"] is play_batch and play_batch.__module__ == "tracker.odds.playout"
    (tally,) = Forecast([job()], Until(3), InThisProcess()).finish()
    assert tally == tally_of(play_batch(job(), range(3)).endings)


def serial(until: Until = UNTIL) -> tuple[Tally, ...]:
    return Forecast([JOB], until, InThisProcess()).finish()


def test_a_forecast_sums_the_fights_of_the_first_numbers() -> None:
    assert serial() == (tally_of(play(JOB, n) for n in range(120)),)


def backwards(until: Until, workers: int) -> tuple[tuple[Tally, ...], int]:
    """The forecast on an executor that does the last batch first, and how many batches were under way at once."""
    executor = Backwards()
    forecast = Forecast([JOB], until, executor, workers)
    while not forecast.step(0):
        executor.do_one()
    return forecast.tallies, executor.most


@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.parametrize("until", [UNTIL, Until(1_000, 9.0, "heroes")])
def test_batches_that_come_back_in_any_order_give_the_same_numbers(
    until: Until, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "BATCH", 0.01)
    assert backwards(until, workers)[0] == serial(until)


@pytest.mark.parametrize("workers", [1, 3])
def test_at_most_two_batches_a_worker_are_under_way(workers: int) -> None:
    assert backwards(UNTIL, workers)[1] == 2 * workers


@pytest.mark.parametrize("seconds", [0.000_001, 0.05, 100.0])
def test_the_size_of_the_batches_does_not_change_where_a_forecast_stops(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    until = Until(1_000, 9.0, "heroes")
    expected = serial(until)
    monkeypatch.setattr(batches, "BATCH", seconds)
    assert serial(until) == expected and expected[0].fights % batches.MARK == 0 and expected[0].fights < 1_000


def test_no_batch_goes_beyond_the_fights_that_are_told_first(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[range] = []

    def noted(job: Job, numbers: range) -> Batch:
        played.append(numbers)
        return Batch(tuple(play(job, n) for n in numbers), 0.001 * len(numbers))

    monkeypatch.setattr(module, "play_batch", noted)
    assert serial(Until(120, told_after=20)) == serial()
    first = played[: [numbers.stop for numbers in played].index(20) + 1]
    assert [numbers.start for numbers in first] == [0, 1, 2] and max(numbers.stop for numbers in played) == 120


def test_a_batch_is_no_longer_than_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def noted(job: Job, numbers: range) -> Batch:
        played.append(len(numbers))
        return Batch(tuple(play(job, n) for n in numbers), 0.01 * len(numbers))

    monkeypatch.setattr(module, "play_batch", noted)
    Forecast([JOB], UNTIL, InThisProcess(), longest=0.05).finish()
    assert sum(played) == 120 and max(played) == 5


def test_a_batch_that_has_waited_for_the_processor_makes_the_next_ones_little_smaller(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played: list[int] = []

    def noted(job: Job, numbers: range) -> Batch:
        played.append(len(numbers))
        waited = 0.5 if len(played) == 12 else 0.0
        return Batch(tuple(play(job, n) for n in numbers), waited + 0.01 * len(numbers))

    monkeypatch.setattr(module, "play_batch", noted)
    forecast = Forecast([JOB], UNTIL, InThisProcess(), longest=0.052)
    forecast.finish()
    assert sum(played) == 120 and played[2:12] == [5] * 10 and min(played[12:-1]) > 1
    assert forecast.pace == pytest.approx((0.5 + 1.2) / 120)


def test_a_chance_is_known_within_the_points_that_were_asked_for() -> None:
    (tally,) = serial(Until(1_000, 9.0, "heroes"))
    assert tally.won("heroes").half <= 0.09


def test_endings_are_kept_in_the_order_of_their_numbers_whatever_came_back_first() -> None:
    executor, kept = Backwards(), list[int]()

    def keep(place: int, endings: tuple[Ending, ...]) -> None:
        kept.extend(ending.n for ending in endings)

    forecast = Forecast([JOB], UNTIL, executor, 2, keep=keep)
    while not forecast.step(0):
        executor.do_one()
    assert kept == list(range(120))


def test_fights_known_already_are_not_played_again() -> None:
    kept: list[int] = []
    forecast = Forecast(
        [JOB, JOB],
        Until(6),
        InThisProcess(),
        keep=lambda place, some: kept.extend(10 * place + e.n for e in some),
        first=(6, 4),
    )
    forecast.finish()
    assert kept == [14, 15]


class Breaking(Executor):
    """A pool whose worker is killed on its batch number `at`."""

    def __init__(self, at: int) -> None:
        self.left = at

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.left -= 1
        if self.left < 0:
            raise BrokenProcessPool("A child process terminated abruptly")
        future: Future[Any] = Future()
        if self.left == 0:
            future.set_exception(BrokenProcessPool("A child process terminated abruptly"))
        else:
            future.set_result(fn(*args))
        return future


def test_a_pool_that_breaks_is_replaced_and_nothing_is_lost_or_doubled() -> None:
    pools = [Breaking(at) for at in (3, 2, 4)]
    forecast = Forecast([JOB], UNTIL, pools.pop(), 2, renewed=lambda _: pools.pop() if pools else InThisProcess())
    assert forecast.finish() == serial()


def test_an_executor_that_breaks_and_cannot_be_replaced_ends_with_a_sentence() -> None:
    why = r"^The workers cannot go on: a worker process was ended from outside\. Start again; what is known stays\.$"
    with pytest.raises(Broke, match=why):
        Forecast([JOB], UNTIL, Breaking(2)).finish()


def test_pools_that_break_at_once_again_and_again_are_given_up() -> None:
    with pytest.raises(Broke):
        Forecast([JOB], UNTIL, Breaking(0), renewed=lambda _: Breaking(0)).finish()


def test_an_error_of_the_rules_stays_loud(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(module, "play_batch", broken)
    with pytest.raises(ZeroDivisionError):
        Forecast([JOB], UNTIL, InThisProcess()).finish()


@pytest.mark.parametrize(("in_order", "expected"), [(False, {0, 1}), (True, {0})])
def test_several_jobs_are_played_side_by_side_unless_they_are_wanted_in_order(
    in_order: bool, expected: set[int]
) -> None:
    seen: set[int] = set()

    def keep(place: int, endings: tuple[Ending, ...]) -> None:
        seen.add(place)

    forecast = Forecast([JOB, replace(JOB, seed="2")], UNTIL, InThisProcess(), keep=keep, in_order=in_order)
    forecast.step()
    assert seen == expected
