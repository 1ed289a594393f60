"""The figures of the campaign in docs/durability.md and README.md: written by the command, and read back by tests."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from tests.campaign.tally import Part, Tally

ROOT = Path(__file__).parents[2]
PAGE, README = ROOT / "docs" / "durability.md", ROOT / "README.md"
BEGIN, END = "<!-- campaign -->\n", "<!-- /campaign -->\n"
_HEAD = "| part | what held | further | run |\n|---|---|---|---|\n"
_ROW = re.compile(r"^\| ([\w-]+) \| ([\d,]+) of ([\d,]+) [^|]*\|[^|]*\| ([^|]+) \|$", re.M)


class Figures(NamedTuple):
    """One row of the page: how many tries held of how many, and the commit and date of the run."""

    good: int
    tried: int
    run: str


def version() -> str:
    """Return the commit that is tried, with `changed` where program or tests differ from it, and today's date."""
    changed = " changed" if _git("status", "--porcelain", "--", "tracker", "tests") else ""
    return f"{_git('rev-parse', '--short=10', 'HEAD')}{changed}, {datetime.now(UTC):%Y-%m-%d}"


def _git(*words: str) -> str:
    return subprocess.run(("git", *words), cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def write(figures: Sequence[tuple[Part, Tally]], run: str) -> None:
    """Put the figures of these parts into the page and README; rows of other parts stay as they are."""
    PAGE.write_text(with_rows(PAGE.read_text("utf-8"), figures, run), "utf-8")
    README.write_text(with_claims(README.read_text("utf-8"), figures), "utf-8")


def with_rows(text: str, figures: Sequence[tuple[Part, Tally]], run: str) -> str:
    """Return the page's text with the rows of these parts, each of them with the run that it is of."""
    before, _, rest = text.partition(BEGIN)
    table, _, after = rest.partition(END)
    lines = {match[1]: match[0] for match in _ROW.finditer(table)}
    for part, tally in figures:
        held = f"{tally.good:,} of {tally.tried:,} {part.what}"
        lines[part.name] = f"| {part.name} | {held} | {'; '.join(tally.notes)} | {run} |"
    rows_of_parts = "".join(line + "\n" for line in lines.values())
    return before + BEGIN + _HEAD + rows_of_parts + END + after


def with_claims(text: str, figures: Sequence[tuple[Part, Tally]]) -> str:
    """Return README's text, in which `N of N <what>` of these parts has their figures."""
    for part, tally in figures:
        what = r"\s+".join(map(re.escape, part.what.split()))
        numbers = f"{tally.good:,} of {tally.tried:,}"
        text = re.sub(rf"[\d,]+ of [\d,]+(?=\s+{what}\b)", numbers, text)
    return text


def rows(text: str) -> dict[str, Figures]:
    """Return the figures of each part as the page's text has them."""
    table = text.partition(BEGIN)[2].partition(END)[0]
    return {
        name: Figures(int(good.replace(",", "")), int(tried.replace(",", "")), run)
        for name, good, tried, run in _ROW.findall(table)
    }
