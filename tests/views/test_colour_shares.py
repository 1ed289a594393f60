"""The colours of a screen: a landing is red before it is anything else, and red is harm."""

from __future__ import annotations

from itertools import product

import pytest

from tests.colour_shares import LOSS, covered, ink, spans_of, vivid_cells
from tests.lanes import sample
from tests.picture_matrix import FIGHTS, SIZES, at_moment
from tests.tui.opening import example
from tests.tui.paper import Paper
from tracker.tui.theme import DARK
from tracker.tui.widgets.lines import LinesPane


@pytest.mark.parametrize(("fight", "size"), sample(tuple(product(FIGHTS, SIZES)), 6))
def test_at_a_landing_the_loss_is_the_largest_of_all_vivid_colours(fight: str, size: tuple[int, int]) -> None:
    taken = vivid_cells(covered(spans_of(Paper(at_moment(fight, "landing"), size)), DARK), DARK)
    loss = taken.pop("loss")
    assert loss > max(taken.values()), taken


def test_what_the_last_landing_took_is_a_chip_in_the_row_of_its_fighter_for_one_step() -> None:
    paper = Paper(at_moment("plain", "landing"), (80, 24))
    chips = [span.text.strip() for span in spans_of(paper) if span.role == "lost"]
    assert sorted(chips) == ["14/16", "14/16", "−2"], "on the board, among the bars, and in the outcome"
    while paper.controller.session.encounter.question is None:
        paper.press("space")
    assert not [span for span in spans_of(paper) if span.text and span.role in LOSS]


def test_log_lines_of_earlier_losses_are_no_longer_red() -> None:
    paper = Paper(at_moment("duel", "crowd"), (120, 36))
    red = [span.text for span in spans_of(paper) if span.role == "hurt"]
    told = [span.text for span in spans_of(paper) if span.text.startswith("fatigue −")]
    assert red and len(told) > len([text for text in red if text.startswith("fatigue −")]) == 1


def test_an_event_of_the_fight_is_no_harm_and_not_red() -> None:
    paper = Paper(example("prism-corridor"), (120, 36))
    roles = {span.role for span in spans_of(paper) if span.text.startswith("!12")}
    assert "event" in roles and "alarm" not in roles


def test_a_fight_that_has_not_begun_has_nothing_yellow_but_the_line_of_the_present() -> None:
    paper = Paper(example("duel"), (120, 36))
    assert {span.text.strip() for span in spans_of(paper) if span.role == "now"} <= {"▼0", "│"}


@pytest.mark.parametrize("fight", sample(FIGHTS, 3))
def test_before_a_fight_a_large_screen_shows_who_can_do_what(fight: str) -> None:
    session = at_moment(fight, "begin")
    paper = Paper(session, (200, 50))
    assert ink(spans_of(paper)) > 0.12 * 200 * 50
    headed = [span.text.strip() for span in spans_of(paper) if span.role in ("title", "title-lit")]
    first, last = session.encounter.combatants[0], session.encounter.combatants[-1]
    assert first.name in headed, headed
    assert len(session.encounter.combatants) > 4 or last.name in headed, headed


@pytest.mark.parametrize("fight", sample(FIGHTS, 3))
def test_on_a_large_screen_what_comes_stands_by_count_below_the_sheets(fight: str) -> None:
    paper = Paper(at_moment(fight, "landing"), (200, 50))
    sheets = paper.screen.query_one("#sheet", LinesPane).text()
    below = next((row for row, text in enumerate(sheets) if "─ What comes" in text), len(sheets))
    assert below < len(sheets) or len(sheets) > 25, "else there is room"
    coming = [text.split()[0] for text in sheets[below + 1 :]]
    next_mark = paper.seen()[0].split("   ")[0].removeprefix(" next ").split()[0]
    assert not coming or coming[0] == next_mark
    assert len(set(sheets[below + 1 :])) == len(coming)
