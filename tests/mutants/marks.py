"""Marks: which of the drawn functions have run since the list was cleared."""

from __future__ import annotations

SEEN: set[int] = set()
