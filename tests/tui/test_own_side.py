"""Whoever is of one's own side is told apart among the targets, in every game."""

from __future__ import annotations

import pytest

from tests.controllers import controller_of
from tests.tui.opening import declaring
from tests.tui.playing import press


@pytest.mark.parametrize(
    ("save", "who", "keys", "ally", "foe"),
    [
        ("phases-corridor", "kane", "f", "vos", "rook"),
        ("prism-corridor", "eve", "a1", "dan", "bob"),
        ("plain-skirmish", "ann", "a", "bert", "wolf"),
        ("feats-rooftops", "guardsman-1", "a", "guardsman-2", "tess"),
        ("goblin-warren", "brann", "a", "odo", "goblin-1"),
    ],
)
def test_an_ally_among_the_targets_is_said_to_be_of_the_own_side(
    save: str, who: str, keys: str, ally: str, foe: str
) -> None:
    session = declaring(save, who)
    controller = controller_of(session)
    press(controller, *keys)
    labels = {choice.whom: choice.label for choice in controller.prompt.choices if choice.whom}
    assert "(own side)" in labels[ally]
    assert "(own side)" not in labels[foe]
