"""Contrast: every text of every theme, on every screen, against what is behind it; 4.5:1, in high contrast 7:1."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from math import dist
from pathlib import Path

import pytest
from rich.color import Color
from rich.style import Style

from tests.colour_shares import spans_of
from tests.game_master import line_of_an_ordinary_game_master
from tests.house import parsed
from tests.lanes import drawing, sample
from tests.picture_matrix import FIGHTS, SIZES, at_moment
from tests.picture_matrix import MOMENTS as MATRIX
from tests.tui.opening import example
from tests.tui.paper import Paper
from tests.tui.playing import Player, playing
from tracker.session import Session
from tracker.tui.screens.leave import Leaving
from tracker.tui.theme import CONTRAST, DARK, LIGHT, PALETTES, Palette

TRACKER = Path(__file__).parents[2] / "tracker"

Triple = tuple[int, int, int]
LEAST = {palette.name: 7.0 if palette is CONTRAST else 4.5 for palette in PALETTES}
RULE = "rule"
"""The role of what only divides, so quiet that it is no border: no text stands in it."""
LINES = " ─│┊├┤"
every_palette = pytest.mark.parametrize("palette", PALETTES, ids=lambda palette: palette.name)
on_screen = pytest.mark.parametrize("palette", sample(PALETTES), ids=lambda palette: palette.name)


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


@cache
def measured(style: Style) -> float:
    assert not style.dim, "what a terminal dims cannot be measured"
    return contrast(triple(style.color), triple(style.bgcolor))


def test_black_on_white_is_21_to_1_and_a_known_grey_4_and_a_half() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21.0)
    assert contrast((0x76, 0x76, 0x76), (255, 255, 255)) == pytest.approx(4.54, abs=0.01)


@every_palette
def test_every_role_of_a_theme_can_be_read_now_and_in_the_past(palette: Palette) -> None:
    for shown in (palette, palette.faded):
        read = [role for role in ("", *palette.roles) if role != RULE]
        low = {role: round(measured(shown.style(role)), 2) for role in read}
        assert {role: much for role, much in low.items() if much < LEAST[palette.name]} == {}, shown.name


MEANINGS = ("now", "worn", "gone", "side-0", "side-1", "side-2", "side-3", "ghost", "saved", "state", "full", "")
"""Roles of which each says something else by its colour alone, or beside a sign."""
TOLD_APART = 36
"""The least distance of two such colours, with each part from 0 to 255."""


@every_palette
def test_two_meanings_never_have_nearly_the_same_colour(palette: Palette) -> None:
    colours = {role: triple(palette.style(role).color) for role in MEANINGS}
    near = {(one, other): round(dist(colours[one], colours[other])) for one, other in combinations(MEANINGS, 2)}
    assert {pair: apart for pair, apart in near.items() if apart < TOLD_APART} == {}


@pytest.mark.parametrize(("fight", "moment", "size"), sample(tuple(product(FIGHTS, MATRIX, SIZES)), 6))
def test_what_is_drawn_at_any_moment_of_any_game_can_be_read(fight: str, moment: str, size: tuple[int, int]) -> None:
    drawn_text = [span for span in spans_of(Paper(at_moment(fight, moment), size)) if span.text.strip(LINES)]
    for palette in PALETTES:
        low = {span.role: span.text for span in drawn_text if measured(palette.style(span.role)) < LEAST[palette.name]}
        assert low == {}, palette.name
        assert {span.role for span in drawn_text} <= {"", *palette.roles}


def roles_in_the_code() -> dict[str, str]:
    """Every role that stands by name in a span, and where."""
    named: dict[str, str] = {}
    for path in sorted(TRACKER.rglob("*.py")):
        for call in ast.walk(parsed(path)) if "Span(" in path.read_text(encoding="utf-8") else ():
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Span":
                for role in (one for look in call.args[1:] for one in ast.walk(look)):
                    if isinstance(role, ast.Constant) and isinstance(role.value, str):
                        named[role.value] = path.name
    return named


def test_every_role_that_a_line_is_drawn_in_is_one_that_is_measured() -> None:
    named = roles_in_the_code()
    assert len(named) > 20
    for palette in PALETTES:
        assert set(palette.roles) == set(DARK.roles), palette.name
    assert {role: where for role, where in named.items() if role not in ("", *DARK.roles)} == {}


def drawn(player: Player) -> Iterator[tuple[str, Style]]:
    """Every piece of text on the screen with its look."""
    for strip in player.app.screen._compositor.render_strips():
        for text, style, _ in strip:
            if text.strip(LINES) and style is not None:
                yield text, style


def fought() -> Session:
    session = example("brawl")
    for _ in range(60):
        session.say(line_of_an_ordinary_game_master(session))
    return session


MOMENTS = (
    (), ("a",), ("question_mark",), ("x",), ("l", "up"), ("s",), ("2",), ("colon",), ("[",), ("j",), ("u",),
    ("ctrl+o",), ("ctrl+p",), ("slash",), ("ctrl+p", "d"), ("1", "apostrophe", "apostrophe"), ("semicolon",),
    ("semicolon", "c", "o", "w"), ("minus", "4"), ("percent_sign",), ("exclamation_mark",), ("w",), ("ctrl+n",),
    ("t", "comma"), ("q",),
)  # fmt: skip
IN_EVERY_GAME = ((), ("2", "s"), ("a",), ("enter",), ("l", "up"), ("[",), ("x",))


async def too_low(player: Player, palette: Palette, moments: Sequence[tuple[str, ...]]) -> dict[str, float]:
    """What is drawn at these moments and cannot be read."""
    low: dict[str, float] = {}
    while player.app.palette is not palette:
        player.app.next_palette()
    for keys in moments:
        await player.press(*keys)
        for text, style in drawn(player):
            if (much := measured(style)) < LEAST[palette.name]:
                low[f"{'+'.join(keys)}: {text.strip()}"] = round(much, 2)
        await player.press("escape", "escape", "escape")
    assert set(palette.looks) <= {"", *palette.roles}, "a role that is drawn is measured"
    return low


@drawing
@on_screen
async def test_every_text_that_is_drawn_can_be_read(palette: Palette) -> None:
    async with playing(fought()) as player:
        assert await too_low(player, palette, sample(MOMENTS, 4)) == {}


SHOWN = {"phases-ambush": LIGHT, "prism-armour": CONTRAST, "feats-rooftops": DARK, "goblin-warren": CONTRAST}


@drawing
@pytest.mark.parametrize("name", sample(SHOWN))
async def test_every_text_of_every_game_can_be_read_at_80_by_24(name: str) -> None:
    session = example(name)
    for _ in range(25):
        session.say(line_of_an_ordinary_game_master(session))
    async with playing(session, (80, 24)) as player:
        assert await too_low(player, SHOWN[name], sample(IN_EVERY_GAME, 3)) == {}


@drawing
async def test_the_pages_before_a_fight_and_at_its_leaving_can_be_read() -> None:
    async with playing(fought(), (80, 24)) as player:
        for palette in sample(PALETTES):
            player.app.push_screen(Leaving(3, "the disk is full"))
            await player.drawn()
            assert await too_low(player, palette, ((),)) == {}
