"""README and the tutorials are fights one can play: their keys, pressed on the screen, show what the pages quote."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.played_pages import ROOT, TUTORIALS, five_minutes, play, session_of, steps_of
from tests.tui.paper import Paper
from tests.tui.playing import every_size

PAGES = {"README": five_minutes(), **{path.stem: path.read_text("utf-8") for path in TUTORIALS}}
every_page = pytest.mark.parametrize("name", PAGES)


@every_size
@every_page
def test_each_key_of_a_page_leads_to_what_the_page_quotes(name: str, size: tuple[int, int]) -> None:
    page = PAGES[name]
    player = Paper(session_of(page), size)
    play(player, page)


@every_page
def test_a_page_quotes_the_screen_often_and_has_no_key_that_leads_nowhere(name: str) -> None:
    steps = steps_of(PAGES[name])
    assert len(steps) >= 6 and all(step.keys for step in steps)
    assert sum(len(step.keys) for step in steps) >= 15


@every_page
def test_a_page_with_another_seed_or_a_key_less_is_found_out(name: str) -> None:
    """What the pages quote says so much that nothing else would do."""
    page = PAGES[name]
    shorter = page.replace(f"<kbd>{(key := page.partition('<kbd>')[2].partition('</kbd>')[0])}</kbd>", key, 1)
    player = Paper(session_of(page))
    with pytest.raises(AssertionError):
        play(player, shorter)


def test_every_game_with_a_fight_of_its_own_has_a_tutorial() -> None:
    assert {path.stem for path in TUTORIALS} == {"hybrid", "phases", "prism", "feats"}


@pytest.mark.parametrize("path", [ROOT / "README.md", ROOT / "docs" / "README.md", *TUTORIALS], ids=lambda p: p.stem)
def test_no_page_says_that_nobody_is_asked(path: Path) -> None:
    assert "is asked.*" not in path.read_text("utf-8") and "Nothing is asked" not in path.read_text("utf-8")
