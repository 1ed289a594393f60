"""Scales of the timeline. By themselves, because settings name them before anything is drawn."""

from __future__ import annotations

SCALES = (4, 2, 1, -2, -5, -10)
"""Columns a count, or when negative counts a column."""
USUAL = 1
"""The position of the usual scale in `SCALES`."""
