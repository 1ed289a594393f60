"""Names in little room: whoever is meant can still be told from the others."""

from __future__ import annotations

import pytest

from tracker.views.cells import width
from tracker.views.names import told_apart


def test_groups_that_begin_alike_are_cut_where_they_are_alike() -> None:
    groups = ("12/12 goblin archers", "11/12 goblin riders", "3/3 orcs")
    assert list(told_apart(groups, 14).values()) == ["12/12 …archers", "11/12 …riders", "3/3 orcs"]
    assert list(told_apart(groups, 11).values()) == ["12 …archers", "11 …riders", "3/3 orcs"]


def test_of_one_group_how_many_there_were_goes_before_its_name_is_cut() -> None:
    assert told_apart(("12/12 goblins", "Brann"), 11) == {"12/12 goblins": "12 goblins", "Brann": "Brann"}
    assert told_apart(("12/12 goblins",), 13) == {"12/12 goblins": "12/12 goblins"}


def test_people_of_one_description_differ_too_and_numbers_stay() -> None:
    guards = ("Guard of the North Gate", "Guard of the South Gate")
    assert list(told_apart(guards, 12).values()) == ["…North Gate", "…South Gate"]
    assert list(told_apart(("Goblin 1", "Goblin 12"), 7).values()) == ["Gobl. 1", "Gob. 12"]


@pytest.mark.parametrize("cells", [4, 8, 11, 16])
def test_they_always_fit(cells: int) -> None:
    names = (
        "12/12 goblin archers",
        "12/12 goblin archers of the king",
        "大きな鬼の王さま",
        "[b]x",
        "Guard",
        "Guard of",
    )
    assert all(width(own) <= cells for own in told_apart(names, cells).values())
