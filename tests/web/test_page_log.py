"""What the page says of what happened: what a group does together is one line, and no line counts half a group."""

from __future__ import annotations

from pathlib import Path

from tests.lanes import drawing, sample
from tests.player_screen.table import Table
from tests.web.serving import text_of
from tracker.player_screen import spectator as looking
from tracker.player_screen.spectator import Spectator
from tracker.web.sections import HAPPENED, LAST, sections

BANDITS = """\
title = "At the ford"
system = "plain"
[[combatant]]
from = "guard"
name = "Ann"
side = "heroes"
player = "Ada"
hit_points = 500
[[combatant]]
from = "goblin"
number = 9
side = "raiders"
group = "goblins"
orders = "attack"
[[group]]
name = "goblins"
"""


def happened(table: Table) -> list[str]:
    """The lines of the page, the newest first."""
    spectator = Spectator(table.path)
    spectator.look()
    scene = spectator.scene()
    assert scene is not None
    return text_of(sections(scene)[HAPPENED], "li", "happened")


def raid(folder: Path) -> Table:
    """Nine goblins of one group have attacked in two rounds."""
    table = Table(folder, text=BANDITS)
    table.begin()
    while table.session.encounter.count < 3:
        asked = table.session.encounter.question
        table.say("next" if asked is None else f"{asked.who} wait")
    return table


def test_a_group_is_one_line_and_older_lines_stay_in_sight(tmp_path: Path) -> None:
    table = raid(tmp_path)
    lines = happened(table)
    assert len([line for line in lines if "Goblin 1–9" in line]) >= 1, lines
    assert len({line.partition(" | ")[0] for line in lines}) > 1, "more than the last moment"
    assert len(lines) <= LAST
    table.close()


@drawing
def test_no_line_counts_half_a_group(tmp_path: Path) -> None:
    table = raid(tmp_path)
    whole = happened(table)
    for kept in sample(range(20, 60), 8):
        looking.LAST, before = kept, looking.LAST
        try:
            assert set(happened(table)) <= set(whole), kept
        finally:
            looking.LAST = before
    table.close()
