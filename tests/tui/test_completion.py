"""Completion and hints: names of several words are one name, and enter is only offered for what would be accepted."""

from __future__ import annotations

import pytest

from tests.asking import typed
from tests.plain_fights import DUEL, fight, rolled
from tests.tui.opening import declaring, example
from tests.tui.paper import Paper
from tracker.controller.typing.completion import ACCEPTED, candidates, completed, hint
from tracker.model.refusals import Refused
from tracker.session import Session


def text_completed(session: Session, text: str) -> str:
    return completed(session.encounter, session.rules, text)


@pytest.mark.parametrize("name", ["goblin-1", "goblin 1", "Goblin 1", "goblin1"])
def test_a_name_of_two_words_completes_as_its_id_does(name: str) -> None:
    session = example("ambush")
    assert candidates(session.encounter, session.rules, f"{name} le") == ("leaves", "leave-it")
    assert text_completed(session, f"{name} leaves") == f"{name} leaves "
    assert text_completed(session, f"{name} attack br") == f"{name} attack brann "


def test_the_words_of_a_name_complete_one_after_another() -> None:
    session = example("ambush")
    assert text_completed(session, "red va") == "red varga "
    assert candidates(session.encounter, session.rules, "goblin ") == ("1", "2", "3")
    assert text_completed(session, "brann attack red va") == "brann attack red varga "


LINES = [
    ("begin", "The fight has begun already; `next` goes on."),
    ("undo", ""),
    ("redo", "There is no undone step to redo."),
    ("to 0", "Answer the question first"),
    ("goblin-1 returns", "is in the fight already"),
    ("hanna attack hanna", "itself"),
    ("back 999", "Step 999 is not in force"),
    ("veto", "There is no action by orders"),
    ("hanna parry", "is not asked for parry now"),
    ("join gelatinous cube", "gelatinous"),
    ("next", "Answer the question first"),
    ("hanna wait", ""),
    ("old tom leaves", ""),
    ("why hanna strike", ""),
    ("summary", ""),
    ("quit", ""),
    ("help", ""),
]


@pytest.mark.parametrize(("line", "why"), LINES)
def test_the_hint_says_that_enter_carries_a_line_out_only_when_it_does(line: str, why: str) -> None:
    session = declaring("brawl", "hanna")
    line = line.replace("goblin-1", "big-olaf")
    before, steps = session.encounter, (list(session.journal.done), session.journal.last, len(session.journal.steps))
    words = hint(session, f"{line} ")
    assert session.encounter is before, "asking changes nothing"
    assert (list(session.journal.done), session.journal.last, len(session.journal.steps)) == steps
    if line in ("quit", "help"):
        assert words.startswith("enter ")
        return
    try:
        typed(session, line)
    except Refused as refused:
        assert words == str(refused)
        assert why and why in words
    else:
        assert words == ACCEPTED, words
        assert not why


def test_a_line_that_would_be_refused_says_why_before_enter() -> None:
    session = rolled(fight(DUEL))
    session.say("begin")
    player = Paper(session)
    player.press("colon")
    player.type("begin")
    assert ACCEPTED not in player.text() and "begun already" in player.text()
    player.press("escape", "colon")
    player.type("note rain")
    assert ACCEPTED in player.text()


def test_the_footer_offers_to_complete_only_where_a_word_can_become_another() -> None:
    session = rolled(fight(DUEL))
    session.say("begin")
    player = Paper(session, (80, 24))
    player.press("1", "semicolon", "c", "o")
    assert player.controller.field is not None
    for text in ("", "half bl"):
        player.type(text)
        assert "complete" not in player.footer() and "earlier line" not in player.footer()
        assert "enter carry out" in player.footer() and "esc back" in player.footer()
    player.press("escape", "escape", "escape", "colon")
    for text, offers in (("s", True), ("umm", True), ("ary", False), (" half bl", False)):
        player.type(text)
        assert ("tab complete" in player.footer()) is offers, text
        assert "earlier line" in player.footer()
    player.press("tab")
    assert "No possible word begins so" in player.text()


def test_a_click_in_the_footer_hits_the_key_that_stands_there_when_others_are_left_out() -> None:
    session = rolled(fight(DUEL))
    session.say("begin")
    player = Paper(session, (80, 24))
    player.press("1", "semicolon", "c", "o")
    player.type("wet")
    player.click_on(offset=(player.footer().index("esc back"), 23))
    assert player.controller.field is None and not session.encounter.combatants[0].conditions
