"""Cells: widths, cutting, filling, breaking lines."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.text.cells import (
    Span,
    clean,
    cut,
    filled,
    first_fitting,
    fit,
    fit_line,
    flow,
    line_width,
    rule,
    sign_width,
    width,
    words,
    wrap,
)
from tracker.text.numbers import counted, signed
from tracker.views.canvas import Canvas
from tracker.views.numbers import bar, health, seconds

TEXTS = ("", "Brann", "日本の侍", "Zoe\u0301 the\u200b Bold", "👍🏽 up", "\x1b[31mred\u202e")


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("cells", [1, 2, 3, 7, 20])
def test_fitted_text_has_exactly_its_cells(text: str, cells: int) -> None:
    assert width(fit(text, cells)) == cells
    assert width(cut(text, cells)) <= cells
    assert line_width(filled((Span(text), Span(text)), cells)) == cells
    assert line_width(fit_line((Span(text), Span(text)), cells)) <= cells


def test_what_is_cut_after_so_many_lines_goes_on_to_the_edge_and_ends_in_one_ellipsis() -> None:
    assert wrap("aaaa bbbbbbbbbbbbbbbbbb", 20, most=1) == ("aaaa bbbbbbbbbbbbbb…",)
    assert wrap("one two three four", 8, most=2) == ("one two", "three…")
    assert wrap("one two", 8, most=2) == ("one two",)


@pytest.mark.parametrize("cells", range(14, 60))
def test_a_text_is_cut_between_its_words_unless_one_word_takes_half_of_the_room(cells: int) -> None:
    text = "then +63 Gruk recovers, +74 Gruk: bleeding (lower leg) · A duel at the old mill"
    *kept, last = cut(text, cells).removesuffix("…").split(" ")
    assert [*kept, last] == [*text.split(" ")[: len(kept)], text.split(" ")[len(kept)].rstrip(",:")]
    assert cut("short sw 14", 9) == "short sw…"
    assert cut("abcdefghijkl mn", 10) == "abcdefghi…"


def test_control_bidi_and_zero_width_signs_are_gone() -> None:
    assert clean("a\x1b[1m\u202eb\u200bc\x9bd\ufe0f") == "a[1mbcd"


@pytest.mark.parametrize("text", [*TEXTS, "a long sentence that must be broken at its spaces", "x" * 50])
def test_broken_lines_fit_and_lose_no_word(text: str) -> None:
    broken = wrap(text, 10, 2)
    assert all(width(line) <= 10 for line in broken)
    assert "".join("".join(broken).split()) == "".join(clean(text).split())


@given(
    st.text(st.sampled_from("ab \u3000日本e\u0301\u200b-…"), max_size=60),
    st.integers(-3, 40),
    st.integers(0, 60),
    st.integers(0, 3),
)
def test_wrapping_gets_on_at_every_width(text: str, cells: int, indent: int, most: int) -> None:
    lines = wrap(text, cells, indent, most)
    assert len(lines) <= len(text) + 1, "every line has a sign of the text"
    fits = [width(line) <= max(1, cells) or sum(sign_width(sign) > 0 for sign in line) == 1 for line in lines]
    assert all(fits), "only a wide sign alone, with the marks above it, is wider"
    assert not most or len(lines) <= most
    if not most:
        assert "".join("".join(lines).split()) == "".join(clean(text).split())


@pytest.mark.parametrize("cells", [1, 2, 3, 4])
def test_an_indent_as_wide_as_the_line_leaves_room_for_the_words(cells: int) -> None:
    lines = wrap("all 6 bandits: attack", cells, 4)
    assert "".join("".join(lines).split()) == "all6bandits:attack"


def test_a_word_of_a_megabyte_is_broken_at_once() -> None:
    text = "本x" * 250_000
    before = process_time()
    assert len(wrap(text, 80, 2)) == 9_616
    assert process_time() - before < 3


def test_broken_lines_can_be_limited_and_say_that_more_was_there() -> None:
    assert len(wrap("one two three four five six", 9, most=2)) == 2
    assert wrap("one two three four five six", 9, most=2)[-1].endswith("…")


def test_parts_flow_and_are_never_broken() -> None:
    lines = flow([[Span("p parry 44")], [Span("b block 49")], [Span("c crouch")]], 24)
    assert [words(line) for line in lines] == ["p parry 44 · b block 49", "c crouch"]


def test_a_wide_sign_half_written_over_is_gone_as_a_whole() -> None:
    canvas = Canvas(6)
    canvas.put(0, "日本")
    canvas.put(1, "x")
    assert words(canvas.line()) == " x本  "
    canvas.put(2, "y")
    assert words(canvas.line()) == " xy   "


def test_a_heading_fills_its_line() -> None:
    assert words(rule("Fighters", 20)) == "─ Fighters ─────────"
    assert width(words(rule("A very long title indeed", 20, "1–9 of 20"))) == 20


def test_bars_are_never_empty_with_a_point_left_nor_full_when_hurt() -> None:
    assert "".join(bar(38, 38, 8)) == "▂▂▂▂▂▂▂▂"
    assert "".join(bar(37, 38, 8)) == "███████░"
    assert "".join(bar(1, 38, 8)) == "█░░░░░░░"
    assert "".join(bar(0, 38, 8)) == "".join(bar(-7, 38, 8)) == "".join(bar(0, 0, 8)) == "░░░░░░░░"


def test_bars_show_what_was_lost_and_which_way_the_clock_takes_them() -> None:
    assert bar(10, 40, 8, lost=20) == ("██", "▒▒▒▒", "░░")
    assert bar(69, 70, 8, lost=1) == ("███████", "▒", ""), "a single point is seen too"
    assert bar(0, 40, 8, lost=40) == ("", "▒▒▒▒▒▒▒▒", "")
    assert bar(-3, 40, 8, lost=13) == ("", "▒▒", "░░░░░░")
    assert "".join(bar(20, 40, 8, drift=-1)) == "███◂░░░░"
    assert "".join(bar(20, 40, 8, drift=1)) == "████▸░░░"
    assert "".join(bar(20, 40, 8, lost=10, drift=-1)) == "███◂▒▒░░"
    assert {
        len("".join(bar(n, 9, 5, lost, drift))) for n in range(-2, 10) for lost in (0, 1, 9) for drift in (-1, 0, 1)
    } == {5}


def test_numbers_are_written_as_at_the_table() -> None:
    assert [signed(n) for n in (3, 0, -4)] == ["+3", "0", "−4"]
    assert [seconds(s) for s in (1.7, 12.0, 60.0, 125.0)] == ["1.7 s", "12 s", "1 min", "2 min 5 s"]
    assert [health(n, 20) for n in (20, 10, 5, 0)] == ["well", "worn", "low", "gone"]


@given(st.lists(st.tuples(st.integers(-3, 12), st.text("ab─●…", max_size=8), st.sampled_from(["", "due"])), max_size=6))
def test_a_line_is_drawn_alike_with_something_wide_beyond_its_end(puts: list[tuple[int, str, str]]) -> None:
    narrow, wide = Canvas(9), Canvas(9)
    wide.put(9, "本")
    for column, text, role in puts:
        assert narrow.put(column, text, role) == wide.put(column, text, role) == column + len(text)
    assert narrow.line() == wide.line()


@pytest.mark.parametrize("cells", range(6, 30))
def test_a_percent_sign_stays_with_its_number(cells: int) -> None:
    assert not any(line.strip().startswith("%") for line in wrap("he wins 68 % (65–71) and falls 98 %", cells, 2))


def test_the_first_shape_that_fits_is_drawn_and_else_the_last() -> None:
    tried: list[int] = []

    def draw(longest: int) -> str:
        tried.append(longest)
        return "Brann Ironhand"[:longest]

    assert first_fitting((14, 9, 5), draw, lambda text: width(text) <= 9) == "Brann Iro"
    assert tried == [14, 9], "no shape is drawn behind the one that fits"
    assert first_fitting((14, 9), draw, lambda text: width(text) <= 3) == "Brann Iro"
    with pytest.raises(ValueError, match="no shape"):
        first_fitting((), draw, bool)


@pytest.mark.parametrize(
    ("number", "noun", "text"),
    [
        (1, "defences", "1 defence"),
        (2, "defences", "2 defences"),
        (1, "hit points", "1 hit point"),
        (1, "luck", "1 luck"),
        (1, "focus", "1 focus"),
        (0, "defences", "0 defences"),
    ],
)
def test_one_of_what_is_named_in_the_plural_is_told_in_the_singular(number: int, noun: str, text: str) -> None:
    assert counted(number, noun) == text
