"""Leaving: gone, surrendered, and coming back; nobody left."""

from __future__ import annotations

from tests.hybrid.kit import ANNA, GRUK, duel, refused
from tests.hybrid.table import at_once
from tracker.model.combatant import Presence


def test_leaving_surrendering_and_coming_back() -> None:
    table = duel()
    table.say("gruk surrenders")
    assert table.due("gruk") is None and table.now["gruk"].presence is Presence.SURRENDERED
    assert "surrendered" in refused(table, "anna attack gruk")
    table.fall(1, 3, 3)
    table.say("gruk returns")
    assert table.due("gruk") == 11 + 12


def test_the_one_whose_moment_it_is_leaves() -> None:
    table = duel()
    table.say("anna leaves")
    assert table.now.question is None
    table.say("next")
    assert table.asked() == ("gruk", "declaration")


def test_everybody_waiting_is_refused_and_says_who() -> None:
    table = at_once(ANNA, GRUK)
    table.say("next")
    for _ in range(2):
        table.say(f"{table.asked()[0]} wait")
    sentence = refused(table, "next")
    assert "Anna" in sentence and "Gruk" in sentence and "wait" in sentence


def test_nobody_left_is_refused() -> None:
    table = duel()
    table.say("anna leaves", "gruk leaves")
    assert "No fighter is left" in refused(table, "next")


def test_leaving_and_coming_back_keeps_wounds_and_stuns_going() -> None:
    table = duel()
    table.say("gruk damage 40 cutting chest")
    table.fall(90, 36)
    table.say("gruk checks", "gruk leaves")
    table.fall(1, 3, 3)
    table.say("gruk returns")
    assert table.due("gruk", "bleed") == 11 + 20
    table = duel()
    table.fall(3, 3)
    table.say("fix gruk stunned on", "gruk leaves")
    table.fall(3, 3)
    table.say("gruk returns")
    assert table.due("gruk") is None and table.due("gruk", "recover") == 11 + 6 + 45
