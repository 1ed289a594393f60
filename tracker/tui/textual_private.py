"""Textual's private names that the screen needs: any release may take them away, and then what is here stands in."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from textual.message import Message

if TYPE_CHECKING:
    from textual.driver import Driver


def _clock() -> Callable[[], float]:
    """Return Textual's clock, whose times its events have, or else the usual one."""
    try:
        from textual._time import get_time
    except ImportError:
        return time.monotonic
    return get_time


get_time = _clock()
"""The clock by which Textual stamps its events: a key is early or doubled only by the same clock."""


class _NoParser:
    """A substitute without messages: without Textual's parser there are keys and pastes, and no mouse."""

    def __init__(self, debug: bool = False) -> None:
        pass

    def feed(self, data: str) -> Iterable[Message]:
        return ()


def _parser() -> Any:
    """Return the class of Textual's parser of reports of the mouse, the focus, modes and sizes."""
    try:
        from textual._xterm_parser import XTermParser
    except ImportError:
        return _NoParser
    return XTermParser


ReportParser: Any = _parser()
"""The parser of reports of the terminal: `ReportParser(debug).feed(text)` yields messages."""


def driver_of(app: object) -> Driver | None:
    """Return the driver of an app, the only way to the terminal that keeps the order with what Textual writes."""
    driver: Driver | None = getattr(app, "_driver", None)
    return driver


def holds_back(app: object) -> bool:
    """Return whether Textual holds back its own drawing: it is within `batch_update`."""
    return bool(getattr(app, "_batch_count", 0))


def synchronizes(app: object) -> bool:
    """Return whether the terminal has answered that it knows synchronized frames. Others would show their marks."""
    return bool(getattr(app, "_sync_available", False))


def leaves(app: object) -> bool:
    """Return whether an app is leaving: it has given the terminal back already."""
    return bool(getattr(app, "_exit", False))
