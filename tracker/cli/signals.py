"""Signals: a signal ends the program between two steps, quietly, with 128 + its number."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM, *((signal.SIGHUP,) if hasattr(signal, "SIGHUP") else ()))


class Ended(BaseException):
    """The process was told to end by signal `number`."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def _never() -> bool:
    """Return False: outside of `whole` nothing is planned."""
    return False


class _Watch:
    """The state of the watch: `held` during a step, and in `came` the signal that came meanwhile (0: none)."""

    held = False
    planning: Callable[[], bool] = staticmethod(_never)
    received = 0


def _handle_signal(number: int, frame: FrameType | None) -> None:
    """Handle a signal: end the program now, or after the step that is being carried out."""
    if _Watch.held and not _Watch.planning():
        _Watch.received = number
    else:
        raise Ended(number)


@contextmanager
def watched() -> Iterator[None]:
    """Handle the termination signals within the block, except ignored ones, and restore their handlers afterwards."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    try:
        for number, handler in before.items():
            if handler is not signal.SIG_IGN:
                signal.signal(number, _handle_signal)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def whole(planning: Callable[[], bool]) -> Iterator[None]:
    """Delay signals until the block is done, then end the program if one came. A step is thus never written in half.

    While `planning` says that nothing of the step counts yet, a signal ends the program at once: a plan may take long.
    """
    _Watch.held, _Watch.planning = True, planning
    try:
        yield
    finally:
        _Watch.held = False
        if _Watch.received:
            number, _Watch.received = _Watch.received, 0
            raise Ended(number)
