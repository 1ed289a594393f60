"""The encounter's notes: to be seen before the fight begins, and on a key at any time, as plain text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.asking import answered
from tests.plain_fights import DUEL, fight
from tests.tui.paper import Paper
from tests.tui.playing import every_size
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.tui.screens.text_page import Reading


def noted(notes: str) -> Session:
    return replace(fight(DUEL), notes=notes)


@every_size
def test_notes_are_seen_at_the_start_and_enter_still_begins(size: tuple[int, int]) -> None:
    session = noted("Rain since noon.\nThe ferryman is bribed.")
    player = Paper(session, size)
    assert "n notes: Rain since noon. The ferryman is bribed." in player.text()
    assert "n notes" in player.footer()
    player.press("enter")
    assert session.encounter.began
    assert "ferryman" not in player.text(), "once it has begun they wait for their key"


@every_size
def test_n_opens_them_in_the_middle_of_the_fight_and_any_key_closes_them(size: tuple[int, int]) -> None:
    session = noted("\n".join(f"Line {n}" for n in range(1, 61)))
    session.say("begin")
    player = Paper(session, size)
    player.press("n")
    assert isinstance(player.desk.screen, Reading)
    assert "Notes" in player.seen()[0] and "Line 1 " in player.text()
    for _ in range(4):
        player.press("pagedown")
    assert "Line 60" in player.text()
    player.press("escape")
    assert "Line 60" not in player.text()
    assert session.encounter.question is not None, "nothing was answered by it"


def test_hostile_notes_are_drawn_as_text() -> None:
    player = Paper(noted("[bold]no[/bold] \x1b[31mred \u202etxet [@click=app.exit]x[/]"), (80, 24))
    before = player.text()
    player.press("n")
    for shown in (before, player.text()):
        assert "[bold]no[/bold]" in shown and "[@click=app.exit]x[/]" in shown
        assert "\x1b" not in shown and "\u202e" not in shown


def test_without_notes_the_key_says_where_they_would_stand() -> None:
    player = Paper(noted("  "), (80, 24))
    assert "Rolls come here." in player.text()
    player.press("n")
    assert "This encounter has no notes" in player.text()


def test_the_line_gives_them_too_and_takes_nothing_more() -> None:
    told = answered(noted("Rain.\nMud."), "notes")
    assert (told.words, told.title) == (("Rain.", "Mud."), "Notes")
    with pytest.raises(Refused, match="takes no words"):
        answered(noted("Rain."), "notes now")


FILLED = """\
Old Tom has gone in with his coat on and little strength left. Each failed roll costs
him a fatigue point.
Once ashore he may need first aid.

- the rope is 20 yards long, hangs at the landing stage and is worth +1 to whoever throws it
- Nell swims"""


def test_a_note_goes_on_where_only_the_line_of_its_file_ends() -> None:
    assert answered(noted(FILLED), "notes").words == (
        "Old Tom has gone in with his coat on and little strength left. Each failed roll costs him a fatigue point.",
        "Once ashore he may need first aid.",
        "",
        "- the rope is 20 yards long, hangs at the landing stage and is worth +1 to whoever throws it",
        "- Nell swims",
    )
