"""Numbers as they are read at the table: signs, bars, seconds."""

from __future__ import annotations

_EIGHTHS = "▁▂▃▄▅▆▇█"


def signed(number: int) -> str:
    """`+3`, `−4`, `0`, with a real minus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def plain_number(number: int) -> str:
    """`12`, `−4`, with a real minus."""
    return str(number).replace("-", "−")


def bar(now: int, full: int, cells: int) -> str:
    """A bar of `cells`: `███░░`, or one block of eight heights; never empty with a point left, nor full when hurt."""
    if cells < 1:
        return ""
    steps = 7 if cells == 1 else cells
    share = 0 if full <= 0 else max(0, min(steps, round(now * steps / full)))
    if 0 < now < full:
        share = max(1, min(steps - 1, share)) if steps > 1 else share
    if cells == 1:
        return " " if now <= 0 else _EIGHTHS[share]
    return "█" * share + "░" * (cells - share)


def health(now: int, full: int) -> str:
    """How a pool looks, by role: `well`, `worn` at half or less, `low` at a quarter or less, `gone` at nothing."""
    if now <= 0 < full:
        return "gone"
    return "low" if now * 4 <= full else "worn" if now * 2 <= full else "well"


def seconds(value: float) -> str:
    """`1.7 s`, `12 s`, `2 min 5 s`."""
    if value >= 60:
        minutes, rest = divmod(round(value), 60)
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    return f"{value:g} s"
