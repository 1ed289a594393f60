"""A line that heals gives points back in every game: to one, to several, to the pool that matters or a named one."""

from __future__ import annotations

import pytest

from tests.encounter.table import say, told
from tests.packs.kit import BASE, STRIKE
from tracker.dice.source import SeededDice
from tracker.model.refusals import Refused
from tracker.session import Session
from tracker.storage.preparation import prepare


def three() -> Session:
    people = [{"name": "Ann", "side": "x"}, {"name": "Bo", "side": "x"}, {"name": "Cy", "side": "y"}]
    fight = prepare({"system": "ticks", "combatant": people})
    return Session(fight.encounter, fight.rules, SeededDice(1))


def test_ann_heals_five_and_two_at_once_and_never_over_the_full_points() -> None:
    session = three()
    say(session, "fix ann life 3", "fix bo life 12", "fix ann breath 0")
    assert told(session, say(session, "ann heals 5")) == ["Ann life +5 → 8 (healed by the GM)"]
    say(session, "ann,bo heal 4")
    assert [session.encounter[who].pool("life") for who in ("ann", "bo")] == [12, 14]
    say(session, "ann heals 2 breath")
    assert session.encounter["ann"].pool("breath") == 2
    say(session, "x heal 50")
    assert session.encounter["ann"].pool("life") == 14 and session.encounter["ann"].pool("breath") == 2
    with pytest.raises(Refused, match="Cy lacks no points"):
        session.say("cy heals 1")


@pytest.mark.parametrize("line", ["ann heals", "ann heals 0", "ann heals -3", "ann heals x", "ann heals 3 mana"])
def test_a_line_that_says_no_points_is_refused(line: str) -> None:
    session = three()
    session.say("fix ann life 3")
    with pytest.raises(Refused):
        session.say(line)


def test_a_spell_called_heal_of_a_pack_stays_its_own() -> None:
    spell = {"name": "heal", "target": True, "cost": 2, "effect": [{"gives": {"life": 1}}]}
    pack = {**BASE, "action": [STRIKE, spell]}
    fight = prepare({"system": "trial", "pack": pack, "combatant": [{"name": "Ann"}, {"name": "Bob", "side": "b"}]})
    session = Session(fight.encounter, fight.rules, SeededDice(1))
    say(session, "begin", "bob damage 5", "next", "ann heal bob", "next")
    assert session.encounter["bob"].pool("life") == 6
    say(session, "bob heals 2")
    assert session.encounter["bob"].pool("life") == 8
