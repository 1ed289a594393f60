"""A screen on paper shows what the same screen shows on a terminal."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.lanes import lane, sample
from tests.tui import monkey
from tests.tui.paper import Paper
from tests.tui.playing import playing

KEYS = [key for key in monkey.ORDINARY if key not in ("ctrl+t", "ctrl+o")]
"""Without the keys of the app, which is not there on paper."""
PRESSED = 12 if lane.slow else 6
SIZES = ((80, 24), (104, 30), (120, 36), (132, 45), (200, 50))


CASES = [pytest.param(*case.values, size, id=f"{case.id}-{size[0]}") for case in monkey.CASES for size in SIZES]


@pytest.mark.parametrize(("path", "edition", "size"), sample(CASES, each=lambda case: case.values[2]))
async def test_every_line_is_the_one_that_textual_draws(
    path: Path, edition: str, size: tuple[int, int], tmp_path: Path
) -> None:
    chance = random.Random(f"{path.name} {edition} {size}")
    paper = Paper(monkey.opened(path, edition, tmp_path, 5), size)
    async with playing(monkey.opened(path, edition, tmp_path, 5), size) as player:
        for number in range(PRESSED):
            if number == PRESSED - 3:
                other = chance.choice(SIZES)
                await player.pilot.resize_terminal(*other)
                paper.resize(*other)
            key = chance.choice(KEYS)
            await player.press(key)
            paper.press(key)
            assert paper.seen() == player.seen(), f"after {number + 1} keys, the last {key}"
