"""What the game master puts right by hand takes with it what hangs on it; odd names, pools, filters, checks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hybrid.table import Table, at_once
from tests.hybrid.test_at_the_table import refused
from tests.hybrid.test_blows import ANNA, GRUK, SWORD, duel, rolls
from tests.hybrid.test_interactions import held
from tracker.encounter import events as ev


def test_a_dodge_taken_away_leaves_nobody_out_of_the_order() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix gruk count 99", "next", "anna dodge", "to 13")
    table.fall(3, 3)
    table.say("fix anna dodging off")
    assert table.due("anna") == 13 + 12
    assert table.now.agenda.find("anna", "dodging") is None


def test_an_end_goes_with_its_condition() -> None:
    table = duel()
    table.say("anna wait", "fix gruk jolted on until 40", "fix gruk jolted off", "fix gruk jolted on", "to 50")
    assert table.now["gruk"].condition("jolted") is not None
    table = duel()
    table.say("anna wait", "fix gruk bleeding on until 40", "to 50")
    assert not [c for c in table.now["gruk"].conditions if c.key.startswith("bleeding")]
    assert table.due("gruk", "bleed") is None


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


def test_put_down_while_its_dice_are_asked_for_one_blocks_nobody() -> None:
    table = at_once({**ANNA, "player": "Ana"}, GRUK)
    table.say("fix gruk count 60", "next", "anna attack gruk", "next", "gruk nothing", "95")
    assert table.asked() == ("anna", "initiative")
    table.say("fix anna PBD 0", "=6", "next")
    assert table.asked() == ("gruk", "declaration")


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


def test_the_filter_check_minds_all_that_lies_on_one() -> None:
    zero = {"name": "Zero Gravity", "basis": ["PAG"], "rank": 3, "kind": "filter"}
    table = duel({**ANNA, "skill": [SWORD, zero]}, scene={"filter": "Zero Gravity", "light": "75% off"})
    table.say("fix anna PEX 0")
    table.fall(90, 90, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    assert rolls(table, "filter")[0].chance == 48 - 20 - 30


def test_a_pool_is_reckoned_from_the_ranks_that_count_here() -> None:
    skills = [{**SWORD, "rank": 10, "pool": "x"}, {"name": "Swim", "basis": ["PAG"], "rank": 4, "pool": "x"}]
    table = duel({**ANNA, "skill": skills}, house_rules={"skill_pools": True}, scene={"filter": "Zero Gravity"})
    assert not any("skill pool" in line for line in table.say("why anna strike").words), "every rank counts as 0"
    table = duel({**ANNA, "skill": skills}, house_rules={"skill_pools": True})
    assert "skill pool x (H-SKILL-6): +5.4" in table.say("why anna strike").words


def test_who_sleeps_is_asleep_and_doing_something_wakes() -> None:
    table = duel()
    table.say("anna sleeps")
    assert table.say("why anna perception").words[-2] == f"chance {36 - 20} %"
    table.say("anna attack gruk")
    assert table.now["anna"].marks["activity"] == ""


def test_damage_below_nothing_is_nothing() -> None:
    table = duel({**ANNA, "weapon": [{**ANNA["weapon"][0], "damage": "1d6-10"}]})
    table.fall(52, 40, 3, 3, 3)
    table.say("anna attack gruk", "next", "gruk nothing")
    struck = next(event for event in table.events() if isinstance(event, ev.Struck))
    assert (struck.damage, struck.stopped) == (0, 0)


@pytest.mark.parametrize(
    ("line", "ends"),
    [
        ("anna shock head", 36 - 30),
        ("anna presence PAW", 75 - 15),
        ("anna knockback", 60 - 10),
        ("anna strike sword gruk called head", 52 - 60),
        ("anna strike sword gruk setup", 52 + 34),
    ],
)
def test_what_is_explained_is_what_would_be_rolled(line: str, ends: int) -> None:
    anna: dict[str, Any] = {**ANNA, "stats": {"PAW": 25, "PAG": 20}, "derived": {"PCA": 12, "PDF": 12}}
    words = duel(anna).say(f"why {line}").words
    assert f"chance {ends} %".replace("-", "−") in words


def test_the_fist_is_explained_as_the_fist() -> None:
    assert "3" in duel().say("why anna speed fist").words[0]


def test_a_skill_twice_and_a_task_against_oneself_are_refused() -> None:
    assert "oppose itself" in refused(duel(), "anna task sword against anna perception")
    assert "leave `unranked` out" in refused(duel(), "anna task sword unranked")
    assert "say it once" in refused(duel(), "anna task PAG takes 20 takes 30")


def test_a_recovery_that_cannot_succeed_does_not_run_for_ever() -> None:
    table = duel(ANNA, {**GRUK, "stats": {"PEN": 10}})
    table.say("fix gruk PFT 0", "gruk damage 5 crushing head")
    table.fall(30, 3, 3)
    table.say("gruk checks", "anna wait")
    for _ in range(3):
        table.fall(50, 3, 3)
        table.say("next")
    assert table.due("gruk", "recover") is not None and table.now.count == 11 + 3 * 51


def test_one_stunned_before_its_turn_at_the_beginning_does_not_enter() -> None:
    table = Table({**ANNA, "player": "Ana"}, GRUK)
    table.say("begin")
    table.fall(3, 3)
    table.say("fix gruk stunned on", "01", "=7")
    assert table.due("gruk") is None
