"""Axis: every lane is readable, whatever lands in it; words and counts never stand on one another."""

from __future__ import annotations

from fractions import Fraction

from tracker.clock.spans import TimeUnit
from tracker.export.axis import HIGH, Bar, Lane, axis
from tracker.export.html import Node

UNIT = TimeUnit("count", "counts", Fraction(10))
NOBODY = Lane("Sela", 0, ())


def texts_of(*lanes: Lane) -> list[tuple[str, int]]:
    """The words of a picture with the height they stand at."""
    picture = axis(lanes, UNIT, 40, 80, 45)
    return [
        ("".join(map(str, one.children)), int(one.attributes["y"]))
        for one in picture.children
        if isinstance(one, Node) and one.tag == "text"
    ]


def test_what_lands_together_is_one_text_and_what_lands_later_has_a_row_of_its_own() -> None:
    bars = (Bar("sword on Wat", 46, 52), Bar("sword on Odo ×2", 46, 52), Bar("bow on Sela", 44, 57))
    crowd = Lane("10/12 goblins", 1, bars, declares=57)
    texts = dict(texts_of(crowd, NOBODY))
    assert "52 sword on Wat · sword on Odo ×2" in texts and "57 bow on Sela" in texts
    heights = [texts[text] for text in ("52 sword on Wat · sword on Odo ×2", "57 bow on Sela", "◆57")]
    assert len(set(heights)) == 3


def test_of_many_that_land_together_two_are_named_and_the_rest_counted() -> None:
    texts = dict(texts_of(Lane("goblins", 1, tuple(Bar(f"sword on {name}", 44, 50) for name in "ABCD"))))
    assert "50 sword on A · sword on B · 2 more" in texts


def test_a_lane_has_few_rows_and_bars_without_words_have_one() -> None:
    ends = Lane("goblins", 1, tuple(Bar("sword", 44, 50 + n) for n in range(9)), declares=60)
    silent = Lane("goblins", 1, tuple(Bar("", 44, 50 + n) for n in range(9)), declares=60)
    heights = [int(axis((lane,), UNIT, 40, 80, 45).attributes["height"]) for lane in (NOBODY, silent, ends)]
    assert heights[0] == heights[1] and heights[2] - heights[0] < 2 * HIGH


def test_a_lane_stands_under_all_rows_of_the_one_before() -> None:
    crowd = Lane("goblins", 1, (Bar("sword", 44, 50), Bar("bow", 44, 52)), declares=53)
    texts = texts_of(crowd, NOBODY)
    name = next(height for text, height in texts if text.endswith("Sela"))
    assert max(height for text, height in texts if not text.endswith("Sela")) < name
