"""Row 9: going on to the next due against a bare heapq, and with 1,000 pending against 30."""

from __future__ import annotations

import heapq
import time

from pairs import Measured, ratio, report, timed

from tracker.clock.agenda import Agenda

FEW, MANY = 30, 1000
TIMES = 4000


def _kept(pending: int) -> Measured:
    """The next is taken, time goes on to it, and it is due again later."""
    agenda = Agenda()
    for number in range(pending):
        agenda = agenda.add(number, 1, f"fighter-{number}", "declare")

    def going_on() -> None:
        nonlocal agenda
        due = agenda.entries[0]
        agenda = agenda.cancel(due).advance(due.count).add(due.count + pending, 1, due.who, due.what)

    return timed(going_on, TIMES, time.process_time)


def _bare(pending: int) -> Measured:
    heap = [(number, 1, number, f"fighter-{number}", "declare") for number in range(pending)]
    serial = pending

    def going_on() -> None:
        nonlocal serial
        count, rank, _, who, what = heapq.heappop(heap)
        heapq.heappush(heap, (count + pending, rank, serial, who, what))
        serial += 1

    return timed(going_on, TIMES, time.process_time)


def main() -> None:
    """Print the ratios."""
    few = _kept(FEW)
    report(f"9  on to the next of {FEW} / a bare heapq", ratio(few, _bare(FEW)), 3)
    report(f"9  on to the next of {MANY:,} / of {FEW}", ratio(_kept(MANY), few), 3)


if __name__ == "__main__":
    main()
