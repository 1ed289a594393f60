"""A monkey at every example of every game, for long."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.monkey import (
    GAMES,
    NAMES,
    at_the_controller,
    opened,
    sound,
    through_the_screen,
)

games = pytest.mark.parametrize(("path", "edition"), GAMES, ids=NAMES)


@pytest.mark.parametrize("seed", range(20))
@games
def test_at_the_controller_for_long(path: Path, edition: str, seed: int, tmp_path: Path) -> None:
    session = opened(path, edition, tmp_path, seed)
    at_the_controller(session, seed, 3000)
    sound(session)


@pytest.mark.parametrize("seed", range(3))
@games
async def test_through_the_screen_for_long(path: Path, edition: str, seed: int, tmp_path: Path) -> None:
    await through_the_screen(opened(path, edition, tmp_path, seed), seed, 500)
