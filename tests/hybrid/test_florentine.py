"""Two actions at once: how awareness, speed and the mind share them (H-ACT)."""

from __future__ import annotations

from tests.hybrid.kit import ANNA, SWORD, duel, rolls


def test_awareness_suffers_once_whichever_of_two_lands_first() -> None:
    table = duel()
    table.say("anna attack gruk setup and look")
    table.fall(60)
    table.say("next")
    assert rolls(table, "perception")[-1].chance == 36 - 10


def test_what_is_of_the_mind_at_once_is_judged_by_what_is_done() -> None:
    thinker = {**ANNA, "skill": [SWORD, {"name": "Runes", "basis": ["MST", "MAW"], "rank": 2}]}
    table = duel(thinker)
    table.say("anna attack gruk and task runes")
    assert table.now["anna"].actions[0].options == ("florentine first mixed",)
    table = duel()
    table.say("anna attack gruk and look")
    assert table.now["anna"].actions[0].options == ("florentine first",)
