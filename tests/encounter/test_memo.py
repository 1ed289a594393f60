"""What was reckoned last is kept under the rules of one fight; another fight has its own, in every game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.encounter.table import Plain, rules_of
from tracker.encounter.engine.standing_orders import declaration
from tracker.encounter.roster import add_entry
from tracker.games import registry
from tracker.model.commands import Command
from tracker.model.state import Encounter


class Counted(Plain):
    """The plain game, which counts how often it is asked what orders come to."""

    asked = 0

    def command_for_orders(self, *args: Any) -> Command | None:
        self.asked += 1
        return super().command_for_orders(*args)


@pytest.mark.parametrize("game", registry.names())
def test_two_fights_of_one_game_share_no_memo(game: str) -> None:
    system = registry.find(game)
    first, second = system.bind({}), system.bind({})
    assert first.memo is first.memo
    assert first.memo is not second.memo
    assert first.memo.ordered is not second.memo.ordered and first.memo.offered is not second.memo.offered


def test_what_orders_come_to_is_reckoned_once_for_a_state_and_anew_in_another_fight() -> None:
    rules, other, encounter = rules_of(Counted), rules_of(Counted), Encounter("Two")
    for name, side in (("Ann", "one"), ("Bob", "two")):
        entry = {"side": side, "orders": "attack"}
        encounter = add_entry(encounter, rules, name.casefold(), name, entry)
    for _ in range(2):
        assert declaration(encounter, rules, "ann") is not None
    assert vars(rules.turns)["asked"] == 1
    declaration(encounter, other, "ann")
    assert vars(other.turns)["asked"] == 1, "the other fight has not seen what the first one kept"
    declaration(replace(encounter, title="Later"), rules, "ann")
    assert vars(rules.turns)["asked"] == 2, "another state"
