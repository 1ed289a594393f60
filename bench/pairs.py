"""Pairs: a thing and its floor measured in turn, and the median of their ratios."""

from __future__ import annotations

import gc
import math
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = 31
sys.path.insert(0, str(ROOT))  # the copy that the bench stands in, and not one that is installed

Measured = Callable[[], float]
"""Does a thing once, and says how long that took in seconds."""


def ratio(thing: Measured, floor: Measured, samples: int = SAMPLES) -> float:
    """The median of thing / floor over pairs measured right after each other; the first pair only warms up."""
    ratios = []
    for number in range(samples + 1):
        first, second = (thing, floor) if number % 2 else (floor, thing)
        gc.collect()
        one, other = first(), second()
        if number:
            ratios.append(one / other if number % 2 else other / one)
    return statistics.median(ratios)


def timed(work: Callable[[], object], times: int = 1, clock: Callable[[], float] = time.perf_counter) -> Measured:
    """Measures `work` done `times` over; seconds for one. `clock` is the wall's, or `time.process_time`."""

    def measured() -> float:
        start = clock()
        for _ in range(times):
            work()
        return (clock() - start) / times

    return measured


def process(words: Sequence[str]) -> Measured:
    """Measures the processor's time of a Python process; byte code is kept, as when it is installed."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPATH"] = str(ROOT)

    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    def measured() -> float:
        before = spent()
        subprocess.run([sys.executable, *words], check=True, env=environment, stdout=subprocess.DEVNULL)
        return spent() - before

    return measured


def exponent(sizes: Sequence[int], figures: Sequence[float]) -> float:
    """How a figure grows with a size: 1 in proportion, 2 by pairs; the slope of the logarithms, by least squares."""
    pairs = [(math.log(size), math.log(figure)) for size, figure in zip(sizes, figures, strict=True)]
    x, y = (statistics.fmean(side) for side in zip(*pairs, strict=True))
    return sum((one - x) * (other - y) for one, other in pairs) / sum((one - x) ** 2 for one, _ in pairs)


def report(what: str, reached: float, goal: float) -> None:
    """Print a ratio with its goal; one above goal × 1.2 is marked as missed."""
    mark = "" if reached <= goal else "  (within the noise)" if reached <= goal * 1.2 else "  MISSED"
    print(f"{what:<64} {reached:6.2f}   goal {goal:g}{mark}", flush=True)
