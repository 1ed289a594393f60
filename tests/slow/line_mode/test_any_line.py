"""Many lines of anything give events or a sentence, in every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.line_mode.any_line import holds
from tests.tui.monkey import FIRST, GAMES, opened


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("at", FIRST.values(), ids=FIRST)
def test_many_lines_give_events_or_a_sentence(at: int, seed: int, tmp_path: Path) -> None:
    for steps in (0, 5, 20):
        holds(opened(*GAMES[at], tmp_path, seed), seed + steps, 900, steps)
