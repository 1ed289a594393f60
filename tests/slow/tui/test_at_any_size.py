"""Every page of every game at any size."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.any_size import MANY, PAGES, drawn_at, opens, some_steps_into
from tests.tui.monkey import FIRST
from tests.tui.playing import playing


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("at", FIRST.values(), ids=FIRST)
async def test_every_page_of_every_game_is_drawn_at_any_size(at: int, page: str, tmp_path: Path) -> None:
    for steps in (0, 25):
        async with playing(some_steps_into(at, steps, tmp_path), (80, 24)) as player:
            await opens(player, PAGES[page])
            await drawn_at(player, MANY)


async def test_after_the_summary_at_four_columns_the_program_can_be_left(tmp_path: Path) -> None:
    async with playing(some_steps_into(FIRST["hybrid"], 25, tmp_path), (80, 24)) as player:
        await opens(player, (":summary",))
        await drawn_at(player, ((4, 24), (3, 1)))
        await player.press("ctrl+q")
    assert player.app.return_code == 0
