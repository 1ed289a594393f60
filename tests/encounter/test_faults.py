"""What one rule of a game finds wrong in a file is told at once, each at its place, with the nearest name."""

from __future__ import annotations

import pytest

from tracker.model.validation_errors import Faults, not_among, only_known


def test_every_strange_name_is_told_with_what_there_is() -> None:
    with pytest.raises(Faults) as caught:
        only_known(["HP", "MP", "XP"], {"HP"}, "not a pool", ["HP"], by_key=True)
    assert caught.value.faults == (
        (("MP",), "MP is not a pool: there are HP", "MP", ("HP",)),
        (("XP",), "XP is not a pool: there are HP", "XP", ("HP",)),
    )
    with pytest.raises(Faults) as caught:
        only_known(["HP", "MP"], {"HP"}, "not a pool", ["HP"], by_key=False)
    assert caught.value.faults[0][0] == (1,), "in a list the place is the number"
    only_known(["HP"], {"HP"}, "not a pool", ["HP"], by_key=True)


def test_the_nearest_name_is_offered_whatever_its_case() -> None:
    assert not_among("long swrod", ["Long Sword", "Bow"], "skills") == (
        'which is not among the skills; did you mean "Long Sword"?'
    )
    assert not_among("xyz", ["Long Sword"], "skills") == "which is not among the skills"
