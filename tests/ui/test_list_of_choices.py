"""A question whose choices stand in a list of their own says how they are taken."""

from __future__ import annotations

from pathlib import Path

from tests.ui.playing import playing
from tracker.dice.source import SeededDice
from tracker.session import Session
from tracker.storage import read_encounter
from tracker.ui.widgets.question import QuestionPane

SAVES = Path(__file__).parents[2] / "saves"


async def test_more_choices_than_find_room_say_below_the_question_how_they_are_taken() -> None:
    fight = read_encounter(SAVES / "phases-ambush.toml")
    session = Session(fight.encounter, fight.rules, SeededDice(5))
    for line in ("begin", "roll", "roll", "next"):
        session.say(line)
    while session.encounter.question is None or session.encounter.question.who != "moss":
        session.say("next" if session.encounter.question is None else f"{session.encounter.question.who} hold")
    async with playing(session, (80, 24)) as player:
        drawn = player.screen.query_one(QuestionPane).drawn
        assert drawn is not None and drawn.fits
        lines = ["".join(span.text for span in line).strip() for line in drawn.lines]
    told = "its key takes a choice · ctrl+n marks one · ←→ show what the list covers"
    assert lines[:2] == ["Moss may declare.", told], lines
