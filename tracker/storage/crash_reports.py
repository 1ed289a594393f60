"""Crash reports: each bug of the program is written to a file of its own, to be attached to a bug report."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tracker.storage.atomic import Disk, why, write_new
from tracker.storage.paths import beside


def crash_reporter(folder: Path, disk: Disk | None = None) -> Callable[[str], str]:
    """Return a function that writes a report into a new file in `folder` and returns a sentence: where, or why not."""

    def report(text: str) -> str:
        """Write the report and return a sentence that names its file, or why there is none."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            place = beside(folder / "report", "txt")
            write_new(disk or Disk(), place, text.encode("utf-8", "replace"))
        except OSError as error:
            return f"No report could be written to {folder}: {why(error)}."
        return f"The report is {place}."

    return report
