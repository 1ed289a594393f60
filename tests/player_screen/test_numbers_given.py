"""The numbers by which players know strangers, given at the beginning of a fight of any game."""

from __future__ import annotations

from random import Random

import pytest

from tests.lanes import drawing, sample
from tests.leaks.fights import EDITIONS, document
from tests.tales import names_shown
from tracker.dice.source import SeededDice
from tracker.session import Session
from tracker.storage.preparation import prepare


@drawing
@pytest.mark.parametrize("edition", EDITIONS)
def test_numbers_given_at_the_beginning_have_no_gap_in_any_game(edition: str) -> None:
    """Some of a kind hide before it, by the file or by hand."""
    for seed in sample(range(4)):
        random = Random(f"numbers {edition} {seed}")
        made = document(edition, random)
        stranger = next(one for one in made["combatant"] if not one.get("player"))
        kind = {key: value for key, value in stranger.items() if key not in ("alias", "hidden", "group", "number")}
        made["combatant"].append({**kind, "name": "Lurker", "number": 6})
        prepared = prepare(made)
        session = Session(prepared.encounter, prepared.rules, SeededDice(seed))
        for number in random.sample(range(1, 7), 3):
            session.say(f"lurker-{number} hidden")
        session.say("begin")
        assert [name for name in names_shown(session) if name.startswith("Lurker")] == [
            "Lurker 1",
            "Lurker 2",
            "Lurker 3",
        ]
