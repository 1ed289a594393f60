"""The film of README: a recorded fight drawn on a screen without a terminal, step after step, as one SVG that moves."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from rich.color import Color
from rich.segment import Segment
from rich.style import Style

from tests.controllers import controller_of
from tests.tui.playing import drawn
from tracker.session import Session
from tracker.session.looking_back import past
from tracker.text.cells import width
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig
from tracker.tui.screens.fight import FightScreen

SECONDS = 30.0
_WIDE, _HIGH, _FONT, _BASE, _EDGE = 12, 24, 20, 18, 12
"""Pixels: a cell across and down, the letters, their base line below the top of a row, and the edge of the picture."""
_PART = 60
"""Cells of the parts of a row, of which a frame draws those that changed."""
_FONTS = "ui-monospace,Menlo,'DejaVu Sans Mono','Liberation Mono','Courier New',monospace"
"""Fonts whose letters are three fifths of their size wide, as the cells are."""
_GROUND, _COLOUR = "#15171c", "#dde1e6"
"""What stands for the terminal's own colours."""


class Look(NamedTuple):
    """How text looks: colours as `#rrggbb`."""

    colour: str = _COLOUR
    ground: str = _GROUND
    bold: bool = False
    struck: bool = False


Text = tuple[str, Look]
Part = tuple[Text, ...]
"""The texts of `_PART` cells, in order; neighbours look different."""
Frame = tuple[tuple[Part, ...], ...]
"""The parts of every row."""


def film(session: Session, places: Sequence[int], size: tuple[int, int]) -> str:
    """The fight as it stood after so many steps at each of `places`, as a moving picture that lasts `SECONDS`."""
    return moving_picture(session.encounter.title, asyncio.run(_frames(session, places, size)))


async def _frames(session: Session, places: Sequence[int], size: tuple[int, int]) -> list[Frame]:
    """What the screen of the fight shows at each place."""
    app = TrackerApp(AppConfig(session, title=session.encounter.title, colour=True))
    frames = []
    async with app.run_test(size=size):
        screen = app.screen
        assert isinstance(screen, FightScreen)
        for place in places:
            screen.controller = controller_of(past(session, place), screen.controller.keymap)
            screen.draw()
            await drawn(app)
            # What is on the terminal, line by line: Textual offers it as a picture only, with random names in it.
            frames.append(tuple(parts_of(strip) for strip in screen._compositor.render_strips()))
    return frames


def parts_of(segments: Iterable[Segment]) -> tuple[Part, ...]:
    """A line of the screen in parts of `_PART` cells; a sign is never divided."""
    parts: list[list[Text]] = []
    column = 0
    for segment in segments:
        look = _look(segment.style or Style.null())
        for sign in "" if segment.control else segment.text:
            if column // _PART == len(parts):
                parts.append([])
            if parts[-1] and parts[-1][-1][1] == look:
                parts[-1][-1] = (parts[-1][-1][0] + sign, look)
            else:
                parts[-1].append((sign, look))
            column += width(sign)
    return tuple(map(tuple, parts))


def _look(style: Style) -> Look:
    """A style as a look; reversed colours are changed over here."""
    colour, ground = _hex(style.color, _COLOUR), _hex(style.bgcolor, _GROUND)
    if style.reverse:
        colour, ground = ground, colour
    return Look(colour, ground, bool(style.bold), bool(style.strike))


def _hex(colour: Color | None, own: str) -> str:
    """A colour as `#rrggbb`; `own` stands for the terminal's own one."""
    return own if colour is None or colour.is_default else colour.get_truecolor().hex


def moving_picture(title: str, frames: Sequence[Frame]) -> str:
    """The frames one after another, each as long as the others; each draws the parts that changed over those before."""
    names: dict[Look, str] = {}
    pictures: dict[Part, str] = {}
    often = Counter(part for number in range(len(frames)) for _, _, part in _changed(frames, number))
    groups, rules, shared = [], [], []
    for number in range(len(frames)):
        pieces = []
        for x, y, part in _changed(frames, number):
            if part not in pictures:
                body = "".join(_texts(part, names))
                pictures[part] = f'<use href="#p{len(pictures)}"' if often[part] > 1 else ""
                if often[part] > 1:
                    shared.append(f'<g id="p{len(pictures) - 1}">{body}</g>')
                else:
                    pieces.append(f'<g transform="translate({x} {y})">{body}</g>')
            if pictures[part]:
                pieces.append(f'{pictures[part]} x="{x}" y="{y}"/>')
        shown = f' class="f" style="animation-name:f{number}"' if number else ""
        groups.append(f"<g{shown}>{''.join(pieces)}</g>")
        if number:
            at = f"{100 * number / len(frames):.2f}"
            rules.append(f"@keyframes f{number}{{0%{{visibility:hidden}}{at}%,to{{visibility:visible}}}}")
    looks = "".join(f".{name}{{{_style(look)}}}" for look, name in names.items())
    across = sum(width(text) for part in frames[0][0] for text, _ in part) * _WIDE + 2 * _EDGE
    down = len(frames[0]) * _HIGH + 2 * _EDGE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}" xml:space="preserve">'
        f"<title>{escape(title)}</title><style>text{{font:{_FONT}px {_FONTS};white-space:pre}}"
        f".f{{visibility:hidden;animation:{SECONDS:g}s step-end infinite}}"
        f"@media(prefers-reduced-motion:reduce){{.f{{animation:none}}}}{looks}{''.join(rules)}</style>"
        f'<defs>{"".join(shared)}</defs><rect width="{across}" height="{down}" rx="8" fill="{_GROUND}"/>'
        f'<g transform="translate({_EDGE} {_EDGE})">{"".join(groups)}</g></svg>\n'
    )


def _changed(frames: Sequence[Frame], number: int) -> Iterable[tuple[int, int, Part]]:
    """The parts of a frame that differ from the frame before: the pixels of their place, and their texts."""
    for y, row in enumerate(frames[number]):
        for x, part in enumerate(row):
            if not number or part != frames[number - 1][y][x]:
                yield x * _PART * _WIDE, y * _HIGH + _BASE, part


def _texts(part: Part, names: dict[Look, str]) -> Iterable[str]:
    """The grounds of a part, which cover what stood there, then its texts."""
    grounds = [look.ground for text, look in part for _ in text]
    usual = max(dict.fromkeys(grounds), key=grounds.count)
    yield _ground(usual, 0, sum(width(text) for text, _ in part))
    x = 0
    texts = []
    for text, look in part:
        cells = width(text)
        if look.ground != usual:
            yield _ground(look.ground, x, cells)
        if bare := text.strip():
            left = (x + cells - width(text.lstrip())) * _WIDE
            name = names.setdefault(look._replace(ground=""), f"c{len(names)}")
            fitted = "" if text.isascii() else f' textLength="{width(bare) * _WIDE}"'
            place = f' x="{left}"' if left else ""
            texts.append(f'<text class="{name}"{place}{fitted}>{escape(bare, quote=False)}</text>')
        x += cells
    yield from texts


def _ground(colour: str, x: int, cells: int) -> str:
    """A ground behind some cells."""
    return f'<path fill="{colour}" d="M{x * _WIDE}-{_BASE}h{cells * _WIDE}v{_HIGH}h-{cells * _WIDE}z"/>'


def _style(look: Look) -> str:
    """A look as the style of a text."""
    return f"fill:{look.colour}{';font-weight:bold' * look.bold}{';text-decoration:line-through' * look.struck}"
