"""Perception: what one's alertness takes from it, and what a passive one is spared (H-PERC)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.hybrid.kit import ANNA, GRUK, current_tables, duel, rolls
from tests.hybrid.table import at_once
from tracker.games.hybrid.body.perception import alertness


@pytest.mark.parametrize(
    ("word", "df"), [("blinded", -5), ("deafened", -3), ("poor light", -3), ("not alert", -3), ("watching", 3)]
)
def test_each_word_of_alertness_has_its_df(word: str, df: int) -> None:
    table = duel({**ANNA, "alertness": [word]})
    assert table.ask("why anna perception").words[-2] == f"chance {36 + 5 * df} %"
    assert f"{word} (H-PERC-2)" in " ".join(table.ask("why anna perception").words)


def test_what_is_set_at_the_table_holds_instead_of_the_sheet_each_word_on_its_own() -> None:
    table = duel({**ANNA, "alertness": ["watching"]})
    table.say("anna alertness drunk, poor light")
    assert alertness(table.now["anna"]) == ("drunk", "poor light")
    table.say("anna alertness poor light")
    assert alertness(table.now["anna"]) == ("poor light",)
    assert table.ask("why anna perception").words[-2] == f"chance {36 - 15} %"
    table.say("anna alertness none")
    assert alertness(table.now["anna"]) == (), "not the sheet's either"
    table.say("anna alertness poor light", "anna alertness None")
    assert alertness(table.now["anna"]) == (), "as every word, in whatever case"
    assert not [value for value in table.now["anna"].marks.values() if isinstance(value, str) and "poor" in value]


def test_a_fight_of_an_older_release_that_has_the_words_in_one_mark_is_read() -> None:
    anna = duel().now["anna"]
    assert alertness(replace(anna, marks={**anna.marks, "alertness": "drunk|poor light"})) == ("drunk", "poor light")
    assert alertness(replace(anna, marks={**anna.marks, "alertness": ""})) == ()


@current_tables
def test_a_passive_perception_does_not_mind_evading_nor_two_things_at_once() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix anna count 99", "next", "gruk evade")
    assert "chance 26 %" in table.ask("why gruk perception").words, "evading costs 10 of the 36 to who looks"
    table.say("gruk attack anna and look", "gruk unaware of anna")
    table.fall(99)
    table.say("gruk notices")
    assert rolls(table, "perception")[-1].chance == 9, "a quarter of 36, nothing off"
