"""Fights in which something of a hidden fighter once leaked look the same, whoever hides in them."""

from __future__ import annotations

import pytest

from tests.lanes import sample
from tests.leaks.played_twins import played_twins

LEAKED = {
    "a moment that only the stop at a hidden fighter showed": ("hybrid 1997", 5067),
    "the nearest foe, reckoned with the seat of the hidden": ("hybrid 1997", 5098),
    "keeping watch for a foe that players do not see": ("plain", 5099),
    "a change by hand that nobody saw before a hidden fighter had answered and time went on": ("feats", 1001),
    "a stop at what orders declare after a hidden fighter gave its intent": ("prism", 20004),
    "what came due beside a hidden fighter, shown before the orders of the same count": ("hybrid", 10196),
}


@pytest.mark.parametrize("name", sample(LEAKED))
def test_what_leaked_once_looks_the_same(name: str) -> None:
    assert [str(twin) for twin in played_twins(*LEAKED[name]) if twin.leak] == []
