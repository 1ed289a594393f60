"""The heading over the targets of an attack names a count only where a target is struck on it."""

from __future__ import annotations

from tests.hybrid.kit import ANNA_WITH_KNIFE, GRUK, GUARD
from tests.hybrid.table import Table, at_once


def heading(table: Table) -> str:
    table.say("fix anna count 11", "next")
    return table.session.rules.choices.menu(table.now, "anna", ("attack", "knife")).title


def test_a_foe_out_of_reach_is_closed_with_first_and_the_heading_says_no_other_count() -> None:
    assert heading(at_once(ANNA_WITH_KNIFE, {**GUARD, "name": "Guard"}, count=60)) == "Anna, Knife: Target?"


def test_with_one_foe_in_reach_and_one_out_of_it_the_heading_says_for_whom_its_count_is() -> None:
    table = at_once(ANNA_WITH_KNIFE, {**GUARD, "name": "Guard"}, {**GRUK, "weapon": []}, count=60)
    lands = {
        choice.lands for choice in table.session.rules.choices.menu(table.now, "anna", ("attack", "knife")).choices
    }
    assert len(lands) == 2
    assert " where it reaches. Target?" in heading(table)


def test_where_every_foe_is_in_reach_the_heading_says_when_the_blow_lands() -> None:
    table = at_once(ANNA_WITH_KNIFE, {**GRUK, "weapon": []}, count=60)
    assert heading(table).endswith(": lands on count 12. Target?")
