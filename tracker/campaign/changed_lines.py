"""Changed lines: what a writing did to the lines of a file, so that it can be undone to the byte.

The lines are kept as strings of JSON: files of this program hold no line ends or other control characters in a value,
and a comment may have any character.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

_AROUND = 1
"""The lines beside a change by which its place is found again after other edits."""


def changed_lines(old_text: str, new_text: str) -> list[dict[str, Any]]:
    """Return the changes from one text to another: `at` (lines before it), and the lines as they were and are now."""
    old, new = old_text.splitlines(keepends=True), new_text.splitlines(keepends=True)
    changes: list[dict[str, Any]] = []
    for group in SequenceMatcher(None, old, new).get_grouped_opcodes(_AROUND):
        (_, old_start, _, new_start, _), (_, _, old_end, _, new_end) = group[0], group[-1]
        was, now = "".join(old[old_start:old_end]), "".join(new[new_start:new_end])
        changes.append({"at": old_start, "was": json.dumps(was), "now": json.dumps(now)})
    return changes


def exchanged(text: str, changes: Sequence[Mapping[str, Any]], back: bool) -> str | None:
    """Return `text` with the changes made again, or taken back. None where its lines are not as they were left.

    Lines that were edited elsewhere move the place of a change. It is found if its lines occur once. Raises
    ValueError for a change that was not recorded by `changed_lines`.
    """
    sought, instead = ("now", "was") if back else ("was", "now")
    lines = text.splitlines(keepends=True)
    places: list[tuple[int, int, list[str]]] = []
    longer = 0
    for change in changes:
        block = str(json.loads(change[sought])).splitlines(keepends=True)
        replacement = str(json.loads(change[instead])).splitlines(keepends=True)
        start = _place(lines, block, change["at"] + longer)
        if start is None or (places and start < places[-1][1]):
            return None
        places.append((start, start + len(block), replacement))
        # `at` counts the lines of the old text. Before changes are taken back, those above have made it longer.
        longer += len(block) - len(replacement) if back else 0
    for start, end, replacement in reversed(places):
        lines[start:end] = replacement
    return "".join(lines)


def _place(lines: Sequence[str], block: list[str], expected: int) -> int | None:
    """Return the beginning of a block of lines: as expected, or where it occurs once."""
    if lines[expected : expected + len(block)] == block:
        return expected
    starts = [start for start in range(len(lines)) if block and lines[start : start + len(block)] == block]
    return starts[0] if len(starts) == 1 else None
