"""Two landings of one fighter: both are drawn whole, each on a line of its own, and the lane is one to the mouse."""

from __future__ import annotations

from tests.tui.opening import declaring
from tests.tui.paper import Paper
from tests.tui.playing import every_size
from tracker.tui.widgets.lines import LinesPane


@every_size
def test_two_at_once_are_two_bars_with_two_counts_and_two_labels(size: tuple[int, int]) -> None:
    session = declaring("brawl", "hanna")
    player = Paper(session, size)
    player.press("o", "f", "1", "6", "2", "6")
    first, second = session.encounter["hanna"].actions
    assert first.lands != second.lands
    drawn = player.screen.query_one("#timeline", LinesPane).text()
    at = next(i for i, line in enumerate(drawn) if "Hanna" in line)
    columns = 4 if size[0] == 200 else 2
    for line, action in zip(drawn[at : at + 2], (first, second), strict=True):
        bar = line[line.index("├") : line.index("●")]
        assert set(bar[1:]) <= {"─", "╌"} and len(bar) == columns * (action.lands - action.declared), line
        assert f"●{action.lands} {action.label}" in line or f"●{action.lands}= {action.label}" in line, line
    assert "Hanna" in drawn[at + 1], "the second line says whose it is"
    assert "Old Tom" in drawn[at + 2]
    player.click_on("#timeline", offset=(5, at + 1))
    assert player.controller.view.selected == "hanna"
