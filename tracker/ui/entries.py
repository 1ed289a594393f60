"""Entries: what can be opened where no file was named, whoever shows them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to open: `detail` says what it is, `value` is given back to whoever asked."""

    name: str
    detail: str
    value: str
