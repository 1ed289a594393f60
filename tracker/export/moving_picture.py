"""Moving picture: a film as one SVG that moves by itself, without a script; each frame draws only what changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape

from tracker.export.frames import Cell, Film, Look, changed, runs_of, successive, thinned

BYTES = 100_000
"""The most bytes of a picture of up to `SECONDS`; of a longer one in proportion."""
SECONDS = 30.0
_WIDE, _HIGH, _FONT = 12, 24, 20
"""A cell, and the size of its font."""
_FONTS = "ui-monospace,Menlo,'DejaVu Sans Mono','Liberation Mono','Courier New',monospace"
"""Fonts whose letters are three fifths of their size wide, as the cells are."""
_BASE = 18
"""From the top of a row down to where its letters stand."""
_EDGE = 12
_LONG = 16
"""Letters after which a font's own width would be seen to differ from that of the cells: such texts are fitted too."""
_GAP = 3
"""Spaces within a run that are worth a text of its own."""
_GROUND, _COLOUR = "#15171c", "#dde1e6"
"""What stands for the terminal's own colours."""


@dataclass(frozen=True, slots=True)
class _Part:
    """Cells of a row that a frame draws anew, and where they stand."""

    x: int
    y: int
    cells: tuple[Cell, ...]

    @property
    def at(self) -> str:
        """The place of its base line: `240 66`."""
        return f"{self.x * _WIDE} {self.y * _HIGH + _BASE}"


@dataclass(slots=True)
class _Styles:
    """The names of looks and grounds, in the order in which they were first drawn."""

    looks: dict[Look, str] = field(default_factory=dict)
    grounds: dict[str, str] = field(default_factory=dict)

    def look(self, look: Look) -> str:
        """The name of a look without its ground."""
        return self.looks.setdefault(look._replace(background=""), f"c{len(self.looks)}")

    def ground(self, colour: str) -> str:
        """The name of a ground."""
        return self.grounds.setdefault(colour, f"g{len(self.grounds)}")


def moving_picture(film: Film) -> str:
    """The picture; where it would be too large, frames that stand shortest are left out until it is not."""
    most = BYTES * max(1.0, film.seconds / SECONDS)
    picture = _drawn(film)
    while len(picture.encode()) > most and len(film.frames) > 2:
        film = thinned(film)
        picture = _drawn(film)
    return picture


def _drawn(film: Film) -> str:
    """The picture with every frame of the film."""
    width, height = film.size
    frames = [[_Part(0, y, row) for y, row in enumerate(film.frames[0].rows)]]
    frames += [list(_changes(before.rows, frame.rows)) for before, frame in successive(film)]
    often = Counter(part.cells for parts in frames for part in parts)
    styles = _Styles()
    kept: dict[tuple[Cell, ...], str] = {}
    shared, pieces, rules = [], [], []
    for number, parts in enumerate(frames):
        drawn = []
        for part in parts:
            if often[part.cells] == 1:
                drawn.append(f'<g transform="translate({part.at})">{_cells(part.cells, styles)}</g>')
                continue
            if part.cells not in kept:
                kept[part.cells] = f"p{len(kept)}"
                shared.append(f'<g id="{kept[part.cells]}">{_cells(part.cells, styles)}</g>')
            x, y = part.at.split()
            drawn.append(f'<use href="#{kept[part.cells]}" x="{x}" y="{y}"/>')
        shows = f' class="f" style="animation-name:f{number}"' if number else ""
        pieces.append(f"<g{shows}>{''.join(drawn)}</g>")
        if number:
            time = f"{100 * film.frames[number].at / film.seconds:.2f}".rstrip("0").rstrip(".")
            rules.append(f"@keyframes f{number}{{0%{{visibility:hidden}}{time}%,to{{visibility:visible}}}}")
    across, down = width * _WIDE + 2 * _EDGE, height * _HIGH + 2 * _EDGE
    sheet = "".join([*_sheet(styles, film.seconds), *rules])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}" xml:space="preserve">'
        f"<title>{escape(film.title)}</title><style>{sheet}</style><defs>{''.join(shared)}</defs>"
        f'<rect width="{across}" height="{down}" rx="8" fill="{_usual(film.frames[0].rows[0])}"/>'
        f'<g transform="translate({_EDGE} {_EDGE})">{"".join(pieces)}</g></svg>\n'
    )


def _changes(before: Sequence[tuple[Cell, ...]], after: Sequence[tuple[Cell, ...]]) -> Iterator[_Part]:
    """The parts of the rows that differ from the frame before."""
    for y, (old, new) in enumerate(zip(before, after, strict=True)):
        for first, end in changed(old, new):
            yield _Part(first, y, new[first:end])


def _cells(cells: tuple[Cell, ...], styles: _Styles) -> str:
    """Cells from the first column on: a ground that covers what stood there, further grounds, then the texts."""
    usual = _usual(cells)
    drawn = [_ground(0, len(cells), styles.ground(usual))]
    runs = runs_of(cells)
    for run in runs:
        if (ground := run.look.background or _GROUND) != usual:
            drawn.append(_ground(run.x, run.cells, styles.ground(ground)))
    for run in runs:
        for column, text, across in _words(run.x, cells[run.x : run.x + run.cells]):
            x = f' x="{column * _WIDE}"' if column else ""
            stretched = "" if across == 1 or (text.isascii() and across < _LONG) else f' textLength="{across * _WIDE}"'
            drawn.append(f'<text class="{styles.look(run.look)}"{x}{stretched}>{escape(text, quote=False)}</text>')
    return "".join(drawn)


def _ground(column: int, cells: int, name: str) -> str:
    """A ground behind some cells."""
    return f'<path class="{name}" d="M{column * _WIDE}-{_BASE}h{cells * _WIDE}v{_HIGH}h-{cells * _WIDE}z"/>'


def _usual(cells: Sequence[Cell]) -> str:
    """The ground that most cells have."""
    grounds = [cell.look.background or _GROUND for cell in cells]
    return max(dict.fromkeys(grounds), key=grounds.count)


def _words(x: int, cells: Sequence[Cell]) -> Iterator[tuple[int, str, int]]:
    """The texts of cells that look alike, without wide gaps: the column of each, the text and its cells."""
    begun, end = -1, -1
    for place, cell in enumerate([*cells, *[Cell(" ", Look())] * (_GAP + 1)]):
        if cell.sign != " " or cell.look.underline:
            begun = place if begun < 0 else begun
            end = place + 1
        elif begun >= 0 and place - end >= _GAP:
            yield x + begun, "".join(one.sign for one in cells[begun:end]), end - begun
            begun = -1


def _sheet(styles: _Styles, seconds: float) -> Iterator[str]:
    """The rules of the style sheet, but for the moment at which each frame comes."""
    yield f"text{{font:{_FONT}px {_FONTS};white-space:pre}}"
    yield f".f{{visibility:hidden;animation:{seconds:g}s step-end infinite}}"
    yield "@media(prefers-reduced-motion:reduce){.f{animation:none}}"
    yield from (f".{name}{{{_style(look)}}}" for look, name in styles.looks.items())
    yield from (f".{name}{{fill:{colour}}}" for colour, name in styles.grounds.items())


def _style(look: Look) -> str:
    """A look as the style of a text."""
    lines = [word for word, there in (("underline", look.underline), ("line-through", look.strike)) if there]
    parts = [f"fill:{look.colour or _COLOUR}"]
    parts += ["font-weight:bold"] if look.bold else []
    parts += [f"text-decoration:{' '.join(lines)}"] if lines else []
    return ";".join(parts)
