"""Contrast: every text of every theme, on every screen, against what is behind it; 4.5:1, in high contrast 7:1."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from rich.color import Color
from rich.style import Style

from tests.everyday import few
from tests.game_master import line_of_an_ordinary_game_master
from tests.ui.opening import example
from tests.ui.playing import Player, playing
from tracker.session import Session
from tracker.ui.theme import CONTRAST, PALETTES, Palette

Triple = tuple[int, int, int]
LEAST = {palette.name: 7.0 if palette is CONTRAST else 4.5 for palette in PALETTES}
every_palette = pytest.mark.parametrize("palette", PALETTES, ids=lambda palette: palette.name)
on_screen = pytest.mark.parametrize("palette", few(PALETTES), ids=lambda palette: palette.name)


def luminance(colour: Triple) -> float:
    """Relative luminance, as WCAG 2 reckons it."""
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Triple, other: Triple) -> float:
    """Between 1:1 and 21:1."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def triple(colour: Color | None) -> Triple:
    assert colour is not None and colour.triplet is not None, "a colour of the terminal's own cannot be measured"
    return (colour.triplet.red, colour.triplet.green, colour.triplet.blue)


def measured(style: Style) -> float:
    return contrast(triple(style.color), triple(style.bgcolor))


def test_black_on_white_is_21_to_1_and_a_known_grey_4_and_a_half() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21.0)
    assert contrast((0x76, 0x76, 0x76), (255, 255, 255)) == pytest.approx(4.54, abs=0.01)


@every_palette
def test_every_role_of_a_theme_can_be_read_now_and_in_the_past(palette: Palette) -> None:
    for shown in (palette, palette.faded):
        low = {role: round(measured(shown.style(role)), 2) for role in ("", *palette.roles)}
        assert {role: much for role, much in low.items() if much < LEAST[palette.name]} == {}, shown.name


def drawn(player: Player) -> Iterator[tuple[str, Style]]:
    """Every piece of text on the screen with its look."""
    for strip in player.app.screen._compositor.render_strips():
        for text, style, _ in strip:
            if text.strip() and style is not None:
                yield text, style


def fought() -> Session:
    session = example("brawl")
    for _ in range(60):
        session.say(line_of_an_ordinary_game_master(session))
    return session


MOMENTS = (
    (), ("a",), ("question_mark",), ("x",), ("l", "up"), ("s",), ("2",), ("colon",), ("[",), ("j",), ("u",),
    ("ctrl+o",), ("ctrl+p",), ("slash",), ("ctrl+p", "d"),
)  # fmt: skip


@on_screen
async def test_every_text_that_is_drawn_can_be_read(palette: Palette) -> None:
    low: dict[str, float] = {}
    async with playing(fought()) as player:
        while player.app.palette is not palette:
            player.app.next_palette()
        for keys in MOMENTS:
            await player.press(*keys)
            for text, style in drawn(player):
                if (much := measured(style)) < LEAST[palette.name]:
                    low[f"{'+'.join(keys)}: {text.strip()}"] = round(much, 2)
            await player.press("escape", "escape", "escape")
    assert low == {}
