"""Choices in a list of their own: the question says how they are taken, and in a crowd each has a key of its own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.ui.opening import EXAMPLE_OF, example
from tests.ui.playing import playing
from tracker.dice.source import SeededDice
from tracker.encounter.questions import Ask
from tracker.session import Session
from tracker.storage import read_encounter
from tracker.systems import registry
from tracker.ui.desk import Desk
from tracker.ui.front import front
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


def crowd_of(game: str) -> Session:
    """An example with thirty more, somebody asked to declare."""
    session = example(EXAMPLE_OF[game])
    creature = registry.find(game).builtin()["creature"][0]["name"]
    session.say(f'join "{creature}" x30')
    session.say("begin")
    while (question := session.encounter.question) is None or question.ask is not Ask.DECLARE:
        word = (
            next((one.word for one in session.rules.offers.choices(session.encounter, question)), "")
            if question
            else ""
        )
        session.say("next" if question is None else "roll" if question.ask is Ask.DICE else f"{question.who} {word}")
    return session


@pytest.mark.parametrize("game", EXAMPLE_OF)
def test_in_a_crowd_no_key_of_a_menu_stands_for_two_things(game: str) -> None:
    session = crowd_of(game)
    paths: list[tuple[str, ...]] = [()]
    for path in paths:
        now = front(session.encounter, session.rules, path or None, "")
        offered = (*now.choices, *now.options)
        twice = [key for key, many in Counter(one.key for one in offered if one.key).items() if many > 1]
        assert twice == [], (path, now.text)
        own = {one.whom: one.key for one in now.choices if one.whom and session.encounter.seats[one.whom] < 9}
        assert all(key == str(session.encounter.seats[who] + 1) for who, key in own.items()), "a fighter's is its own"
        if len(path) < 2:
            paths += [one.path for one in offered if one.path and one.path not in paths]
    assert len(paths) > 1


def test_what_a_fighter_has_the_key_of_is_taken_by_another_one() -> None:
    desk = Desk(crowd_of("feats"))
    desk.press("a", "a")
    behind = next(one for one in desk.front.options if one.label == "an obstacle behind")
    assert behind.key not in ("", "b")
    desk.press(behind.key, behind.key)
    assert desk.path == ("slam", "behind")
