"""A monkey at every example of every game, in each of its editions: at the controller, and through the real screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lanes import lane, sample, system_of
from tests.tui.monkey import (
    EXAMPLES,
    FIRST,
    GAMES,
    at_the_controller,
    every_game,
    opened,
    sound,
    through_the_screen,
)
from tracker.games import registry


def test_every_game_of_the_registry_has_an_example_to_be_played() -> None:
    played = {system_of(path.read_text(encoding="utf-8")) for path in EXAMPLES}
    assert played >= set(registry._BUILT_IN)


@every_game
def test_at_the_controller(path: Path, edition: str, tmp_path: Path) -> None:
    session = opened(path, edition, tmp_path, 1)
    at_the_controller(session, 1, 250 if lane.slow else 100)
    sound(session)


@pytest.mark.parametrize("at", sample((pytest.param(at, id=game) for game, at in FIRST.items())))
async def test_through_the_screen(at: int, tmp_path: Path) -> None:
    """One game every day, the others in the gate; there all examples, in each edition, for longer too."""
    await through_the_screen(opened(*GAMES[at], tmp_path, 2), 2, 40 if lane.slow else 20)
