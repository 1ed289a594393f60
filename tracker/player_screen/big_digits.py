"""Big digits: a count in digits three lines high."""

from __future__ import annotations

HIGH = 3
_FIGURES = {
    "0": ("┏━┓", "┃ ┃", "┗━┛"),
    "1": ("╺┓ ", " ┃ ", "╺┻╸"),
    "2": ("╺━┓", "┏━┛", "┗━╸"),
    "3": ("╺━┓", " ━┫", "╺━┛"),
    "4": ("╻ ╻", "┗━┫", "  ╹"),
    "5": ("┏━╸", "┗━┓", "╺━┛"),
    "6": ("┏━╸", "┣━┓", "┗━┛"),
    "7": ("╺━┓", "  ┃", "  ╹"),
    "8": ("┏━┓", "┣━┫", "┗━┛"),
    "9": ("┏━┓", "┗━┫", "╺━┛"),
}


def large(text: str) -> tuple[str, ...]:
    """Return `text` in three lines. A character that is no digit stays small."""
    signs = [_FIGURES.get(sign, (" ", " ", sign) if sign in ".," else (" ", sign, " ")) for sign in text]
    return tuple(" ".join(sign[line] for sign in signs) for line in range(HIGH))
