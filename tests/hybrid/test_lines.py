"""Lines: names that are words of the program, words that do not go together."""

from __future__ import annotations

import pytest

from tests.hybrid.kit import ANNA, GRUK, duel, refused
from tests.hybrid.table import at_once


@pytest.mark.parametrize("name", ["and", "if", "now", "Next", "Note", "Roll", "fist", "Anna and Bob"])
def test_somebody_called_like_a_word_of_the_program(name: str) -> None:
    table = at_once(ANNA, {**GRUK, "name": name})
    other = next(one.id for one in table.now if one.id != "anna")
    table.say(f"fix {other} count 60" if other not in ("next", "note", "roll") else "note on")
    table.say("next")
    while table.asked()[0] != "anna":
        table.say(f"{table.asked()[0]} wait")
    table.say(f"anna attack {other}", "undo", f"anna attack {other} and look")
    assert [action.verb for action in table.now["anna"].actions] == ["attack", "look"]


def test_a_skill_twice_and_a_task_against_oneself_are_refused() -> None:
    assert "oppose itself" in refused(duel(), "anna task sword against anna perception")
    assert "leave `unranked` out" in refused(duel(), "anna task sword unranked")
    assert "write it once" in refused(duel(), "anna task PAG takes 20 takes 30")
