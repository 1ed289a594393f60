"""Numbers as they are written at the table, with their signs."""

from __future__ import annotations


def signed(number: int) -> str:
    """Return `+3`, `−4`, `0`, with a real minus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def plain_number(number: int) -> str:
    """Return `12`, `−4`, with a real minus."""
    return str(number).replace("-", "−")


def counted(number: int, noun: str) -> str:
    """Return a number with what is counted: `2 defences`, `1 defence`, `1 luck`. Of one, a plural loses its s."""
    plural = noun.endswith("s") and not noun.endswith(("ss", "us", "is"))
    return f"{number} {noun[:-1] if number == 1 and plural else noun}"
