"""A side has one colour in the terminal, on the pages and in what is handed round."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tracker.tui.theme import DARK, LIGHT

TRACKER = Path(__file__).parents[2] / "tracker"
COLOURED = ("web/page.css", "export/recap_pages.py", "export/recap_picture.py", "export/paper.py", "export/odds_svg.py")


@pytest.mark.parametrize("path", COLOURED)
def test_a_side_has_the_colour_that_it_has_in_the_terminal(path: str) -> None:
    text = (TRACKER / path).read_text("utf-8")
    named = re.findall(r"--s(\d): (#\w{6})|(?:side|line)-(\d)\{(?:stroke|fill):(#\w{6})", text)
    sides = {(one or other, colour or drawn) for one, colour, other, drawn in named}
    assert len({side for side, _ in sides}) >= 2
    assert sides <= {(str(side), theme.roles[f"side-{side}"]) for side in range(4) for theme in (DARK, LIGHT)}
