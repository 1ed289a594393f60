"""By hand: what the game master puts right takes with it what hangs on it."""

from __future__ import annotations

import pytest

from tests.hybrid.kit import ANNA, GRUK, duel, held, refused, rolls
from tests.hybrid.table import BRANN, GOBLIN, at_once


def test_an_extra_df_goes_into_the_next_roll_even_when_its_die_is_asked_for() -> None:
    table = at_once(BRANN, GOBLIN)
    table.say("fix goblin1 count 60", "next", "brann attack goblin1", "next", "goblin1 nothing")
    assert table.asked() == ("brann", "attack")
    table.say("df -2 bad light", "99")
    assert rolls(table, "attack")[0].chance == 47 - 10
    assert not table.now.modifiers


def test_a_pool_a_count_and_a_condition_are_put_right() -> None:
    table = duel()
    table.say("fix gruk PFT 20", "fix gruk count 33", "fix gruk jolted on until 40")
    gruk = table.now["gruk"]
    assert (gruk.pool("PFT"), table.due("gruk")) == (20, 33)
    assert gruk.condition("jolted") is not None
    table.say("anna wait", "to 32")
    assert "0 to 36" in refused(table, "fix gruk PFT 99")
    table.say("next", "gruk wait", "to 40")
    assert table.now["gruk"].condition("jolted") is None


def test_a_die_put_right_takes_the_step_again_with_the_others_as_they_fell() -> None:
    table = duel()
    table.fall(53, 3, 4)
    table.say("anna attack gruk", "next", "gruk nothing")
    assert table.due("anna") == 17 + 13
    table.say("fix die 65")
    assert table.due("anna") == 17 + 11 + 6
    assert rolls(table, "attack")[0].total == 53


def test_a_dodge_taken_away_leaves_nobody_out_of_the_order() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix gruk count 99", "next", "anna dodge", "to 13")
    table.fall(3, 3)
    table.say("fix anna dodging off")
    assert table.due("anna") == 13 + 12
    assert table.now.agenda.find("anna", "dodging") is None


@pytest.mark.parametrize("line", ["fix anna grappling off", "fix gruk held off", "fix anna closed in with Gruk off"])
def test_both_halves_of_a_hold_end_together(line: str) -> None:
    table = held()
    table.say(line)
    assert table.now["gruk"].condition("held") is None and table.now["anna"].condition("grappling") is None


def test_moving_and_a_preset_are_ended_by_the_name_that_is_shown() -> None:
    table = duel()
    table.say("anna runs", "fix anna runs off")
    assert table.now["anna"].marks["activity"] == ""
    table.say("anna preset attack gruk if he moves", "fix anna preset off")
    assert table.now.agenda.find("anna", "hold") is None


def test_words_too_many_are_refused() -> None:
    for line in ("fix anna PFT 20 30", "fix anna count 25 6", "join new Big Thug raiders now"):
        assert "too much" in refused(duel(), line)
