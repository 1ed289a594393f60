"""Every drawn fight with a house rule switched differs by what its sentence says alone."""

from __future__ import annotations

import pytest

from tests.switched_rules import (
    DRAWN,
    SWITCHED,
    Rule,
    drawn,
    first_difference,
    is_said,
)

NEEDS_ITS_FILE = ("one_pool",)
"""House rules with which the examples are no valid files."""


@pytest.mark.parametrize(("game", "rule"), SWITCHED)
def test_every_drawn_fight_is_the_same_but_for_what_the_house_rule_says(game: str, rule: Rule) -> None:
    (name,) = rule
    if name in NEEDS_ITS_FILE:
        return
    differences = {first_difference(drawn(game, number), rule) for number in range(DRAWN)}
    assert not [one for one in differences if one and not is_said(game, rule, one)]
