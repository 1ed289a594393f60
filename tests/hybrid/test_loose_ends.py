"""Where rules meet, further: presets, what is shown before it is rolled, what is lost, meals, old stuns."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hybrid.table import Table, at_once
from tests.hybrid.test_at_the_table import refused
from tests.hybrid.test_blows import ANNA, GRUK, duel, rolls
from tests.hybrid.test_close_combat import bout, tried
from tests.hybrid.test_closing import ANNA_WITH_KNIFE, GUARD
from tests.hybrid.test_interactions import HOB, LONG, held


def quick(line: str) -> Table:
    table = duel({**ANNA, "stats": {"MST": 30}})
    table.say(f"anna preset {line}")
    table.fall(1, 3, 3)
    return table


@pytest.mark.parametrize(
    ("line", "trigger", "verb", "target"),
    [
        ("attack Gruk sword if he moves", "anna trigger gruk", "attack", "gruk"),
        ("look if he moves", "anna trigger gruk", "look", ""),
        ("task PAG difficult if he moves", "anna trigger gruk", "task", ""),
        ("close gruk if he moves", "anna trigger gruk", "close", "gruk"),
        ("attack sword if he moves", "anna trigger gruk", "attack", "gruk"),
    ],
)
def test_a_preset_is_carried_out_as_it_was_said(line: str, trigger: str, verb: str, target: str) -> None:
    table = quick(line)
    table.say(trigger, "next")
    action = table.now["anna"].actions[0]
    assert (action.verb, action.target) == (verb, target)


def test_a_preset_dodge_and_a_preset_evade() -> None:
    table = quick("dodge if he moves")
    table.say("anna trigger gruk", "next")
    assert table.now["anna"].condition("dodging") is not None
    table = quick("evade if he moves")
    table.say("anna trigger", "next")
    assert table.now["anna"].condition("evading") is not None and table.asked() == ("anna", "declaration")


def test_a_trigger_that_went_unnoticed_says_nothing_about_the_next_one() -> None:
    table = at_once({**ANNA, "stats": {"MST": 30}}, GRUK, HOB)
    table.say("fix gruk count 20", "fix hob count 90", "next", "anna preset attack gruk sword if he moves")
    table.fall(99)
    table.say("anna trigger hob", "next", "gruk feint anna")
    table.fall(1, 90, 3, 3, 3, 3)
    table.say("next", "next")
    assert table.now["anna"].actions[0].target == "gruk"


def test_what_could_not_be_carried_out_does_not_fire_later() -> None:
    table = quick("attack gruk if he moves")
    table.say("anna trigger", "gruk leaves", "next")
    assert table.asked() == ("anna", "declaration")
    table.say("anna wait")
    assert not table.now["anna"].marks["preset.armed"]


def test_prone_by_hand_ends_evading() -> None:
    table = duel()
    table.say("anna evade", "fix anna prone on")
    assert table.now["anna"].condition("evading") is None


def state(table: Table) -> Any:
    return table.now


def test_all_of_it_can_be_taken_back_and_brought_again() -> None:
    table = held()
    table.fall(30, 3, 3)
    before = state(table)
    table.say("gruk escape", "next")
    after = state(table)
    table.say("undo", "undo")
    assert state(table) == before
    table.say("redo", "redo")
    assert state(table) == after


def test_what_needs_closeness_or_a_grip_is_lost_without_it() -> None:
    table = bout(gruk={**GRUK, "skill": [*GRUK["skill"], {"name": "Wrestling", "basis": ["PCA"], "rank": 9}]})
    tried(table, "anna grapple gruk", 48)
    table.say("anna hold gruk setup", f"fix gruk count {table.now.count + 1}", "next")
    table.fall(1, 1, 1, 3, 3)
    table.say("gruk escape", "next")
    assert table.now["gruk"].condition("held") is None
    table.say("gruk wait") if table.asked()[0] == "gruk" else None
    while table.now["anna"].actions:
        table.say("gruk wait" if table.asked()[0] == "gruk" else "next")
    assert table.now["gruk"].condition("held") is None


def test_must_close_is_asked_of_tricks_too() -> None:
    table = duel(ANNA_WITH_KNIFE, GUARD, house_rules={"must_close": True})
    for verb in ("disarm", "feint"):
        assert "does not reach" in refused(table, f"anna {verb} gruk")


def test_a_stun_by_hand_has_no_older_difficulty() -> None:
    table = duel()
    table.fall(90, 3, 3)
    table.say("fix gruk PFT 0", "gruk damage 1 crushing head", "gruk checks", "anna wait")
    table.fall(6, 3, 3)
    table.say("next")
    assert table.now["gruk"].condition("badly stunned") is None
    table.fall(3, 3)
    table.say("fix gruk stunned on")
    table.fall(36, 3, 3)
    table.say("next")
    assert rolls(table, "shock")[-1].chance == 36


def test_a_meal_takes_its_time_and_is_not_eaten_falling() -> None:
    table = duel()
    table.say("fix anna PEX 10", "anna eats", "anna idles", "anna eats", "fix anna PBD 0")
    assert table.now["anna"].pool("PEX") == 10


def test_out_of_a_dodge_nobody_rolls_with_a_blow() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix anna count 14", "fix gruk count 12", "next", "gruk dodge", "next", "anna attack gruk")
    table.fall(60, 3, 3)
    table.say("next")
    assert table.now["gruk"].condition("dodging") is not None, "nothing is open, so nobody was asked"
    assert rolls(table, "attack")[0].chance == 64 - 36


def test_after_quoted_words_only_the_time_stands() -> None:
    assert "only the time" in refused(duel(), 'anna does "kicks the table" 12 speed 1')


@pytest.mark.parametrize("option", ["", "allout", "advance", "retreat", "rush 1/2", "setup", "called head", "spin"])
def test_the_chance_shown_before_declaring_is_the_one_rolled(option: str) -> None:
    table = duel(LONG, house_rules={"fumble": "note"})
    table.fall(90, 3, 3)
    table.say("anna attack gruk retreat", "next", "gruk nothing")
    table.say("fix anna off balance on", "next")
    path = ("attack", "sword", *([option] if option else []))
    shown = next(c.label for c in table.session.rules.menu(table.now, "anna", path).choices if "Gruk" in c.label)
    table.fall(99, 3, 3)
    table.say(f"anna attack gruk sword {option}", "next", "gruk nothing")
    rolled = rolls(table, "attack")[-1].chance or 0
    assert shown == (f"Gruk {rolled} %" if rolled > 0 else "Gruk cannot succeed")
