"""The page docs/durability.md: the table of the last campaign, written by the command, and what the page claims."""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.campaign.tally import Part, Tally

PAGE = Path(__file__).parents[2] / "docs" / "durability.md"
BEGIN, END = "<!-- campaign -->\n", "<!-- /campaign -->\n"


def table(figures: Sequence[tuple[Part, Tally]], seconds: float) -> str:
    """The figures as a Markdown table."""
    rows = ["| part | what held | further |", "|---|---|---|"]
    for part, tally in figures:
        rows.append(f"| {part.name} | {tally.good:,} of {tally.tried:,} {part.what} | {'; '.join(tally.notes)} |")
    version = ".".join(map(str, sys.version_info[:3]))
    rows.append(
        f"\n{platform.system()}, Python {version}, {seconds / 60:.0f} minutes on a machine that had other work."
    )
    return "\n".join(rows) + "\n"


def write(figures: Sequence[tuple[Part, Tally]], seconds: float) -> None:
    """Put the table into the page."""
    text = PAGE.read_text("utf-8")
    pattern = re.escape(BEGIN) + ".*?" + re.escape(END)
    new = BEGIN + table(figures, seconds) + END
    PAGE.write_text(re.sub(pattern, lambda _: new, text, count=1, flags=re.S), "utf-8")


def rows() -> dict[str, tuple[int, int]]:
    """By part, how many held of how many, as the page has them."""
    text = PAGE.read_text("utf-8")
    part = text[text.index(BEGIN) : text.index(END)]
    lines = re.findall(r"^\| (\w[\w-]*) \| ([\d,]+) of ([\d,]+) ", part, re.M)
    return {name: (int(good.replace(",", "")), int(tried.replace(",", ""))) for name, good, tried in lines}
