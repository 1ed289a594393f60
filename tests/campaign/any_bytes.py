"""Any bytes: random ones sent to every screen in a terminal; the program goes on and is left with exit code 0."""

from __future__ import annotations

from pathlib import Path

from tests.campaign.tally import Tally, problem_of
from tests.tui.odd_bytes import WHERE, survives

CHUNKS = 40


def every_screen(tally: Tally, folder: Path) -> None:
    """One screen after another, each time with other bytes."""
    screens = list(WHERE)
    while tally.more(len(screens) if tally.short else 400):
        seed, where = divmod(tally.tried, len(screens))
        name = screens[where]
        tally.held(f"bytes {seed} at {name}", problem_of(lambda: survives(name, seed, CHUNKS, folder)))  # noqa: B023
    tally.note(f"{CHUNKS} times bytes each, on {len(screens)} screens")
