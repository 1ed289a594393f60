"""Names in little room: whoever is meant can still be told from the others."""

from __future__ import annotations

import pytest

from tracker.text.cells import width
from tracker.views.short_names import CrowdName, told_apart


def drawn(names: tuple[str, ...], cells: int) -> list[str]:
    return [short.text for short in told_apart(names, cells).values()]


def test_groups_that_begin_alike_are_cut_where_they_are_alike() -> None:
    groups = (CrowdName(12, 12, "goblin archers"), CrowdName(11, 12, "goblin riders"), CrowdName(3, 3, "orcs"))
    assert drawn(groups, 14) == ["12/12 …archers", "11/12 …riders", "3/3 orcs"]
    assert drawn(groups, 11) == ["12 …archers", "11 …riders", "3/3 orcs"]


def test_of_one_group_how_many_there_were_goes_before_its_name_is_cut() -> None:
    assert drawn((CrowdName(12, 12, "goblins"), "Brann"), 11) == ["12 goblins", "Brann"]
    assert drawn((CrowdName(12, 12, "goblins"),), 13) == ["12/12 goblins"]


def test_a_name_that_looks_like_a_group_s_is_a_name() -> None:
    assert drawn(("1/2 orc band",), 10) == ["1/2 orc b."]


def test_people_of_one_description_differ_too_and_numbers_stay() -> None:
    guards = ("Guard of the North Gate", "Guard of the South Gate")
    assert drawn(guards, 12) == ["…North Gate", "…South Gate"]
    assert drawn(("Goblin 1", "Goblin 12"), 7) == ["Gobl. 1", "Gob. 12"]


@pytest.mark.parametrize("cells", [4, 8, 11, 16])
def test_they_always_fit(cells: int) -> None:
    names = (
        CrowdName(12, 12, "goblin archers"),
        CrowdName(12, 12, "goblin archers of the king"),
        "大きな鬼の王さま",
        "[b]x",
        "Guard",
        "Guard of",
    )
    assert all(width(own) <= cells for own in drawn(names, cells))
