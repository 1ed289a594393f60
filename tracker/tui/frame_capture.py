"""Frame capture: a replay drawn on a screen without a terminal, place after place, as the frames of a film."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from rich.color import Color
from rich.segment import Segment
from rich.style import Style

from tracker.controller.controller import Controller
from tracker.controller.debounce import Debounce
from tracker.controller.replay import Replay
from tracker.export.frames import Film, Frame, Look, Row, row_of
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig, Clock, MakeScreen
from tracker.tui.screens.replay import ReplayScreen

_AT_THE_END = 2.0
"""Seconds for which the last frame stays longer."""


def filmed(replay: Replay, size: tuple[int, int], drawn: Callable[[int], None] = lambda frames: None) -> Film:
    """The replay from its first place to its last, at its speed, on a terminal of `size`, columns and rows.

    `drawn` is told after each frame how many there are.
    """
    frames: list[Frame] = []
    # The frames are handed over here and not returned: asyncio writes out what its main task returns, which takes
    # longer than to draw it.
    asyncio.run(_film(replay, size, frames, drawn))
    seconds = sum(replay.hold(place) for place in range(replay.first, replay.last + 1)) + _AT_THE_END
    return Film(replay.session.encounter.title, tuple(frames), seconds / replay.speed)


async def _film(replay: Replay, size: tuple[int, int], frames: list[Frame], drawn: Callable[[int], None]) -> None:
    """Add a frame for each place of the replay."""
    replay.recorded = True
    title = replay.session.encounter.title
    app = TrackerApp(AppConfig(replay.session, title=title, colour=True, screen=_screen(replay), clock=lambda: 0.0))
    at = 0.0
    async with app.run_test(size=size):
        await _drawn(app)
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        for place in range(replay.first, replay.last + 1):
            screen.show_place(place)
            await _drawn(app)
            # What is on the terminal, line by line: Textual offers it as a picture only, with random names in it.
            rows = tuple(_row(strip, size[0]) for strip in screen._compositor.render_strips())
            frames.append(Frame(at, rows, replay.heading))
            drawn(len(frames))
            at += replay.hold(place) / replay.speed


def _screen(replay: Replay) -> MakeScreen:
    """What makes the screen of a replay, for the configuration of the app."""

    def make(controller: Controller, debounce: Debounce, clock: Clock) -> ReplayScreen:
        return ReplayScreen(replay, controller, debounce, clock)

    return make


async def _drawn(app: TrackerApp) -> None:
    """Until what was handed to the panes is drawn, a change of layout included."""
    for _ in range(2):
        taken, shown = asyncio.Event(), asyncio.Event()
        app.call_later(taken.set)
        await taken.wait()
        app.screen.call_after_refresh(shown.set)
        await shown.wait()


def _row(segments: Iterable[Segment], width: int) -> Row:
    """A drawn line as exactly `width` cells."""
    row = row_of((segment.text, _look(segment.style or Style.null())) for segment in segments if not segment.control)
    return (*row, *row_of([(" " * (width - len(row)), row[-1].look if row else Look())]))[:width]


def _look(style: Style) -> Look:
    """A style as a look; reversed colours are changed over here."""
    colour, ground = _hex(style.color), _hex(style.bgcolor)
    if style.reverse:
        colour, ground = ground, colour
    return Look(colour, ground, bool(style.bold), bool(style.underline), bool(style.strike))


def _hex(colour: Color | None) -> str:
    """A colour as `#rrggbb`; empty for the terminal's own."""
    return "" if colour is None or colour.is_default else colour.get_truecolor().hex
