"""Fights of feats played at random: nothing but refusals, which change nothing, and every fight replays to its end."""

from __future__ import annotations

import pytest

from tests.feats.playing import fight_at_random
from tests.lanes import sample

NAMES = ("feats-rooftops", "feats-drowning")


@pytest.mark.parametrize("name", sample(NAMES))
@pytest.mark.parametrize("seed", sample(range(6)))
def test_a_fight_at_random_has_no_end_but_refusals(name: str, seed: int) -> None:
    assert fight_at_random(name, seed, 120, faces=True) < 110
