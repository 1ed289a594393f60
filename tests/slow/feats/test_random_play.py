"""A thousand fights of feats played at random: nothing but refusals, which change nothing."""

from __future__ import annotations

import pytest

from tests.feats.playing import fight_at_random


@pytest.mark.parametrize("seed", range(0, 1000, 50))
def test_a_thousand_fights_at_random_have_no_end_but_refusals(seed: int) -> None:
    for each in range(seed, seed + 50):
        assert fight_at_random(("feats-rooftops", "feats-drowning")[each % 2], each, 60, faces=False) < 58
