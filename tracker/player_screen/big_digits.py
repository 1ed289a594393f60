"""Large: a count in figures three lines high."""

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
    """`text` in lines; a sign that is no figure stands small."""
    signs = [_FIGURES.get(sign, (" ", " ", sign) if sign in ".," else (" ", sign, " ")) for sign in text]
    return tuple(" ".join(sign[line] for sign in signs) for line in range(HIGH))
