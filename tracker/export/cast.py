"""Cast: a film as an asciinema recording (asciicast v2), which every player of these plays."""

from __future__ import annotations

import json
from collections.abc import Iterator

from tracker.export.frames import Cell, Film, Look, changed, runs_of, successive

_BEGIN = "\x1b[?25l\x1b[2J"
"""Hide the cursor, clear the terminal."""


def cast(film: Film) -> str:
    """The recording: a head, then one line for each frame and each marker. It names no day, so it is always the same.

    Version 2 and not 3: players of both versions read it.
    """
    width, height = film.size
    head = {"version": 2, "width": width, "height": height, "duration": round(film.seconds, 3), "title": film.title}
    first = film.frames[0]
    whole = "".join(_written(y, 0, row) for y, row in enumerate(first.rows))
    lines = [head, [0.0, "o", f"{_BEGIN}{whole}"]]
    for before, frame in successive(film):
        at = round(frame.at, 3)
        if frame.marker:
            lines.append([at, "m", frame.marker])
        lines.append([at, "o", "".join(_changes(before.rows, frame.rows))])
    lines.append([round(film.seconds, 3), "o", "\x1b[0m"])
    return "".join(f"{json.dumps(line, ensure_ascii=False, separators=(',', ':'))}\n" for line in lines)


def _changes(before: tuple[tuple[Cell, ...], ...], after: tuple[tuple[Cell, ...], ...]) -> Iterator[str]:
    """What a terminal is sent so that it shows the rows of another frame."""
    for y, (old, new) in enumerate(zip(before, after, strict=True)):
        for first, end in changed(old, new):
            yield _written(y, first, new[first:end])


def _written(y: int, x: int, cells: tuple[Cell, ...]) -> str:
    """The cells of a row from column `x` on, with the sequences for their place and looks."""
    return f"\x1b[{y + 1};{x + 1}H" + "".join(f"{_sequence(run.look)}{run.text}" for run in runs_of(cells, x))


def _sequence(look: Look) -> str:
    """The sequence by which a terminal writes in a look, whatever it wrote in before."""
    codes = ["0"]
    codes += ["1"] if look.bold else []
    codes += ["4"] if look.underline else []
    codes += ["9"] if look.strike else []
    for layer, colour in ((38, look.colour), (48, look.background)):
        if colour:
            red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
            codes.append(f"{layer};2;{red};{green};{blue}")
    return f"\x1b[{';'.join(codes)}m"
