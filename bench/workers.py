"""Workers of a forecast: two against one, the first number after the key, a key of the screen beside them."""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from fights import on_disk
from pairs import ROOT, process, ratio, report, timed
from screens import Screen

from tracker.controller.odds_line import QUIET, TOLD, OddsLine
from tracker.dice.source import SeededDice
from tracker.model import commands as cmd
from tracker.odds import worker_pool
from tracker.odds.batches import Until
from tracker.odds.forecast import Forecast
from tracker.odds.job import Job
from tracker.odds.playout import play_batch
from tracker.session import Session
from tracker.session.opening import look, session_of

SKIRMISH = ROOT / "saves" / "plain-skirmish.toml"
FIGHTS = 400
SAMPLES = 11
STARTS = 5
KEYS = 15
PAUSE = 1.0
"""Seconds from a key to the next: the forecast has begun anew by then, and its workers play."""


def _session() -> Session:
    """A fight of the plain game before it begins, by orders, whose dice the program rolls."""
    session = session_of(look(SKIRMISH), SeededDice(1))
    session.say("ann rolled")
    for fighter in session.encounter:
        session.dispatch(cmd.GiveOrders(fighter.id, "attack nearest"))
    return session


def _jobs(session: Session) -> tuple[Job, ...]:
    assert session.setup is not None
    return tuple(session.setup(session.encounter).jobs)


def _workers(job: Job, fights: int, samples: int) -> None:
    """Print how long the same fights take two workers, against one; both pools have played before."""
    one, two = worker_pool.pool(1), worker_pool.pool(2)

    def played(executor: object, workers: int) -> Callable[[], object]:
        return lambda: Forecast((job,), Until(fights), executor, workers).finish(every=0.05)  # type: ignore[arg-type]

    for executor, workers in ((one, 1), (two, 2)):
        played(executor, workers)()
    # By the clock on the wall: the processor's time is the same.
    halved = ratio(timed(played(two, 2)), timed(played(one, 1)), samples)
    report("the same fights by two workers / by one", halved, 1 / 1.7)
    for executor in (one, two):
        worker_pool.stop(executor)


def _first_number(session: Session) -> None:
    """Print how long the line takes to its first number: with workers still to start, and with those there are."""
    odds = OddsLine()

    def shown(now: float) -> None:
        """Wait until the line tells the first policy of the state that is shown."""
        old = odds.odds
        while (
            odds.stale
            or odds.odds is None
            or odds.odds is old
            or max(row.tally.fights for row in odds.odds.rows) < TOLD
        ):
            assert not odds.trouble, odds.trouble
            odds.poll(session, now + 2 * QUIET)
            time.sleep(0.005)

    cold, warm, plays = [], [], []
    for number in range(STARTS):
        odds.turn_on()
        odds.see(session, None, 0.0)
        start = time.perf_counter()
        shown(0.0)
        cold.append(time.perf_counter() - start)
        session.say("next" if session.encounter.began else "begin")
        odds.see(session, None, float(number + 1))
        time.sleep(QUIET)  # so long the line waits after a key, and the batches of the earlier moment end
        start = time.perf_counter()
        shown(float(number + 1))
        warm.append(time.perf_counter() - start)
        odds.turn_off()
        first = _jobs(session)[0]  # of the same state: a fight that has gone on is shorter
        start = time.perf_counter()
        play_batch(first, range(TOLD))
        plays.append(time.perf_counter() - start)
    bare = process(["-c", "import tracker.odds.playout, tracker.games.plain.game"])
    begins = statistics.median([bare() for _ in range(5)])
    goes = [first / here for first, here in zip(warm, plays, strict=True)]
    seconds = f"({statistics.median(cold):.2f} s)"
    report(f"first number, cold {seconds} / a bare worker", statistics.median(cold) / (begins + plays[0]), 3)
    report("s to the first number, warm", statistics.median(warm), 0.15)
    report(f"the same / {TOLD} fights played here", statistics.median(goes), 1.0)


class _Keyed:
    """A fight on the screen; a key is pressed, and its first bytes are waited for."""

    def __init__(self, path: Path, folder: Path, keys: str) -> None:
        self._screen = Screen(["-m", "tracker", "play", str(path)], folder)
        self._screen.until("Fighter")
        time.sleep(0.5)
        self._screen.send(keys)

    def __call__(self) -> float:
        time.sleep(PAUSE)
        return self._screen.first_bytes(" ")

    def close(self) -> None:
        """End the program."""
        self._screen.close()


def _key() -> None:
    """Print how long a key takes while workers play, against the same fight without."""
    with tempfile.TemporaryDirectory() as name:
        folder, screens = Path(name), {}
        for what, keys in (("odds", "*"), ("none", "")):
            path = folder / f"{what}.fight.toml"
            on_disk(path, 8, 40)
            screens[what] = _Keyed(path, folder, keys)
        report("a key while workers play / without", ratio(screens["odds"], screens["none"], KEYS), 1.25)
        for screen in screens.values():
            screen.close()


def main() -> None:
    """Print the ratios; `workers.py FIGHTS SAMPLES` compares the workers by fewer or more."""
    fights, samples = (int(word) for word in (sys.argv[1:3] if len(sys.argv) > 2 else (FIGHTS, SAMPLES)))
    session = _session()
    _workers(_jobs(session)[0], fights, samples)
    _first_number(session)
    _key()


if __name__ == "__main__":
    main()
