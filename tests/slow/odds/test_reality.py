"""Two thousand fights of each game end as a forecast says; of one whose fights are long, two hundred."""

from __future__ import annotations

import pytest

from tests.odds.agreement import agree
from tests.odds.fights import example, setup_of
from tests.random_play import PACKED

GAMES = ("duel", "feats-rooftops", "plain-skirmish", "phases-ambush", "prism-corridor", *PACKED)
"""A fight of every game."""
LONG = {"d20-lair": 200}


@pytest.mark.parametrize("name", GAMES)
def test_two_thousand_fights_of_the_session_end_as_the_forecast_says_in_every_game(name: str) -> None:
    agree(setup_of(example(name)), LONG.get(name, 2_000))
