"""Closing inside a longer reach, fending and its outcomes, fighting closed in, falling back (H-ATK-7)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.hybrid.kit import (
    ANNA_WITH_KNIFE,
    GUARD,
    KNIFE,
    SPEAR,
    closing,
    duel,
    inside,
    near,
    offered,
    refused,
    rolls,
)
from tests.hybrid.table import Table, at_once
from tracker.model import events as ev


def test_let_in_both_are_closed_in_and_the_closer_rolls_initiative() -> None:
    table = closing()
    table.fall(3, 3)
    table.say("gruk nothing")
    assert near(table) and table.now["gruk"].condition("closed:anna") is not None
    assert table.due("anna") == 21 + 12
    assert table.due("gruk") == 60, "letting in costs nothing"


def test_each_way_is_offered_with_its_chance_and_price() -> None:
    table = closing()
    choices = table.session.rules.choices.answers(table.now, table.now.question)  # type: ignore[arg-type]
    told = [(choice.word, choice.told, choice.price) for choice in choices]
    assert told == [
        ("nothing", "let Anna close", ""),
        ("fend", "fend 44 %", "your turn 60→62"),
        ("retreat", "retreat, fending 74 %", "your turn 60→62"),
    ]


def test_a_fend_heeded_keeps_the_closer_out_and_does_no_harm() -> None:
    table = closing()
    table.say("gruk fend")
    assert table.asked() == ("anna", "defence"), "the closer may defend actively"
    assert table.due("gruk") == 62, "half the weapon's speed less rank speed, whether it hits or misses"
    table.fall(44)
    table.say("anna nothing")
    assert table.asked() == ("anna", "heed")
    table.fall(3, 3)
    table.say("anna heed")
    assert not near(table)
    assert table.now["anna"].pool("PFT") == 36
    assert len(rolls(table, "initiative")) == 3, "only the closer's; a fend is followed by none"


def test_a_fend_ignored_does_its_damage_and_the_closer_comes_on() -> None:
    table = closing()
    table.fall(44, 40, 3, 3)
    table.say("gruk fend", "anna nothing", "anna ignore")
    assert table.now["anna"].pool("PFT") == 36 - 12
    assert near(table)


def test_a_fend_that_fails_lets_in_and_has_cost_its_time() -> None:
    table = closing()
    table.fall(60, 3, 3)
    table.say("gruk fend", "anna nothing")
    assert near(table)
    assert table.due("gruk") == 62


def test_a_fend_with_a_spear_one_has_not_learnt_takes_two_counts_more() -> None:
    table = duel(ANNA_WITH_KNIFE, {**GUARD, "skill": [], "weapon": [{k: v for k, v in SPEAR.items() if k != "skill"}]})
    table.say("anna close gruk", "next")
    choices = table.session.rules.choices.answers(table.now, table.now.question)  # type: ignore[arg-type]
    assert [choice.price for choice in choices[1:]] == ["your turn 60→67", "your turn 60→67"]
    table.say("gruk fend")
    assert table.due("gruk") == 67


def test_a_fend_may_be_parried() -> None:
    table = closing()
    table.fall(44, 20, 3, 3)
    table.say("gruk fend", "anna parry")
    assert near(table)
    assert table.now["anna"].pool("PFT") == 36, "parried"


def test_falling_back_is_a_fend_at_six_and_not_retreats_six_on_top() -> None:
    table = closing()
    table.fall(74)
    table.say("gruk retreat", "anna nothing")
    assert rolls(table, "attack")[0].chance == 36 + 20 - 12 + 30
    table.fall(3, 3)
    table.say("anna heed")
    assert not near(table)


def test_a_fend_is_a_defensive_check_and_retreats_six_counts_once() -> None:
    table = duel(ANNA_WITH_KNIFE, GUARD)
    table.say("fix gruk count 12", "anna close gruk", "next", "gruk retreat", "gruk wait", "next")
    choices = table.session.rules.choices.answers(table.now, table.now.question)  # type: ignore[arg-type]
    assert [choice.told for choice in choices[1:]] == ["fend 74 %", "retreat, fending 74 %"]


def test_one_under_orders_neither_fends_nor_is_asked() -> None:
    table = duel(ANNA_WITH_KNIFE, {**GUARD, "orders": "attack again"})
    table.fall(3, 3)
    table.say("anna close gruk", "next")
    assert near(table)


def test_the_unaware_and_those_with_no_longer_weapon_cannot_fend() -> None:
    for prepare, guard in (
        ("gruk unaware of anna", GUARD),
        ("note on", {**GUARD, "weapon": [{**KNIFE, "skill": "Spear"}]}),
    ):
        table = duel(ANNA_WITH_KNIFE, guard)
        table.fall(3, 3)
        table.say(prepare, "anna close gruk", "next")
        assert near(table)


def test_knocked_down_by_the_fend_one_is_not_inside() -> None:
    table = duel(ANNA_WITH_KNIFE, {**GUARD, "weapon": [{**SPEAR, "type": "crushing", "damage": 30}]})
    table.fall(44, 40, 99, 3, 3)
    table.say("anna close gruk", "next", "gruk fend", "anna nothing", "anna ignore")
    assert table.now["anna"].condition("prone") is not None
    assert not near(table)


# Closed in


def test_a_long_weapon_closed_upon_is_a_club() -> None:
    table = inside()
    table.say("fix gruk count 25", "next", "gruk attack anna spear", "next")
    table.fall(44, 40, 3, 3)
    table.say("anna nothing")
    struck = next(event for event in table.events() if isinstance(event, ev.Struck) and event.outcome == "hit")
    assert "closed in, it serves as a club: crushing (H-ATK-7)" in struck.sum
    assert not rolls(table, "bleeding")


def test_a_shorter_weapon_closed_in_is_what_it_is() -> None:
    table = inside()
    table.say("next", "anna attack gruk", "next")
    table.fall(50, 40, 3, 3)
    table.say("gruk nothing")
    struck = next(event for event in table.events() if isinstance(event, ev.Struck) and event.outcome == "hit")
    assert not any("club" in line for line in struck.sum)


def test_out_of_a_close_one_falls_back_by_a_fend() -> None:
    table = inside()
    table.say("fix gruk count 25", "next", "gruk retreat")
    table.fall(74)
    table.say("anna nothing", "anna heed")
    assert not near(table)
    assert table.asked() == ("", "") and table.due("gruk") == 27, "its time comes before its declaration"


def test_falling_back_that_fails_stays_inside() -> None:
    table = inside()
    table.fall(75)
    table.say("fix gruk count 25", "next", "gruk retreat", "anna nothing")
    assert near(table)


def test_one_who_leaves_or_falls_is_closed_in_with_nobody() -> None:
    table = inside()
    table.say("anna leaves")
    assert table.now["gruk"].condition("closed:anna") is None


def test_closing_twice_or_while_prone_is_refused() -> None:
    table = inside()
    table.say("next")
    assert "already" in refused(table, "anna close gruk")
    table = duel(ANNA_WITH_KNIFE, GUARD)
    table.say("fix anna prone on")
    assert "prone" in refused(table, "anna close gruk")


# The edges of a fend


def met(defence: float, **options: Any) -> Table:
    """Anna, with this defence, has come up to the guard."""
    table = duel({**ANNA_WITH_KNIFE, "derived": {"PDF": defence}}, GUARD, **options)
    table.fall(3, 3)
    table.say("anna close gruk", "next")
    return table


def test_a_fend_with_a_chance_of_one_is_offered_and_with_none_is_refused_without_a_price() -> None:
    for defence, refusal in ((55, ""), (56, "Gruk cannot fend with Spear: its chance is 0 now.")):
        fend = offered(met(defence))["fend"]
        assert fend.refused == refusal and bool(fend.price) is not bool(refusal)
    for defence, asked in ((85, True), (86, False)):
        table = met(defence)
        assert (table.asked() == ("gruk", "closing")) is asked, "in retreat there are 30 % more"
        if asked:
            assert [word for word, choice in offered(table).items() if not choice.refused] == ["nothing", "retreat"]


def test_in_the_second_reading_a_fend_without_a_chance_may_be_tried() -> None:
    table = met(90, house_rules={"reading": "second"})
    assert not any(choice.refused for choice in offered(table).values())


def test_of_two_longer_weapons_each_is_offered_by_its_name() -> None:
    pike = {**SPEAR, "name": "Pike", "length": 3.0}
    table = duel(ANNA_WITH_KNIFE, {**GUARD, "weapon": [SPEAR, pike]})
    table.say("anna close gruk", "next")
    told = [(choice.key, choice.word, choice.label) for choice in offered(table).values()]
    assert told == [
        ("l", "nothing", "let Anna close"),
        ("f", "fend", "fend with Spear"),
        ("", "fend pike", "fend with Pike"),
        ("r", "retreat", "retreat, fending"),
    ]
    assert offered(closing())["fend"].label == "fend"
    table.say("gruk fend pike")
    assert table.now.question is not None and table.asked() == ("anna", "defence")


def test_who_advances_does_not_fend_in_retreat() -> None:
    for reading, refusal in (
        ("fourth", "Gruk is advancing, so cannot retreat until its next declaration."),
        ("second", ""),
    ):
        table = at_once(ANNA_WITH_KNIFE, GUARD, house_rules={"reading": reading})
        table.say(
            "fix anna count 12", "next", "gruk advance anna", "gruk act lift heavy", "next", "anna close gruk", "next"
        )
        assert table.asked() == ("gruk", "closing")
        assert offered(table)["retreat"].refused == refusal and not offered(table)["fend"].refused


@pytest.mark.parametrize("way", ["heeded at the door", "heeded falling back"])
def test_who_was_kept_out_once_is_let_in_the_next_time(way: str) -> None:
    if way == "heeded at the door":
        table = closing()
        table.fall(44, 3, 3)
        table.say("gruk fend", "anna nothing", "anna heed")
    else:
        table = inside()
        table.fall(74)
        table.say("fix gruk count 25", "next", "gruk retreat", "anna nothing", "anna heed")
        table.fall(3, 3)
        table.say("next", "gruk act turn")
    assert not near(table)
    while table.asked() != ("anna", "declaration"):
        table.fall(3, 3)
        table.say("gruk act turn" if table.asked()[1] == "declaration" else "next")
    table.say("anna close gruk")
    while table.asked() != ("gruk", "closing"):
        table.fall(3, 3)
        table.say("gruk act turn" if table.asked()[1] == "declaration" else "next")
    table.fall(3, 3)
    table.say("gruk nothing")
    assert near(table)


def test_falling_back_in_vain_is_told() -> None:
    table = inside()
    table.fall(75)
    outcome = table.say("fix gruk count 25", "next", "gruk retreat", "anna nothing")
    assert "Gruk is still closed in with Anna" in [e.text for e in outcome.events if isinstance(e, ev.Noted)]


def test_nobody_falls_back_with_nothing_to_fend_with() -> None:
    bow = {"name": "Bow", "skill": "Spear", "speed": 5, "damage": 8, "use": "missile"}
    for weapons in ([bow], [{**SPEAR, "drawn": False}]):
        table = duel(ANNA_WITH_KNIFE, {**GUARD, "weapon": weapons})
        table.fall(3, 3)
        table.say("anna close gruk", "next", "fix gruk count 25", "next")
        assert near(table) and table.asked() == ("gruk", "declaration")
        assert "has no weapon in hand to fend with, so cannot fall back" in refused(table, "gruk retreat")


@pytest.mark.parametrize(
    ("answer", "reading", "label"),
    [
        ("fend", "fourth", "ignore the fend and take the blow"),
        ("retreat", "fourth", "ignore the fend and take the blow, but stay out all the same"),
        ("retreat", "second", "ignore the fend and take the blow"),
    ],
)
def test_only_a_fend_in_retreat_keeps_out_whoever_ignores_it_and_says_so(answer: str, reading: str, label: str) -> None:
    table = closing(house_rules={"reading": reading})
    table.fall(44)
    table.say(f"gruk {answer}", "anna nothing")
    assert offered(table)["ignore"].label == label
    table.fall(40, 3, 3)
    table.say("anna ignore")
    assert near(table) is ("stay out" not in label)
