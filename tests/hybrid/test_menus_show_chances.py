"""Menus show chances and counts, not factors: first aid, and aiming at a place."""

from __future__ import annotations

import pytest

from tests.hybrid.kit import ANNA, GRUK, LONG, current_tables, duel, rolls
from tests.hybrid.table import at_once
from tracker.model.events import Rolled


def test_first_aid_shows_its_chance_and_its_count_and_both_come_true() -> None:
    table = at_once(ANNA, GRUK, count=11, dice=(99, 3, 3, 3, 3))
    table.say("fix gruk bleeding on", "fix gruk count 60", "next")
    menu = table.session.rules.choices.menu(table.now, "anna", ("aid",))
    (choice,) = menu.choices
    table.say(choice.line)
    (action,) = table.now["anna"].actions
    assert choice.price == f"→{action.lands} · bleeding", "and where it bleeds"
    table.say("next")
    (rolled,) = [event for event in table.events() if isinstance(event, Rolled) and event.what == "first aid"]
    assert choice.told == f"Gruk {rolled.chance} %"


def test_aiming_shows_the_chance_that_the_target_shows_afterwards() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix gruk count 60", "next")
    rules = table.session.rules
    key = rules.choices.menu(table.now, "anna", ("attack",)).choices[0].path
    weapon = key[1] if len(key) > 1 else "sword"
    places = rules.choices.menu(table.now, "anna", ("attack", weapon, "called")).choices
    assert len(places) > 2 and "Gruk" in rules.choices.menu(table.now, "anna", ("attack", weapon, "called")).title
    shown = set()
    for place in places:
        (target,) = rules.choices.menu(table.now, "anna", place.path).choices
        percent = target.told.removeprefix("Gruk ")
        assert place.told.endswith(f" {percent}")
        shown.add(percent)
    assert len(shown) > 1


@current_tables
@pytest.mark.parametrize("option", ["", "allout", "advance", "retreat", "rush 1/2", "setup", "called head", "spin"])
def test_the_chance_shown_before_declaring_is_the_one_rolled(option: str) -> None:
    table = duel(LONG, house_rules={"fumble": "note"})
    table.fall(90, 3, 3)
    table.say("anna attack gruk retreat", "next", "gruk nothing")
    table.say("fix anna off balance on", "next")
    path = ("attack", "sword", *([option] if option else []))
    shown = next(c.told for c in table.session.rules.choices.menu(table.now, "anna", path).choices if "Gruk" in c.label)
    table.fall(99, 3, 3)
    table.say(f"anna attack gruk sword {option}", "next", *(["gruk nothing"] if shown != "Gruk 0 %" else []))
    rolled = rolls(table, "attack")[-1].chance or 0
    assert shown == f"Gruk {max(0, rolled)} %"


def test_targets_say_how_they_stand_and_the_title_once_when_the_blow_lands() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix gruk count 60", "fix gruk PBD 12", "fix gruk prone on", "next")
    menu = table.session.rules.choices.menu(table.now, "anna", ("attack", "sword"))
    (gruk,) = menu.choices
    gruks = table.now["gruk"]
    assert gruk.price == f"PFT {gruks.pool('PFT')}/{gruks.full('PFT')} PBD 12/{gruks.full('PBD')}, prone"
    table.say(gruk.line)
    assert f"lands on count {table.now['anna'].actions[0].lands}" in menu.title
