"""`python -m tests.colour_shares WORDS…`: how much of a screen each role of the theme takes, and the ink in all.

Of the dark theme, for every picture of the matrix whose name holds all words: ‰ of the screen, largest first.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable

from rich.color import Color

from tests.picture_matrix import FIGHTS, MOMENTS, SIZES, at_moment
from tests.tui.paper import Paper
from tracker.text.cells import Span, width
from tracker.tui.theme import DARK, Palette

_BLOCKS = {"█": 1.0, "▒": 0.5, "░": 0.25, **{sign: place / 8 for place, sign in enumerate("▁▂▃▄▅▆▇", 1)}}
_BLOCKS |= {sign: place / 8 for place, sign in enumerate("▏▎▍▌▋▊▉", 1)}
_SIGN = 0.17
"""The part of its cell that a letter, a figure or a line covers, as measured in pictures of a terminal."""
LOSS = ("lost", "shaded")
"""The roles of what the last landing took: the chip with the number, and the shaded part of a bar."""
VIVID = 80
"""The difference between the strongest and the weakest part of a colour from which it is no grey."""


def spans_of(paper: Paper) -> list[Span]:
    """Every piece of the screen of a fight with its role, without the blanks that fill it."""
    regions = [(pane, region) for pane, region in paper.screen.regions.items() if region.height > 0]
    lines = [line for pane, region in regions for line in pane.lines[: region.height]]  # type: ignore[attr-defined]
    return [span for line in lines for span in line]


def covered(spans: Iterable[Span], palette: Palette) -> dict[str, float]:
    """Return the cells that each role covers, by its signs or, where it has a ground of its own, by all of them."""
    cells: defaultdict[str, float] = defaultdict(float)
    for text, role in spans:
        drawn = text.strip(" ") if role == "key" else text
        if " on " in f" {palette.roles.get(role, '')}":
            cells[role] += width(drawn)
        else:
            cells[role] += sum(_BLOCKS.get(sign, 0.0 if sign == " " else _SIGN) for sign in drawn)
    return cells


def vivid(role: str, palette: Palette) -> tuple[int, int, int] | None:
    """Return the colour by which a role is seen: that of its ground, else of its signs. None for a grey."""
    looks = palette.roles.get(role) or palette.text
    colour = next((word for word in reversed(looks.split()) if word.startswith("#")), palette.text)
    red, green, blue = Color.parse(colour).get_truecolor()
    return (red, green, blue) if max(red, green, blue) - min(red, green, blue) >= VIVID else None


def vivid_cells(cells: dict[str, float], palette: Palette) -> dict[str, float]:
    """Return the cells of the loss, under `loss`, and of every other vivid colour, under its roles."""
    by_colour: dict[tuple[int, int, int], list[str]] = {}
    for role in cells:
        colour = vivid(role, palette)
        if role not in LOSS and colour is not None:
            by_colour.setdefault(colour, []).append(role)
    others = {" ".join(sorted(roles)): sum(cells[role] for role in roles) for roles in by_colour.values()}
    return {"loss": sum(cells.get(role, 0.0) for role in LOSS), **others}


def ink(spans: Iterable[Span]) -> int:
    """Return the cells with a sign in them."""
    return sum(width(text) - text.count(" ") for text, _ in spans)


def main() -> None:
    """Print the shares of each picture."""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("only", nargs="*", help="measure only pictures whose names contain all of these words")
    options = parser.parse_args()
    for fight in FIGHTS:
        for moment in MOMENTS:
            names = [(f"{fight}-{moment}-{size[0]}x{size[1]}", size) for size in SIZES]
            names = [(name, size) for name, size in names if all(word in name for word in options.only)]
            session = at_moment(fight, moment) if names else None
            for name, size in names:
                assert session is not None
                paper = Paper(session, size)
                cells, whole = covered(spans_of(paper), DARK), size[0] * size[1]
                vivid_first = sorted(vivid_cells(cells, DARK).items(), key=lambda item: -item[1])
                shares = ", ".join(f"{role} {1000 * taken / whole:.1f}" for role, taken in vivid_first if taken)
                print(f"{name}: ink {100 * ink(spans_of(paper)) / whole:.1f} %; {shares}")


if __name__ == "__main__":
    main()
